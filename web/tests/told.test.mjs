// What the board works out in sentences and figures beside what is asked: prices of cities in every phase, what a plant
// would replace, who opens next, what leaves the market.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Ann, Asked, chooseCity, speaker } from "./asked.mjs";
import { PHONE, sit, WIDE } from "./house.mjs";
import { stage } from "./stage.mjs";

const { house, browser } = await stage("decisions");
const ann = new Ann(browser, house);
const t = await speaker(house);

function both(name, table, body) {
  for (const [where, screen, copy] of [["wide", WIDE, ""], ["on a phone", PHONE, "-phone"]]) {
    test(`${name}, ${where}`, { timeout: 30_000 }, async () => {
      const page = await ann.at(table + copy, screen);
      await body(page, screen === PHONE);
      assert.deepEqual(page.problems, []);
    });
  }
}

const said = (page, where, text) =>
  page.waitForFunction(([one, wanted]) => document.querySelector(one)?.textContent.trim() === wanted, [where, text]);

both("a bid panel tells the next cities, what the plant replaces and who opens next", "bid-full", async (page) => {
  const asked = new Asked(page, "bid");
  await asked.titled(t("your_bid"));
  const what = t("cities_for", { n: 3, fuel: "2 oil" });
  await said(page, ".auc [data-brings]", t("replaces", { plant: "13", what }));
  assert.equal(await asked.calc("capacity"), `6 ${t("to")} 8`);
  // Lübeck is 6 from Hamburg; Kiel is 4 from there
  await page.waitForSelector('[data-calc="cities"]');
  assert.equal(await asked.calc("cities"), `16 ${t("two_for")} 30`);
  const hint = `${t("pass_means", { name: "Ben", plant: "16", bid: 20 })} ${t("opens_next_then_you", { name: "Cleo" })}`;
  assert.equal(await asked.panel.locator(".hint").last().textContent(), hint);
  assert.equal(await page.locator("[data-leaving]").count(), 0);
});

for (const [language, fuel, leaves] of [["de", "2 Öl", "13"], ["nl", "2 olie", "13"]]) {
  test(`the same in another language: ${language}`, { timeout: 30_000 }, async () => {
    const speak = await speaker(house, language);
    const page = await ann.at("bid-full", WIDE);
    await page.goto(`${page.url()}?lang=${language}`);
    await said(page, ".auc [data-brings]", speak("replaces", { plant: leaves, what: speak("cities_for", { n: 3, fuel }) }));
    await page.waitForSelector('[data-calc="cities"]');
    assert.equal(await new Asked(page, "bid").calc("cities"), `16 ${speak("two_for")} 30`);
    assert.ok((await page.locator(".action.mine .hint").last().textContent()).endsWith(speak("opens_next_then_you", { name: "Cleo" })));
    assert.equal(await page.locator('.fuel [data-fuel="coal"] [role="tooltip"]').textContent(), speak("refill_likely", { n: 0, most: 4 }));
    assert.deepEqual(page.problems, []);
  });
}

both("a plant that I look at joins mine where there is room", "open-must", async (page) => {
  const asked = new Asked(page, "auction");
  await asked.titled(t("open_title"));
  await page.locator('button.pc[data-plant="4"]').click();
  const what = t("cities_for", { n: 1, fuel: "2 coal" });
  await said(page, ".action [data-brings]", t("joins", { what }));
  await page.waitForSelector('[data-calc="cities"]');
  // nothing is built yet: the first city costs its place, the second also the cheapest connection of the map
  const { map, regions } = await page.view();
  const board = await (await page.request.get(`/api/boards/${map}`)).json();
  const inside = (city) => regions.includes(board.cities[city].region);
  const least = Math.min(...board.connections.filter(([a, b]) => inside(a) && inside(b)).map(([, , cost]) => cost));
  assert.equal(await asked.calc("cities"), `10 ${t("two_for")} ${20 + least}`);
});

both("what a city would cost is told in every phase, asked once", "run", async (page, phone) => {
  await new Asked(page, "run").titled(t("run_title"));
  const requests = [];
  page.on("request", (one) => one.url().endsWith("/prices") && requests.push(one));
  if (phone) {
    await page.locator('[data-city="kiel"]').dispatchEvent("click");
    await said(page, ".citycard .n", "18");
    const line = `${t("from", { from: "Hamburg" })}: 8 + ${t("place_n", { n: 10 })}, ${t("leaves", { n: 82 })}`;
    assert.equal(await page.locator(".citycard small").textContent(), line);
    assert.equal(await page.locator("[data-plan-toggle]").count(), 0);
    await page.locator('[data-city="flensburg"]').dispatchEvent("click");
    await said(page, ".citycard .n", "22");
  } else {
    await page.locator('[data-city="kiel"]').hover();
    await said(page, ".citypop .all td:last-child", "18");
    assert.deepEqual(await page.locator(".citypop td:last-child").allTextContents(), ["8", "10", "18"]);
    assert.ok((await page.locator(".citypop .all").textContent()).includes(t("leaves", { n: 82 })));
    assert.deepEqual(await page.locator("[data-tag]").allTextContents(), ["18"]);
    // it is good to know, not asked of me: no signal colour
    assert.equal(await page.locator(".geo.calm").count(), 1);
    // keys: from Kiel to its neighbour
    await page.locator('[data-city="kiel"] [role]').focus();
    await page.keyboard.press("ArrowUp");
    await said(page, '[data-tag="flensburg"]', "22");
    // a city that is full in this step has no price
    await page.locator('[data-city="kassel"]').hover();
    await page.waitForFunction(() => document.querySelector(".citypop h3")?.textContent === "Kassel");
    assert.equal(await page.locator(".citypop table").count(), 0);
  }
  assert.equal(requests.length, 1);
  if (phone) await page.locator('[data-tab="market"]').click();
  await said(page, "[data-leaving]", t("largest_under", { plant: "20" }));
  if (phone) await page.locator('[data-tab="action"]').click();
});

test("whoever waits is told the prices of their own network", { timeout: 30_000 }, async () => {
  const page = await sit(browser, house, "run", { who: "Cleo" });
  await page.waitForSelector(".action.idle");
  await page.locator('[data-city="rostock"]').hover();
  // from Schwerin
  await said(page, ".citypop .all td:last-child", "16");
  assert.ok((await page.locator(".citypop .all").textContent()).includes(t("leaves", { n: 44 })));
  assert.deepEqual(page.problems, []);
});

both("what comes after the plan is told though it cannot be paid", "build-poor", async (page, phone) => {
  const asked = new Asked(page, "build");
  await asked.titled(t("build_title"));
  // 11 + 7 + 6 + 0 from Bremen and 10 for the place: 14 more than the 20 there are
  const duisburg = page.locator('[data-city="duisburg"]');
  await (phone ? duisburg.dispatchEvent("click") : duisburg.hover());
  await page.waitForFunction((wanted) => document.querySelector(".citypop, .citycard")?.textContent.includes(wanted), t("short_by", { n: 14 }));
  assert.equal(await page.locator("[data-tag]").textContent(), "34");
  assert.equal(await page.locator("[data-plan-toggle]").count(), 0);
  await chooseCity(page, "kiel");
  await asked.says(t("build_n", { n: 1, cost: 18 }));
  // from Kiel, which is only planned, Lübeck and Flensburg are 4 + 10; 2 are left
  await page.waitForFunction((wanted) => document.querySelector(".action .hint")?.textContent === wanted, t("cheapest_short", { city: "Flensburg", cost: 14, n: 12 }));
});
