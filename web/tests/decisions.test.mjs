// Every decision, met on purpose at a prepared table: what the panel says, what a click brings.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Ann, Asked, chooseCity, speaker } from "./asked.mjs";
import { late, PHONE, WIDE } from "./house.mjs";
import { stage } from "./stage.mjs";

const { house, browser } = await stage("decisions");
const ann = new Ann(browser, house);
const t = await speaker(house);

function on(screen, name, table, body) {
  test(name, { timeout: 30_000 }, async () => {
    const page = await ann.at(table, screen);
    await body(page);
    assert.deepEqual(page.problems, []);
  });
}

const wide = (name, table, body) => on(WIDE, name, table, body);
const both = (name, table, body) => {
  on(WIDE, `${name}, wide`, table, body);
  on(PHONE, `${name}, on a phone`, `${table}-phone`, body);
};

const texts = (page, list, attribute) => page.locator(list).evaluateAll((all, name) => all.map((one) => one.getAttribute(name)), attribute);

for (const [table, count, city, region] of [["region", 6, "muenchen", "south"], ["region-deluxe", 7, "london", "west"]]) {
  wide(`choosing a region: ${table}`, table, async (page) => {
    const asked = new Asked(page, "region");
    await asked.titled(t("region_title"));
    await asked.off();
    const { decision } = await page.view();
    assert.deepEqual(await texts(page, "[data-choice]", "data-choice"), decision.options.map((one) => one.region));
    assert.equal(decision.options.length, count);
    await page.locator("[data-choice]").first().click();
    assert.ok(await asked.primary.isEnabled());
    // on the map, any city stands for its region
    await page.locator(`[data-city="${city}"]`).dispatchEvent("click");
    await page.waitForSelector(`[data-choice="${region}"][aria-checked="true"]`);
    const after = await asked.press();
    assert.deepEqual(after.regions, [region]);
    assert.equal(after.decision.seat, 1);
  });
}

on({ ...PHONE, viewport: { width: 360, height: 640 } }, "the bid for a chosen plant is in sight, on a small phone", "open", async (page) => {
  await new Asked(page, "auction").titled(t("open_title"));
  await page.locator('button.pc[data-plant="12"]').click();
  const bid = page.locator(".bidrow");
  await page.waitForFunction(() => document.querySelector(".bidrow")?.getBoundingClientRect().bottom <= document.querySelector(".action .bar").getBoundingClientRect().top);
  assert.equal(await bid.locator(".amount").inputValue(), "12");
  assert.ok(await page.locator('button.pc[data-plant="12"]').evaluate((one) => one.getBoundingClientRect().bottom > document.querySelector(".abody").getBoundingClientRect().top));
});

wide("opening an auction", "open", async (page) => {
  const asked = new Asked(page, "auction");
  await asked.titled(t("open_title"));
  await asked.off();
  assert.deepEqual(await texts(page, "button.pc", "data-plant"), ["10", "11", "12", "14"]);
  await page.locator('button.pc[data-plant="12"]').click();
  await asked.says(t("open_for", { plant: "12", bid: 12 }));
  await asked.panel.getByRole("button", { name: "+5" }).click();
  await asked.says(t("open_for", { plant: "12", bid: 17 }));
  // 04, 08 and 13 supply 4; one of the two that supply 1 goes for 12
  assert.equal(await asked.calc("left"), "83");
  assert.equal(await asked.calc("capacity"), `4 ${t("to")} 5`);
  await page.locator('button.pc[data-plant="12"]').click();
  await asked.off();
  await page.locator('button.pc[data-plant="14"]').click();
  const after = await asked.press();
  assert.deepEqual([after.auction.card, after.auction.bid, after.auction.high], [14, 14, 0]);
  assert.deepEqual([after.decision.seat, after.decision.kind], [1, "bid"]);
});

wide("in round 1 nobody can leave the auctions", "open-must", async (page) => {
  const asked = new Asked(page, "auction");
  await asked.titled(t("open_title"));
  await asked.off();
  assert.equal(await asked.secondary.count(), 0);
  assert.ok(await asked.panel.getByText(t("must_open")).isVisible());
});

both("a plant with a discount opens below its number", "open-discount", async (page) => {
  const asked = new Asked(page, "auction");
  await asked.titled(t("open_title"));
  await page.locator('button.pc[data-plant="10"]').click();
  await asked.says(t("open_for", { plant: "10", bid: 1 }));
  const after = await asked.press();
  assert.deepEqual([after.auction.card, after.auction.bid], [10, 1]);
});

/** Whether something is there and ends above the buttons of the panel. */
const inSight = (page, what) =>
  page.locator(what).evaluate((one) => one.checkVisibility() && one.getBoundingClientRect().bottom <= document.querySelector(".action .bar").getBoundingClientRect().top);

on(PHONE, "what a bid leaves and brings is in sight, on a phone", "bid", async (page) => {
  await new Asked(page, "bid").titled(t("your_bid"));
  await page.waitForSelector('[data-calc="capacity"]');
  assert.ok(await inSight(page, '[data-calc="left"]'));
  assert.ok(await inSight(page, '[data-calc="capacity"]'));
});

on({ ...PHONE, viewport: { width: 768, height: 1024 } }, "what the cities of a plan would earn is in sight, on a tablet", "build", async (page) => {
  await new Asked(page, "build").titled(t("build_title"));
  await chooseCity(page, "kiel");
  await page.waitForSelector(".action .plan li");
  assert.ok(await inSight(page, ".action .inc svg"));
});

both("bidding", "bid", async (page) => {
  const asked = new Asked(page, "bid");
  await asked.titled(t("your_bid"));
  assert.ok(await asked.panel.getByText(t("at_least", { n: 24 })).isVisible());
  assert.match(await page.locator("[data-high]").textContent(), /^23/);
  await asked.says(t("bid_n", { n: 24 }));
  const amount = asked.panel.getByLabel(t("bid_amount"));
  await asked.panel.getByRole("button", { name: t("max") }).click();
  assert.equal(await amount.inputValue(), "100");
  // more than there is comes down to what there is, less than the least goes up to it
  await amount.fill("999");
  await amount.blur();
  await asked.says(t("bid_n", { n: 100 }));
  await amount.fill("5");
  await amount.blur();
  await asked.says(t("bid_n", { n: 24 }));
  await amount.fill("30");
  await amount.blur();
  await asked.says(t("bid_n", { n: 30 }));
  assert.equal(await asked.calc("left"), "70");
  const after = await asked.press();
  assert.deepEqual([after.auction.bid, after.auction.high, after.decision.seat], [30, 0, 1]);
});

wide("who cannot raise can only pass", "bid-poor", async (page) => {
  const asked = new Asked(page, "bid");
  await asked.titled(t("your_bid"));
  await asked.off();
  assert.equal(await asked.primary.textContent(), t("cannot_raise"));
  const after = await asked.press(asked.secondary);
  assert.deepEqual(after.auction.still_in, [1, 2]);
});

wide("scrapping a plant, then giving up what no longer fits", "scrap", async (page) => {
  const asked = new Asked(page, "scrap");
  await asked.titled(t("scrap_title"));
  await asked.off();
  const plants = asked.panel.locator("button[data-plant]");
  assert.deepEqual(await plants.evaluateAll((all) => all.map((one) => one.dataset.plant)), ["12", "13", "29"]);
  await asked.panel.locator('button[data-plant="13"]').click();
  assert.ok(await asked.panel.getByText(t("scrap_keeps")).isVisible());
  await asked.panel.locator('button[data-plant="29"]').click();
  const [lead] = t("scrap_loses", { fuel: "|" }).split("|");
  const said = await asked.panel.getByText(lead).textContent();
  assert.equal(said.split(` ${t("or")} `).length, 3, said);
  await asked.says(t("scrap_confirm", { plant: "29" }));
  const between = await asked.press();
  assert.deepEqual(between.players[0].plants, [11, 12, 13]);
  const next = new Asked(page, "give-up");
  await next.titled(t("give_up_title"));
  await next.panel.locator(`[data-choice='{"oil":2}']`).click();
  const after = await next.press();
  assert.deepEqual(after.players[0].fuel, { coal: 3, oil: 1 });
});

wide("where the rules let the new plant go, it can be scrapped as well", "scrap-new", async (page) => {
  const asked = new Asked(page, "scrap");
  await asked.titled(t("scrap_title"));
  await asked.off();
  await asked.panel.locator('button[data-plant="11"]').click();
  await asked.says(t("scrap_confirm", { plant: "11" }));
  const after = await asked.press();
  assert.deepEqual([after.players[0].plants, after.players[0].money], [[12, 13, 29], 89]);
});

both("giving up fuel", "give-up", async (page) => {
  const asked = new Asked(page, "give-up");
  await asked.titled(t("give_up_title"));
  await asked.off();
  const { decision } = await page.view();
  const ways = decision.options.map((one) => JSON.stringify(one.fuel));
  assert.equal(ways.length, 3);
  assert.deepEqual(await texts(page, "[data-choice]", "data-choice"), ways);
  await page.locator("[data-choice]").nth(1).click();
  assert.ok(await asked.primary.isEnabled());
  const after = await asked.press();
  assert.deepEqual(after.players[0].fuel, { coal: 1, oil: 1 });
  assert.equal(after.decision.seat, 1);
});

both("buying fuel by a plan", "fuel", async (page) => {
  const asked = new Asked(page, "fuel");
  await asked.titled(t("buy_title"));
  await asked.quiet(t("pass"));
  await asked.panel.locator("[data-fill]").click();
  // four coal at 1, 1, 1 and 2 are cheaper than oil in the hybrid
  await asked.says(t("buy_n", { n: 4, cost: 5 }));
  await page.waitForFunction((to) => document.querySelector(`[data-sum="${to}"]`)?.textContent.includes("3"), t("supplies"));
  assert.equal(await asked.sum(t("money_left")), "45");
  assert.equal(await asked.sum(t("supplies")), `0 ${t("to")} 3`);
  await page.getByRole("button", { name: `Oil: ${t("more")}` }).first().click();
  await asked.says(t("buy_n", { n: 5, cost: 8 }));
  const { version } = await page.view();
  await asked.primary.click();
  // two moves and the end of the turn
  await page.waitForFunction((v) => Number(document.querySelector(".table").dataset.version) >= v, version + 3);
  const after = await page.view();
  assert.equal(after.players[0].money, 42);
  assert.deepEqual(after.players[0].fuel, { coal: 4, oil: 1 });
});

both("before the first city the panel tells what the fuel would run", "fuel-first", async (page) => {
  const asked = new Asked(page, "fuel");
  await asked.titled(t("buy_title"));
  // to pass leaves the only plant cold, though there is no city yet
  await asked.quiet(t("pass"));
  await asked.leave.click();
  const warning = page.getByRole("alertdialog");
  assert.ok((await warning.textContent()).includes(t("warn_idle", { plants: "08" })));
  await warning.getByRole("button", { name: t("back") }).click();
  const more = page.getByRole("button", { name: `Coal: ${t("more")}` }).first();
  await more.click();
  await asked.says(t("buy_n", { n: 1, cost: 1 }));
  await page.waitForFunction((said) => document.querySelector("[data-enough]")?.textContent.trim() === said, t("could_supply", { n: 2 }));
  assert.equal(await asked.sum(t("enough_for")), t("n_cities", { n: 0 }));
  await more.click();
  await more.click();
  await asked.says(t("buy_n", { n: 3, cost: 3 }));
  await page.waitForFunction(
    ([label, said]) => document.querySelector(`[data-sum="${label}"] b`)?.textContent === said,
    [t("enough_for"), t("n_cities", { n: 2 })],
  );
  assert.equal((await asked.panel.locator("[data-enough]").textContent()).trim(), "");
  // clicks may be faster than the answers: they stop at what the plant takes all the same
  await late(page, "**/preview");
  for (const n of [4, 5, 6]) {
    await more.click();
    await page.waitForFunction((said) => document.querySelector(".action.mine [data-primary]")?.textContent.startsWith(said), t("buy_n", { n, cost: 0 }).split(n)[0] + n);
  }
  assert.ok(await more.isDisabled());
  await page.unroute("**/preview", { behavior: "wait" });
  assert.ok(await more.isDisabled());
  assert.equal(await page.locator(".note.refused").count(), 0);
});

both("passing warns whenever a plant would stand still, and the panel tells what the fuel is enough for", "fuel-more", async (page) => {
  const asked = new Asked(page, "fuel");
  await asked.titled(t("buy_title"));
  // the two coal run 12 for the only city; 04 could have fuel as well
  await asked.leave.click();
  assert.ok((await page.getByRole("alertdialog").textContent()).includes(t("warn_idle", { plants: "04" })));
  await page.getByRole("alertdialog").getByRole("button", { name: t("back") }).click();
  await asked.panel.locator("[data-fill]").click();
  await asked.says(t("buy_n", { n: 2, cost: 3 }));
  await page.waitForFunction((said) => document.querySelector("[data-enough]")?.textContent.trim() === said, t("enough_hint", { n: 3 }));
  const { version } = await page.view();
  await asked.primary.click();
  await page.waitForFunction((v) => Number(document.querySelector(".table").dataset.version) >= v, version + 2);
});

both("the refill tells what is sure and what is likely", "fuel-first", async (page) => {
  await page.locator(".action").waitFor();
  if (page.viewportSize().width < 700) await page.locator('[data-tab="market"]').click();
  // none of the 24 coal is in the supply; the plants of all burn seven of them, and four come in step 1
  const coal = page.locator('.fuel [data-fuel="coal"] .tip');
  const figure = async (fuel) => (await page.locator(`.fuel [data-fuel="${fuel}"] .tip`).innerText()).split("\n")[0].trim();
  assert.deepEqual([await figure("coal"), await figure("oil"), await figure("uranium")], ["+0–4", "+2", "+1"]);
  await coal.focus();
  const said = coal.getByRole("tooltip");
  assert.ok(await said.isVisible());
  assert.equal(await said.textContent(), t("refill_likely", { n: 0, most: 4 }));
  await coal.blur();
  if (page.viewportSize().width < 700) await page.locator('[data-tab="action"]').click();
});

wide("buying fuel of another edition", "fuel-deluxe", async (page) => {
  const asked = new Asked(page, "fuel");
  await asked.titled(t("buy_title"));
  await asked.panel.locator("[data-fill]").click();
  // three gas at 3; then oil at 3 is cheaper than gas at 4
  await asked.says(t("buy_n", { n: 5, cost: 15 }));
  const { version } = await page.view();
  // whoever clicks on before the answer has come is not warned of what the plan avoids
  await late(page, "**/preview");
  await asked.secondary.click();
  await asked.panel.locator("[data-fill]").click();
  await asked.primary.click();
  await page.waitForFunction((v) => Number(document.querySelector(".table").dataset.version) >= v, version + 3);
  const after = await page.view();
  assert.deepEqual([after.players[0].money, after.players[0].fuel], [85, { gas: 3, oil: 2 }]);
});

both("building by a plan", "build", async (page) => {
  const asked = new Asked(page, "build");
  await asked.titled(t("build_title"));
  await asked.quiet(t("pass"));
  await chooseCity(page, "kiel");
  await asked.says(t("build_n", { n: 1, cost: 18 }));
  assert.equal(await asked.sum(t("money_left")), "82");
  await chooseCity(page, "flensburg");
  // from Kiel, which is in the plan, it is 4 + 10
  await asked.says(t("build_n", { n: 2, cost: 32 }));
  assert.equal(await asked.sum(t("plan_costs")), "32");
  assert.equal(await asked.sum(t("cities")), `3 ${t("to")} 5`);
  // the sums stand on the map as well
  assert.deepEqual(await page.locator("[data-tag]").allTextContents(), ["18", "14"]);
  await asked.panel.getByRole("button", { name: t("remove_city", { city: "Kiel" }) }).click();
  await asked.says(t("build_n", { n: 1, cost: 22 }));
  await chooseCity(page, "kiel");
  await asked.says(t("build_n", { n: 2, cost: 36 }));
  const { version } = await page.view();
  const sent = [];
  const note = (request) => request.url().endsWith("/moves") && sent.push(request.postDataJSON().moves.map((move) => move.city ?? move.kind));
  page.on("request", note);
  await asked.primary.click();
  await page.waitForFunction((v) => Number(document.querySelector(".table").dataset.version) >= v, version + 3);
  const after = await page.view();
  assert.deepEqual([after.players[0].money, after.houses.flensburg, after.houses.kiel], [64, [0], [0]]);
  // the whole plan in one request, and taken back by one press
  assert.deepEqual(sent, [["flensburg", "kiel", "done"]]);
  page.off("request", note);
  await page.locator("[data-undo]").click();
  await page.waitForFunction((v) => Number(document.querySelector(".table").dataset.version) >= v, version + 4);
  const back = await page.view();
  assert.deepEqual([back.players[0].money, back.houses.flensburg, back.houses.kiel, back.decision.kind], [100, undefined, undefined, "build"]);
});

both("building on after a card is turned up", "build-card", async (page) => {
  const asked = new Asked(page, "build");
  await chooseCity(page, "kiel");
  await asked.says(t("build_n", { n: 1, cost: 18 }));
  await chooseCity(page, "flensburg");
  // the fourth city draws a plant: one goes that far, and the rest of the plan waits
  await asked.panel.getByText(t("card_first")).waitFor();
  await asked.says(t("build_n", { n: 1, cost: 18 }));
  const drawn = await asked.press();
  assert.deepEqual([drawn.houses.kiel, drawn.houses.flensburg, drawn.decision.kind, drawn.decision.seat], [[0], undefined, "build", 0]);
  await asked.says(t("build_n", { n: 1, cost: 14 }));
  const after = await asked.press();
  assert.deepEqual([after.players[0].money, after.houses.flensburg], [68, [0]]);
  assert.notEqual(after.decision.kind === "build" && after.decision.seat, 0);
});

both("a company builds all that is planned, and no card stops it", "network", async (page) => {
  const asked = new Asked(page, "network");
  const before = await page.view();
  // with its seventh city a card of the market would go elsewhere, and one go that far only (L23)
  for (const [n, kind] of ["house", "plant", "house"].entries()) {
    await asked.panel.locator(`[data-kind="${kind}"]`).click();
    // on a phone the list gives way to what is planned
    await asked.panel.locator("[data-city-offer]").first().evaluate((one) => one.click());
    await page.waitForFunction((count) => document.querySelectorAll(".action .plan li").length === count, n + 1);
  }
  const cost = Number(await asked.sum(t("plan_costs")));
  assert.ok(cost > 15);
  assert.match(await asked.primary.textContent(), new RegExp(`3.*\\b${cost}$`));
  assert.equal(await asked.panel.getByText(t("card_first")).count(), 0);
  const after = await asked.press();
  assert.deepEqual([after.players[0].money, after.players[0].cities], [before.players[0].money - cost, before.players[0].cities + 2]);
  assert.deepEqual([after.decision.kind, after.decision.seat, after.market], ["company", 0, before.market]);
  assert.equal(await page.locator(".action .plan li").count(), 0);
});

both("running a hybrid with the fuel of choice", "run", async (page) => {
  const asked = new Asked(page, "run");
  await asked.titled(t("run_title"));
  await asked.says(t("run_for", { n: 3, income: 44 }));
  assert.equal(await asked.sum(t("money_then")), "144");
  await asked.panel.locator('button[data-plant="4"]').click();
  await asked.says(t("run_for", { n: 2, income: 33 }));
  await asked.panel.locator('button[data-plant="4"]').click();
  assert.equal(await asked.panel.locator("[data-burn]").count(), 2);
  await asked.panel.locator(`[data-burn='{"coal":4}']`).check();
  const after = await asked.press();
  assert.equal(after.players[0].money, 144);
  assert.deepEqual(after.players[0].fuel, { oil: 1 });
});

wide("building on another board", "build-deluxe", async (page) => {
  const asked = new Asked(page, "build");
  await asked.titled(t("build_title"));
  await chooseCity(page, "london");
  await asked.says(t("build_n", { n: 1, cost: 26 }));
  const { version } = await page.view();
  await asked.primary.click();
  await page.waitForFunction((v) => Number(document.querySelector(".table").dataset.version) >= v, version + 2);
  const after = await page.view();
  assert.deepEqual([after.players[0].money, after.houses.london], [74, [0]]);
});

wide("running a hybrid of another edition", "run-deluxe", async (page) => {
  const asked = new Asked(page, "run");
  await asked.titled(t("run_title"));
  await asked.says(t("run_for", { n: 3, income: 44 }));
  await asked.panel.locator(`[data-burn='{"gas":4,"oil":1}']`).check();
  const after = await asked.press();
  assert.deepEqual(after.players[0].fuel, { oil: 2 });
});

for (const table of ["extra", "extra-promo"]) {
  wide(`an extra auction of a card: ${table}`, table, async (page) => {
    const asked = new Asked(page, "bid");
    await asked.titled(t("your_bid"));
    assert.ok(await page.getByRole("heading", { name: t("extra_auction") }).isVisible());
    assert.ok(await page.getByText(t("nobody_yet")).isVisible());
    await asked.says(t("bid_n", { n: 10 }));
    await asked.panel.getByRole("button", { name: "+1" }).click();
    const after = await asked.press();
    assert.deepEqual([after.auction.extra, after.auction.bid, after.auction.high], [true, 11, 0]);
  });
}

both("putting a card on a plant", "assign", async (page) => {
  const asked = new Asked(page, "assign");
  await asked.titled(t("assign_title"));
  await asked.off();
  const plants = asked.panel.locator("button[data-plant]");
  assert.deepEqual(await plants.evaluateAll((all) => all.map((one) => one.dataset.plant)), ["4", "8"]);
  await plants.last().click();
  await asked.says(t("assign_confirm", { plant: "08" }));
  const after = await asked.press();
  const [held] = after.players[0].cards;
  assert.equal(held.plant, 8);
  assert.equal(after.players[0].output, 4);
});

wide("placing a house of the neutral company", "place", async (page) => {
  const asked = new Asked(page, "place");
  await asked.titled("Place a generator of the Trust");
  await asked.off();
  await page.locator('[data-choice="paris"]').click();
  await asked.says(t("place_confirm", { city: "Paris" }));
  await page.locator('[data-city="lyon"]').dispatchEvent("click");
  await page.waitForSelector('[data-choice="lyon"][aria-checked="true"]');
  const after = await asked.press();
  assert.deepEqual(after.houses, { lyon: [2] });
});
