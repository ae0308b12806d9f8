// Lessons beside their goals, which course.test.mjs reaches: another way is told and taken back, advice, leaving, keys.
import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseCity } from "./asked.mjs";
import { faultsIn } from "./axe.mjs";
import { person, PHONE } from "./house.mjs";
import { stage } from "./stage.mjs";

const { house, browser } = await stage();

async function open(page, id) {
  await page.goto("/learn");
  await page.locator(`[data-lesson="${id}"]`).click();
  await page.waitForSelector(`[data-coach="${id}"] [data-text]`);
}

async function read(page) {
  while (await page.locator("[data-next-text]").count()) await page.locator("[data-next-text]").click();
}

test("a newcomer learns by pointer, goes another way, takes it back, and comes back later", { timeout: 90_000 }, async () => {
  const page = await person(browser, house.url, { bypassCSP: true });
  await page.goto("/");
  await page.locator("[data-learn].fresh").click();
  await page.locator("[data-continue]").click();
  await page.waitForSelector('[data-coach="plants"] [data-text]');
  await page.waitForSelector(".cring");
  const said = [await page.locator("[data-text]").textContent()];
  assert.deepEqual(await faultsIn(page, ".coach"), [], "the card of a lesson");
  await page.locator('[data-next-text]').click();
  said.push(await page.locator("[data-text]").textContent());
  assert.notEqual(said[0], said[1]);
  await read(page);
  // how it stands after the move is told late: after that it counts only while nothing newer is known
  let tell;
  const held = new Promise((done) => (tell = done));
  await page.route("**/lesson", async (route) => {
    const old = await route.fetch();
    await held;
    await route.fulfill({ response: old });
  }, { times: 1 });
  await page.locator('.market [data-plant="8"]').click();
  await page.locator(".action [data-primary]").click();
  await page.locator("[data-other]").waitFor();
  assert.match(await page.locator("[data-other]").textContent(), /Elektro/);
  await page.locator("[data-take-back]").click();
  await page.locator("[data-other]").waitFor({ state: "detached" });
  tell();
  await page.waitForTimeout(300);
  assert.equal(await page.locator("[data-other]").count(), 0);
  // left and come back to: it stands as it stood
  await page.locator("[data-leave]").click();
  assert.equal(await page.locator('[data-lesson="plants"]').getAttribute("data-state"), "begun");
  await page.locator('[data-lesson="plants"]').click();
  await page.waitForSelector('[data-coach="plants"] [data-text]');
  await read(page);
  await page.locator('.market [data-plant="13"]').click();
  await page.locator(".action [data-primary]").click();
  await page.locator("[data-next-lesson]").waitFor();
  await page.locator("[data-leave]").click();
  await page.locator('[data-lesson="plants"][data-state="done"]').waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a lesson is done by keyboard alone", { timeout: 60_000 }, async () => {
  const page = await person(browser, house.url, { locale: "de-DE" });
  await page.goto("/learn");
  await page.locator('[data-lesson="fuel"]').focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector('[data-coach="fuel"] [data-text]');
  for (let i = 0; i < 2; i++) {
    await page.keyboard.press("h");
    await page.keyboard.press("Enter");
    await page.waitForSelector(`[data-text="${i + 1}"]`);
  }
  await page.locator('[data-fuel="coal"] .stepr button').last().focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /2/.test(document.querySelector('[data-fuel="coal"] .stepr b').textContent));
  await page.waitForSelector(".action [data-primary]:not([aria-disabled])");
  await page.keyboard.press("a");
  await page.keyboard.press("Enter");
  await page.locator("[data-next-lesson]").waitFor();
  assert.match(await page.locator(".coach").textContent(), /Geschafft/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a lesson is done on a phone that lies", { timeout: 60_000 }, async () => {
  const page = await person(browser, house.url, { ...PHONE, viewport: { width: 844, height: 390 }, locale: "nl-NL", bypassCSP: true });
  await open(page, "building");
  assert.deepEqual(await faultsIn(page, ".coach"), [], "a phone with a lesson");
  await read(page);
  await chooseCity(page, "duisburg");
  await page.waitForSelector('[data-tag="duisburg"]', { state: "attached" });
  await chooseCity(page, "duesseldorf");
  await page.waitForSelector('[data-tag="duesseldorf"]', { state: "attached" });
  await page.locator(".action [data-primary]").click();
  await page.locator("[data-next-lesson]").waitFor();
  await page.context().close();
});

test("Outpost is learned by keyboard, with the advice of a bot, in German", { timeout: 90_000 }, async () => {
  const page = await person(browser, house.url, { locale: "de-DE", bypassCSP: true });
  await open(page, "workers");
  assert.deepEqual(await faultsIn(page, ".coach", ".action"), []);
  await page.waitForSelector('.action.mine[data-decision="network"] [data-quiet]');
  await page.keyboard.press("a");
  await page.keyboard.press("Enter");
  await page.waitForSelector('.action.mine[data-decision="workers"]');
  await page.waitForSelector("[data-next-text]");
  await page.keyboard.press("h");
  await page.keyboard.press("Enter");
  await page.locator("[data-wise]").focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector(".action.mine [data-advice]");
  const said = await page.locator("[data-advice-panel]").textContent();
  assert.match(said, /Mein Rat: .*einstellen/);
  assert.deepEqual(await faultsIn(page, "[data-advice-panel]"), []);
  await page.locator("[data-advice-close]").focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector("[data-advice-panel]", { state: "detached" });
  await page.keyboard.press("a");
  await page.keyboard.press("Enter");
  await page.locator("[data-begin-again]").waitFor();
  assert.match(await page.locator(".coach").textContent(), /Geschafft/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a lesson gives the advice of a bot on a phone, in Dutch", { timeout: 90_000 }, async () => {
  const page = await person(browser, house.url, { ...PHONE, locale: "nl-NL", bypassCSP: true });
  await open(page, "warehouse");
  await read(page);
  await page.locator("[data-wise]").click();
  await page.waitForSelector(".action.mine [data-advice]");
  assert.match(await page.locator("[data-advice-panel]").textContent(), /Mijn advies: /);
  assert.deepEqual(await faultsIn(page, "[data-advice-panel]", ".coach"), []);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
  await page.locator("[data-advice-close]").click();
  await page.waitForSelector("[data-advice-panel]", { state: "detached" });
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
