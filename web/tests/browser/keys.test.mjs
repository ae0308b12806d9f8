// A new table and its first round by real keys alone: Tab, Enter, letters. What each shortcut does is tested in
// tests/components/keyboard.test.mjs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { person } from "./server.mjs";
import { stage } from "./stage.mjs";

const { server, browser } = await stage();

/** Press a key until something has the focus. */
async function reach(page, selector, key = "Tab", most = 150) {
  for (let i = 0; i < most; i++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${selector}`);
}

/** Make one decision by keys alone. */
async function press(page, kind, plants) {
  const { keyboard } = page;
  if (kind === "auction" && plants < 2) {
    await keyboard.press("p");
    await keyboard.press("Enter");
    await page.waitForSelector(".action [data-primary]:not([aria-disabled])");
  } else if (kind === "bid") {
    await keyboard.press("a");
    await reach(page, "[data-secondary]", "Tab", 8);
    await keyboard.press("Enter");
    return;
  } else if (kind === "fuel" && (await page.locator("[data-fill]").count())) {
    await keyboard.press("a");
    await reach(page, "[data-fill]", "Shift+Tab", 30);
    await keyboard.press("Enter");
    await page.waitForFunction(() => /\d/.test(document.querySelector(".action [data-primary], .action [data-secondary]")?.textContent ?? ""), null, { timeout: 1500 }).catch(() => undefined);
  } else if (kind === "build" && (await page.locator("[data-city-offer]").count())) {
    await keyboard.press("a");
    await reach(page, "[data-city-offer]", "Shift+Tab", 30);
    await keyboard.press("Enter");
    await page.waitForSelector(".action .plan-list li");
  } else if (!["auction", "fuel", "build", "run"].includes(kind)) {
    await keyboard.press("c");
    await keyboard.press("Enter");
  }
  await keyboard.press("a");
  await keyboard.press("Enter");
  if (await page.locator("[data-anyway]").count()) {
    await keyboard.press("a");
    await keyboard.press("Enter");
  }
}

/** Decide by keys alone until `enough`; returns the kinds of decisions. */
async function pressOn(page, enough) {
  const met = new Set();
  for (let turns = 0; !(await enough()); ) {
    const asked = await page.evaluate(() => {
      const panel = document.querySelector(".action.is-mine:not([data-busy])");
      return panel && { kind: panel.dataset.decision, plants: window.stromnetz.me().plants.length, version: document.querySelector(".table").dataset.version };
    });
    if (!asked) {
      await page.waitForSelector(".action.is-mine:not([data-busy]), [data-end]");
      continue;
    }
    met.add(asked.kind);
    await press(page, asked.kind, asked.plants);
    await page.waitForFunction((v) => document.querySelector(".table").dataset.version !== v, asked.version, { timeout: 3000 }).catch(() => undefined);
    assert.ok(++turns < 100, `nothing ends, asked: ${asked.kind}`);
  }
  return met;
}

test("a table is created and its first round played by keyboard alone", { timeout: 180_000 }, async () => {
  const page = await person(browser, server.url);
  await page.goto("/new");
  await page.waitForSelector("[data-create]");
  await reach(page, '[data-value="3"]');
  await page.keyboard.press("Enter");
  await reach(page, "[data-more-options] summary");
  await page.keyboard.press("Enter");
  await reach(page, '[data-value="true"]');
  await page.keyboard.press("Enter");
  await reach(page, "[data-create]");
  await page.keyboard.press("Enter");
  // from here on nothing changes until a key is pressed
  await page.waitForSelector(".action.is-mine:not([data-busy])");
  await page.waitForSelector(".city [aria-label]");
  // the skip link leads from the top of the page to the first choice: a power plant, or something in the action panel
  await page.evaluate(() => document.activeElement?.blur());
  await reach(page, "[data-skip]", "Tab", 3);
  await page.keyboard.press("Enter");
  assert.ok(await page.evaluate(() => document.activeElement?.closest("#action, button.plant-card") !== null));
  // the map: M goes to a city, arrow keys to others
  await page.keyboard.press("m");
  const first = await page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  // prices are part of the label if the plates have room for them, which depends on the regions
  assert.match(first, /^\D+( 10 15 20)?: .+, 1 space free/);
  await reach(page, `.city [aria-label]:not([aria-label="${first}"])`, "ArrowDown", 1).catch(() => reach(page, `.city [aria-label]:not([aria-label="${first}"])`, "ArrowRight", 1));
  // round 1 asks for a plant, fuel, cities and plants to run
  const asked = await pressOn(page, async () => Number(await page.locator(".round b").textContent()) > 1);
  assert.deepEqual(["auction", "build", "fuel", "run"].filter((kind) => !asked.has(kind)), []);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
