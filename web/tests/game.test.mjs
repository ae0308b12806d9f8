// A game by clicks against bots: its beginning, its last rounds to the end screen, and into a rematch.
import assert from "node:assert/strict";
import { test } from "node:test";
import { be, FULL, person } from "./house.mjs";
import { over, playOn } from "./player.mjs";
import { stage } from "./stage.mjs";

const { house, browser } = await stage("last");
let played = "";

test("one click starts a game, and all that a round asks is answered by clicks", { timeout: 480_000 }, async () => {
  const page = await person(browser, house.url);
  await page.goto("/");
  await page.fill("[data-name]", "Ann <b>");
  await page.click("[data-play-now]");
  await page.waitForSelector(".table");
  assert.equal(await page.locator(".pls .pl").count(), 4);
  assert.match(await page.locator(".pl.me .nm").textContent(), /^Ann <b>/);
  // on to the end: make test-full
  await playOn([page], { stop: async (one) => !FULL && Number(await one.locator(".rnd b").textContent()) > 1 });
  assert.equal(await over(page), FULL);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("the last rounds are played to the end, and the game again", { timeout: 240_000 }, async () => {
  const page = await person(browser, house.url);
  await be(page, house, "last", "Ann");
  await page.goto(`/tables/${house.tables.last.id}`);
  await page.waitForSelector(".table");
  // whoever has asked for much is refused once, and still sees the whole course of the game
  let asked = 0;
  await page.route(/view\?version=/, (route) => (asked++ === 2 ? route.fulfill({ status: 429, body: "{}" }) : route.continue()));
  await playOn([page]);
  assert.equal(await page.locator(".ranking tbody tr").count(), 3);
  await page.waitForSelector(".plot polyline");
  await page.waitForFunction(() => document.querySelectorAll(".plot").length === 4);
  assert.ok(asked > 3);
  assert.equal(await page.locator(".plot").first().locator("text").last().textContent(), await page.locator(".rnd b").textContent());
  played = page.url();
  await page.click("[data-rematch]");
  await page.waitForSelector(".lobby [data-start]:not([disabled])");
  await page.click("[data-start]");
  await page.waitForSelector('.table[data-phase="auctions"]');
  assert.deepEqual(page.problems, []);
});

test("bots can be watched, and their moves appear by themselves; a game can be looked back at", { timeout: 120_000 }, async () => {
  const page = await person(browser, house.url);
  await page.goto("/");
  await page.click("[data-watch]");
  await page.waitForSelector(".action.idle, [data-end]", { timeout: 20_000 });
  assert.equal(await page.locator(".action.mine").count(), 0);
  assert.equal(await page.title(), "Stromnetz");
  // on and on without a click, up to the next round
  await page.waitForFunction(() => Number(document.querySelector(".rnd b")?.textContent) > 1, null, { timeout: 90_000 });
  // a game that is over
  await page.goto(played);
  await page.waitForSelector("[data-end]");
  // then once more from the start, move by move and as a film
  await page.locator("[data-end] .bar .btn").last().click();
  const replay = page.locator("[data-replay]");
  await replay.locator("input").fill("0");
  await page.waitForFunction(() => document.querySelector(".rnd b")?.textContent === "1" && document.querySelectorAll(".pl .mp").length === 0);
  await replay.locator("[data-film]").click();
  await page.waitForFunction(() => document.querySelector("[data-replay] .ask span")?.textContent.startsWith("move 2 "));
  await replay.locator("[data-primary]").click();
  await page.waitForFunction(() => document.querySelector("[data-replay] .reels button:last-child")?.ariaDisabled);
  assert.deepEqual(page.problems, []);
});
