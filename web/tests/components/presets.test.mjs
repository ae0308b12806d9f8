// Moves set in advance: bids, fuel and cities that a player sets while others decide, and the server makes for them.
import assert from "node:assert/strict";
import { PHONE, slowTest, test, translator } from "./app.mjs";
import { Decision } from "./decision.mjs";
import { guestsAt } from "./people.mjs";

const t = await translator();
const PANEL = "[data-preset-moves]";
const COUNT = `${PANEL} summary b`;

/** Open a table as Ben while Ann decides. */
async function openAsBen(openTable, name, options) {
  const ben = await openTable(name, { who: "Ben", ...options });
  await ben.until(() => ben.find(PANEL), "the panel for moves in advance");
  return ben;
}

const line = (kind) => `${PANEL} [data-preset="${kind}"]`;
const sent = (app) => app.requests.filter((one) => one.method === "PUT" && one.path.endsWith("/preset-moves")).map((one) => one.body);
const stored = (app, seat = 1) => app.json(`/api/tables/${app.table.id}/seats/${seat}/preset-moves`);
const history = async (app) => (await app.json(`/api/tables/${app.table.id}/history`)).rows;

/** Type the most to be paid into the nth of the forms, and send it. */
async function setMost(app, most, n = 0) {
  app.type(app.all(`${PANEL} .limit-form input`)[n], String(most));
  await new Promise(setImmediate); // the form is drawn again
  app.submit(app.all(`${PANEL} .limit-form`)[n]);
}

const says = (app, kind, text) => app.shows(`${line(kind)} span`, text);

// --- bids ---

test("the panel explains itself and nothing is set at first", async ({ openTable }) => {
  const ben = await openAsBen(openTable, "open");
  assert.equal(ben.text(`${PANEL} summary`), t("preset_moves"));
  assert.ok(!ben.get(PANEL).open);
  assert.equal(ben.text(`${PANEL} > .text-muted`), t("preset_moves_text"));
  assert.ok(!ben.find(`${PANEL} [data-preset]`));
  assert.equal(ben.text(".waiting-note h2"), t("waiting_for", { name: "Ann" }));
});

test("a maximum bid is set for the first plant on offer", async ({ openTable }) => {
  const ben = await openAsBen(openTable, "open");
  assert.equal(ben.text(`${PANEL} .limit-form label`), t("bid_up_to", { plant: "10" }));
  assert.equal(ben.get(`${PANEL} .limit-form input`).value, "11");
  await setMost(ben, 30);
  await says(ben, "bid", t("preset_bid", { plant: "10", most: 30 }));
  await ben.shows(COUNT, "1");
  assert.ok(ben.get(PANEL).open);
  assert.deepEqual((await stored(ben)).bids, [{ plant: 10, most: 30 }]);
});

slowTest("a maximum bid is set for the plant chosen in the list", async ({ openTable }) => {
  const ben = await openAsBen(openTable, "open");
  assert.deepEqual(ben.texts(`${PANEL} section:first-of-type option`), ["10", "11", "12", "14"].map((plant) => t("plant_n", { plant })));
  ben.choose(`${PANEL} select`, "12");
  await ben.until(() => ben.text(`${PANEL} .limit-form label`) === t("bid_up_to", { plant: "12" }), "plant 12 is chosen");
  assert.equal(ben.get(`${PANEL} .limit-form input`).value, "13");
  await setMost(ben, 20);
  await says(ben, "bid", t("preset_bid", { plant: "12", most: 20 }));
});

test("no more money can be bid in advance than the player has", async ({ openTable }) => {
  const ben = await openAsBen(openTable, "open");
  await setMost(ben, 500);
  await says(ben, "bid", t("preset_bid", { plant: "10", most: 80 }));
});

test("in a running auction only its plant can be bid for", async ({ openTable }) => {
  const ben = await openAsBen(openTable, "bid");
  assert.ok(!ben.find(`${PANEL} select[aria-label="${t("plant_market")}"]`));
  assert.equal(ben.text(`${PANEL} .limit-form label`), t("bid_up_to", { plant: "14" }));
  assert.equal(ben.get(`${PANEL} .limit-form input`).value, "24");
});

slowTest("a player who has passed cannot bid for this plant any more", async ({ openTable, joinTable }) => {
  const ann = await openTable("bid");
  const bid = new Decision(ann, "bid");
  await bid.isTitled(t("your_bid"));
  await bid.press(bid.secondary);
  await ann.until(() => ann.find(PANEL), "the panel");
  assert.ok(!ann.find(`${PANEL} .limit-form`));
  assert.ok(ann.texts(`${PANEL} .switch`).includes(t("pass_phase")));
  const ben = await joinTable(ann.table, { who: "Ben" });
  await new Decision(ben, "bid").isTitled(t("your_bid"));
});

slowTest("a bid becomes a pass for the same plant", async ({ openTable }) => {
  const ben = await openAsBen(openTable, "open");
  await setMost(ben, 30);
  await says(ben, "bid", t("preset_bid", { plant: "10", most: 30 }));
  ben.click(`${PANEL} [data-pass-plant]`);
  await says(ben, "bid", t("preset_pass", { plant: "10" }));
  assert.equal(ben.text(COUNT), "1");
  assert.deepEqual((await stored(ben)).bids, [{ plant: 10, most: 0 }]);
});

test("passing for the whole phase is switched on and off", async ({ openTable }) => {
  const ben = await openAsBen(openTable, "open");
  ben.choose(ben.field(t("pass_phase")), true);
  await ben.shows(COUNT, "1");
  assert.equal((await stored(ben)).pass_phase, true);
  ben.choose(ben.field(t("pass_phase")), false);
  await ben.gone(COUNT);
  assert.equal((await stored(ben)).pass_phase, false);
});

test("in round 1 nobody can pass the phase", async ({ openTable }) => {
  const ben = await openAsBen(openTable, "open-must");
  assert.ok(ben.find(`${PANEL} .limit-form`));
  assert.ok(!ben.find(`${PANEL} .switch`));
});

test("each move in advance can be revoked by itself", async ({ openTable }) => {
  const ben = await openAsBen(openTable, "open");
  await setMost(ben, 30);
  await ben.shows(COUNT, "1");
  ben.choose(ben.field(t("pass_phase")), true);
  await ben.shows(COUNT, "2");
  ben.click(ben.button(t("revoke"), line("bid")));
  await ben.gone(line("bid"));
  assert.equal(ben.text(COUNT), "1");
  const { bids, pass_phase } = await stored(ben);
  assert.deepEqual([bids, pass_phase], [[], true]);
});

test("a refused change leaves everything as it was, and says why", async ({ openTable }) => {
  const ben = await openAsBen(openTable, "open");
  await setMost(ben, 30);
  await ben.shows(COUNT, "1");
  const restore = ben.intercept(/PUT .*\/preset-moves/, () => Response.json({ error: { kind: "conflict", message: "not now", facts: {} } }, { status: 409 }));
  ben.choose(ben.field(t("pass_phase")), true);
  await ben.shows(".action .note.is-error", `${t("refused")} not now×`);
  restore();
  ben.click(`${PANEL} [data-pass-plant]`);
  await says(ben, "bid", t("preset_pass", { plant: "10" }));
  assert.equal(ben.text(COUNT), "1");
  assert.equal((await stored(ben)).pass_phase, false);
});

test("changes made faster than the server answers are all kept", async ({ openTable }) => {
  const ben = await openAsBen(openTable, "open");
  let go;
  const answered = new Promise((done) => (go = done));
  ben.intercept(/PUT .*\/preset-moves/, () => answered);
  ben.choose(ben.field(t("pass_phase")), true);
  await setMost(ben, 30);
  ben.choose(`${PANEL} select`, "11");
  await ben.until(() => ben.text(`${PANEL} .limit-form label`) === t("bid_up_to", { plant: "11" }), "plant 11 is chosen");
  ben.click(`${PANEL} [data-pass-plant]`);
  assert.ok(!ben.find(`${PANEL} [data-preset]`));
  go();
  await ben.shows(COUNT, "3");
  assert.deepEqual(ben.texts(`${line("bid")} span`), [t("preset_bid", { plant: "10", most: 30 }), t("preset_pass", { plant: "11" })]);
  assert.equal(sent(ben).length, 3);
  const { bids, pass_phase } = await stored(ben);
  assert.deepEqual([bids, pass_phase], [[{ plant: 10, most: 30 }, { plant: 11, most: 0 }], true]);
});

test("a maximum bid raises by one, and the others do not see it", async ({ openTable, joinTable }) => {
  const ben = await openAsBen(openTable, "open");
  await setMost(ben, 30);
  await ben.shows(COUNT, "1");
  const ann = await joinTable(ben.table);
  assert.ok(!ann.find("[data-preset]"));
  await assert.rejects(stored(ann), /403/);
  const open = new Decision(ann, "auction");
  ann.click('button.plant-card[data-plant="10"]');
  await open.offers(t("open_for", { plant: "10", bid: 10 }));
  ann.click(open.primary);
  for (const app of [ann, ben]) await app.until(() => app.find("[data-high]")?.textContent.startsWith("11"), "Ben bids 11");
  assert.deepEqual((await history(ann)).at(-1).move, { kind: "bid", amount: 11 });
  assert.ok(!ben.find(".action.is-mine"));
  await says(ben, "bid", t("preset_bid", { plant: "10", most: 30 }));
});

slowTest("a pass in advance is made when the plant comes up", async ({ openTable, joinTable }) => {
  const ben = await openAsBen(openTable, "open");
  ben.click(`${PANEL} [data-pass-plant]`);
  await ben.shows(COUNT, "1");
  const ann = await joinTable(ben.table);
  const open = new Decision(ann, "auction");
  ann.click('button.plant-card[data-plant="10"]');
  await open.offers(t("open_for", { plant: "10", bid: 10 }));
  ann.click(open.primary);
  await ann.shows(".waiting-note h2", t("waiting_for", { name: "Cleo" }));
  const row = (await history(ann)).at(-1);
  assert.deepEqual([row.seat, row.move], [1, { kind: "pass" }]);
});

slowTest("passing the phase in advance skips the player's turn", async ({ openTable, joinTable }) => {
  const ben = await openAsBen(openTable, "open");
  ben.choose(ben.field(t("pass_phase")), true);
  await ben.shows(COUNT, "1");
  const ann = await joinTable(ben.table);
  const open = new Decision(ann, "auction");
  ann.click(open.secondary);
  await ann.shows(".waiting-note h2", t("waiting_for", { name: "Cleo" }));
  assert.ok((await ann.view()).players[1].sat_out);
});

// --- fuel and cities ---

/** Ann and Cleo buy and build nothing. */
async function passFor(session, table, kind, people = ["Ann", "Cleo"]) {
  for (const who of people) {
    const app = await session.joinTable(table, { who, storage: { "stromnetz.warning.fuel": "off" } });
    const decision = new Decision(app, kind);
    await app.until(() => app.find(decision.quiet), `${who} is asked`);
    app.click(decision.quiet);
    await app.until(() => app.find(".action.is-idle"), `${who} has passed`);
  }
}

async function planOil(ben) {
  ben.click(await ben.until(() => ben.find('.fuel [data-fuel="oil"] .stepper button:last-child:not([aria-disabled])'), "oil can be planned"));
  await ben.shows('.fuel [data-fuel="oil"] .stepper b', "1");
}

test("fuel is planned with the market's steppers", async ({ openTable }) => {
  const ben = await openAsBen(openTable, "fuel");
  assert.ok(ben.texts(`${PANEL} .text-muted`).includes(t("buy_hint")));
  await planOil(ben);
  await ben.until(() => ben.find(`${PANEL} .limit-form input`)?.value === "3", "the price of one oil");
  assert.equal(ben.text(`${PANEL} .limit-form label`), t("buy_up_to", { what: "1 oil" }));
  assert.ok(!ben.find(line("fuel")));
});

test("the amount typed for fuel stays when its price arrives late", async ({ openTable }) => {
  const ben = await openAsBen(openTable, "fuel");
  await ben.until(() => ben.find('.fuel [data-fuel="oil"] .stepper button:last-child:not([aria-disabled])'), "oil can be planned");
  let go;
  const answered = new Promise((done) => (go = done));
  const restore = ben.intercept(/POST .*\/forecast/, () => answered);
  ben.click('.fuel [data-fuel="oil"] .stepper button:last-child');
  await ben.until(() => ben.find(`${PANEL} .limit-form input`), "the form");
  ben.type(`${PANEL} .limit-form input`, "40");
  go();
  restore();
  await ben.shows('.fuel [data-fuel="oil"] .fuel-cost', "3");
  assert.equal(ben.get(`${PANEL} .limit-form input`).value, "40");
  ben.submit(`${PANEL} .limit-form`);
  await says(ben, "fuel", t("preset_buy", { what: "1 oil", most: 40 }));
});

slowTest("fuel set in advance is bought when the turn comes", async (session) => {
  const ben = await openAsBen(session.openTable, "fuel");
  await planOil(ben);
  await setMost(ben, 10);
  await says(ben, "fuel", t("preset_buy", { what: "1 oil", most: 10 }));
  assert.deepEqual((await stored(ben)).fuel, { buy: { oil: 1 }, most: 10 });
  await passFor(session, ben.table, "fuel");
  await ben.until(async () => (await ben.view()).phase === "building", "the building phase");
  const own = (await history(ben)).filter((row) => row.seat === 1 && row.move).map((row) => row.move);
  assert.deepEqual(own, [{ kind: "buy", fuel: "oil", count: 1 }, { kind: "done" }]);
  assert.deepEqual((await ben.view()).players[1].fuel, { oil: 1 });
});

test("a limit below the price of the plan is refused with the price", async ({ openTable }) => {
  const ben = await openAsBen(openTable, "fuel");
  await planOil(ben);
  await setMost(ben, 1);
  await ben.until(() => ben.find(".action .note.is-error")?.textContent.includes("costs 3"), "the price");
  assert.ok(!ben.find(line("fuel")));
});

slowTest("a city that is full when the turn comes is not connected, and the player is told", async (session) => {
  const ben = await openAsBen(session.openTable, "build");
  await ben.until(() => ben.all(`${PANEL} [data-add-city] option`).length > 2, "the cities");
  ben.choose(`${PANEL} [data-add-city]`, "osnabrueck");
  await ben.until(() => ben.find(`${PANEL} .limit-form`), "the form");
  await setMost(ben, 60);
  await says(ben, "build", t("preset_buy", { what: "Osnabrück", most: 60 }));
  const ann = guestsAt(ben.table).Ann;
  await ann.move(ben.table, { kind: "connect", city: "osnabrueck" }, { kind: "done" });
  await passFor(session, ben.table, "build", ["Cleo"]);
  await new Decision(ben, "build").isTitled(t("build_title"));
  await ben.shows("[data-dropped] span", `${t("dropped_build")} ${t("dropped")}`);
  ben.click("[data-dropped] button");
  await ben.gone("[data-dropped]");
});

slowTest("planned fuel is the plan when the turn comes, without anything set in advance", async (session) => {
  const ben = await openAsBen(session.openTable, "fuel", { storage: { "stromnetz.warning.fuel": "off" } });
  await planOil(ben);
  await passFor(session, ben.table, "fuel");
  const fuel = new Decision(ben, "fuel");
  await fuel.offers(t("buy_n", { n: 1, cost: 3 }));
  assert.equal(ben.text('.fuel [data-fuel="oil"] .stepper b'), "1");
  const view = await fuel.press();
  assert.deepEqual(view.players[1].fuel, { oil: 1 });
});

slowTest("fuel planned during the auctions is the plan in the fuel phase", async ({ openTable }) => {
  // all others are bots, which answer at once
  const app = await openTable("open", { seats: ["Ann", "plain", "plain"] });
  const coal = '.fuel [data-fuel="coal"]';
  app.click(await app.until(() => app.find(`${coal} .stepper button:last-child:not([aria-disabled])`), "coal can be planned"));
  await app.until(() => app.text(`${coal} .fuel-cost`) === app.text(`${coal} .next-price`), "the price of one coal");
  assert.equal(app.text(`${coal} .stepper b`), "1");
  app.click(new Decision(app, "auction").secondary);
  const fuel = new Decision(app, "fuel");
  await app.until(() => app.find(fuel.panel), "fuel is asked for");
  await app.shows(`${coal} .stepper b`, "1");
  await app.until(() => /^Buy 1 for/.test(app.find(fuel.primary)?.textContent), "the plan");
});

test("cities are added in order of price, and their prices add up", async ({ openTable }) => {
  const ben = await openAsBen(openTable, "fuel");
  await ben.until(() => ben.all(`${PANEL} [data-add-city] option`).length > 2, "the cities");
  const prices = ben.texts(`${PANEL} [data-add-city] option`).slice(1).map((one) => Number(/\d+$/.exec(one)[0]));
  assert.deepEqual(prices, [...prices].sort((a, b) => a - b));
  const [, first, second] = ben.all(`${PANEL} [data-add-city] option`).map((one) => one.value);
  ben.choose(`${PANEL} [data-add-city]`, first);
  await ben.until(() => ben.find(`${PANEL} .limit-form input`)?.value === String(prices[0]), "the price of the first");
  assert.ok(!ben.all(`${PANEL} [data-add-city] option`).some((one) => one.value === first));
  ben.choose(`${PANEL} [data-add-city]`, second);
  await ben.until(() => ben.find(`${PANEL} .limit-form input`)?.value === String(prices[0] + prices[1]), "the price of both");
});

slowTest("cities set in advance are connected when the turn comes", async (session) => {
  const ben = await openAsBen(session.openTable, "build");
  await ben.until(() => ben.all(`${PANEL} [data-add-city] option`).length > 2, "the cities");
  ben.choose(`${PANEL} [data-add-city]`, "duisburg");
  await ben.until(() => ben.find(`${PANEL} .limit-form`), "the form");
  await setMost(ben, 20);
  await says(ben, "build", t("preset_buy", { what: "Duisburg", most: 20 }));
  assert.ok(!ben.find(`${PANEL} .limit-form`));
  assert.deepEqual((await stored(ben)).build, { cities: ["duisburg"], most: 20 });
  await passFor(session, ben.table, "build");
  await ben.until(async () => (await ben.view()).houses.duisburg, "Duisburg is connected");
  const own = async () => (await history(ben)).filter((row) => row.seat === 1 && row.move).map((row) => row.move.kind);
  await ben.until(async () => (await own()).length >= 2, "the plan is carried out");
  assert.deepEqual((await own()).slice(0, 2), ["connect", "done"]);
});

slowTest("cities are planned on the map, and the limit is what they cost together", async (session) => {
  const ben = await openAsBen(session.openTable, "fuel");
  await ben.until(() => ben.all(`${PANEL} [data-add-city] option`).length > 2, "the cities");
  const alone = (city) => Number(/\d+$/.exec(ben.text(`${PANEL} [data-add-city] option[value="${city}"]`))[0]);
  const apart = alone("muenster") + alone("osnabrueck");
  for (const [n, city] of ["muenster", "osnabrueck"].entries()) {
    ben.click(`[data-city="${city}"]`);
    await ben.until(() => ben.all(`${PANEL} .plan-list li`).length === n + 1, city);
  }
  assert.ok(ben.get('[data-city="muenster"]').matches(".is-planned"));
  const { planned } = await ben.post(`/api/tables/${ben.table.id}/prices`, { seat: 1, moves: ["muenster", "osnabrueck"].map((city) => ({ kind: "connect", city })) });
  const cost = planned.reduce((sum, one) => sum + one.cost, 0);
  assert.ok(cost < apart, "the second is connected from the first");
  assert.equal(ben.get(`${PANEL} .limit-form input`).value, String(cost));
  // a city of one's own is only looked at
  ben.click('[data-city="essen"]');
  await ben.rendered();
  assert.equal(ben.all(`${PANEL} .plan-list li`).length, 2);
  ben.submit(`${PANEL} .limit-form`);
  await says(ben, "build", t("preset_buy", { what: "Münster, Osnabrück", most: cost }));
  assert.deepEqual((await stored(ben)).build, { cities: ["muenster", "osnabrueck"], most: cost });
  assert.ok(ben.get('[data-city="muenster"]').matches(".is-planned"), "the map still shows it");
  // changed on the map
  ben.click('[data-city="muenster"]');
  await ben.until(() => ben.all(`${PANEL} .plan-list li`).length === 1, "one city less");
});

test("a plan that is too expensive says so before it is set", async ({ openTable }) => {
  const ben = await openAsBen(openTable, "fuel");
  for (const [n, city] of ["wilhelmshaven", "luebeck", "kiel"].entries()) {
    await ben.until(() => ben.find(`${PANEL} [data-add-city] option[value="${city}"]`), city);
    ben.choose(`${PANEL} [data-add-city]`, city);
    await ben.until(() => ben.all(`${PANEL} .plan-list li`).length === n + 1, city);
  }
  assert.match(ben.text(`${PANEL} .note.is-calm`), /more than you have/);
  ben.click(`${PANEL} [data-clear-cities]`);
  await ben.gone(`${PANEL} .plan-list`);
});

slowTest("planned cities are the plan when the turn comes, without anything set in advance", async (session) => {
  const ben = await openAsBen(session.openTable, "build");
  await ben.until(() => ben.all(`${PANEL} [data-add-city] option`).length > 2, "the cities");
  ben.click('[data-city="muenster"]');
  await ben.until(() => ben.find(`${PANEL} .plan-list li`), "the plan");
  await passFor(session, ben.table, "build");
  await new Decision(ben, "build").isTitled(t("build_title"));
  await ben.until(() => ben.find(".action.is-mine .plan-list .plan-city")?.textContent.startsWith("Münster"), "the plan");
});

test("a purchase is pre-set in the plan column of the market", async ({ openTable }) => {
  const ben = await openAsBen(openTable, "fuel");
  await planOil(ben);
  ben.click(await ben.until(() => ben.find(".fuel [data-preset-fuel]"), "the button"));
  await says(ben, "fuel", t("preset_buy", { what: "1 oil", most: 3 }));
  await ben.gone(".fuel [data-preset-fuel]");
  assert.deepEqual((await stored(ben)).fuel, { buy: { oil: 1 }, most: 3 });
});

const STANDING = (what) => `${PANEL} [data-standing="${what}"]`;

slowTest("nothing is bought or built and plants run as suggested, for a round or until cancelled", async (session) => {
  const ben = await openAsBen(session.openTable, "fuel");
  for (const [n, [what, scope]] of [["buy_nothing", "always"], ["build_nothing", "round"], ["run", "round"]].entries()) {
    ben.choose(STANDING(what), scope);
    await ben.shows(COUNT, String(n + 1));
  }
  const now = await stored(ben);
  assert.deepEqual([now.buy_nothing, now.build_nothing, now.run], ["always", "round", "round"]);
  // a plan takes the place of nothing
  await planOil(ben);
  await setMost(ben, 5);
  await ben.until(() => ben.get(STANDING("buy_nothing")).value === "", "the plan holds");
  ben.choose(STANDING("buy_nothing"), "round");
  await ben.gone(line("fuel"));
  await passFor(session, ben.table, "fuel");
  await ben.until(async () => (await ben.view()).phase === "building", "the building phase");
  const own = (await history(ben)).filter((row) => row.seat === 1 && row.move).map((row) => row.move);
  assert.deepEqual(own, [{ kind: "done" }]);
});

slowTest("a pre-set turn calls nobody, and can be decided by hand", async (session) => {
  const ben = await openAsBen(session.openTable, "fuel");
  ben.choose(STANDING("buy_nothing"), "round");
  await ben.shows(COUNT, "1");
  let flashed = 0;
  const look = () => void (flashed += Number(ben.document.title.includes(t("your_turn")) || ben.find(".action.is-mine") !== null));
  const timer = setInterval(look, 1);
  await passFor(session, ben.table, "fuel");
  await ben.shows("[data-preset-coming] h2", t("preset_coming"));
  assert.equal(ben.text('.player-card[data-seat="1"] .tag'), t("preset_tag"));
  clearInterval(timer);
  assert.equal(flashed, 0);
  ben.click("[data-preset-coming] button");
  await new Decision(ben, "fuel").isTitled(t("buy_title"));
  await ben.until(async () => (await stored(ben)).buy_nothing === null, "it is cancelled");
  assert.ok(ben.document.title.includes(t("your_turn")));
});

slowTest("fuel and cities are set and revoked independently", async ({ openTable }) => {
  const ben = await openAsBen(openTable, "fuel");
  await planOil(ben);
  await setMost(ben, 10);
  await ben.shows(COUNT, "1");
  await ben.until(() => ben.all(`${PANEL} [data-add-city] option`).length > 2, "the cities");
  ben.choose(`${PANEL} [data-add-city]`, "duisburg");
  await ben.until(() => ben.find(`${PANEL} .plan-list li`), "the form for cities");
  await setMost(ben, 20);
  await ben.shows(COUNT, "2");
  ben.click(ben.button(t("revoke"), line("fuel")));
  await ben.gone(line("fuel"));
  assert.ok(ben.find(line("build")));
  await planOil(ben);
  await setMost(ben, 12);
  await says(ben, "fuel", t("preset_buy", { what: "1 oil", most: 12 }));
  assert.equal(ben.text(COUNT), "2");
});

slowTest("when it is too late for fuel, only cities are offered", async ({ openTable }) => {
  const ben = await openAsBen(openTable, "build");
  assert.ok(ben.find(`${PANEL} [data-add-city]`));
  assert.ok(!ben.texts(`${PANEL} .text-muted`).includes(t("buy_hint")));
  assert.ok(!ben.find(`${PANEL} [data-pass-plant]`));
});

test("companies with boards set only bids in advance", async ({ openTable }) => {
  const ben = await openAsBen(openTable, "scene/last-company");
  assert.ok(ben.find(`${PANEL} .limit-form`));
  assert.ok(!ben.find(`${PANEL} [data-add-city]`));
});

slowTest("moves set in advance are still there on another device, and on a phone", async ({ openTable, joinTable }) => {
  const ben = await openAsBen(openTable, "open");
  await setMost(ben, 30);
  await ben.shows(COUNT, "1");
  const phone = await joinTable(ben.table, { who: "Ben", screen: PHONE });
  await says(phone, "bid", t("preset_bid", { plant: "10", most: 30 }));
  phone.click(phone.button(t("revoke"), line("bid")));
  await phone.gone(line("bid"));
  await ben.gone(line("bid"));
});

test("spectators and the player to act have nothing to set in advance", async ({ openTable, joinTable }) => {
  const ann = await openTable("open");
  await new Decision(ann, "auction").isTitled(t("open_title"));
  assert.ok(!ann.find(PANEL));
  const stranger = await joinTable(ann.table, { who: null });
  await stranger.until(() => stranger.find(".action.is-idle"), "the panel");
  assert.ok(!stranger.requests.some((one) => one.path.endsWith("/preset-moves")));
  assert.ok(!stranger.find(PANEL));
});
