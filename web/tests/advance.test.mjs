// Answers in advance, in two browsers: one says something while the other decides, and the server answers for it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { move, pair, speaker } from "./asked.mjs";
import { eventually, late, PHONE, sit } from "./house.mjs";
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
  // that may be changed, into passing for this plant or for the phase too
  await panel.locator("[data-pass-plant]").click();
  await panel.locator('[data-said="bid"]', { hasText: t("said_pass", { plant: String(current[0]).padStart(2, "0") }) }).waitFor();
  await panel.getByLabel(t("pass_phase")).click();
  await panel.locator("summary b", { hasText: "2" }).waitFor();
  // one that is refused changes nothing, nor does the next bring it back
  const refused = { status: 409, json: { error: { kind: "conflict", message: "not now", facts: {} } } };
  const slowly = (route) => new Promise((done) => setTimeout(done, 400)).then(() => route.fulfill(refused));
  await ben.route("**/answers", slowly, { times: 1 });
  await panel.getByLabel(t("pass_phase")).click();
  await panel.locator(".atmost input").first().fill("25");
  await panel.locator(".atmost input").first().press("Enter");
  await panel.locator('[data-said="bid"]', { hasText: "25" }).waitFor();
  await panel.locator("summary b", { hasText: "2" }).waitFor();
  // and so quickly that what was said before is not answered yet
  await late(ben, "**/answers");
  await panel.getByLabel(t("pass_phase")).click();
  await panel.locator(".atmost input").first().fill("30");
  await panel.locator(".atmost input").first().press("Enter");
  await panel.locator("select").first().selectOption({ index: 1 });
  await panel.locator("[data-pass-plant]").click();
  await eventually(async () => (await panel.locator('[data-said="bid"]').count()) === 2, "both plants");
  await panel.locator('[data-said="bid"]', { hasText: "30" }).waitFor();
  await panel.locator('[data-said="bid"] button').last().click();
  await panel.locator("summary b", { hasText: "1" }).waitFor();
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

test("fuel and cities are planned in advance, and bought when the turn comes", { timeout: 60_000 }, async () => {
  const at = await pair(browser, house);
  const seat = await at.turn();
  const page = [at.ann, at.bob][seat];
  // one opens and the other passes: the plant is bought, and the other looks for one
  await move(at);
  await move(at);
  await page.goto(`/tables/${at.id}`);
  const panel = page.locator("[data-advance]");
  await panel.locator("summary").click();
  assert.ok((await panel.textContent()).includes(t("buy_hint")));
  // what it costs is told when somebody has typed already: that stays
  await late(page, "**/forecast**");
  const forecast = page.waitForResponse("**/forecast**");
  await page.locator(".fuel .st button:last-child:not([aria-disabled])").first().click();
  await panel.locator(".atmost input").fill("40");
  await forecast;
  await page.waitForTimeout(200);
  await panel.locator(".atmost button").click();
  await panel.locator('[data-said="fuel"]', { hasText: "40" }).waitFor();
  await panel.locator("[data-add-city]").selectOption({ index: 1 });
  await panel.locator(".atmost button").last().click();
  await panel.locator('[data-said="build"]').waitFor();
  assert.equal(await panel.locator("summary b").textContent(), "2");
  // each can be revoked by itself, and said again
  await panel.locator('[data-said="fuel"] button').click();
  await panel.locator('[data-said="fuel"]').waitFor({ state: "detached" });
  assert.equal(await panel.locator('[data-said="build"]').count(), 1);
  await panel.locator(".atmost button").first().click();
  await panel.locator('[data-said="fuel"]').waitFor();

  for (const what of ["a plant", "fuel", "cities"]) {
    await eventually(async () => (await at.turn()) === 1 - seat, `the other decides about ${what}`);
    await move(at);
  }
  const mine = async () => {
    const { rows } = await (await page.request.get(`/api/tables/${at.id}/history`)).json();
    return rows.filter((row) => row.seat === seat && row.move).map((row) => row.move.kind).join(" ");
  };
  await eventually(async () => (await mine()).startsWith("open buy done connect done"), "both plans are carried out");
  assert.deepEqual(page.problems, []);
});
