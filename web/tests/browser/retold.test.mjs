// Labels and counts that must fit into their boxes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sit } from "./server.mjs";
import { stage } from "./stage.mjs";

const { server, browser } = await stage("panels");

/** Visible texts that do not fit into their boxes. */
const cut = (page, selector) =>
  page.evaluate(
    (wanted) =>
      [...document.querySelectorAll(wanted)]
        .filter((one) => one.offsetWidth > 0 && one.scrollWidth > one.clientWidth + 1)
        .map((one) => `${one.className}: ${one.textContent}`),
    selector,
  );

test("counts and labels are never cut off", { timeout: 90_000 }, async () => {
  const europe = await sit(browser, server, "symbols", { screen: { viewport: { width: 1024, height: 768 } } });
  const inside = await europe.locator(".future-market .plant-card[data-plant]").evaluateAll((cards) =>
    cards.map((card) => {
      const [box, count] = [card.getBoundingClientRect(), card.querySelector(".capacity-badge").getBoundingClientRect()];
      return count.width > 15 && count.right <= box.right && count.left >= box.left;
    }),
  );
  assert.deepEqual([...new Set(inside)], [true]);
  // the round keeps its word and the player's card its figure
  assert.match(await europe.locator(".round").innerText(), /^Round\s+8$/i);
  assert.ok(Number.parseFloat(await europe.locator(".round").evaluate((one) => getComputedStyle(one).fontSize)) >= 10);
  for (const small of await europe.locator(".supply small").all()) {
    const last = small.locator("span").last();
    assert.match(await last.textContent(), /max \d+$/);
    assert.ok(await last.evaluate((one) => one.scrollWidth <= one.clientWidth + 1));
  }
  const german = await sit(browser, server, "labels", { screen: { locale: "de-DE" } });
  await german.waitForSelector(".site-kinds b");
  assert.deepEqual(await cut(german, ".site-kinds b, .site-kinds small, .plan-totals small, .supply small span, .is-technology b"), []);
  assert.deepEqual([...europe.problems, ...german.problems], []);
});
