// One screen: people who share it, languages, the way back to now, phones.
import assert from "node:assert/strict";
import { test } from "node:test";
import { person } from "./house.mjs";
import { playOn } from "./player.mjs";
import { stage } from "./stage.mjs";

const { house, browser } = await stage();

async function playNow(page, path = "/") {
  await page.goto(path);
  await page.click("[data-play-now]");
  await page.waitForSelector(".action.mine");
}

test("people at one screen hand it over behind a curtain when money is hidden", { timeout: 90_000 }, async () => {
  const page = await person(browser, house.url);
  await page.goto("/new");
  await page.click('[data-value="3"]');
  await page.locator(".seatlist select").nth(1).selectOption("person");
  await page.locator(".seatlist select").nth(2).selectOption("person");
  await page.click('[data-value="hidden"]');
  await page.click("[data-create]");
  await page.waitForSelector(".table");
  // one of the three is asked; whoever has not been handed the screen yet stands behind the curtain
  const seen = new Set();
  for (let i = 0; i < 6; i++) {
    await page.waitForSelector("[data-curtain] button, .action.mine:not([data-busy])");
    const curtain = page.locator("[data-curtain] button");
    if (await curtain.count()) {
      assert.equal(await page.locator(".pl.is-act").count(), 0);
      await curtain.click();
      await page.waitForSelector("[data-curtain]", { state: "detached" });
    }
    await page.waitForSelector(".action.mine");
    seen.add(await page.locator(".pl.me").getAttribute("data-seat"));
    const hidden = await page.locator(".pl:not(.me) .fig[data-money] b").allTextContents();
    assert.deepEqual([...new Set(hidden)], ["?"]);
    assert.notEqual(await page.locator(".pl.me .fig[data-money] b").textContent(), "?");
    const before = await page.locator(".table").getAttribute("data-version");
    const kind = await page.locator(".action.mine").getAttribute("data-decision");
    if (kind === "auction") await page.locator("button.pc").first().click();
    await page.locator(kind === "bid" ? "[data-secondary]" : "[data-primary], [data-quiet]").click();
    await page.waitForFunction((v) => document.querySelector(".table").dataset.version !== v, before);
  }
  assert.ok(seen.size >= 2, `only ${[...seen]} played`);
  assert.deepEqual(page.problems, []);
});

test("the language can be changed at the start and at the table", { timeout: 60_000 }, async () => {
  const page = await person(browser, house.url);
  await page.goto("/");
  await page.click('[data-lang="de"]');
  await page.waitForFunction(() => document.querySelector("[data-play-now]").textContent.includes("Sofort spielen"));
  await page.reload();
  await page.waitForFunction(() => document.documentElement.lang === "de");
  await page.click("[data-play-now]");
  await page.waitForSelector(".table");
  assert.match(await page.locator(".market h2").textContent(), /Kraftwerksmarkt/);
  // bots have names of their own, and faces that tell their levels
  const bots = page.locator(".pl:not(.me)");
  assert.equal(new Set(await bots.locator(".nm").allTextContents()).size, 3);
  assert.equal(await bots.locator('.face use[href^="#face-"]').count(), 3);
  await page.click("[data-menu]");
  await page.click('dialog [data-value="slow"]');
  assert.equal(await page.evaluate(() => localStorage.getItem("stromnetz.pace")), "slow");
  await page.click('dialog [data-lang="nl"]');
  await page.waitForFunction(() => document.querySelector(".lamps").textContent.includes("Periode"));
  assert.match(await page.locator(".market h2").textContent(), /Centralemarkt/);
  assert.deepEqual(page.problems, []);
});

test("every row of the log leads to the position after it, and back", { timeout: 60_000 }, async () => {
  const page = await person(browser, house.url);
  await playNow(page);
  await playOn([page], { stop: async (_, kind) => kind === "fuel" });
  await page.click("[data-log]");
  await page.locator("[data-show]").first().click();
  await page.waitForSelector(".table.in-past");
  assert.equal(await page.locator(".action.mine").count(), 0);
  // a bot tells what it thought of, to whoever plays against bots alone
  const bot = await page.evaluate(() => [...document.querySelectorAll(".pl:not(.me)")].map((one) => one.querySelector(".nm").firstChild.textContent));
  await page.locator("[data-show]", { hasText: new RegExp(`^(${bot.join("|")}) puts`) }).first().click();
  await page.click("[data-why]");
  assert.match(await page.locator("[data-reason]").textContent(), /Elektro/);
  await page.locator("[data-primary]").click();
  await page.waitForSelector(".action.mine");
  assert.deepEqual(page.problems, []);
});

test("on a phone everything that can be tapped is large enough", { timeout: 60_000 }, async () => {
  const page = await person(browser, house.url, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await playNow(page);
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
