// Cards that are turned up and are no power plants: each is shown for a moment.
import assert from "node:assert/strict";
import { test, translator } from "./app.mjs";
import { Decision } from "./decision.mjs";

const t = await translator();

test("a card that is turned up is shown with what it does, and goes away by itself", async ({ openTable, joinTable }) => {
  const app = await openTable("promo-2009-4", { row: 87 });
  const other = await joinTable(app.table, { who: "Ben" });
  const bid = new Decision(app, "bid");
  await app.until(() => app.find(bid.secondary), "a bid is asked for");
  assert.ok(!app.find("[data-revealed]"));
  app.click(bid.secondary);
  const seen = async (one) => {
    const card = await one.until(() => one.find("[data-revealed]"), "the card");
    return [card.dataset.revealed, card.getAttribute("role"), one.text(card)];
  };
  const { promo_cards } = await app.json("/api/editions/classic-2009?language=en");
  const said = `${t("card_revealed")}: ${promo_cards.taxes.name.en}. ${promo_cards.taxes.about.en}`;
  // of the two that are drawn, the last one
  for (const found of await Promise.all([app, other].map(seen))) assert.deepEqual(found, ["taxes", "status", said]);
  for (const one of [app, other]) await one.until(() => !one.find("[data-revealed]"), "it is gone");
});

test("the card that begins step 3 is shown", async ({ openTable }) => {
  const app = await openTable("promo-2009-4", { row: 346 });
  const run = new Decision(app, "run");
  await app.until(() => app.find(run.primary), "plants are to run");
  app.click(run.primary);
  const card = await app.until(() => app.find("[data-revealed]"), "the card");
  assert.equal(card.dataset.revealed, "step-3");
  assert.match(app.text(card), /Step 3/);
});
