// The panels around the question: companies, plant and fuel market, auction, cities, income, top bar, last moves, menu,
// calculator and keys.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { nightlyTest, PHONE, slowTest, test, translator } from "./app.mjs";
import { Decision } from "./decision.mjs";
import { keysWork } from "./input.mjs";

const t = await translator();
const NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eva", "Finn"];
const card = (seat) => `.player-card[data-seat="${seat}"]`;
/** What was typed is in the form when it has been drawn again. */
const drawn = () => new Promise(setImmediate);
const tag = (app, seat) => (app.find(`${card(seat)} .tag`) ? app.text(`${card(seat)} .tag`) : "");

async function openMenu(app) {
  app.click("[data-menu]");
  await app.until(() => app.find("dialog .toggle-group"), "the menu");
}

/** Choose a plant of the market, and wait until it can be put up for auction. */
async function choosePlant(app, plant) {
  app.click(`button.plant-card[data-plant="${plant}"]`);
  await app.until(() => app.get(`.plant-card[data-plant="${plant}"]`).getAttribute("aria-pressed") === "true", `plant ${plant} is chosen`);
}

// --- symbols ---

const SOURCES = resolve(import.meta.dirname, "../../src");
const SYMBOLS = globSync(`${SOURCES}/**/symbols.svg`).map((file) => readFileSync(file, "utf8")).join("");

for (const name of ["scene/promo", "scene/fuel", "fuel-deluxe", "scene/north-america", "scene/labels", "scene/robot", "extra", "scene/end"]) {
  const define = name === "scene/promo" ? test : slowTest;
  define(`every symbol on the board exists: ${name}`, async ({ openTable }) => {
    const app = await openTable(name);
    const used = new Set(app.all("use").map((one) => one.getAttribute("href").slice(1)));
    assert.ok(used.size > 10);
    assert.deepEqual([...used].filter((id) => !SYMBOLS.includes(`id="${id}"`)), []);
  });
}

// --- companies ---

for (const name of ["scene/build", "scene/six", "scene/europe", "scene/north-america", "scene/usa"]) {
  const define = name === "scene/build" ? test : slowTest;
  define(`the companies stand in player order with their figures: ${name}`, async ({ openTable }) => {
    const app = await openTable(name);
    const { order, players } = await app.view();
    assert.deepEqual(app.all(".player-list .player-card").map((one) => Number(one.dataset.seat)), order);
    order.forEach((seat, i) => {
      const { money, cities, plants, output, supplies } = players[seat];
      assert.equal(app.text(`${card(seat)} .turn-position`), String(i + 1));
      assert.ok(app.text(`${card(seat)} .name`).startsWith(NAMES[seat]));
      assert.equal(app.text(`${card(seat)} [data-money] b`), String(money));
      assert.equal(app.text(`${card(seat)} .stat b`), String(cities));
      assert.deepEqual(app.all(`${card(seat)} .plant-tile`).map((one) => one.dataset.plant), plants.map(String));
      const most = t("max_n", { n: output });
      const supplied = supplies >= cities ? t("supplies_all", { n: cities }) : t("supplies_some", { n: supplies, cities });
      assert.equal(app.text(`${card(seat)} .supply small`), cities ? `${supplied}· ${most}` : most);
      assert.equal(app.all(`${card(seat)} .supply-cells .is-supplied`).length, Math.min(supplies, cities));
    });
    assert.equal(app.all(".player-card.is-viewer").length, 1);
  });
}

test("the fuel of a company lies on its plants", async ({ openTable }) => {
  const app = await openTable("run");
  const store = (plant) => app.all(`${card(0)} .plant-tile[data-plant="${plant}"] .fuel-storage > *`).map((one) => one.querySelector("use")?.getAttribute("href") ?? "empty");
  assert.deepEqual(store(4), ["#fuel-coal", "#fuel-coal", "empty", "empty"]);
  assert.deepEqual(store(12), ["#fuel-coal", "#fuel-coal", "#fuel-oil", "empty"]);
});

slowTest("a company without plants says so", async ({ openTable }) => {
  const app = await openTable("open-must");
  assert.deepEqual(app.texts(".no-plants"), [t("no_plants"), t("no_plants"), t("no_plants")]);
});

slowTest("a bid moves from company to company", async ({ openTable, joinTable }) => {
  const app = await openTable("bid");
  const ben = await joinTable(app.table, { who: "Ben" });
  const cleo = await joinTable(app.table, { who: "Cleo" });
  await app.until(() => tag(app, 1) === t("next_up"), "everybody is there");
  assert.deepEqual([tag(app, 0), tag(app, 2)], [t("your_turn"), t("high_bid", { bid: 23 })]);
  await ben.until(() => tag(ben, 0) === t("to_act"), "Ben sees that Ann is there");
  assert.equal(app.text(`${card(0)} .name`), "Ann");
  assert.equal(ben.text(`${card(1)} .name`), `Ben ${t("you")}`);
  const bid = new Decision(app, "bid");
  await bid.press();
  await app.until(() => tag(app, 0) === t("high_bid", { bid: 24 }), "Ann has the highest bid");
  await ben.until(() => tag(ben, 1) === t("your_turn"), "Ben is asked");
  const own = new Decision(ben, "bid");
  await own.press(own.secondary);
  await app.until(() => tag(app, 1) === t("passed"), "Ben has passed");
  const last = new Decision(cleo, "bid");
  await last.isTitled(t("your_bid"));
  await last.press(last.secondary);
  await app.until(() => tag(app, 0) === "bought", "Ann has bought the plant");
  assert.equal(app.text(`${card(0)} [data-money] b`), "76");
  assert.deepEqual(app.all(`${card(0)} .plant-tile`).map((one) => one.dataset.plant), ["4", "8", "14"]);
});

test("a player who leaves the auctions is marked", async ({ openTable }) => {
  const app = await openTable("open");
  await new Decision(app, "auction").press('.action.is-mine [data-secondary]');
  await app.until(() => tag(app, 0) === "sat out", "Ann has sat out");
});

slowTest("players who are not there are marked as away until they come", async ({ openTable, joinTable }) => {
  const app = await openTable("open");
  await app.until(() => tag(app, 2) === t("away"), "Cleo is away");
  const cleo = await joinTable(app.table, { who: "Cleo" });
  await app.until(() => tag(app, 2) === "", "Cleo is there");
  await cleo.close();
  await app.until(() => tag(app, 2) === t("away"), "Cleo is away again");
});

test("bots have names of their own, faces and levels", async ({ openTable }) => {
  const app = await openTable("bid", { seats: ["Ann", "easy", "master"] });
  const names = t("bot_names").split(", ");
  assert.equal(app.text(`${card(1)} .name`), `${names[1]} ${t("bot_easy")}`);
  assert.equal(app.text(`${card(2)} .name`), `${names[2]} ${t("bot_master")}`);
  assert.equal(app.get(`${card(1)} .bot-face use`).getAttribute("href"), "#face-easy");
  assert.equal(app.get(`${card(2)} .bot-face use`).getAttribute("href"), "#face-master");
  assert.ok(!app.find(`${card(0)} .bot-face`));
});

slowTest("a new game against bots has four players, and names are shown as typed", async ({ openPage }) => {
  const app = await openPage("/");
  await app.until(() => app.find("[data-play-now]"), "the start page");
  app.type("[data-name]", "Ann <b>");
  app.click("[data-play-now]");
  await app.until(() => app.find(".player-card.is-viewer"), "the table");
  assert.equal(app.all(".player-list .player-card").length, 4);
  assert.match(app.text(".player-card.is-viewer .name"), /^Ann <b>/);
  assert.equal(new Set(app.texts(".player-card:not(.is-viewer) .name")).size, 3);
  assert.equal(app.all('.player-card:not(.is-viewer) .bot-face use[href^="#face-"]').length, 3);
});

test("a company that nobody plays explains itself and hides what it does not have", async ({ openTable }) => {
  const app = await openTable("scene/trust");
  assert.match(app.text(".player-card .explanation"), /^The Trust: nobody plays it\./);
  const neutral = app.get(".player-card .explanation").closest(".player-card");
  assert.ok(!neutral.querySelector("[data-money]"));
  assert.ok(!neutral.querySelector("[data-calculate]"));
  assert.match(app.text(".action.is-mine .note"), /nobody plays/);
});

test("cards that are no plants lie with their owners", async ({ openTable }) => {
  const app = await openTable("scene/promo");
  const { players } = await app.view();
  const held = players.flatMap((one) => one.cards).length;
  assert.ok(held > 0);
  assert.equal(app.all(".held-cards li").length, held);
  assert.ok(app.texts(".held-cards li").includes("Theme Park"));
});

slowTest("a card on a plant adds to what the plant supplies", async ({ openTable }) => {
  const app = await openTable("assign");
  const assign = new Decision(app, "assign");
  app.click(`${assign.panel} [data-plant="8"]`);
  await app.until(() => !app.isDisabled(assign.primary), "a plant is chosen");
  const printed = Number(app.text(`${card(0)} .plant-tile[data-plant="8"] .capacity-badge`));
  const { players } = await assign.press();
  await app.until(() => app.find(`${card(0)} .held-cards`), "the card");
  assert.equal(app.text(`${card(0)} .held-cards li`), "Transformer station08");
  const extra = players[0].output - 3;
  assert.equal(Number(app.text(`${card(0)} .plant-tile[data-plant="8"] .capacity-badge`)), printed + extra);
});

test("a plan shows in the company and on the race before it is built", async ({ openTable }) => {
  const app = await openTable("build");
  assert.ok(!app.find(`${card(0)} .supply-cells .is-planned`));
  app.click('[data-city="kiel"]');
  await app.until(() => app.find(`${card(0)} .supply-cells .is-planned`), "the planned city");
  assert.equal(app.all(`${card(0)} .supply-cells .is-planned`).length, 1);
  assert.equal(app.all(".race .is-planned").length, 1);
  app.click(app.button(t("clear")));
  await app.gone(".race .is-planned");
});

test("on a phone the companies have tabs of their own", async ({ openTable }) => {
  const app = await openTable("bid", { screen: PHONE });
  assert.ok(!app.find(".player-card"));
  app.click('[data-tab="players"]');
  await app.until(() => app.all(".player-card").length === 3, "all players");
  assert.ok(app.find(".race"));
  app.click('[data-tab="company"]');
  await app.until(() => app.all(".player-card").length === 1, "my company");
  assert.ok(app.find(".player-card.is-viewer"));
  assert.ok(app.find(".sheet-body .income-chart"));
  assert.ok(app.find("[data-primary]"), "the question stays in sight");
});

slowTest("spectators have no company tab", async ({ openTable }) => {
  const app = await openTable("bid", { screen: PHONE, who: null });
  assert.deepEqual(app.all("[data-tab]").map((one) => one.dataset.tab), ["action", "market", "players", "log"]);
});

// --- race and income ---

test("the race tells how far the leader is from the end", async ({ openTable }) => {
  const app = await openTable("scene/fuel");
  const { players, end_at, step_2_at } = await app.view();
  const lead = Math.max(...players.map((one) => one.cities));
  assert.equal(app.text(".race .panel-header span"), t("to_the_end", { lead, left: end_at - lead }));
  assert.equal(app.get(".race svg").getAttribute("aria-label"), t("race_label", { step2: step_2_at, end: end_at }));
  assert.ok(!app.find(".race .step-mark"));
});

test("in step 1 the race marks where step 2 begins", async ({ openTable }) => {
  const app = await openTable("bid");
  assert.ok(app.find(".race .step-mark"));
  assert.ok(app.texts(".race text").includes(t("step_2_at", { n: 7 })));
  assert.ok(app.texts(".race text").includes(t("end_at", { n: 17 })));
});

test("the income table marks what is supplied now", async ({ openTable }) => {
  const app = await openTable("run");
  const { payments } = await app.json("/api/editions/classic-2004?language=en");
  assert.deepEqual(app.texts(".income-chart text.is-current"), [String(payments[3]), "3"]);
  assert.equal(app.text(".income-chart .panel-header span"), String(payments[3]));
  const shown = app.texts(".income-chart text");
  assert.deepEqual(shown, [1, 2, 3, 4, 5, 6, 7, 8].flatMap((n) => [String(payments[n]), String(n)]));
});

test("the income table shows what a plan gains", async ({ openTable }) => {
  const app = await openTable("fuel");
  app.click("[data-fill]");
  await app.until(() => app.find(".income-chart text.is-planned"), "the planned income");
  assert.deepEqual(app.texts(".income-chart text.is-planned"), ["44", "3"]);
  assert.equal(app.text(".income-chart .panel-header span"), `10 ${t("to")} 44, ${t("a_round", { n: "+34" })}`);
});

slowTest("players who wait see their income too", async ({ openTable }) => {
  const app = await openTable("run", { who: "Ben" });
  assert.deepEqual(app.texts(".action.is-idle .income-chart text.is-current"), ["10", "0"]);
});

// --- top bar ---

test("the top bar names round, step, phase and map", async ({ openTable }) => {
  const app = await openTable("scene/fuel");
  assert.equal(app.text(".round"), "Round 8");
  assert.equal(app.get(".lamps").getAttribute("aria-label"), "Step 2");
  assert.deepEqual(app.all(".lamp").map((one) => one.className), ["lamp is-past", "lamp is-active", "lamp"]);
  assert.equal(app.text(".brand span"), `Germany, ${t("n_players", { n: 4 })}`);
  assert.deepEqual(app.all(".phase-list li").map((one) => [one.dataset.phaseName, one.className]), [
    ["order", "is-done"],
    ["auctions", "is-done"],
    ["fuel", "is-active"],
    ["building", ""],
    ["bureaucracy", ""],
  ]);
  assert.equal(app.get(".phase-list [aria-current=step]").dataset.phaseName, "fuel");
});

slowTest("the top bar says whose turn it is and who comes next", async ({ openTable, joinTable }) => {
  const app = await openTable("bid");
  const ben = await joinTable(app.table, { who: "Ben" });
  assert.equal(app.text(".turn-player"), `${t("your_turn")}${t("then_name", { name: "Ben" })}`);
  assert.ok(ben.text(".turn-player").startsWith("Ann"));
  // shown in its place on phones
  const beside = ".phase-list [aria-current=step] small";
  assert.deepEqual([app.text(beside), ben.text(beside)], [t("your_turn"), "Ann"]);
  assert.ok(app.get(".top-bar").classList.contains("is-mine"));
  await new Decision(app, "bid").press();
  await app.until(() => app.text(".turn-player").startsWith("Ben"), "Ben's turn");
  assert.ok(!app.get(".top-bar").classList.contains("is-mine"));
});

slowTest("the phase moves on with the game", async ({ openTable }) => {
  const app = await openTable("fuel", { seats: ["Ann", "plain", "plain"], storage: { "stromnetz.warning.fuel": "off" } });
  app.click(await app.until(() => app.find("[data-quiet]"), "the button"));
  await app.until(() => app.find('.phase-list [aria-current=step][data-phase-name="building"]'), "the building phase");
  assert.equal(app.get(".table").dataset.phase, "building");
});

test("the logo leads to the start page", async ({ openTable }) => {
  const app = await openTable("bid");
  app.click(".brand a");
  await app.until(() => app.find("[data-play-now]"), "the start page");
  assert.equal(app.window.location.pathname, "/");
  await app.until(() => app.document.title === "(1) Stromnetz", "one table waits");
});

// --- plant market ---

test("the market shows the plants on offer and those to come", async ({ openTable }) => {
  const app = await openTable("open");
  const { current, future } = await app.view();
  assert.deepEqual(app.all(".market .cards .plant-card").map((one) => one.dataset.plant), current.map(String));
  assert.deepEqual(app.all(".market .future-market .plant-card").map((one) => one.dataset.plant), future.map(String));
  assert.equal(app.get('.plant-card[data-plant="12"]').title, t("plant_title", { plant: "12", burns: `2 coal ${t("or")} oil`, cities: 2 }));
  assert.ok(!app.find(".future-market button"));
});

slowTest("a plant is chosen and put back by a click", async ({ openTable }) => {
  const app = await openTable("open");
  const open = new Decision(app, "auction");
  open.isOff();
  await choosePlant(app, 14);
  await open.offers(t("open_for", { plant: "14", bid: 14 }));
  await choosePlant(app, 11);
  assert.equal(app.all(".plant-card.is-chosen").length, 1);
  await open.offers(t("open_for", { plant: "11", bid: 11 }));
  app.click('button.plant-card[data-plant="11"]');
  await app.gone(".plant-card.is-chosen");
  open.isOff();
});

test("plants cannot be chosen when it is not your turn", async ({ openTable }) => {
  const app = await openTable("open", { who: "Ben" });
  assert.ok(!app.find("button.plant-card"));
  assert.equal(app.all(".market .cards .plant-card").length, 4);
});

test("a minimum bid below the plant's number stands on the card", async ({ openTable }) => {
  const app = await openTable("open-discount");
  assert.deepEqual(app.texts(".market .discount"), ["1"]);
  await choosePlant(app, 10);
  await new Decision(app, "auction").offers(t("open_for", { plant: "10", bid: 1 }));
});

slowTest("the market tells which plant leaves it", async ({ openTable }) => {
  const app = await openTable("run");
  assert.equal(app.text("[data-leaving]"), t("largest_under", { plant: "20" }));
  const bid = await openTable("bid-full");
  assert.ok(!bid.find("[data-leaving]"));
});

test("the market tells how many cards are left and where Step 3 lies", async ({ openTable }) => {
  const app = await openTable("scene/fuel");
  const { deck, under_deck: under } = await app.view();
  assert.equal(app.text(".market .panel-header span"), t("deck_step_3", { n: deck, at: deck - under.length }));
  assert.deepEqual(app.texts(".deck b"), under.slice(-8).map((one) => String(one).padStart(2, "0")));
  assert.ok(app.texts(".deck span").includes(t("then_shuffled")));
});

slowTest("in step 3 there is no future market and no Step 3 card", async ({ openTable }) => {
  const app = await openTable("scene/end");
  const view = await app.view();
  assert.equal(view.future.length, 0);
  assert.ok(!app.find(".future-market"));
  assert.equal(app.text(".market .panel-header span"), t("deck_n", { n: view.deck }));
});

test("during an auction the market is a strip with the plant marked", async ({ openTable }) => {
  const app = await openTable("bid");
  assert.ok(!app.find("button.plant-card"));
  assert.deepEqual(app.all(".strip .is-auctioned").map((one) => one.dataset.plant), ["14"]);
  assert.deepEqual(app.all(".strip .is-future").map((one) => one.dataset.plant), ["15", "16", "19", "20"]);
});

for (const [language, taxes] of [["en", "Taxes"], ["de", "Steuern"], ["nl", "Belasting"]]) {
  const define = language === "en" ? test : nightlyTest;
  define(`cards are called by what is printed on them: ${language}`, async ({ openTable }) => {
    const app = await openTable("scene/promo", { language });
    const flux = '.future-market [data-plant="flux-generator"]';
    assert.equal(app.text(`${flux} .card-number`), "33⅓");
    assert.equal(app.get(`${flux} .illustration use`).getAttribute("href"), "#plant-any");
    assert.equal(app.all(`${flux} .fuel-icons use[href="#fuel-any"]`).length, 3);
    assert.ok(app.texts(".deck b").some((one) => one.startsWith(taxes)), app.text(".deck"));
    assert.doesNotMatch(app.text(".table"), /\b(taxes|flux-generator|industrial-espionage|supply-contract|theme-park)\b/);
  });
}

test("on a phone the market has a tab, and is shown where a plant is to be chosen", async ({ openTable }) => {
  const app = await openTable("open", { screen: PHONE });
  assert.equal(app.all(".sheet-action .market button.plant-card").length, 4);
  app.click('[data-tab="market"]');
  await app.until(() => app.find(".sheet-body .market"), "the market");
  assert.equal(app.all(".market").length, 1);
  assert.ok(app.find(".sheet-body .fuel"));
  await choosePlant(app, 14);
  await new Decision(app, "auction").offers(t("open_for", { plant: "14", bid: 14 }));
});

// --- auction ---

test("the auction shows the plant, the highest bid, its bidder and who is still in", async ({ openTable }) => {
  const app = await openTable("bid");
  await app.shows(".auction .panel-header span", t("opened_by", { name: "Ben" }));
  assert.equal(app.text("[data-high]"), "23");
  assert.equal(app.text(".auction .highest-bidder"), "Cleo");
  assert.equal(app.get(".auction .plant-card").dataset.plant, "14");
  assert.deepEqual(app.texts(".bidder-list .bidder"), ["Ben80", "Cleo60", "Ann100"]);
  assert.equal(app.get(".bid-ladder svg").getAttribute("aria-label"), "20, 23");
  assert.equal(app.text(".auction .bidder.is-viewer"), "Ann100");
});

slowTest("a player who has passed is out of the auction", async ({ openTable, joinTable }) => {
  const app = await openTable("bid");
  const ben = await joinTable(app.table, { who: "Ben" });
  const bid = new Decision(app, "bid");
  await bid.press(bid.secondary);
  await ben.until(() => ben.texts(".bidder-list .bidder.is-out")[0] === `Ann${t("passed")}`, "Ann has passed");
  assert.equal(ben.text("[data-high]"), "23");
});

test("an auction without a bid says so", async ({ openTable }) => {
  const app = await openTable("extra");
  assert.equal(app.text(".auction h2"), t("extra_auction"));
  assert.equal(app.text("[data-high]"), "–");
  assert.equal(app.text(".auction .highest-bidder"), t("nobody_yet"));
});

// --- what a bid would bring ---

const calc = (app, row) => app.text(app.all(`.action [data-calc="${row}"] td`).at(-1));

for (const [language, fuel] of [["en", "2 oil"], ["de", "2 Öl"], ["nl", "2 olie"]]) {
  const define = language === "en" ? test : nightlyTest;
  define(`a bid panel works out what the plant brings and who opens next: ${language}`, async ({ openTable }) => {
    const own = await translator(language);
    const app = await openTable("bid-full", { language });
    const what = own("cities_for", { n: 3, fuel });
    await app.shows(".auction [data-brings]", own("replaces", { plant: "13", what }));
    await app.until(() => app.find('[data-calc="cities"]') && app.find('[data-calc="capacity"]'), "the figures");
    assert.equal(calc(app, "left"), "79");
    assert.equal(calc(app, "capacity"), `6 ${own("to")} 8`);
    // Lübeck is 6 from Hamburg; Kiel is 4 from there
    assert.equal(calc(app, "cities"), `16 ${own("two_for")} 30`);
    const means = `${own("pass_means", { name: "Ben", plant: "16", bid: 20 })} ${own("opens_next_then_you", { name: "Cleo" })}`;
    assert.equal(app.texts(".action.is-mine .hint").at(-1), means);
    assert.equal(app.text('.fuel [data-fuel="coal"] [role="tooltip"]'), own("refill_likely", { n: 0, most: 4 }));
  });
}

test("the sums beside a bid follow the bid", async ({ openTable }) => {
  const app = await openTable("bid-full");
  await app.until(() => app.find('[data-calc="left"]'), "the sums");
  app.type(".bid-input", "40");
  await app.until(() => calc(app, "left") === "60", "what a bid of 40 leaves");
  await new Decision(app, "bid").offers(t("bid_n", { n: 40 }));
});

test("planned fuel counts in the sums beside a bid", async ({ openTable }) => {
  const app = await openTable("bid-full");
  const coal = '.fuel [data-fuel="coal"]';
  app.click(await app.until(() => app.find(`${coal} .stepper button:last-child:not([aria-disabled])`), "coal can be planned"));
  await app.until(() => app.find('[data-calc="fuel"]'), "the fuel in the sums");
  assert.equal(calc(app, "fuel"), "78");
});

for (const screen of [undefined, PHONE]) {
  const define = screen ? slowTest : test;
  define(`a chosen plant joins the others where there is room${screen ? ", on a phone" : ""}`, async ({ openTable }) => {
    const app = await openTable("open-must", { screen });
    await choosePlant(app, 4);
    await app.shows(".action [data-brings]", t("joins", { what: t("cities_for", { n: 1, fuel: "2 coal" }) }));
    await app.until(() => app.find('[data-calc="cities"]'), "the next cities");
    // nothing is built yet: the first city costs its place, the second also the cheapest connection of the map
    const { map, regions } = await app.view();
    const board = await app.json(`/api/boards/${map}`);
    const inside = (city) => regions.includes(board.cities[city].region);
    const least = Math.min(...board.connections.filter(([a, b]) => inside(a) && inside(b)).map(([, , cost]) => cost));
    assert.equal(calc(app, "cities"), `10 ${t("two_for")} ${20 + least}`);
  });
}

// --- fuel market ---

for (const name of ["fuel", "fuel-deluxe", "scene/usa", "scene/north-america"]) {
  const define = ["fuel", "fuel-deluxe"].includes(name) ? test : slowTest;
  define(`the fuel market shows what is on sale, the next price and the refill: ${name}`, async ({ openTable }) => {
    const app = await openTable(name);
    const { fuels, edition } = await app.view();
    const facts = await app.json(`/api/editions/${edition}?language=en`);
    for (const [id, { in_market, price, refill, expected_refill: likely }] of Object.entries(fuels)) {
      const row = `.fuel tr[data-fuel="${id}"]`;
      assert.equal(app.text(`${row} small`), t("on_sale", { n: in_market }));
      assert.equal(app.text(`${row} .next-price`), String(price ?? "–"));
      assert.equal(app.all(`${row} .fuel-pieces svg`).length, in_market);
      const spaces = facts.fuels.find((one) => one.id === id).spaces.reduce((sum, [, size]) => sum + size, 0);
      assert.equal(app.all(`${row} .fuel-pieces u`).length, spaces - in_market);
      assert.equal(app.all(`${row} .space.is-next-price`).length, price === null ? 0 : 1);
      const text = refill === likely ? t("refill_sure", { n: refill }) : t("refill_likely", { n: refill, most: likely });
      assert.equal(app.text(`${row} [role="tooltip"]`), text);
    }
  });
}

slowTest("planned fuel is marked in the market, with its price", async ({ openTable }) => {
  const app = await openTable("fuel");
  const more = '.fuel [data-fuel="coal"] .stepper button:last-child';
  for (const n of ["1", "2", "3", "4"]) {
    app.click(await app.until(() => app.find(`${more}:not([aria-disabled])`), "more can be planned"));
    await app.shows('.fuel [data-fuel="coal"] .stepper b', n);
  }
  assert.equal(app.all('.fuel [data-fuel="coal"] .is-planned').length, 4);
  assert.equal(app.text('.fuel [data-fuel="coal"] .fuel-cost'), "5");
  await new Decision(app, "fuel").offers(t("buy_n", { n: 4, cost: 5 }));
  app.click('.fuel [data-fuel="coal"] .stepper button');
  await new Decision(app, "fuel").offers(t("buy_n", { n: 3, cost: 3 }));
});

test("no fuel can be planned that no plant can store", async ({ openTable }) => {
  const app = await openTable("fuel");
  assert.ok(app.isDisabled('.fuel [data-fuel="garbage"] .stepper button:last-child'));
  assert.ok(app.isDisabled('.fuel [data-fuel="uranium"] .stepper button:last-child'));
  assert.ok(app.isDisabled('.fuel [data-fuel="coal"] .stepper button'), "less than nothing");
});

slowTest("spectators and games that are over have no steppers", async ({ openTable }) => {
  for (const app of [await openTable("fuel", { who: null }), await openTable("scene/end")]) {
    assert.ok(app.find(".fuel tr[data-fuel]"));
    assert.ok(!app.find(".fuel .stepper"));
  }
});

test("the market shrinks when others buy", async ({ openTable, joinTable }) => {
  const ann = await openTable("fuel", { storage: { "stromnetz.warning.fuel": "off" } });
  const ben = await joinTable(ann.table, { who: "Ben" });
  ann.click("[data-fill]");
  const fuel = new Decision(ann, "fuel");
  await ann.until(() => ann.find(fuel.primary), "the plan");
  const { fuels } = await fuel.press();
  await ben.until(() => ben.text('.fuel [data-fuel="coal"] small') === t("on_sale", { n: fuels.coal.in_market }), "less coal");
  assert.equal(ben.text('.fuel [data-fuel="coal"] .next-price'), String(fuels.coal.price));
  assert.ok(fuels.coal.in_market < 24);
});

// --- cities ---

const asksPrices = (app) => app.requests.filter((one) => one.path.endsWith("/prices")).length;

test("the card of a city tells its price in every phase, with one request", async ({ openTable }) => {
  const app = await openTable("run");
  app.get('[data-city="kiel"]').focus();
  await app.until(() => app.find(".city-popup .total-row"), "the price");
  assert.equal(app.text(".city-popup h3"), "Kiel");
  assert.deepEqual(app.texts(".city-popup td:last-child"), ["8", "10", "18"]);
  assert.ok(app.text(".city-popup .total-row").includes(t("leaves", { n: 82 })));
  assert.deepEqual(app.texts("[data-tag]"), ["18"]);
  app.get('[data-city="flensburg"]').focus();
  await app.shows('[data-tag="flensburg"]', "22");
  assert.deepEqual(app.texts(".city-popup td:first-child").slice(0, 2), [
    t("hop_from", { from: "Hamburg", to: "Kiel" }),
    t("hop_on", { from: "Kiel", to: "Flensburg" }),
  ]);
  assert.equal(asksPrices(app), 1);
  app.get('[data-city="flensburg"]').blur();
  await app.gone(".city-popup");
});

test("a full city tells its owner and no price", async ({ openTable }) => {
  const app = await openTable("run");
  app.get('[data-city="kassel"]').focus();
  await app.until(() => app.find(".city-popup"), "the card");
  await app.until(() => asksPrices(app) === 1, "the prices are asked for");
  assert.equal(app.text(".city-popup h3"), "Kassel");
  assert.ok(!app.find(".city-popup table"));
  assert.deepEqual(app.texts(".city-popup li"), ["Ben", t("no_place_open")]);
});

test("players who wait see the prices of their own network", async ({ openTable }) => {
  const app = await openTable("run", { who: "Cleo" });
  app.get('[data-city="rostock"]').focus();
  await app.until(() => app.find(".city-popup .total-row"), "the price");
  assert.equal(app.texts(".city-popup td:last-child").at(-1), "16");
  assert.ok(app.text(".city-popup .total-row").includes(t("leaves", { n: 44 })));
});

test("spectators see no prices", async ({ openTable }) => {
  const app = await openTable("run", { who: null });
  app.get('[data-city="rostock"]').focus();
  await app.until(() => app.find(".city-popup"), "the card");
  assert.deepEqual(app.texts(".city-popup li"), [t("free")]);
  assert.equal(asksPrices(app), 0);
});

test("a city that is too expensive tells how much money is missing", async ({ openTable }) => {
  const app = await openTable("build-poor");
  app.get('[data-city="duisburg"]').focus();
  // 11 + 7 + 6 + 0 from Bremen and 10 for the place: 14 more than the 20 there are
  await app.until(() => app.find(".city-popup .total-row")?.textContent.includes(t("short_by", { n: 14 })), "what is missing");
  assert.deepEqual(app.texts("[data-tag]"), ["34"]);
});

slowTest("the plan tells the cheapest next city though it cannot be paid", async ({ openTable }) => {
  const app = await openTable("build-poor");
  app.click('[data-city="kiel"]');
  await new Decision(app, "build").offers(t("build_n", { n: 1, cost: 18 }));
  // from Kiel, which is only planned, Lübeck and Flensburg are 4 + 10; 2 are left
  await app.shows(".action .hint", t("cheapest_short", { city: "Flensburg", cost: 14, n: 12 }));
});

test("on a phone a tapped city has a line with its price", async ({ openTable }) => {
  const app = await openTable("run", { screen: PHONE });
  app.click('[data-city="kiel"]');
  await app.shows(".city-row .condensed", "18");
  assert.equal(app.text(".city-row small"), `${t("from", { from: "Hamburg" })}: 8 + ${t("place_n", { n: 10 })}, ${t("leaves", { n: 82 })}`);
  assert.ok(!app.find("[data-plan-toggle]"));
  app.click('[data-city="flensburg"]');
  await app.shows(".city-row .condensed", "22");
  assert.equal(asksPrices(app), 1);
  app.click('[data-city="flensburg"]');
  await app.gone(".city-row");
});

test("on a phone a city is planned by the button of its line", async ({ openTable }) => {
  const app = await openTable("build", { screen: PHONE });
  app.click('[data-city="kiel"]');
  await app.until(() => app.find("[data-plan-toggle]"), "the button");
  assert.equal(app.text("[data-plan-toggle]"), t("plan_it"));
  assert.ok(!app.find(".plan-list li"));
  app.click("[data-plan-toggle]");
  await new Decision(app, "build").offers(t("build_n", { n: 1, cost: 18 }));
  await app.shows("[data-plan-toggle]", t("in_plan"));
  app.click("[data-plan-toggle]");
  await app.gone(".plan-list li");
});

test("on a phone a city that is too expensive cannot be planned", async ({ openTable }) => {
  const app = await openTable("build-poor", { screen: PHONE });
  app.click('[data-city="duisburg"]');
  await app.until(() => app.find(".city-row")?.textContent.includes(t("short_by", { n: 14 })), "what is missing");
  assert.ok(!app.find("[data-plan-toggle]"));
});

for (const [city, screen] of [["paris", undefined], ["lyon", PHONE]]) {
  slowTest(`a generator of the Trust is placed by choosing a city on the map${screen ? ", on a phone" : ""}`, async ({ openTable }) => {
    const app = await openTable("scene/trust", { screen });
    app.click(`[data-city="${city}"]`);
    await app.until(() => app.find(`[data-choice="${city}"][aria-checked=true]`), "the city is chosen");
    const place = new Decision(app, "place");
    await app.until(() => !app.isDisabled(place.primary), "it can be placed");
    const view = await place.press();
    assert.equal(view.houses[city].length, 1);
  });
}

// --- last moves ---

const FUEL_LINES = ["Ben: 4 oil, 1 coal for 9", "Dan: 2 coal, 1 uranium for 9", "Cleo: 2 oil for 2"];

test("the last moves tell results since the player's turn", async ({ openTable }) => {
  const app = await openTable("scene/fuel");
  await app.until(() => app.texts("[data-last-moves] li").join() === FUEL_LINES.join(), "the last moves");
  assert.equal(app.text("[data-more]"), t("earlier_moves", { n: 5 }));
  app.click("[data-more]");
  await app.until(() => app.all("[data-last-moves] li").length === 8, "all of them");
  assert.ok(app.texts("[data-last-moves] li").includes("Ben sits out this round's auctions."));
  assert.ok(!app.find("[data-more]"));
});

slowTest("an auction that is over is one line", async ({ openTable }) => {
  const app = await openTable("scene/bought");
  await app.until(() => {
    if (app.find("[data-more]")) app.click("[data-more]");
    return app.texts("[data-last-moves] li").filter((line) => /^(Cleo|Dan): Power plant \d+ for \d+$/.test(line)).length === 2;
  }, "both purchases");
  const lines = app.texts("[data-last-moves] li");
  assert.ok(!lines.some((line) => /\b(bids|passes)\b/.test(line)), lines.join("\n"));
});

test("on a phone the last moves are behind a button", async ({ openTable }) => {
  const app = await openTable("scene/fuel", { screen: PHONE });
  await app.until(() => app.find("[data-recent]"), "the button");
  assert.ok(!app.find("[data-last-moves]"));
  app.click("[data-recent]");
  await app.until(() => app.texts("[data-last-moves] li").slice(0, 3).join() === FUEL_LINES.join(), "the last moves");
  assert.equal(app.all("[data-last-moves] li").length, 8);
  app.click("[data-recent]");
  await app.gone("[data-last-moves]");
});

test("a new move appears among the last moves", async ({ openTable, joinTable }) => {
  const app = await openTable("bid", { who: "Ben" });
  const ann = await joinTable(app.table);
  await new Decision(ann, "bid").press();
  await app.until(() => app.texts("[data-last-moves] li")[0] === "Ann bids 24.", "the bid");
});

slowTest("the last moves give way to the card of a city and to the log", async ({ openTable }) => {
  const app = await openTable("bid");
  await app.until(() => app.find("[data-last-moves]"), "the last moves");
  app.get('[data-city="kiel"]').focus();
  await app.gone("[data-last-moves]");
  app.get('[data-city="kiel"]').blur();
  await app.until(() => app.find("[data-last-moves]"), "the last moves again");
  app.click("[data-log]");
  await app.gone("[data-last-moves]");
});

// --- menu ---

slowTest("the menu shows the link and the code of the table", async ({ openTable }) => {
  const app = await openTable("bid");
  await openMenu(app);
  const { code } = await app.json(`/api/tables/${app.table.id}`);
  assert.equal(app.text("dialog .table-code"), `${code.slice(0, 5)}-${code.slice(5)}`);
  const [link] = app.all("dialog .share input").map((one) => one.value);
  assert.ok(link.includes(app.table.id) || link.includes(code), link);
  app.click(app.button(t("close"), "dialog"));
  await app.gone("dialog");
});

slowTest("the link of a seat is shown only when asked for, and opens the seat", async ({ openTable, joinTable }) => {
  const app = await openTable("bid");
  await openMenu(app);
  assert.ok(!app.find(".seat-link .qr-code"));
  assert.ok(!app.requests.some((one) => one.path.endsWith("/recovery")));
  app.click("[data-show-link]");
  await app.until(() => app.find(".seat-link .qr-code, .seat-link [role=alert]"), "the link or why there is none");
  app.click(await app.until(() => app.find("[data-renew-link]"), "a new link"));
  await app.until(() => app.find(".seat-link .qr-code") && !app.find(".seat-link [role=alert]"), "the new link");
  const other = await joinTable(app.table, { who: null });
  other.window.location.reload = () => undefined;
  await other.until(() => other.find("[data-seat-back]"), "the form for a lost seat");
  other.type("[data-seat-back] input", app.get(".seat-link input").value);
  await drawn();
  other.submit("[data-seat-back]");
  await other.until(async () => (await other.view()).seat === 0, "the seat is open there too");
});

test("theme, animations and pace are switched in the menu and remembered", async ({ openTable }) => {
  const app = await openTable("bid", { storage: { "stromnetz.move-speed": undefined } });
  await openMenu(app);
  const root = app.document.documentElement;
  const stored = (key) => app.window.localStorage.getItem(`stromnetz.${key}`);
  const checked = (value, one = app) => one.get(`dialog [data-value="${value}"]`).getAttribute("aria-checked") === "true";
  assert.ok(checked("system"));
  app.click('dialog [data-value="dark"]');
  await app.until(() => root.dataset.theme === "dark" && checked("dark"), "the dark theme");
  assert.equal(stored("theme"), "dark");
  app.choose(app.field(t("motion")), false);
  await app.until(() => root.dataset.motion === "off", "no animations");
  assert.equal(stored("motion"), "off");
  assert.equal(app.get('dialog [data-value="usual"]').getAttribute("aria-checked"), "true");
  app.click('dialog [data-value="slow"]');
  await app.until(() => app.get('dialog [data-value="slow"]').getAttribute("aria-checked") === "true", "slow");
  assert.equal(stored("move-speed"), "slow");
  const again = await openTable("bid", { storage: { "stromnetz.theme": "dark", "stromnetz.motion": "off", "stromnetz.move-speed": "slow" } });
  assert.deepEqual({ ...again.document.documentElement.dataset }, { theme: "dark", motion: "off" });
  await openMenu(again);
  assert.ok(checked("dark", again));
  assert.ok(!again.field(t("motion")).checked);
  assert.equal(again.get('dialog [data-value="slow"]').getAttribute("aria-checked"), "true");
  again.click('dialog [data-value="system"]');
  await again.until(() => again.document.documentElement.dataset.theme === "light", "the theme of the system");
  assert.equal(again.window.localStorage.getItem("stromnetz.theme"), null);
});

test("resigning needs a second click, and makes the player a spectator", async ({ openTable }) => {
  const app = await openTable("bid");
  await openMenu(app);
  const resign = app.button(t("resign"), "dialog");
  app.click(resign);
  await app.until(() => app.text(resign) === t("resign_sure"), "the question");
  assert.ok(!app.requests.some((one) => one.path.endsWith("/resign")));
  app.click(resign);
  await app.until(() => app.find(".action.is-idle") && app.text(".action").includes(t("you_resigned")), "Ann has resigned");
  await app.gone("dialog");
  assert.ok(!app.find(".player-card.is-viewer"));
  assert.deepEqual(app.requests.find((one) => one.path.endsWith("/resign")).body, { seat: 0 });
});

slowTest("the question whether to resign goes away with the focus", async ({ openTable }) => {
  const app = await openTable("bid");
  await openMenu(app);
  const resign = app.button(t("resign"), "dialog");
  resign.focus();
  app.click(resign);
  await app.until(() => app.text(resign) === t("resign_sure"), "the question");
  resign.blur();
  await app.until(() => app.text(resign) === t("resign"), "no question");
});

slowTest("spectators have no seat link and cannot resign", async ({ openTable }) => {
  const app = await openTable("bid", { who: null });
  await openMenu(app);
  assert.ok(!app.find("[data-seat-link]"));
  assert.ok(!app.texts("dialog button").includes(t("resign")));
});

test("nobody resigns from a game that is over", async ({ openTable }) => {
  const app = await openTable("short-2");
  await openMenu(app);
  assert.ok(!app.texts("dialog button").includes(t("resign")));
});

slowTest("the menu leads to the start page", async ({ openTable }) => {
  const app = await openTable("bid");
  await openMenu(app);
  app.click(app.button(t("to_start"), "dialog"));
  await app.until(() => app.find("[data-play-now]"), "the start page");
  assert.ok(!app.find("dialog"));
});

// --- calculator ---

const sum = (app, label) => app.text(`dialog [data-sum="${label}"] b`);

async function openCalculator(app, seat = 0) {
  app.click(`[data-calculate="${seat}"]`);
  await app.until(() => app.find("dialog .plan-totals"), "the calculator");
}

test("the calculator starts with the company as it is", async ({ openTable }) => {
  const app = await openTable("run");
  await openCalculator(app);
  assert.equal(app.text("dialog h2"), t("calc_of", { name: "Ann" }));
  assert.equal(sum(app, t("supplies")), "3");
  assert.equal(sum(app, t("income")[0].toUpperCase() + t("income").slice(1)), "44");
  assert.equal(sum(app, t("plan_costs")), "0");
  assert.match(app.text("[data-calculated]"), /^Runs 04, 12/);
});

test("the calculator tells what other plants and more fuel would supply", async ({ openTable }) => {
  const app = await openTable("run");
  await openCalculator(app);
  const more = (label) => `dialog [aria-label="${label}: ${t("more")}"]`;
  app.click('dialog [data-plant="15"]');
  await app.until(() => app.get('dialog [data-plant="15"]').getAttribute("aria-pressed") === "true", "plant 15");
  for (let n = 4; n <= 6; n++) {
    app.click(more("Cities"));
    await app.until(() => app.texts("dialog .purchase-list li:last-child .stepper b")[0] === String(n), `${n} cities`);
  }
  for (let n = 1; n <= 2; n++) {
    app.click(await app.until(() => app.find(`${more("Coal")}:not([aria-disabled])`), "room for coal"));
    await app.until(() => app.text("dialog .purchase-list li .stepper b") === String(n), `${n} coal`);
  }
  const wish = { seat: 0, buy: { coal: 2 }, plants: [4, 12, 15], cities: 6 };
  const { cost, supplies } = await app.post(`/api/tables/${app.table.id}/forecast`, wish);
  assert.equal(supplies, 6);
  // one coal is enough for six cities: the answer to the second may still be on its way
  await app.until(() => sum(app, t("plan_costs")) === String(cost), "the price of two coal");
  assert.equal(sum(app, t("supplies")), `3 ${t("to")} 6`);
  assert.equal(app.text("dialog .purchase-list li > b"), String(cost));
  assert.match(app.text("[data-calculated]"), /^Runs 04, 12, 15/);
  // nothing of it happens
  assert.deepEqual((await app.view()).players[0].plants, [4, 12]);
});

slowTest("a plant taken out in the calculator supplies nothing", async ({ openTable }) => {
  const app = await openTable("run");
  await openCalculator(app);
  app.click('dialog [data-plant="12"]');
  await app.until(() => sum(app, t("supplies")) === `3 ${t("to")} 1`, "one city");
});

slowTest("the calculator works for other companies", async ({ openTable }) => {
  const app = await openTable("run");
  await openCalculator(app, 1);
  assert.equal(app.text("dialog h2"), t("calc_of", { name: "Ben" }));
  assert.deepEqual(app.all("dialog .plant-tiles.is-selectable")[0].querySelectorAll(".plant-tile").length, 2);
});

slowTest("the calculator can be closed and starts afresh", async ({ openTable }) => {
  const app = await openTable("run");
  await openCalculator(app);
  app.click('dialog [data-plant="12"]');
  await app.until(() => sum(app, t("supplies")) === `3 ${t("to")} 1`, "one city");
  app.click(app.button(t("close"), "dialog"));
  await app.gone("dialog");
  await openCalculator(app);
  await app.until(() => sum(app, t("supplies")) === "3", "three cities");
});

slowTest("on a phone the calculator opens from the company tab", async ({ openTable }) => {
  const app = await openTable("run", { screen: PHONE });
  app.click('[data-tab="company"]');
  app.click(await app.until(() => app.find("[data-calc]"), "the button"));
  await app.until(() => app.find("dialog .plan-totals"), "the calculator");
  assert.equal(app.text("dialog h2"), t("calc_of", { name: "Ann" }));
});

test("companies with boards have no calculator", async ({ openTable }) => {
  const app = await openTable("scene/labels");
  assert.ok(app.find(".player-card.is-viewer"));
  assert.ok(!app.find("[data-calculate]"));
});

// --- keys ---

slowTest("the list of keys opens from the menu", async ({ openTable }) => {
  const app = await openTable("bid");
  await openMenu(app);
  app.click("[data-show-keys]");
  await app.until(() => app.find("[data-keys]"), "the keys");
  assert.equal(app.all("dialog").length, 1);
  for (const key of ["?", "U", "L", "B", "W", "Esc"]) assert.ok(app.texts("[data-keys] kbd").includes(key), key);
});

slowTest("letters typed into a field are no shortcuts", async ({ openTable }) => {
  const app = await openTable("bid");
  await keysWork(app);
  await app.until(() => app.find("[data-chat]"), "the chat button");
  app.click("[data-chat]");
  await app.until(() => app.find("[data-say]"), "the chat");
  app.get("[data-say]").focus();
  app.press("l");
  app.press("?");
  app.document.activeElement.blur();
  app.press("l");
  await app.until(() => app.find("aside.log-drawer"), "the log");
  assert.ok(!app.find("[data-keys]"));
});

test("shortcuts with Ctrl, Alt or Meta belong to the browser", async ({ openTable }) => {
  const app = await openTable("bid");
  await keysWork(app);
  for (const held of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }]) app.press("?", held);
  app.press("l");
  await app.until(() => app.find("aside.log-drawer"), "the log");
  assert.ok(!app.find("[data-keys]"));
});
