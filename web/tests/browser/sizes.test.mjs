// Nothing on any screen is cut, covered, or too small for a finger: each in one window in turn, nightly in all windows.
import assert from "node:assert/strict";
import { test } from "node:test";
import { faultsAt, inTurn, pointer, resize, TIGHTEST } from "./faults.mjs";
import { person } from "./server.mjs";
import { be, browser, newAdmin, playRated, sitAt, TABLES, url } from "./prepared.mjs";

const page = await person(browser, url);
// the explanation of what a pointer rests on lies over other things: help.test.mjs checks those
await page.addInitScript(() => localStorage.setItem("stromnetz.explain-on-hover", "off"));
const PHONE = [390, 844];
const WIDE = [1440, 900];

const KINDS = ["region", "auction", "bid", "scrap", "discard-fuel", "assign", "fuel", "build", "run", "place", "network", "company", "workers", "robot", "trust-site", "robot-bid", "robot-build"];
const met = new Set();

// the fullest tables in the tightest window, the others in one window in turn
const FULLEST = ["six", "usa", "network"];

for (const [n, name] of Object.keys(TABLES).filter((one) => !["lobby", "end"].includes(one)).entries()) {
  test(`the panel of a decision fits: ${name}`, { timeout: 90_000 }, async () => {
    await sitAt(page, name);
    await page.waitForSelector(".action.is-mine");
    met.add(await page.locator(".action.is-mine").getAttribute("data-decision"));
    if (await page.locator("button.plant-card:visible").count()) await page.locator("button.plant-card").last().click();
    assert.deepEqual(await faultsAt(page, undefined, FULLEST.includes(name) ? TIGHTEST : inTurn(n)), []);
    assert.deepEqual(page.problems, []);
  });
}

test("every kind of decision is checked", () => {
  assert.deepEqual([...met].sort(), [...KINDS].sort());
});

test("every tab of the sheet, the log, the menu and the calculator fit", { timeout: 120_000 }, async () => {
  await sitAt(page, "usa");
  const found = await faultsAt(page, async (check) => {
    for (const tab of await page.locator("[data-tab]").evaluateAll((all) => all.map((one) => one.dataset.tab))) {
      await page.locator(`[data-tab="${tab}"]`).click();
      await check(tab);
    }
    const log = page.locator("[data-log]:visible");
    if (await log.count()) {
      await log.click();
      await check("log");
      await log.click();
    }
    await page.locator("[data-menu]").click();
    await check("menu");
    await page.locator("dialog .close-button").click();
    const players = page.locator('[data-tab="players"]');
    if (await players.count()) await players.click();
    await page.locator("[data-calculate]").first().click();
    await check("calculator");
    await page.locator("dialog .close-button").click();
  }, TIGHTEST);
  assert.deepEqual(found, []);
  assert.deepEqual(page.problems, []);
});

test("the end and the replay fit", { timeout: 120_000 }, async () => {
  await sitAt(page, "end");
  await page.waitForFunction(() => document.querySelectorAll(".plot:not([aria-busy])").length >= 6);
  assert.deepEqual(await faultsAt(page, undefined, TIGHTEST), [], "the end");
  await page.locator("[data-end] .button-bar .button").last().click();
  assert.deepEqual(await faultsAt(page, undefined, TIGHTEST), [], "the replay");
});

const PAGES = [
  ["/", "[data-table]"],
  ["/new", "[data-create]"],
  ["/find-players", "[data-seek]"],
  ["/games", "[data-archive]"],
  ["/rules", "[data-rule-text]"],
];
const PAGES_OF_ACCOUNTS = [
  ["/account", "[data-sessions] li"],
  ["/ladder", ".panel"],
  ["/account/profile", ".curve"],
  ["/account/tokens", ".admin-list li"],
];

test("the pages beside the board and a lobby fit", { timeout: 120_000 }, async () => {
  await sitAt(page, "lobby");
  assert.deepEqual(await faultsAt(page, undefined, TIGHTEST), [], "the lobby");
  for (const [path, ready] of PAGES) {
    await page.goto(path);
    await page.waitForSelector(ready);
    assert.deepEqual(await faultsAt(page, undefined, TIGHTEST), [], path);
  }
});

test("every choice of a new table and its further options fit", { timeout: 180_000 }, async () => {
  await page.goto("/new");
  for (const company of ["friends", "anyone", "screen"]) {
    await page.click(`[data-company="${company}"]`);
    assert.deepEqual(await faultsAt(page, undefined, TIGHTEST), [], company);
  }
  await page.click("[data-more-options] summary");
  await page.click("[data-add-robot]");
  assert.deepEqual(await faultsAt(page, undefined, TIGHTEST), [], "more options");
});

test("a new table fits on a phone without scrolling, in every language", { timeout: 60_000 }, async () => {
  await resize(page, PHONE);
  await page.goto("/new");
  for (const language of ["de", "nl", "en"]) {
    await page.click(`[data-lang="${language}"]`);
    await page.locator(`html[lang="${language}"]`).waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), language);
  }
});

test("the pages of an account and of an admin are no wider than a phone", { timeout: 120_000 }, async () => {
  const isNotTooWide = async (where) => assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), where);
  await resize(page, [360, 640]);
  const ada = await newAdmin();
  await Promise.all([ada.ask("/api/me/tokens", { name: "Clank" }), playRated([ada.name, "easy", "easy", "easy"])]);
  await be(page, ada.cookie);
  for (const [path, ready] of PAGES_OF_ACCOUNTS) {
    await page.goto(path);
    await page.waitForSelector(ready);
    await isNotTooWide(path);
  }
  await page.goto("/admin");
  for (const tab of ["people", "tables", "reports", "broadcast", "tournaments", "log"]) {
    await page.click(`[data-value="${tab}"]`);
    await page.waitForSelector(".admin-list li, .panel p.text-muted, .panel form");
    await isNotTooWide(`/admin ${tab}`);
  }
});

const boxes = (...selectors) =>
  page.evaluate((all) => all.map((one) => Object.values(document.querySelector(one).getBoundingClientRect().toJSON()).map(Math.round).join()), selectors);

test("the panel and the market keep their place and size while plans change and moves are refused", { timeout: 60_000 }, async () => {
  await pointer(page, false);
  await resize(page, WIDE);
  await sitAt(page, "usa");
  const wide = () => boxes(".right-column .action", ".right-column .button-bar", ".market", ".market .cards");
  const before = await wide();
  await page.locator("[data-city-offer]").first().click();
  await page.waitForSelector(".plan-list li");
  assert.deepEqual(await wide(), before, "with a plan");
  // the server refuses a city that is mine already
  await page.locator(".city.is-mine:not(.is-planned)").first().dispatchEvent("click");
  await page.waitForSelector(".note.is-error");
  assert.deepEqual(await wide(), before, "with a refusal");
  await sitAt(page, "bid");
  const bidding = await boxes(".right-column .action", ".market", ".auction");
  await page.getByRole("button", { name: "+5" }).click();
  assert.deepEqual(await boxes(".right-column .action", ".market", ".auction"), bidding, "with another bid");
  await resize(page, PHONE);
  await sitAt(page, "fuel");
  const phone = () => boxes(".map", ".sheet", ".button-bar");
  const asked = await phone();
  await page.locator("[data-fill]").click();
  await page.waitForSelector("[data-secondary]");
  assert.deepEqual(await phone(), asked, "with fuel planned");
  await page.locator("[data-secondary]").click();
  await page.locator("[data-quiet]").click();
  await page.waitForSelector(".warning");
  assert.deepEqual(await phone(), asked, "with a warning");
});

test("on a phone the map gets the room of a folded sheet, and the bid can still be changed", { timeout: 60_000 }, async () => {
  await resize(page, PHONE);
  await sitAt(page, "bid");
  const high = async () => Number((await boxes(".sheet"))[0].split(",")[3]);
  const open = await high();
  await page.locator('[data-tab="action"]').click();
  await page.waitForSelector(".main.is-folded");
  assert.ok((await high()) < open * 0.6, "the map has the room");
  await page.getByRole("button", { name: "+5" }).click();
  const bid = await page.locator(".bid-input").inputValue();
  assert.match(await page.locator("[data-primary]").textContent(), new RegExp(`${bid}$`));
});
