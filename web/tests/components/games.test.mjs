// My tables: by turn and state, with an archive, kept up to date.
import assert from "node:assert/strict";
import { nightlyTest, slowTest, test, translator } from "./app.mjs";
import { answer, fails, Guest, guestsAt, refusal, withoutPauses } from "./people.mjs";

const t = await translator();
const m = await translator("en", "meeting");
const row = (table) => `[data-table="${table.id}"]`;
const filter = (name) => `.my-games [role=radio][data-value="${name}"]`;
const panel = (name) => `[data-show="${name}"]`;
const shown = (app) => app.all("[data-table]").map((one) => one.dataset.table);
const LISTS = ["all", "turn", "lobby", "running", "finished", "archived"];

/** Show one of the lists, and wait until these tables are in it, or that there is none. */
async function lists(app, name, ...tables) {
  app.click(filter(name));
  const wanted = tables.map((one) => one.id).sort().join();
  await app.until(() => app.find(panel(name)) && app.text(panel(name)) !== t("loading") && shown(app).sort().join() === wanted, `the list ${name}`);
  if (!tables.length) assert.equal(app.text(panel(name)), m("mine_none"));
  assert.equal(app.get(filter(name)).getAttribute("aria-checked"), "true");
}

/** Ann's tables: her turn, Ben's turn, a lobby, a finished game. */
async function four({ prepare }, group) {
  return {
    mine: await prepare("open", { group }),
    other: await prepare("open", { group, seats: ["Ben", "Ann", "Cleo"] }),
    lobby: await prepare("lobby", { group }),
    over: await prepare("scene/end", { group }),
  };
}

test("my tables are listed by turn and by state", async (session) => {
  const { mine, other, lobby, over } = await four(session, "mine: lists");
  const app = await session.openPage("/games", { cookie: mine.cookies.Ann });
  await app.until(() => shown(app).length === 4, "all tables");
  assert.deepEqual(app.all(".my-games [role=radio]").map((one) => one.dataset.value), LISTS);
  assert.equal(app.get(".my-games [aria-checked=true]").dataset.value, "all");
  const expected = { turn: [mine], lobby: [lobby], running: [mine, other], finished: [over], archived: [], all: [mine, other, lobby, over] };
  for (const [name, tables] of Object.entries(expected)) {
    await lists(app, name, ...tables);
  }
});

test("each row tells the players, the game, the round, the date and whose turn it is", async (session) => {
  const { mine, other, lobby, over } = await four(session, "mine: rows");
  const app = await session.openPage("/games", { cookie: mine.cookies.Ann });
  await app.until(() => shown(app).length === 4, "all tables");
  const smalls = (table) => app.texts(`${row(table)} small`);
  assert.equal(app.text(`${row(mine)} b`), "Ann, Ben, Cleo");
  assert.equal(smalls(mine)[0], "Power Grid (2004), Germany");
  const DATE = /^(?=.*\bNov\b)(?=.*\b2023\b)(?=.*\b\d+:\d\d\b)[^·]+$/;
  const [date, round] = smalls(mine)[1].split(" · ");
  assert.match(date, DATE);
  assert.equal(round, m("round_n", { n: 5 }));
  assert.match(smalls(lobby)[1], DATE);
  assert.deepEqual([mine, other, lobby, over].map((one) => app.text(`${row(one)} .tag`)), [
    t("your_turn"),
    t("turn_of", { name: "Ben" }),
    t("state_lobby", { n: 1 }),
    t("state_finished"),
  ]);
});

test("a table found by search says so", async ({ openPage }) => {
  const ann = await Guest.named("Ann");
  const table = { ...(await ann.openTable(["person", "open"])), origin: "seek" };
  const before = (app) => app.intercept(/^GET \/api\/me\/tables/, () => answer({ tables: [table], next: null }));
  const app = await openPage("/games", { cookie: ann.cookie, before });
  await app.until(() => app.find(row(table)), "the table");
  assert.ok(app.text(".table-entry").includes(m("by_seek")));
});

test("a row leads to its table", async (session) => {
  const table = await session.prepare("open");
  const app = await session.openPage("/games", { cookie: table.cookies.Ann });
  await app.until(() => app.find(row(table)), "the table");
  app.click(row(table));
  await app.until(() => app.path === `/tables/${table.id}` && app.find(".action.is-mine"), "the board");
});

test("a table leaves “my turn” when I have moved, and comes to the next player", async ({ openPage, prepare }) => {
  const table = await prepare("open");
  const guests = guestsAt(table);
  const pages = [];
  for (const name of ["Ann", "Ben"]) pages.push(await openPage("/games", { cookie: guests[name].cookie, before: withoutPauses }));
  const [ann, ben] = pages;
  await lists(ann, "turn", table);
  await lists(ben, "turn");
  await guests.Ann.move(table, { kind: "open", plant: 14, bid: 14 });
  await ben.shows(`${row(table)} .tag.is-urgent`, t("your_turn"));
  await ann.shows(panel("turn"), m("mine_none"));
});

slowTest("a table is archived and taken out again, for me alone", async (session) => {
  const { mine } = await four(session, "mine: archive");
  const app = await session.openPage("/games", { cookie: mine.cookies.Ann });
  await app.until(() => shown(app).length === 4, "all tables");
  assert.equal(app.text(`[data-archive="${mine.id}"]`), m("archive"));
  app.click(`[data-archive="${mine.id}"]`);
  await app.gone(row(mine));
  await lists(app, "turn");
  await lists(app, "archived", mine);
  const ben = await session.openPage("/games", { cookie: mine.cookies.Ben });
  await ben.until(() => ben.find(row(mine)), "Ben still has it");
  assert.equal(app.text(`[data-archive="${mine.id}"]`), m("unarchive"));
  app.click(`[data-archive="${mine.id}"]`);
  await app.gone(row(mine));
  await lists(app, "turn", mine);
});

test("an archive that fails is explained, and the table stays", async (session) => {
  const table = await session.prepare("open");
  const app = await session.openPage("/games", { cookie: table.cookies.Ann });
  await app.until(() => app.find(row(table)), "the table");
  app.intercept(/^PUT .*\/archived$/, () => refusal("Not yours."));
  app.click(`[data-archive="${table.id}"]`);
  await app.shows(".note.is-error", "Not yours.");
  assert.ok(app.find(row(table)));
});

test("more tables than fit on a page are loaded on demand", async ({ openPage }) => {
  const ann = await Guest.named("Ann");
  const tables = [];
  for (let i = 0; i < 3; i++) tables.push(await ann.openTable(["person", "open"]));
  const pages = [{ tables: tables.slice(0, 2), next: "1.x" }, { tables: tables.slice(2), next: null }];
  const before = (app) => app.intercept(/^GET \/api\/me\/tables\?show=/, ({ path }) => answer(pages[path.includes("&before=1.x") ? 1 : 0]));
  const app = await openPage("/games", { cookie: ann.cookie, before });
  await app.until(() => shown(app).length === 2, "the first page");
  app.click("[data-more]");
  await app.until(() => shown(app).length === 3, "the second page");
  await app.gone("[data-more]");
  assert.deepEqual(shown(app), tables.map((one) => one.id));
});

test("a late answer does not overwrite the list that was chosen since", async (session) => {
  const { mine, over } = await four(session, "mine: late");
  const held = [];
  const before = (app) => app.intercept(/^GET .*show=all/, () => new Promise((done) => held.push(done)));
  const app = await session.openPage("/games", { cookie: mine.cookies.Ann, before });
  await app.until(() => held.length, "the first request");
  await lists(app, "finished", over);
  for (const release of held) release(answer({ tables: [], next: null }));
  for (let i = 0; i < 5; i++) await app.rendered();
  assert.deepEqual(shown(app), [over.id]);
});

test("a player without tables is told so", async ({ openPage }) => {
  const app = await openPage("/games");
  await app.shows(panel("all"), m("mine_none"));
  app.click(app.button(t("back")));
  await app.until(() => app.path === "/" && app.find("[data-play-now]"), "the start page");
});

test("without a connection the page says so", async ({ openPage }) => {
  const app = await openPage("/games", { before: (one) => one.intercept(/^GET \/api\/me\/tables/, fails) });
  await app.shows(".note.is-error", t("no_server"));
  assert.equal(app.text(panel("all")), t("loading"));
});

test("an invitation is marked in the list", async ({ openPage, prepare }) => {
  const old = await prepare("scene/end", { seats: ["Ann", "Ben", "plain", "easy"] });
  const { Ann, Ben } = guestsAt(old);
  const { table } = await Ann.send("POST", `/api/tables/${old.id}/rematch`, {});
  const app = await openPage("/games", { cookie: Ben.cookie });
  await app.until(() => app.find(row(table)), "the rematch");
  assert.equal(app.text(`${row(table)} .tag.is-urgent`), t("you_are_invited"));
});

slowTest("names from right to left are kept apart from the words around them", async ({ openPage }) => {
  const [dana, ali] = ["\u05d3\u05e0\u05d4", "\u0645\u062d\u0645\u062f"];
  const [guest, other] = [await Guest.named(dana), await Guest.named(ali)];
  const table = await guest.openTable(["person", "open"]);
  await other.join(table);
  const app = await openPage("/games", { cookie: guest.cookie });
  await app.until(() => app.find(row(table)), "the table");
  assert.equal(app.text(`${row(table)} b`), `\u2068${dana}\u2069, \u2068${ali}\u2069`);
});

for (const language of ["de", "nl"]) {
  const define = language === "nl" ? test : nightlyTest;
  define(`the page is in ${language}`, async ({ openPage, prepare }) => {
    const [words, own] = [await translator(language), await translator(language, "meeting")];
    const table = await prepare("open");
    const app = await openPage("/games", { cookie: table.cookies.Ann, language });
    await app.until(() => app.find(row(table)), "the table");
    assert.equal(app.text("h1"), words("my_tables"));
    assert.deepEqual(app.texts(".my-games [role=radio]"), LISTS.map((name) => own(`mine_${name}`)));
    assert.equal(app.text(`${row(table)} .tag`), words("your_turn"));
    assert.ok(app.text(".table-entry").includes(own("round_n", { n: 5 })));
  });
}
