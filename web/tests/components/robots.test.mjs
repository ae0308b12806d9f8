// Robots: their tiles, and everything that players decide for them.
import assert from "node:assert/strict";
import { editionWords, nightlyTest, PHONE, slowTest, test } from "./app.mjs";
import { Decision } from "./decision.mjs";

const say = await editionWords("classic-2004");
const t = (key, values) => say("web", key, values);
const NAME = t("robot_n", { n: 1 });
const TILES = ["players-choice", "highest-number", "normal-production", "all-cities", "half-bid"];

/** Open a table where Ann decides something for a robot, because of a tile. */
async function asked(openTable, kind, title, options = {}) {
  const app = await openTable(kind, options);
  const decision = new Decision(app, kind);
  await decision.isTitled(t(title, { name: NAME }));
  return { app, decision };
}

const sentMoves = (app) => app.requests.filter((one) => one.path.endsWith("/moves")).map((one) => one.body.moves);

/** The tile that asks is lit and explains itself on focus. */
async function isAskedBy(app, tile) {
  assert.deepEqual(app.all(".action .tile-row .is-highlighted").map((one) => one.dataset.tile), [tile]);
  assert.equal(app.get(".action .tile-row .is-highlighted").getAttribute("aria-current"), "true");
  app.get(".action .tile-row .is-highlighted").focus();
  await app.shows(".action .robot-tooltip b", say("tiles", tile));
  assert.equal(app.text(".action .robot-tooltip span"), say("tile_texts", tile));
}

const KINDS = {
  "robot-start": { title: "robot_start_title", tile: "players-choice", note: "robot_start_note", move: "connect" },
  "robot-name": { title: "robot_name_title", tile: "early-choice-for-all", note: "robot_name_note", move: "suggest" },
  "robot-strike": { title: "robot_strike_title", tile: "deciding-choice", note: "robot_strike_note", move: "strike" },
  "robot-build": { title: "robot_build_title", tile: "last-player-chooses", note: "robot_build_note", move: "connect" },
};

for (const [kind, { title, tile, note, move }] of Object.entries(KINDS)) {
  test(`${kind}: the panel shows the robot, the tile that asks, and the cities`, async ({ openTable }) => {
    const { app, decision } = await asked(openTable, kind, title);
    assert.equal(app.text(".robot-subject p b"), NAME);
    assert.equal(app.text(".robot-subject p span"), t("money_n", { n: 70 }));
    assert.ok(app.text(`${decision.panel} .note`).startsWith(t(note)));
    await isAskedBy(app, tile);
    const cities = (await app.view()).decision.options.map((one) => one.city);
    assert.deepEqual(decision.listed("[data-choice]", "data-choice"), cities);
    decision.isOff();
    assert.equal(app.text(decision.primary), t("robot_choose_city"));
  });

  test(`${kind}: a city is chosen in the list`, async ({ openTable }) => {
    const { app, decision } = await asked(openTable, kind, title);
    const [{ city }] = (await app.view()).decision.options;
    await decision.pick(city);
    await decision.press();
    assert.deepEqual(sentMoves(app), [[{ kind: move, city }]]);
  });
}

/** Choose a city on the map in place of one of the list. */
async function chooseOnMap(app, decision, city, confirm) {
  await decision.pick((await app.view()).decision.options[0].city);
  app.click(`[data-city="${city}"]`);
  await app.until(() => app.find(`[data-choice="${city}"][aria-checked="true"]`), `${city} is chosen`);
  assert.equal(app.all("[data-choice][aria-checked=true]").length, 1);
  await decision.offers(confirm);
  return decision.press();
}

slowTest("robot-start: the robot starts in the city that is chosen on the map", async ({ openTable }) => {
  const { app, decision } = await asked(openTable, "robot-start", "robot_start_title");
  const after = await chooseOnMap(app, decision, "rostock", t("robot_start_confirm", { city: "Rostock", name: NAME }));
  assert.deepEqual(after.houses.rostock, [2]);
});

slowTest("robot-name: the next player names a city, too, and sees the first", async ({ prepare, joinTable }) => {
  const table = await prepare("robot-name");
  const ben = await joinTable(table, { who: "Ben" });
  const app = await joinTable(table);
  const decision = new Decision(app, "robot-name");
  await decision.isTitled(t("robot_name_title", { name: NAME }));
  const after = await chooseOnMap(app, decision, "rostock", t("robot_name_confirm", { city: "Rostock" }));
  assert.deepEqual([after.decision.seat, after.modules.robots.deciding.cities], [1, ["rostock"]]);
  const his = new Decision(ben, "robot-name");
  await his.isTitled(t("robot_name_title", { name: NAME }));
  assert.equal(ben.text(`${his.panel} .note`), `${t("robot_name_note")} ${t("robot_named", { cities: "Rostock" })}`);
  assert.ok(!ben.find('[data-choice="rostock"]'));
});

slowTest("robot-strike: the next player strikes, too, and sees what is struck", async ({ prepare, joinTable }) => {
  const table = await prepare("robot-strike");
  const ben = await joinTable(table, { who: "Ben" });
  const app = await joinTable(table);
  const decision = new Decision(app, "robot-strike");
  await decision.isTitled(t("robot_strike_title", { name: NAME }));
  const after = await chooseOnMap(app, decision, "rostock", t("robot_strike_confirm", { city: "Rostock" }));
  assert.deepEqual([after.decision.seat, after.modules.robots.deciding.cities], [1, ["rostock"]]);
  const his = new Decision(ben, "robot-strike");
  await his.isTitled(t("robot_strike_title", { name: NAME }));
  assert.equal(ben.text(`${his.panel} .note`), `${t("robot_strike_note")} ${t("robot_struck", { cities: "Rostock" })}`);
  assert.ok(!ben.find('[data-choice="rostock"]'));
});

test("robot-build: each city shows its price, and the robot pays it", async ({ openTable }) => {
  const { app, decision } = await asked(openTable, "robot-build", "robot_build_title");
  const { options } = (await app.view()).decision;
  assert.deepEqual(app.texts("[data-choice] small"), options.map((one) => String(one.cost)));
  const { city, cost } = options[1];
  const name = app.text(`[data-choice="${city}"] span`);
  const after = await chooseOnMap(app, decision, city, t("robot_build_confirm", { city: name, n: cost }));
  assert.ok(after.houses[city].includes(2));
  assert.deepEqual([after.players[0].money, after.players[2].money], [100, 70 - cost]);
});

slowTest("robot-build: the card of a city shows what it leaves the robot", async ({ openTable }) => {
  const { app } = await asked(openTable, "robot-build", "robot_build_title");
  const { city, cost } = (await app.view()).decision.options[1];
  app.get(`[data-city="${city}"]`).focus();
  await app.until(() => app.find(".city-popup .total b"), "the card of the city");
  assert.equal(app.text(".city-popup .total b"), String(cost));
  assert.ok(app.text(".city-popup .total").includes(t("leaves", { n: 70 - cost })));
});

slowTest("robot-build: on a phone a city of the map is chosen, too", async ({ openTable }) => {
  const { app, decision } = await asked(openTable, "robot-build", "robot_build_title", { screen: PHONE });
  const { city } = (await app.view()).decision.options[1];
  app.click(`[data-city="${city}"]`);
  await app.until(() => app.find(`[data-choice="${city}"][aria-checked="true"]`), "the city is chosen");
  assert.ok((await decision.press()).houses[city].includes(2));
});

test("robot-bid: the first player may bid nothing, but not pass", async ({ openTable }) => {
  const { app, decision } = await asked(openTable, "robot-bid", "robot_bid_title");
  await isAskedBy(app, "bidding-choice");
  assert.equal(app.text(`${decision.panel} .note`), t("robot_bid_note"));
  await decision.offers(t("bid_n", { n: 0 }));
  assert.ok(!app.find(decision.secondary));
});

slowTest("robot-bid: the bid is sent, and the next player can raise or pass", async ({ prepare, joinTable }) => {
  const table = await prepare("robot-bid");
  const ben = await joinTable(table, { who: "Ben" });
  const app = await joinTable(table);
  const decision = new Decision(app, "robot-bid");
  await decision.isTitled(t("robot_bid_title", { name: NAME }));
  app.click(app.button("+55", decision.panel));
  await decision.offers(t("bid_n", { n: 5 }));
  const after = await decision.press();
  assert.deepEqual([after.decision.kind, after.decision.seat], ["robot-bid", 1]);
  const his = new Decision(ben, "robot-bid");
  await his.isTitled(t("robot_bid_title", { name: NAME }));
  await his.offers(t("bid_n", { n: 6 }));
  assert.equal(ben.text(his.secondary), t("pass"));
  // the highest bidder pays and chooses
  const { decision: next, players } = await his.press(his.secondary);
  assert.deepEqual([next.kind, next.seat, players[0].money], ["robot-start", 0, 95]);
  await new Decision(app, "robot-start").isTitled(t("robot_start_title", { name: NAME }));
});

// --- tiles ---

for (const [where, options] of [["", {}], [" on a phone", { screen: PHONE }]]) {
  const define = where ? slowTest : test;
  define(`a robot is shown as its five tiles${where}`, async ({ openTable }) => {
    const app = await openTable("robot-auction", options);
    if (options.screen) {
      await app.until(() => app.find('[data-tab="players"]'), "the tabs");
      app.click('[data-tab="players"]');
    }
    const card = '.player-card[data-seat="2"]';
    await app.until(() => app.find(`${card} [data-tile]`), "the tiles");
    assert.ok(app.text(`${card} .name`).startsWith(NAME));
    assert.deepEqual(app.all(`${card} [data-tile]`).map((one) => one.dataset.tile), TILES);
    assert.ok(!app.find(`${card} .is-highlighted`)); // nothing has happened yet
    const label = `${say("slots", "ability")}: ${say("tiles", "half-bid")}, ${say("tile_texts", "half-bid")}`;
    assert.equal(app.get(`${card} [data-tile="half-bid"]`).getAttribute("aria-label"), label);
    app.click(`${card} [data-tile="half-bid"]`);
    await app.shows(`${card} .robot-tooltip b`, say("tiles", "half-bid"));
    assert.equal(app.text(`${card} .robot-tooltip small`), say("slots", "ability"));
    assert.equal(app.text(`${card} .robot-tooltip span`), say("tile_texts", "half-bid"));
  });
}

test("the explanation of a tile goes away with the focus", async ({ openTable }) => {
  const app = await openTable("robot-auction");
  await app.until(() => app.find('[data-tile="half-bid"]'), "the tiles");
  app.get('[data-tile="half-bid"]').focus();
  await app.until(() => app.find(".robot-tooltip"), "the explanation");
  app.get('[data-tile="half-bid"]').blur();
  await app.gone(".robot-tooltip");
});

test("the tile that acts is lit", async ({ openTable }) => {
  const app = await openTable("robot-auction");
  const decision = new Decision(app, "auction");
  await decision.isTitled(t("open_title"));
  await decision.press(decision.secondary);
  await app.until(() => app.find('.player-card[data-seat="2"] .is-highlighted[data-tile="highest-number"]'), "the tile of the auction is lit");
  assert.equal(app.all('.player-card[data-seat="2"] .is-highlighted').length, 1);
});

slowTest("several robots are numbered, and each has its own tiles", async ({ openTable }) => {
  const app = await openTable("robots-promo", { row: 40 });
  await app.until(() => app.all(".player-card .tile-row").length === 3, "the tiles of three robots");
  const { modules } = await app.view();
  for (const [i, { seat, tiles }] of modules.robots.robots.entries()) {
    assert.ok(app.text(`.player-card[data-seat="${seat}"] .name`).startsWith(t("robot_n", { n: i + 1 })));
    assert.deepEqual(app.all(`.player-card[data-seat="${seat}"] [data-tile]`).map((one) => one.dataset.tile), tiles);
  }
});

slowTest("a tile for one robot alone is replaced when a second robot joins a new table", async ({ openPage }) => {
  const app = await openPage("/new");
  await app.until(() => app.find('[data-value="classic-2004"]'), "the editions");
  app.click('[data-value="classic-2004"]');
  await app.until(() => app.find("[data-add-robot]"), "the field for robots");
  app.click("[data-add-robot]");
  await app.until(() => app.find('[data-robot="0"]'), "the first robot");
  const tile = (robot, slot) => app.get(`[data-robot="${robot}"] [data-slot="${slot}"]`);
  for (const [slot, wanted] of [["auction", "all-power-plants"], ["ability", "always-last"]]) {
    app.choose(tile(0, slot), wanted);
    await app.until(() => app.text(tile(0, slot).parentElement.querySelector("small")) === say("tile_texts", wanted), `the tile ${wanted}`);
  }
  app.click("[data-add-robot]");
  await app.until(() => app.find('[data-robot="1"]'), "the second robot");
  assert.notEqual(tile(0, "ability").value, "always-last");
  assert.equal(tile(0, "auction").value, "all-power-plants");
  const offered = [...tile(1, "auction").options].map((one) => one.value);
  assert.ok(offered.length === 5 && !offered.includes("all-power-plants"));
  await app.until(() => app.all(".seat-list select:not([hidden])").length === 2, "two seats are left");
  app.click("[data-create]");
  await app.until(() => app.find(".table"), "the game");
  const view = await app.json(`/api${app.window.location.pathname}/view`);
  assert.equal(view.modules.robots.robots.length, 2);
  assert.equal(view.modules.robots.robots[0].tiles[1], "all-power-plants");
});

slowTest("a spectator sees what is decided for a robot", async ({ openTable }) => {
  const app = await openTable("robot-start", { who: null });
  await app.shows(".waiting-note h2", t("waiting_for", { name: "Ann" }));
  assert.equal(app.text(".waiting-note p").toLowerCase(), say("decisions", "robot-start").toLowerCase());
  assert.ok(app.find('.player-card[data-seat="2"] .is-highlighted[data-tile="players-choice"]'));
  assert.ok(!app.find("[data-choice]"));
});

for (const language of ["de", "nl"]) {
  nightlyTest(`the panels are in the player's language (${language})`, async ({ openTable }) => {
    const own = await editionWords("classic-2004", language);
    const name = own("web", "robot_n", { n: 1 });
    for (const [kind, { title, tile }] of Object.entries(KINDS)) {
      assert.notEqual(own("web", title), say("web", title));
      const app = await openTable(kind, { language });
      await new Decision(app, kind).isTitled(own("web", title, { name }));
      assert.ok(app.get(".action .tile-row .is-highlighted").getAttribute("aria-label").includes(own("tiles", tile)));
    }
  });
}
