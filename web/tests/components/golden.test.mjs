// Every kind of decision in whole games of every edition: its panel shows all options, and a click makes a move.
import assert from "node:assert/strict";
import { editionWords, slowTest } from "./app.mjs";
import { Decision } from "./decision.mjs";
import { answer } from "./player.mjs";
import { decisionsOf } from "./server.mjs";

const SERVER = process.env.STROMNETZ_TEST_SERVER;
const PEOPLE = ["Ann", "Ben", "Cleo", "Dan", "Eva", "Finn"];
const CLASSIC = ["auction", "bid", "build", "fuel", "run", "scrap"];
const OUTPOST = ["auction", "bid", "company", "network", "robot", "workers"];

/** The games of each edition, and the kinds of decision that must be in them. */
const EDITIONS = {
  "classic-2004": { games: ["classic-2004-germany-6", "classic-2004-usa-3", "discard-fuel", "draft-2"], kinds: [...CLASSIC, "discard-fuel", "region"] },
  "classic-2009": { games: ["classic-2009-germany-4", "classic-2009-usa-2"], kinds: [...CLASSIC, "assign"] },
  "deluxe-europe": { games: ["deluxe-europe-5", "deluxe-europe-2"], kinds: [...CLASSIC, "place"] },
  "deluxe-north-america": { games: ["deluxe-north-america-4", "deluxe-north-america-2"], kinds: [...CLASSIC, "place"] },
  outpost: { games: ["outpost-4", "outpost-trust"], kinds: [...OUTPOST, "place", "trust-site"] },
  promo: { games: ["promo-2009-4"], kinds: [...CLASSIC, "assign"] },
  robots: { games: ["robots-bidding", "robots-promo"], kinds: [...CLASSIC, "assign", "robot-bid", "robot-build", "robot-name", "robot-start", "robot-strike"] },
  "robots of deluxe": { games: ["robots-deluxe-2"], kinds: [...CLASSIC, "place", "robot-start"] },
  "hidden money": { games: ["money-hidden"], kinds: CLASSIC },
  short: { games: ["short-2"], kinds: CLASSIC.filter((kind) => kind !== "scrap") },
};

const TITLES = {
  region: "region_title",
  auction: "open_title",
  bid: "your_bid",
  scrap: "scrap_title",
  "discard-fuel": "discard_fuel_title",
  assign: "assign_title",
  fuel: "buy_title",
  build: "build_title",
  run: "run_title",
  place: "place_title",
  network: "network_title",
  company: "company_title",
  workers: "hire_title",
  robot: "robot_title",
  "trust-site": "site_title",
  "robot-start": "robot_start_title",
  "robot-build": "robot_build_title",
  "robot-name": "robot_name_title",
  "robot-strike": "robot_strike_title",
  "robot-bid": "robot_bid_title",
};

const byCost = (options) => options.toSorted((a, b) => a.cost - b.cost);
const same = (a, b) => assert.deepEqual(a.toSorted(), b.toSorted());

const choices = (key) => ({ options, panel }) => assert.deepEqual(panel.listed("[data-choice]", "data-choice"), options.map(key));
const cityChoices = (facts) => {
  choices((one) => one.city)(facts);
  same(facts.app.all(".city.is-available").map((one) => one.dataset.city), facts.options.map((one) => one.city));
};
const plantChoices = ({ options, panel }) => assert.deepEqual(panel.listed("button[data-plant]", "data-plant"), options.map((one) => String(one.plant)));

function bidField({ app, options, panel }) {
  const bid = options.find((one) => one.kind === "bid");
  assert.equal(app.find(`${panel.panel} .bid-input`)?.value, bid && String(bid.minimum));
  assert.equal(app.isDisabled(panel.primary), !bid);
  assert.equal(app.find(panel.secondary) !== null, options.some((one) => one.kind === "pass"));
}

/** The offers of a plan: the four cheapest in the panel, all on the map. */
function offers({ app, panel }, wanted) {
  assert.deepEqual(app.texts(`${panel.panel} [data-city-offer] b`), byCost(wanted).slice(0, 4).map((one) => String(one.cost)));
  assert.equal(app.text(panel.quiet).length > 0, true);
}

/** What each kind shows of its options. */
const SHOWS = {
  region: choices((one) => one.region),
  place: cityChoices,
  "trust-site": cityChoices,
  "robot-start": cityChoices,
  "robot-build": cityChoices,
  "robot-name": cityChoices,
  "robot-strike": cityChoices,
  "robot-bid": bidField,
  "discard-fuel": choices((one) => JSON.stringify(one.fuel)),
  scrap: plantChoices,
  assign: plantChoices,
  auction({ app, options, panel }) {
    const plants = options.filter((one) => one.kind === "open").map((one) => String(one.plant));
    assert.deepEqual(app.all("button.plant-card").map((one) => one.dataset.plant), plants);
    assert.equal(app.find(panel.secondary) !== null, options.some((one) => one.kind === "sit-out"));
    assert.ok(app.isDisabled(panel.primary));
  },
  bid(facts) {
    const { app, view } = facts;
    bidField(facts);
    assert.equal(app.text("[data-high]"), String(view.auction.bid || "–"));
    assert.equal(app.all(".auction .bidder-list .bidder:not(.is-out)").length, view.auction.bidders.length);
  },
  fuel({ app, options }) {
    const room = new Map(options.filter((one) => one.kind === "buy").map((one) => [one.fuel, one.costs.length]));
    for (const row of app.all(".fuel [data-fuel]")) {
      const [, more] = row.querySelectorAll(".stepper button");
      assert.equal(app.isDisabled(more), !room.get(row.dataset.fuel), row.dataset.fuel);
    }
  },
  build(facts) {
    const connects = facts.options.filter((one) => one.kind === "connect");
    offers(facts, connects);
    same(facts.app.all(".city.is-available").map((one) => one.dataset.city), connects.map((one) => one.city));
  },
  network(facts) {
    const builds = facts.options.filter((one) => one.kind === "build");
    offers(facts, builds.filter((one) => one.site === "house"));
    for (const site of ["house", "plant", "housing"]) {
      const [cheapest] = byCost(builds.filter((one) => one.site === site));
      const text = cheapest ? facts.say("web", "from_n", { n: cheapest.cost }) : "–";
      assert.equal(facts.app.text(`${facts.panel.panel} [data-kind="${site}"] small`), text);
    }
  },
  run({ me, options, panel }) {
    assert.deepEqual(panel.listed("button[data-plant]", "data-plant"), me.plants.map(String));
    const most = Math.max(...options.map((one) => one.income));
    assert.equal(panel.sum(panel.app.texts(`${panel.panel} .plan-totals small`)[1]), String(most));
  },
  company({ options, panel }) {
    const { worth } = options.find((one) => one.kind === "arrange");
    same(panel.listed("[data-card]", "data-card"), worth.map((one) => String(one.card)));
  },
  workers({ app, options, panel }) {
    const { costs } = options.find((one) => one.kind === "hire");
    const count = Number(panel.in("[data-hired]").dataset.hired);
    assert.ok(count < costs.length);
    assert.equal(app.all(".labour .is-planned:not(.is-free)").length, count);
  },
  robot({ app, panel }) {
    assert.ok(app.find(panel.secondary));
  },
};

async function check({ openTable }, game, kind, [row, seat]) {
  const app = await openTable(game, { row, who: PEOPLE[seat] });
  const panel = new Decision(app, kind);
  const view = await app.view();
  const say = await editionWords(view.edition);
  const robots = view.modules.robots;
  const robot = robots?.robots.findIndex((one) => one.seat === robots.deciding?.seat) + 1;
  const values = kind.startsWith("robot-") ? { name: say("web", "robot_n", { n: robot }) } : {};
  await panel.isTitled(say("web", TITLES[kind], values));
  SHOWS[kind]({ app, view, me: view.players[seat], options: view.decision.options, panel, say });
  await answer(app, kind);
  assert.ok((await app.view()).version > view.version);
  assert.ok(!app.find(".note.is-error"));
}

for (const [edition, { games, kinds }] of Object.entries(EDITIONS)) {
  let asked;
  const decisions = () => (asked ??= Promise.all(games.map((game) => decisionsOf(SERVER, game))));

  slowTest(`${edition}: its games have all kinds of decision`, async () => same([...new Set((await decisions()).flatMap((one) => Object.keys(one)))], kinds));

  for (const kind of kinds) {
    slowTest(`${edition}: ${kind}`, async (session) => {
      const found = await decisions();
      const at = found.findIndex((one) => one[kind]);
      const rows = found[at][kind];
      // the middle of a game: the first decisions are simple, and in the last ones little is left to buy
      await check(session, games[at], kind, rows[rows.length >> 1]);
    });
  }
}

slowTest("the games have every kind of decision that there is", () =>
  same(Object.keys(TITLES), [...new Set(Object.values(EDITIONS).flatMap((one) => one.kinds))]));
