// Every decision and every page in every kind of window: nothing is cut, covered, or too small for a finger.
import assert from "node:assert/strict";
import { test } from "node:test";
import { faultsAt } from "./faults.mjs";
import { person, sit, sitDown } from "./house.mjs";
import { stage } from "./stage.mjs";

const { house, browser } = await stage("sizes");
const { lobby, ...tables } = house.tables;
const page = await person(browser, house.url);

/** Look as whoever is asked at a table. */
async function at(name) {
  const [who] = Object.keys(tables[name].tokens);
  await page.request.post("/api/recover", { data: { token: tables[name].tokens[who] } });
  return sitDown(page, house, name);
}

const KINDS = ["region", "auction", "bid", "scrap", "give-up", "assign", "fuel", "build", "run", "place", "network", "company", "workers", "robot", "trust-site"];
const met = new Set();

for (const name of Object.keys(tables).filter((one) => one !== "end")) {
  test(`at every size: ${name}`, { timeout: 60_000 }, async () => {
    await at(name);
    await page.waitForSelector(".action.mine");
    met.add(await page.locator(".action.mine").getAttribute("data-decision"));
    if (await page.locator("button.pc:visible").count()) await page.locator("button.pc").last().click();
    assert.deepEqual(await faultsAt(page), []);
    assert.deepEqual(page.problems, []);
  });
}

test("every kind of decision has been looked at", () => {
  assert.deepEqual([...met].sort(), [...KINDS].sort());
});
