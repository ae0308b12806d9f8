// Every decision and every page in every kind of window: nothing is cut, covered, or too small for a finger.
import assert from "node:assert/strict";
import { test } from "node:test";
import { faultsAt, inTurn, pointer, resize, TIGHTEST } from "./faults.mjs";
import { be, person, sitDown } from "./house.mjs";
import { stage } from "./stage.mjs";

const { house, browser } = await stage("sizes");
const page = await person(browser, house.url);
await be(page, house, "lobby", "Ann");
// what a pointer rests on explains itself in a bubble, which lies over other things: help.test.mjs looks at those
await page.addInitScript(() => localStorage.setItem("stromnetz.explanations", "off"));
const PHONE = [390, 844];
const WIDE = [1440, 900];

/** In the first seat of a table, which is asked. */
async function at(name) {
  await sitDown(page, house, name);
  await page.waitForSelector(".city");
}

const KINDS = ["region", "auction", "bid", "scrap", "give-up", "assign", "fuel", "build", "run", "place", "network", "company", "workers", "robot", "trust-site", "robot-bid", "robot-build"];
const met = new Set();

// the fullest tables in every window, the others in turn; all in every window: make test-full
const FULLEST = ["six", "usa", "network"];

for (const [n, name] of Object.keys(house.tables).filter((one) => !["lobby", "end"].includes(one)).entries()) {
  test(`a decision at every size: ${name}`, { timeout: 90_000 }, async () => {
    await at(name);
    await page.waitForSelector(".action.mine");
    met.add(await page.locator(".action.mine").getAttribute("data-decision"));
    if (await page.locator("button.pc:visible").count()) await page.locator("button.pc").last().click();
    assert.deepEqual(await faultsAt(page, undefined, FULLEST.includes(name) ? undefined : inTurn(n)), []);
    assert.deepEqual(page.problems, []);
  });
}

test("every kind of decision has been looked at", () => {
  assert.deepEqual([...met].sort(), [...KINDS].sort());
});

test("every tab of the sheet, the log, the menu and the calculator at every size", { timeout: 120_000 }, async () => {
  await at("usa");
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
    await page.locator("dialog .close").click();
    const players = page.locator('[data-tab="players"]');
    if (await players.count()) await players.click();
    await page.locator("[data-calculate]").first().click();
    await check("calculator");
    await page.locator("dialog .close").click();
  }, TIGHTEST);
  assert.deepEqual(found, []);
  assert.deepEqual(page.problems, []);
});

test("the end, and looking back, at every size", { timeout: 120_000 }, async () => {
  await at("end");
  await page.waitForFunction(() => document.querySelectorAll(".plot").length === 4);
  assert.deepEqual(await faultsAt(page), [], "the end");
  await page.locator("[data-end] .bar .btn").last().click();
  assert.deepEqual(await faultsAt(page, undefined, TIGHTEST), [], "looking back");
});

test("the start page, a new table and a lobby at every size", { timeout: 120_000 }, async () => {
  for (const [path, ready] of [["/", "[data-table]"], ["/new", "[data-create]"], ["/find", "[data-seek]"], ["/mine", "[data-archive]"], [`/tables/${house.tables.lobby.id}`, "[data-start]"]]) {
    await page.goto(path);
    await page.waitForSelector(ready);
    assert.deepEqual(await faultsAt(page), [], path);
  }
});

const boxes = (...selectors) =>
  page.evaluate((all) => all.map((one) => Object.values(document.querySelector(one).getBoundingClientRect().toJSON()).map(Math.round).join()), selectors);

test("the panel keeps its place and size while plans change and moves are refused, and the market too", { timeout: 60_000 }, async () => {
  await pointer(page, false);
  await resize(page, WIDE);
  await at("usa");
  const wide = () => boxes(".right .action", ".right .bar", ".market", ".market .cards");
  const before = await wide();
  await page.locator("[data-city-offer]").first().click();
  await page.waitForSelector(".plan li");
  assert.deepEqual(await wide(), before, "with a plan");
  // a city that is mine already is not to be had: the server says so
  await page.locator(".city.mine:not(.plan)").first().dispatchEvent("click");
  await page.waitForSelector(".note.refused");
  assert.deepEqual(await wide(), before, "with a refusal");
  await at("bid");
  const bidding = await boxes(".right .action", ".market", ".auc");
  await page.getByRole("button", { name: "+5" }).click();
  assert.deepEqual(await boxes(".right .action", ".market", ".auc"), bidding, "with another bid");
  await resize(page, PHONE);
  await at("fuel");
  const phone = () => boxes(".map", ".sheet", ".bar");
  const asked = await phone();
  await page.locator("[data-fill]").click();
  await page.waitForSelector("[data-secondary]");
  assert.deepEqual(await phone(), asked, "with fuel planned");
  await page.locator("[data-secondary]").click();
  await page.locator("[data-quiet]").click();
  await page.waitForSelector(".warn");
  assert.deepEqual(await phone(), asked, "with a warning");
});

test("on a phone a folded auction keeps its stepper, and fuel its next price", { timeout: 60_000 }, async () => {
  await resize(page, PHONE);
  await at("bid");
  const high = async () => Number((await boxes(".sheet"))[0].split(",")[3]);
  const open = await high();
  await page.locator('[data-tab="action"]').click();
  await page.waitForSelector(".main.folded");
  assert.ok((await high()) < open * 0.6, "the map has the room");
  await page.getByRole("button", { name: "+5" }).click();
  const bid = await page.locator(".amount").inputValue();
  assert.match(await page.locator("[data-primary]").textContent(), new RegExp(`${bid}$`));
  await page.locator('[data-tab="action"]').click();
  await page.waitForSelector(".main:not(.folded)");

  await at("fuel");
  const coal = page.locator(".buys li").first();
  const prices = (await page.view()).decision.options.find((one) => one.kind === "buy").costs;
  const next = async () => Number(/\d+/.exec(await coal.locator(".nx").textContent())[0]);
  for (let n = 0; n < 4; n++) {
    assert.equal(await next(), prices[n] - (prices[n - 1] ?? 0));
    await coal.getByRole("button").last().click();
  }
});
