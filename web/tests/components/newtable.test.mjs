// The page for a new table: with whom, which game, how many; and under "More options" seats, robots, rules, clock.
import assert from "node:assert/strict";
import { editionWords, nightlyTest, slowTest, test, translator } from "./app.mjs";
import { answer, fails, Guest, refusal, withFeatures } from "./people.mjs";

const t = await translator();
const m = await translator("en", "meeting");
const n = await translator("en", "new");
const say = await editionWords("classic-2009");
const CREATE = "[data-create]";
const DAY = 86_400;
const EDITIONS = {
  "classic-2004": { maps: ["germany", "usa"], options: ["short", "money", "promo", "robots"] },
  "classic-2009": { maps: ["germany", "usa"], options: ["short", "money", "promo", "robots"] },
  "deluxe-europe": { maps: ["europe"], options: ["money", "robots"] },
  "deluxe-north-america": { maps: ["north-america"], options: ["money", "robots"] },
  outpost: { maps: ["planet"], options: ["money"] },
};

/** The page, as a guest called Ann. */
async function openNew({ openPage }, options = {}) {
  const { cookie } = await Guest.named("Ann");
  const app = await openPage("/new", { cookie, ...options });
  await app.until(() => app.find(CREATE), "the page");
  return app;
}

/** One of the groups of buttons, by its label. */
const group = (app, label) => app.get(`[role=radiogroup][aria-label="${label}"]`);
const chosen = (app, label) => group(app, label).querySelector("[aria-checked=true]")?.dataset.value;
const choices = (app, label) => [...group(app, label).querySelectorAll("button")].map((one) => one.dataset.value);
async function pick(app, label, value) {
  app.click(group(app, label).querySelector(`[data-value="${value}"]`));
  await app.until(() => chosen(app, label) === String(value), `${label}: ${value}`);
}
const seatField = (app, n) => app.get(`.seat-list [aria-label="${t("seat_n", { n })}"]`);
const seatValues = (app) => app.all(".seat-list select").filter((one) => !one.hidden).map((one) => one.value);
async function setSeat(app, n, value) {
  app.choose(seatField(app, n), value);
  await app.rendered();
  assert.equal(seatField(app, n).value, value);
}
const opened = (app) => app.requests.filter((one) => one.method === "POST" && one.path === "/api/tables").map((one) => one.body);
const meet = async (app, company) => {
  app.click(`[data-company="${company}"]`);
  await app.until(() => app.get(`[data-company="${company}"]`).getAttribute("aria-checked") === "true", company);
};
const fieldOf = (app, label) => app.all(".option").find((one) => app.text(one.querySelector("b")) === label);

/** Click the button, and wait for the lobby or the board; the table as the server has it. */
async function create(app) {
  app.click(CREATE);
  await app.until(() => app.path.startsWith("/tables/") && app.find(".lobby, .table"), "the new table");
  return app.json(`/api${app.path}`);
}
const house = (app, seat) => app.get(`.seat-list [data-seat="${seat}"] > svg use`).getAttribute("href");
const facts = (app) => Object.fromEntries(app.all(".facts div").map((one) => [app.text(one.querySelector("dt")), app.text(one.querySelector("dd"))]));

const BODY = { edition: "classic-2009", map: "germany", regions: "random", public: false, silent: false, rated: false, options: {}, name: "Ann" };
const [NO_CLOCK, LIVE] = [{ kind: "none", away: 3 * DAY }, { kind: "live", bank: 1200, increment: 15 }];
const ME = { kind: "person" };
const seatsBeside = (one) => [ME, one, one, one];

test("by default I play against three bots in the default edition, and the game starts at once", async (session) => {
  const app = await openNew(session);
  assert.equal(chosen(app, t("edition")), "classic-2009");
  assert.equal(chosen(app, t("board")), "germany");
  assert.deepEqual(seatValues(app), ["me", "bot:normal", "bot:normal", "bot:normal"]);
  assert.equal(app.text(CREATE), t("open_and_start"));
  assert.ok(!app.get("[data-more-options]").open);
  const { settings, seats, state, host } = await create(app);
  assert.deepEqual([settings.edition, settings.map, settings.players, settings.regions, state, host], ["classic-2009", "germany", 4, "random", "running", true]);
  assert.deepEqual(seats.map((one) => one.kind), ["person", "bot", "bot", "bot"]);
  assert.equal(seats[0].name, "Ann");
  assert.deepEqual(opened(app), [{ ...BODY, clock: NO_CLOCK, seats: seatsBeside({ kind: "bot", bot: "normal" }) }]);
});

test("the level of the bots is picked beside them and remembered", async (session) => {
  const app = await openNew(session, { storage: { "stromnetz.bot-level": "easy" } });
  assert.deepEqual(choices(app, t("level")), ["beginner", "easy", "normal", "hard", "master"]);
  assert.equal(chosen(app, t("level")), "easy");
  await pick(app, t("level"), "master");
  assert.equal(app.window.localStorage.getItem("stromnetz.bot-level"), "master");
  assert.deepEqual(seatValues(app), ["me", ...Array(3).fill("bot:master")]);
  await pick(app, t("how_many"), 6);
  await app.until(() => seatValues(app).length === 6, "six seats");
  assert.equal(seatValues(app)[5], "bot:master");
});

test("with friends all other seats stay free, and the lobby shows the link to share", async (session) => {
  const app = await openNew(session);
  await meet(app, "friends");
  assert.equal(app.text(".choice-hint"), n("friends_hint"));
  assert.ok(!app.find("[data-levels]"));
  assert.equal(app.text(CREATE), t("open_table"));
  const { state, public: listed } = await create(app);
  assert.deepEqual([state, listed], ["lobby", false]);
  assert.deepEqual(opened(app), [{ ...BODY, clock: NO_CLOCK, seats: seatsBeside({ kind: "open" }) }]);
  assert.equal(app.get(".lobby .share input").value, `${app.window.location.origin}${app.path}`);
});

test("with anyone the table is public and has a live clock", async (session) => {
  const app = await openNew(session);
  await meet(app, "anyone");
  assert.ok(app.text(".choice-hint").endsWith(n("anyone_clock", { clock: t("live_n", { bank: 20, more: 15 }) })));
  await create(app);
  assert.deepEqual(opened(app), [{ ...BODY, public: true, clock: LIVE, seats: seatsBeside({ kind: "open" }) }]);
});

test("on one screen all players are named", async (session) => {
  const app = await openNew(session);
  await meet(app, "screen");
  await pick(app, t("how_many"), 3);
  await app.until(() => app.all(".name-list input").length === 3, "three names");
  assert.deepEqual(app.all(".name-list input").map((one) => one.value), ["Ann", `${t("guest")} 2`, `${t("guest")} 3`]);
  app.type(`.name-list [aria-label="${t("name_of_seat", { n: 2 })}"]`, " Ben ");
  await app.rendered();
  const { state } = await create(app);
  assert.equal(state, "running");
  assert.deepEqual(opened(app), [{ ...BODY, clock: NO_CLOCK, seats: [ME, { kind: "person", name: "Ben" }, { kind: "person", name: `${t("guest")} 3` }] }]);
});

test("who opens a table for others can say how to be called", async (session) => {
  const app = await openNew(session);
  for (const company of ["friends", "anyone"]) {
    await meet(app, company);
    assert.deepEqual(app.all(".name-list input").map((one) => one.value), ["Ann"]);
  }
  app.type(".name-list input", "Anna");
  await create(app);
  assert.equal(opened(app)[0].name, "Anna");
});

test("another choice of company brings its own seats, publicity and clock", async (session) => {
  const app = await openNew(session);
  await meet(app, "anyone");
  assert.deepEqual([chosen(app, t("public")), chosen(app, t("clock"))], ["true", "live"]);
  await meet(app, "bots");
  assert.deepEqual([chosen(app, t("public")), chosen(app, t("clock"))], ["false", "none"]);
  await create(app);
  assert.deepEqual(opened(app), [{ ...BODY, clock: NO_CLOCK, seats: seatsBeside({ kind: "bot", bot: "normal" }) }]);
});

test("bots that are no level wait in the section for developers", async (session) => {
  const app = await openNew(session);
  const offered = () => [...seatField(app, 2).options].map((one) => one.value);
  assert.ok(app.get("[data-more-options]").contains(app.get("[data-developers]")));
  assert.deepEqual(choices(app, n("developers")), ["", "random", "plain"]);
  assert.ok(!offered().some((one) => ["bot:plain", "bot:random"].includes(one)));
  await pick(app, n("developers"), "random");
  assert.deepEqual(seatValues(app), ["me", "bot:random", "bot:random", "bot:random"]);
  assert.equal(chosen(app, t("level")), undefined);
  assert.ok(offered().includes("bot:plain"));
  assert.equal(app.window.localStorage.getItem("stromnetz.bot-level"), null);
  await setSeat(app, 3, "bot:plain");
  await create(app);
  assert.deepEqual(opened(app)[0].seats.map((one) => one.bot), [undefined, "random", "plain", "random"]);
});

for (const [edition, { maps, options }] of Object.entries(EDITIONS)) {
  test(`${edition}: its boards and options are offered, and its table is opened`, async (session) => {
    const words = await editionWords(edition);
    const app = await openNew(session);
    await pick(app, t("edition"), edition);
    await app.until(() => choices(app, t("board")).join() === maps.join(), "its boards");
    const labels = options.map((one) => words("web", `option_${one}`));
    await app.until(() => labels.every((label) => fieldOf(app, label)), `its options: ${labels}`);
    for (const other of ["short", "money", "promo", "robots"].filter((one) => !options.includes(one))) {
      assert.ok(!fieldOf(app, say("web", `option_${other}`)), other);
    }
    const map = maps.at(-1);
    if (maps.length > 1) await pick(app, t("board"), map);
    await meet(app, "friends");
    const { settings } = await create(app);
    assert.deepEqual([settings.edition, settings.map], [edition, map]);
    const list = await app.json("/api/editions");
    const found = list.find((one) => one.id === edition);
    assert.ok(app.text(".lobby main .text-muted").startsWith(found.name.en));
    assert.equal(app.all(".lobby .note.is-calm").length, found.notice.en ? 1 : 0);
  });
}

test("each edition is explained, and one with values of our own says so", async (session) => {
  const app = await openNew(session);
  const list = await app.json("/api/editions");
  const [{ about }, outpost] = ["classic-2009", "outpost"].map((id) => list.find((one) => one.id === id));
  const shown = () => app.text("[data-about]");
  assert.equal(shown(), about.en);
  assert.ok(!app.find("[data-notice]"));
  await pick(app, t("edition"), "outpost");
  await app.shows("[data-notice]", outpost.notice.en);
  assert.equal(shown(), outpost.about.en);
  await pick(app, t("edition"), "classic-2009");
  await app.gone("[data-notice]");
});

test("another edition forgets the options of the one before", async (session) => {
  const app = await openNew(session);
  await pick(app, t("option_money"), "hidden");
  app.click('[data-card="taxes"]');
  await pick(app, t("edition"), "classic-2004");
  await app.until(() => chosen(app, t("option_money")) === "open", "the default");
  assert.ok(!app.find("[data-card].is-active"));
  await create(app);
  assert.deepEqual(opened(app)[0].options, {});
});

test("the number of players adds bots and removes the last seats", async (session) => {
  const app = await openNew(session);
  assert.deepEqual(choices(app, t("how_many")), ["2", "3", "4", "5", "6"]);
  await pick(app, t("how_many"), 6);
  await app.until(() => seatValues(app).length === 6, "six seats");
  assert.deepEqual(seatValues(app), ["me", ...Array(5).fill("bot:normal")]);
  await pick(app, t("how_many"), 2);
  await app.until(() => seatValues(app).length === 2, "two seats");
  const { settings, seats } = await create(app);
  assert.deepEqual([settings.players, seats.map((one) => one.kind)], [2, ["person", "bot"]]);
});

test("a board with room for five and six only begins with five seats", async (session) => {
  const list = await (await fetch(`${process.env.STROMNETZ_TEST_SERVER}/api/editions`)).json();
  for (const edition of list) for (const map of edition.maps) edition.players_on[map] = [5, 6];
  const app = await openNew(session, { before: (opened) => opened.intercept(/^GET \/api\/editions$/, () => Response.json(list)) });
  assert.deepEqual(choices(app, t("how_many")), ["5", "6"]);
  await app.until(() => seatValues(app).length === 5, "five seats");
});

test("every kind of seat can be chosen: me, a named player on this screen, a free seat, each bot", async (session) => {
  const app = await openNew(session);
  await pick(app, t("how_many"), 5);
  await app.until(() => seatValues(app).length === 5, "five seats");
  assert.deepEqual([...seatField(app, 2).options].map((one) => one.value), ["person", "open", ...["beginner", "easy", "normal", "hard", "master"].map((one) => `bot:${one}`)]);
  assert.ok(app.texts(".seat-list option").includes(t("seat_bot", { bot: t("bot_hard") })));
  await setSeat(app, 2, "person");
  const name = app.get(`[aria-label="${t("name_of_seat", { n: 2 })}"]`);
  assert.equal(name.value, `${t("guest")} 2`);
  app.type(name, " Ben ");
  await app.rendered();
  await setSeat(app, 3, "bot:hard");
  await setSeat(app, 4, "open");
  await setSeat(app, 5, "bot:master");
  const { seats } = await create(app);
  assert.deepEqual(seats.map(({ kind, name, bot, mine }) => [kind, kind === "person" ? name : bot, mine]), [
    ["person", "Ann", true],
    ["person", "Ben", true],
    ["bot", "hard", false],
    ["open", null, false],
    ["bot", "master", false],
  ]);
});

test("the host can leave the own seat to a bot and only watch", async (session) => {
  const app = await openNew(session);
  await setSeat(app, 1, "bot:easy");
  await setSeat(app, 2, "open");
  const { seats, host } = await create(app);
  assert.deepEqual([seats.some((one) => one.mine), seats[0].bot, host], [false, "easy", true]);
});

test("a double click opens one table", async (session) => {
  const app = await openNew(session);
  app.click(CREATE);
  app.click(CREATE);
  await app.until(() => app.path.startsWith("/tables/") && app.find(".table"), "the new table");
  assert.equal(opened(app).length, 1);
});

test("a colour is chosen for each player here; the one who had it gets the other", async (session) => {
  const app = await openNew(session);
  await setSeat(app, 2, "person");
  await setSeat(app, 3, "open");
  const colour = (seat) => app.get(`[data-colours="${seat}"] [aria-checked=true]`).dataset.colour;
  assert.equal(app.button(m("colour_4"), '[data-colours="0"]').dataset.colour, "4");
  app.click('[data-colours="0"] [data-colour="1"]');
  await app.until(() => colour(0) === "1" && colour(1) === "0", "they swap");
  const { seats } = await create(app);
  assert.deepEqual(seats.slice(0, 2).map((one) => one.colour), [1, 0]);
  for (const [seat, name] of ["vermilion", "blue"].entries()) assert.equal(house(app, seat), `#house-${name}`);
});

test("a free seat and the default colours leave the colour to chance", async (session) => {
  const app = await openNew(session);
  await setSeat(app, 2, "open");
  app.click('[data-colours="0"] [data-colour="4"]');
  await app.until(() => app.find('[data-colours="0"] [data-colour="4"].is-active'), "purple");
  await create(app);
  assert.deepEqual(opened(app)[0].seats.map((one) => one.colour), [4, undefined, 2, 3]);
  assert.equal(house(app, 0), "#house-purple");
});

test("regions are drawn, or chosen by the players", async (session) => {
  const app = await openNew(session);
  for (const n of [2, 3, 4]) await setSeat(app, n, "person");
  await pick(app, t("regions"), "draft");
  const { settings } = await create(app);
  assert.equal(settings.regions, "draft");
  await app.until(() => app.find('.action.is-mine[data-decision="region"]'), "a region is chosen first");
});

test("a short game with hidden money is described in the lobby", async (session) => {
  const app = await openNew(session);
  await meet(app, "friends");
  await pick(app, t("option_short"), true);
  await pick(app, t("option_money"), "hidden");
  const { settings } = await create(app);
  assert.deepEqual([settings.options.short, settings.options.money], [true, "hidden"]);
  const shown = facts(app);
  assert.deepEqual([shown[t("option_short")], shown[t("option_money")], shown[t("regions")]], [t("yes"), t("option_money_hidden"), t("regions_random")]);
});

for (const edition of ["classic-2004", "classic-2009"]) {
  const define = edition === "classic-2004" ? test : slowTest;
  define(`${edition}: each promo card is named and explained, and several can be chosen`, async (session) => {
    const app = await openNew(session);
    await meet(app, "friends");
    await pick(app, t("edition"), edition);
    const { promo_cards: cards } = await app.json(`/api/editions/${edition}`);
    const offered = (await app.json("/api/editions")).find((one) => one.id === edition).options.promo.any_of;
    await app.until(() => app.all("[data-card]").length === offered.length && app.find("[data-card] small")?.textContent, "the cards");
    for (const id of offered) assert.equal(app.text(`[data-card="${id}"]`), `${cards[id].name.en}${cards[id].about.en}`);
    for (const id of ["taxes", "warehouse", "shortage"]) {
      app.click(`[data-card="${id}"]`);
      await app.until(() => app.get(`[data-card="${id}"]`).getAttribute("aria-pressed") === "true", id);
    }
    app.click('[data-card="warehouse"]');
    await app.until(() => app.get('[data-card="warehouse"]').getAttribute("aria-pressed") === "false", "taken back");
    const { settings } = await create(app);
    assert.deepEqual(settings.options.promo, ["shortage", "taxes"]);
    assert.equal(facts(app)[t("option_promo")], `${cards.shortage.name.en}, ${cards.taxes.name.en}`);
  });
}

// --- robots ---

const SLOTS = ["first-city", "auction", "resources", "building", "ability"];
const ADD = "[data-add-robot]";
const tiles = (app, i) => SLOTS.map((slot) => app.get(`[data-robot="${i}"] [data-slot="${slot}"]`).value);
async function addRobot(app) {
  const n = app.all("[data-robot]").length;
  app.click(ADD);
  await app.until(() => app.all("[data-robot]").length === n + 1, "one more robot");
}

test("before there is a robot, a card says what it is", async (session) => {
  const app = await openNew(session);
  assert.equal(app.text(".robot-choice .text-muted"), say("web", "robot_about"));
  assert.ok(app.get(".robot-choice").contains(app.get(ADD)) && app.find(".robot-choice .robot-figure"));
  await addRobot(app);
  assert.ok(!app.get(".robot-choice").contains(app.get(ADD)));
});

test("a robot takes the last seat and plays with the five tiles shown", async (session) => {
  const app = await openNew(session);
  await meet(app, "friends");
  await addRobot(app);
  await app.until(() => seatValues(app).length === 3, "one seat less for players");
  assert.equal(app.text(".seat-list li:last-child .seat-label"), say("web", "robot_n", { n: 1 }));
  const drawn = tiles(app, 0);
  for (const [i, tile] of drawn.entries()) assert.equal(app.texts('[data-robot="0"] .robot-slots small')[i], say("tile_texts", tile));
  const { settings, seats } = await create(app);
  assert.deepEqual(settings.options.robots, [drawn]);
  assert.equal(seats[3].kind, "automatic");
  assert.equal(facts(app)[say("web", "option_robots")], `${say("web", "robot_n", { n: 1 })}: ${drawn.map((one) => say("tiles", one)).join(", ")}`);
  assert.equal(app.text('.seat-list [data-seat="3"] .seat-label'), say("web", "robot_n", { n: 1 }));
});

slowTest("each tile of a robot can be chosen or drawn again", async (session) => {
  const app = await openNew(session);
  await addRobot(app);
  app.choose('[data-robot="0"] [data-slot="building"]', "all-cities");
  await app.until(() => tiles(app, 0)[3] === "all-cities", "the chosen tile");
  const before = tiles(app, 0);
  app.click(app.button(say("web", "robot_reroll", { slot: say("slots", "building") })));
  await app.until(() => tiles(app, 0)[3] !== "all-cities", "another tile");
  assert.deepEqual(tiles(app, 0).filter((_, i) => i !== 3), before.filter((_, i) => i !== 3));
});

slowTest("a robot can stay a surprise until the game begins", async (session) => {
  const app = await openNew(session);
  await addRobot(app);
  app.click("[data-hide]");
  await app.gone("[data-slot]");
  assert.equal(app.text('[data-robot="0"] .text-muted'), say("web", "robot_random_note"));
  app.click("[data-draw]");
  await app.until(() => app.all("[data-slot]").length === 5, "drawn now");
  app.click("[data-hide]");
  await app.gone("[data-slot]");
  await create(app);
  assert.deepEqual(opened(app)[0].options.robots, ["random"]);
});

slowTest("a removed robot gives its seat back", async (session) => {
  const app = await openNew(session);
  await addRobot(app);
  await addRobot(app);
  const second = tiles(app, 1);
  app.click('[data-robot="0"] [data-remove]');
  await app.until(() => app.all("[data-robot]").length === 1, "one robot");
  assert.deepEqual(tiles(app, 0), second);
  app.click('[data-robot="0"] [data-remove]');
  await app.gone("[data-robot]");
  await app.until(() => seatValues(app).length === 4, "four seats");
  await create(app);
  assert.equal(opened(app)[0].options.robots, undefined);
});

slowTest("several robots share no tile, and one player at least remains", async (session) => {
  const app = await openNew(session);
  for (let n = 0; n < 3; n++) await addRobot(app);
  assert.ok(app.isDisabled(ADD));
  const all = [0, 1, 2].flatMap((i) => tiles(app, i));
  assert.equal(new Set(all).size, 15);
  assert.ok(!all.includes("always-last"));
  assert.ok(!app.find('[value="always-last"]'));
  await app.shows(CREATE, t("open_and_start"));
  assert.deepEqual(seatValues(app), ["me"]);
  await pick(app, t("how_many"), 3);
  await app.until(() => app.all("[data-robot]").length === 2, "a smaller table has fewer robots");
  const { seats } = await create(app);
  assert.deepEqual(seats.map((one) => one.kind), ["person", "automatic", "automatic"]);
});

// --- clock ---

const madeClock = async (app) => (await create(app)).settings.clock;

test("without a clock a player counts as away after the chosen time, and the stand-in is chosen", async (session) => {
  const app = await openNew(session);
  await meet(app, "friends");
  assert.equal(chosen(app, t("away_after")), String(3 * DAY));
  await pick(app, t("away_after"), 3600);
  assert.ok(app.text("[data-clock-field]").includes(t("who_stands_in")));
  app.choose("[data-stand-in-level]", "easy");
  await app.rendered();
  assert.deepEqual(await madeClock(app), { kind: "none", bank: 0, increment: 0, turn: 0, away: 3600, bot: "easy" });
  assert.equal(facts(app)[t("clock")], undefined);
});

test("a live clock has minutes for the game and seconds per move", async (session) => {
  const app = await openNew(session);
  await meet(app, "friends");
  await pick(app, t("clock"), "live");
  await app.until(() => chosen(app, t("clock_live")) === "20+15", "the usual one");
  assert.deepEqual(choices(app, t("clock_live")), ["5+10", "10+10", "20+15", "45+30"]);
  await pick(app, t("clock_live"), "10+10");
  assert.ok(app.text("[data-clock-field]").includes(t("who_answers")));
  assert.deepEqual(await madeClock(app), { kind: "live", bank: 600, increment: 10, turn: 0, away: 600, bot: "normal" });
  assert.equal(facts(app)[t("clock")], t("live_n", { bank: 10, more: 10 }));
});

test("a clock over days has a time per move, and the level of the stand-in is kept", async (session) => {
  const app = await openNew(session);
  await meet(app, "friends");
  app.choose("[data-stand-in-level]", "hard");
  await app.rendered();
  await pick(app, t("clock"), "correspondence");
  assert.equal(chosen(app, t("clock_mail")), String(DAY));
  await pick(app, t("clock_mail"), 2 * DAY);
  assert.ok(app.text("[data-clock-field]").includes(t("rest_hint")));
  assert.deepEqual(await madeClock(app), { kind: "correspondence", bank: 0, increment: 0, turn: 2 * DAY, away: 3 * DAY, bot: "hard" });
  assert.equal(facts(app)[t("clock")], t("n_days", { n: 2 }));
});

// --- who can join, chat, rating ---

test("a table can be public", async (session) => {
  const app = await openNew(session);
  await meet(app, "friends");
  await pick(app, t("public"), true);
  const table = await create(app);
  assert.equal(table.public, true);
  assert.ok(app.get("[data-public] input").checked);
});

test("a table can be silent: nobody can write there", async (session) => {
  const app = await openNew(session);
  await meet(app, "friends");
  await pick(app, t("chat"), true);
  const table = await create(app);
  assert.equal(opened(app)[0].silent, true);
  const eve = await session.openPage(app.path);
  await eve.until(() => eve.find(".lobby [data-join]"), "the lobby");
  assert.equal((await eve.json(`/api/tables/${table.id}/chat`)).state, "silent");
});

slowTest("only players with an account are asked whether the game is rated", async (session) => {
  const r = await translator("en", "ratings");
  const guest = await openNew(session);
  assert.ok(!guest.find(`[aria-label="${r("rated")}"]`));
  const before = (app) => app.intercept(/^GET \/api\/me$/, () => answer({ guest: true, name: "Ann", unreadable: false, account: { name: "Ann" } }));
  const app = await openNew(session, { before });
  await pick(app, r("rated"), true);
  app.intercept(/^POST \/api\/tables$/, () => refusal("not rated"));
  app.click(CREATE);
  await app.shows(".note.is-error", "not rated");
  assert.equal(opened(app)[0].rated, true);
});

test("what the host has switched off is not offered", async (session) => {
  const app = await openNew(session, { before: withFeatures({ chat: false, clocks: false, public_tables: false }) });
  assert.ok(!app.find("[data-clock-field]"));
  for (const key of ["chat", "public"]) assert.ok(!app.find(`[aria-label="${t(key)}"]`), key);
  await create(app);
  assert.equal("clock" in opened(app)[0], false);
});

// --- what can go wrong ---

test("the page is shown when all of it is there, so that nothing moves under a finger", async ({ openPage }) => {
  const held = [];
  let app;
  const before = (one) => {
    app = one;
    app.intercept(/^GET \/api\/(features|editions\/.+|boards\/.+)$/, () => new Promise((done) => held.push(done)));
  };
  const opening = openPage("/new", { before });
  await app.until(() => held.length === 3, "all requests");
  for (const release of held) {
    await app.rendered();
    assert.ok(!app.find(CREATE));
    release();
  }
  await opening;
  await app.until(() => app.find(CREATE), "the page");
});

slowTest("without an answer about what is offered, a plain table can still be opened", async (session) => {
  const app = await openNew(session, { before: (one) => one.intercept(/^GET \/api\/features$/, fails) });
  assert.ok(!app.find("[data-clock-field]"));
  assert.ok(!app.find('[data-company="anyone"]'));
  await meet(app, "friends");
  const { state } = await create(app);
  assert.equal(state, "lobby");
});

test("a refusal of the server is shown, and the choices stay", async (session) => {
  const app = await openNew(session);
  await pick(app, t("board"), "usa");
  const allow = app.intercept(/^POST \/api\/tables$/, () => refusal("You have too many tables."));
  app.click(CREATE);
  await app.shows(".note.is-error", "You have too many tables.");
  assert.equal(chosen(app, t("board")), "usa");
  allow();
  const { settings } = await create(app);
  assert.equal(settings.map, "usa");
});

test("without a connection the page says so", async (session) => {
  const app = await openNew(session);
  app.intercept(/^POST \/api\/tables$/, fails);
  app.click(CREATE);
  await app.shows(".note.is-error", t("no_server"));
  assert.equal(app.path, "/new");
});

test("the back button leads to the start page", async (session) => {
  const app = await openNew(session);
  app.click(app.button(t("back")));
  await app.until(() => app.path === "/" && app.find("[data-play-now]"), "the start page");
});

for (const language of ["de", "nl"]) {
  const define = language === "de" ? test : nightlyTest;
  define(`the page is in ${language}: editions, boards, options and promo cards`, async (session) => {
    const [words, own] = [await translator(language), await editionWords("classic-2009", language)];
    const app = await openNew(session, { language });
    const [{ name }, { promo_cards: cards }] = [(await app.json("/api/editions")).find((one) => one.id === "classic-2009"), await app.json("/api/editions/classic-2009")];
    assert.equal(app.text("h1"), words("new_table"));
    assert.equal(group(app, words("edition")).querySelector(".is-active").getAttribute("aria-label"), name[language]);
    assert.ok(fieldOf(app, own("web", "option_robots")));
    await app.until(() => app.text('[data-card="taxes"]').startsWith(cards.taxes.name[language]), "the card");
    assert.equal(app.text(CREATE), words("open_and_start"));
    assert.equal(app.text(".company-pick [aria-checked=true] b"), (await translator(language, "new"))("bots"));
  });
}
