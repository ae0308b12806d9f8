// For everybody: nothing that axe finds on any screen, the way back to a seat.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bring } from "./axe.mjs";
import { FULL, person, PHONE, sit, sitDown } from "./house.mjs";
import { stage } from "./stage.mjs";

const { house, browser } = await stage("sizes");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice", "experimental"];

/** What axe finds, of any impact, on a page or in some parts of it; in the dark theme only colours can differ. */
async function findings(page, ...parts) {
  await bring(page);
  return page.evaluate(async ([values, include]) => {
    const out = [];
    // the map has most of the elements, and axe visits each of them whatever it is asked about
    const map = include.length ? document.querySelector("svg.geo") : null;
    const gap = document.createComment("map");
    map?.replaceWith(gap);
    // what a label tells in its stead is looked at all the same
    for (const one of document.querySelectorAll(".city > [aria-hidden]")) one.removeAttribute("aria-hidden");
    for (const theme of ["light", "dark"]) {
      document.documentElement.dataset.theme = theme;
      const wanted = theme === "light" ? { type: "tag", values } : { type: "rule", values: ["color-contrast"] };
      const { violations } = await window.axe.run(include.length ? { include } : document, { runOnly: wanted, preload: false, resultTypes: ["violations"] });
      for (const { id, impact, nodes } of violations) {
        out.push(`${theme} ${id} (${impact}): ${nodes.slice(0, 3).map((node) => node.target).join("; ")}`);
      }
    }
    if (map) gap.replaceWith(map);
    return out;
  }, [TAGS, parts]);
}

// Looked at as a whole: a table of each kind, a lobby, an end. The other tables differ from these in what is asked and
// in the market, which are looked at on the two screens in turn; all of them as a whole on both: make test-full.
const WHOLE = ["lobby", "open", "network", "end"];
const PARTS = [".action", ".market"];

/** Of these parts those that are on the page: on a phone the market is behind its tab. */
const there = (page, parts) => page.evaluate((all) => all.filter((one) => document.querySelector(one)), parts);

for (const [size, screen] of [["wide", {}], ["phone", PHONE]]) {
  test(`axe finds nothing on any screen: ${size}`, { timeout: 480_000 }, async () => {
    const still = { ...screen, bypassCSP: true, colorScheme: "light" };
    const found = {};
    const look = async (page, where, ...parts) => {
      const said = await findings(page, ...(FULL ? [] : parts));
      if (said.length) found[where] = said;
    };
    const page = await person(browser, house.url, still);
    for (const [path, there] of [["/", "[data-play-now]"], ["/new", "[data-create]"], ["/find", "[data-seek]"], ["/mine", "[data-show]"], ["/learn", "[data-lesson]"]]) {
      await page.goto(path);
      await page.waitForSelector(there);
      await look(page, path);
    }
    const ann = await sit(browser, house, "open", { screen: still });
    for (const [n, name] of Object.keys(house.tables).entries()) {
      if (!FULL && !WHOLE.includes(name) && (n % 2 === 0) !== (size === "wide")) continue;
      await ann.request.post("/api/recover", { data: { token: house.tables[name].tokens.Ann } });
      if (name === "lobby") await ann.goto(`/tables/${house.tables[name].id}`);
      else await sitDown(ann, house, name);
      await ann.waitForSelector("[data-city], [data-end], .page.lobby");
      await look(ann, name, ...(WHOLE.includes(name) ? [] : await there(ann, PARTS)));
      if (name === "open" && size === "wide") {
        await ann.keyboard.press("?");
        await ann.waitForSelector("[data-keys]");
        await look(ann, "keys", "[data-keys]");
        await ann.keyboard.press("Escape");
        await ann.click("[data-log]");
        await look(ann, "log", ".loglist");
      } else if (name === "open") {
        for (const tab of ["market", "company", "players", "log", "action"]) {
          await ann.click(`[data-tab="${tab}"]`);
          await look(ann, tab, ".sheet");
        }
      }
    }
    const watcher = await sit(browser, house, "bid", { who: null, screen: still });
    await watcher.waitForSelector("[data-seat-back]");
    await look(watcher, "looking on", ".action");
    assert.deepEqual(found, {});
    assert.deepEqual([...page.problems, ...ann.problems], []);
    for (const one of [page, ann, watcher]) await one.context().close();
  });
}

test("the link of a seat opens it elsewhere, and a new one ends that", { timeout: 90_000 }, async () => {
  const host = await person(browser, house.url, { bypassCSP: true });
  await host.goto("/");
  await host.click("[data-play-now]");
  await host.waitForSelector(".action.mine");
  await host.click("[data-menu]");
  await host.click("[data-show-link]");
  const link = await host.locator("[data-seat-link] input").inputValue();
  assert.match(link, /\/recover\/[A-Za-z0-9_-]{20,}$/);
  assert.equal(await host.locator(".qr path").count(), 1);
  assert.deepEqual(await findings(host, "dialog"), []);
  // somebody who looks on is told how to come back, and does
  const phone = await person(browser, house.url, PHONE);
  await phone.goto(new URL(host.url()).pathname);
  await phone.fill("[data-seat-back] input", "no link");
  await phone.click("[data-seat-back] button");
  await phone.waitForSelector("[data-seat-back] [role=alert]");
  await phone.fill("[data-seat-back] input", link);
  await phone.click("[data-seat-back] button");
  await phone.waitForSelector(".action.mine");
  await host.click("[data-renew-link]");
  await host.waitForFunction((old) => document.querySelector("[data-seat-link] input").value !== old, link);
  await phone.reload();
  await phone.waitForSelector("[data-seat-back]");
  assert.deepEqual([...host.problems, ...phone.problems], []);
});

test("whoever logs out is nobody here any more, and a cookie that is not known is given up only when told", { timeout: 60_000 }, async () => {
  const page = await person(browser, house.url);
  await page.request.post("/api/tables", { data: { name: "Ann", seats: [{ kind: "person" }, { kind: "open" }] } });
  await page.goto("/");
  await page.waitForSelector("[data-table]");
  await page.click("[data-log-out]");
  assert.equal(await page.evaluate(async () => (await (await fetch("/api/me")).json()).guest), true, "it asks first");
  await page.click("[data-log-out]");
  await page.waitForSelector("[data-log-out]", { state: "detached" });
  assert.equal(await page.locator(".tables").first().locator("[data-table]").count(), 0);
  await page.context().addCookies([{ name: "stromnetz", value: "of-another-server", url: house.url }]);
  await page.goto("/");
  await page.click("[data-afresh]");
  await page.waitForSelector("[data-afresh]", { state: "detached" });
  assert.deepEqual((await page.context().cookies()).filter((one) => one.name === "stromnetz"), []);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
