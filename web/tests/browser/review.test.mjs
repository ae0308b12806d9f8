// How the review of a game and the chances bar look, and the curve by keyboard. What they say and do is tested in
// tests/components/review.test.mjs and hints.test.mjs.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { before, test } from "node:test";
import { faultsIn } from "./axe.mjs";
import { person, PHONE } from "./server.mjs";
import { stage } from "./stage.mjs";

const PYTHON = process.env.STROMNETZ_PYTHON ?? "python3";
const { server, browser } = await stage();
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
  const record = execFileSync(PYTHON, ["-c", RECORD], { cwd: resolve(import.meta.dirname, "../../.."), encoding: "utf8", maxBuffer: 1 << 26 });
  const made = await fetch(`${server.url}/api/records`, { method: "POST", body: record, headers: { "content-type": "application/json" } });
  id = (await made.json()).table.id;
});

/** Milliseconds. A server analyses games at low priority, so on a busy machine other tests go first. */
const MAX_ANALYSIS = 240_000;

/** Open the review from the end screen. */
async function openReview(page) {
  await page.goto(`/tables/${id}`);
  await page.click("[data-end] [data-review]");
  await page.waitForSelector('[data-review-panel="ready"] [data-curve]', { timeout: MAX_ANALYSIS });
}

test("the review is accessible in both themes, and its curve is moved along by keyboard", { timeout: MAX_ANALYSIS + 60_000 }, async () => {
  const page = await person(browser, server.url, { bypassCSP: true });
  await openReview(page);
  await page.locator("[data-curve]").focus();
  await page.keyboard.press("Home");
  await page.waitForFunction(() => document.querySelector("[data-replay] input[type=range]").value === "0");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelector("[data-curve]").getAttribute("aria-valuenow") === "1");
  await page.keyboard.press("w");
  await page.waitForSelector("[data-chances] i");
  assert.deepEqual(await faultsIn(page, ".review", "[data-chances]"), []);
  await page.evaluate(() => (document.documentElement.dataset.theme = "dark"));
  assert.deepEqual(await faultsIn(page, ".review"), [], "dark");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("on a phone the review lies below the map, and the chances bar under the top bar", { timeout: MAX_ANALYSIS + 60_000 }, async () => {
  const page = await person(browser, server.url, { ...PHONE, bypassCSP: true, locale: "de-DE" });
  await openReview(page);
  const width = await page.locator(".review").evaluate((box) => [box.getBoundingClientRect().width, box.scrollWidth]);
  assert.deepEqual(width, [390, 390]);
  const low = await page.locator(".review button").evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 32).length);
  assert.equal(low, 0);
  assert.deepEqual(await faultsIn(page, ".review"), []);
  await page.locator("[data-choice-at]").first().click();
  await page.waitForSelector(".in-past");
  const [map, review] = await Promise.all([".map", ".review"].map((one) => page.locator(one).boundingBox()));
  assert.ok(map.height > 250 && review.y >= map.y + map.height - 16, "the map is in sight");
  await page.locator(".review [data-close]").click();
  await page.keyboard.press("w");
  await page.waitForSelector("[data-chances] i");
  const under = await page.locator("[data-chances]").evaluate((bar) => bar.getBoundingClientRect().top - document.querySelector(".top-bar").getBoundingClientRect().bottom);
  assert.equal(Math.round(under), 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
