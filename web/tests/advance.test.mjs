// Answers in advance, in two browsers: one says something while the other decides, and the server answers for it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { speaker } from "./asked.mjs";
import { PHONE, sit } from "./house.mjs";
import { stage } from "./stage.mjs";

const { house, browser } = await stage("clocks");
const t = await speaker(house);

test("a maximum bid raises by one, and whoever bids against it sees nothing of it", { timeout: 60_000 }, async () => {
  const ben = await sit(browser, house, "away", { who: "Ben", screen: PHONE });
  const panel = ben.locator("[data-advance]");
  await panel.locator("summary").click();
  // for the first plant on offer, by keyboard
  const { current } = await ben.view();
  await panel.locator(".atmost input").first().fill("30");
  await panel.locator(".atmost input").first().press("Enter");
  await ben.waitForSelector('[data-said="bid"]');
  const ann = await sit(browser, house, "away", { who: "Ann" });
  assert.equal(await ann.locator('[data-said="bid"]').count(), 0);
  await ann.locator("button.pc").first().click();
  await ann.locator("[data-primary]").click();
  const high = (bid) => ann.waitForFunction((n) => Number.parseInt(document.querySelector("[data-high]")?.textContent ?? "0", 10) === n, bid);
  await high(current[0] + 1);
  const { rows } = await (await ann.request.get(`/api/tables/${house.tables.away.id}/history`)).json();
  assert.deepEqual(rows.at(-1).move, { kind: "bid", amount: current[0] + 1 });
  // it can be revoked as long as it is not used up
  await panel.locator('[data-said="bid"] button').click();
  await ben.waitForSelector('[data-said="bid"]', { state: "detached" });
  assert.equal(await panel.locator("summary b").count(), 0);
  assert.ok((await panel.textContent()).includes(t("in_advance_text")));
  assert.deepEqual([...ann.problems, ...ben.problems], []);
});
