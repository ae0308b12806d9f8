// Robots: their tiles on the board, every decision that people take for them, and a new table with them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Ann, Asked } from "./asked.mjs";
import { person, PHONE, WIDE } from "./house.mjs";
import { stage } from "./stage.mjs";

const { house, browser } = await stage("robots");
const ann = new Ann(browser, house);
const { words } = await (await fetch(`${house.url}/api/editions/classic-2004`)).json();
const said = (section, key) => words.en[section][key];
const t = (key, values = {}) => said("web", key).replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
const NAME = t("robot_n", { n: 1 });

const both = (name, table, body) => {
  for (const [screen, where, copy] of [[WIDE, "wide", ""], [PHONE, "on a phone", "-phone"]]) {
    test(`${name}, ${where}`, { timeout: 30_000 }, async () => {
      const page = await ann.at(table + copy, screen);
      await body(page);
      assert.deepEqual(page.problems, []);
    });
  }
};

/** The robot of the panel with the tile that asks lit, which tells what it does. */
async function asksBy(page, tile) {
  const lit = page.locator(".action .rts .lit");
  assert.equal(await lit.getAttribute("data-tile"), tile);
  await lit.focus();
  const tip = page.locator(".action .rtip");
  assert.equal(await tip.locator("b").textContent(), said("tiles", tile));
  assert.equal(await tip.locator("span").textContent(), said("tile_texts", tile));
}

/** Choose a city in the list, and another one on the map. */
async function choose(page, asked, first, second, confirm) {
  await asked.off();
  await page.locator(`[data-choice="${first}"]`).click();
  assert.ok(await asked.primary.isEnabled());
  await page.locator(`[data-city="${second}"]`).dispatchEvent("click");
  await page.waitForSelector(`[data-choice="${second}"][aria-checked="true"]`);
  await asked.says(confirm);
  return asked.press();
}

both("choosing a robot's first city", "robot-start", async (page) => {
  const asked = new Asked(page, "robot-start");
  await asked.titled(t("robot_start_title", { name: NAME }));
  await asksBy(page, "players-choice");
  const after = await choose(page, asked, "berlin", "rostock", t("robot_start_confirm", { city: "Rostock", name: NAME }));
  assert.deepEqual(after.houses.rostock, [2]);
});

both("naming a city for a robot", "robot-name", async (page) => {
  const asked = new Asked(page, "robot-name");
  await asked.titled(t("robot_name_title", { name: NAME }));
  await asksBy(page, "early-choice-for-all");
  const after = await choose(page, asked, "berlin", "rostock", t("robot_name_confirm", { city: "Rostock" }));
  assert.deepEqual([after.decision.seat, after.modules.robots.deciding.cities], [1, ["rostock"]]);
});

both("striking a city for a robot", "robot-strike", async (page) => {
  const asked = new Asked(page, "robot-strike");
  await asked.titled(t("robot_strike_title", { name: NAME }));
  await asksBy(page, "deciding-choice");
  const after = await choose(page, asked, "berlin", "rostock", t("robot_strike_confirm", { city: "Rostock" }));
  assert.deepEqual([after.decision.seat, after.modules.robots.deciding.cities], [1, ["rostock"]]);
});

both("bidding for a robot's first city", "robot-bid", async (page) => {
  const asked = new Asked(page, "robot-bid");
  await asked.titled(t("robot_bid_title", { name: NAME }));
  await asksBy(page, "bidding-choice");
  assert.equal(await asked.primary.isEnabled(), true); // nought is a bid
  assert.equal(await asked.secondary.count(), 0); // the first to bid cannot pass
  await asked.panel.getByRole("button", { name: "+5" }).click();
  const after = await asked.press();
  assert.deepEqual([after.decision.kind, after.decision.seat], ["robot-bid", 1]);
});

both("choosing where a robot builds", "robot-build", async (page) => {
  const asked = new Asked(page, "robot-build");
  await asked.titled(t("robot_build_title", { name: NAME }));
  await asksBy(page, "last-player-chooses");
  const { decision } = await page.view();
  const [first, second] = decision.options;
  const name = await page.locator(`[data-choice="${second.city}"] span`).textContent();
  const after = await choose(page, asked, first.city, second.city, t("robot_build_confirm", { city: name, n: second.cost }));
  assert.ok(after.houses[second.city].includes(2));
  assert.equal(after.players[2].money, 70 - second.cost);
});

both("a robot is shown as its five tiles", "robot-auction", async (page) => {
  if (await page.locator('[data-tab="players"]').count()) await page.locator('[data-tab="players"]').click();
  const card = page.locator('.pl[data-seat="2"]');
  assert.match(await card.locator(".nm").textContent(), new RegExp(`^${NAME}`));
  const shown = await card.locator("[data-tile]").evaluateAll((all) => all.map((one) => one.dataset.tile));
  assert.deepEqual(shown, ["players-choice", "highest-number", "normal-production", "all-cities", "half-bid"]);
  assert.equal(await card.locator(".lit").count(), 0); // nothing has happened yet
  await card.locator('[data-tile="half-bid"]').click();
  assert.equal(await card.locator(".rtip b").textContent(), said("tiles", "half-bid"));
  assert.ok(await card.locator(".rtip").isVisible());
});

test("the tile that acts is lit", { timeout: 30_000 }, async () => {
  const page = await ann.at("robot-auction", WIDE);
  const asked = new Asked(page, "auction");
  await asked.press(asked.secondary);
  await page.waitForSelector('.pl[data-seat="2"] .lit[data-tile="highest-number"]');
});

test("a table with robots is opened: tiles drawn, chosen, drawn again, left to chance", { timeout: 60_000 }, async () => {
  const page = await person(browser, house.url, PHONE);
  await page.goto("/new");
  await page.locator('[data-value="classic-2004"]').click();
  await page.locator("[data-add-robot]").click();
  const first = page.locator('[data-robot="0"]');
  await first.locator('[data-slot="auction"]').selectOption("all-power-plants");
  await first.locator('[data-slot="ability"]').selectOption("always-last");
  const before = await first.locator('[data-slot="building"]').inputValue();
  await first.locator('[data-reroll="building"]').click();
  assert.notEqual(await first.locator('[data-slot="building"]').inputValue(), before);
  assert.equal(await first.locator('[data-slot="auction"]').inputValue(), "all-power-plants");
  // with a second one, a tile that is for one alone goes, and none is there twice
  await page.locator("[data-add-robot]").click();
  assert.notEqual(await first.locator('[data-slot="ability"]').inputValue(), "always-last");
  const taken = await page.locator('[data-robot="1"] [data-slot="auction"] option').evaluateAll((all) => all.map((one) => one.value));
  assert.ok(taken.length === 5 && !taken.includes("all-power-plants"));
  await page.locator('[data-robot="1"] [data-hide]').click();
  await page.locator("[data-add-robot]").click();
  await page.locator('[data-robot="2"] [data-remove]').click();
  assert.equal(await page.locator("[data-robot]").count(), 2);
  // of four seats the last two are theirs; a bot sits beside me
  await page.locator(".seatlist select").nth(1).selectOption({ index: 2 });
  await page.locator("[data-create]").click();
  await page.waitForSelector(".table");
  const id = page.url().split("/").at(-1);
  const table = await (await page.request.get(`/api/tables/${id}`)).json();
  assert.deepEqual(table.seats.map((one) => one.kind), ["person", "bot", "automatic", "automatic"]);
  assert.equal(table.settings.options.robots[1], "random");
  const view = await (await page.request.get(`/api/tables/${id}/view`)).json();
  assert.equal(view.modules.robots.robots[0].tiles[1], "all-power-plants");
  assert.equal(view.modules.robots.robots.length, 2);
  assert.deepEqual(page.problems, []);
});
