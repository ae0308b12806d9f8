// The review of a game that is over: the curve, turning points, what decisions cost, and jumping to positions.
import assert from "node:assert/strict";
import { nightlyTest, PHONE, slowTest, test, translator } from "./app.mjs";
import { keysWork } from "./input.mjs";

const say = await translator("en", "review");
const t = await translator();
const LAST = 100; // the version at the end of the short golden game

const moment = (version, round, phase, chance) => ({ version, seat: 0, round, phase, chances: [chance, 1 - chance] });
const CURVE = [moment(0, 1, "auctions", 0.5), moment(20, 1, "building", 0.614), moment(45, 2, "auctions", 0.255), moment(70, 3, "fuel", 0.745), moment(LAST, 4, "bureaucracy", 1)];
const TURNS = [{ version: 45, seat: 1, round: 2, phase: "auctions", of: 1, before: 0.386, after: 0.745 }, { version: 70, seat: 0, round: 3, phase: "fuel", of: 1, before: 0.745, after: 0.255 }];
const choice = (version, cost, name, more = {}) => ({ version, round: 2, phase: "auctions", move: { kind: "pass" }, text: `passes at ${version}`, better: { kind: "bid", amount: 9 }, better_text: "bid 9", move_text: "pass", auction: null, chance: 0.3, cost, name, ...more });
const CHOICES = [choice(12, 0, "", { better: null, better_text: null }), choice(15, 0.0123, ""), choice(31, 0.041, "slip"), choice(44, 0.08, "mistake"), choice(61, 0.253, "blunder")];
const REVIEW = { ready: true, done: 9, of: 9, seat: 0, curve: CURVE, turns: TURNS, cost: 0.0773, choices: CHOICES };
const reply = (body, status = 200) => new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });

/** Answer requests for a review by a function of the seat. */
const reviewing = (answer) => (app) =>
  app.intercept(/^GET .*\/review\?/, ({ path }) => {
    const seat = Number(new URL(path, "http://x").searchParams.get("seat"));
    return reply(answer(seat));
  });
const prepared = reviewing((seat) => ({ ...REVIEW, seat, choices: seat ? [CHOICES[3]] : CHOICES }));

/** A game that is over, with its review open. */
async function openReview(openTable, { before = prepared, ...options } = {}) {
  const app = await openTable("short-2", { before, ...options });
  await app.until(() => app.find("[data-end]"), "the end screen");
  app.click("[data-end] [data-review]");
  await app.until(() => app.find("[data-review-panel]"), "the review");
  return app;
}

const ready = (app) => app.until(() => app.find('[data-review-panel="ready"] [data-curve]'), "the review is ready");
const position = (app, n) => app.until(() => app.find("[data-replay] input[type=range]")?.value === String(n), `the board shows ${n}`);

/** Press a key on the curve: happy-dom gives an SVG no focus. */
const pressOnCurve = (app, key) => app.get("[data-curve]").dispatchEvent(new app.window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));

async function openReady(openTable, options) {
  const app = await openReview(openTable, options);
  await ready(app);
  return app;
}

slowTest("a game is reviewed by the server, and what is found leads to the board", async ({ openTable }) => {
  const app = await openReview(openTable, { before: null });
  await ready(app);
  assert.match(app.text("[data-cost]"), /^[\d.]+% per decision on average\. \d+ of \d+ cost nothing\.$/);
  const { choices, curve } = await app.json(`/api/tables/${app.table.id}/review?seat=0&language=en`);
  assert.equal(app.get("[data-curve]").getAttribute("aria-valuemax"), String(curve.length - 1));
  assert.match(app.get("[data-curve]").getAttribute("aria-valuetext"), /^Round \d+, .+: .+ 100%/);
  const worst = choices.filter((one) => one.cost >= 0.03);
  assert.deepEqual(app.all("[data-choice-at]").map((one) => Number(one.dataset.choiceAt)), worst.map((one) => one.version));
});

test("the review is opened from the end screen, closes it, and has the focus", async ({ openTable }) => {
  const app = await openReady(openTable);
  assert.ok(!app.find("[data-end]"));
  await app.until(() => app.document.activeElement?.matches(".review"), "the focus");
  assert.equal(app.text(".review h2"), say("title"));
  assert.equal(app.text(".review .explanation"), say("about"));
});

test("the button of the replay opens and closes the review", async ({ openTable }) => {
  const app = await openReady(openTable);
  app.click("[data-replay] [data-review]");
  await app.gone(".review");
  assert.equal(app.get("[data-replay] [data-review]").getAttribute("aria-expanded"), "false");
  app.click("[data-replay] [data-review]");
  await ready(app);
});

test("Escape and the cross close the review", async ({ openTable }) => {
  const app = await openReady(openTable);
  app.get(".review .close-button").focus();
  app.press("Escape");
  await app.gone(".review");
  app.click("[data-replay] [data-review]");
  await ready(app);
  app.click(".review .close-button");
  await app.gone(".review");
});

// --- the curve ---

test("the curve tells the position of the board in words and numbers", async ({ openTable }) => {
  const app = await openReady(openTable);
  const curve = app.get("[data-curve]");
  assert.equal(curve.getAttribute("aria-label"), say("curve"));
  assert.equal(curve.getAttribute("aria-valuenow"), "4");
  assert.match(curve.getAttribute("aria-valuetext"), /^Round 4, .+: Ann 100%, Ben 0%$/);
  assert.equal(app.all("[data-curve] polyline").length, 2);
  assert.match(app.text(".review-chart figcaption"), /^Round 4, .+100% *0%$/);
});

slowTest("arrow keys, Home and End move along the curve, and the board follows", async ({ openTable }) => {
  const app = await openReady(openTable);
  const steps = [["Home", 0], ["ArrowRight", 20], ["ArrowRight", 45], ["ArrowLeft", 20], ["End", LAST], ["PageUp", 0], ["PageDown", LAST]];
  for (const [key, version] of steps) {
    pressOnCurve(app, key);
    await position(app, version);
  }
});

slowTest("the ends of the curve are not passed", async ({ openTable }) => {
  const app = await openReady(openTable);
  pressOnCurve(app, "Home");
  await position(app, 0);
  pressOnCurve(app, "ArrowLeft");
  pressOnCurve(app, "ArrowRight");
  await position(app, 20);
});

test("the curve follows the board", async ({ openTable }) => {
  const app = await openReady(openTable);
  const range = app.get("[data-replay] input[type=range]");
  range.value = "30";
  range.dispatchEvent(new app.window.Event("input", { bubbles: true }));
  await app.until(() => app.get("[data-curve]").getAttribute("aria-valuenow") === "2", "the moment that position 30 belongs to");
  assert.match(app.get("[data-curve]").getAttribute("aria-valuetext"), /^Round 2, .+: Ann 26%, Ben 74%$/);
});

slowTest("a press on the curve goes to that moment", async ({ openTable }) => {
  const app = await openReady(openTable);
  const curve = app.get("[data-curve]");
  curve.getBoundingClientRect = () => new app.window.DOMRect(0, 0, 380, 150);
  // five moments from 30 to 372
  curve.dispatchEvent(new app.window.PointerEvent("pointerdown", { bubbles: true, clientX: 30 + (342 / 4) * 3 + 5 }));
  await position(app, 70);
});

// --- turning points and decisions ---

test("turning points tell whose chances changed and lead to the position after the move", async ({ openTable }) => {
  const app = await openReady(openTable);
  await app.until(() => app.all("[data-turn]").length === 2, "two turning points");
  const [first, second] = app.all("[data-turn]");
  assert.equal(app.text(first.querySelector("b")), say("turn", { name: "Ben", before: 39, after: 75 }));
  assert.equal(app.text(first.querySelector("small")), "▲ 36");
  assert.equal(app.text(second.querySelector("small")), "▼ 49");
  app.click(first);
  await position(app, 45);
  await app.until(() => app.find('[data-turn="45"].is-current'), "it is marked");
  assert.ok(app.find(".review"), "on a wide screen the review stays");
});

slowTest("a game without turning points says so", async ({ openTable }) => {
  const app = await openReady(openTable, { before: reviewing(() => ({ ...REVIEW, turns: [] })) });
  assert.ok(app.text(".review").includes(say("turns_none")));
});

test("decisions are listed with what they cost and what was better", async ({ openTable }) => {
  const app = await openReady(openTable);
  assert.equal(app.text("[data-cost]"), `7.7% per decision on average. ${say("same", { n: 1, of: 5 })}`);
  assert.deepEqual(app.all("[data-choice-at]").map((one) => one.dataset.choiceAt), ["31", "44", "61"]);
  const names = [say("name_slip"), say("name_mistake"), say("name_blunder")];
  for (const [i, row] of app.all("[data-choice-at]").entries()) {
    assert.ok(app.text(row.querySelector("i")).endsWith(`: ${names[i]}`));
    assert.equal(app.text(row.querySelector("em")), say("better", { move: "bid 9" }));
  }
  assert.equal(app.text('[data-choice-at="44"] b'), "Passes at 44");
  assert.deepEqual(app.texts("[data-choice-at] small"), ["−4.1%", "−8%", "−25.3%"]);
});

test("an auction is one decision, with its worst move and what it should have been", async ({ openTable }) => {
  const auction = { card: 8, outcome: "bought", price: 31, decisions: 5 };
  const row = choice(31, 0.09, "mistake", { auction, text: "Plant 08: bought for 31 Elektro", move_text: "bid 29", better_text: "pass" });
  const app = await openReady(openTable, { before: reviewing((seat) => ({ ...REVIEW, seat, choices: [row] })) });
  assert.deepEqual(app.all("[data-choice-at]").map((one) => one.dataset.choiceAt), ["31"]);
  assert.equal(app.text('[data-choice-at="31"] b'), "Plant 08: bought for 31 Elektro");
  assert.equal(app.text('[data-choice-at="31"] em'), say("better_in_auction", { move: "pass", played: "bid 29" }));
});

test("a decision leads to the position before it", async ({ openTable }) => {
  const app = await openReady(openTable);
  app.click('[data-choice-at="44"]');
  await position(app, 43);
  await app.until(() => app.find('[data-choice-at="44"].is-current'), "it is marked");
  app.click(app.button(t("back_to_now")));
  await position(app, LAST);
});

test("smaller costs are shown on demand", async ({ openTable }) => {
  const app = await openReady(openTable);
  const box = app.all(".review .switch").find((one) => app.text(one) === say("all"));
  app.choose(box.querySelector("input"), true);
  await app.until(() => app.all("[data-choice-at]").length === 4, "the small one too");
  assert.equal(app.text('[data-choice-at="15"] small'), "−1.2%");
});

slowTest("a player without costly decisions is told so", async ({ openTable }) => {
  const app = await openReady(openTable, { before: reviewing((seat) => ({ ...REVIEW, seat, choices: [CHOICES[0]] })) });
  assert.ok(app.text(".review").includes(say("none", { n: 3 })));
  assert.ok(!app.find(".review .switch"));
});

slowTest("the decisions of another player can be looked at", async ({ openTable }) => {
  const app = await openReady(openTable);
  assert.deepEqual(app.texts("[data-review-seat]"), ["Ann", "Ben"]);
  assert.equal(app.get('[data-review-seat="0"]').getAttribute("aria-pressed"), "true");
  app.click('[data-review-seat="1"]');
  await app.until(() => app.all("[data-choice-at]").length === 1, "the decisions of Ben");
  assert.equal(app.get('[data-review-seat="1"]').getAttribute("aria-pressed"), "true");
  assert.ok(app.requests.some((one) => /\/review\?seat=1&language=en$/.test(one.path)));
});

for (const [who, seat] of [["Ben", 1], [null, null]]) {
  slowTest(`${who ?? "a spectator"} sees ${who ? "their own decisions" : "those of the winner"} first`, async ({ openTable }) => {
    const app = await openReady(openTable, { who });
    const { result } = await app.view();
    assert.equal(app.get('[data-review-seat][aria-pressed="true"]').dataset.reviewSeat, String(seat ?? result.winners[0]));
  });
}

// --- waiting and errors ---

test("while a review is being made, its progress is shown, and it is asked for again", async ({ openTable }) => {
  const states = [{ ready: false, done: 0, of: 0, curve: [], turns: [], choices: [] }, { ready: false, done: 3, of: 9, turns: [], choices: [] }];
  let n = 0;
  const app = await openReview(openTable, { before: reviewing((seat) => ({ ...REVIEW, ...states[n], seat })) });
  await app.shows(".review [role=status]", say("waits"));
  assert.ok(!app.find("[data-curve]"));
  n = 1;
  await app.shows(".review [role=status]", say("working", { done: 3, of: 9 }));
  assert.equal(app.get(".review progress").getAttribute("value"), "3");
  assert.ok(app.find("[data-curve]"), "the curve is there before the decisions");
  n = 2;
  await ready(app);
  assert.ok(!app.find(".review [role=status]"));
});

test("a review that fails is explained and can be tried again", async ({ openTable }) => {
  let fails = true;
  const before = (app) => app.intercept(/^GET .*\/review\?/, () => (fails ? reply({ error: { kind: "unavailable", message: "No review now." } }, 503) : reply(REVIEW)));
  const app = await openReview(openTable, { before });
  await app.until(() => app.find(".review [role=alert]"), "the message");
  assert.equal(app.text(".review [role=alert] span"), "No review now.");
  fails = false;
  app.click(app.button(say("retry"), ".review"));
  await ready(app);
  assert.ok(!app.find(".review [role=alert]"));
});

slowTest("a game that goes on has no review", async ({ openTable }) => {
  const app = await openTable("short-2", { row: 45 });
  const response = await app.json(`/api/tables/${app.table.id}/review?seat=0&language=en`).then(() => null, String);
  assert.match(response, /409/, "a game that goes on cannot be reviewed");
  assert.ok(!app.find("[data-review]"), "and there is no button for it");
});

// --- languages, phones, the bar ---

for (const language of ["de", "nl"]) {
  const define = language === "de" ? test : nightlyTest;
  define(`the review speaks the language of the page: ${language}`, async ({ openTable }) => {
    const words = await translator(language, "review");
    const app = await openReady(openTable, { language });
    assert.equal(app.text(".review h2"), words("title"));
    assert.deepEqual(app.texts(".review h3"), [words("turns"), words("choices")]);
    assert.deepEqual(app.texts("[data-choice-at] small"), ["−4,1 %", "−8 %", "−25,3 %"]);
    assert.ok(app.requests.some((one) => one.path.endsWith(`/review?seat=0&language=${language}`)));
  });
}

slowTest("on a phone a jump leaves the review open: the board is beside it", async ({ openTable }) => {
  const app = await openReady(openTable, { screen: PHONE });
  app.click("[data-choice-at]");
  await position(app, 30);
  assert.ok(app.find(".review"));
});

test("on a phone moving along the curve leaves the review open", async ({ openTable }) => {
  const app = await openReady(openTable, { screen: PHONE });
  pressOnCurve(app, "Home");
  await app.until(() => app.get("[data-curve]").getAttribute("aria-valuenow") === "0", "the first moment");
  assert.ok(app.find(".review"));
});

slowTest("the chances bar says the same as the curve", async ({ openTable }) => {
  const app = await openReady(openTable);
  await keysWork(app);
  app.click('[data-turn="45"]');
  await position(app, 45);
  app.press("w");
  await app.until(() => app.find('[data-chances="45"] i'), "the bar");
  assert.equal(app.get("[data-chances]").getAttribute("aria-label"), say("chances_list", { list: "Ann 26%, Ben 74%" }));
  assert.ok(!app.requests.some((one) => one.path.includes("/chances?version=45")), "it takes them from the review");
});
