// Help in a real browser: hovering, long presses, how dialogs and explanations look. What they say is tested in
// tests/components/help.test.mjs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { faultsIn } from "./axe.mjs";
import { PHONE, sit, WIDE } from "./server.mjs";
import { stage } from "./stage.mjs";

const { server, browser } = await stage("panels");

const at = (table, screen, locale = "en-GB") => sit(browser, server, table, { screen: { ...screen, locale, bypassCSP: true } });

/** Touch an element and keep the finger there; returns a function that lifts it. */
async function hold(page, selector) {
  const one = page.locator(selector).first();
  await one.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await one.boundingBox();
  const wire = await page.context().newCDPSession(page);
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
  await wire.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  return () => wire.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

test("explanations, the rules and the list of what you cannot do are accessible", { timeout: 60_000 }, async () => {
  const page = await at("open", WIDE);
  await page.waitForSelector(".action.is-mine");
  await page.mouse.move(5, 5);
  await page.locator(".market .future-market [data-plant]").first().hover();
  await page.waitForSelector(".help-bubble [data-reason]");
  assert.deepEqual(await faultsIn(page, ".help-bubble"), []);
  await page.mouse.move(5, 5);
  await page.waitForSelector(".help-bubble", { state: "detached" });
  await page.locator(".lamps").hover();
  await page.locator('.help-bubble [data-rule="T2"]').click();
  await page.waitForSelector('[data-rule-text="T2"].is-active');
  const inSight = await page.locator('[data-rule-text="T2"]').evaluate((rule) => {
    const [box, list] = [rule.getBoundingClientRect(), rule.closest(".rule-texts").getBoundingClientRect()];
    return box.top >= list.top - 1 && box.bottom <= list.bottom + 1;
  });
  assert.ok(inSight, "the rule is scrolled to");
  assert.deepEqual(await faultsIn(page, "dialog"), []);
  await page.keyboard.press("Escape");
  await page.locator("[data-why-not]").click();
  await page.locator('[data-why="open"] [data-rule="M1"]').first().waitFor();
  assert.deepEqual(await faultsIn(page, "dialog"), []);
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("arrow keys walk through everything that is visible on the board", { timeout: 60_000 }, async () => {
  const page = await at("fuel", WIDE, "de-DE");
  await page.waitForSelector(".action.is-mine");
  await page.keyboard.press("e");
  await page.waitForSelector("[data-explaining]");
  const seen = new Set();
  for (let i = 0; i < 60; i++) {
    const key = await page.waitForSelector(".help-bubble").then((one) => one.getAttribute("data-topic"));
    if (seen.has(key) && i > 20) break;
    seen.add(key);
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction((before) => document.querySelector(".help-bubble")?.dataset.topic !== before, key);
  }
  for (const topic of ["round", "step", "phase_auctions", "money", "supply", "race", "refill", "stepper", "income", "ask_fuel", "undo"]) assert.ok(seen.has(topic), topic);
  assert.deepEqual(await faultsIn(page, ".help-bubble", ".explain-bar"), []);
  await page.context().close();
});

test("a long press explains on a phone, and the rules fit its window", { timeout: 60_000 }, async () => {
  const page = await at("open", PHONE, "nl-NL");
  await page.waitForSelector(".action.is-mine");
  await page.locator(".lamps").waitFor();
  await (await hold(page, ".lamps"))();
  const lift = await hold(page, ".lamps");
  await page.waitForSelector('[data-topic="step"]');
  await lift();
  assert.match(await page.locator(".help-bubble").textContent(), /drie periodes/);
  assert.deepEqual(await faultsIn(page, ".help-bubble"), []);
  await page.locator('.help-bubble [data-rule="T1"]').click();
  await page.locator('[data-rule-text="T1"]').waitFor();
  const { width } = await page.locator("dialog").boundingBox();
  assert.ok(width <= 390);
  await page.locator("dialog .close-button").click();
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("the buttons of the end screen are in sight at every size, and Enter opens the review", { timeout: 60_000 }, async () => {
  const page = await at("end", WIDE, "nl-NL");
  await page.waitForSelector("[data-why-so] li");
  await page.waitForFunction(() => document.querySelectorAll(".plot:not([aria-busy])").length >= 6);
  for (const [width, height] of [[1440, 900], [390, 844], [844, 390]]) {
    await page.setViewportSize({ width, height });
    for (const one of await page.locator(".end-screen .button-bar .button").all()) {
      const box = await one.boundingBox();
      assert.ok(box.y >= 0 && box.y + box.height <= height, `${await one.textContent()} at ${width} × ${height}`);
    }
    assert.deepEqual(await faultsIn(page, "[data-end]"), []);
  }
  await page.locator(".end-screen [data-review]").focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector("[data-end]", { state: "detached" });
  await page.waitForSelector(".review");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("what moves under a mouse that has clicked is not explained", { timeout: 60_000 }, async () => {
  const page = await at("fuel", WIDE);
  await page.waitForSelector(".action.is-mine");
  // help is loaded only now, and finds the pointer where the advice has pushed something else
  await page.locator("[data-ask-advice]").click();
  await page.waitForSelector("[data-advice-panel]");
  await page.waitForSelector(".help", { state: "attached" });
  await page.waitForTimeout(1200); // longer than a pointer has to rest
  assert.equal(await page.locator(".help-bubble").count(), 0);
  await page.mouse.move(5, 5);
  await page.locator(".lamps").hover();
  await page.waitForSelector('[data-topic="step"]');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
