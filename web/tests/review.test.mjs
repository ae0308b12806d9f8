// Chances on the board, and the review of a game: wide and on a phone, by pointer and by keyboard.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { before, test } from "node:test";
import { faultsIn } from "./axe.mjs";
import { person, PHONE } from "./house.mjs";
import { stage } from "./stage.mjs";

const PYTHON = process.env.STROMNETZ_PYTHON ?? "python3";
const { house, browser } = await stage();
/** A short game between two bots, over. */
const RECORD = `
import json
from stromnetz import new_game
from stromnetz.bots import make_bot
game = new_game("classic-2004", "germany", 2, 5, options={"short": True})
bots = [make_bot("plain", 1), make_bot("easy", 2)]
while game.decision is not None:
    game.apply(bots[game.decision.seat].choose(game.view(game.decision.seat)))
print(json.dumps(game.to_json()))
`;
let id = "";

before(async () => {
  const record = execFileSync(PYTHON, ["-c", RECORD], { cwd: resolve(import.meta.dirname, "../.."), encoding: "utf8", maxBuffer: 1 << 26 });
  const made = await fetch(`${house.url}/api/records`, { method: "POST", body: record, headers: { "content-type": "application/json" } });
  id = (await made.json()).table.id;
});

const ready = (page) => page.waitForSelector('[data-review-panel="ready"] [data-curve]', { timeout: 60_000 });
const at = (page) => page.locator("[data-replay] input[type=range]").inputValue();

test("a game that is over is reviewed, and what is told leads to the board", { timeout: 120_000 }, async () => {
  const page = await person(browser, house.url, { bypassCSP: true });
  await page.goto(`/tables/${id}`);
  await page.click("[data-end] [data-review]");
  await ready(page);
  assert.match(await page.locator("[data-cost]").textContent(), /% a decision on average\. \d+ of \d+ as the strongest bot/);
  // the curve by keyboard: the board follows
  const last = await at(page);
  await page.locator("[data-curve]").focus();
  await page.keyboard.press("Home");
  await page.waitForFunction(() => document.querySelector("[data-replay] input[type=range]").value === "0");
  await page.keyboard.press("End");
  await page.waitForFunction((end) => document.querySelector("[data-replay] input[type=range]").value === end, last);
  assert.match(await page.locator("[data-curve]").getAttribute("aria-valuetext"), /^Round \d+, .+: .+ 100 %/);
  // a decision leads to the moment before it
  const choice = page.locator("[data-choice-at]").first();
  await choice.click();
  const before = Number(await choice.getAttribute("data-choice-at")) - 1;
  await page.waitForFunction((n) => document.querySelector("[data-replay] input[type=range]").value === String(n), before);
  assert.match(await choice.textContent(), /Better: /);
  // the bar, by its key, says the same as the curve
  await page.keyboard.press("w");
  await page.waitForSelector("[data-chances] i");
  assert.match(await page.locator("[data-chances]").getAttribute("aria-label"), /^Chances of winning: .+ \d+ %, .+ \d+ %$/);
  assert.deepEqual(await faultsIn(page, ".review", "[data-chances]"), []);
  await page.evaluate(() => (document.documentElement.dataset.theme = "dark"));
  assert.deepEqual(await faultsIn(page, ".review"), [], "dark");
  await page.locator(".review .close").focus();
  await page.keyboard.press("Escape");
  await page.waitForSelector(".review", { state: "detached" });
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("on a phone the review fills the screen and gives way to the board", { timeout: 120_000 }, async () => {
  const page = await person(browser, house.url, { ...PHONE, bypassCSP: true, locale: "de-DE" });
  await page.goto(`/tables/${id}`);
  await page.click("[data-end] [data-review]");
  await ready(page);
  assert.equal(await page.locator(".review h2").textContent(), "Analyse");
  const wide = await page.locator(".review").evaluate((box) => [box.getBoundingClientRect().width, box.scrollWidth]);
  assert.deepEqual(wide, [390, 390]);
  const low = await page.locator(".review button").evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 32).length);
  assert.equal(low, 0);
  assert.deepEqual(await faultsIn(page, ".review"), []);
  await page.locator("[data-choice-at]").first().click();
  await page.waitForSelector(".review", { state: "detached" });
  await page.click("[data-menu]");
  await page.locator(".switch", { hasText: "Gewinnchancen" }).click();
  await page.keyboard.press("Escape");
  await page.waitForSelector("[data-chances] i");
  const under = await page.locator("[data-chances]").evaluate((bar) => bar.getBoundingClientRect().top - document.querySelector(".top").getBoundingClientRect().bottom);
  assert.equal(Math.round(under), 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("in play the bar is shown where I play against bots alone", { timeout: 90_000 }, async () => {
  const page = await person(browser, house.url, { locale: "nl-NL" });
  await page.goto("/");
  await page.click("[data-play-now]");
  await page.waitForSelector(".action.mine");
  assert.equal(await page.locator("[data-chances]").count(), 0, "nobody has switched it on");
  await page.keyboard.press("w");
  await page.waitForSelector("[data-chances]:is(:has(i), .none)");
  assert.match(await page.locator("[data-chances]").evaluate((bar) => bar.getAttribute("aria-label") ?? bar.textContent), /^(Winstkansen: |Geen bot heeft dit spel)/);
  await page.reload();
  await page.waitForSelector("[data-chances]");
  await page.keyboard.press("w");
  await page.waitForSelector("[data-chances]", { state: "detached" });
  assert.deepEqual(page.problems, []);
});
