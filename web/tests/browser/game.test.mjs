// A whole game by clicks in a real browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FULL, person } from "./server.mjs";
import { over, playOn } from "./player.mjs";
import { stage } from "./stage.mjs";

const { server, browser } = await stage();

test("one click starts a game, and a round is played by clicks", { timeout: 480_000 }, async () => {
  const page = await person(browser, server.url);
  await page.goto("/");
  await page.click("[data-play-now]");
  await page.waitForSelector(".table");
  // on to the end: make test-full
  await playOn([page], { stop: async (one) => !FULL && Number(await one.locator(".round b").textContent()) > 1 });
  assert.equal(await over(page), FULL);
  assert.deepEqual(page.problems, []);
});
