// axe finds no accessibility problems on any screen, in all three themes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bring } from "./axe.mjs";
import { FULL, person, PHONE } from "./server.mjs";
import { be, browser, newAdmin, playRated, sitAt, TABLES, url } from "./prepared.mjs";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice", "experimental"];

/**
 * What axe finds, of any impact, on a page or in some parts of it. In the other themes only colours can differ;
 * they are checked on whole pages, and in parts of them nightly. High contrast has to reach 7 : 1 for text.
 */
async function findings(page, ...parts) {
  await bring(page);
  return page.evaluate(async ([values, include, themes]) => {
    const out = [];
    // the map has most of the elements, and axe visits each of them whatever it is asked about
    const map = include.length ? document.querySelector("svg.map-drawing") : null;
    const gap = document.createComment("map");
    map?.replaceWith(gap);
    // parts that a label replaces for screen readers are checked all the same
    for (const one of document.querySelectorAll(".city > [aria-hidden]")) one.removeAttribute("aria-hidden");
    for (const theme of themes) {
      document.documentElement.dataset.theme = theme;
      const wanted = theme === "light" ? { type: "tag", values } : { type: "rule", values: [theme === "contrast" ? "color-contrast-enhanced" : "color-contrast"] };
      const { violations } = await window.axe.run(include.length ? { include } : document, { runOnly: wanted, preload: false, resultTypes: ["violations"] });
      for (const { id, impact, nodes } of violations) {
        out.push(`${theme} ${id} (${impact}): ${nodes.slice(0, 3).map((node) => node.target).join("; ")}`);
      }
    }
    document.documentElement.dataset.theme = "light";
    if (map) gap.replaceWith(map);
    return out;
  }, [TAGS, parts, parts.length && !FULL ? ["light"] : ["light", "dark", "contrast"]]);
}

/** A page, and a function that checks what it shows and remembers what is wrong. */
async function checked(screen, language = "en-GB") {
  const page = await person(browser, url, { ...screen, bypassCSP: true, colorScheme: "light", locale: language });
  // the styles of high contrast, which come with that theme
  await page.addInitScript(() => localStorage.setItem("stromnetz.theme", "contrast"));
  const found = {};
  const check = async (where, ...parts) => {
    const said = await findings(page, ...parts);
    if (said.length) found[where] = said;
  };
  const end = async () => {
    assert.deepEqual(found, {});
    assert.deepEqual(page.problems, []);
    await page.context().close();
  };
  return { page, check, end };
}

const PAGES = [
  ["/", "[data-table]"],
  ["/new", "[data-create]"],
  ["/find-players", "[data-seek]"],
  ["/games", "[data-archive]"],
  ["/learn", "[data-lesson]"],
  ["/rules#A9", "[data-rule-text]"],
  ["/account", "[data-sessions] li"],
  ["/ladder", ".panel"],
  ["/account/profile", ".curve"],
  ["/account/tokens", ".admin-list li"],
  ["/admin", ".admin-list li", ["people", "tables", "reports", "broadcast", "tournaments", "log"]],
];

async function checkPages({ page, check, end }) {
  const ada = await newAdmin();
  await Promise.all([ada.newTable({ public: true }), ada.ask("/api/me/tokens", { name: "Clank" }), playRated([ada.name, "easy", "easy", "easy"])]);
  await page.goto("/account");
  await page.click("[data-way-in] [data-value=old]");
  await page.click("[data-forgotten] button");
  await check("/account, logged out");
  await be(page, ada.cookie);
  for (const [path, shown, tabs = [""]] of PAGES) {
    await page.goto(path);
    await page.waitForSelector(shown);
    for (const tab of tabs) {
      if (tab) await page.click(`[data-value="${tab}"]`);
      if (tab) await page.waitForSelector(".admin-list li, .panel p.text-muted, .panel form");
      await check(`${path} ${tab}`);
    }
    if (path !== "/new") continue;
    await page.click('[data-company="screen"]');
    await page.click("[data-more-options] summary");
    await page.click("[data-add-robot]");
    await check("/new, more options");
  }
  await end();
}

// A table, an edition with companies and a lobby as a whole; the other tables differ from these only in the
// decision.
const WHOLE = ["lobby", "open", "network"];
const CHECKED = FULL ? Object.keys(TABLES) : [...WHOLE, "bid", "fuel", "build", "run", "company", "end"];

async function checkTables({ page, check, end }, names) {
  for (const name of names) {
    await sitAt(page, name);
    await page.waitForSelector(name === "end" ? "[data-end]" : name === "lobby" ? "[data-start]" : ".action.is-mine");
    if (FULL || WHOLE.includes(name)) await check(name);
    else await check(name, name === "end" ? "[data-end]" : ".action");
  }
  await end();
}

/** Everything that opens over a table. */
async function checkDialogs({ page, check, end }) {
  await sitAt(page, "open");
  await page.goto("/");
  await page.waitForSelector(".continue-game");
  await check("the start page with a game that waits");
  await page.goBack();
  await page.waitForSelector(".city");
  await page.keyboard.press("?");
  await page.waitForSelector("[data-keys]");
  await check("keys", "[data-keys]");
  await page.keyboard.press("Escape");
  await page.click("[data-log]");
  await check("log", ".log-list");
  await page.click("[data-menu]");
  await page.waitForSelector("[data-show-link]");
  await check("menu", "dialog");
  await sitAt(page, "bid", { who: null });
  await page.waitForSelector("[data-seat-back]");
  await check("a spectator", ".action");
  await end();
}

async function checkPhone({ page, check, end }) {
  await sitAt(page, "open");
  await page.waitForSelector(".action.is-mine");
  await check("the table");
  for (const tab of ["market", "company", "players", "log", "action"]) {
    await page.click(`[data-tab="${tab}"]`);
    await check(tab, ".sheet");
  }
  await end();
}

const LANGUAGES = FULL ? ["en-GB", "de-DE", "nl-NL"] : ["en-GB"];
for (const language of LANGUAGES) {
  test(`axe finds nothing on the pages beside the board: ${language}`, { timeout: 480_000 }, async () => checkPages(await checked({}, language)));
  test(`axe finds nothing at tables: ${language}`, { timeout: 480_000 }, async () => checkTables(await checked({}, language), CHECKED));
  test(`axe finds nothing in what opens over a table: ${language}`, { timeout: 480_000 }, async () => checkDialogs(await checked({}, language)));
  test(`axe finds nothing at a table on a phone: ${language}`, { timeout: 480_000 }, async () => checkPhone(await checked(PHONE, language)));
}
if (FULL) {
  test("axe finds nothing on a phone: pages and tables", { timeout: 960_000 }, async () => {
    await checkPages(await checked(PHONE));
    await checkTables(await checked(PHONE), CHECKED);
  });
}
