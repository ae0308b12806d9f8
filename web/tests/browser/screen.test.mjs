// What needs a real screen: sizes of targets on a phone, hints in sight, and flying pieces.
import assert from "node:assert/strict";
import { test } from "node:test";
import { person, PHONE } from "./server.mjs";
import { playOn } from "./player.mjs";
import { stage } from "./stage.mjs";

const { server, browser } = await stage();

async function playNow(options) {
  const page = await person(browser, server.url, options);
  await page.goto("/");
  await page.click("[data-play-now]");
  await page.waitForSelector(".action.is-mine");
  return page;
}

test("on a phone everything that can be tapped is large enough", { timeout: 60_000 }, async () => {
  const page = await playNow(PHONE);
  const small = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("button, a, select, input")]
        .map((one) => [one.className || one.tagName, one.getBoundingClientRect()])
        .filter(([, box]) => box.width > 0 && (box.width < 39.5 || box.height < 39.5))
        .map(([name, box]) => `${name} ${Math.round(box.width)}x${Math.round(box.height)}`),
    );
  assert.deepEqual(await small(), []);
  for (const tab of ["market", "company", "players", "log", "action"]) {
    await page.click(`[data-tab="${tab}"]`);
    assert.deepEqual(await small(), [], tab);
    assert.ok(await page.locator("[data-primary]").isVisible());
  }
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.equal(wide, 390);
  assert.deepEqual(page.problems, []);
});

test("on a phone a hint scrolls into sight", { timeout: 60_000 }, async () => {
  const page = await playNow(PHONE);
  await page.locator("[data-ask-advice]").tap();
  const note = page.locator("[data-advice]");
  await note.waitFor();
  const seen = await note.evaluate((one) => {
    const [box, sheet] = [one.getBoundingClientRect(), one.closest(".sheet-action").getBoundingClientRect()];
    return box.top >= sheet.top - 1 && box.top < sheet.bottom;
  });
  assert.ok(seen);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
  assert.deepEqual(page.problems, []);
});

test("with animations on, pieces fly, and the game goes on", { timeout: 120_000 }, async () => {
  const page = await playNow({ reducedMotion: "no-preference" });
  await page.evaluate(() => {
    window.flown = 0;
    new MutationObserver((all) => {
      for (const one of all) for (const node of one.addedNodes) if (node.classList?.contains("flying")) window.flown++;
    }).observe(document.body, { childList: true });
  });
  await playOn([page], { stop: async (one) => Number(await one.locator(".round b").textContent()) >= 2 });
  assert.ok((await page.evaluate(() => window.flown)) > 3, "houses, fuel and money fly to where they go");
  await page.waitForFunction(() => document.querySelectorAll(".flying").length === 0);
  assert.deepEqual(page.problems, []);
});
