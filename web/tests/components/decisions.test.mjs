// Every decision of the classic and deluxe editions and of promo cards: what its panel shows, and what its buttons do.
import assert from "node:assert/strict";
import { editionWords, PHONE, slowTest, test, translator } from "./app.mjs";
import { Decision } from "./decision.mjs";

const t = await translator();

/** Open a table at a decision of Ann's, and wait for its panel. */
async function asked(openTable, table, kind, title, options = {}) {
  const app = await openTable(table, options);
  const decision = new Decision(app, kind);
  await decision.isTitled(title);
  return { app, decision };
}

/** What the app has sent as moves: one list for each request. */
const sentMoves = (app) => app.requests.filter((one) => one.path.endsWith("/moves")).map((one) => one.body.moves);

/** Choose a city on the map; on a phone then press the button of its card. */
async function planCity(app, city) {
  app.click(`[data-city="${city}"]`);
  if (!app.find(".table.compact")) return;
  const name = app.text(`[data-city="${city}"]`);
  await app.until(() => app.find(".city-row b") && app.text(".city-row b") === name && app.find("[data-plan-toggle]"), `the card of ${city}`);
  app.click("[data-plan-toggle]");
}

/** Hold back the answers to requests until the returned function is called. */
function holdBack(app, pattern) {
  let release;
  const open = new Promise((done) => (release = done));
  const end = app.intercept(pattern, async () => void (await open));
  return () => {
    end();
    release();
  };
}

// --- regions ---

const region = (openTable, table, options) => asked(openTable, table, "region", t("region_title"), options);

for (const [table, count] of [["region", 6], ["region-deluxe", 7]]) {
  const define = table === "region" ? test : slowTest;
  define(`${table}: the panel lists every region with its number of cities, and none is chosen`, async ({ openTable }) => {
    const { app, decision } = await region(openTable, table);
    const { options, board } = { ...(await app.view()).decision, board: await app.json(`/api/boards/${(await app.view()).map}`) };
    assert.equal(options.length, count);
    assert.deepEqual(decision.listed("[data-choice]", "data-choice"), options.map((one) => one.region));
    for (const { region: id } of options) {
      const name = board.regions.find((one) => one.id === id).name.en;
      const cities = Object.values(board.cities).filter((one) => one.region === id).length;
      assert.equal(app.text(`[data-choice="${id}"] span`), name);
      assert.equal(app.text(`[data-choice="${id}"] small`), t("n_cities", { n: cities }));
    }
    decision.isOff();
    assert.equal(app.text(decision.primary), t("region_title"));
  });
}

slowTest("region: the chosen region is sent, and the next player chooses", async ({ openTable }) => {
  const { app, decision } = await region(openTable, "region");
  await decision.pick("south");
  await decision.offers(t("region_confirm", { region: app.text('[data-choice="south"] span') }));
  const after = await decision.press();
  assert.deepEqual([after.regions, after.decision.seat], [["south"], 1]);
  assert.deepEqual(sentMoves(app), [[{ kind: "choose-region", region: "south" }]]);
});

for (const [table, city, wanted] of [["region", "muenchen", "south"], ["region-deluxe", "london", "west"]]) {
  const define = table === "region" ? test : slowTest;
  define(`${table}: a click on a city chooses its region`, async ({ openTable }) => {
    const { app, decision } = await region(openTable, table);
    await decision.pick((await app.view()).decision.options.at(-1).region);
    app.click(`[data-city="${city}"]`);
    await app.until(() => app.find(`[data-choice="${wanted}"][aria-checked="true"]`), "the region is chosen");
    assert.equal(app.all('[data-choice][aria-checked="true"]').length, 1);
    assert.deepEqual((await decision.press()).regions, [wanted]);
  });
}

test("region: a click on the ground of the map chooses the region", async ({ openTable }) => {
  const { app, decision } = await region(openTable, "region");
  app.click('[data-region="east"]');
  await app.until(() => app.find('[data-choice="east"][aria-checked="true"]'), "the region is chosen");
  assert.deepEqual((await decision.press()).regions, ["east"]);
});

slowTest("region: regions that are taken are not offered", async ({ openTable }) => {
  const { app } = await region(openTable, "draft", { who: "Cleo" });
  const view = await app.view();
  assert.deepEqual(view.regions, ["northwest", "west"]);
  for (const taken of view.regions) assert.ok(!app.find(`[data-choice="${taken}"], button[data-region="${taken}"]`));
  // a city of a taken region chooses nothing
  app.click('[data-city="hamburg"]');
  await app.until(() => !app.find('[data-choice][aria-checked="true"]'), "nothing is chosen");
});

// --- opening an auction ---

const open = (openTable, table, options) => asked(openTable, table, "auction", t("open_title"), options);

const choosePlant = async (app, plant) => {
  app.click(`button.plant-card[data-plant="${plant}"]`);
  await app.until(() => app.find(`button.plant-card[data-plant="${plant}"][aria-pressed="true"]`), `${plant} is chosen`);
};

test("auction: the current market can be chosen, the future one cannot", async ({ openTable }) => {
  const { app, decision } = await open(openTable, "open");
  assert.deepEqual(app.all("button.plant-card").map((one) => one.dataset.plant), ["10", "11", "12", "14"]);
  assert.deepEqual(app.all(".future-market .plant-card").map((one) => one.tagName), ["DIV", "DIV", "DIV", "DIV"]);
  assert.ok(app.text(decision.panel).includes(t("choose_plant")));
  assert.equal(app.text(`${decision.panel} .decision-title span`), t("money_n", { n: 100 }));
  decision.isOff();
  assert.equal(app.text(decision.primary), t("choose_plant_short"));
});

test("auction: a chosen plant opens at its number, and a second click on it takes it back", async ({ openTable }) => {
  const { app, decision } = await open(openTable, "open");
  await choosePlant(app, 12);
  await decision.offers(t("open_for", { plant: "12", bid: 12 }));
  app.click('button.plant-card[data-plant="12"]');
  await app.gone('button.plant-card[aria-pressed="true"]');
  decision.isOff();
  assert.ok(!app.find(".bid-row"));
});

test("auction: the panel shows what a bid leaves, and the capacity with the new plant", async ({ openTable }) => {
  const { app, decision } = await open(openTable, "open");
  await choosePlant(app, 12);
  app.click(app.button(`+5${17}`, decision.panel));
  await decision.offers(t("open_for", { plant: "12", bid: 17 }));
  // 04, 08 and 13 supply 4; one of the two that supply 1 goes for 12
  await app.until(() => app.find('[data-calc="capacity"]') && app.find("[data-brings]"), "the forecast");
  assert.equal(decision.calc("left"), "83");
  assert.equal(decision.calc("capacity"), `4 ${t("to")} 5`);
  assert.ok(app.text('[data-calc="capacity"]').includes(t("scrap_n", { plant: "04" })));
  assert.equal(decision.calc("income"), "44");
  assert.equal(app.text("[data-brings]"), t("replaces", { plant: "04", what: t("cities_for", { n: 2, fuel: `2 coal ${t("or")} oil` }) }));
});

slowTest("auction: another plant starts at its own number again", async ({ openTable }) => {
  const { app, decision } = await open(openTable, "open");
  await choosePlant(app, 10);
  app.type(".bid-input", "50");
  await decision.offers(t("open_for", { plant: "10", bid: 50 }));
  await choosePlant(app, 14);
  await decision.offers(t("open_for", { plant: "14", bid: 14 }));
});

test("auction: the opening bid is sent, and the next player bids", async ({ openTable }) => {
  const { app, decision } = await open(openTable, "open");
  await choosePlant(app, 14);
  await decision.offers(t("open_for", { plant: "14", bid: 14 }));
  const { auction, decision: next } = await decision.press();
  assert.deepEqual([auction.card, auction.bid, auction.high], [14, 14, 0]);
  assert.deepEqual([next.seat, next.kind], [1, "bid"]);
  await app.shows(".waiting-note h2", t("waiting_for", { name: "Ben" }));
  assert.equal(app.text("[data-high]"), "14");
});

test("auction: the last buyer sees the price instead of a bid", async ({ openTable }) => {
  const { app, decision } = await open(openTable, "open-last");
  await choosePlant(app, 14);
  await decision.offers(t("buy_plant", { plant: "14", n: 14 }));
  assert.equal(app.text(`${decision.panel} .note`), t("last_buyer"));
  assert.ok(!app.find(".bid-row"));
  const { players } = await decision.press();
  assert.equal(players[0].money, 86);
});

slowTest("auction: the last buyer sees the price without the rebate of a card", async ({ openTable }) => {
  const { app, decision } = await open(openTable, "open-rebate");
  await choosePlant(app, 4);
  await decision.offers(t("buy_plant", { plant: "04", n: 0 }));
  const { players } = await decision.press();
  assert.equal(players[0].money, 60);
});

test("auction: sitting out is sent at once when capacity is enough", async ({ openTable }) => {
  const { app, decision } = await open(openTable, "open");
  assert.equal(app.text(decision.secondary), t("sit_out"));
  const after = await decision.press(decision.secondary);
  assert.ok(after.players[0].sat_out);
  assert.deepEqual(sentMoves(app), [[{ kind: "sit-out" }]]);
});

slowTest("auction: sitting out with too little capacity asks first", async ({ openTable }) => {
  const { app, decision } = await open(openTable, "capacity");
  app.click(decision.secondary);
  await app.until(() => app.find("[role=alertdialog]"), "the warning");
  assert.ok(app.text("[role=alertdialog]").startsWith(t("warn_capacity", { output: 1, cities: 3 })));
  app.click(app.button(t("back"), "[role=alertdialog]"));
  await app.gone("[role=alertdialog]");
  assert.deepEqual(sentMoves(app), []);
  app.click(decision.secondary);
  await app.until(() => app.find("[data-anyway]"), "the warning again");
  assert.ok((await decision.press(decision.anyway)).players[0].sat_out);
});

slowTest("auction: a player who can pay for no plant can only sit out", async ({ openTable }) => {
  const { app, decision } = await open(openTable, "open-poor");
  assert.ok(!app.find("button.plant-card"));
  assert.ok(app.text(decision.panel).includes(t("no_plant_affordable")));
  decision.isOff();
  assert.ok((await decision.press(decision.secondary)).players[0].sat_out);
});

test("auction: in round 1 nobody can sit out", async ({ openTable }) => {
  const { app, decision } = await open(openTable, "open-must");
  decision.isOff();
  assert.ok(!app.find(decision.secondary));
  assert.equal(app.text(`${decision.panel} .note`), t("must_open"));
});

test("auction: a plant with a discount opens below its number", async ({ openTable }) => {
  const { app, decision } = await open(openTable, "open-discount");
  assert.equal(app.text('button.plant-card[data-plant="10"] .discount'), "1");
  await choosePlant(app, 10);
  await decision.offers(t("open_for", { plant: "10", bid: 1 }));
  const { auction } = await decision.press();
  assert.deepEqual([auction.card, auction.bid], [10, 1]);
});

slowTest("auction: on a phone the market is part of the action tab", async ({ openTable }) => {
  const { app, decision } = await open(openTable, "open", { screen: PHONE });
  assert.equal(app.all(`${decision.panel} button.plant-card`).length, 4);
  await choosePlant(app, 12);
  await decision.offers(t("open_for", { plant: "12", bid: 12 }));
  app.click('[data-tab="market"]');
  await app.until(() => app.find(".sheet-body .market"), "the market tab");
  assert.ok(app.find('.sheet-body button.plant-card[data-plant="12"][aria-pressed="true"]'));
  const { auction } = await decision.press();
  assert.deepEqual([auction.card, auction.bid], [12, 12]);
});

// --- bidding ---

const bid = (openTable, table = "bid", options = {}) => asked(openTable, table, "bid", t("your_bid"), options);

test("bid: the panel shows the highest bid, the minimum and what the bid leaves", async ({ openTable }) => {
  const { app, decision } = await bid(openTable);
  assert.equal(app.text(`${decision.panel} .decision-title span`), t("at_least", { n: 24 }));
  assert.equal(app.text("[data-high]"), "23");
  assert.equal(app.text(".auction .highest-bidder"), "Cleo");
  await app.shows(".auction .panel-header span", t("opened_by", { name: "Ben" }));
  assert.deepEqual(app.texts(".auction .bidder-list .bidder"), ["Ben80", "Cleo60", "Ann100"]);
  await decision.offers(t("bid_n", { n: 24 }));
  assert.equal(decision.calc("left"), "76");
  await app.until(() => app.find('[data-calc="capacity"]'), "the forecast");
});

test("bid: the maximum is the player's money", async ({ openTable }) => {
  const { app, decision } = await bid(openTable);
  app.click(app.button(`${t("max")}100`, decision.panel));
  await decision.offers(t("bid_n", { n: 100 }));
  assert.equal(decision.in(".bid-input").value, "100");
  assert.equal(decision.calc("left"), "0");
  assert.ok(app.isDisabled(app.button(t("more"), `${decision.panel} .bid-field`)));
});

for (const [typed, shown] of [["999", 100], ["5", 24], ["30", 30], ["a lot", 24], ["", 24]]) {
  const define = ["999", "5"].includes(typed) ? test : slowTest;
  define(`bid: typing "${typed}" bids ${shown}`, async ({ openTable }) => {
    const { app, decision } = await bid(openTable);
    app.type(".bid-input", typed);
    await decision.offers(t("bid_n", { n: shown }));
    await app.until(() => decision.in(".bid-input").value === String(shown), "the field is corrected");
    assert.equal(decision.calc("left"), String(100 - shown));
  });
}

test("bid: buttons change the bid by one, and stop at the minimum", async ({ openTable }) => {
  const { app, decision } = await bid(openTable);
  const less = app.button(t("less"), `${decision.panel} .bid-field`);
  assert.ok(app.isDisabled(less));
  app.click(app.button(t("more"), `${decision.panel} .bid-field`));
  await decision.offers(t("bid_n", { n: 25 }));
  app.click(app.button("+126", decision.panel));
  await decision.offers(t("bid_n", { n: 26 }));
  app.click(less);
  await decision.offers(t("bid_n", { n: 25 }));
});

test("bid: the bid is sent, and the next player is asked", async ({ openTable }) => {
  const { app, decision } = await bid(openTable);
  app.type(".bid-input", "30");
  await decision.offers(t("bid_n", { n: 30 }));
  const after = await decision.press();
  assert.deepEqual([after.auction.bid, after.auction.high, after.decision.seat], [30, 0, 1]);
  await app.shows(".auction .highest-bidder", "Ann");
  await app.shows(".waiting-note h2", t("waiting_for", { name: "Ben" }));
});

test("bid: a double click bids once", async ({ openTable }) => {
  const { app, decision } = await bid(openTable);
  const release = holdBack(app, /POST .*\/moves/);
  app.click(decision.primary);
  app.click(decision.primary);
  await app.until(() => app.find(`${decision.panel}[data-busy]`), "the panel is busy");
  assert.ok(app.isDisabled(decision.primary));
  assert.ok(app.isDisabled(decision.secondary));
  app.click(decision.primary);
  release();
  await app.shows(".waiting-note h2", t("waiting_for", { name: "Ben" }));
  assert.deepEqual(sentMoves(app), [[{ kind: "bid", amount: 24 }]]);
});

test("bid: passing takes the player out of the auction", async ({ openTable }) => {
  const { app, decision } = await bid(openTable);
  const after = await decision.press(decision.secondary);
  assert.deepEqual(after.auction.bidders, [1, 2]);
  await app.until(() => app.texts(".auction .bidder-list .bidder.is-out").includes(`Ann${t("passed")}`), "Ann has passed");
});

slowTest("bid: a player without enough money can only pass", async ({ openTable }) => {
  const { app, decision } = await bid(openTable, "bid-poor");
  decision.isOff();
  assert.equal(app.text(decision.primary), t("cannot_raise"));
  assert.equal(app.text(`${decision.panel} .decision-title span`), t("cannot_raise"));
  assert.ok(!app.find(`${decision.panel} .bid-input`));
  assert.deepEqual((await decision.press(decision.secondary)).auction.bidders, [1, 2]);
});

slowTest("bid: against the last other bidder the panel says what passing means and which plant would go", async ({ openTable }) => {
  const { app, decision } = await bid(openTable, "bid-full");
  assert.ok(app.text(`${decision.panel} .hint`).startsWith(t("pass_means", { name: "Ben", plant: "16", bid: 20 })));
  await app.until(() => app.find('[data-calc="capacity"]'), "the forecast");
  assert.ok(app.text('[data-calc="capacity"]').includes(t("scrap_n", { plant: "13" })));
});

slowTest("bid: where money is hidden, the auction shows only the player's own", async ({ openTable }) => {
  const words = await editionWords("classic-2004");
  const { app, decision } = await open(openTable, "hidden");
  await choosePlant(app, 14);
  await decision.press();
  await app.until(() => app.find(".auction .bidder-list .bidder"), "the auction");
  const hidden = words("terms", "hidden");
  assert.deepEqual(app.texts(".auction .bidder-list .bidder"), ["Ann100", `Ben${hidden}`, `Cleo${hidden}`]);
  assert.deepEqual(app.texts("[data-money] b"), ["100", "?", "?"]);
});

slowTest("bid: the next player's panel opens without a reload", async ({ prepare, joinTable }) => {
  const table = await prepare("bid");
  const ben = await joinTable(table, { who: "Ben" });
  await ben.shows(".waiting-note h2", t("waiting_for", { name: "Ann" }));
  const app = await joinTable(table);
  const mine = new Decision(app, "bid");
  await mine.isTitled(t("your_bid"));
  app.type(".bid-input", "41");
  await mine.offers(t("bid_n", { n: 41 }));
  await mine.press();
  const his = new Decision(ben, "bid");
  await his.isTitled(t("your_bid"));
  await his.offers(t("bid_n", { n: 42 }));
  assert.equal(ben.text("[data-high]"), "41");
});

test("bid: a refused move is explained, and can be tried again", async ({ openTable }) => {
  const { app, decision } = await bid(openTable);
  const refuse = () => Response.json({ error: { kind: "illegal-move", message: "That is not possible." } }, { status: 422 });
  const end = app.intercept(/POST .*\/moves/, refuse);
  app.click(decision.primary);
  await app.until(() => app.find(".note.is-error"), "the refusal");
  assert.ok(app.text(".note.is-error").includes(`${t("refused")} That is not possible.`), app.text(".note.is-error"));
  await app.until(() => !app.find(`${decision.panel}[data-busy]`), "the panel is ready again");
  await decision.offers(t("bid_n", { n: 24 }));
  app.click(app.button(t("close"), ".note.is-error"));
  await app.gone(".note.is-error");
  end();
  assert.equal((await decision.press()).auction.bid, 24);
});

slowTest("bid: without a connection the player is told, and can bid again", async ({ openTable }) => {
  const { app, decision } = await bid(openTable);
  const end = app.intercept(/POST .*\/moves/, () => Promise.reject(new TypeError("network")));
  app.click(decision.primary);
  await app.until(() => app.find(".note.is-error"), "the message");
  assert.equal(app.text(".note.is-error"), `${t("no_server")}×`);
  end();
  assert.equal((await decision.press()).auction.bid, 24);
  await app.gone(".note.is-error");
});

slowTest("bid: the message about a lost server goes when the table is connected again", async ({ openTable }) => {
  const { app, decision } = await bid(openTable);
  const end = app.intercept(/POST .*\/moves/, () => Promise.reject(new TypeError("network")));
  app.click(decision.primary);
  await app.until(() => app.find(".note.is-error"), "the message");
  end();
  app.disconnect();
  await app.shows(".toast[role=alert]", t("lost"));
  await app.gone(".toast");
  await app.gone(".note.is-error");
});

test("bid: a bid that comes too late is refused, and the panel shows who is to act", async ({ openTable }) => {
  const { app, decision } = await bid(openTable);
  const release = holdBack(app, /POST .*\/moves/);
  app.click(decision.primary);
  const { version } = await app.view();
  // the same player has bid on another device meanwhile
  await app.post(`/api/tables/${app.table.id}/moves`, { seat: 0, moves: [{ kind: "bid", amount: 50 }], version, key: "elsewhere" });
  release();
  await app.until(() => app.find(".note.is-error"), "the refusal");
  await app.shows(".waiting-note h2", t("waiting_for", { name: "Ben" }));
  assert.equal((await app.view()).auction.bid, 50);
});

// --- extra auctions and cards ---

for (const table of ["extra", "extra-promo"]) {
  const define = table === "extra" ? test : slowTest;
  define(`${table}: bidding in an extra auction of a card`, async ({ openTable }) => {
    const { app, decision } = await bid(openTable, table);
    assert.equal(app.text(".auction h2"), t("extra_auction"));
    assert.equal(app.text(".auction .highest-bidder"), t("nobody_yet"));
    assert.equal(app.text("[data-high]"), "–");
    await decision.offers(t("bid_n", { n: 10 }));
    app.click(app.button("+111", decision.panel));
    await decision.offers(t("bid_n", { n: 11 }));
    const { auction } = await decision.press();
    assert.deepEqual([auction.extra, auction.bid, auction.high], [true, 11, 0]);
  });
}

slowTest("extra: the auction says what the card does", async ({ openTable }) => {
  const { app } = await bid(openTable, "extra");
  const { promo_cards } = await app.json("/api/editions/classic-2009");
  const { about } = promo_cards["transformer-station"];
  assert.ok(about.en.length > 10);
  assert.ok(app.text(".auction .highest-bid").includes(about.en));
});

test("assign: a card goes onto the chosen plant", async ({ openTable }) => {
  const { app, decision } = await asked(openTable, "assign", "assign", t("assign_title"));
  decision.isOff();
  assert.ok(app.text(`${decision.panel} .note`).endsWith(t("assign_note")));
  assert.deepEqual(decision.listed("button[data-plant]", "data-plant"), ["4", "8"]);
  app.click(decision.in('button[data-plant="8"]'));
  await decision.offers(t("assign_confirm", { plant: "08" }));
  assert.ok(app.find(`${decision.panel} button[data-plant="8"][aria-pressed="true"]`));
  const after = await decision.press();
  assert.deepEqual([after.players[0].cards[0].plant, after.players[0].output], [8, 4]);
  await app.until(() => app.find('.player-card[data-seat="0"] .held-cards b'), "the card is on the player card");
  assert.equal(app.text('.player-card[data-seat="0"] .held-cards b'), "08");
});

// --- scrapping and giving up ---

const scrap = (openTable, table) => asked(openTable, table, "scrap", t("scrap_title"));

test("scrap: the panel lists the plants, and says which fuel each would take along", async ({ openTable }) => {
  const { app, decision } = await scrap(openTable, "scrap");
  decision.isOff();
  assert.equal(app.text(`${decision.panel} .note`), t("scrap_note", { n: 3 }));
  assert.deepEqual(decision.listed("button[data-plant]", "data-plant"), ["12", "13", "29"]);
  app.click(decision.in('button[data-plant="13"]'));
  await app.shows(`${decision.panel} .hint`, t("scrap_keeps"));
  app.click(decision.in('button[data-plant="29"]'));
  const [lead] = t("scrap_loses", { fuel: "|" }).split("|");
  await app.until(() => app.text(`${decision.panel} .hint`).startsWith(lead), "the loss is named");
  assert.equal(app.text(`${decision.panel} .hint`).split(` ${t("or")} `).length, 3);
  await decision.offers(t("scrap_confirm", { plant: "29" }));
});

slowTest("scrap: after a plant with fuel the player gives up what does not fit", async ({ openTable }) => {
  const { app, decision } = await scrap(openTable, "scrap");
  app.click(decision.in('button[data-plant="29"]'));
  await decision.offers(t("scrap_confirm", { plant: "29" }));
  assert.deepEqual((await decision.press()).players[0].plants, [11, 12, 13]);
  const next = new Decision(app, "discard-fuel");
  await next.isTitled(t("discard_fuel_title"));
  next.isOff();
  await next.pick('{"oil":2}');
  assert.deepEqual((await next.press()).players[0].fuel, { coal: 3, oil: 1 });
});

test("scrap: a plant without fuel ends the decision", async ({ openTable }) => {
  const { app, decision } = await scrap(openTable, "scrap");
  app.click(decision.in('button[data-plant="13"]'));
  await decision.offers(t("scrap_confirm", { plant: "13" }));
  const after = await decision.press();
  assert.deepEqual([after.players[0].plants, after.players[0].fuel], [[11, 12, 29], { coal: 3, oil: 3 }]);
  assert.notEqual(after.decision.kind, "discard-fuel");
});

slowTest("scrap: in 2009 the new plant can be scrapped as well", async ({ openTable }) => {
  const { app, decision } = await scrap(openTable, "scrap-new");
  assert.deepEqual(decision.listed("button[data-plant]", "data-plant"), ["11", "12", "13", "29"]);
  app.click(decision.in('button[data-plant="11"]'));
  await decision.offers(t("scrap_confirm", { plant: "11" }));
  const after = await decision.press();
  assert.deepEqual([after.players[0].plants, after.players[0].money], [[12, 13, 29], 89]);
});

test("discard fuel: every way is listed, and the chosen one is sent", async ({ openTable }) => {
  const { app, decision } = await asked(openTable, "discard-fuel", "discard-fuel", t("discard_fuel_title"));
  decision.isOff();
  const { options } = (await app.view()).decision;
  assert.equal(options.length, 3);
  assert.deepEqual(decision.listed("[data-choice]", "data-choice"), options.map((one) => JSON.stringify(one.fuel)));
  const wanted = options[1].fuel;
  await decision.pick(JSON.stringify(wanted));
  await decision.offers(t("discard_fuel_confirm", { fuel: app.text(`[data-choice='${JSON.stringify(wanted)}'] span`) }));
  const after = await decision.press();
  assert.deepEqual([after.players[0].fuel, after.decision.seat], [{ coal: 1, oil: 1 }, 1]);
});

// --- buying fuel ---

const fuel = (openTable, table = "fuel", options = {}) => asked(openTable, table, "fuel", t("buy_title"), options);
const more = (app, name) => app.button(`${name}: ${t("more")}`);
const less = (app, name) => app.button(`${name}: ${t("less")}`);
const sumShows = (app, decision, label, text) => app.until(() => decision.sum(label) === text, `${label} shows ${text}`);

test("fuel: nothing is planned at first", async ({ openTable }) => {
  const { app, decision } = await fuel(openTable);
  decision.isQuiet(t("pass"));
  assert.equal(decision.sum(t("plan_costs")), "0");
  assert.equal(decision.sum(t("money_left")), "50");
  assert.equal(decision.sum(t("supplies")), "0");
  assert.ok(app.isDisabled(less(app, "Coal")));
});

test("fuel: one button plans the cheapest fuel for one run", async ({ openTable }) => {
  const { app, decision } = await fuel(openTable);
  app.click(decision.in("[data-fill]"));
  // four coal at 1, 1, 1 and 2 are cheaper than oil in the hybrid
  await decision.offers(t("buy_n", { n: 4, cost: 5 }));
  await sumShows(app, decision, t("supplies"), `0 ${t("to")} 3`);
  assert.equal(decision.sum(t("plan_costs")), "5");
  assert.equal(decision.sum(t("money_left")), "45");
  assert.equal(app.all('.fuel [data-fuel="coal"] .is-planned').length, 4);
  assert.equal(app.text('.fuel [data-fuel="coal"] .fuel-cost'), "5");
});

test("fuel: another button fills all plants", async ({ openTable }) => {
  const { app, decision } = await fuel(openTable);
  app.click(app.button(t("fill_all"), decision.panel));
  await app.until(() => app.find(decision.primary), "a plan");
  // eight spaces, as far as the money goes
  const { decision: made } = await app.view();
  const costs = Object.fromEntries(made.options.filter((one) => one.kind === "buy").map((one) => [one.fuel, one.costs]));
  const count = (id) => app.all(`.fuel [data-fuel="${id}"] .is-planned`).length;
  const [coal, oil] = [count("coal"), count("oil")];
  assert.equal(coal + oil, 8);
  await decision.offers(t("buy_n", { n: 8, cost: (costs.coal[coal - 1] ?? 0) + (costs.oil[oil - 1] ?? 0) }));
});

test("fuel: the steppers change the plan, and it can be cleared", async ({ openTable }) => {
  const { app, decision } = await fuel(openTable);
  app.click(more(app, "Oil"));
  await decision.offers(t("buy_n", { n: 1, cost: 3 }));
  app.click(more(app, "Coal"));
  await decision.offers(t("buy_n", { n: 2, cost: 4 }));
  app.click(less(app, "Oil"));
  await decision.offers(t("buy_n", { n: 1, cost: 1 }));
  app.click(decision.secondary);
  await app.gone(decision.primary);
  decision.isQuiet(t("pass"));
  assert.ok(!app.find(".fuel .is-planned"));
});

test("fuel: the plan is bought in one request, and the turn ends", async ({ openTable }) => {
  const { app, decision } = await fuel(openTable);
  app.click(decision.in("[data-fill]"));
  await decision.offers(t("buy_n", { n: 4, cost: 5 }));
  app.click(more(app, "Oil"));
  await decision.offers(t("buy_n", { n: 5, cost: 8 }));
  const { players } = await decision.press();
  assert.deepEqual([players[0].money, players[0].fuel], [42, { coal: 4, oil: 1 }]);
  assert.deepEqual(sentMoves(app), [[{ kind: "buy", fuel: "coal", count: 4 }, { kind: "buy", fuel: "oil", count: 1 }, { kind: "done" }]]);
  await app.gone(".action.is-mine[data-decision=fuel]");
});

slowTest("fuel: on a phone the panel has a row for each fuel", async ({ openTable }) => {
  const { app, decision } = await fuel(openTable, "fuel", { screen: PHONE });
  assert.deepEqual(decision.listed("[data-buy]", "data-buy"), ["coal", "oil"]);
  app.click(more(app, "Oil"));
  await decision.offers(t("buy_n", { n: 1, cost: 3 }));
  assert.equal(app.text('[data-buy="oil"] > b'), "3");
  assert.equal(app.text('[data-buy="coal"] small'), t("holds_room", { has: 0, room: 8 }));
  app.click(decision.in("[data-fill]"));
  await decision.offers(t("buy_n", { n: 4, cost: 5 }));
  assert.deepEqual((await decision.press()).players[0].fuel, { coal: 4 });
});

slowTest("fuel: passing asks first when a plant would stand still", async ({ openTable }) => {
  const { app, decision } = await fuel(openTable, "fuel-more");
  // the two coal run 12 for the only city; 04 could have fuel as well
  app.click(decision.quiet);
  await app.until(() => app.find("[role=alertdialog]"), "the warning");
  assert.ok(app.text("[role=alertdialog]").includes(t("warn_idle", { plants: "04" })));
  app.click(app.button(t("back"), "[role=alertdialog]"));
  await app.gone("[role=alertdialog]");
  assert.deepEqual(sentMoves(app), []);
});

slowTest("fuel: buying too little for the own cities asks first, and can be done anyway", async ({ openTable }) => {
  const { app, decision } = await fuel(openTable);
  app.click(more(app, "Coal"));
  await decision.offers(t("buy_n", { n: 1, cost: 1 }));
  app.click(decision.primary);
  await app.until(() => app.find("[role=alertdialog]"), "the warning");
  assert.ok(app.text("[role=alertdialog]").includes(t("warn_fuel", { n: 0, cities: 3 })));
  assert.deepEqual((await decision.press(decision.anyway)).players[0].fuel, { coal: 1 });
});

slowTest("fuel: a warning that is switched off does not come again", async ({ openTable }) => {
  const { app, decision } = await fuel(openTable);
  app.click(decision.quiet);
  await app.until(() => app.find("[role=alertdialog] input"), "the warning");
  app.choose("[role=alertdialog] input");
  app.click(app.button(t("back"), "[role=alertdialog]"));
  await app.gone("[role=alertdialog]");
  const after = await decision.press(decision.quiet);
  assert.notEqual(after.decision.seat === 0 && after.decision.kind, "fuel");
});

test("fuel: the panel says for how many cities the fuel would be enough", async ({ openTable }) => {
  const { app, decision } = await fuel(openTable, "fuel-more");
  app.click(decision.in("[data-fill]"));
  await decision.offers(t("buy_n", { n: 2, cost: 3 }));
  await app.shows(`${decision.panel} [data-enough]`, t("enough_hint", { n: 3 }));
  await decision.press();
});

slowTest("fuel: before the first city the panel says what the plants could supply", async ({ openTable }) => {
  const { app, decision } = await fuel(openTable, "fuel-first");
  app.click(more(app, "Coal"));
  await decision.offers(t("buy_n", { n: 1, cost: 1 }));
  await app.shows(`${decision.panel} [data-enough]`, t("could_supply", { n: 2 }));
  assert.equal(decision.sum(t("enough_for")), t("n_cities", { n: 0 }));
  for (const n of [2, 3]) {
    app.click(more(app, "Coal"));
    await decision.offers(t("buy_n", { n, cost: n }));
  }
  await sumShows(app, decision, t("enough_for"), t("n_cities", { n: 2 }));
  assert.equal(app.text(`${decision.panel} [data-enough]`), "");
});

slowTest("fuel: before the first city, too, passing asks first", async ({ openTable }) => {
  const { app, decision } = await fuel(openTable, "fuel-first");
  app.click(decision.quiet);
  await app.until(() => app.find("[role=alertdialog]"), "the warning");
  assert.ok(app.text("[role=alertdialog]").includes(t("warn_idle", { plants: "08" })));
});

test("fuel: clicks that are faster than the server stop at what the plant takes", async ({ openTable }) => {
  const { app, decision } = await fuel(openTable, "fuel-first");
  app.click(more(app, "Coal"));
  await decision.offers(t("buy_n", { n: 1, cost: 1 }));
  await app.shows(`${decision.panel} [data-enough]`, t("could_supply", { n: 2 }));
  const release = holdBack(app, /POST .*\/preview/);
  const { options } = (await app.view()).decision;
  const { costs } = options.find((one) => one.fuel === "coal");
  for (const n of [2, 3, 4, 5, 6]) {
    app.click(more(app, "Coal"));
    await decision.offers(t("buy_n", { n, cost: costs[n - 1] }));
  }
  assert.ok(app.isDisabled(more(app, "Coal")));
  app.click(more(app, "Coal"));
  release();
  await sumShows(app, decision, t("enough_for"), t("n_cities", { n: 2 }));
  assert.ok(app.isDisabled(more(app, "Coal")));
  await decision.offers(t("buy_n", { n: 6, cost: costs[5] }));
  assert.ok(!app.find(".note.is-error"));
});

test("fuel: buying before the preview has come is not warned about", async ({ openTable }) => {
  const { app, decision } = await fuel(openTable, "fuel-deluxe");
  const release = holdBack(app, /POST .*\/preview/);
  app.click(decision.in("[data-fill]"));
  // three gas at 3; then oil at 3 is cheaper than gas at 4
  await decision.offers(t("buy_n", { n: 5, cost: 15 }));
  app.click(decision.primary);
  release();
  await app.gone(decision.panel);
  const { players } = await app.view();
  assert.deepEqual([players[0].money, players[0].fuel], [85, { gas: 3, oil: 2 }]);
});

test("fuel: the refill is shown as what is sure and what is likely", async ({ openTable }) => {
  const { app } = await fuel(openTable, "fuel-first");
  // none of the 24 coal is in the supply; all plants together burn seven of them, and four come in step 1
  const shown = (id) => app.text(`.fuel [data-fuel="${id}"] .tooltip-button`).replace(app.text(`.fuel [data-fuel="${id}"] [role=tooltip]`), "").trim();
  assert.deepEqual([shown("coal"), shown("oil"), shown("uranium")], ["+0–4", "+2", "+1"]);
  assert.equal(app.text('.fuel [data-fuel="coal"] [role=tooltip]'), t("refill_likely", { n: 0, most: 4 }));
  assert.equal(app.text('.fuel [data-fuel="oil"] [role=tooltip]'), t("refill_sure", { n: 2 }));
  const tip = app.get('.fuel [data-fuel="coal"] .tooltip-button');
  assert.equal(tip.getAttribute("aria-describedby"), app.get('.fuel [data-fuel="coal"] [role=tooltip]').id);
});

slowTest("fuel: what a player planned before the turn is the plan when the turn comes", async ({ prepare, joinTable }) => {
  const table = await prepare("fuel");
  const ben = await joinTable(table, { who: "Ben" });
  await ben.until(() => ben.find(".action.is-idle"), "Ben waits");
  const app = await joinTable(table);
  const mine = new Decision(app, "fuel");
  await mine.isTitled(t("buy_title"));
  const view = await app.view();
  const next = view.next_seats[0];
  const other = next === 1 ? ben : await joinTable(table, { who: "Cleo" });
  const id = view.players[next].plants.includes(3) ? "Oil" : "Garbage";
  await other.until(() => !other.isDisabled(more(other, id)), "a wish is possible");
  other.click(more(other, id));
  await other.until(() => other.text(`[aria-label="${id}"] b`) === "1", "the wish");
  app.click(mine.in("[data-fill]"));
  await mine.offers(t("buy_n", { n: 4, cost: 5 }));
  await mine.press();
  const his = new Decision(other, "fuel");
  await his.isTitled(t("buy_title"));
  const { options } = (await other.view()).decision;
  const { costs } = options.find((one) => one.fuel === id.toLowerCase());
  await his.offers(t("buy_n", { n: 1, cost: costs[0] }));
});

// --- building ---

const build = (openTable, table = "build", options = {}) => asked(openTable, table, "build", t("build_title"), options);

test("build: the cheapest cities are offered with their prices", async ({ openTable }) => {
  const { app, decision } = await build(openTable);
  decision.isQuiet(t("pass"));
  const options = (await app.view()).decision.options.filter((one) => one.kind === "connect").sort((a, b) => a.cost - b.cost);
  assert.deepEqual(app.texts(`${decision.panel} [data-city-offer] b`), options.slice(0, 4).map((one) => String(one.cost)));
  const [first] = app.all(`${decision.panel} [data-city-offer]`);
  app.click(first);
  const { cost } = options.find((one) => one.city === first.dataset.cityOffer);
  await decision.offers(t("build_n", { n: 1, cost }));
  assert.ok(!app.find(`${decision.panel} [data-city-offer]`));
});

for (const [where, options] of [["", {}], [" on a phone", { screen: PHONE }]]) {
  const define = where ? slowTest : test;
  define(`build: chosen cities go into a plan with prices${where}`, async ({ openTable }) => {
    const { app, decision } = await build(openTable, "build", options);
    await planCity(app, "kiel");
    await decision.offers(t("build_n", { n: 1, cost: 18 }));
    assert.equal(decision.sum(t("money_left")), "82");
    await planCity(app, "flensburg");
    // from Kiel, which is in the plan, it is 4 + 10
    await decision.offers(t("build_n", { n: 2, cost: 32 }));
    assert.equal(decision.sum(t("plan_costs")), "32");
    assert.equal(decision.sum(t("cities")), `3 ${t("to")} 5`);
    assert.deepEqual(app.texts("[data-tag]"), ["18", "14"]);
    assert.deepEqual(app.texts(`${decision.panel} .plan-list .plan-cost`), ["18", "14"]);
    const after = await decision.press();
    assert.deepEqual([after.players[0].money, after.houses.kiel, after.houses.flensburg], [68, [0], [0]]);
  });
}

test("build: a city that is taken out of the plan changes the price of those behind it", async ({ openTable }) => {
  const { app, decision } = await build(openTable);
  await planCity(app, "kiel");
  await decision.offers(t("build_n", { n: 1, cost: 18 }));
  await planCity(app, "flensburg");
  await decision.offers(t("build_n", { n: 2, cost: 32 }));
  app.click(app.button(t("remove_city", { city: "Kiel" }), decision.panel));
  await decision.offers(t("build_n", { n: 1, cost: 22 }));
  await planCity(app, "kiel");
  await decision.offers(t("build_n", { n: 2, cost: 36 }));
});

test("build: a second click on a planned city takes it out, and the plan can be cleared", async ({ openTable }) => {
  const { app, decision } = await build(openTable);
  await planCity(app, "kiel");
  await decision.offers(t("build_n", { n: 1, cost: 18 }));
  await planCity(app, "kiel");
  await app.gone(decision.primary);
  await planCity(app, "flensburg");
  await decision.offers(t("build_n", { n: 1, cost: 22 }));
  app.click(decision.secondary);
  await app.gone(decision.primary);
  decision.isQuiet(t("pass"));
  assert.ok(!app.find("[data-tag]"));
});

test("build: the plan is built in one request, and one undo takes it back", async ({ openTable }) => {
  const { app, decision } = await build(openTable);
  await planCity(app, "flensburg");
  await decision.offers(t("build_n", { n: 1, cost: 22 }));
  await planCity(app, "kiel");
  await decision.offers(t("build_n", { n: 2, cost: 36 }));
  const after = await decision.press();
  assert.deepEqual([after.players[0].money, after.houses.flensburg, after.houses.kiel], [64, [0], [0]]);
  assert.deepEqual(sentMoves(app).map((all) => all.map((move) => move.city ?? move.kind)), [["flensburg", "kiel", "done"]]);
  await app.until(() => !app.isDisabled("[data-undo]"), "undo is possible");
  app.click("[data-undo]");
  await decision.isTitled(t("build_title"));
  const back = await app.view();
  assert.deepEqual([back.players[0].money, back.houses.flensburg, back.houses.kiel, back.decision.kind], [100, undefined, undefined, "build"]);
});

test("build: a plan survives a reload of the page", async ({ openTable, reload }) => {
  const { app, decision } = await build(openTable);
  await planCity(app, "kiel");
  await decision.offers(t("build_n", { n: 1, cost: 18 }));
  const again = await reload(app);
  const panel = new Decision(again, "build");
  await panel.offers(t("build_n", { n: 1, cost: 18 }));
  const after = await panel.press();
  assert.ok(after.houses.kiel.includes(0));
  const next = await reload(again);
  await next.until(() => next.find(".action.is-idle"), "the turn of somebody else");
  assert.deepEqual(JSON.parse(next.window.sessionStorage.getItem(`stromnetz.plan.${app.table.id}`)).moves, []);
});

slowTest("fuel: what is planned before my turn survives a reload of the page", async ({ openTable, reload }) => {
  const app = await openTable("fuel", { who: "Ben" });
  const more = '.fuel [data-fuel="oil"] .stepper button:last-child';
  await app.until(() => app.find(more) && !app.isDisabled(more), "fuel can be planned");
  app.click(more);
  const planned = (page) => page.text('.fuel [data-fuel="oil"] .stepper');
  await app.until(() => /1/.test(planned(app)), "one oil is planned");
  const before = planned(app);
  const again = await reload(app);
  await again.until(() => again.find(more) && planned(again) === before, "the plan is there again");
});

slowTest("build: passing ends the turn", async ({ openTable }) => {
  const { app, decision } = await build(openTable);
  const after = await decision.press(decision.quiet);
  assert.deepEqual([sentMoves(app), after.players[0].money], [[[{ kind: "done" }]], 100]);
  assert.ok(after.decision.kind !== "build" || after.decision.seat !== 0);
});

test("build: a full city is refused with its rule, and the rest of the plan is kept", async ({ openTable }) => {
  const { app, decision } = await build(openTable);
  await planCity(app, "kiel");
  await decision.offers(t("build_n", { n: 1, cost: 18 }));
  await planCity(app, "kassel");
  await app.until(() => app.find(".note.is-error .rule"), "the refusal with its rule");
  assert.ok(app.text(".note.is-error").startsWith(t("refused")));
  assert.match(app.text(".note.is-error"), /Kassel/);
  await app.until(() => app.text(".note.is-error .rule").length > app.text(".note.is-error .rule-id").length + 10, "the text of the rule");
  await decision.offers(t("build_n", { n: 1, cost: 18 }));
});

slowTest("build: after the plan the panel says what the cheapest further city would cost", async ({ openTable }) => {
  const { app, decision } = await build(openTable, "build-poor");
  await planCity(app, "kiel");
  await decision.offers(t("build_n", { n: 1, cost: 18 }));
  const [lead] = t("cheapest_short", { city: "|", cost: 0, n: 0 }).split("|");
  await app.until(() => app.text(`${decision.panel} > .action-body > .hint`).startsWith(lead), "the next city");
});

test("build: a city that the player looks at shows its path and price", async ({ openTable }) => {
  const { app } = await build(openTable);
  app.get('[data-city="kiel"]').focus();
  await app.until(() => app.find(".city-popup .total"), "the card of Kiel");
  assert.equal(app.text(".city-popup h3"), "Kiel");
  assert.match(app.text(".city-popup .total"), /8 \+ 10 = 18/);
  await app.shows('[data-tag="kiel"]', "18");
  app.get('[data-city="kiel"]').blur();
  await app.gone(".city-popup");
});

for (const [where, options] of [["", {}], [" on a phone", { screen: PHONE }]]) {
  const define = where ? slowTest : test;
  define(`build: a plan that reveals a card is built up to there, and the rest is kept${where}`, async ({ openTable }) => {
    const { app, decision } = await build(openTable, "build-card", options);
    await planCity(app, "kiel");
    await decision.offers(t("build_n", { n: 1, cost: 18 }));
    await planCity(app, "flensburg");
    await app.until(() => app.texts(`${decision.panel} .note`).includes(t("card_first")), "the note about the card");
    await decision.offers(t("build_n", { n: 1, cost: 18 }));
    const drawn = await decision.press();
    assert.deepEqual([drawn.houses.kiel, drawn.houses.flensburg, drawn.decision.kind, drawn.decision.seat], [[0], undefined, "build", 0]);
    await decision.offers(t("build_n", { n: 1, cost: 14 }));
    const after = await decision.press();
    assert.deepEqual([after.players[0].money, after.houses.flensburg], [68, [0]]);
    assert.ok(after.decision.kind !== "build" || after.decision.seat !== 0);
  });
}

slowTest("build: on the map of Europe", async ({ openTable }) => {
  const { app, decision } = await build(openTable, "build-deluxe");
  await planCity(app, "london");
  await decision.offers(t("build_n", { n: 1, cost: 26 }));
  const after = await decision.press();
  assert.deepEqual([after.players[0].money, after.houses.london], [74, [0]]);
});

// --- running plants ---

const run = (openTable, table = "run") => asked(openTable, table, "run", t("run_title"));
const plantButton = (decision, plant) => decision.in(`button[data-plant="${plant}"]`);

test("run: the best run is proposed with its income", async ({ openTable }) => {
  const { app, decision } = await run(openTable);
  await decision.offers(t("run_for", { n: 3, income: 44 }));
  assert.equal(decision.sum(t("money_then")), "144");
  assert.equal(decision.sum(t("supplies")), "3/3");
  assert.deepEqual(decision.listed("button[data-plant]", "aria-pressed"), ["true", "true"]);
  const after = await decision.press();
  assert.equal(after.players[0].money, 144);
  assert.equal(sentMoves(app).length, 1);
});

slowTest("run: a plant can be left out, and running for less income asks first", async ({ openTable }) => {
  const { app, decision } = await run(openTable);
  app.click(plantButton(decision, 4));
  await decision.offers(t("run_for", { n: 2, income: 33 }));
  app.click(decision.primary);
  await app.until(() => app.find("[role=alertdialog]"), "the warning");
  assert.ok(app.text("[role=alertdialog]").includes(t("warn_income", { n: 11 })));
  assert.equal((await decision.press(decision.anyway)).players[0].money, 133);
});

test("run: a hybrid burns the fuel that the player chooses", async ({ openTable }) => {
  const { app, decision } = await run(openTable);
  assert.equal(app.all(`${decision.panel} [data-burn]`).length, 2);
  app.choose(decision.in(`[data-burn='{"coal":4}']`));
  await app.until(() => app.texts(`${decision.panel} .hint`).includes(t("burns", { fuel: "4 coal" })), "the fuel is named");
  const { players } = await decision.press();
  assert.deepEqual([players[0].money, players[0].fuel], [144, { oil: 1 }]);
});

slowTest("run: a hybrid of the deluxe edition", async ({ openTable }) => {
  const { app, decision } = await run(openTable, "run-deluxe");
  await decision.offers(t("run_for", { n: 3, income: 44 }));
  app.choose(decision.in(`[data-burn='{"gas":4,"oil":1}']`));
  await app.until(() => app.texts(`${decision.panel} .hint`).includes(t("burns", { fuel: "4 natural gas, 1 oil" })), "the fuel is named");
  assert.deepEqual((await decision.press()).players[0].fuel, { oil: 2 });
});

test("run: plants without enough fuel cannot run together", async ({ openTable }) => {
  const { app, decision } = await run(openTable, "run-short");
  await app.until(() => app.find(decision.primary), "a proposal");
  const off = decision.listed('button[data-plant][aria-pressed="false"]', "data-plant");
  assert.equal(off.length, 1);
  app.click(plantButton(decision, off[0]));
  await app.shows(decision.primary, t("not_enough_fuel"));
  decision.isOff();
  assert.equal(app.text(`${decision.panel} .note`), t("not_enough_fuel"));
  app.click(plantButton(decision, off[0]));
  await app.until(() => !app.isDisabled(decision.primary), "the proposal again");
  const { income } = (await app.view()).decision.options.reduce((a, b) => (b.income > a.income ? b : a));
  assert.equal((await decision.press()).players[0].money, 100 + income);
});

slowTest("run: no plant at all burns nothing", async ({ openTable }) => {
  const { app, decision } = await run(openTable);
  app.click(plantButton(decision, 4));
  await decision.offers(t("run_for", { n: 2, income: 33 }));
  app.click(plantButton(decision, 12));
  await decision.offers(t("run_for", { n: 0, income: 10 }));
  assert.ok(app.texts(`${decision.panel} .hint`).includes(t("burns_nothing")));
});

// --- the neutral company ---

const words = await editionWords("deluxe-europe");

test("place: a generator of the Trust is placed by list or map", async ({ openTable }) => {
  const title = words("web", "place_title");
  assert.equal(title, "Place a generator of the Trust");
  const { app, decision } = await asked(openTable, "place", "place", title);
  decision.isOff();
  const { options } = (await app.view()).decision;
  assert.deepEqual(decision.listed("[data-choice]", "data-choice"), options.map((one) => one.city));
  await decision.pick("paris");
  await decision.offers(t("place_confirm", { city: "Paris" }));
  app.click('[data-city="lyon"]');
  await app.until(() => app.find('[data-choice="lyon"][aria-checked="true"]'), "Lyon is chosen");
  await decision.offers(t("place_confirm", { city: "Lyon" }));
  assert.deepEqual((await decision.press()).houses, { lyon: [2] });
});

slowTest("place: a city that is not offered cannot be chosen", async ({ openTable }) => {
  const { app, decision } = await asked(openTable, "place", "place", words("web", "place_title"));
  await decision.pick("paris");
  await decision.press();
  await app.shows(".waiting-note h2", t("waiting_for", { name: "Ben" }));
  app.click('[data-city="lyon"]');
  assert.ok(!app.find("[data-choice]"));
  assert.equal(sentMoves(app).length, 1);
});

// --- others at the table ---

test("a spectator sees whose turn it is, and no panel to decide", async ({ openTable }) => {
  const app = await openTable("bid", { who: null });
  await app.shows(".waiting-note h2", t("waiting_for", { name: "Ann" }));
  assert.ok(!app.find(".action.is-mine"));
  assert.ok(!app.find("[data-primary], [data-secondary], [data-quiet]"));
  assert.ok(app.text(".action").includes(t("you_watch")));
});

for (const [kind, table, title] of [["auction", "open", "open_title"], ["bid", "bid", "your_bid"], ["scrap", "scrap", "scrap_title"], ["discard-fuel", "discard-fuel", "discard_fuel_title"], ["fuel", "fuel", "buy_title"], ["build", "build", "build_title"], ["run", "run", "run_title"], ["assign", "assign", "assign_title"], ["region", "region", "region_title"]]) {
  for (const language of ["de", "nl"]) {
    const define = ["bid de", "fuel nl"].includes(`${kind} ${language}`) ? test : slowTest;
    define(`${kind}: the panel is in the player's language (${language})`, async ({ openTable }) => {
      const own = await translator(language);
      assert.notEqual(own(title), t(title));
      await asked(openTable, table, kind, own(title), { language });
    });
  }
}
