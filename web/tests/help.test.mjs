// Help where you stand: by pointer, finger and keyboard, in three languages; the rules; why not; the ranking.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { PHONE, sit, WIDE } from "./house.mjs";
import { stage } from "./stage.mjs";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const SHOTS = process.env.STROMNETZ_SHOTS;
const { house, browser } = await stage("sizes");

async function faults(page, ...include) {
  await page.addScriptTag({ path: AXE });
  return page.evaluate(async (parts) => {
    const { violations } = await window.axe.run({ include: parts }, { preload: false, resultTypes: ["violations"] });
    return violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target).join(", ")}`);
  }, include.map((one) => [one]));
}

const shot = async (page, name) => SHOTS && page.screenshot({ path: `${SHOTS}/${name}.png` });
const at = (table, screen, locale = "en-GB") => sit(browser, house, table, { screen: { ...screen, locale, bypassCSP: true } });

test("things explain themselves on hover and focus, with their rules; what is not offered says why", { timeout: 60_000 }, async () => {
  const page = await at("open", WIDE);
  await page.waitForSelector(".action.mine");
  await page.mouse.move(5, 5);
  for (const [selector, topic] of [[".lamps", "step"], [".pl .ord", "place"], ['[data-phase-name="fuel"]', "phase_fuel"], [".fuel .rf", "refill"]]) {
    await page.locator(selector).first().hover();
    await page.waitForSelector(`[data-topic="${topic}"] [data-rule]`);
  }
  // a plant of the future market cannot be put up, and the server says so
  await page.locator(".market .fut [data-plant]").first().hover();
  await page.waitForSelector('.bubble [data-reason]');
  assert.match(await page.locator("[data-reason]").textContent(), /future market/);
  assert.deepEqual(await faults(page, ".bubble"), []);
  await shot(page, "bubble");
  await page.keyboard.press("Escape");
  await page.waitForSelector(".bubble", { state: "detached" });
  await page.mouse.move(5, 5);
  await page.keyboard.press("a");
  await page.waitForSelector('[data-topic="ask_auction"], [data-topic="confirm"], [data-topic="without"]');
  await page.keyboard.press("Escape");
  // the rules, by the id in an explanation
  await page.locator(".lamps").hover();
  await page.locator('.bubble [data-rule="T2"]').click();
  await page.waitForSelector('[data-rule-text="T2"].on');
  await page.locator('[data-rule-text="T2"]').waitFor();
  await page.locator("[data-rule-search]").fill("bid more than the money");
  await page.waitForFunction(() => document.querySelectorAll("[data-rule-text]").length === 1);
  await page.locator('[data-rule-text="A5"]').waitFor();
  await page.locator("[data-rule-search]").fill("M3");
  await page.locator('[data-rule-text="M3"]').waitFor();
  assert.deepEqual(await faults(page, "dialog"), []);
  await shot(page, "rules");
  await page.locator("[data-rule-search]").fill("");
  await page.locator('[data-rule-text="A9"] .rid', { hasText: "C6" }).click();
  await page.waitForSelector('[data-rule-text="C6"].on');
  await page.keyboard.press("Escape");
  await page.locator("[data-why-not]").click();
  await page.locator('[data-why="open"] [data-rule="M1"]').first().waitFor();
  assert.ok(await page.locator('[data-why="buy"]').count(), "what belongs to another phase");
  assert.deepEqual(await faults(page, "dialog"), []);
  await shot(page, "whynot");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("the board is walked through by keyboard, in German", { timeout: 60_000 }, async () => {
  const page = await at("fuel", WIDE, "de-DE");
  await page.waitForSelector(".action.mine");
  await page.keyboard.press("e");
  await page.waitForSelector("[data-explaining]");
  const seen = new Set();
  for (let i = 0; i < 60; i++) {
    const key = await page.waitForSelector(".bubble").then((one) => one.getAttribute("data-topic"));
    if (seen.has(key) && i > 20) break;
    seen.add(key);
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction((before) => document.querySelector(".bubble")?.dataset.topic !== before, key);
  }
  for (const topic of ["round", "step", "phase_auctions", "money", "supply", "race", "refill", "stepper", "income", "ask_fuel", "undo"]) assert.ok(seen.has(topic), topic);
  assert.match(await page.locator("[data-explaining]").textContent(), /Pfeiltasten/);
  await shot(page, "walk");
  assert.deepEqual(await faults(page, ".bubble", ".exbar"), []);
  await page.keyboard.press("Escape");
  await page.waitForSelector("[data-explaining]", { state: "detached" });
  await page.keyboard.press("r");
  await page.locator('[data-rule-text="F2"]').waitFor();
  assert.match(await page.locator("dialog h2").textContent(), /Regeln/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("y");
  await page.locator("[data-why-list]").waitFor();
  await page.context().close();
});

test("a long press explains on a phone, in Dutch", { timeout: 60_000 }, async () => {
  const page = await at("open", PHONE, "nl-NL");
  await page.waitForSelector(".action.mine");
  await page.locator(".lamps").waitFor();
  const press = async (selector) => {
    const { x, y, width, height } = await page.locator(selector).first().boundingBox();
    const wire = await page.context().newCDPSession(page);
    const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
    await wire.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
    return () => wire.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  await (await press(".lamps"))();
  const lift = await press(".lamps");
  await page.waitForSelector('[data-topic="step"]');
  await lift();
  assert.match(await page.locator(".bubble").textContent(), /drie perioden/);
  assert.deepEqual(await faults(page, ".bubble"), []);
  await shot(page, "phone-bubble");
  await page.locator('.bubble [data-rule="T1"]').click();
  await page.locator('[data-rule-text="T1"]').waitFor();
  await shot(page, "phone-rules");
  const { width } = await page.locator("dialog").boundingBox();
  assert.ok(width <= 390);
  await page.locator("dialog .close").click();
  await page.locator("[data-menu]").click();
  await page.locator("[data-explain-board]").click();
  await page.locator(".lamps").click();
  await page.waitForSelector('[data-topic="step"]');
  await page.locator("[data-explain-end]").click();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("the end says why everybody stands where they stand", { timeout: 60_000 }, async () => {
  const page = await at("end", WIDE, "de-DE");
  await page.locator("[data-why-so] li").nth(2).waitFor();
  assert.match(await page.locator("[data-why-so]").textContent(), /versorgte Städte|mehr Geld/);
  await shot(page, "end");
  await page.locator('[data-why-so] [data-rule="E2"]').click();
  await page.locator('[data-rule-text="E2"].on').waitFor();
  await page.context().close();
});

test("an edition of its own explains its own things", { timeout: 60_000 }, async () => {
  const page = await at("company", WIDE);
  await page.waitForSelector(".labour");
  await page.mouse.move(5, 5);
  await page.locator(".company .cb").first().hover();
  await page.waitForSelector('[data-topic="slots"] [data-rule="L14"], [data-topic="own_plant"] [data-rule="L15"]');
  await page.keyboard.press("r");
  await page.locator('[data-rule-text="L16"]').waitFor();
  assert.equal(await page.locator('[data-rule-text="F2"]').count(), 0);
  await page.context().close();
});

for (const [name, viewport] of [["wide", { width: 1440, height: 900 }], ["on a phone that lies", { width: 844, height: 390 }]]) {
  test(`what comes to lie under a mouse that clicked is not explained, ${name}`, { timeout: 60_000 }, async () => {
    const page = await at("fuel", { viewport });
    await page.waitForSelector(".action.mine");
    const quiet = async () => {
      await page.waitForSelector("[data-advice-panel]");
      // longer than a pointer has to rest, and help is there
      await page.waitForSelector(".help", { state: "attached" });
      await page.waitForTimeout(1200);
      assert.equal(await page.locator(".bubble").count(), 0);
    };
    // help is fetched only now, and finds the pointer where the advice has pushed something else
    await page.locator("[data-ask-advice]").click();
    await quiet();
    await page.locator("[data-advice-close]").click();
    await page.locator("[data-ask-advice]").click();
    await quiet();
    // whoever then points at something else is told
    await page.locator("[data-ask-advice]").hover();
    await page.mouse.move(5, 5);
    await page.locator(".lamps").hover();
    await page.waitForSelector('[data-topic="step"]');
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

test("what is greyed out can be reached and says why, by pointer, keyboard and finger", { timeout: 90_000 }, async () => {
  const page = await at("bid", WIDE);
  await page.waitForSelector(".action.mine");
  await page.mouse.move(5, 5);
  // less than the least bid: the rule of the auction
  const less = page.locator(".bid button").first();
  assert.ok(await less.isDisabled());
  await less.hover();
  await page.waitForSelector('[data-topic="bid"] [data-reason]');
  await page.mouse.move(5, 5);
  await page.waitForSelector(".bubble", { state: "detached" });
  // all one has is bid; more is not to be had, and the focus stays where it was
  const most = page.locator(".quick .qb").last();
  await most.focus();
  await page.keyboard.press("Enter");
  assert.ok(await most.isDisabled());
  assert.ok(await most.evaluate((one) => one === document.activeElement));
  const value = await page.locator(".amount").inputValue();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await page.waitForSelector('[data-topic="bid"] [data-reason] ~ .ids [data-rule="A5"]');
  assert.equal(await page.locator(".amount").inputValue(), value);
  assert.deepEqual(await faults(page, ".bubble", ".action"), []);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("the main button says what is missing, and the steppers what is in the way", { timeout: 90_000 }, async () => {
  const page = await at("open", WIDE, "de-DE");
  await page.waitForSelector(".action.mine");
  await page.mouse.move(5, 5);
  await page.locator("[data-primary][aria-disabled]").hover();
  await page.waitForSelector('[data-topic="confirm_off"]');
  await page.locator("[data-why-not]").hover();
  await page.waitForSelector('[data-topic="why_not"]');
  await page.context().close();
  const phone = await at("fuel", PHONE, "nl-NL");
  await phone.waitForSelector(".action.mine");
  const more = phone.locator("[data-buy] .stepr button:last-child").first();
  while (!(await more.isDisabled())) {
    const before = await phone.locator("[data-buy] .stepr b").first().textContent();
    await more.click();
    await phone.waitForFunction((was) => document.querySelector("[data-buy] .stepr b").textContent !== was, before);
  }
  await more.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await more.boundingBox();
  const wire = await phone.context().newCDPSession(phone);
  await wire.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: x + width / 2, y: y + height / 2 }] });
  await phone.waitForSelector('[data-topic="stepper"] [data-reason]');
  await wire.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  assert.match(await phone.locator("[data-reason]").textContent(), /Nu niet/);
  assert.deepEqual(await faults(phone, ".bubble"), []);
  await shot(phone, "phone-stepper");
  await phone.context().close();
});

/** Every button of a table that is in sight belongs to something that explains itself. */
for (const table of ["open", "fuel", "run", "scrap", "network", "company", "end"]) {
  test(`every button is explained: ${table}`, { timeout: 60_000 }, async (t) => {
    if (!house.tables[table]) return t.skip();
    const page = await at(table, WIDE);
    await page.waitForSelector("#action");
    await page.keyboard.press("Escape");
    await page.keyboard.press("e");
    await page.waitForSelector(".bubble .x");
    const buttons = page.locator(":is(#action, .zoom, .top, .sheet) button:not(.tip, .x, .rid):visible");
    const left = [];
    for (const one of await buttons.elementHandles()) {
      await page.locator(".bubble .x").click();
      await page.waitForSelector(".bubble", { state: "detached" });
      await one.dispatchEvent("click");
      const found = await page.waitForSelector(".bubble", { timeout: 4000 }).catch(() => null);
      if (found) continue;
      left.push(await one.evaluate((it) => it.outerHTML.slice(0, 90)));
      await page.locator(".lamps").dispatchEvent("click");
      await page.waitForSelector(".bubble");
    }
    assert.deepEqual(left, []);
    await page.context().close();
  });
}
