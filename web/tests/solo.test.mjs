// One person against bots: plans outside of the own turn, the calculator, taking back past the bots, what moves.
import assert from "node:assert/strict";
import { test } from "node:test";
import { person, PHONE } from "./house.mjs";
import { playOn } from "./player.mjs";
import { stage } from "./stage.mjs";

const { house, browser } = await stage();

async function playNow(options) {
  const page = await person(browser, house.url, options);
  await page.goto("/");
  await page.click("[data-play-now]");
  await page.waitForSelector(".action.mine");
  return page;
}

const until = (kind) => ({ stop: async (_, now) => now === kind });
const ready = (page, kind) => page.waitForSelector(`.action.mine[data-decision="${kind}"]:not([data-busy])`);

test("fuel that is thought of early is the plan when it can be bought", { timeout: 90_000 }, async () => {
  const page = await playNow();
  await playOn([page], { stop: async (one, kind) => kind === "auction" && Number(await one.locator(".rnd b").textContent()) > 1 });
  // the cheapest fuel for which a plant of mine has room, while plants are still being auctioned off
  await page.locator(".fuel .stepr button:last-child:not([aria-disabled])").first().waitFor();
  const rows = page.locator(".fuel tbody tr", { has: page.locator(".stepr button:last-child:not([aria-disabled])") });
  const offers = await rows.evaluateAll((all) => all.map((row) => ({ fuel: row.dataset.fuel, price: Number(row.querySelector(".nx").textContent) })));
  const { fuel } = offers.reduce((a, b) => (b.price < a.price ? b : a));
  const mine = page.locator(`.fuel tr[data-fuel="${fuel}"]`);
  const price = Number(await mine.locator(".nx").textContent());
  await mine.locator(".stepr button").last().click();
  await page.waitForFunction(
    ([id, cost]) => Number(document.querySelector(`.fuel tr[data-fuel="${id}"] .tt`)?.textContent) === cost,
    [fuel, price],
  );
  assert.equal(await mine.locator(".stepr b").textContent(), "1");
  // no plant this time, so that the money is still there
  for (let kind = "auction"; kind !== "fuel"; ) {
    const before = await page.locator(".table").getAttribute("data-version");
    await page.locator("[data-secondary]").click();
    const anyway = page.locator("[data-anyway]");
    if (await anyway.count()) await anyway.click();
    await page.waitForFunction((v) => document.querySelector(".table").dataset.version !== v, before);
    await page.waitForSelector('.action.mine[data-decision="fuel"]:not([data-busy]), .action.mine[data-decision="bid"]:not([data-busy])');
    kind = await page.locator(".action.mine").getAttribute("data-decision");
  }
  await page.waitForFunction((id) => document.querySelector(`.fuel tr[data-fuel="${id}"] .stepr b`)?.textContent === "1", fuel);
  assert.match(await page.locator("[data-primary]").textContent(), /^Buy 1 for/);
  assert.deepEqual(page.problems, []);
});

test("the bulb tells what a bot of the chosen level would do and why, for this moment only", { timeout: 90_000 }, async () => {
  const page = await playNow();
  await page.keyboard.press("b");
  const note = page.locator("[data-advice]");
  await note.waitFor();
  assert.match(await note.locator("b").textContent(), /^I would (put power plant \d\d up for|bid|pass)/);
  assert.match(await note.textContent(), /Elektro/);
  // another level, by keyboard; it is remembered
  assert.equal(await page.locator("[data-advice-panel] [role=radio]").count(), 4);
  await page.locator('[data-advice-panel] [data-value="master"]').focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /\d %/.test(document.querySelector("[data-advice]")?.textContent ?? ""));
  await page.click("[data-advice-close]");
  assert.equal(await page.locator("[data-advice-panel]").count(), 0);
  await page.click("[data-ask-advice]");
  await page.waitForSelector('[data-advice-panel] [data-value="master"][aria-checked="true"]');
  await note.waitFor();
  const before = await page.locator(".table").getAttribute("data-version");
  await playOn([page], { stop: async (one) => (await one.locator(".table").getAttribute("data-version")) !== before });
  assert.equal(await note.count(), 0);
  assert.deepEqual(page.problems, []);
});

test("the bulb advises on a phone, by key from another tab, by focus and with a finger, in German", { timeout: 90_000 }, async () => {
  const page = await playNow({ ...PHONE, locale: "de-DE" });
  await page.locator('[data-tab="players"]').click();
  await page.keyboard.press("b");
  const note = page.locator("[data-advice]");
  await note.waitFor();
  assert.equal(await page.locator('[data-tab="action"]').getAttribute("aria-selected"), "true");
  assert.match(await note.textContent(), /^Mein Rat: .*Elektro/s);
  const seen = await note.evaluate((one) => {
    const [box, sheet] = [one.getBoundingClientRect(), one.closest(".abody").getBoundingClientRect()];
    return box.top >= sheet.top - 1 && box.top < sheet.bottom;
  });
  assert.ok(seen, "what it says is in sight");
  await page.locator("[data-advice-close]").tap();
  await page.waitForSelector("[data-advice-panel]", { state: "detached" });
  await page.locator("[data-ask-advice]").focus();
  await page.keyboard.press("Enter");
  await note.waitFor();
  await page.locator("[data-ask-advice]").tap();
  await page.waitForSelector("[data-advice-panel]", { state: "detached" });
  await page.locator("[data-ask-advice]").tap();
  await note.waitFor();
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
  assert.deepEqual(page.problems, []);
});

/** Pass on fuel in round 1 and come to one's cities. False where a card was drawn on the way: that cannot be taken back. */
async function passFuel(page) {
  await playOn([page], until("fuel"));
  await ready(page, "fuel");
  const from = Number(await page.locator(".table").getAttribute("data-version"));
  await page.locator("[data-quiet]").click();
  const anyway = page.locator("[data-anyway]");
  if (await anyway.count()) await anyway.click();
  await ready(page, "build");
  const history = await page.request.get(`/api${new URL(page.url()).pathname}/history?after=${from}`);
  return !(await history.text()).includes('"card-drawn"');
}

test("a move is taken back past the bots that have answered it", { timeout: 180_000 }, async () => {
  let page = await playNow();
  // a bot with as many cities as the smallest plant has on it makes that plant leave, and a card is drawn
  for (let tries = 1; !(await passFuel(page)); tries++) {
    assert.ok(tries < 6, "a card was drawn in every game");
    await page.context().close();
    page = await playNow();
  }
  const money = () => page.locator(".pl.me [data-money] b").textContent();
  const before = await money();
  await page.click("[data-undo]:not([aria-disabled])");
  await ready(page, "fuel");
  assert.equal(await page.title(), "● Your turn · Stromnetz");
  assert.equal(await money(), before);
  await page.waitForSelector('.table[data-phase="fuel"]');
  assert.deepEqual(page.problems, []);
});

test("a move is taken back while the answers of the bots are still being shown", { timeout: 90_000 }, async () => {
  const page = await playNow({ reducedMotion: "no-preference" });
  await playOn([page], until("fuel"));
  await ready(page, "fuel");
  const before = await page.locator(".table").getAttribute("data-version");
  await page.locator("[data-quiet]").click();
  const anyway = page.locator("[data-anyway]");
  if (await anyway.count()) await anyway.click();
  await page.waitForFunction((v) => document.querySelector(".table").dataset.version !== v, before);
  await page.click("[data-undo]:not([aria-disabled])");
  await ready(page, "fuel");
  assert.equal(await page.locator(".note.refused").count(), 0);
  assert.deepEqual(page.problems, []);
});

test("the calculator tells what other plants and more fuel would supply", { timeout: 90_000 }, async () => {
  const page = await playNow();
  await playOn([page], { stop: async (one) => (await one.locator(".pl.me .mp").count()) > 0 });
  await page.locator(".pl.me [data-calculate]").click();
  const dialog = page.locator("dialog.dialog");
  const supplies = dialog.locator(".sums b").first();
  await supplies.waitFor();
  // one more plant of the market, and cities enough for both
  const offered = dialog.locator(".minis.runs").nth(1).locator(".mp");
  const own = Number(await dialog.locator(".minis.runs").first().locator(".hc b").first().textContent());
  const cities = dialog.locator(".buys li").last().locator(".stepr button").last();
  for (let i = 0; i < 5; i++) await cities.click();
  const other = Number(await offered.first().locator(".hc b").textContent());
  await offered.first().click();
  // fill every fuel as far as it goes: a button rests while the server works out what it would bring
  const up = dialog.locator(".buys li:not(:last-child) .stepr button:last-child:not([aria-disabled])").first();
  const done = () => page.evaluate((n) => document.querySelector("dialog .sums b")?.textContent.endsWith(String(n)), own + other);
  for (const end = Date.now() + 30_000; !(await done()); ) {
    assert.ok(Date.now() < end, `never ${own + other}: ${await dialog.textContent()}`);
    await up.click({ timeout: 500 }).catch(() => undefined);
  }
  assert.match(await dialog.locator("[data-calculated]").textContent(), /Runs /);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  assert.deepEqual(page.problems, []);
});

test("with motion on, what moves flies, and the game goes on", { timeout: 120_000 }, async () => {
  const page = await playNow({ reducedMotion: "no-preference" });
  await page.evaluate(() => {
    window.flown = 0;
    new MutationObserver((all) => {
      for (const one of all) for (const node of one.addedNodes) if (node.classList?.contains("flying")) window.flown++;
    }).observe(document.body, { childList: true });
  });
  await playOn([page], { stop: async (one) => Number(await one.locator(".rnd b").textContent()) >= 2 });
  assert.ok((await page.evaluate(() => window.flown)) > 3, "houses, fuel and money fly to where they go");
  await page.waitForFunction(() => document.querySelectorAll(".flying").length === 0);
  assert.deepEqual(page.problems, []);
});
