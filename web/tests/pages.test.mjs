// The pages beside the board: every control by keys alone, every word in every language; and what the host has switched
// off is offered nowhere.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { after, test } from "node:test";
import { House, launch, person, PHONE } from "./house.mjs";

const PYTHON = process.env.STROMNETZ_PYTHON ?? "python3";
const ROOT = resolve(import.meta.dirname, "../..");
const PASSWORD = "four words in a row";
const OFF = ["clocks", "stand_ins", "answers", "seeking", "public_tables", "chat", "programs", "ratings", "accounts"];

const house = new House();
const bare = new House();
const browser = await launch({ pictures: false });
after(async () => {
  await browser.close();
  await Promise.all([house.stop(), bare.stop()]);
});
await house.start();

/** A page, what shows that it is there, and its tabs. */
const PAGES = [
  ["/account", "[data-sessions]"],
  ["/find", "[data-seek-form]"],
  ["/mine", "[data-show]"],
  ["/ladder", ".panel"],
  ["/profile", "h1"],
  ["/programs", "[data-name]"],
  ["/new", "[data-create]"],
  ["/admin", ".adminlist", ["people", "tables", "reports", "broadcast", "log", "tournaments"]],
];

/** What can be used and seen, but is not met by going on with Tab, or does not show that it has the keys. */
async function unreached(page) {
  const count = await page.evaluate(() => {
    const all = [...document.querySelectorAll("a[href], button, input, select, textarea, summary")];
    const usable = all.filter((one) => one.checkVisibility() && !one.disabled && one.tabIndex >= 0);
    for (const one of usable) one.dataset.awaited = "";
    document.activeElement?.blur();
    return usable.length;
  });
  for (let i = 0; i < count + 3; i++) {
    await page.keyboard.press("Tab");
    await page.evaluate(() => {
      const at = document.activeElement;
      const { outlineStyle, boxShadow } = getComputedStyle(at);
      if (outlineStyle !== "none" || boxShadow !== "none") delete at.dataset.awaited;
    });
  }
  return page.evaluate(() => [...document.querySelectorAll("[data-awaited]")].map((one) => one.outerHTML.slice(0, 120)));
}

/** Whole sentences on the page: names and figures are the same in every language, these are not. */
const sentences = (page) =>
  page.evaluate(() => {
    const said = document.querySelector("main").innerText.split("\n");
    const hidden = [...document.querySelectorAll("main [aria-label], main [placeholder]")].map((one) => one.ariaLabel ?? one.placeholder);
    return [...said, ...hidden].map((one) => one.trim()).filter((one) => one.split(/\s+/).length >= 4 && !/\d/.test(one));
  });

test("every page beside the board is used by keys alone, in every language", { timeout: 240_000 }, async () => {
  const ann = await person(browser, house.url);
  await ann.request.post("/api/account", { data: { name: "Ann", password: PASSWORD } });
  execFileSync(PYTHON, ["-m", "stromnetz.cli", "admin", "grant", "Ann", "--database", house.file], { cwd: ROOT });
  await ann.request.post("/api/tables", { data: { seats: [{ kind: "person" }, { kind: "open" }], public: true } });
  await ann.request.post("/api/me/programs", { data: { name: "Clank" } });
  for (const [path, there, tabs = [""]] of PAGES) {
    await ann.goto(path);
    for (const tab of tabs) {
      const where = `${path} ${tab}`;
      if (tab) await ann.click(`[data-value="${tab}"]`);
      await ann.waitForSelector(tab ? `[data-value="${tab}"][aria-checked=true]` : there);
      // what is counted has come
      if (tab) await ann.waitForSelector(".adminlist li, .panel p.mut, .panel form");
      assert.deepEqual(await unreached(ann), [], where);
      const told = {};
      for (const lang of ["de", "nl", "en"]) {
        await ann.click(`[data-lang=${lang}]`);
        await ann.waitForSelector(`[data-lang=${lang}][aria-pressed=true]`);
        told[lang] = new Set(await sentences(ann));
      }
      for (const [one, other] of [["de", "en"], ["nl", "en"], ["de", "nl"]]) {
        assert.deepEqual([...told[one]].filter((text) => told[other].has(text)), [], `${where}: ${one} and ${other}`);
      }
    }
  }
  assert.deepEqual(ann.problems, []);
});

test("dates are written as where the browser is at home, and in English as in Britain elsewhere", async () => {
  for (const [locale, form] of [["en-US", /[A-Z][a-z]{2} \d+, \d{4}/], ["en-AU", /\d+ [A-Z][a-z]+ \d{4}/], ["fr-FR", /\d+ [A-Z][a-z]+ \d{4}/]]) {
    const page = await person(browser, house.url, { locale });
    await page.request.post("/api/tables", { data: { seats: [{ kind: "person" }, { kind: "open" }] } });
    await page.goto("/mine?lang=en");
    assert.match(await page.textContent(".kept"), form, locale);
    await page.context().close();
  }
});

test("what the host has switched off is offered nowhere, and its pages say so", { timeout: 120_000 }, async () => {
  for (const one of OFF) process.env[`STROMNETZ_NO_${one.toUpperCase()}`] = "yes";
  await bare.start();
  const [ann, ben] = [await person(browser, bare.url, PHONE), await person(browser, bare.url)];
  await ann.goto("/");
  await ann.waitForSelector("[data-play-now]");
  await ann.waitForLoadState("networkidle");
  assert.equal(await ann.locator('[data-account], a[href="/ladder"], [data-to="/find"], a[href="/find"]').count(), 0);
  await ann.goto("/find");
  await ann.getByText("Players meet by link and code").waitFor();
  await ann.waitForLoadState("networkidle");
  assert.equal(await ann.locator("[data-seek-form], [data-seekers], [data-waiting]").count(), 0);
  await ann.goto("/new");
  await ann.waitForSelector("[data-create]");
  await ann.waitForLoadState("networkidle");
  assert.equal(await ann.locator("[data-clock-field]").count(), 0);
  assert.equal(await ann.getByRole("radiogroup", { name: "Who can join" }).count(), 0);
  assert.equal(await ann.getByRole("radiogroup", { name: "Chat" }).count(), 0);
  // nothing is said of what is there before it is known what the host offers
  await ann.route("**/api/features", async (route) => {
    await new Promise((done) => setTimeout(done, 700));
    await route.continue();
  });
  for (const path of ["/account", "/ladder", "/profile", "/programs"]) {
    await ann.goto(path);
    await ann.waitForSelector(".note, .panel p");
    assert.match(await ann.textContent("main"), /server/, path);
  }
  await ann.unroute("**/api/features");
  // two play all the same
  const seats = [{ kind: "person", name: "Ann" }, { kind: "open" }];
  const made = await (await ann.request.post("/api/tables", { data: { seats } })).json();
  await ben.request.post(`/api/tables/${made.table.id}/join`, { data: { name: "Ben" } });
  await ann.request.post(`/api/tables/${made.table.id}/start`);
  for (const page of [ann, ben]) {
    await page.goto(`/tables/${made.table.id}`);
    await page.waitForSelector(".city");
    await page.waitForLoadState("networkidle");
    assert.equal(await page.locator("[data-chat], [data-advance], [data-clock], [data-vote]").count(), 0);
  }
  assert.deepEqual([...ann.problems, ...ben.problems], []);
});
