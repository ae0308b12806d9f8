// Looking back: the log, earlier positions, the replay of a game, why bots moved, and undone moves in the log.
import assert from "node:assert/strict";
import { PHONE, slowTest, test, translator } from "./app.mjs";
import { Decision } from "./decision.mjs";
import { keysWork } from "./input.mjs";

const t = await translator();
const LAST = 100; // the version at the end of the short golden game
const REPLAY = "[data-replay]";

const at = (app, n, last = LAST) => app.shows(`${REPLAY} .decision-title span`, t("position_of", { at: n, last }));

/** A game that is over, with the end screen put away. */
async function openReplay(openTable, options) {
  const app = await openTable("short-2", options);
  await app.until(() => app.find("[data-end]"), "the end screen");
  app.click(app.button(t("look_at_board"), "[data-end]"));
  await app.until(() => app.find(REPLAY) && !app.find("[data-end]"), "the replay");
  return app;
}

async function openLog(openTable, name, options) {
  const app = await openTable(name, options);
  app.click("[data-log]");
  // the rows come in several parts
  await app.until(() => app.all("[data-show]").some((one) => Number(one.dataset.show) === app.version), "the whole log");
  return app;
}

// --- the log ---

test("the log tells every move in words, under headings for rounds and phases", async ({ openTable }) => {
  const app = await openLog(openTable, "short-2", { row: 45 });
  const lines = app.texts(".log-list li span");
  assert.ok(lines.includes("Ben bids 14."), lines.join("\n"));
  assert.ok(lines.includes("Ann starts an auction for power plant 22 and bids 22."));
  assert.ok(lines.includes("Ben buys power plant 10 for 14 Elektro."));
  assert.ok(lines.includes("Power plant 34 is drawn."));
  assert.ok(app.texts(".log-list .log-phase").includes("Round 3: Auctions"));
  assert.ok(!lines.some((one) => /removed from the game, face down/.test(one)));
});

test("the log shows who did something, and the table's sign for what follows by the rules", async ({ openTable }) => {
  const app = await openLog(openTable, "short-2", { row: 45 });
  const sign = (text) => {
    const row = app.all(".log-list li:not(.log-phase)").find((one) => app.text(one).startsWith(text));
    return row.querySelector("use").getAttribute("href");
  };
  assert.equal(sign("Ann starts an auction for power plant 22"), "#house-blue");
  assert.equal(sign("Ben bids 14."), "#house-vermilion");
  const drawn = app.all(".log-list li").filter((one) => app.text(one).includes("is drawn."));
  assert.ok(drawn.length > 0);
  for (const row of drawn) assert.equal(row.querySelector("use").getAttribute("href"), "#table");
});

test("the log is opened and closed by its button, its cross and the key L", async ({ openTable }) => {
  const app = await openTable("bid");
  await keysWork(app);
  const shown = (open) => app.until(() => Boolean(app.find("aside.log-drawer")) === open, `the log is ${open ? "open" : "closed"}`);
  app.click("[data-log]");
  await shown(true);
  assert.equal(app.get("[data-log]").getAttribute("aria-expanded"), "true");
  app.click(app.button(t("close"), "aside.log-drawer"));
  await shown(false);
  app.press("l");
  await shown(true);
  app.press("l");
  await shown(false);
  await app.until(() => app.find("[data-last-moves]"), "the last moves");
  app.click(app.button(t("whole_log")));
  await shown(true);
});

test("a new move appears in the open log", async ({ openTable }) => {
  const app = await openLog(openTable, "bid");
  assert.equal(app.texts(".log-list li span").at(-1), "Cleo bids 23.");
  await new Decision(app, "bid").press();
  await app.until(() => app.texts(".log-list li span").at(-1) === "Ann bids 24.", "the bid");
  assert.ok(app.all(".log-list li").at(-1).classList.contains("is-current"));
  assert.equal(app.all(".log-list li.is-current").length, 1);
});

test("the log is in the language of the page", async ({ openTable }) => {
  const app = await openLog(openTable, "bid", { language: "de" });
  assert.equal(app.texts(".log-list li span").at(-1), "Cleo bietet 23.");
});

test("a row of the log shows the position after it, and one button leads back", async ({ openTable }) => {
  const app = await openLog(openTable, "short-2", { row: 45 });
  app.click('[data-show="39"]');
  await at(app, 39, 44);
  assert.ok(app.find(".table.in-past"));
  assert.ok(!app.find(".action.is-mine"));
  assert.equal(app.text(".turn-player"), t("earlier"));
  assert.ok(app.text("[data-high]").startsWith("12"));
  assert.equal(app.text(`${REPLAY} .replay-text`), "Ben bids 12.");
  assert.deepEqual(app.texts(".log-list .is-current span"), ["Ben bids 12."]);
  assert.ok(app.isDisabled("[data-undo]"));
  assert.equal(app.text("[data-primary]"), t("back_to_now"));
  app.click("[data-primary]");
  await app.gone(".table.in-past");
  assert.ok(!app.find(REPLAY));
});

test("an earlier position shows the markets and companies of that time", async ({ openTable }) => {
  const app = await openLog(openTable, "short-2", { row: 45 });
  const now = app.texts(".player-card .plant-tile .tile-header span");
  app.click('[data-show="1"]');
  await app.until(() => app.find(".table.in-past"), "an earlier position");
  const view = await app.json(`/api/tables/${app.table.id}/view?version=1&seat=0`);
  assert.equal(app.text(".round b"), "1");
  assert.deepEqual(app.texts(".player-card [data-money] b"), view.order.map((seat) => String(view.players[seat].money)));
  assert.deepEqual(app.texts(".player-card .plant-tile .tile-header span"), []);
  assert.notDeepEqual(now, []);
  assert.deepEqual(app.all(".strip .strip-card[data-plant]").map((one) => one.dataset.plant), [...view.current, ...view.future].map(String));
  for (const [fuel, { in_market }] of Object.entries(view.fuels)) {
    assert.equal(app.text(`.fuel [data-fuel="${fuel}"] small`), t("on_sale", { n: in_market }));
  }
  assert.ok(!app.find(".fuel .stepper"));
});

test("a move of the others does not pull a player out of an earlier position", async ({ openTable, joinTable }) => {
  const ann = await openLog(openTable, "bid");
  const version = ann.version;
  const phone = await joinTable(ann.table);
  ann.click("[data-show]");
  await ann.until(() => ann.find(REPLAY), "an earlier position");
  const shown = ann.text(`${REPLAY} .replay-text`);
  await new Decision(phone, "bid").press();
  await ann.until(() => ann.version === version + 1, "the move has arrived");
  assert.ok(ann.find(".table.in-past"));
  assert.equal(ann.text(`${REPLAY} .replay-text`), shown);
  ann.click("[data-primary]");
  await ann.until(() => ann.find(".action.is-idle"), "the newest position");
  assert.ok(ann.text("[data-high]").startsWith("24"));
});

test("on a phone the log has a tab, and its rows lead to earlier positions", async ({ openTable }) => {
  const app = await openTable("bid", { screen: PHONE });
  app.click('[data-tab="log"]');
  await app.until(() => app.texts(".log-list li span").at(-1) === "Cleo bids 23.", "the whole log");
  app.click("[data-show]");
  await app.until(() => app.find(REPLAY), "an earlier position");
  assert.ok(app.find(".table.in-past"));
  assert.equal(app.text("[data-primary]"), t("back_to_now"));
});

// --- undone moves and bots ---

/** Ann buys no fuel; the bots answer, and no card is drawn. */
async function passFuel(openTable, options = {}) {
  const storage = { "stromnetz.warning.fuel": "off", ...options.storage };
  const app = await openTable("fuel", { seats: ["Ann", "plain", "plain"], ...options, storage });
  const fuel = new Decision(app, "fuel");
  await app.until(() => app.find(fuel.quiet), "fuel is asked for");
  app.click(fuel.quiet);
  return app;
}

slowTest("a move is undone together with the bots' answers", async ({ openTable }) => {
  const app = await passFuel(openTable);
  await app.until(() => app.find('.action.is-mine[data-decision="build"]:not([data-busy])'), "cities are asked for");
  const money = app.text(".player-card.is-viewer [data-money] b");
  await app.until(() => !app.isDisabled("[data-undo]"), "undo is on");
  app.click("[data-undo]");
  await app.until(() => app.find('.action.is-mine[data-decision="fuel"]:not([data-busy])'), "fuel is asked for again");
  await app.until(() => app.document.title === `(1) ${t("your_turn")} · Stromnetz`, "the title");
  assert.equal(app.text(".player-card.is-viewer [data-money] b"), money);
  assert.equal(app.get(".table").dataset.phase, "fuel");
  assert.equal((await app.view()).decision.kind, "fuel");
});

test("undoing past the bots is one row of the log, and the undone rows are marked", async ({ openTable }) => {
  const app = await passFuel(openTable);
  await app.until(() => app.find('.action.is-mine[data-decision="build"]:not([data-busy])'), "cities are asked for");
  await app.until(() => !app.isDisabled("[data-undo]"), "undo is on");
  app.click("[data-undo]");
  await app.until(() => app.find('.action.is-mine[data-decision="fuel"]:not([data-busy])'), "fuel is asked for again");
  app.click("[data-log]");
  await app.until(() => app.texts(".log-list li span").includes(t("took_back", { name: "Ann" })), "the log");
  assert.equal(app.texts(".log-list li span").filter((one) => one.includes("undoes the last move")).length, 1);
  const bought = app.all(".log-list li").filter((one) => / buys \d/.test(one.textContent));
  assert.ok(bought.length > 0);
  for (const row of bought) assert.ok(row.classList.contains("is-undone"), row.textContent);
});

slowTest("a move can be undone while the bots' answers are still being shown", async ({ openTable }) => {
  const app = await passFuel(openTable, { storage: { "stromnetz.move-speed": "quick" } });
  const before = app.version;
  await app.until(() => app.version > before && !app.isDisabled("[data-undo]") && !app.find("[data-busy]"), "the first moves are shown");
  app.click("[data-undo]");
  await app.until(() => app.find('.action.is-mine[data-decision="fuel"]:not([data-busy])'), "fuel is asked for again");
  assert.ok(!app.find(".note.is-error"));
  assert.equal((await app.view()).decision.kind, "fuel");
});

/** Counts the pauses between moves, which end at once here. */
function countPauses() {
  const pauses = { count: 0 };
  pauses.before = ({ window }) => {
    const later = window.setTimeout.bind(window);
    window.setTimeout = (run, wait, ...given) => {
      const pause = String(run).includes("native code") && wait > 20;
      if (pause) pauses.count++;
      return later(run, pause ? 0 : wait, ...given);
    };
  };
  return pauses;
}

for (const [speed, waits] of [["instant", false], ["quick", true], ["slow", true]]) {
  const define = speed === "slow" ? test : slowTest;
  define(`without animations, others' moves are shown one after another at the chosen speed: ${speed}`, async ({ openTable }) => {
    const pauses = countPauses();
    const app = await passFuel(openTable, { before: pauses.before, storage: { "stromnetz.move-speed": speed } });
    await app.until(() => app.find('.action.is-mine[data-decision="build"]:not([data-busy])'), "cities are asked for");
    assert.equal(pauses.count > 0, waits, `${pauses.count} pauses`);
  });
}

test("what is taken back is shown at once, with the answers of bots", async ({ openTable }) => {
  const pauses = countPauses();
  const app = await passFuel(openTable, { before: pauses.before, storage: { "stromnetz.move-speed": "slow" } });
  await app.until(() => app.find('.action.is-mine[data-decision="build"]:not([data-busy])'), "cities are asked for");
  await app.until(() => !app.isDisabled("[data-undo]"), "undo is on");
  pauses.count = 0;
  app.click("[data-undo]");
  await app.until(() => app.find('.action.is-mine[data-decision="fuel"]:not([data-busy])'), "fuel is asked for again");
  assert.equal(pauses.count, 0);
});

slowTest("a bot tells why it moved", async ({ openTable }) => {
  const app = await passFuel(openTable, { seats: ["Ann", "hard", "hard"] });
  await app.until(() => app.find('.action.is-mine[data-decision="build"]:not([data-busy])'), "cities are asked for");
  app.click("[data-log]");
  const row = await app.until(() => app.all("[data-show]").find((one) => / buys \d/.test(one.textContent)), "a bot's move");
  app.click(row);
  app.click(await app.until(() => app.find("[data-why]"), "the question"));
  await app.until(() => app.find("[data-reason]"), "the reason");
  assert.match(app.text("[data-reason]"), /Elektro/);
});

slowTest("nobody is asked why people moved", async ({ openTable }) => {
  const app = await openLog(openTable, "bid");
  app.click("[data-show]");
  await app.until(() => app.find(REPLAY), "an earlier position");
  assert.ok(app.find(".table.in-past"));
  assert.ok(!app.find("[data-why]"));
});

// --- the replay ---

test("a game that is over can be replayed from its end", async ({ openTable }) => {
  const app = await openReplay(openTable);
  await at(app, LAST);
  assert.equal(app.text(".turn-player"), "The game is over");
  assert.ok(!app.find(".table.in-past"));
  for (const label of ["next_move", "last_move"]) assert.ok(app.isDisabled(app.button(t(label))), label);
  for (const label of ["first_move", "previous_move"]) assert.ok(!app.isDisabled(app.button(t(label))), label);
});

test("the buttons step through the game and stop at its ends", async ({ openTable }) => {
  const app = await openReplay(openTable);
  app.click(app.button(t("first_move")));
  await at(app, 0);
  assert.equal(app.text(".round b"), "1");
  assert.ok(!app.find(".player-card .plant-tile"));
  for (const label of ["first_move", "previous_move"]) assert.ok(app.isDisabled(app.button(t(label))), label);
  app.click(app.button(t("next_move")));
  await at(app, 1);
  app.click(app.button(t("previous_move")));
  await at(app, 0);
  app.click(app.button(t("last_move")));
  await at(app, LAST);
  await app.gone(".table.in-past");
});

test("the slider jumps to any position", async ({ openTable }) => {
  const app = await openReplay(openTable);
  app.type(`${REPLAY} input[type=range]`, "37");
  await at(app, 37);
  assert.equal(app.text(`${REPLAY} .replay-text`), "Ben starts an auction for power plant 10 and bids 10.");
  app.click("[data-primary]");
  await at(app, LAST);
});

slowTest("the keys step through the game", async ({ openTable }) => {
  const app = await openReplay(openTable);
  await keysWork(app);
  for (const [key, n] of [["Home", 0], ["ArrowRight", 1], ["ArrowRight", 2], ["ArrowLeft", 1], ["End", LAST], ["ArrowLeft", LAST - 1]]) {
    app.press(key);
    await at(app, n);
  }
});

test("keys pressed faster than the server answers are not lost", async ({ openTable }) => {
  const app = await openReplay(openTable);
  await keysWork(app);
  let go;
  const answered = new Promise((done) => (go = done));
  app.intercept(/GET .*\/view\?version=/, () => answered);
  for (const key of ["Home", "ArrowRight", "ArrowRight", "ArrowRight"]) app.press(key);
  go();
  await at(app, 3);
});

test("the film starts over at the end, plays at four speeds and can be paused", async ({ openTable }) => {
  const app = await openReplay(openTable);
  assert.deepEqual(app.texts("[data-speed]"), ["½×", "1×", "2×", "4×"]);
  assert.equal(app.get('[data-speed="1"]').getAttribute("aria-pressed"), "true");
  app.click('[data-speed="4"]');
  await app.until(() => app.get('[data-speed="4"]').getAttribute("aria-pressed") === "true", "the fastest speed");
  app.click("[data-film]");
  await app.until(() => / 3 /.test(app.text(`${REPLAY} .decision-title span`)), "the third move");
  assert.equal(app.text("[data-film]"), t("pause"));
  app.click("[data-film]");
  await app.shows("[data-film]", t("film"));
  assert.equal(app.get("[data-film]").getAttribute("aria-pressed"), "false");
});

slowTest("the film stops at the last move", async ({ openTable }) => {
  const app = await openReplay(openTable);
  app.type(`${REPLAY} input[type=range]`, String(LAST - 1));
  await at(app, LAST - 1);
  app.click('[data-speed="4"]');
  app.click("[data-film]");
  await at(app, LAST);
  await app.shows("[data-film]", t("film"));
});

slowTest("a step pauses the film", async ({ openTable }) => {
  const app = await openReplay(openTable);
  app.type(`${REPLAY} input[type=range]`, "50");
  await at(app, 50);
  app.click("[data-film]");
  await app.shows("[data-film]", t("pause"));
  app.click(app.button(t("first_move")));
  await at(app, 0);
  await app.shows("[data-film]", t("film"));
});

slowTest("spectators can replay a game too", async ({ openTable }) => {
  const app = await openReplay(openTable, { who: null });
  app.click(app.button(t("first_move")));
  await at(app, 0);
  const { path } = app.requests.findLast((one) => one.path.includes("/view?"));
  assert.ok(!path.includes("seat="), path);
});
