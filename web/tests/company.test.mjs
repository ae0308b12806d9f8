// Companies with boards and workers by clicks against bots: every kind of decision, and the last rounds to the end screen.
import assert from "node:assert/strict";
import { test } from "node:test";
import { person, sit } from "./house.mjs";
import { playOn } from "./player.mjs";
import { stage } from "./stage.mjs";

const { house, browser } = await stage("last");

/** A new table of the edition whose companies have boards, against so many bots. */
async function open(page, players) {
  await page.goto("/new");
  const id = await page.evaluate(async () => (await (await fetch("/api/editions")).json()).find((one) => one.companies).id);
  await page.click(`[data-value="${id}"]`);
  assert.match(await page.locator("[data-notice]").textContent(), /Reconstructed/);
  await page.click(`[data-value="${players}"]`);
  await page.locator(".seatlist select").nth(1).selectOption("bot:plain");
  await page.click("[data-create]");
  await page.waitForSelector(".table");
}

test("a company can be led, whatever is asked", { timeout: 240_000 }, async () => {
  const page = await person(browser, house.url);
  await open(page, 3);
  assert.equal(await page.locator(".steps li").count(), 5);
  // every connection has its tile
  const costs = await page.locator(".geo .kt").allTextContents();
  assert.ok(costs.length >= 28 && costs.every((one) => Number(one) >= 2), costs.join());
  const kinds = new Set(["auction", "bid", "network", "company", "workers"]);
  await playOn([page], {
    stop: async (_, kind) => {
      kinds.delete(kind);
      return kinds.size === 0;
    },
  });
  assert.deepEqual([...kinds], [], "never asked");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a company is led to the end of the game", { timeout: 240_000 }, async () => {
  const page = await sit(browser, house, "last-company");
  await playOn([page]);
  assert.equal(await page.locator(".ranking tbody tr").count(), 3);
  await page.waitForFunction(() => document.querySelectorAll(".plot").length === 4);
  // what was played is on the boards: cards on slots, buildings in cities
  assert.ok((await page.locator(".pl.me .cb .tile:not(.none)").count()) > 0);
  assert.ok((await page.locator(".geo .own[data-site]").count()) > 0);
  assert.deepEqual(page.problems, []);
});

test("two play against the company that nobody leads", { timeout: 120_000 }, async () => {
  const page = await person(browser, house.url);
  await open(page, 2);
  assert.equal(await page.locator(".pls .pl").count(), 3);
  await playOn([page], {
    stop: async () => Number(await page.locator(".rnd b").textContent()) >= 2,
  });
  assert.equal(await page.locator(".steps li").count(), 4);
  assert.ok((await page.locator(".pl").last().locator(".tile").count()) === 8);
  // what a house would cost is told here too, whatever is asked
  const asked = await page.request.post(`${page.url().replace("/tables/", "/api/tables/")}/prices`, { data: { seat: 0, moves: [] } });
  const { city, cost } = (await asked.json()).offers.find((one) => one.site === "house" && one.path.length > 1);
  await page.locator(`[data-city="${city}"]`).hover();
  await page.waitForFunction(([id, sum]) => document.querySelector(`[data-tag="${id}"]`)?.textContent === sum, [city, String(cost)]);
  assert.deepEqual(page.problems, []);
});

test("on a phone a city offers everything that can be built there", { timeout: 120_000 }, async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const page = await person(browser, house.url, phone);
  await open(page, 3);
  await playOn([page], { stop: async (_, kind) => kind === "network" });
  await page.click("[data-kind=plant]");
  // one without a house: in step 1 there is no second place for one
  await page.locator(".city.can:not(:has([data-house]))").first().dispatchEvent("click");
  const offers = page.locator("[data-plan-toggle]");
  assert.deepEqual(await offers.evaluateAll((all) => all.map((one) => one.dataset.planToggle)), ["house", "plant"]);
  await offers.first().tap();
  await page.waitForFunction(() => document.querySelectorAll(".action .plan li").length === 1);
  await offers.last().tap();
  await page.waitForFunction(() => document.querySelectorAll(".action .plan li").length === 2);
  // the second stands in the same city: its place only
  assert.equal(await page.locator(".action .plan li .p").last().textContent(), "5");
  await page.locator("[data-primary]").tap();
  // whatever is asked next, and whoever is asked: the plant stands
  await page.waitForSelector(".geo .city.mine .own[data-site]", { state: "attached" });
  for (const tab of ["market", "company", "players"]) {
    await page.tap(`[data-tab=${tab}]`);
    await page.waitForSelector(tab === "market" ? ".labour" : ".sbody .cb");
  }
  assert.deepEqual(page.problems, []);
});
