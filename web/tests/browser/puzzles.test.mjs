// How a puzzle looks on a phone. Questions, answers and the streak are tested in tests/components/puzzles.test.mjs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { faults } from "./axe.mjs";
import { person, PHONE } from "./server.mjs";
import { stage } from "./stage.mjs";

const { server, browser } = await stage();

test("the sketch of a puzzle fits a phone and can be read, before and after the answer", { timeout: 60_000 }, async () => {
  const page = await person(browser, server.url, { ...PHONE, bypassCSP: true });
  const { ids } = await (await page.request.get("/api/puzzles?day=2026-01-01")).json();
  await page.goto(`/puzzles/${ids.find((one) => one.startsWith("cities-"))}`);
  await page.locator("[data-choice]").first().waitFor();
  const names = await page.locator(".sketch .condensed").all();
  assert.ok(names.length > 2);
  for (const one of names) {
    const { x, width, height } = await one.boundingBox();
    assert.ok(x >= 0 && x + width <= page.viewportSize().width, await one.textContent());
    assert.ok(height >= 12, `${height} is too small to read`);
  }
  await page.locator("[data-choice]").first().click();
  await page.locator("[data-answered]").waitFor();
  assert.deepEqual(await faults(page), []);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
