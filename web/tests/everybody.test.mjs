// For everybody: nothing that axe finds on any screen, a whole game by keys alone, the way back to a seat.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { person, PHONE, sit, sitDown } from "./house.mjs";
import { over } from "./player.mjs";
import { stage } from "./stage.mjs";

const { house, browser } = await stage("sizes");
const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice", "experimental"];

/** What axe finds, of any impact; in the dark theme only colours can differ. */
async function findings(page) {
  await page.addScriptTag({ path: AXE });
  return page.evaluate(async (values) => {
    const out = [];
    // what a label tells in its stead is looked at all the same
    for (const one of document.querySelectorAll(".city > [aria-hidden]")) one.removeAttribute("aria-hidden");
    for (const theme of ["light", "dark"]) {
      document.documentElement.dataset.theme = theme;
      const wanted = theme === "light" ? { type: "tag", values } : { type: "rule", values: ["color-contrast"] };
      const { violations } = await window.axe.run({ runOnly: wanted, preload: false, resultTypes: ["violations"] });
      for (const { id, impact, nodes } of violations) {
        out.push(`${theme} ${id} (${impact}): ${nodes.slice(0, 3).map((node) => node.target).join("; ")}`);
      }
    }
    return out;
  }, TAGS);
}

for (const [size, screen] of [["wide", {}], ["phone", PHONE]]) {
  test(`axe finds nothing on any screen: ${size}`, { timeout: 480_000 }, async () => {
    const still = { ...screen, bypassCSP: true, colorScheme: "light" };
    const found = {};
    const look = async (page, where) => {
      const said = await findings(page);
      if (said.length) found[where] = said;
    };
    const page = await person(browser, house.url, still);
    for (const [path, there] of [["/", "[data-play-now]"], ["/new", "[data-create]"]]) {
      await page.goto(path);
      await page.waitForSelector(there);
      await look(page, path);
    }
    const ann = await sit(browser, house, "open", { screen: still });
    for (const name of Object.keys(house.tables)) {
      await ann.request.post("/api/recover", { data: { token: house.tables[name].tokens.Ann } });
      if (name === "lobby") await ann.goto(`/tables/${house.tables[name].id}`);
      else await sitDown(ann, house, name);
      await ann.waitForSelector("[data-city], [data-end], .page.lobby");
      await look(ann, name);
      if (name === "open" && size === "wide") {
        await ann.keyboard.press("?");
        await ann.waitForSelector("[data-keys]");
        await look(ann, "keys");
        await ann.keyboard.press("Escape");
        await ann.click("[data-log]");
        await look(ann, "log");
      } else if (name === "open") {
        for (const tab of ["market", "company", "players", "log", "action"]) {
          await ann.click(`[data-tab="${tab}"]`);
          await look(ann, tab);
        }
      }
    }
    const watcher = await sit(browser, house, "bid", { who: null, screen: still });
    await watcher.waitForSelector("[data-seat-back]");
    await look(watcher, "looking on");
    assert.deepEqual(found, {});
    assert.deepEqual([...page.problems, ...ann.problems], []);
    for (const one of [page, ann, watcher]) await one.context().close();
  });
}

/** Press a key until something has the focus. */
async function reach(page, selector, key = "Tab", most = 150) {
  for (let i = 0; i < most; i++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${selector}`);
}

/** Answer what is asked by keys alone. */
async function press(page, kind, plants) {
  const { keyboard } = page;
  if (kind === "auction" && plants < 2) {
    await keyboard.press("p");
    await keyboard.press("Enter");
    await page.waitForSelector(".action [data-primary]:enabled");
  } else if (kind === "bid") {
    await keyboard.press("a");
    await reach(page, "[data-secondary]", "Tab", 8);
    await keyboard.press("Enter");
    return;
  } else if (kind === "fuel" && (await page.locator("[data-fill]").count())) {
    await keyboard.press("a");
    await reach(page, "[data-fill]", "Shift+Tab", 30);
    await keyboard.press("Enter");
    await page.waitForFunction(() => /\d/.test(document.querySelector(".action [data-primary], .action [data-secondary]")?.textContent ?? ""), null, { timeout: 1500 }).catch(() => undefined);
  } else if (kind === "build" && (await page.locator("[data-city-offer]").count())) {
    await keyboard.press("a");
    await reach(page, "[data-city-offer]", "Shift+Tab", 30);
    await keyboard.press("Enter");
    await page.waitForSelector(".action .plan li");
  } else if (!["auction", "fuel", "build", "run"].includes(kind)) {
    await keyboard.press("c");
    await keyboard.press("Enter");
  }
  await keyboard.press("a");
  await keyboard.press("Enter");
  if (await page.locator("[data-anyway]").count()) {
    await keyboard.press("a");
    await keyboard.press("Enter");
  }
}

test("a whole game is played by keys alone", { timeout: 300_000 }, async () => {
  const page = await person(browser, house.url);
  await page.goto("/new");
  await page.waitForSelector("[data-create]");
  await reach(page, '[data-value="3"]');
  await page.keyboard.press("Enter");
  await reach(page, ".seatlist li:nth-child(2) select");
  await page.keyboard.type("bot");
  await reach(page, '[data-value="true"]');
  await page.keyboard.press("Enter");
  await reach(page, "[data-create]");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".action");
  // from the top of the page straight to what is asked
  await page.evaluate(() => document.activeElement?.blur());
  await reach(page, "[data-skip]", "Tab", 3);
  await page.keyboard.press("Enter");
  assert.ok(await page.evaluate(() => document.activeElement?.closest("#action") !== null));
  // the map: to a city, on to another, and what is told of it
  await page.keyboard.press("m");
  const first = await page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  // the prices are told where the plates have room for them, which depends on the regions that were dealt
  assert.match(first, /^\D+( 10 15 20)?: .+, 1 place free/);
  await reach(page, `.city [aria-label]:not([aria-label="${first}"])`, "ArrowDown", 1).catch(() => reach(page, `.city [aria-label]:not([aria-label="${first}"])`, "ArrowRight", 1));
  let turns = 0;
  for (const end = Date.now() + 240_000; !(await over(page)); ) {
    assert.ok(Date.now() < end, "the game did not end in time");
    const asked = await page.evaluate(() => {
      const panel = document.querySelector(".action.mine:not([data-busy])");
      return panel && { kind: panel.dataset.decision, plants: window.stromnetz.me().plants.length, version: document.querySelector(".table").dataset.version };
    });
    if (!asked) {
      await page.waitForSelector(".action.mine:not([data-busy]), [data-end]");
      continue;
    }
    await press(page, asked.kind, asked.plants);
    await page.waitForFunction((v) => document.querySelector(".table").dataset.version !== v, asked.version, { timeout: 3000 }).catch(() => undefined);
    assert.ok(++turns < 400, `nothing ends, asked: ${asked.kind}`);
  }
  assert.equal(await page.locator(".ranking tbody tr").count(), 3);
  assert.deepEqual(page.problems, []);
});

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
  assert.deepEqual(await findings(host), []);
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
