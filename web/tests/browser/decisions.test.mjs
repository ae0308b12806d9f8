// Panels of decisions in a real layout: what must be in sight, how buttons look, and what the map draws.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { prepareTable, startServer } from "../components/server.mjs";
import { launch, person, PHONE } from "./server.mjs";

const [server, browser] = await Promise.all([startServer(), launch({ pictures: false })]);
after(() => Promise.all([browser.close(), server.stop()]));

/** A test at a prepared table, as Ann. */
function at(table, screen, name, run) {
  test(name, { timeout: 60_000 }, async () => {
    const { id, cookies } = await prepareTable(server.url, table);
    const page = await person(browser, server.url, screen);
    await page.context().addCookies([{ name: "stromnetz", value: cookies.Ann, url: server.url, httpOnly: true, sameSite: "Lax" }]);
    await page.goto(`/tables/${id}`);
    await page.waitForSelector(".action.is-mine:not([data-busy])");
    await run(page);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

/** Wait until something is there and ends above the buttons of the panel. */
const inSight = (page, what) =>
  page.waitForFunction((selector) => {
    const [found, bar] = [document.querySelector(selector), document.querySelector(".action .button-bar")];
    return found?.checkVisibility() && found.getBoundingClientRect().bottom <= bar.getBoundingClientRect().top;
  }, what);

at("open", { ...PHONE, viewport: { width: 360, height: 640 } }, "the bid for a chosen plant is in sight on a small phone", async (page) => {
  await page.locator('button.plant-card[data-plant="12"]').click();
  await inSight(page, ".bid-row");
  assert.equal(await page.locator(".bid-row .bid-input").inputValue(), "12");
  assert.ok(await page.locator('button.plant-card[data-plant="12"]').evaluate((one) => one.getBoundingClientRect().bottom > document.querySelector(".sheet-action").getBoundingClientRect().top));
});

at("build-first", PHONE, "a warning is in sight on a phone", async (page) => {
  await page.locator("[data-quiet]").tap();
  await inSight(page, ".warning");
  await page.locator("[data-anyway]").tap({ trial: true });
});

for (const [name, hasTouch] of [["fuel", false], ["fuel", true], ["fuel-deluxe", true]]) {
  at(name, { viewport: { width: 1024, height: 768 }, hasTouch }, `resources are at least 8 pixels wide at 1024x768, and the market fits: ${name} by ${hasTouch ? "finger" : "mouse"}`, async (page) => {
    const [piece, table, room] = await page.evaluate(() => [".fuel-pieces svg", ".fuel table", ".fuel"].map((one) => document.querySelector(one).getBoundingClientRect().width));
    assert.ok(piece >= 8, `${piece} pixels`);
    assert.ok(table <= room, `${table} of ${room} pixels`);
  });
}

at("build", { forcedColors: "active" }, "the active step, phase and player differ from the others in the colours of the system", async (page) => {
  const styles = (selector) => page.locator(selector).evaluateAll((all) => all.map((one) => [getComputedStyle(one).backgroundColor, getComputedStyle(one).outlineStyle].join()));
  for (const [active, others] of [[".lamp.is-active", ".lamp:not(.is-active)"], [".phase-list li.is-active", ".phase-list li:not(.is-active)"], [".player-card.is-acting", ".player-card:not(.is-acting)"]]) {
    const [own] = await styles(active);
    assert.ok(own && !(await styles(others)).includes(own), active);
  }
});

const SIX = ["bid-six", "bid-six-deluxe", "bid-six-outpost", "bid-six-robots"];

for (const name of ["bid", ...SIX]) {
  at(name, { ...PHONE, viewport: { width: 320, height: 640 } }, `the whole bid is in sight on the smallest phone: ${name}`, async (page) => {
    await inSight(page, ".bid-field");
    await inSight(page, ".quick-bids");
    await inSight(page, ".bidder:last-child");
  });
}

for (const [width, height] of [[1440, 900], [1280, 800], [1280, 720], [1024, 768]]) {
  for (const name of ["bid", ...SIX]) {
    at(name, { viewport: { width, height } }, `all bidders, and my own card, are in sight at ${width}x${height}: ${name}`, async (page) => {
      const { lowest, panel, mine } = await page.evaluate(() => ({
        lowest: Math.max(...[...document.querySelectorAll(".bidder")].map((one) => one.getBoundingClientRect().bottom)),
        panel: document.querySelector("#action").getBoundingClientRect().top,
        mine: document.querySelector(".player-card.is-viewer").getBoundingClientRect().bottom,
      }));
      assert.equal(await page.locator(".bidder").count(), name === "bid" ? 3 : 6);
      assert.ok(lowest <= panel, `${lowest} of ${panel}`);
      assert.ok(mine <= height, `${mine} of ${height}`);
    });
  }
}

for (const [width, height] of [[1440, 900], [1280, 720]]) {
  const inPanel = (page) => page.evaluate(() => {
    const [chart, bar] = [".action .income-chart svg", ".action .button-bar"].map((one) => document.querySelector(one).getBoundingClientRect());
    return chart.height > 30 && chart.bottom <= bar.top + 1;
  });
  at("scene/usa", { viewport: { width, height } }, `the income chart is not covered with three planned cities at ${width}x${height}`, async (page) => {
    for (let planned = 1; planned <= 3; planned++) {
      await page.locator(".city.is-available:not(.is-planned)").first().dispatchEvent("click");
      await page.locator(".action .plan-list li").nth(planned - 1).waitFor({ state: "attached" });
    }
    assert.ok(await inPanel(page));
  });
  at("scene/fuel", { viewport: { width, height } }, `the income chart is not covered while resources are bought at ${width}x${height}`, async (page) => {
    await page.locator("[data-fill]").click();
    await page.waitForSelector("[data-secondary]");
    assert.ok(await inPanel(page));
  });
}

at("bid", PHONE, "what a bid leaves and brings is in sight on a phone", async (page) => {
  await inSight(page, '[data-calc="left"]');
  await inSight(page, '[data-calc="capacity"]');
});

at("build", { ...PHONE, viewport: { width: 768, height: 1024 } }, "what the cities of a plan would earn is in sight on a tablet", async (page) => {
  await page.locator('[data-city="kiel"]').dispatchEvent("click");
  await page.locator("[data-plan-toggle]").click();
  await page.waitForSelector(".action .plan-list li");
  await inSight(page, ".action .income-chart svg");
});

at("fuel-first", {}, "the pass button is not in the signal colour, and the refill explains itself on focus", async (page) => {
  const [ground, signal] = await page.locator("[data-quiet]").evaluate((one) => {
    const probe = document.createElement("i");
    probe.style.color = "var(--signal)";
    one.append(probe);
    const wanted = getComputedStyle(probe).color;
    probe.remove();
    return [getComputedStyle(one).backgroundColor, wanted];
  });
  assert.notEqual(ground, signal);
  const tip = page.locator('.fuel [data-fuel="coal"] .tooltip-button');
  assert.ok(!(await tip.getByRole("tooltip").isVisible()));
  await tip.focus();
  assert.ok(await tip.getByRole("tooltip").isVisible());
});

at("network", {}, "the map of Outpost shows the price of every connection, and company buildings", async (page) => {
  const costs = await page.locator(".map-drawing .cost-text").allTextContents();
  assert.ok(costs.length >= 28 && costs.every((one) => Number(one) >= 2), costs.join());
  await page.click("[data-kind=plant]");
  await page.locator("[data-city-offer]").first().click();
  await page.waitForSelector(".action .plan-list li");
  await page.locator(".action.is-mine [data-primary]").click();
  await page.waitForSelector(".map-drawing .city.is-mine .owner-mark[data-site]", { state: "attached" });
});
