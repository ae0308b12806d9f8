// Every control of the pages beside the board can be reached by Tab, and shows that it has the focus. On the smallest
// phone, nothing is wider than the window.
import assert from "node:assert/strict";
import { test } from "node:test";
import { person, PHONE } from "./server.mjs";
import { be, browser, newAdmin, sitAt, url } from "./prepared.mjs";

/** A page, what shows that it is there, and its tabs. */
const PAGES = [
  ["/account", "[data-sessions]"],
  ["/find-players", "[data-seek-form]"],
  ["/games", "[data-archive]"],
  ["/ladder", ".panel"],
  ["/account/profile", "h1"],
  ["/account/tokens", ".admin-list li"],
  ["/new", "[data-create]"],
  ["/admin", ".admin-list li", ["people", "tables", "reports", "broadcast", "tournaments", "log"]],
];

/** Usable controls that Tab does not reach, or that do not show the focus. */
async function unreached(page) {
  const count = await page.evaluate(() => {
    const all = [...document.querySelectorAll("a[href], button, input, select, textarea, summary")];
    const usable = all.filter((one) => one.checkVisibility() && !one.disabled && one.tabIndex >= 0);
    for (const one of usable) one.dataset.awaited = "";
    document.activeElement?.blur();
    window.focused ??= document.addEventListener("focusin", ({ target }) => {
      const { outlineStyle, boxShadow } = getComputedStyle(target);
      if (outlineStyle !== "none" || boxShadow !== "none") delete target.dataset.awaited;
    }) ?? true;
    // inside a time, Tab goes from the hours to the minutes and the half of the day
    return usable.reduce((sum, one) => sum + (one.type === "time" ? 3 : 1), 0);
  });
  const awaited = () => page.evaluate(() => [...document.querySelectorAll("[data-awaited]")].map((one) => one.outerHTML.slice(0, 120)));
  // twice round the page, if need be: controls that come while Tab goes on are stops before those that are awaited
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < count + 3; i++) await page.keyboard.press("Tab");
    if (!(await awaited()).length) break;
  }
  return awaited();
}

test("Tab reaches every control of every page beside the board", { timeout: 240_000 }, async () => {
  const page = await person(browser, url);
  const ada = await newAdmin();
  await ada.newTable({ public: true });
  await ada.ask("/api/me/tokens", { name: "Clank" });
  await be(page, ada.cookie);
  for (const [path, shown, tabs = [""]] of PAGES) {
    await page.goto(path);
    await page.waitForSelector(shown);
    for (const tab of tabs) {
      if (tab) {
        await page.click(`[data-value="${tab}"]`);
        await page.waitForSelector(`[data-value="${tab}"][aria-checked=true]`);
        await page.waitForSelector(".admin-list li, .panel p.text-muted, .panel form");
      }
      assert.deepEqual(await unreached(page), [], `${path} ${tab}`);
    }
  }
  assert.deepEqual(page.problems, []);
});

const SMALL_PAGES = [
  ["/", "[data-new-table]"],
  ["/learn", "[data-lesson]"],
  ["/new", "[data-create]"],
  ["/account", ".picker"],
  ["/puzzles", "[data-choice]"],
];
for (const locale of ["de-DE", "nl-NL", "en-GB"]) {
  test(`no page is wider than the smallest phone: ${locale}`, { timeout: 120_000 }, async () => {
    const page = await person(browser, url, { ...PHONE, viewport: { width: 320, height: 640 }, locale });
    const wider = () => page.evaluate((wide) => document.documentElement.scrollWidth - wide, 320);
    for (const [path, shown] of SMALL_PAGES) {
      await page.goto(path);
      await page.waitForSelector(shown);
      assert.equal(await wider(), 0, path);
    }
    await sitAt(page, "lobby");
    await page.waitForSelector("[data-start]");
    assert.equal(await wider(), 0, "lobby");
    const cut = await page.locator(".seat-list select").evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().width < 150).length);
    assert.equal(cut, 0, "the choices of seats can be read");
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}
