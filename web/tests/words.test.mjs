// Refusals and rules in the language of the page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { person } from "./house.mjs";
import { answer } from "./player.mjs";
import { stage } from "./stage.mjs";

const { house, browser } = await stage();

test("a refused move and its rule are told in the language of the page", { timeout: 120_000 }, async () => {
  const page = await person(browser, house.url, { locale: "de-DE" });
  await page.goto("/");
  await page.click("[data-play-now]");
  await page.waitForSelector(".action.mine");
  // the board offers only what is allowed: whatever it sends, something that does not belong here goes out instead
  await page.route("**/moves", (route) => {
    const body = { ...route.request().postDataJSON(), moves: [{ kind: "done" }] };
    return route.continue({ postData: JSON.stringify(body) });
  });
  const refused = async (said) => {
    await answer(page);
    await page.waitForFunction((text) => document.querySelector(".note.refused")?.textContent.includes(text), said);
    await page.waitForFunction(() => document.querySelector(".note.refused .rule")?.textContent.length > 40);
    const rule = page.locator(".note.refused .rule");
    const id = await rule.locator("[data-rule]").textContent();
    const text = await rule.textContent();
    assert.equal(text.split(`${id} `).length, 2, `${id} stands once before the text: ${text}`);
    return text;
  };
  assert.match(await refused("Zu entscheiden ist jetzt: "), /In Reihenfolge kommt jeder Spieler|Nach dem ersten Gebot geht/);
  await page.click("[data-menu]");
  await page.click('dialog [data-lang="nl"]');
  // a card that was chosen before would be put back by the next click; the language stays
  await page.reload();
  await page.waitForSelector(".action.mine:not([data-busy])");
  assert.match(await refused("Nu moet je beslissen: "), /In volgorde komt elke speler|Na het eerste bod gaat/);
  assert.deepEqual(page.problems, []);
});
