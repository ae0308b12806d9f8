// Clocks, time out, stand-ins and votes for them, nights and holidays, and who is away.
import assert from "node:assert/strict";
import { nightlyTest, PHONE, slowTest, test, translator } from "./app.mjs";
import { backToTable, fails, Guest, guestsAt, openSettings, refusal, withFeatures } from "./people.mjs";

const t = await translator();
const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];
const [BAR, HELD, BACK, VOTE] = [".turn-bar [data-clock]", "[data-held]", "[data-take-back]", '[data-vote="2"]'];
const clockOf = (seat) => `.player-card[data-seat="${seat}"] [data-clock]`;
const tagOf = (seat) => `.player-card[data-seat="${seat}"] .tag`;
const tag = (app, seat, text) => app.shows(tagOf(seat), text);

/** The time stands still on this page from now on; milliseconds since 1970. */
function freeze(app) {
  const now = Date.now();
  app.window.Date.now = () => now;
  return now;
}

/** Open a table with a clock on which the time stands still, and set what it shows. */
async function openFrozen({ openTable }, clock, options = {}) {
  const app = await openTable("open", { clock, ...options });
  await app.until(() => app.find(BAR), "the clock");
  const now = freeze(app);
  const { clock: known } = await app.json(`/api${app.path}`);
  const set = async (left, more = {}) => {
    app.receive({ type: "clock", clock: { ...known, now, deadline: left === null ? null : now + left, ...more } });
    await app.rendered();
  };
  return { app, set, known };
}

// --- what a clock shows ---

test("the clock of the player to act ticks on the card and in the bar; the others stand still", async ({ openTable }) => {
  const app = await openTable("open", { clock: "live" });
  await app.until(() => app.find(BAR), "the clock");
  assert.match(app.text(BAR), /^1:(30:00|2\d:\d\d)$/);
  assert.ok(app.get(BAR).matches(".is-active") && app.get(clockOf(0)).matches(".is-active"));
  const before = app.text(BAR);
  await app.until(() => app.text(BAR) !== before, "it ticks");
  await app.until(() => app.text(BAR) === app.text(clockOf(0)), "both alike");
  for (const seat of [1, 2]) {
    assert.equal(app.text(clockOf(seat)), "1:30:00");
    assert.ok(!app.get(clockOf(seat)).matches(".is-active"));
  }
});

test("a clock shows seconds, hours or days, as far as they matter", async (session) => {
  const { app, set } = await openFrozen(session, "live");
  const spans = [
    [4 * MINUTE + 5 * SECOND, "4:05"],
    [59 * SECOND, "0:59"],
    [HOUR + 2 * MINUTE + 9 * SECOND, "1:02:09"],
    [9 * HOUR, "9:00:00"],
    [12 * HOUR, t("n_hours", { n: 12 })],
    [100 * HOUR, "4 d"],
    [-SECOND, "0:00"],
    [1, "0:01"],
  ];
  for (const [left, text] of spans) {
    await set(left);
    assert.equal(app.text(BAR), text);
  }
});

slowTest("a clock over days shows hours, for the player to act alone", async ({ openTable }) => {
  const app = await openTable("open", { clock: "correspondence" });
  await app.until(() => app.find(BAR), "the clock");
  assert.match(app.text(BAR), new RegExp(`^${t("n_hours", { n: "4[78]" })}$`));
  assert.ok(!app.find(clockOf(1)));
});

for (const [kind, limit] of [["live", 30 * SECOND], ["blitz", 10 * SECOND], ["correspondence", HOUR], ["hour", 10 * MINUTE]]) {
  const define = kind === "live" ? test : slowTest;
  define(`${kind}: a clock that runs low warns me`, async (session) => {
    const { app, set } = await openFrozen(session, kind);
    await set(limit);
    assert.ok(!app.get(BAR).matches(".is-low"));
    assert.equal(app.text(".turn-bar .visually-hidden[role=status]"), "");
    await set(limit - 1);
    assert.ok(app.get(BAR).matches(".is-low"));
    assert.equal(app.text(".turn-bar .visually-hidden[role=status]"), t("time_low"));
  });
}

slowTest("a low clock of somebody else is marked, but nothing is announced", async (session) => {
  const { app, set } = await openFrozen(session, "live", { who: "Ben" });
  await set(SECOND);
  assert.ok(app.get(clockOf(0)).matches(".is-low"));
  assert.ok(!app.find(".turn-bar .visually-hidden[role=status]"));
});

test("a clock whose time is out stands at zero", async (session) => {
  const { app, set, known } = await openFrozen(session, "live");
  await set(null, { out: true, seats: known.seats.map((one) => ({ ...one, bank: one.seat ? one.bank : 0 })) });
  assert.equal(app.text(clockOf(0)), "0:00");
});

test("the server's time counts, not that of this device", async (session) => {
  const { app, known } = await openFrozen(session, "live");
  const theirs = known.now + 7 * HOUR;
  app.receive({ type: "clock", clock: { ...known, now: theirs, deadline: theirs + 5 * MINUTE } });
  await app.rendered();
  assert.equal(app.text(BAR), "5:00");
});

slowTest("a table without a clock shows none, and bots have none", async ({ openTable }) => {
  const plain = await openTable("open");
  await plain.until(() => plain.find(".action.is-mine"), "the board");
  assert.ok(!plain.find("[data-clock]"));
  const app = await openTable("open", { clock: "live", seats: ["Ann", "Ben", "plain"] });
  await app.until(() => app.find(BAR), "the clock");
  assert.ok(app.find(clockOf(1)) && !app.find(clockOf(2)));
});

test("the clock passes on with the turn", async ({ openTable }) => {
  const app = await openTable("open", { clock: "live", who: "Cleo" });
  await app.until(() => app.find(`${clockOf(0)}.is-active`), "Ann's clock");
  await guestsAt(app.table).Ann.move(app.table, { kind: "open", plant: 14, bid: 14 });
  await app.until(() => app.find(`${clockOf(1)}.is-active`), "Ben's clock");
  assert.ok(!app.get(clockOf(0)).matches(".is-active"));
});

// --- time out, stand-ins ---

test("a bot holds the seat of a player who ran out of time too often, until the player is back", async ({ prepare, joinTable }) => {
  const table = await prepare("open", { clock: "run-out" });
  const ben = await joinTable(table, { who: "Ben" });
  await tag(ben, 0, t("stands_in"));
  assert.ok(!ben.find(clockOf(0)));
  const ann = await joinTable(table);
  await ann.shows(`${HELD} h2`, t("held"));
  assert.equal(ann.text(`${HELD} p`), t("held_text", { level: t("bot_normal"), name: "Ann" }));
  assert.ok(!ann.find(".action.is-mine"));
  ann.click(BACK);
  await ann.gone(HELD);
  await ben.until(() => /^(1:00|0:[345]\d)$/.test(ben.find(clockOf(0))?.textContent ?? ""), "a minute for Ann");
  assert.notEqual(ben.find(tagOf(0))?.textContent, t("stands_in"));
});

slowTest("on a phone the sheet says that a bot holds my seat", async ({ openTable }) => {
  const app = await openTable("open", { clock: "run-out", screen: PHONE });
  await app.shows(`.sheet ${HELD} h2`, t("held"));
  app.click(BACK);
  await app.gone(HELD);
});

slowTest("a seat that cannot be taken back says why", async ({ openTable }) => {
  const app = await openTable("open", { clock: "run-out" });
  await app.until(() => app.find(BACK), "the seat is held");
  app.intercept(/\/return$/, () => refusal("Too late."));
  app.click(BACK);
  await app.until(() => app.find(".action .note.is-error")?.textContent.includes("Too late."), "the reason");
  assert.ok(app.find(HELD));
});

slowTest("a spectator sees that a bot stands in", async ({ openTable }) => {
  const app = await openTable("open", { clock: "run-out", who: null });
  await tag(app, 0, t("stands_in"));
  assert.ok(!app.find(BACK));
});

// --- away ---

slowTest("that a player is away matters more than that it is their turn", async ({ prepare, joinTable }) => {
  const table = await prepare("open");
  const [ann, ben] = [await joinTable(table), await joinTable(table, { who: "Ben" })];
  await tag(ben, 0, t("to_act"));
  await tag(ben, 2, t("away"));
  assert.ok(ben.get(tagOf(0)).matches(".is-due"));
  await ann.close();
  await tag(ben, 0, t("away"));
  await joinTable(table);
  await tag(ben, 0, t("to_act"));
});

slowTest("the others vote for a stand-in, and the player who was away takes the seat back", async ({ prepare, joinTable }) => {
  const table = await prepare("open", { clock: "away" });
  const guests = guestsAt(table);
  const [ann, ben] = [await joinTable(table), await joinTable(table, { who: "Ben" })];
  await tag(ann, 2, t("away"));
  await ben.shows('[data-away="2"] b', t("is_away", { name: "Cleo" }));
  assert.ok(!ann.find("[data-vote]"), "whoever is to act is not asked");
  ben.click(VOTE);
  await ben.until(() => ben.get(VOTE).getAttribute("aria-pressed") === "true", "the vote");
  assert.ok(ben.text('[data-away="2"]').includes(t("votes_n", { n: 1, voters: 2, needed: 2 })));
  await guests.Ann.send("POST", `/api/tables/${table.id}/seats/2/stand-in`, { vote: true });
  await Promise.all([ann, ben].map((app) => tag(app, 2, t("stands_in"))));
  await ben.gone("[data-vote]");
  const cleo = await joinTable(table, { who: "Cleo" });
  await cleo.until(() => cleo.find(BACK), "the seat is held");
  cleo.click(BACK);
  await cleo.gone(HELD);
  await ann.until(() => ann.find(tagOf(2))?.textContent !== t("stands_in"), "Cleo is back");
});

test("a vote can be taken back", async ({ prepare, joinTable }) => {
  const table = await prepare("open", { clock: "away" });
  await joinTable(table);
  const app = await joinTable(table, { who: "Ben" });
  await tag(app, 0, t("to_act"));
  await app.until(() => app.find(VOTE), "the vote");
  for (const pressed of ["true", "false"]) {
    app.click(VOTE);
    await app.until(() => app.get(VOTE).getAttribute("aria-pressed") === pressed, pressed);
  }
  assert.ok(app.text('[data-away="2"]').includes(t("votes_n", { n: 0, voters: 2, needed: 2 })));
  assert.deepEqual(app.requests.filter((one) => one.path.endsWith("/stand-in")).map((one) => one.body.vote), [true, false]);
});

test("a refused vote says why", async ({ openTable }) => {
  const app = await openTable("open", { clock: "away", who: "Ben" });
  await app.until(() => app.find(VOTE), "the vote");
  app.intercept(/\/stand-in$/, () => refusal("She is back."));
  app.click(VOTE);
  await app.until(() => app.find(".action .note.is-error")?.textContent.includes("She is back."), "the reason");
});

slowTest("there is no vote for spectators, nor on a server without stand-ins", async ({ prepare, joinTable }) => {
  const table = await prepare("open", { clock: "away" });
  const eve = await joinTable(table, { who: null });
  await tag(eve, 2, t("away"));
  assert.ok(!eve.find("[data-away]"));
  const ben = await joinTable(table, { who: "Ben", before: withFeatures({ stand_ins: false }) });
  await tag(ben, 2, t("away"));
  await ben.until(() => ben.requests.some((one) => one.path === "/api/features"), "what is offered");
  await ben.rendered();
  assert.ok(!ben.find("[data-away]"));
});

slowTest("at a table with a clock nobody votes", async (session) => {
  const { app, set, known } = await openFrozen(session, "live", { who: "Ben" });
  await set(MINUTE, { seats: known.seats.map((one) => ({ ...one, away: one.seat === 2 })) });
  await tag(app, 2, t("away"));
  assert.ok(!app.find("[data-vote]"));
});

slowTest("a player on holiday is shown as such, and can be voted for after a week", async (session) => {
  const { app, set, known } = await openFrozen(session, "correspondence", { who: "Ben" });
  const holiday = (more) => known.seats.map((one) => (one.seat === 0 ? { ...one, away: true, holiday: "2030-03-20", ...more } : one));
  const until = t("on_holiday", { date: "Mar 20" });
  await set(HOUR, { seats: holiday({ vote_at: Date.UTC(2030, 2, 15, 12) }) });
  await tag(app, 0, until);
  await app.shows('[data-away="0"]', `${t("is_on_holiday", { name: "Ann", date: "Mar 20" })} ${t("holiday_vote_from", { date: "Mar 15" })}`);
  assert.ok(!app.find("[data-vote]"), "it is too soon to vote");
  await set(HOUR, { seats: holiday({ vote_at: Date.UTC(2030, 2, 15, 12), votable: true }) });
  app.intercept(/\/stand-in$/, () => refusal("Not yet."));
  await app.until(() => app.find('[data-vote="0"]'), "the vote");
  app.click('[data-vote="0"]');
  await app.until(() => app.requests.some((one) => one.path.endsWith("/seats/0/stand-in") && one.body.vote), "the vote");
});

// --- nights and holidays ---

const REST = "[data-rest]";
const input = (key, n = 0) => (app) => app.all(`${REST} [aria-label="${t(key)}"]`)[n];
const fill = (app, field, value) => app.type(field(app), value);
const saves = (app) => app.requests.filter((one) => one.method === "PUT" && one.path === "/api/me/rest-hours").map((one) => one.body);

/** The settings, from a table with a clock over days. */
async function openRest({ openTable }, options = {}) {
  const app = await openTable("open", { clock: "correspondence", ...options });
  await app.until(() => app.find("[data-menu]"), "the board");
  await openSettings(app, REST);
  return app;
}

test("nights and holidays are set on the account page and kept", async (session) => {
  const app = await openRest(session);
  fill(app, input("rest_night_from"), "22:00");
  await app.rendered();
  fill(app, input("rest_night_to"), "08:00");
  await app.rendered();
  for (const [n, days] of [["2030-08-01", "2030-08-14"], ["2030-12-24", "2031-01-01"]].entries()) {
    app.click("[data-more-holidays]");
    await app.until(() => input("rest_first", n)(app), "one more holiday");
    fill(app, input("rest_first", n), days[0]);
    await app.rendered();
    fill(app, input("rest_last", n), days[1]);
    await app.rendered();
  }
  app.submit(REST);
  await app.shows(`${REST} .note.is-calm`, t("rest_saved"));
  const { night, holidays, zone } = await app.json("/api/me/rest-hours");
  assert.deepEqual(night, { from: "22:00", to: "08:00" });
  assert.deepEqual(holidays, [{ from: "2030-08-01", to: "2030-08-14" }, { from: "2030-12-24", to: "2031-01-01" }]);
  assert.equal(zone, Intl.DateTimeFormat().resolvedOptions().timeZone);
  const again = await session.reload(app);
  await again.until(() => input("rest_night_from")(again)?.value === "22:00" && input("rest_last", 1)(again), "the settings");
  assert.equal(input("rest_last", 1)(again).value, "2031-01-01");
  again.click('[data-less-holidays="0"]');
  await again.until(() => !input("rest_last", 1)(again), "one holiday is left");
  again.submit(REST);
  await again.shows(`${REST} .note.is-calm`, t("rest_saved"));
  assert.deepEqual((await again.json("/api/me/rest-hours")).holidays, [{ from: "2030-12-24", to: "2031-01-01" }]);
});

slowTest("half a night and a holiday without an end are left out", async (session) => {
  const app = await openRest(session);
  fill(app, input("rest_night_from"), "22:00");
  await app.rendered();
  app.click("[data-more-holidays]");
  await app.until(() => input("rest_first")(app), "a holiday");
  fill(app, input("rest_first"), "2030-08-01");
  await app.rendered();
  app.submit(REST);
  await app.shows(`${REST} .note`, t("rest_saved"));
  assert.deepEqual([saves(app)[0].night, saves(app)[0].holidays], [null, []]);
});

test("a holiday that ends before it begins is refused with a reason", async (session) => {
  const app = await openRest(session);
  app.click("[data-more-holidays]");
  await app.until(() => input("rest_first")(app), "a holiday");
  fill(app, input("rest_first"), "2030-08-14");
  await app.rendered();
  fill(app, input("rest_last"), "2030-08-01");
  await app.rendered();
  app.submit(REST);
  await app.until(() => app.find(`${REST} .note.is-error`), "the reason");
  assert.notEqual(app.text(`${REST} .note.is-error`), t("no_server"));
  assert.equal(input("rest_first")(app).value, "2030-08-14");
});

slowTest("without a connection the settings say so", async (session) => {
  const app = await openRest(session);
  app.intercept(/^PUT \/api\/me\/rest-hours$/, fails);
  app.submit(REST);
  await app.shows(`${REST} .note.is-error`, t("no_server"));
});

slowTest("my night stops the clock of my turn", async (session) => {
  const app = await openRest(session);
  const guest = new Guest(app.cookie.replace("stromnetz=", ""));
  const before = (await guest.table(app.table)).clock.deadline;
  fill(app, input("rest_night_from"), "00:00");
  await app.rendered();
  fill(app, input("rest_night_to"), "12:00");
  await app.rendered();
  app.submit(REST);
  await app.shows(`${REST} .note.is-calm`, t("rest_saved"));
  assert.ok((await guest.table(app.table)).clock.deadline > before);
  await backToTable(app);
  await app.until(() => app.find(BAR), "the clock");
  await app.until(() => app.text(BAR) === "4 d" || app.text(BAR) === "3 d", "the clock shows it");
});

test("a visitor has no nights and holidays to set", async ({ openPage }) => {
  const app = await openPage("/account");
  await app.until(() => app.find("[data-notifications]"), "the account page");
  await app.settled();
  assert.ok(!app.find(REST));
  assert.ok(!app.requests.some((one) => one.path === "/api/me/rest-hours"));
});

for (const language of ["de", "nl"]) {
  nightlyTest(`clocks and stand-ins are in ${language}`, async ({ prepare, joinTable }) => {
    const words = await translator(language);
    const table = await prepare("open", { clock: "run-out" });
    const app = await joinTable(table, { language });
    await app.shows(`${HELD} h2`, words("held"));
    assert.equal(app.text(`${HELD} p`), words("held_text", { level: words("bot_normal"), name: "Ann" }));
    assert.equal(app.text(BACK), words("held_back"));
    assert.equal(app.text(tagOf(0)), words("stands_in"));
    await app.until(() => app.find(BAR), "the bot has moved, and the next player's clock runs");
    assert.equal(app.get(BAR).getAttribute("aria-label"), words("time_left"));
  });
}
