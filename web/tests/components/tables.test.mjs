// Two tables on one page: neither shows or does what belongs to the other.
import assert from "node:assert/strict";
import { editionWords, test, translator } from "./app.mjs";

const t = await translator();
const outpost = await editionWords("outpost");

let groups = 0;

/** Two tables of the same people on one page; `left` and `right` are selectors within each. */
async function openTwo({ openTables, prepare }, one, other) {
  const group = `tables ${++groups}`;
  const tables = [await prepare(one, { group }), await prepare(other, { group })];
  const app = await openTables(tables);
  const [left, right] = tables.map(({ id }) => (selector) => `[data-at="${id}"] ${selector}`);
  await app.until(() => app.find(left(".action.is-mine")) && app.find(right(".action.is-mine")), "both panels");
  return { app, tables, left, right };
}

const versionOf = (app, at) => Number(app.get(at(".table")).dataset.version);

test("a bid at one of two tables does not show at the other", async (session) => {
  const { app, tables, left, right } = await openTwo(session, "bid", "bid");
  const before = versionOf(app, left);
  app.type(left(".bid-input"), "29");
  await app.shows(left("[data-primary]"), t("bid_n", { n: 29 }));
  assert.equal(app.get(right(".bid-input")).value, "24");
  assert.equal(app.text(right("[data-primary]")), t("bid_n", { n: 24 }));
  app.click(left("[data-primary]"));
  await app.until(() => versionOf(app, left) > before && !app.find(left(".action.is-mine")), "the bid is made");
  await app.settled();
  assert.equal(versionOf(app, right), before);
  assert.equal(app.text(right("[data-high]")), "23");
  assert.ok(app.find(right(".action.is-mine:not([data-busy])")));
  assert.deepEqual(app.requests.filter((one) => one.path.endsWith("/moves")).map((one) => one.path), [`/api/tables/${tables[0].id}/moves`]);
});

test("two tables of different editions each have their own words, map and decision", async (session) => {
  const { app, left, right } = await openTwo(session, "bid", "network");
  assert.equal(app.text(left(".decision-title h2")), t("your_bid"));
  assert.equal(app.text(right(".decision-title h2")), outpost("web", "network_title"));
  assert.equal(app.text(left(".market h2")), t("plant_market"));
  assert.equal(app.text(right(".market h2")), outpost("web", "plant_market"));
  assert.ok(!app.find(left(".labour")) && app.find(right(".labour")));
  const cities = (at) => app.all(at("[data-city]")).map((one) => one.dataset.city);
  await app.until(() => cities(left).length && cities(right).length, "both maps");
  assert.deepEqual(cities(left).filter((city) => cities(right).includes(city)), []);
});

test("what is planned or open at one of two tables is not at the other", async (session) => {
  const { app, left, right } = await openTwo(session, "build", "build");
  app.click(left("[data-city-offer]"));
  await app.until(() => app.find(left(".plan-list li")), "the plan");
  assert.ok(!app.find(right(".plan-list li")));
  app.click(left("[data-menu]"));
  await app.until(() => app.find(left("dialog")), "the menu");
  assert.ok(!app.find(right("dialog")));
  app.click(left("dialog .close-button"));
  await app.gone("dialog");
});

test("a key does what it does at the table that has the focus", async (session) => {
  const { app, left, right } = await openTwo(session, "bid", "bid");
  app.get(left("[data-primary]")).focus();
  app.press("l");
  await app.until(() => app.find(left(".log-drawer")), "the log");
  assert.ok(!app.find(right(".log-drawer")));
  app.get(right("[data-primary]")).focus();
  app.press("?");
  await app.until(() => app.find(right("[data-keys]")), "the keys");
  assert.ok(!app.find(left("[data-keys]")));
});

test("leaving one of two tables ends its connection and leaves the other as it is", async (session) => {
  const { app, tables, left, right } = await openTwo(session, "bid", "bid");
  const open = () => [...app.sockets].filter((one) => /\/tables\//.test(one.url)).map((one) => one.url.split("/tables/")[1].slice(0, 22));
  assert.deepEqual(open().sort(), tables.map(({ id }) => id).sort());
  app.window.show([tables[1].id]);
  await app.until(() => open().length === 1, "one connection");
  assert.deepEqual(open(), [tables[1].id]);
  assert.ok(!app.find(left(".table")));
  const before = versionOf(app, right);
  app.click(right("[data-primary]"));
  await app.until(() => versionOf(app, right) > before, "the bid at the other table");
});
