// The page of the rules: links and the way back move to the rules, and once visited it can be read without a network.
import assert from "node:assert/strict";
import { test } from "node:test";
import { person } from "./server.mjs";
import { browser, url } from "./prepared.mjs";

const isInView = (page, id) =>
  page.waitForFunction((wanted) => {
    const found = document.querySelector(`[data-rule-text="${wanted}"].is-active`)?.getBoundingClientRect();
    return found && found.top >= 0 && found.top < innerHeight / 2;
  }, id);

test("links, back and forward scroll to the rule that the address names", { timeout: 60_000 }, async () => {
  const page = await person(browser, url);
  await page.goto("/rules");
  await page.locator('#game .rule-id[href="#A9"]').click();
  await isInView(page, "A9");
  await page.locator('[data-rule-text="A9"] .rule-id[href="#P4"]').first().click();
  await isInView(page, "P4");
  await page.goBack();
  await isInView(page, "A9");
  await page.goForward();
  await isInView(page, "P4");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a visited page of rules is shown without a network, in its language", { timeout: 60_000 }, async () => {
  const page = await person(browser, url, { locale: "de-DE" });
  await page.goto("/rules");
  await page.waitForSelector("[data-offline=ready]", { state: "attached" });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  const reaches = (path) => page.evaluate((wanted) => fetch(wanted).then(() => true, () => false), path);
  assert.ok(!(await reaches("/api/editions/outpost/rules?language=nl")), "the worker cannot reach the server either");
  await page.goto("/rules#A5");
  await page.reload();
  await isInView(page, "A5");
  assert.match(await page.locator('[data-rule-text="A5"] p').textContent(), /^Niemand/);
  assert.ok(await page.locator("figure .plant-card").first().isVisible());
  await page.context().close();
});
