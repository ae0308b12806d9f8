// Outpost: every decision of its companies, the Trust, the labour market, company boards, and a game to its end.
import assert from "node:assert/strict";
import { editionWords, nightlyTest, PHONE, slowTest, test } from "./app.mjs";
import { Decision } from "./decision.mjs";
import { playOn } from "./player.mjs";

const say = await editionWords("outpost");
const t = (key, values) => say("web", key, values);

async function asked(openTable, table, kind, title, options = {}) {
  const app = await openTable(table, options);
  const decision = new Decision(app, kind);
  await decision.isTitled(t(title));
  return { app, decision };
}

const sentMoves = (app) => app.requests.filter((one) => one.path.endsWith("/moves")).map((one) => one.body.moves);
const sumShows = (app, decision, label, text) => app.until(() => decision.sum(label) === text, `${label} shows ${text}`);

// --- expanding the network ---

const network = (openTable, table = "network", options = {}) => asked(openTable, table, "network", "network_title", options);
const planned = (app, n) => app.until(() => app.all(".action.is-mine .plan-list li").length === n, `${n} in the plan`);

async function build(app, kind) {
  app.click(`.action.is-mine [data-kind="${kind}"]`);
  await app.until(() => app.find(`[data-kind="${kind}"][aria-checked="true"]`), `${kind} is chosen`);
}

test("network: each kind of building shows its lowest price, and houses are offered first", async ({ openTable }) => {
  const { app, decision } = await network(openTable);
  assert.deepEqual(app.texts("[data-kind] small"), [13, 5, 5].map((n) => t("from_n", { n })));
  assert.ok(app.find('[data-kind="house"][aria-checked="true"]'));
  assert.deepEqual(app.texts("[data-city-offer]"), ["Geyser3 + 1013", "Halite6 + 1016", "Jasper6 + 1016", "Karst6 + 1016"]);
  decision.isQuiet(t("pass"));
});

test("network: cards without a slot are named", async ({ openTable }) => {
  const { app, decision } = await network(openTable);
  assert.ok(app.texts(`${decision.panel} .hint`).includes(t("card_waits", { cards: "12, 16" })));
  assert.deepEqual(app.all("[data-kind][data-waits]").map((one) => one.dataset.kind), ["plant", "housing"]);
  await build(app, "plant");
  app.click("[data-city-offer]");
  await planned(app, 1);
  await app.until(() => app.texts(`${decision.panel} .hint`).includes(t("card_waits", { cards: "16" })), "only the housing waits");
});

test("network: the other kind of building has its own offers", async ({ openTable }) => {
  const { app } = await network(openTable);
  await build(app, "plant");
  const { options } = (await app.view()).decision;
  const cheapest = options.filter((one) => one.site === "plant").sort((a, b) => a.cost - b.cost).slice(0, 4);
  await app.until(() => app.texts("[data-city-offer] b").join() === cheapest.map((one) => one.cost).join(), "the offers for plants");
});

test("network: houses, plants and housings go into one plan, and no card stops it", async ({ openTable }) => {
  const { app, decision } = await network(openTable);
  const before = await app.view();
  for (const [n, kind] of ["house", "plant", "house"].entries()) {
    await build(app, kind);
    app.click("[data-city-offer]");
    await planned(app, n + 1);
  }
  await sumShows(app, decision, t("cities"), `6 ${t("to")} 8`);
  assert.equal(decision.sum(t("plant_slots")), `0 ${t("to")} 1`);
  const cost = Number(decision.sum(t("plan_costs")));
  assert.equal(cost, app.texts(".action.is-mine .plan-list .plan-cost").reduce((sum, one) => sum + Number(one), 0));
  assert.equal(decision.sum(t("money_left")), String(150 - cost));
  await decision.offers(t("build_things", { n: 3, cost }));
  // with the seventh city a card of the market would go elsewhere, and the plan stop there (L23)
  assert.ok(!app.text(decision.panel).includes(t("card_first")));
  const after = await decision.press();
  assert.deepEqual([after.players[0].money, after.players[0].cities], [150 - cost, 8]);
  assert.deepEqual([after.decision.kind, after.decision.seat, after.market], ["company", 0, before.market]);
  assert.deepEqual(sentMoves(app)[0].map((one) => one.site ?? one.kind), ["house", "plant", "house", "done"]);
  await new Decision(app, "company").isTitled(t("company_title"));
});

test("network: a city on the map gets what is chosen above", async ({ openTable }) => {
  const { app, decision } = await network(openTable);
  app.click('[data-city="geyser"]');
  await decision.offers(t("build_things", { n: 1, cost: 13 }));
  await app.shows('[data-tag="geyser"]', "13");
  app.click('[data-city="geyser"]');
  await app.gone(decision.primary);
  await build(app, "plant");
  app.click('[data-city="geyser"]');
  await decision.offers(t("build_things", { n: 1, cost: 8 }));
  assert.ok(app.text(".action.is-mine .plan-list li").includes(say("sites", "plant").replace(/^./, (one) => one.toUpperCase())));
});

slowTest("network: a company place on the map goes into the plan whatever is chosen above", async ({ openTable }) => {
  const { app, decision } = await network(openTable);
  app.click('[data-site="geyser"]');
  await decision.offers(t("build_things", { n: 1, cost: 8 }));
  assert.ok(app.find('[data-site="geyser"][aria-pressed="true"]'));
  const after = await decision.press();
  assert.equal(after.modules.company.sites.geyser, 0);
  await app.until(() => app.find('[data-site="geyser"][data-owner="0"]'), "the building stands");
});

test("network: a building where one stands already costs only its place", async ({ openTable }) => {
  const { app, decision } = await network(openTable);
  app.click('[data-city="geyser"]');
  await decision.offers(t("build_things", { n: 1, cost: 13 }));
  app.click('[data-site="geyser"]');
  await decision.offers(t("build_things", { n: 2, cost: 18 }));
  assert.deepEqual(app.texts(".action.is-mine .plan-list .plan-cost"), ["13", "5"]);
  assert.ok(app.texts(".action.is-mine .plan-list li")[1].includes(t("same_city")));
  await app.shows('[data-tag="geyser"]', "18");
});

test("network: a planned building can be removed, and the plan cleared", async ({ openTable }) => {
  const { app, decision } = await network(openTable);
  app.click('[data-city="geyser"]');
  await planned(app, 1);
  app.click('[data-city="halite"]');
  await planned(app, 2);
  app.click(app.button(t("remove_city", { city: "Geyser" }), decision.panel));
  await decision.offers(t("build_things", { n: 1, cost: 16 }));
  app.click(decision.secondary);
  await app.gone(decision.primary);
  decision.isQuiet(t("pass"));
});

slowTest("network: a place that is taken is refused with its rule", async ({ openTable }) => {
  const { app, decision } = await network(openTable, "scene/network");
  app.click('[data-site="basalt"]');
  await app.until(() => app.find(".note.is-error .rule"), "the refusal");
  assert.match(app.text(".note.is-error"), /Cleo has taken the company space in Basalt/);
  decision.isQuiet(t("pass"));
});

test("network: the panel warns of wages to come", async ({ openTable }) => {
  const { app, decision } = await network(openTable, "scene/network");
  assert.ok(app.texts(`${decision.panel} .hint`).includes(t("wages_ahead", { need: 8, places: 3, price: 4 })));
});

slowTest("network: an Outpost card takes a building of each kind for nothing", async ({ openTable }) => {
  const { app, decision } = await network(openTable, "outpost-3", { row: 151 });
  assert.equal(app.text('[data-kind="house"] small'), t("from_n", { n: 0 }));
  assert.ok(app.text('[data-city-offer="32a"]').startsWith("Outpost"));
  for (const [n, kind] of ["house", "plant", "housing"].entries()) {
    await build(app, kind);
    await app.until(() => app.find('[data-city-offer="32a"]'), "the card is offered");
    app.click('[data-city-offer="32a"]');
    await planned(app, n + 1);
  }
  await decision.offers(t("build_things", { n: 3, cost: 0 }));
  assert.deepEqual(app.texts(".action.is-mine .plan-list .plan-cost"), ["0", "0", "0"]);
  const { money } = (await app.view()).players[0];
  const after = await decision.press();
  assert.equal(after.players[0].money, money);
  assert.deepEqual(after.modules.company.on_cards, [{ card: "32a", seat: 0, sites: ["house", "plant", "housing"] }]);
});

slowTest("network: a company that can afford nothing passes", async ({ openTable }) => {
  const { app, decision } = await network(openTable, "outpost-2", { row: 44 });
  assert.equal(app.text(`${decision.panel} .note`), t("nothing_affordable"));
  assert.deepEqual(app.texts("[data-kind] small"), ["–", "–", "–"]);
  decision.isQuiet(t("pass"));
  await decision.press(decision.quiet);
  assert.deepEqual(sentMoves(app), [[{ kind: "done" }]]);
});

slowTest("network: the first building is not connected to anything", async ({ openTable }) => {
  const { app } = await network(openTable, "outpost-3", { row: 31 });
  app.click("[data-city-offer]");
  await planned(app, 1);
  assert.ok(app.text(".action.is-mine .plan-list li").includes(t("first_city")));
});

slowTest("network: on a phone the card of a city offers everything that can be built there", async ({ openTable }) => {
  const { app, decision } = await network(openTable, "network", { screen: PHONE });
  app.click('[data-city="geyser"]');
  await app.until(() => app.find(".city-row.has-sites"), "the card of the city");
  assert.equal(app.text(".city-row b"), "Geyser");
  const offers = () => app.all("[data-plan-toggle]");
  assert.deepEqual(offers().map((one) => one.dataset.planToggle), ["house", "plant"]);
  assert.deepEqual(app.texts("[data-plan-toggle]"), ["House 13", "Plant 8"]);
  app.click(offers()[0]);
  await planned(app, 1);
  app.click(offers()[1]);
  await planned(app, 2);
  assert.deepEqual(app.texts("[data-plan-toggle]"), [t("in_plan"), t("in_plan")]);
  // the second stands in the same city: its place only
  assert.deepEqual(app.texts(".action.is-mine .plan-list .plan-cost"), ["13", "5"]);
  const after = await decision.press();
  assert.deepEqual([after.houses.geyser, after.modules.company.sites.geyser], [[0], 0]);
});

// --- the company board ---

const company = (openTable, table, options) => asked(openTable, table, "company", "company_title", options);
const tiles = (app, within) => app.all(`.action.is-mine ${within} [data-card]`).map((one) => one.dataset.card);

test("company: a card is proposed for a free slot, with what it brings", async ({ openTable }) => {
  const { app, decision } = await company(openTable, "scene/company");
  assert.deepEqual(tiles(app, ".slots"), ["3", "15", "25", "26c"]);
  assert.deepEqual(app.all(".action.is-mine .tile.is-new").map((one) => one.dataset.card), ["25"]);
  assert.equal(app.all(".action.is-mine .tile.is-empty.housing:not(.is-locked)").length, 1);
  assert.equal(decision.sum(say("terms", "capacity")), `7 ${t("to")} 12`);
  assert.equal(decision.sum(t("workers_needed")), `8 ${t("to")} 12`);
  assert.equal(decision.sum(t("places")), "3");
  assert.ok(app.text(decision.panel).includes(t("nothing_beside")));
  await decision.offers(t("lay_out"));
  const after = await decision.press();
  assert.deepEqual(after.modules.company.seats[0].placed, [3, 15, 25, "26c"]);
  assert.equal(after.decision.kind, "workers");
  await app.until(() => app.find('.player-card.is-viewer .company-slots [data-plant="25"]'), "the card is on the player's board");
});

test("company: the proposal can be taken back, and the board left as it is", async ({ openTable }) => {
  const { app, decision } = await company(openTable, "scene/company");
  app.click(decision.secondary);
  await app.gone(decision.primary);
  decision.isQuiet(t("keep_board"));
  assert.deepEqual(tiles(app, ".spare-slots"), ["25"]);
  assert.equal(decision.sum(say("terms", "capacity")), "7");
  const after = await decision.press(decision.quiet);
  assert.deepEqual(after.modules.company.seats[0].placed, [3, 15, "26c"]);
  assert.deepEqual(sentMoves(app), [[{ kind: "done" }]]);
});

slowTest("company: a card beside the board goes onto a free slot, and back", async ({ openTable }) => {
  const { app, decision } = await company(openTable, "scene/company");
  app.click('.action.is-mine [data-card="25"]');
  await app.until(() => tiles(app, ".spare-slots").length === 1, "the card is beside the board");
  app.click('.action.is-mine .spare-slots [data-card="25"]');
  await app.gone(".action.is-mine .spare-slots");
  await decision.offers(t("lay_out"));
});

slowTest("company: on a full board a card takes the slot of the worst of its kind", async ({ openTable }) => {
  const { app, decision } = await company(openTable, "outpost-4", { row: 110, who: "Cleo" });
  decision.isQuiet(t("keep_board"));
  assert.deepEqual(tiles(app, ".spare-slots"), ["16d"]);
  app.click('.action.is-mine .spare-slots [data-card="16d"]');
  await decision.offers(t("lay_out"));
  assert.deepEqual(tiles(app, ".spare-slots"), ["05b"]);
  assert.equal(decision.sum(t("places")), `1 ${t("to")} 2`);
  const after = await decision.press();
  assert.deepEqual(after.modules.company.seats[2].placed.toSorted(), ["16d", 3].toSorted());
});

slowTest("company: a marked card is exchanged for one beside the board", async ({ openTable }) => {
  const { app, decision } = await company(openTable, "outpost-4", { row: 422 });
  app.click('.action.is-mine [data-card="26a"]');
  await app.until(() => app.find('.action.is-mine [data-card="26a"][aria-pressed="true"]'), "the card is marked");
  app.click('.action.is-mine .spare-slots [data-card="38a"]');
  await decision.offers(t("lay_out"));
  assert.deepEqual(tiles(app, ".spare-slots"), ["26a"]);
  const after = await decision.press();
  assert.ok(after.modules.company.seats[0].placed.includes("38a") && !after.modules.company.seats[0].placed.includes("26a"));
});

slowTest("company: a card that is plant and housing in one fits on either kind of slot", async ({ openTable }) => {
  const { app, decision } = await company(openTable, "outpost-4", { row: 427, who: "Dan" });
  assert.deepEqual(tiles(app, ".spare-slots"), ["50"]);
  app.click('.action.is-mine [data-card="2"]');
  await app.until(() => app.find('.action.is-mine [data-card="2"][aria-pressed="true"]'), "the plant is marked");
  app.click('.action.is-mine .spare-slots [data-card="50"]');
  await decision.offers(t("lay_out"));
  const after = await decision.press();
  const { placed } = after.modules.company.seats[3];
  assert.ok(placed.includes(50) && !placed.includes(2));
});

// --- workers ---

const workers = (openTable, table, options) => asked(openTable, table, "workers", "hire_title", options);
const seasonal = (app, way) => app.button(`${t("seasonal_for")}: ${t(way)}`);

test("workers: the number that pays best is proposed, and shown in the labour market", async ({ openTable }) => {
  const { app, decision } = await workers(openTable, "scene/workers");
  await decision.offers(t("hire_for", { n: 9, cost: 24 }));
  assert.equal(app.all(".labour .is-planned").length, 9);
  assert.equal(decision.sum(t("workers_of")), t("n_of", { n: 12, most: 12 }));
  assert.equal(decision.sum(t("money_left")), "32");
  assert.equal(decision.sum(t("supplies")), `2 ${t("to")} 12`);
  assert.ok(app.isDisabled(seasonal(app, "more")));
  const after = await decision.press();
  assert.deepEqual(sentMoves(app), [[{ kind: "hire", count: 9 }]]);
  assert.equal(after.players[0].money, 32 + 118); // the last to hire: the round ends, and twelve cities pay
});

slowTest("workers: fewer workers supply less, and hiring them asks first", async ({ openTable }) => {
  const { app, decision } = await workers(openTable, "scene/workers");
  app.click(seasonal(app, "less"));
  await decision.offers(t("hire_for", { n: 8, cost: 20 }));
  assert.equal(decision.sum(t("supplies")), `2 ${t("to")} 10`);
  assert.equal(app.all(".labour .is-planned").length, 8);
  app.click(decision.primary);
  await app.until(() => app.find("[role=alertdialog]"), "the warning");
  assert.ok(app.text("[role=alertdialog]").includes(t("warn_workers", { n: 10, most: 12 })));
  const after = await decision.press(decision.anyway);
  assert.deepEqual(sentMoves(app), [[{ kind: "hire", count: 8 }]]);
  assert.equal(after.players[0].money, 36 + 105);
});

test("workers: hiring nobody asks first", async ({ openTable }) => {
  const { app, decision } = await workers(openTable, "scene/workers");
  assert.equal(app.text(decision.secondary), t("hire_nobody"));
  app.click(decision.secondary);
  await app.until(() => app.find("[role=alertdialog]"), "the warning");
  assert.ok(app.text("[role=alertdialog]").includes(t("warn_workers", { n: 2, most: 12 })));
  const after = await decision.press(decision.anyway);
  assert.deepEqual(sentMoves(app), [[{ kind: "done" }]]);
  assert.equal(after.players[0].money, 56 + 33);
});

test("workers: those who move into housings are free", async ({ openTable }) => {
  const { app, decision } = await workers(openTable, "outpost-3", { row: 55 });
  await decision.offers(t("take_in", { n: 3 }));
  assert.equal(app.all(".labour .is-planned.is-free").length, 3);
  assert.ok(app.isDisabled(seasonal(app, "more")));
  const { money } = (await app.view()).players[0];
  const after = await decision.press();
  assert.deepEqual([after.players[0].money, after.modules.company.seats[0].permanent], [money, 3]);
});

slowTest("workers: seasonal and free ones are hired together", async ({ openTable }) => {
  const { app, decision } = await workers(openTable, "outpost-2", { row: 82, who: "Ben" });
  await decision.offers(t("hire_for", { n: 4, cost: 2 }));
  assert.equal(app.all(".labour .is-planned:not(.is-free)").length, 2);
  assert.equal(app.all(".labour .is-planned.is-free").length, 2);
  assert.equal(decision.sum(t("supplies")).split(" ").at(-1), "5");
  await decision.press();
  assert.deepEqual(sentMoves(app), [[{ kind: "hire", count: 2 }]]);
});

slowTest("workers: where nobody is worth hiring, the panel only passes", async ({ openTable }) => {
  const { app, decision } = await workers(openTable, "outpost-3", { row: 43, who: "Cleo" });
  decision.isQuiet(t("pass"));
  app.click(seasonal(app, "more"));
  await decision.offers(t("hire_for", { n: 1, cost: 2 }));
  app.click(seasonal(app, "less"));
  await app.gone(decision.primary);
  await decision.press(decision.quiet);
  assert.equal((await app.view()).modules.company.seats[2].seasonal, 0);
});

slowTest("workers: robots count among those who are there", async ({ openTable }) => {
  const { app, decision } = await workers(openTable, "outpost-4", { row: 181, who: "Cleo" });
  assert.ok(app.text(`${decision.panel} .hire-list li`).includes(t("staff", { fixed: 3, seasonal: 0, robots: 1 })));
  assert.equal(app.text(`${decision.panel} .hire-list li b`), "4");
});

// --- robots that a factory makes ---

test("robot: a worker makes a robot", async ({ openTable }) => {
  const { app, decision } = await asked(openTable, "scene/robot", "robot", "robot_title");
  assert.equal(decision.sum(t("robots")), `0 ${t("to")} 1`);
  assert.equal(decision.sum(t("workers_of")), "3");
  await decision.offers(t("robot_confirm", { n: 1 }));
  await decision.press();
  assert.deepEqual(sentMoves(app), [[{ kind: "make-robot" }]]);
  assert.equal((await app.view()).modules.company.seats[0].robots, 1);
});

slowTest("robot: the player can do without", async ({ openTable }) => {
  const { app, decision } = await asked(openTable, "scene/robot", "robot", "robot_title");
  assert.equal(app.text(decision.secondary), t("robot_no"));
  await decision.press(decision.secondary);
  assert.deepEqual(sentMoves(app), [[{ kind: "done" }]]);
  assert.equal((await app.view()).modules.company.seats[0].robots, 0);
});

// --- the Trust ---

test("trust: the players place its first houses", async ({ openTable }) => {
  const { app, decision } = await asked(openTable, "outpost-2", "place", "place_title", { row: 1 });
  assert.equal(app.text(`${decision.panel} .note`), t("place_note"));
  decision.isOff();
  app.click('[data-city="karst"]');
  await decision.offers(t("place_confirm", { city: "Karst" }));
  assert.deepEqual((await decision.press()).houses, { karst: [2] });
  await app.shows(".waiting-note h2", t("waiting_for", { name: "Ben" }));
});

test("trust: a player chooses where it builds, in the list or on the map", async ({ openTable }) => {
  const { app, decision } = await asked(openTable, "scene/trust-site", "trust-site", "site_title");
  assert.equal(app.text(`${decision.panel} .note`), t("site_note", { name: "The Trust", site: say("sites", "housing") }));
  decision.isOff();
  assert.deepEqual(decision.listed("[data-choice]", "data-choice"), ["basalt", "dune", "flint", "nickel"]);
  await decision.pick("dune");
  await decision.offers(t("site_confirm", { city: "Dune" }));
  app.click('[data-city="flint"]');
  await app.until(() => app.find('[data-choice="flint"][aria-checked="true"]'), "Flint is chosen");
  await decision.offers(t("site_confirm", { city: "Flint" }));
  const after = await decision.press();
  assert.equal(after.modules.company.sites.flint, 2);
  await app.until(() => app.find('[data-site="flint"][data-owner="2"]'), "the building stands");
});

test("trust: it has a player card with a board, and no money", async ({ openTable }) => {
  const app = await openTable("scene/trust-site");
  await app.until(() => app.all(".player-list .player-card").length === 3, "three player cards");
  const card = '.player-card[data-seat="2"]';
  assert.equal(app.text(`${card} .explanation`), t("neutral_about"));
  assert.ok(!app.find(`${card} [data-money]`));
  assert.equal(app.all(`${card} .company-slots .tile`).length, 8);
  assert.equal(app.all(`${card} .company-slots .tile:not(.is-empty)`).length, 1);
});

// --- auctions ---

const choosePlant = async (app, plant) => {
  app.click(`button.plant-card[data-plant="${plant}"]`);
  await app.until(() => app.find(`button.plant-card[data-plant="${plant}"][aria-pressed="true"]`), `${plant} is chosen`);
};
const calc = (app) => Object.fromEntries(app.all(".action.is-mine .forecast-table tr").map((row) => [...row.querySelectorAll("td")].map((one) => app.text(one))));

test("auction: cards say what they are", async ({ openTable }) => {
  const { app } = await asked(openTable, "scene/cards", "auction", "open_title");
  assert.equal(app.get('button.plant-card[data-plant="16d"]').title, t("housing_title", { plant: "16", n: 2 }).replace(/^h/, "H"));
  assert.equal(app.get('button.plant-card[data-plant="33"]').title, t("works_title", { plant: "33", n: 1, cities: 3 }).replace(/^p/, "P"));
  assert.equal(app.get('button.plant-card[data-plant="20"]').title, `Robots (20): ${say("effects", "robot-factory")}`);
});

slowTest("auction: a plant shows its workers, cities and free slots", async ({ openTable }) => {
  const { app, decision } = await asked(openTable, "scene/cards", "auction", "open_title");
  await choosePlant(app, 33);
  await decision.offers(t("open_for", { plant: "33", bid: 33 }));
  const rows = calc(app);
  assert.equal(rows[t("leaves_you", { bid: 33 })], "192");
  assert.deepEqual([rows[t("card_needs")], rows[t("card_supplies")], rows[t("slots_free")]], ["1", "3", "0"]);
});

slowTest("auction: a housing shows its places, a technology its effect", async ({ openTable }) => {
  const { app } = await asked(openTable, "scene/cards", "auction", "open_title");
  await choosePlant(app, "16d");
  await app.until(() => calc(app)[t("card_places")] === "2", "the places");
  await choosePlant(app, 20);
  await app.until(() => app.texts(".action.is-mine .hint").includes(`Robots: ${say("effects", "robot-factory")}.`), "the effect");
  assert.equal(calc(app)[t("card_places")], undefined);
});

test("auction: a card is put up and the next player bids", async ({ openTable }) => {
  const { app, decision } = await asked(openTable, "scene/cards", "auction", "open_title");
  await choosePlant(app, "32b");
  await decision.offers(t("open_for", { plant: "32", bid: 32 }));
  const { auction } = await decision.press();
  assert.deepEqual([auction.card, auction.bid, auction.high], ["32b", 32, 0]);
  await app.until(() => app.find('.strip .is-auctioned[data-plant="32b"]'), "the card is up");
});

slowTest("auction: a rebate lets a company bid more than it has", async ({ openTable }) => {
  const { app, decision } = await asked(openTable, "outpost-3", "bid", "your_bid", { row: 27, who: "Cleo" });
  await decision.offers(t("bid_n", { n: 16 }));
  // it has 41 and pays 5 less than it bids
  assert.equal(calc(app)[t("leaves_you", { bid: 16 })], "30");
  app.click(app.button(`${t("max")}46`, decision.panel));
  await decision.offers(t("bid_n", { n: 46 }));
  assert.equal(calc(app)[t("leaves_you", { bid: 46 })], "0");
  assert.equal((await decision.press()).auction?.bid ?? 46, 46);
});

test("auction: the market shows piles and discounts", async ({ openTable }) => {
  const app = await openTable("outpost-outposts", { row: 120 });
  await app.until(() => app.find('.plant-card[data-plant="26d"]'), "the market");
  assert.equal(app.text('.plant-card[data-plant="26d"] .pile-count'), "+1");
  assert.equal(app.text('.plant-card[data-plant="26d"] .discount'), "17");
  assert.equal(app.text('.future-market .plant-card[data-plant="34"] .discount'), "−9");
});

// --- the table ---

slowTest("the first round has a second auction, the next ones do not", async ({ openTable }) => {
  const first = await openTable("outpost-2", { row: 1 });
  await first.until(() => first.all(".phase-list li").length === 5, "five phases");
  assert.ok(first.find('[data-phase-name="second-auctions"]'));
  const later = await openTable("scene/trust-site");
  await later.until(() => later.all(".phase-list li").length === 4, "four phases");
});

test("a player card shows slots, workers, robots and cards beside the board", async ({ openTable }) => {
  const app = await openTable("outpost-outposts", { row: 120, who: "Ben" });
  await app.until(() => app.find(".player-card.is-viewer .company-slots"), "the board");
  assert.deepEqual(app.all(".player-card.is-viewer .company-slots [data-plant]").map((one) => one.dataset.plant).sort(), ["12", "13", "16b", "26b"]);
  assert.equal(app.all(".player-card.is-viewer .company-slots .is-empty.plant:not(.is-locked)").length, 1);
  assert.equal(app.all(".player-card.is-viewer .company-slots .is-empty.housing:not(.is-locked)").length, 1);
  assert.deepEqual(app.texts(".player-card.is-viewer .company-crew .workforce"), ["7/7", "1"]);
  assert.ok(app.text(".player-card.is-viewer .company-crew").includes(t("need_n", { n: 4 })));
  assert.deepEqual(app.texts(".player-card.is-viewer .chips .chip"), ["08", "20", "30", "32"]);
  // a house, a plant and a housing stand on the Outpost card
  assert.equal(app.all('.player-card.is-viewer .chip[data-plant="32b"] svg').length, 3);
});

test("the labour market shows how many workers are left, and their price", async ({ openTable }) => {
  const app = await openTable("scene/company");
  await app.until(() => app.find(".labour .panel-header span"), "the labour market");
  assert.equal(app.text(".labour .panel-header span"), t("labour_left", { n: 19, price: 4 }));
  assert.equal(app.text(".labour li.is-next-price b"), "4");
  assert.equal(app.all(".labour .fuel-pieces > span").length, 19);
});

slowTest("what a house would cost is shown in every phase", async ({ openTable }) => {
  const { app } = await asked(openTable, "scene/cards", "auction", "open_title");
  const { offers } = await app.post(`/api/tables/${app.table.id}/prices`, { seat: 0, moves: [] });
  const { city, cost } = offers.find((one) => one.site === "house" && one.path.length > 1);
  app.get(`[data-city="${city}"]`).focus();
  await app.shows(`[data-tag="${city}"]`, String(cost));
});

slowTest("the card of a city names the owner of its company place", async ({ openTable }) => {
  const app = await openTable("scene/network", { who: null });
  await app.until(() => app.find('[data-city="basalt"]'), "the map");
  app.get('[data-city="basalt"]').focus();
  await app.until(() => app.find(".city-popup"), "the card of Basalt");
  assert.ok(app.text(".city-popup").includes(`${t("site_plant")}: Cleo`) || app.text(".city-popup").includes(`${t("site_housing")}: Cleo`));
});

slowTest("on a phone the tabs show the labour market and the company boards", async ({ openTable }) => {
  const app = await openTable("scene/company", { screen: PHONE });
  for (const [tab, part, count] of [["market", ".labour", 1], ["company", ".company-slots", 1], ["players", ".company-slots", 3]]) {
    app.click(`[data-tab="${tab}"]`);
    await app.until(() => app.all(`.sheet-body ${part}`).length === count, `the tab ${tab}`);
  }
});

for (const language of ["de", "nl"]) {
  nightlyTest(`the panels are in the player's language (${language})`, async ({ openTable }) => {
    const own = await editionWords("outpost", language);
    for (const [table, kind, title] of [["network", "network", "network_title"], ["scene/company", "company", "company_title"], ["scene/workers", "workers", "hire_title"], ["scene/robot", "robot", "robot_title"], ["scene/trust-site", "trust-site", "site_title"]]) {
      assert.notEqual(own("web", title), t(title));
      const app = await openTable(table, { language });
      await new Decision(app, kind).isTitled(own("web", title));
    }
  });
}

// --- whole rounds against bots ---

slowTest("a game is played to its end by clicks", async ({ openTable }) => {
  const app = await openTable("scene/last-company", { seats: ["Ann", "plain", "plain"] });
  await playOn(app);
  await app.until(() => app.all(".plot polyline").length >= 4, "the plots");
  assert.equal(app.all(".ranking tbody tr").length, 3);
  const { result } = await app.view();
  assert.deepEqual(app.texts(".ranking tbody td:nth-child(4)"), result.ranking.map((one) => String(one.money)));
  app.click(app.button(t("look_at_board"), "[data-end]"));
  await app.gone("[data-end]");
  assert.ok(app.find(".player-card.is-viewer .company-slots .tile:not(.is-empty)"));
  assert.ok(app.find('[data-site][data-owner="0"]'));
});
