// The summary of a round: by itself when a round ends, and again from the headings of the log. The bids of an auction,
// while it runs and after it.
import assert from "node:assert/strict";
import { PHONE, slowTest, test, translator } from "./app.mjs";
import { Decision } from "./decision.mjs";

const t = await translator();
const s = await translator("en", "round");
const SUMMARY = "[data-summary]";
const row = (app, seat) => app.texts(`${SUMMARY} [data-share="${seat}"] td`);
const columns = (app) => app.texts(`${SUMMARY} [data-column]`);

/** Make the last decision of round 5, so that round 6 begins. */
async function endRound(app) {
  const decision = new Decision(app, "run");
  await decision.offers(t("run_for", { n: 3, income: 44 }));
  app.click(decision.primary);
  await app.until(() => app.find('.action.is-mine[data-decision="auction"]'), "the next round");
}

async function openLog(app) {
  app.click("[data-log]");
  await app.until(() => app.find(".log-list .log-phase"), "the log");
}

test("when a round ends, a card sums it up until it is closed", async ({ openTable }) => {
  const app = await openTable("run");
  assert.ok(!app.find(SUMMARY));
  await endRound(app);
  await app.until(() => app.find(SUMMARY), "the summary");
  assert.equal(app.text(`${SUMMARY} h2`), s("title", { round: 5 }));
  assert.deepEqual(columns(app), [s("earned")]);
  assert.deepEqual(row(app, 0), ["+44"]);
  app.click(app.button(t("close"), SUMMARY));
  await app.until(() => !app.find(SUMMARY), "the summary is closed");
});

test("the summary goes with the next move of the player", async ({ openTable }) => {
  const app = await openTable("run");
  await endRound(app);
  await app.until(() => app.find(SUMMARY), "the summary");
  const decision = new Decision(app, "auction");
  app.click(app.find(decision.quiet) ?? decision.secondary);
  await app.until(() => !app.find(SUMMARY), "the summary is gone");
});

test("on a phone, a line opens the summary", async ({ openTable }) => {
  const app = await openTable("run", { screen: PHONE });
  await endRound(app);
  await app.until(() => app.find("[data-open-summary]"), "the line");
  assert.ok(!app.find(SUMMARY));
  assert.equal(app.text("[data-open-summary]"), s("title", { round: 5 }));
  app.click("[data-open-summary]");
  await app.until(() => app.find(`dialog ${SUMMARY}`), "the summary");
  assert.deepEqual(row(app, 0), ["+44"]);
});

test("a switch of the menu turns the summary off", async ({ openTable, reload }) => {
  const app = await openTable("run");
  app.click("[data-menu]");
  await app.until(() => app.find("dialog .switch"), "the menu");
  const field = app.field(t("round_summary"));
  assert.ok(field.checked);
  app.click(field);
  const again = await reload(app);
  await endRound(again);
  assert.ok(!again.find(`${SUMMARY}, [data-open-summary]`));
});

test("each round heading of the log opens the summary of its round", async ({ openTable }) => {
  const app = await openTable("scene/auction");
  const { rows } = await app.json(`/api/tables/${app.table.id}/history`);
  const events = rows.flatMap((one) => one.events ?? []);
  const from = events.findIndex((one) => one.kind === "round-began" && one.round === 3);
  const third = events.slice(from, events.findIndex((one) => one.kind === "round-began" && one.round === 4));
  const own = third.filter((one) => one.seat === 0);
  const sum = (kind, value) => own.filter((one) => one.kind === kind).reduce((all, one) => all + value(one), 0);
  await openLog(app);
  const rounds = app.all(".log-list [data-round]").map((one) => Number(one.dataset.round));
  assert.deepEqual(rounds, rounds.map((_, i) => rounds[0] + i));
  app.click('.log-list [data-round="3"]');
  await app.until(() => app.find('[data-summary="3"]'), "the summary");
  const shown = Object.fromEntries(columns(app).map((name, i) => [name, row(app, 0)[i]]));
  assert.equal(shown[s("earned")], `+${sum("plants-ran", (one) => one.income)}`);
  assert.equal(shown[s("resources")], String(sum("fuel-bought", (one) => one.cost) || "–"));
  const cities = own.filter((one) => one.kind === "city-connected").length;
  if (cities) assert.equal(shown[s("built")], s("for_cost", { what: cities, cost: sum("city-connected", (one) => one.place_cost + one.connection_cost) }));
  const plants = own.filter((one) => one.kind === "plant-bought").map((one) => s("for_cost", { what: String(one.plant).padStart(2, "0"), cost: one.price }));
  if (shown[s("bought")]) assert.equal(shown[s("bought")], plants.join(", ") || "–");
  app.click(app.button(s("earlier"), SUMMARY));
  await app.until(() => app.find('[data-summary="2"]'), "the round before");
});

slowTest("of the running round, the summary tells what has happened so far", async ({ openTable }) => {
  const app = await openTable("scene/auction");
  await openLog(app);
  app.click(app.all(".log-list [data-round]").at(-1));
  await app.until(() => app.find(SUMMARY), "the summary");
  const { round } = await app.view();
  assert.equal(app.text(`${SUMMARY} h2`), s("so_far", { round }));
});

for (const name of ["scene/network", "deluxe-europe-2", "scene/robot", "money-hidden", "robots-bidding"]) {
  slowTest(`every round has a summary: ${name}`, async ({ openTable }) => {
    const app = await openTable(name);
    await openLog(app);
    for (const { dataset: { round } } of app.all(".log-list [data-round]")) {
      app.click(`.log-list [data-round="${round}"]`);
      await app.until(() => app.find(`[data-summary="${round}"]`), `round ${round}`);
      assert.doesNotMatch(app.text(SUMMARY), /undefined|null|NaN/);
    }
  });
}

// --- bids ---

test("an auction lists all its bids, and they stay after the sale", async ({ openTable, joinTable }) => {
  const ann = await openTable("bid");
  await ann.until(() => ann.find(".all-bids"), "the bids");
  assert.equal(ann.text(".all-bids summary"), t("bids_n", { n: 2 }));
  assert.equal(ann.text(".all-bids p"), "Ben 20, Cleo 23");
  const ben = await joinTable(ann.table, { who: "Ben" });
  const bid = new Decision(ann, "bid");
  await bid.press();
  await ann.until(() => ann.text(".all-bids p") === "Ben 20, Cleo 23, Ann 24", "the bid is listed");
  const others = [ben, await joinTable(ann.table, { who: "Cleo" })];
  for (const other of others) {
    const decision = new Decision(other, "bid");
    await other.until(() => other.find(decision.secondary), "may pass");
    await decision.press(decision.secondary);
  }
  await ann.until(() => ann.find("[data-last-sale]"), "the sale");
  assert.equal(ann.text("[data-last-sale]"), `14 Ben 20, Cleo 23, Ann 24: ${t("sold_to", { name: "Ann", n: 24 })}`);
});

slowTest("in a past position, the bids up to it are listed", async ({ openTable }) => {
  const app = await openTable("bid");
  await app.click("[data-log]");
  const first = (await app.json(`/api/tables/${app.table.id}/history`)).rows.find((one) => one.events?.some((event) => event.kind === "auction-opened"));
  await app.until(() => app.find(`.log-list [data-show="${first.seq}"]`), "the log");
  app.click(`.log-list [data-show="${first.seq}"]`);
  await app.until(() => app.find(".in-past"), "the past");
  assert.ok(!app.find(".all-bids"));
});

slowTest("the summary of a round keeps the bids of its auctions", async ({ openTable }) => {
  const app = await openTable("scene/bid");
  await openLog(app);
  for (const { dataset: { round } } of app.all(".log-list [data-round]")) {
    app.click(`.log-list [data-round="${round}"]`);
    await app.until(() => app.find(`[data-summary="${round}"]`), `round ${round}`);
    if (app.find("[data-bids]")) break;
  }
  assert.match(app.text("[data-bids] p"), /^\d+ (Ann|Ben|Cleo|Dan) \d+, /);
});
