// What moves, and that nothing moves where motion is reduced: by the system or by the player's switch.
import assert from "node:assert/strict";
import { test } from "node:test";
import { faultsIn } from "./axe.mjs";
import { person } from "./server.mjs";
import { browser, sitAt, url } from "./prepared.mjs";

/** No animation of the table takes longer than this, in milliseconds. */
const LONGEST = 250;

/** A page that writes down every animation that is started, and the money shown on its way. */
async function watched(options) {
  const page = await person(browser, url, { bypassCSP: true, ...options });
  await page.addInitScript(() => {
    window.started = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, timing) {
      const what = this.getAttribute("class") ?? "";
      window.started.push({ what, duration: timing.duration, plant: this.getAttribute("data-plant"), inside: this.closest("[data-seat], .market, .fuel, .celebration")?.className ?? "" });
      return animate.call(this, frames, timing);
    };
  });
  return page;
}

const started = (page) => page.evaluate(() => window.started);
const money = (page) => page.locator('[data-money="0"] b').first();

/** Buy all that the plants need; returns how often a number of money was written, and the last one. */
async function buyFuel(page) {
  await sitAt(page, "fuel");
  await page.waitForSelector(".action.is-mine");
  await page.locator("[data-fill]").click();
  await page.locator(".action [data-primary]:not([aria-disabled])").waitFor();
  const width = await page.locator('[data-money="0"]').first().evaluate((one) => one.getBoundingClientRect().right);
  await page.evaluate(() => {
    window.written = [];
    new MutationObserver((all) => window.written.push(...all.map((one) => one.target.textContent))).observe(document.querySelector('[data-money="0"]'), { characterData: true, subtree: true });
  });
  await page.locator(".action [data-primary]").click();
  await page.waitForFunction(() => document.querySelector("[data-phase]").dataset.version > 0 && window.written.length > 0 && !document.querySelector(".action.is-mine"));
  return width;
}

test("fuel slides, money counts, and both are over soon and cover nothing", { timeout: 120_000 }, async () => {
  const page = await watched({ reducedMotion: "no-preference" });
  const right = await buyFuel(page);
  await page.waitForFunction(() => !document.querySelector(".flying"));
  const moved = await started(page);
  assert.ok(moved.some((one) => one.what === "flying"), "markers slide to the plants");
  assert.ok((await page.evaluate(() => window.written)).length > 1, "money counts");
  assert.deepEqual(moved.filter((one) => one.duration > LONGEST), []);
  const view = await page.view();
  await page.waitForFunction((sum) => document.querySelector('[data-money="0"] b').textContent === String(sum), view.players[0].money);
  assert.equal(await money(page).getAttribute("style"), "", "nothing of the count is left");
  assert.ok(Math.abs((await page.locator('[data-money="0"]').first().evaluate((one) => one.getBoundingClientRect().right)) - right) < 16);
  assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector(".flying") ?? document.body.appendChild(Object.assign(document.createElement("i"), { className: "flying" }))).pointerEvents), "none");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

for (const [why, options, storage] of [
  ["the system asks for reduced motion", { reducedMotion: "reduce" }, {}],
  ["animations are switched off", { reducedMotion: "no-preference" }, { "stromnetz.motion": "off" }],
]) {
  test(`nothing moves where ${why}`, { timeout: 120_000 }, async () => {
    const page = await watched(options);
    await page.addInitScript((kept) => Object.entries(kept).forEach(([key, value]) => localStorage.setItem(key, value)), storage);
    await buyFuel(page);
    assert.deepEqual(await page.evaluate(() => window.written), [String((await page.view()).players[0].money)], "money is written once");
    await sitAt(page, "end");
    await page.waitForSelector("[data-story]");
    assert.equal(await page.locator(".celebration svg").count(), 0);
    assert.deepEqual(await started(page), []);
    assert.deepEqual(await page.evaluate(() => document.getAnimations().map((one) => one.effect?.target?.className)), []);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

test("the celebration falls once, over everything and in nobody's way", { timeout: 120_000 }, async () => {
  const page = await watched({ reducedMotion: "no-preference" });
  await sitAt(page, "end");
  await page.waitForSelector("[data-story]");
  const pieces = (await started(page)).filter((one) => one.inside === "celebration").length;
  assert.ok(pieces > 20, `${pieces} pieces`);
  // while it falls, the story can be used
  await page.locator("[data-fact]").last().click();
  await page.waitForSelector(".in-past");
  await page.locator("[data-replay] [data-primary]").click();
  await page.waitForSelector("[data-end]");
  assert.equal((await started(page)).filter((one) => one.inside === "celebration").length, pieces, "not again");
  await page.waitForFunction(() => !document.querySelector(".celebration svg"));
  assert.deepEqual(await faultsIn(page, "[data-end]"), []);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a plant that was bought is turned over at its owner, and the card that follows in the market", { timeout: 120_000 }, async () => {
  const page = await watched({ reducedMotion: "no-preference" });
  await sitAt(page, "bid", { seats: ["Ann", "easy", "easy"] });
  await page.waitForSelector(".action.is-mine");
  const card = (await page.view()).auction.card;
  await page.locator(".bid-input").fill("99");
  await page.locator(".bid-input").press("Tab");
  await page.locator(".action [data-primary]:not([aria-disabled])").click();
  await page.waitForFunction((plant) => window.started.some((one) => one.plant === String(plant) && one.inside.includes("player-card")), card);
  await page.waitForFunction(() => window.started.some((one) => one.plant && one.inside.includes("market")));
  assert.deepEqual((await started(page)).filter((one) => one.duration > LONGEST), []);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
