// The end of a game: the last move, ranking and reasons, the course of the game, playing again.
import assert from "node:assert/strict";
import { nightlyTest, PHONE, slowTest, test, translator } from "./app.mjs";
import { Decision } from "./decision.mjs";
import { keysWork } from "./input.mjs";

const t = await translator();
const END = "[data-end]";
const NAMES = ["Ann", "Ben", "Cleo", "Dan"];

async function openEnd(openTable, name = "scene/end", options = {}) {
  const app = await openTable(name, options);
  await app.until(() => app.find(END), "the end screen");
  return app;
}

/** What the panels ask for is answered by clicks until the game is over. */
async function playToTheEnd(app) {
  for (;;) {
    const found = await app.until(() => app.find(`${END}, .action.is-mine:not([data-busy])`), "something is asked for");
    if (app.find(END)) return;
    const { decision: kind } = found.dataset;
    const decision = new Decision(app, kind);
    if (kind === "fuel" && app.find("[data-fill]")) app.click(`${decision.panel} [data-fill]`);
    if (kind === "build" && app.find("[data-city-offer]")) {
      app.click("[data-city-offer]");
      await app.until(() => app.find(`${decision.panel} .plan-list li`), "the plan");
    }
    if (!["auction", "bid", "fuel", "build", "run"].includes(kind)) {
      app.click(`${decision.panel} :is([data-choice], .is-selectable .plant-tile)`);
      await app.until(() => !app.isDisabled(decision.primary), "a choice");
    }
    const version = app.version;
    const moved = () => app.find(END) || app.version > version;
    const button = kind === "auction" || kind === "bid" ? decision.secondary : `${decision.panel} :is([data-primary], [data-quiet])`;
    app.click(await app.until(() => app.find(`${button}:not([aria-disabled])`), "the button"));
    await app.until(() => moved() || app.find("[data-anyway]"), "the move or a warning");
    if (!moved()) app.click("[data-anyway]");
    await app.until(() => moved() && !app.find("[data-busy]"), "the move is made");
  }
}

test("the last move brings up the end screen for everybody", async ({ openTable, joinTable }) => {
  const ann = await openTable("classic-2009-germany-3", { row: 245 });
  const ben = await joinTable(ann.table, { who: "Ben" });
  const build = new Decision(ann, "build");
  await ann.until(() => ann.find(build.quiet), "cities are asked for");
  assert.ok(!ann.find(END));
  ann.click(build.quiet);
  for (const app of [ann, ben]) {
    await app.until(() => app.find(END), "the end screen");
    assert.equal(app.text(`${END} h1`), app === ann ? t("you_win") : t("wins", { names: "Ann" }));
    assert.equal(app.text(`${END} .end-summary`), "The game is over");
    assert.equal(app.text(".turn-player"), "The game is over");
    assert.ok(!app.find(".action.is-mine, .action.is-idle"));
    await app.until(() => app.document.title === "Stromnetz", "nobody is called any more");
  }
});

slowTest("the last rounds against bots are played by clicks up to the end screen", async ({ openTable }) => {
  const app = await openTable("scene/last", { seats: ["Ann", "plain", "plain"] });
  await playToTheEnd(app);
  assert.equal(app.all(".ranking tbody tr").length, 3);
  await app.until(() => app.all(".plot polyline").length >= 4, "the course of the game");
  assert.equal(app.text([...app.get(".plot").querySelectorAll("text")].at(-1)), app.text(".round b"));
});

test("the ranking shows what the server counts", async ({ openTable }) => {
  const app = await openEnd(openTable);
  const { result } = await app.view();
  const rows = result.ranking.map(({ rank, seat, supplied, money, cities }) => [rank, NAMES[seat], supplied, money, cities].join(" "));
  assert.deepEqual(app.all(".ranking tbody tr").map((row) => [...row.children].map((one) => app.text(one)).join(" ")), rows);
  assert.deepEqual(app.texts(".ranking th"), ["Rank", "Player", "Powered", "Money", "Cities"]);
  assert.equal(app.all(".ranking .is-first").length, 1);
  assert.deepEqual(app.texts(".player-card .tag").toSorted(), [1, 2, 3, 4].map((rank) => t("rank", { rank })));
});

slowTest("players who are equal share a rank", async ({ openTable }) => {
  const app = await openEnd(openTable, "classic-2009-usa-6");
  assert.deepEqual(app.texts(".ranking tbody td:first-child"), ["1", "2", "3", "3", "5", "6"]);
});

slowTest("a company that nobody plays is not ranked", async ({ openTable }) => {
  const app = await openEnd(openTable, "scene/over");
  assert.equal(app.all(".ranking tbody tr").length, 2);
  await app.until(() => app.all(".plot polyline").length >= 4, "the course of the game");
  assert.equal(app.get(".plot").querySelectorAll("polyline").length, 2);
});

for (const language of ["en", "de", "nl"]) {
  const define = language === "en" ? test : nightlyTest;
  define(`the reasons for the ranking are told in the language of the page: ${language}`, async ({ openTable }) => {
    const app = await openEnd(openTable, "scene/end", { language });
    const { sentences, rules } = await app.json(`/api/tables/${app.table.id}/ranking?language=${language}`);
    await app.until(() => app.find("[data-why-so]"), "the reasons");
    assert.deepEqual(app.texts("[data-why-so] li").slice(0, -1), sentences);
    assert.deepEqual(app.texts("[data-why-so] [data-rule]"), rules);
    const own = await translator(language);
    assert.equal(app.text(`${END} h1`), own("you_win"));
  });
}

slowTest("a rule behind the ranking opens the rules", async ({ openTable }) => {
  const app = await openEnd(openTable);
  await keysWork(app);
  const rule = await app.until(() => app.find("[data-why-so] [data-rule]"), "a rule");
  app.click(rule);
  await app.until(() => app.find("dialog")?.textContent.includes(app.text(rule)), "the rules");
});

const STORIES = [
  ["scene/end", "en", [
    "Ann led in cities from round 5 to the end.",
    "In round 6, Ann connected 3 cities, more than anyone else.",
    "In round 11, Ann outbid Ben and paid 46 Elektro for power plant 42, which powers 6 cities.",
    "Ben ended the game in round 11 with 17 cities.",
  ]],
  ["classic-2004-usa-3", "de", [
    "Ann hatte die meisten Städte, bis Cleo in Runde 8 vorbeizog.",
    "In Runde 8 schloss Cleo 3 Städte an, mehr als alle anderen.",
    "In Runde 9 setzte sich Cleo gegen Ben durch und bekam Kraftwerk 31 für 39 Elektro. Es versorgt 6 Städte.",
    "Cleo beendete das Spiel in Runde 10 mit 17 Städten.",
  ]],
  ["short-2", "nl", [
    "Ben had aan het einde van 2 rondes de meeste steden, maar uiteindelijk had Ann meer geld.",
    "In ronde 3 sloot Ann 2 steden aan, meer dan alle anderen.",
    "In ronde 4 bood Ann meer dan Ben en betaalde 22 Elektro voor centrale 16. Die geeft 3 steden stroom.",
    "Ben beëindigde het spel in ronde 6 met 7 steden.",
  ]],
  // a company that nobody plays leads nothing, and boards have other ways to build
  ["outpost-2", "en", [
    "In round 8, Ann outbid Ben and paid 44 Elektro for power plant 37, which powers 7 cities.",
    "In round 8, Ann connected 3 cities, more than anyone else.",
    "Ben led in cities at the end of 9 rounds, but in the end Ann could power more.",
    "Ben had 18 cities but could power only 9.",
    "After round 9, Ann was 8 cities behind Ben.",
  ]],
];
for (const [name, language, sentences] of STORIES) {
  (name === "scene/end" ? test : slowTest)(`the story of a game names what decided it: ${name}, ${language}`, async ({ openTable }) => {
    const app = await openEnd(openTable, name, { language });
    await app.until(() => app.find("[data-story]"), "the story");
    assert.equal(app.text("[data-story] h2"), (await translator(language, "story"))("title"));
    assert.deepEqual(app.texts("[data-fact] span"), sentences);
  });
}

test("each sentence of the story leads to its position, and from there back to the end", async ({ openTable }) => {
  const app = await openEnd(openTable);
  const facts = await app.until(() => app.find("[data-fact]") && app.all("[data-fact]"), "the story");
  const at = facts.find((one) => one.dataset.fact === "outbid").dataset.at;
  app.click('[data-fact="outbid"]');
  await app.until(() => app.find(".in-past") && !app.find(END), "the position");
  const then = await app.json(`/api/tables/${app.table.id}/view?version=${at}&seat=0`);
  assert.ok(then.players[0].plants.includes(42), "the plant was just bought");
  await app.until(() => app.find('.player-card[data-seat="0"] [data-plant="42"]'), "the plant is shown");
  app.click("[data-replay] [data-primary]");
  await app.until(() => app.find(END), "the end screen");
});

slowTest("no story is told of a game without a winner or with several", async ({ openTable }) => {
  const app = await openEnd(openTable, "tie-shared-2009");
  assert.ok(!app.find("[data-story]"));
  assert.ok(app.find("[data-celebration]"));
});

test("the celebration lights a house for each city of the winner, and nothing falls where motion is not wanted", async ({ openTable }) => {
  const app = await openEnd(openTable);
  const { result } = await app.view();
  assert.equal(app.all("[data-celebration] svg").length, result.ranking[0].supplied);
  assert.equal(app.get("[data-celebration]").getAttribute("aria-hidden"), "true");
  assert.equal(app.all(".celebration svg").length, 0);
});

test("plots show the course of the game, one line for each player", async ({ openTable }) => {
  const app = await openEnd(openTable);
  await app.until(() => app.all(".plot polyline").length >= 4, "the plots");
  assert.deepEqual(app.texts(".plot:not([data-times]) figcaption"), ["Cities", "Capacity", "Income", "Money", t("resource_costs"), t("city_costs")]);
  for (const plot of app.all(".plot:not([data-times])")) assert.equal(plot.querySelectorAll("polyline").length, 4);
  const rounds = app.text(".round b");
  assert.equal(app.text([...app.get(".plot").querySelectorAll("text")].at(-1)), rounds);
  const points = app.get(".plot polyline").getAttribute("points").split(" ");
  assert.equal(points.length, Number(rounds));
  const { players } = await app.view();
  const said = app.get(".plot svg").getAttribute("aria-label");
  assert.equal(said, `Cities: ${players.map((one) => `${["Ann", "Ben", "Cleo", "Dan"][one.seat]} ${one.cities}`).join(", ")}`);
  assert.equal(app.text(app.get(".plot").querySelectorAll("text")[0]), String(Math.max(...players.map((one) => one.cities))));
});

slowTest("what was paid for resources and cities is counted from the moves", async ({ openTable }) => {
  const app = await openEnd(openTable);
  await app.until(() => app.all(".plot polyline").length >= 4, "the plots");
  const { rows } = await app.json(`/api/tables/${app.table.id}/history`);
  const spent = rows.flatMap((row) => row.events ?? []).reduce((rounds, event) => {
    if (event.kind === "round-began") rounds.push({});
    if (event.kind === "fuel-bought") rounds.at(-1)[event.seat] = (rounds.at(-1)[event.seat] ?? 0) + event.cost;
    return rounds;
  }, []);
  const most = Math.max(...spent.flatMap((round) => Object.values(round)));
  assert.ok(most > 1);
  const plot = app.all(".plot").find((one) => app.text(one.querySelector("figcaption")) === t("resource_costs"));
  assert.equal(app.text(plot.querySelector("text")), String(most));
});

test("the times for moves are shown for people", async ({ openTable }) => {
  const players = [
    { seat: 0, moves: 40, median_seconds: 4.24, total_seconds: 300 },
    { seat: 1, moves: 38, median_seconds: 7300, total_seconds: 90_000 },
  ];
  const before = (app) => app.intercept(/GET .*\/times$/, () => Response.json({ players }));
  const app = await openEnd(openTable, "scene/end", { before });
  await app.until(() => app.all("[data-times] li").length === 2, "two players");
  assert.deepEqual(app.texts("[data-times] b"), [t("seconds_n", { n: "4.2" }), t("hours_n", { n: 2 })]);
});

test("the course of the game is shown even if the server refuses a request for a while", async ({ openTable }) => {
  let refused = 0;
  const before = (app) => {
    const wait = app.window.setTimeout.bind(app.window);
    app.window.setTimeout = (run, ms = 0, ...more) => wait(run, ms === 2000 ? 0 : ms, ...more);
    app.intercept(/GET .*\/view\?version=/, () => (refused++ < 2 ? new Response("{}", { status: 429 }) : null));
  };
  const app = await openEnd(openTable, "scene/end", { before });
  await app.until(() => app.all(".plot polyline").length >= 4, "the plots");
  assert.ok(refused > 3);
  assert.equal(app.get(".plot polyline").getAttribute("points").split(" ").length, Number(app.text(".round b")));
});

test("the board can be looked at after the end", async ({ openTable }) => {
  const app = await openEnd(openTable);
  app.click(app.button(t("look_at_board"), END));
  await app.gone(END);
  await app.until(() => app.find("[data-replay]"), "the replay");
});

test("the review opens from the end screen and from the board", async ({ openTable }) => {
  const app = await openEnd(openTable, "short-2");
  app.click(`${END} [data-review]`);
  await app.gone(END);
  await app.until(() => app.find('[data-replay] [data-review][aria-expanded="true"]'), "the review is open");
  app.click("[data-replay] [data-review]");
  await app.until(() => app.find('[data-replay] [data-review][aria-expanded="false"]'), "the review is closed");
});

test("playing again opens a new table with the same settings, ready to start", async ({ openTable }) => {
  const app = await openEnd(openTable, "scene/end", { seats: ["Ann", "plain", "plain", "plain"] });
  const old = app.window.location.pathname;
  app.click("[data-rematch]");
  await app.until(() => app.find(".lobby [data-start]:not([disabled])"), "the new table");
  assert.notEqual(app.window.location.pathname, old);
  const id = app.window.location.pathname.split("/").at(-1);
  const next = await app.json(`/api/tables/${id}`);
  assert.deepEqual([next.settings.edition, next.settings.map, next.settings.players], ["classic-2009", "germany", 4]);
  app.click("[data-start]");
  await app.until(() => app.find('.table[data-phase="auctions"]'), "the new game");
  assert.ok(!app.find(END));
  assert.equal(app.text(".round b"), "1");
});

slowTest("others follow to the new table", async ({ openTable, joinTable }) => {
  const ann = await openEnd(openTable, "short-2");
  const ben = await joinTable(ann.table, { who: "Ben" });
  await ben.until(() => ben.find("[data-rematch]"), "Ben's end screen");
  ann.click("[data-rematch]");
  await ann.until(() => ann.find(".lobby"), "Ann's new table");
  ben.click("[data-rematch]");
  await ben.until(() => ben.find(".lobby"), "Ben's new table");
  assert.equal(ben.window.location.pathname, ann.window.location.pathname);
});

slowTest("a refused new game leaves the end screen open", async ({ openTable }) => {
  const app = await openEnd(openTable, "short-2");
  app.intercept(/POST .*\/rematch/, () => Response.json({ error: { kind: "limit", message: "too many tables" } }, { status: 409 }));
  const path = app.window.location.pathname;
  app.click("[data-rematch]");
  await app.until(() => app.requests.some((one) => one.path.endsWith("/rematch")), "the request");
  assert.equal(app.window.location.pathname, path);
  assert.ok(app.find(END));
});

slowTest("spectators go back to the start page instead of playing again", async ({ openTable }) => {
  const app = await openEnd(openTable, "scene/end", { who: null });
  assert.ok(!app.find("[data-rematch]"));
  app.click(app.button(t("to_start"), END));
  await app.until(() => app.find("[data-play-now]"), "the start page");
  assert.equal(app.window.location.pathname, "/");
});

slowTest("the end screen covers a phone too", async ({ openTable }) => {
  const app = await openEnd(openTable, "scene/end", { screen: PHONE });
  assert.equal(app.text(`${END} h1`), t("you_win"));
  app.click(app.button(t("look_at_board"), END));
  await app.until(() => app.find("[data-replay]"), "the replay");
});
