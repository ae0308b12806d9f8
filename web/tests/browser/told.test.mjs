// Pointing at cities of the real map: prices and paths by hover and by arrow keys.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sit } from "./server.mjs";
import { stage } from "./stage.mjs";

const { server, browser } = await stage("panels");

test("pointing at a city shows its price on the map, and arrow keys go to its neighbours", { timeout: 30_000 }, async () => {
  const page = await sit(browser, server, "run");
  const shows = (where, text) =>
    page.waitForFunction(([one, wanted]) => document.querySelector(one)?.textContent.trim() === wanted, [where, text]);
  await page.locator('[data-city="kiel"]').hover();
  await shows(".city-popup .total-row td:last-child", "18");
  assert.deepEqual(await page.locator("[data-tag]").allTextContents(), ["18"]);
  // it is good to know, not asked of the player: no signal colour
  assert.equal(await page.locator(".map-drawing.is-calm").count(), 1);
  await page.locator('[data-city="kiel"] [role]').focus();
  await page.keyboard.press("ArrowUp");
  await shows('[data-tag="flensburg"]', "22");
  assert.deepEqual(page.problems, []);
});
