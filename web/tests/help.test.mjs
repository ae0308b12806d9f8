// Help where you stand: by pointer, finger and keyboard, in three languages; the rules; why not; the ranking.
import assert from "node:assert/strict";
import { test } from "node:test";
import { faultsIn, faultsOver } from "./axe.mjs";
import { FULL, PHONE, sit, WIDE } from "./house.mjs";
import { stage } from "./stage.mjs";

const SHOTS = process.env.STROMNETZ_SHOTS;
const { house, browser } = await stage("help");

const shot = async (page, name) => SHOTS && page.screenshot({ path: `${SHOTS}/${name}.png` });
const at = (table, screen, locale = "en-GB") => sit(browser, house, table, { screen: { ...screen, locale, bypassCSP: true } });

/** A finger on something, and the wire to lift it again. */
async function hold(page, selector) {
  const one = page.locator(selector).first();
  await one.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await one.boundingBox();
  const wire = await page.context().newCDPSession(page);
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
  await wire.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  return () => wire.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

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
  assert.deepEqual(await faultsIn(page, ".bubble"), []);
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
  assert.deepEqual(await faultsIn(page, "dialog"), []);
  await shot(page, "rules");
  await page.locator("[data-rule-search]").fill("");
  await page.locator('[data-rule-text="A9"] .rid', { hasText: "C6" }).click();
  await page.waitForSelector('[data-rule-text="C6"].on');
  await page.keyboard.press("Escape");
  await page.locator("[data-why-not]").click();
  await page.locator('[data-why="open"] [data-rule="M1"]').first().waitFor();
  assert.ok(await page.locator('[data-why="buy"]').count(), "what belongs to another phase");
  assert.deepEqual(await faultsIn(page, "dialog"), []);
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
  assert.deepEqual(await faultsIn(page, ".bubble", ".exbar"), []);
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
  await (await hold(page, ".lamps"))();
  const lift = await hold(page, ".lamps");
  await page.waitForSelector('[data-topic="step"]');
  await lift();
  assert.match(await page.locator(".bubble").textContent(), /drie perioden/);
  assert.deepEqual(await faultsIn(page, ".bubble"), []);
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

for (const [name, viewport] of [["wide", { width: 1440, height: 900 }], ["on a phone", { width: 390, height: 844 }], ["on a phone that lies", { width: 844, height: 390 }]]) {
  test(`what to do after the end is there at once, and the review is one press away, ${name}`, { timeout: 60_000 }, async () => {
    const page = await at("end", { ...(viewport.width < 900 && PHONE), viewport }, "nl-NL");
    await page.waitForSelector("[data-why-so] li");
    await page.waitForFunction(() => document.querySelectorAll(".plot").length === 4);
    for (const one of await page.locator(".endbox .bar .btn").all()) {
      const { y, height } = await one.boundingBox();
      assert.ok(y >= 0 && y + height <= viewport.height, await one.textContent());
    }
    await shot(page, `end-${viewport.width}`);
    assert.deepEqual(await faultsIn(page, "[data-end]"), []);
    await page.locator(".endbox [data-review]").focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector("[data-end]", { state: "detached" });
    await page.waitForSelector(".review");
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

test("the rules and why not are read on a phone, by keyboard, in German", { timeout: 60_000 }, async () => {
  const page = await at("network", PHONE, "de-DE");
  await page.waitForSelector(".action.mine");
  await page.keyboard.press("r");
  await page.locator("[data-rule-search]").fill("Arbeitskräfte");
  await page.locator('[data-rule-text="L16"]').waitFor();
  assert.deepEqual(await faultsIn(page, "dialog"), []);
  await page.keyboard.press("Escape"); // out of what was searched for, as everywhere
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
  await page.keyboard.press("y");
  // what one rule forbids stands together, and a word opens it
  await page.waitForSelector("[data-why-list] details:not([open]) summary");
  assert.ok((await page.locator("[data-why-list] > li").count()) < 20);
  assert.deepEqual(await faultsIn(page, "dialog"), []);
  await shot(page, "phone-whynot");
  const [first] = (await page.locator("[data-why-list] details b").first().textContent()).split(" ").slice(-1);
  await page.locator("dialog input[type=search]").fill(first);
  await page.waitForFunction((word) => [...document.querySelectorAll("[data-why-list] li > b")].every((one) => one.parentElement.textContent.toLowerCase().includes(word.toLowerCase())), first);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
  assert.deepEqual(page.problems, []);
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
    // nor what lay under the bar that ends explanations
    await page.keyboard.press("e");
    await page.waitForSelector(".bubble .x");
    await page.locator("[data-explain-end]").click();
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
  assert.deepEqual(await faultsIn(page, ".bubble", ".action"), []);
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
  await most(phone, "[data-buy] .stepr");
  const lift = await hold(phone, "[data-buy] .stepr button:last-child");
  await phone.waitForSelector('[data-topic="stepper"] [data-reason]');
  await lift();
  assert.match(await phone.locator("[data-reason]").textContent(), /Nu niet/);
  assert.deepEqual(await faultsIn(phone, ".bubble"), []);
  await shot(phone, "phone-stepper");
  await phone.context().close();
});

/** A city of the map that cannot be built in, and that nothing lies over. */
const closed = (page) =>
  page.evaluate(() => {
    const found = [...document.querySelectorAll(".geo .city:not(.can, .mine)[data-city]")].find((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2)?.closest("[data-city]") === one;
    });
    return `[data-city="${found.dataset.city}"]`;
  });

/** What is greyed out: the table, how it comes to be so, the thing, and what it is explained as. */
const GREYED = [
  ["open-poor", null, "[data-primary]", "confirm_off"],
  ["bid-poor", null, "[data-primary]", "confirm_off"],
  ["run-short", (page) => page.locator(".action .runs button:not(.chosen)").click(), "[data-primary]", "confirm_off"],
  ["build", null, closed, "city"],
  ["network", spent, closed, "city"],
  ["workers", (page) => most(page, "[data-hired] .stepr"), "[data-hired] .stepr button:last-child", "stepper"],
];

/** As much planned as there is money for. */
async function spent(page) {
  const offers = page.locator("[data-city-offer]");
  for (let left = await offers.count(); left; left = await offers.count()) {
    const before = await page.locator(".plan li").count();
    await offers.first().evaluate((one) => one.click()); // on a phone the list lies behind a tab
    await page.waitForFunction((was) => document.querySelectorAll(".plan li").length > was, before);
  }
}

async function most(page, stepper) {
  const more = page.locator(`${stepper} button:last-child`).first();
  while (!(await more.isDisabled())) {
    const before = await page.locator(`${stepper} b`).first().textContent();
    await more.click();
    await page.waitForFunction(([where, was]) => document.querySelector(`${where} b`).textContent !== was, [stepper, before]);
  }
}

for (const [i, [table, before, what, topic]] of GREYED.entries()) {
  for (const [name, screen] of [["wide", WIDE], ["on a phone", PHONE]]) {
    test(`${table}: what is greyed out says by which rule, ${name}`, { timeout: 60_000 }, async () => {
      const page = await at(table, screen, ["de-DE", "nl-NL", "en-GB"][(i + (screen === PHONE)) % 3]);
      await page.waitForSelector(".action.mine");
      await page.waitForSelector(".geo [data-city]");
      await before?.(page);
      const selector = typeof what === "string" ? what : await what(page);
      if (typeof what === "string") assert.ok(await page.locator(selector).first().isDisabled());
      await page.mouse.move(5, 5);
      await page.waitForSelector(".help", { state: "attached" }); // help comes with the first thing pointed at
      const lift = screen === PHONE ? await hold(page, selector) : await page.locator(selector).first().hover();
      await page.waitForSelector(`[data-topic="${topic}"] [data-reason]`);
      await lift?.();
      assert.ok((await page.locator("[data-reason]").textContent()).length > 20);
      assert.match(await page.locator(".bubble [data-rule]").first().getAttribute("data-rule"), /^[A-Z]\d+/);
      const look = typeof what === "string" ? faultsIn : faultsOver;
      assert.deepEqual(await look(page, ".bubble"), []);
      await shot(page, `greyed-${table}-${name}`);
      assert.deepEqual(page.problems, []);
      await page.context().close();
    });
  }
}

/** Every button, number and symbol of a table that is in sight belongs to something that explains itself; on a phone, behind every tab. */
const EXPLAINED = ["open", "bid", "fuel", "run", "scrap", "network", "company", "workers", "end"];
for (const [i, table] of EXPLAINED.entries()) {
  for (const [w, [name, screen]] of [["wide", WIDE], ["on a phone", PHONE]].entries()) {
    if (table === "end" && screen === PHONE && !FULL) continue;
    test(`every button and every number is explained: ${table}, ${name}`, { timeout: 90_000 }, async () => {
      const page = await at(table, screen, ["en-GB", "de-DE", "nl-NL"][(i + w) % 3]);
      await page.waitForSelector("#action");
      const left = [];
      const tabs = await page.locator("[data-tab]").evaluateAll((all) => all.map((one) => one.dataset.tab));
      for (const tab of tabs.length ? tabs : [null]) {
        await page.keyboard.press("Escape");
        if (tab) await page.locator(`[data-tab="${tab}"]`).click();
        await page.keyboard.press("e");
        await page.waitForSelector(".bubble .x");
        left.push(...(await unexplained(page, screen === PHONE)));
        await page.locator("[data-explain-end]").click();
      }
      assert.deepEqual(left, []);
      await page.context().close();
    });
  }
}

/** The buttons, numbers and symbols in sight that nothing explains: each is touched while explanations are on; of those alike one, if that is enough. */
function unexplained(page, few) {
  return page.evaluate(async (few) => {
    const out = [];
    const until = async (so) => {
      for (let i = 0; i < 400 && !so(); i++) await new Promise((done) => setTimeout(done, 10));
      return so();
    };
    const bubble = () => document.querySelector(".bubble");
    const seen = new Set();
    const alike = (one) => `${one.parentElement.getAttribute("class")} ${one.getAttribute("class")} ${one.getAttributeNames().filter((name) => name.startsWith("data-"))} ${one.ariaDisabled}`;
    const touched = async (one) => {
      bubble()?.querySelector(".x").click();
      await until(() => !bubble());
      one.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
      if (!(await until(bubble))) out.push(one.outerHTML.slice(0, 120));
    };
    const inSight = (one) => one.checkVisibility({ visibilityProperty: true });
    for (const one of document.querySelectorAll(":is(#action, .zoom, .top, .sheet, .tabs) button:not(.tip, .x, .rid)")) {
      // of what there are many alike, one is enough: they are explained by what they lie in
      if (!inSight(one) || (few && seen.has(alike(one)))) continue;
      seen.add(alike(one));
      await touched(one);
    }
    // the name of the table needs none, nor do sentences, nor the sign of whose a line is
    const tells = (one) => one.matches("svg:has(> use:not([href^='#house'], [href='#table']))") || [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && /\d/.test(node.data) && !/[.?!]\s*$/.test(node.data));
    for (const one of document.querySelectorAll("#app :not(.bubble *, .exbar *, button, button *, h1, [href='/'] *, [href='/'] + span)")) {
      if (!tells(one) || !inSight(one) || seen.has(alike(one))) continue;
      seen.add(alike(one));
      await touched(one);
    }
    return out;
  }, few);
}
