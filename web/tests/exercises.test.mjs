// Exercises: the one of the day by pointer, others by keyboard and with a finger; the row of days is on the start page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { faults } from "./axe.mjs";
import { person, PHONE, WIDE } from "./house.mjs";
import { stage } from "./stage.mjs";

const { house, browser } = await stage();
const SHOTS = process.env.STROMNETZ_SHOTS;

const best = async (page, id) => (await (await page.request.post(`/api/exercises/${id}/answer`, { data: { choice: 0 } })).json()).best;

test("the exercise of the day is answered, and the start page keeps the row", { timeout: 60_000 }, async () => {
  const page = await person(browser, house.url, { ...WIDE, bypassCSP: true });
  await page.goto("/");
  await page.locator("[data-daily]").click();
  const id = await page.locator("[data-exercise]").getAttribute("data-exercise");
  assert.deepEqual(await faults(page), []);
  await page.locator(`[data-choice="${await best(page, id)}"]`).click();
  await page.locator('[data-answered="true"]').waitFor();
  assert.match(await page.locator("[data-answered]").textContent(), /Elektro/);
  await page.locator('[data-streak="1"]').waitFor();
  await page.locator("[data-more]").click();
  await page.waitForFunction((before) => document.querySelector("[data-exercise]")?.dataset.exercise !== before, id);
  await page.goto("/");
  await page.locator('[data-daily][data-streak="1"]').waitFor();
  assert.match(await page.locator("[data-daily]").textContent(), /1 day in a row/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a day with another answer than the best is no day of the row, and a bot advises at its position", { timeout: 60_000 }, async () => {
  const page = await person(browser, house.url, WIDE);
  await page.goto("/exercises");
  const id = await page.locator("[data-exercise]").getAttribute("data-exercise");
  await page.locator(`[data-choice="${(await best(page, id)) === 0 ? 1 : 0}"]`).click();
  await page.locator('[data-answered="false"]').waitFor();
  await page.locator('.exercises [data-streak="0"]').waitFor();
  const asked = (await (await page.request.get(`/api/exercises/${id}`)).json()).kind;
  await page.locator("[data-advice-table]").click();
  // the board stands as the exercise does, and the advice is about its question
  await page.waitForSelector(".action.mine [data-advice]");
  const wanted = { cities: "build", end: "build", fuel: "fuel", worth: "bid" }[asked];
  assert.equal(await page.locator(".action.mine").getAttribute("data-decision"), wanted);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

const pages = new Map();
/** One person for each window, so that the pages are fetched once. */
async function visitor(screen) {
  if (!pages.has(screen)) pages.set(screen, await person(browser, house.url, { ...screen, bypassCSP: true }));
  return pages.get(screen);
}

for (const [i, kind] of ["cities", "fuel", "worth", "end"].entries()) {
  for (const [w, screen] of [WIDE, PHONE].entries()) {
    const language = ["de", "nl", "en"][(i + w) % 3];
    const keys = (i + w) % 2 === 0;
    test(`${kind} is asked and answered ${keys ? "by keyboard" : w ? "with a finger" : "by pointer"}, in ${language}, ${w ? "on a phone" : "wide"}`, { timeout: 60_000 }, async () => {
      const page = await visitor(screen);
      const { ids } = await (await page.request.get("/api/exercises?day=2026-01-01")).json();
      const id = ids.filter((one) => one.startsWith(`${kind}-`))[w];
      await page.goto(`/exercises/${id}?lang=${language}`);
      await page.locator(`[data-exercise="${id}"][data-kind="${kind}"] [data-choice]`).first().waitFor();
      assert.equal(await page.locator("html").getAttribute("lang"), language);
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/exercise-${kind}-${w ? "phone" : "wide"}.png`, fullPage: true });
      // a map is there where it is asked about, and all of it is in the window, in letters that can be read
      assert.equal(await page.locator(".sketch svg").count(), kind === "cities" ? 1 : 0);
      for (const one of await page.locator(".sketch .n").all()) {
        const { x, width, height } = await one.boundingBox();
        assert.ok(x >= 0 && x + width <= page.viewportSize().width, await one.textContent());
        assert.ok(height >= 12, `${height} is too small to read`);
      }
      const right = await best(page, id);
      const choice = page.locator(`[data-choice="${w ? right : right === 0 ? 1 : 0}"]`);
      if (keys) {
        await choice.focus();
        await page.keyboard.press("Enter");
      } else await choice.click();
      // another answer is told what is better, with its numbers
      await page.locator(`[data-answered="${w === 1}"]`).waitFor();
      assert.match(await page.locator("[data-answered]").textContent(), /\d/);
      assert.deepEqual(await faults(page), []);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/exercise-${kind}-${w ? "phone" : "wide"}-answered.png`, fullPage: true });
      assert.deepEqual(page.problems, []);
    });
  }
}
