// How a puzzle looks on a phone. Questions, answers and the streak are tested in tests/components/puzzles.test.mjs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { faults } from "./axe.mjs";
import { person, PHONE } from "./server.mjs";
import { stage } from "./stage.mjs";

const { server, browser } = await stage();

test("a puzzle with its board fits a phone and can be read, before and after the answer", { timeout: 120_000 }, async () => {
  const page = await person(browser, server.url, { ...PHONE, bypassCSP: true });
  const { ids } = await (await page.request.get("/api/puzzles?day=2026-01-01")).json();
  for (const kind of ["cities", "fuel", "worth", "end"]) {
    await page.goto(`/puzzles/${ids.find((one) => one.startsWith(`${kind}-`))}`);
    await page.locator("[data-choice]").first().waitFor();
    await page.locator('.puzzle-board[aria-busy="false"]').waitFor();
    const parts = await page.locator(".puzzle-board > *, [data-choice]").all();
    const boxes = await Promise.all(parts.map((one) => one.boundingBox()));
    for (const [i, { x, y, width }] of boxes.entries()) {
      assert.ok(x >= 0 && x + width <= page.viewportSize().width, `${kind}: part ${i} is cut off`);
      const above = boxes[i - 1];
      assert.ok(!above || y >= above.y + above.height - 1, `${kind}: part ${i} lies over the one above it`);
    }
    await page.locator("[data-choice]").first().click();
    await page.locator("[data-answered]").waitFor();
    assert.deepEqual(await faults(page), [], kind);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, kind);
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
