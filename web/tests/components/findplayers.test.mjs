// Finding players: tables that wait, filters, and seeking a game. Only this file seeks on the common server; each test
// that really seeks asks for another game, so that nobody is seated with a player of another test.
import assert from "node:assert/strict";
import { nightlyTest, slowTest, test, translator } from "./app.mjs";
import { answer, fails, Guest, noteWaits, refusal, RefusedSocket, withFeatures, withoutPauses } from "./people.mjs";

const t = await translator();
const m = await translator("en", "meeting");
const [FORM, SEEKING, SAME, STOP] = ["[data-seek-form]", "[data-seeking]", "[data-same]", "[data-stop-seeking]"];
const row = (table) => `[data-table="${table.id}"]`;
const pick = (value) => `${FORM} [data-value="${value}"]`;
const atTable = (app) => app.until(() => /^\/tables\/[\w-]{22}$/.test(app.path) && app.find(".table"), "a table");
const wishes = (app) => app.requests.filter((one) => one.method === "PUT" && one.path === "/api/me/seek").map((one) => one.body);
const ANYTHING = { edition: "classic-2009", map: null, players: null, clock: null, bot: null, fill_after: null, rated: false };

/** The page, as a guest with this name. */
async function openFind({ openPage }, name = "Ann", options = {}) {
  const { cookie } = await Guest.named(name);
  const app = await openPage("/find-players", { cookie, before: withoutPauses, ...options });
  await app.until(() => app.find(".find-page .panel"), "the page");
  return app;
}

/** Choose in the form, and send it. */
async function seek(app, { edition, players, fill } = {}) {
  await app.until(() => app.find(FORM), "the form");
  if (edition) app.choose("[data-seek-edition]", edition);
  await app.rendered();
  if (players) app.click(pick(players));
  if (fill !== undefined) app.choose("[data-seek-fill]", String(fill));
  await app.rendered();
  app.submit(FORM);
}

/** What the server says of my seek, made up. */
const seekOut = (more) => ({ seeking: false, wish: null, others: 0, now: Date.now(), table: null, ...more });
const sought = (more = {}) => ({ name: "Ann", mine: true, since: Date.now(), ...ANYTHING, ...more });
const seekIs = (state) => (app) => app.intercept(/^GET \/api\/me\/seek$/, () => answer(seekOut(state)));

// --- tables that wait ---

test("a public table is listed without a reload, and leaves the list when it is full", async (session) => {
  const app = await openFind(session, "Ben", { before: undefined });
  await app.until(() => app.find("[data-waiting]"), "the list");
  const ann = await Guest.named("Ann");
  const table = await ann.openTable(["person", "open", "easy"], { clock: { kind: "live" } });
  await ann.send("PUT", `/api/tables/${table.id}/public`, { public: true });
  await app.until(() => app.find(row(table)), "the table");
  assert.match(app.text(row(table)), /^Ann.*Power Grid \(2009\), Germany · 20 min.*bot: easy/);
  assert.equal(app.text(`${row(table)} .tag`), t("state_lobby", { n: 1 }));
  await (await Guest.named("Cleo")).join(table);
  await app.gone(row(table));
});

slowTest("a table that is taken off the list disappears", async (session) => {
  const app = await openFind(session, "Ben", { before: undefined });
  await app.until(() => app.find("[data-waiting]") && [...app.sockets].some((one) => one.readyState === 1), "the list");
  const ann = await Guest.named("Ann");
  const table = await ann.openTable(["person", "open"], { public: true });
  await app.until(() => app.find(row(table)), "the table");
  await ann.send("PUT", `/api/tables/${table.id}/public`, { public: false });
  await app.gone(row(table));
});

test("tables are filtered by edition, clock and bots", async (session) => {
  const ann = await Guest.named("Ann");
  const live = await ann.openTable(["person", "open", "easy"], { public: true, clock: { kind: "live" } });
  const plain = await ann.openTable(["person", "open"], { public: true, edition: "deluxe-europe" });
  const app = await openFind(session, "Ben");
  await app.until(() => app.find(row(live)) && app.find(row(plain)), "both tables");
  const cases = [
    ["edition", "deluxe-europe", false, true],
    ["edition", "classic-2009", true, false],
    ["clock", "live", true, false],
    ["clock", "none", false, true],
    ["clock", "correspondence", false, false],
    ["bots", "with", true, false],
    ["bots", "without", false, true],
  ];
  for (const [filter, value, ...expected] of cases) {
    app.choose(`[data-filter="${filter}"]`, value);
    await app.rendered();
    assert.deepEqual([live, plain].map((one) => !!app.find(row(one))), expected, `${filter} ${value}`);
    app.choose(`[data-filter="${filter}"]`, "");
    await app.rendered();
  }
  app.choose('[data-filter="edition"]', "deluxe-europe");
  await app.rendered();
  app.choose('[data-filter="bots"]', "with");
  await app.rendered();
  assert.ok(!app.find(row(live)) && !app.find(row(plain)), "both filters count");
});

test("the list says when there is no table, and when none matches", async (session) => {
  const table = await (await Guest.named("Ann")).openTable(["person", "open"]);
  let tables = [];
  const before = (app) => {
    withoutPauses(app);
    app.intercept(/^GET \/api\/tables\?state=lobby/, () => answer({ tables, next: null }));
  };
  const app = await openFind(session, "Ben", { before });
  await app.shows("[data-waiting] > .text-muted", m("none_waiting"));
  tables = [table];
  await app.until(() => app.find(row(table)), "the table");
  app.choose('[data-filter="edition"]', "outpost");
  await app.shows("[data-waiting] > .text-muted", m("none_match"));
});

test("a click on a table leads to its lobby", async (session) => {
  const table = await (await Guest.named("Ann")).openTable(["person", "open"], { public: true });
  const app = await openFind(session, "Ben");
  await app.until(() => app.find(row(table)), "the table");
  app.click(row(table));
  await app.until(() => app.path === `/tables/${table.id}` && app.find(".lobby [data-join]"), "the lobby");
});

test("a rated table is marked", async (session) => {
  const table = await (await Guest.named("Ann")).openTable(["person", "open"]);
  table.settings.rated = true;
  const before = (app) => app.intercept(/^GET \/api\/tables\?state=lobby/, () => answer({ tables: [table], next: null }));
  const app = await openFind(session, "Ben", { before });
  await app.until(() => app.find(row(table)), "the table");
  assert.ok(app.text(`${row(table)} small`).startsWith(t("rated_tag")));
});

test("without a live connection the list is asked for again and again", async (session) => {
  const app = await openFind(session, "Ben");
  await app.until(() => app.find("[data-waiting]"), "the list");
  app.window.WebSocket = RefusedSocket;
  app.disconnect();
  await app.until(() => app.sockets.size === 0, "no connection");
  const table = await (await Guest.named("Ann")).openTable(["person", "open"], { public: true });
  await app.until(() => app.find(row(table)), "the table");
});

slowTest("a list comes back at once after a server that leaves, and has missed nothing", async (session) => {
  const ann = await Guest.named("Ann");
  const table = await ann.openTable(["person", "open"]);
  const app = await openFind(session, "Ben", { before: noteWaits });
  await app.until(() => app.find("[data-waiting]") && app.sockets.size === 1, "the list");
  const [old] = app.sockets;
  await app.until(() => old.readyState === 1, "connected");
  app.window.Math.random = () => 0.25;
  app.receive({ type: "leaving", within: 444 });
  app.disconnect();
  await ann.send("PUT", `/api/tables/${table.id}/public`, { public: true });
  await app.until(() => app.sockets.size === 1 && !app.sockets.has(old), "the next connection");
  assert.ok(app.waits.includes(111), app.waits.join());
  await app.until(() => app.find(row(table)), "the table");
});

// --- seeking ---

test("two players who seek the same are seated at one table", async (session) => {
  // other tests seek as Ann at the same time
  const [ann, ben] = [await openFind(session, "Ada"), await openFind(session, "Ben")];
  await seek(ann, { edition: "classic-2009", players: 2, fill: -1 });
  await ann.until(() => ann.find(SEEKING), "Ann seeks");
  assert.ok(!ann.find(FORM));
  assert.ok(ann.text(SEEKING).includes(`Power Grid (2009), ${t("n_players", { n: 2 })}`));
  await ben.until(() => ben.texts("[data-seekers] b").includes("Ada"), "Ben sees it");
  const mine = ben.all("[data-seekers] li").find((one) => ben.text(one.querySelector("b")) === "Ada");
  assert.equal(ben.text(mine.querySelector("small")), ["Power Grid (2009)", m("board_any"), t("n_players", { n: 2 }), m("clock_any")].join(" · "));
  ben.click(mine.querySelector(SAME));
  await Promise.all([atTable(ann), atTable(ben)]);
  assert.equal(ann.path, ben.path);
  const { origin, seats } = await ann.json(`/api${ann.path}`);
  assert.deepEqual([origin, seats.map((one) => one.name)], ["seek", ["Ada", "Ben"]]);
  assert.equal((await ann.json("/api/me/seek")).table, null);
});

test("a late reply to an earlier question does not hide the table that was found", async (session) => {
  const table = await session.prepare("open");
  let reply = () => undefined;
  const before = (app) => {
    withoutPauses(app);
    app.intercept(/^GET \/api\/me\/seek$/, () => new Promise((done) => (reply = () => done(answer(seekOut({}))))));
    app.intercept(/^PUT \/api\/me\/seek$/, () => {
      setTimeout(reply);
      return answer(seekOut({ table: table.id }));
    });
  };
  const app = await openFind(session, "Ann", { before });
  await seek(app, {});
  await app.until(() => app.path === `/tables/${table.id}`, "the table");
});

slowTest("a table that was found is opened even if the server cannot be told", async (session) => {
  const table = await session.prepare("open");
  const before = (app) => {
    seekIs({ table: table.id })(app);
    app.intercept(/^DELETE \/api\/me\/seek$/, fails);
  };
  const { cookie } = await Guest.named("Ann");
  const app = await session.openPage("/find-players", { cookie, before });
  await app.until(() => app.path === `/tables/${table.id}`, "the table");
  await app.until(() => app.find(".table"), "the board");
  assert.ok(!app.find("[data-found]"));
});

slowTest("a seek with bots at once begins at once", async (session) => {
  const app = await openFind(session);
  await app.until(() => app.find("[data-seek-bot]"), "the form");
  app.choose("[data-seek-bot]", "easy");
  await seek(app, { edition: "classic-2004", players: 3, fill: 0 });
  await atTable(app);
  const { settings, seats } = await app.json(`/api${app.path}`);
  assert.deepEqual([settings.edition, seats.map((one) => one.bot)], ["classic-2004", [null, "easy", "easy"]]);
});

test("a seek is ended", async (session) => {
  const app = await openFind(session);
  await seek(app, { edition: "deluxe-europe", players: 6, fill: -1 });
  await app.until(() => app.find(STOP), "seeking");
  app.click(STOP);
  await app.until(() => app.find(FORM) && !app.find(SEEKING), "the form again");
  assert.equal((await app.json("/api/me/seek")).seeking, false);
});

slowTest("a seek goes on after a reload and on the start page", async (session) => {
  const app = await openFind(session);
  await seek(app, { edition: "deluxe-europe", players: 5, fill: -1 });
  await app.until(() => app.find(SEEKING), "seeking");
  const again = await session.reload(app, { before: withoutPauses });
  await again.until(() => again.find(SEEKING), "after a reload");
  again.click(again.button(t("back")));
  await again.until(() => again.path === "/" && again.find(SEEKING), "on the start page");
  const ben = await Guest.named("Ben");
  for (const name of ["Cleo", "Dan", "Eva"]) await (await Guest.named(name)).send("PUT", "/api/me/seek", { edition: "deluxe-europe", players: 5 });
  await ben.send("PUT", "/api/me/seek", { edition: "deluxe-europe", players: 5 });
  await atTable(again);
});

test("the form sends what was chosen", async (session) => {
  const app = await openFind(session);
  await app.until(() => app.find(FORM), "the form");
  app.intercept(/^PUT \/api\/me\/seek$/, () => refusal("no"));
  app.choose("[data-seek-map]", "usa");
  app.type("[data-name]", "Anna");
  app.click(pick(4));
  app.click(pick("live"));
  app.choose("[data-seek-fill]", "5");
  await app.rendered();
  app.choose("[data-seek-bot]", "hard");
  await app.rendered();
  app.submit(FORM);
  await app.shows(".note.is-error", "no");
  assert.deepEqual(wishes(app), [{ name: "Anna", edition: "classic-2009", map: "usa", players: 4, clock: "live", fill_after: 300, bot: "hard" }]);
});

test("what was not chosen may be anything; without bots none is named", async (session) => {
  const app = await openFind(session);
  app.intercept(/^PUT \/api\/me\/seek$/, () => refusal("no"));
  await seek(app, { fill: -1 });
  await app.shows(".note.is-error", "no");
  assert.deepEqual(wishes(app), [{ name: "Ann", edition: "classic-2009" }]);
  assert.ok(!app.find("[data-seek-bot]"));
});

test("another edition has its own boards", async (session) => {
  const app = await openFind(session);
  await app.until(() => app.find(FORM), "the form");
  const boards = () => app.all("[data-seek-map] option").map((one) => one.value);
  assert.deepEqual(boards(), ["", "germany", "usa"]);
  app.choose("[data-seek-map]", "usa");
  await app.rendered();
  app.choose("[data-seek-edition]", "outpost");
  await app.rendered();
  assert.deepEqual([boards(), app.get("[data-seek-map]").value], [["", "planet"], ""]);
});

test("only players with an account can seek a rated game", async (session) => {
  const guest = await openFind(session);
  await guest.until(() => guest.find(FORM), "the form");
  assert.ok(!guest.find("[data-seek-rated]"));
  const before = (app) => app.intercept(/^GET \/api\/me$/, () => answer({ guest: true, name: "Ann", unreadable: false, account: { name: "Ann" } }));
  const app = await openFind(session, "Ann", { before });
  await app.until(() => app.find("[data-seek-rated]"), "the choice");
  assert.ok(!app.find("[data-name]"));
  app.intercept(/^PUT \/api\/me\/seek$/, () => refusal("no"));
  app.click('[data-seek-rated] [data-value="true"]');
  await seek(app);
  await app.shows(".note.is-error", "no");
  assert.equal(wishes(app)[0].rated, true);
});

test("the bar says how many others there are, and when bots come", async (session) => {
  const wish = sought({ fill_after: 120, bot: "easy" });
  const app = await openFind(session, "Ann", { before: seekIs({ seeking: true, wish, others: 2 }) });
  await app.until(() => app.find(SEEKING), "the bar");
  const text = app.text(SEEKING);
  assert.ok(text.includes(m("seek_others", { n: 2 })));
  assert.match(text, new RegExp(m("seek_bots_in", { time: "(2:00|1:5\\d)" })));
  assert.ok(!app.find(FORM));
});

test("the bar says when nobody else is there, and that no bots come", async (session) => {
  const app = await openFind(session, "Ann", { before: seekIs({ seeking: true, wish: sought() }) });
  await app.until(() => app.find(SEEKING), "the bar");
  for (const key of ["seek_alone", "seek_no_bots", "seek_stays"]) assert.ok(app.text(SEEKING).includes(m(key)), key);
});

slowTest("a player at another table is told that the table is ready, and goes there", async ({ openTable, prepare }) => {
  const found = await prepare("open", { group: "find: found" });
  let table = found.id;
  const before = (app) => {
    app.intercept(/^GET \/api\/me\/seek$/, () => answer(seekOut({ table })));
    app.intercept(/^DELETE \/api\/me\/seek$/, () => answer(seekOut({ table: (table = null) })));
  };
  const app = await openTable("open", { group: "find: found", before, storage: { "stromnetz.seeking": "on" } });
  await app.until(() => app.find(`[data-found="${found.id}"]`), "the note");
  assert.ok(app.text("[data-found]").startsWith(m("seek_found")));
  assert.equal(app.path, `/tables/${app.table.id}`);
  app.click(app.button(m("seek_to_table")));
  await app.until(() => app.path === `/tables/${found.id}` && app.find(".action.is-mine"), "the table");
  await app.gone("[data-found]");
});

test("a player who seeks is not asked at every table", async ({ openTable }) => {
  const app = await openTable("open");
  await app.until(() => app.find(".action.is-mine"), "the board");
  assert.ok(!app.requests.some((one) => one.path === "/api/me/seek"));
});

test("others who seek appear and leave without a reload", async (session) => {
  const app = await openFind(session, "Ann", { before: undefined });
  const [ben, wish] = [await Guest.named("Benedikt"), { edition: "outpost", map: "planet", players: 6, clock: "correspondence" }];
  await ben.send("PUT", "/api/me/seek", wish);
  const his = () => app.all("[data-seekers] li").find((one) => app.text(one.querySelector("b")) === "Benedikt");
  await app.until(his, "Ben seeks");
  assert.equal(app.text(his().querySelector("small")), `Power Grid: Outpost, The planet · ${t("n_players", { n: 6 })} · ${t("clock_mail")}`);
  await ben.send("DELETE", "/api/me/seek");
  await app.until(() => !his(), "Ben is gone");
});

test("the list of seekers says when it is empty, and leaves me out", async (session) => {
  const before = (app) => app.intercept(/^GET \/api\/seeks$/, () => answer({ seeks: [sought()] }));
  const app = await openFind(session, "Ann", { before });
  await app.until(() => app.texts(".find-page .text-muted").includes(m("no_seekers")), "nobody else");
  assert.ok(!app.find(SAME));
});

test("“Join” asks for exactly what the other seeks", async (session) => {
  const wish = { edition: "classic-2004", map: "usa", players: 5, clock: "live", bot: "hard", fill_after: 60, rated: false };
  const before = (app) => app.intercept(/^GET \/api\/seeks$/, () => answer({ seeks: [sought({ ...wish, mine: false, name: "Ben" })] }));
  const app = await openFind(session, "Ann", { before });
  await app.until(() => app.find(SAME), "Ben");
  app.intercept(/^PUT \/api\/me\/seek$/, () => refusal("too late"));
  app.click(SAME);
  await app.shows(".note.is-error", "too late");
  assert.deepEqual(wishes(app), [{ ...wish, name: "Ann" }]);
});

test("a guest sees why a rated game cannot be sought before a click", async (session) => {
  const seeks = [sought({ mine: false, name: "Ben", rated: true }), sought({ mine: false, name: "Cleo" })];
  const before = (app) => app.intercept(/^GET \/api\/seeks$/, () => answer({ seeks }));
  const app = await openFind(session, "Ann", { before });
  await app.until(() => app.all("[data-seekers] li").length === 2, "Ben and Cleo");
  const [rated, other] = app.all("[data-seekers] li");
  assert.ok(app.text(rated).endsWith(`${m("rated_needs_account")} ${t("account")}`));
  assert.ok(!rated.querySelector("button"));
  assert.equal(app.text(other.querySelector("button")), m("seek_same"));
});

test("without a connection a seek says so", async (session) => {
  const app = await openFind(session);
  app.intercept(/^PUT \/api\/me\/seek$/, fails);
  await seek(app);
  await app.shows(".note.is-error", t("no_server"));
  assert.ok(app.find(FORM));
});

// --- what the host offers ---

for (const [off, shown] of [["seeking", "[data-waiting]"], ["public_tables", FORM]]) {
  slowTest(`a server without ${off} shows only the other half`, async (session) => {
    const app = await openFind(session, "Ann", { before: withFeatures({ [off]: false }) });
    await app.until(() => app.find(shown), "the other half");
    assert.equal(app.all(".find-page .panel").length, 1);
    assert.equal(app.text("main > .text-muted"), "");
  });
}

test("a server with neither says how players meet", async ({ openPage }) => {
  const app = await openPage("/find-players", { before: withFeatures({ seeking: false, public_tables: false }) });
  await app.shows("main > .text-muted", m("find_off"));
  assert.ok(!app.find(".find-page .panel"));
});

slowTest("a server without clocks does not ask for one", async (session) => {
  const app = await openFind(session, "Ann", { before: withFeatures({ clocks: false }) });
  await app.until(() => app.find(FORM), "the form");
  assert.ok(!app.find(`${FORM} [aria-label="${t("clock")}"]`));
});

for (const language of ["de", "nl"]) {
  const define = language === "de" ? test : nightlyTest;
  define(`the page is in ${language}`, async (session) => {
    const [words, own] = [await translator(language), await translator(language, "meeting")];
    const app = await openFind(session, "Ann", { language });
    assert.equal(app.text("h1"), own("find_title"));
    await app.shows("main > .text-muted", own("find_text"));
    await app.shows("[data-seek]", own("seek_go"));
    assert.ok(app.field(words("edition")));
  });
}
