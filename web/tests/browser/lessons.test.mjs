// The coach of a lesson in a real browser: where its card and its ring lie. What it says, and all lessons, are tested in
// tests/components/lessons.test.mjs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { faultsIn } from "./axe.mjs";
import { chooseCity, person, PHONE, WIDE } from "./server.mjs";
import { stage } from "./stage.mjs";

const { server, browser } = await stage();

/** The card is inside the window, and does not hide the part of the board that has the ring. */
async function isBeside(page, ringed) {
  await page.waitForFunction((wanted) => {
    const card = document.querySelector(".coach")?.getBoundingClientRect();
    const ring = document.querySelector(".highlight-ring")?.getBoundingClientRect();
    if (!card?.width || (wanted && !ring)) return false;
    const shared = (a, b, c, d) => Math.max(0, Math.min(b, d) - Math.max(a, c));
    const hidden = ring ? (shared(card.left, card.right, ring.left, ring.right) * shared(card.top, card.bottom, ring.top, ring.bottom)) / (ring.width * ring.height) : 0;
    const inside = card.left >= 0 && card.top >= 0 && card.right <= innerWidth && card.bottom <= innerHeight;
    const inSight = !ring || (shared(0, innerWidth, ring.left, ring.right) > 8 && shared(0, innerHeight, ring.top, ring.bottom) > 8);
    return inside && inSight && hidden < 0.5;
  }, ringed);
}

/** Read the texts of a step, each beside what it is about; the last one leaves the action in view. */
async function read(page, step) {
  await page.waitForSelector(`.coach[data-step="${step}"] [data-text="0"]`);
  for (let i = 0; ; i++) {
    await page.waitForSelector(`.coach [data-text="${i}"]`);
    const last = (await page.locator("[data-next-text]").count()) === 0;
    await isBeside(page, !last);
    if (last) return;
    await page.locator("[data-next-text]").click();
  }
}

const SIZES = [["on a wide screen", WIDE, "en-GB"], ["on a phone", PHONE, "de-DE"], ["on a phone held sideways", { ...PHONE, viewport: { width: 844, height: 390 } }, "nl-NL"]];
for (const [name, screen, locale] of SIZES) {
  test(`the card of a lesson lies beside what it is about, ${name}`, { timeout: 60_000 }, async () => {
    const page = await person(browser, server.url, { ...screen, locale, bypassCSP: true });
    await page.goto("/learn");
    await page.locator('[data-lesson="building"]').click();
    await read(page, 0);
    assert.deepEqual(await faultsIn(page, ".coach", "#action"), []);
    for (const city of ["duisburg", "duesseldorf"]) {
      await chooseCity(page, city);
      await page.waitForSelector(`[data-tag="${city}"]`, { state: "attached" });
    }
    await page.locator(".action [data-primary]").click();
    await page.locator("[data-next-lesson]").waitFor();
    await isBeside(page, false);
    assert.deepEqual(await faultsIn(page, ".coach"), []);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, "nothing is wider than the window");
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}
