// A whole game by clicks in a real browser: at night, as the flows play its first rounds.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FULL, person } from "./server.mjs";
import { over, playOn } from "./player.mjs";
import { stage } from "./stage.mjs";

const { server, browser } = await stage();

test("one click starts a game, and it is played to its end by clicks", { timeout: 480_000, skip: !FULL }, async () => {
  const page = await person(browser, server.url);
  await page.goto("/");
  await page.click("[data-play-now]");
  await page.waitForSelector(".table");
  await playOn([page]);
  assert.ok(await over(page));
  assert.deepEqual(page.problems, []);
});
