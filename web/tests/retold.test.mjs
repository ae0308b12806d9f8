// What the board says: cards by what is printed on them, labels that are not cut, the last moves as results, the replay.
import assert from "node:assert/strict";
import { test } from "node:test";
import { person, PHONE, sit } from "./house.mjs";
import { playOn } from "./player.mjs";
import { stage } from "./stage.mjs";

const { house, browser } = await stage("told");

/** Texts that do not fit into their boxes, of what is seen. */
const cut = (page, selector) =>
  page.evaluate(
    (wanted) =>
      [...document.querySelectorAll(wanted)]
        .filter((one) => one.offsetWidth > 0 && one.scrollWidth > one.clientWidth + 1)
        .map((one) => `${one.className}: ${one.textContent}`),
    selector,
  );

test("a card is called by what is printed on it", { timeout: 60_000 }, async () => {
  const page = await sit(browser, house, "promo");
  const flux = page.locator('.fut [data-plant="flux-generator"]');
  assert.equal(await flux.locator(".num").textContent(), "33⅓");
  assert.equal(await flux.locator(".ill use").getAttribute("href"), "#plant-any");
  assert.equal(await page.locator("#plant-any").count(), 1);
  assert.equal(await flux.locator('.fu use[href="#fuel-any"]').count(), 3);
  for (const [lang, taxes] of [["en", "Taxes"], ["de", "Steuern"], ["nl", "Belasting"]]) {
    await page.goto(`${page.url().split("?")[0]}?lang=${lang}`);
    await page.waitForFunction((text) => [...document.querySelectorAll(".dk b")].some((one) => one.textContent.startsWith(text)), taxes);
    const seen = await page.locator(".table").innerText();
    assert.doesNotMatch(seen, /\b(taxes|flux-generator|industrial-espionage|supply-contract|theme-park)\b/);
  }
  assert.deepEqual(page.problems, []);
});

test("what counts is never cut: cities of a card, the most that plants supply, labels in German", { timeout: 90_000 }, async () => {
  const europe = await sit(browser, house, "symbols", { screen: { viewport: { width: 1024, height: 768 } } });
  const inside = await europe.locator(".fut .pc[data-plant]").evaluateAll((cards) =>
    cards.map((card) => {
      const [box, count] = [card.getBoundingClientRect(), card.querySelector(".hc").getBoundingClientRect()];
      return count.width > 15 && count.right <= box.right && count.left >= box.left;
    }),
  );
  assert.deepEqual([...new Set(inside)], [true]);
  // wherever the column stands, the round keeps its word and the player's card its figure
  assert.match(await europe.locator(".rnd").innerText(), /^Round\s+8$/i);
  assert.ok(Number.parseFloat(await europe.locator(".rnd").evaluate((one) => getComputedStyle(one).fontSize)) >= 10);
  for (const small of await europe.locator(".sup small").all()) {
    const last = small.locator("span").last();
    assert.match(await last.textContent(), /max \d+$/);
    assert.ok(await last.evaluate((one) => one.scrollWidth <= one.clientWidth + 1));
  }
  const german = await sit(browser, house, "labels", { screen: { locale: "de-DE" } });
  await german.waitForSelector(".kinds b");
  assert.deepEqual(await cut(german, ".kinds b, .kinds small, .sums small, .sup small span, .tech b"), []);
  assert.deepEqual([...europe.problems, ...german.problems], []);
});

test("the last moves tell results, and all since my turn, on every screen", { timeout: 90_000 }, async () => {
  const page = await sit(browser, house, "fuel");
  await page.locator("[data-more]", { hasText: "5" }).click();
  const lines = await page.locator("[data-last-moves] li").allTextContents();
  assert.deepEqual(lines.slice(0, 3), ["Ben: 4 oil, 1 coal for 9", "Dan: 2 coal, 1 uranium for 9", "Cleo: 2 oil for 2"]);
  assert.ok(lines.includes("Ben buys no power plant this round."), lines.join("\n"));
  // two auctions have ended since my turn: who bought which plant for how much, and no bid on the way
  const watching = await sit(browser, house, "bought");
  await watching.locator("[data-last-moves] li").first().waitFor();
  const more = watching.locator("[data-more]");
  if (await more.count()) await more.click();
  const told = await watching.locator("[data-last-moves] li").allTextContents();
  assert.equal(told.filter((line) => /^(Cleo|Dan): Power plant \d+ for \d+$/.test(line)).length, 2, told.join("\n"));
  assert.ok(!told.some((line) => /\b(bids|passes)\b/.test(line)), told.join("\n"));
  const small = await sit(browser, house, "fuel", { screen: PHONE });
  await small.locator("[data-recent]").tap();
  assert.deepEqual(await small.locator("[data-last-moves] li").allTextContents(), lines);
  const { width, height } = await small.locator("[data-recent]").boundingBox();
  assert.ok(width >= 40 && height >= 40);
  assert.deepEqual([...page.problems, ...small.problems], []);
});

test("taking back past the bots is one row of the log; what the table does has the table's sign", { timeout: 90_000 }, async () => {
  const page = await person(browser, house.url);
  await page.goto("/");
  await page.click("[data-play-now]");
  await page.waitForSelector(".action.mine");
  const back = page.locator("[data-undo]:not([aria-disabled])");
  // what the bots have built may have turned up a card, and nobody goes back behind that: then in the next round
  for (let round = 1; round <= 5 && (round === 1 || !(await back.count())); round++) {
    await playOn([page], { stop: async (_, kind) => kind === "fuel" });
    await page.locator(".action.mine .bar button").first().click();
    const anyway = page.locator("[data-anyway]");
    if (await anyway.count()) await anyway.click();
    await page.waitForSelector('.action.mine[data-decision="build"]:not([data-busy])');
  }
  await back.click();
  await page.waitForSelector('.action.mine[data-decision="fuel"]:not([data-busy])');
  await page.click("[data-log]");
  const took = page.locator(".loglist li", { hasText: "takes the last move back" });
  assert.equal(await took.count(), 1);
  const drawn = page.locator(".loglist li", { hasText: "is drawn." });
  assert.ok((await drawn.count()) > 0);
  assert.equal(await drawn.locator('use[href^="#house"]').count(), 0);
  assert.equal(await drawn.locator('use[href="#table"]').count(), await drawn.count());
  assert.deepEqual(page.problems, []);
});

for (const [size, screen] of [["wide", {}], ["phone", PHONE]]) {
  test(`a generator of the Trust is placed by choosing a city on the map: ${size}`, { timeout: 60_000 }, async () => {
    const page = await sit(browser, house, "trust", { screen, who: size === "wide" ? "Ann" : "Ben" });
    assert.match(await page.locator(".action.mine .note").innerText(), /nobody plays/);
    if (size === "wide") assert.match(await page.locator(".pl .about").innerText(), /nobody plays/);
    const city = page.locator(`[data-city="${size === "wide" ? "paris" : "lyon"}"]`);
    await city.dispatchEvent("click");
    await page.waitForSelector(".city.pick");
    const before = await page.locator(".table").getAttribute("data-version");
    await page.locator("[data-primary]").click();
    await page.waitForFunction((v) => document.querySelector(".table").dataset.version !== v, before);
    assert.ok((await page.view()).houses[size === "wide" ? "paris" : "lyon"]?.length);
    assert.deepEqual(page.problems, []);
  });
}

test("the replay starts over at its end, in four speeds, and follows the keys", { timeout: 60_000 }, async () => {
  const page = await sit(browser, house, "over");
  await page.waitForSelector("[data-end]");
  await page.locator("[data-end] .bar .btn").last().click();
  const at = () => page.locator("[data-replay] .ask span").textContent();
  const moved = (text) => page.waitForFunction((wanted) => document.querySelector("[data-replay] .ask span")?.textContent.startsWith(wanted), text);
  assert.deepEqual(await page.locator("[data-speed]").allTextContents(), ["½×", "1×", "2×", "4×"]);
  await page.click('[data-speed="4"]');
  await page.click("[data-film]");
  await moved("move 3 ");
  await page.click("[data-film]");
  await page.keyboard.press("Home");
  await moved("move 0 ");
  await page.keyboard.press("ArrowRight");
  await moved("move 1 ");
  await page.keyboard.press("ArrowRight");
  await moved("move 2 ");
  await page.keyboard.press("ArrowLeft");
  await moved("move 1 ");
  // faster than the server answers, and none is lost
  await page.evaluate(() => {
    for (const key of ["Home", "ArrowRight", "ArrowRight", "ArrowRight"]) dispatchEvent(new KeyboardEvent("keydown", { key }));
  });
  await moved("move 3 ");
  await page.keyboard.press("End");
  await page.waitForSelector(".table:not(.in-past)");
  const [, n, last] = /move (\d+) of (\d+)/.exec(await at());
  assert.equal(n, last);
  assert.deepEqual(page.problems, []);
});
