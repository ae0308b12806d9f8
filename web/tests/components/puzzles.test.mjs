// The puzzles: each kind of question, right and wrong answers, the puzzle of the day, the streak, and advice.
import assert from "node:assert/strict";
import { PHONE, slowTest, test, translator } from "./app.mjs";

const say = await translator("en", "puzzles");
const t = await translator();
const DAY = 86_400_000;
const dayOf = (time) => new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
const daysAgo = (days) => dayOf(Date.now() - days * DAY);
const kept = (value) => ({ "stromnetz.puzzles": JSON.stringify({ solved: {}, row: 0, last: "", time: 0, ...value }) });
const stored = (app) => JSON.parse(app.window.localStorage.getItem("stromnetz.puzzles"));

const shownId = (app) => app.find("[data-puzzle]")?.dataset.puzzle;

/** Open a puzzle, or that of the day. */
async function openPuzzle(openPage, id = "", options = {}) {
  const app = await openPage(`/puzzles${id && `/${id}`}`, options);
  await app.until(() => app.find("[data-puzzle] [data-choice]"), "the puzzle");
  app.puzzle = shownId(app);
  return app;
}

/** What the server says about an answer. */
const judged = (app, choice = 0, language = "en") => app.post(`/api/puzzles/${app.puzzle}/answer?language=${language}`, { choice });

/** Answer right or wrong; returns what the server says about it. */
async function answer(app, right, language) {
  const { best } = await judged(app);
  const choice = right ? best : best === 0 ? 1 : 0;
  app.click(`[data-choice="${choice}"]`);
  await app.until(() => app.find(`[data-answered="${right}"]`), `the answer is ${right ? "right" : "wrong"}`);
  return { choice, ...(await judged(app, choice, language)) };
}

const KINDS = ["cities", "fuel", "worth", "end"];

async function ofKind(openPage, kind, options) {
  const { ids } = await (await openPage("/puzzles")).json("/api/puzzles?day=2026-01-01");
  return openPuzzle(openPage, ids.find((one) => one.startsWith(`${kind}-`)), options);
}

for (const [i, kind] of KINDS.entries()) {
  const language = ["de", "nl", "en"][i % 3];
  const define = kind === "worth" ? test : slowTest;
  define(`a puzzle about ${kind} shows its question, position and choices, in ${language}`, async ({ openPage }) => {
    const app = await ofKind(openPage, kind, { language });
    const asked = await app.json(`/api/puzzles/${app.puzzle}?language=${language}`);
    assert.equal(asked.kind, kind);
    assert.equal(app.document.documentElement.lang, language);
    assert.equal(app.get("[data-puzzle]").dataset.kind, kind);
    assert.equal(app.text(".puzzle h2"), asked.question);
    assert.equal(app.text(".puzzle > .text-muted"), asked.title);
    for (const line of asked.lines) assert.ok(app.text(".puzzle").includes(line.replace(/\s+/g, " ")), line);
    assert.deepEqual(app.texts("[data-choice]"), asked.choices);
    await app.until(() => app.find('.puzzle-board[aria-busy="false"]'), "the position");
    assert.equal(app.all(".puzzle-board .map").length, kind === "cities" || kind === "end" ? 1 : 0);
    assert.equal(app.all(".puzzle-board .fuel").length, kind === "fuel" ? 1 : 0);
    assert.equal(app.all(".puzzle-board .auction").length, kind === "worth" ? 1 : 0);
    assert.equal(app.all(".puzzle-board .player-card").length, { cities: 0, end: asked.view.players.length }[kind] ?? 1);
    assert.ok(!app.find("[data-answered], [data-more], .is-best"), "nothing is given away");
  });

  define(`the best answer about ${kind} is praised, in ${language}`, async ({ openPage }) => {
    const words = await translator(language, "puzzles");
    const app = await ofKind(openPage, kind, { language });
    const { choice, text } = await answer(app, true, language);
    assert.ok(app.text("[data-answered]").startsWith(`${words("right")} ${text}`.replace(/\s+/g, " ")));
    assert.match(text, /\d/);
    assert.ok(app.get(`[data-choice="${choice}"]`).matches(".is-best.is-chosen"));
    assert.equal(app.all(".is-best").length, 1);
  });

  define(`a wrong answer about ${kind} shows the best one, and why`, async ({ openPage }) => {
    const app = await ofKind(openPage, kind, { screen: PHONE });
    const { choice, best, text, costs } = await answer(app, false, "en");
    assert.ok(app.text("[data-answered]").startsWith(`${say("wrong")} ${text}`.replace(/\s+/g, " ")));
    assert.ok(app.get(`[data-choice="${best}"]`).matches(".is-best:not(.is-chosen)"));
    assert.ok(app.get(`[data-choice="${choice}"]`).matches(".is-chosen.is-wrong:not(.is-best)"));
    assert.equal(app.get(`[data-choice="${choice}"] svg`).getAttribute("aria-label"), say("your_answer"));
    assert.equal(app.all(".is-wrong").length, 1);
    assert.deepEqual(app.texts("[data-choice] small"), (costs ?? []).map((n) => say("costs", { n })));
  });
}

test("an answer cannot be changed", async ({ openPage }) => {
  const app = await openPuzzle(openPage);
  await answer(app, false);
  assert.ok(app.all("[data-choice]").every((one) => one.disabled));
});

test("the board shows the position: my cities, and on demand those of a choice", async ({ openPage }) => {
  const app = await ofKind(openPage, "cities");
  const { view, cities } = await app.json(`/api/puzzles/${app.puzzle}?language=en`);
  await app.until(() => app.find(".puzzle-board .city"), "the map");
  const shown = (state) => app.all(`.puzzle-board .city${state}`).map((one) => one.dataset.city).sort();
  assert.deepEqual(shown(".is-mine"), [...view.players[view.seat].network].sort());
  assert.deepEqual(shown(".is-planned"), []);
  for (const [i, named] of cities.entries()) {
    app.get(`[data-choice="${i}"]`).focus();
    await app.until(() => shown(".is-planned").join() === [...named].sort().join(), `the cities of choice ${i}`);
  }
});

test("the board of a puzzle only shows: it offers no move and asks the server for nothing", async ({ openPage }) => {
  const app = await ofKind(openPage, "fuel");
  await app.until(() => app.find(".puzzle-board .fuel"), "the market");
  assert.ok(!app.find(".puzzle-board .stepper"));
  const money = (await app.json(`/api/puzzles/${app.puzzle}?language=en`)).view;
  assert.equal(app.text(".puzzle-board [data-money]"), String(money.players[money.seat].money));
  assert.ok(!app.requests.some((one) => one.path.includes("/tables/puzzle")), "nothing is asked of a table");
  assert.ok(!Object.keys(app.window.sessionStorage).some((key) => key.includes("puzzle")), "no plan is kept");
});

test("the question is asked again in another language when the language is changed", async ({ openPage }) => {
  const app = await openPuzzle(openPage, "", { language: "en" });
  app.click(app.button("Deutsch"));
  const { question } = await app.json(`/api/puzzles/${app.puzzle}?language=de`);
  await app.shows(".puzzle h2", question);
  assert.equal(app.text("h1"), (await translator("de", "puzzles"))("title"));
});

slowTest("another puzzle follows, which was not solved before", async ({ openPage }) => {
  const app = await openPuzzle(openPage);
  const first = app.puzzle;
  await answer(app, true);
  assert.equal(app.text("[data-more]"), say("more"));
  app.click("[data-more]");
  const now = await app.until(() => shownId(app) !== first && shownId(app), "another one");
  assert.equal(app.window.location.pathname, `/puzzles/${now}`);
  assert.ok(!app.find("[data-answered]"));
  app.click(app.button(say("daily"), "main"));
  await app.until(() => shownId(app) === first, "that of the day again");
});

slowTest("puzzles that are solved come again only if no other is left", async ({ openPage }) => {
  const first = await openPuzzle(openPage);
  const { ids, daily } = await first.json(`/api/puzzles?day=${daysAgo(0)}`);
  const left = ids.find((one) => one !== daily);
  const solved = Object.fromEntries(ids.filter((one) => one !== left && one !== daily).map((one) => [one, 1000]));
  const app = await openPuzzle(openPage, "", { storage: kept({ solved }) });
  await answer(app, true);
  app.click("[data-more]");
  await app.until(() => shownId(app) === left, "the only one left");
});

// --- the puzzle of the day, and the streak ---

test("the start page leads to the puzzle of the day and shows the streak afterwards", async ({ openPage, reload }) => {
  const app = await openPage("/");
  await app.until(() => app.find("[data-daily]"), "the button");
  assert.equal(app.text("[data-daily]"), `${t("puzzles")}${t("puzzles_text")}`);
  app.click("[data-daily]");
  await app.until(() => app.find("[data-puzzle] [data-choice]"), "the puzzle");
  app.puzzle = shownId(app);
  assert.equal(app.puzzle, (await app.json(`/api/puzzles?day=${daysAgo(0)}`)).daily);
  assert.equal(app.text(".puzzle > .text-muted"), say("daily"));
  await answer(app, true);
  await app.until(() => app.find('.puzzles [data-streak="1"]'), "the streak");
  assert.ok(app.text(".puzzles [data-streak]").startsWith(`${say("streak", { n: 1 })} · ${say("solved", { n: 1 })}`));
  app.window.happyDOM.setURL(new URL("/", app.window.location.href).href);
  const start = await reload(app);
  await start.until(() => start.find('[data-daily][data-streak="1"]'), "the start page shows it");
  assert.match(start.text("[data-daily]"), /✓ \d+:\d\d 1 day in a row$/);
});

test("after a wrong answer the start page shows no tick", async ({ openPage, reload }) => {
  const app = await openPuzzle(openPage);
  await answer(app, false);
  app.window.happyDOM.setURL(new URL("/", app.window.location.href).href);
  const start = await reload(app);
  await start.until(() => start.find("[data-daily]"), "the start page");
  assert.equal(start.text("[data-daily]"), `${t("puzzles")}${t("puzzle_missed")}`);
});

const STREAKS = [
  ["yesterday's streak goes on", { row: 4, last: daysAgo(1) }, true, 5],
  ["a streak that was interrupted starts again", { row: 4, last: daysAgo(2) }, true, 1],
  ["a wrong answer ends the streak", { row: 4, last: daysAgo(1) }, false, 0],
  ["only the first answer of a day counts: a right one later changes nothing", { row: 0, last: daysAgo(0) }, true, 0],
  ["only the first answer of a day counts: a wrong one later changes nothing", { row: 3, last: daysAgo(0) }, false, 3],
];
for (const [name, before, right, streak] of STREAKS) {
  const define = /interrupted|wrong answer/.test(name) ? test : slowTest;
  define(name, async ({ openPage }) => {
    const app = await openPuzzle(openPage, "", { storage: kept(before) });
    await answer(app, right);
    await app.until(() => app.find(`.puzzles [data-streak="${streak}"]`), `the streak is ${streak}`);
    assert.equal(stored(app).row, streak);
    assert.equal(stored(app).last, daysAgo(0));
  });
}

slowTest("an interrupted streak is not shown", async ({ openPage }) => {
  const app = await openPuzzle(openPage, "", { storage: kept({ row: 7, last: daysAgo(3) }) });
  assert.equal(app.get(".puzzles [data-streak]").dataset.streak, "0");
});

slowTest("the same puzzle opened by its own address does not count for the day", async ({ openPage }) => {
  const { daily } = await (await openPage("/puzzles")).json(`/api/puzzles?day=${daysAgo(0)}`);
  const app = await openPuzzle(openPage, daily);
  await answer(app, true);
  await app.until(() => Object.keys(stored(app).solved).length === 1, "it is solved");
  assert.equal(stored(app).row, 0);
  assert.equal(app.get(".puzzles [data-streak]").dataset.streak, "0");
});

slowTest("the best time for a puzzle is kept", async ({ openPage }) => {
  const { daily } = await (await openPage("/puzzles")).json(`/api/puzzles?day=${daysAgo(0)}`);
  const app = await openPuzzle(openPage, "", { storage: kept({ solved: { [daily]: 0 } }) });
  await answer(app, true);
  assert.deepEqual(stored(app).solved, { [daily]: 0 });
});

slowTest("broken data in the browser counts as none", async ({ openPage }) => {
  const app = await openPuzzle(openPage, "", { storage: { "stromnetz.puzzles": "{no json" } });
  assert.equal(app.get(".puzzles [data-streak]").dataset.streak, "0");
});

// --- advice ---

const ASKED = { cities: "build", end: "build", fuel: "fuel", worth: "bid" };
for (const [kind, decision] of Object.entries(ASKED)) {
  slowTest(`a bot gives advice at a table with the position of the puzzle: ${kind}`, async ({ openPage }) => {
    const app = await ofKind(openPage, kind);
    await answer(app, false);
    app.click("[data-advice-table]");
    await app.until(() => app.find(".action.is-mine [data-advice]"), "the advice");
    assert.equal(app.get(".action.is-mine").dataset.decision, decision);
    assert.ok(app.text("[data-advice]").length > 10);
  });
}

// --- errors ---

test("a puzzle that does not exist is reported", async ({ openPage }) => {
  const app = await openPage("/puzzles/cities-none");
  await app.until(() => app.find(".note.is-error"), "the message");
  assert.ok(app.text(".note.is-error").length > 5);
  assert.ok(!app.find("[data-puzzle]"));
});

test("without a server the page says so, and the answer can be given again", async ({ openPage }) => {
  const app = await openPuzzle(openPage);
  const stop = app.intercept(/^POST .*\/answer/, () => Promise.reject(new TypeError("no network")));
  app.click('[data-choice="0"]');
  await app.shows(".note.is-error", t("no_server"));
  assert.ok(!app.find("[data-answered]"));
  stop();
  await answer(app, true);
});

slowTest("if no table can be opened for advice, the page says so", async ({ openPage }) => {
  const app = await openPuzzle(openPage);
  await answer(app, true);
  app.intercept(/^POST .*\/table$/, () => Promise.reject(new TypeError("no network")));
  app.click("[data-advice-table]");
  await app.shows(".note.is-error", t("no_server"));
});

test("if the list of puzzles cannot be loaded, the page says so", async ({ openPage }) => {
  const before = (app) => app.intercept(/^GET \/api\/puzzles\?/, () => Promise.reject(new TypeError("no network")));
  const app = await openPage("/puzzles", { before });
  await app.shows(".note.is-error", t("no_server"));
});
