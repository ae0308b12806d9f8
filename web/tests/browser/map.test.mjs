// The drawn map: every board fits its window, and moves by wheel, fingers, keys and the small overview.
import assert from "node:assert/strict";
import { test } from "node:test";
import { resize, settled } from "./faults.mjs";
import { eventually, FULL, person, PHONE } from "./server.mjs";
import { browser, sitAt, url } from "./prepared.mjs";

/** One page for all tests in a wide window, so that the app is loaded and compiled once. */
const wide = await person(browser, url);
const WIDE = [1440, 900];

/** The same regions in every run: from the first on whichever are connected, as many as that number of players uses. */
async function fixedRegions(edition, map, players) {
  const get = async (path) => (await fetch(`${url}/api/${path}`)).json();
  const short = (await get("editions")).find((one) => (edition ? one.id === edition : one.default));
  const facts = await get(`editions/${short.id}`);
  const board = await get(`boards/${map ?? short.maps[0]}`);
  const count = facts.players.find((one) => one.count === players)?.regions;
  if (!count) return "random";
  const of = (city) => board.cities[city].region;
  const out = [board.regions[0].id];
  while (out.length < count) {
    const touches = (region) => board.connections.some(([a, b]) => (of(a) === region && out.includes(of(b))) || (of(b) === region && out.includes(of(a))));
    out.push(board.regions.map((one) => one.id).find((id) => !out.includes(id) && touches(id)));
  }
  return out;
}

/** A game of me and bots, on its page. */
async function game(page, { edition, map, players = 4, regions } = {}) {
  regions ??= await fixedRegions(edition, map, players);
  const seats = Array.from({ length: players }, (_, i) => (i ? { kind: "bot", bot: "plain" } : { kind: "person" }));
  const made = await page.request.post("/api/tables", { data: { name: "Ann", seats, edition, map, regions } });
  assert.ok(made.ok(), await made.text());
  const { table } = await made.json();
  await page.request.post(`/api/tables/${table.id}/start`, { data: {} });
  await page.goto(`/tables/${table.id}`);
  await page.waitForSelector(".city");
  await page.waitForSelector(".action.is-mine");
  await settled(page);
}

/** Every board, with an edition that plays on it. */
async function allBoards() {
  const editions = await (await fetch(`${url}/api/editions`)).json();
  return new Map(editions.filter((one) => !one.companies).flatMap((one) => one.maps.map((map) => [map, one.id])));
}

/** What lies on what, or is cut by the window. */
function faults(page) {
  return page.evaluate(() => {
    const frame = document.querySelector("svg.map-drawing").getBoundingClientRect();
    const all = (selector, name) => [...document.querySelectorAll(selector)].filter((one) => getComputedStyle(one).visibility === "visible").map((one) => [name(one), one.getBoundingClientRect()]);
    const hit = ([, a], [, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    const cut = ([, a]) => a.left < frame.left - 1 || a.right > frame.right + 1 || a.top < frame.top - 1 || a.bottom > frame.bottom + 1;
    const cities = all(".city:not(.is-open) .city-plate", (one) => one.closest("[data-city]").dataset.city);
    // the line within a metropolis has its cost on the edge of both plates
    const costs = all(".cost-plate", (one) => `cost ${one.parentNode.textContent}`).filter((one) => cities.filter((city) => hit(one, city)).length < 2);
    const boxes = all(".recent-moves, .recent-moves-button, .city-popup, .zoom .zoom-buttons", (one) => one.className);
    const names = all(".ground-name, .idle-city-name", (one) => one.textContent);
    const found = [];
    const say = (a, what, b) => found.push(`${a[0]} ${what}${b ? ` ${b[0]}` : ""}`);
    for (const one of [...cities, ...costs, ...names]) if (cut(one)) say(one, "is cut");
    const plates = [...cities, ...costs];
    plates.forEach((a, i) => plates.slice(i + 1).forEach((b) => hit(a, b) && say(a, "lies on", b)));
    for (const a of plates) for (const b of [...boxes, ...names]) if (hit(a, b)) say(b, "covers", a);
    for (const a of names) for (const b of boxes) if (hit(a, b)) say(b, "covers", a);
    return found;
  });
}

/** The same when names and boxes have found their places, which they look for once the map has come to rest. */
async function faultsLeft(page) {
  for (let tries = 0; tries < 20; tries++) {
    if (!(await faults(page)).length) break;
    await page.waitForTimeout(100);
  }
  return faults(page);
}

const box = (page) => page.evaluate(() => document.querySelector("svg.map-drawing").getAttribute("viewBox").split(" ").map(Number));
const middle = ([x, y, w, h]) => [x + w / 2, y + h / 2];

// every board once, with another number of players and another window; all combinations nightly
const WINDOWS = [WIDE, [1024, 768], [1920, 1080], [1280, 720]];
const PLAYERS = [4, 2, 6];

test("on every board nothing covers a plate and no name is cut", { timeout: 240_000 }, async () => {
  const boards = await allBoards();
  assert.ok(boards.size >= 4);
  for (const [b, [map, edition]] of [...boards].entries()) {
    for (const [p, players] of PLAYERS.entries()) {
      if (!FULL && p !== b % PLAYERS.length) continue;
      await game(wide, { edition, map, players });
      for (const [width, height] of WINDOWS.filter((_, w) => FULL || w === b % WINDOWS.length)) {
        await resize(wide, [width, height]);
        assert.deepEqual(await faultsLeft(wide), [], `${map}, ${players} players, ${width} x ${height}`);
        if (width === 1920) assert.ok((await wide.locator(".map-drawing.play .city text.place-cost").count()) > 0, `${map} has room for prices`);
      }
    }
  }
  await resize(wide, WIDE);
  assert.deepEqual(wide.problems, []);
});

/** How large the smallest name is drawn, in pixels, which names touch the edges of their plates, and how much of the map's pane is used in one direction. */
function namesOf(page) {
  return page.evaluate(() => {
    const cities = [...document.querySelectorAll(".city:not(.is-open)")];
    const parts = cities.map((one) => ["city-name", "city-plate"].map((part) => one.querySelector(`.${part}`)));
    const rects = parts.map((pair) => pair.map((part) => part.getBoundingClientRect()));
    const frame = document.querySelector(".map-frame, .map").getBoundingClientRect();
    const plates = rects.map(([, plate]) => plate);
    const wide = Math.max(...plates.map((one) => one.right)) - Math.min(...plates.map((one) => one.left));
    const high = Math.max(...plates.map((one) => one.bottom)) - Math.min(...plates.map((one) => one.top));
    return {
      least: Math.min(...parts.map(([name]) => Number.parseFloat(getComputedStyle(name).fontSize) * name.getScreenCTM().a)),
      tight: rects.flatMap(([name, plate], i) => (name.left < plate.left + 0.5 || name.right > plate.right - 0.5 ? [parts[i][0].textContent] : [])),
      filled: Math.max(wide / frame.width, high / frame.height),
    };
  });
}

test("names of cities can be read and the map fills its pane on every board, in small windows", { timeout: 300_000 }, async () => {
  const boards = await allBoards();
  const outposts = (await (await fetch(`${url}/api/editions`)).json()).filter((one) => one.companies).flatMap((one) => one.maps.map((map) => [map, one.id]));
  for (const [map, edition] of [...boards, ...outposts]) {
    for (const players of FULL ? [2, 3, 4, 5, 6] : [6]) {
      await game(wide, { edition, map, players });
      for (const [width, height] of [[1024, 768], [1280, 720], [768, 1024]]) {
        const where = `${map}, ${players} players, ${width} x ${height}`;
        await resize(wide, [width, height]);
        const { least, tight, filled } = await namesOf(wide);
        assert.ok(least >= 11, `${where}: names of ${least} px`);
        assert.deepEqual(tight, [], where);
        assert.ok(filled >= 0.88, `${where}: the cities use ${filled} of the pane`);
        assert.deepEqual(await faultsLeft(wide), [], where);
      }
    }
  }
  await resize(wide, WIDE);
  assert.deepEqual(wide.problems, []);
});

test("wheel, dragging, keys and the overview move the map, and 0 brings it back", { timeout: 60_000 }, async () => {
  const page = wide;
  await resize(page, WIDE);
  await sitAt(page, "open");
  await settled(page);
  const home = await box(page);
  assert.equal(await page.locator("[data-minimap]").count(), 0);
  await page.mouse.move(700, 400);
  await page.mouse.wheel(0, -400);
  await page.waitForSelector("[data-minimap]");
  const near = await box(page);
  assert.ok(near[2] < home[2] * 0.8, "the wheel zooms in");
  await page.mouse.down();
  await page.mouse.move(660, 370, { steps: 4 });
  const drawn = await box(page);
  await page.mouse.move(640, 350, { steps: 4 });
  assert.deepEqual(await box(page), drawn, "while it is dragged the map is moved, not drawn anew");
  assert.match(await page.locator("svg.map-drawing").evaluate((one) => one.style.transform), /translate/);
  await page.mouse.up();
  assert.equal(await page.locator("svg.map-drawing").evaluate((one) => one.style.transform), "");
  const dragged = await box(page);
  assert.ok(dragged[0] > near[0] + 5 && dragged[1] > near[1] + 5, "the map follows the mouse");
  const mini = await page.locator("[data-minimap]").boundingBox();
  await page.mouse.move(mini.x + 10, mini.y + 10);
  await page.mouse.down();
  const corner = middle(await box(page));
  await page.mouse.move(mini.x + mini.width - 10, mini.y + mini.height - 10, { steps: 4 });
  await page.mouse.up();
  const other = middle(await box(page));
  assert.ok(other[0] > corner[0] + 50 && other[1] > corner[1] + 50, "the overview pans");
  await page.locator("svg.map-drawing").focus();
  const before = await box(page);
  await page.keyboard.press("ArrowLeft");
  assert.ok((await box(page))[0] < before[0]);
  await page.keyboard.press("-");
  assert.ok((await box(page))[2] > before[2]);
  await page.keyboard.press("+");
  await page.keyboard.press("0");
  assert.deepEqual(await box(page), home);
  await page.waitForSelector("[data-minimap]", { state: "detached" });
  // a button that was let go elsewhere does not hold the map
  await page.mouse.move(700, 400);
  await page.mouse.down();
  await page.evaluate(() => document.querySelector("svg.map-drawing").dispatchEvent(new PointerEvent("pointermove", { pointerId: 1, buttons: 0, clientX: 300, clientY: 300 })));
  assert.deepEqual(await box(page), home);
  await page.mouse.up();
  assert.deepEqual(page.problems, []);
});

test("arrow keys go from city to city", { timeout: 60_000 }, async () => {
  const page = wide;
  await resize(page, WIDE);
  await sitAt(page, "open");
  await settled(page);
  assert.equal(await page.locator('.city [tabindex="0"]').count(), 1, "one stop for Tab");
  await page.locator("svg.map-drawing").focus();
  await page.keyboard.press("Tab");
  const at = () =>
    page.evaluate(() => {
      const one = document.activeElement;
      const { x, y, width, height } = one.querySelector(".city-plate").getBoundingClientRect();
      return { id: one.closest("[data-city]").dataset.city, x: x + width / 2, y: y + height / 2 };
    });
  const first = await at();
  await page.keyboard.press("ArrowDown");
  const below = await at();
  assert.ok(below.id !== first.id && below.y > first.y);
  await page.keyboard.press("ArrowUp");
  assert.ok((await at()).y < below.y);
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.closest(".city") === null), true);
  assert.deepEqual(page.problems, []);
});

test("the focused city shows its path, its price and the money left, and Enter plans it", { timeout: 60_000 }, async () => {
  const page = wide;
  await resize(page, WIDE);
  await sitAt(page, "build");
  await settled(page);
  const money = await page.evaluate(() => window.stromnetz.me().money);
  const city = page.locator(".city.is-available").first();
  await page.locator("svg.map-drawing").focus();
  await page.keyboard.press("Tab");
  await city.getByRole("button").focus();
  await page.waitForSelector(".city-popup.is-buyable");
  const total = Number(await page.locator(".sum-tag text").textContent());
  const sum = await page.locator(".city-popup .total").textContent();
  const [connection, place, said] = sum.match(/\d+/g).map(Number);
  assert.deepEqual([connection + place, said], [total, total]);
  assert.match(sum, new RegExp(`${money - total}$`));
  assert.ok((await page.locator("path.is-highlighted").count()) > 0);
  assert.deepEqual(await faultsLeft(page), []);
  await page.keyboard.press("Enter");
  await page.waitForSelector(".city.is-planned");
  assert.deepEqual(page.problems, []);
});

test("a compact plate opens in full under the pointer", { timeout: 60_000 }, async () => {
  const page = wide;
  await resize(page, [1024, 768]);
  await game(page, { players: 6 });
  assert.equal(await page.locator(".map-drawing.whole").count(), 1);
  await page.locator(".city").nth(8).hover();
  assert.ok((await page.locator(".city.is-open .place-cost").count()) >= 3);
  assert.ok((await page.locator(".city.is-open .city-plate").boundingBox()).height >= 41);
  await page.mouse.move(5, 5);
  await page.waitForSelector(".city.is-open", { state: "detached" });
  await resize(page, WIDE);
});

test("a region is drafted by a click on the ground", { timeout: 60_000 }, async () => {
  const page = wide;
  await resize(page, WIDE);
  await sitAt(page, "region");
  await settled(page);
  const names = await page.locator(".region-label").allTextContents();
  assert.ok(names.length >= 6);
  const spot = await page.evaluate(() => {
    const frame = document.querySelector("svg.map-drawing").getBoundingClientRect();
    for (let x = frame.left + 20; x < frame.right - 60; x += 9) {
      for (let y = frame.top + 20; y < frame.bottom - 20; y += 9) {
        const found = document.elementFromPoint(x, y);
        if (found?.classList.contains("is-offered")) return [x, y, found.dataset.region];
      }
    }
    return null;
  });
  assert.ok(spot, "some ground of an offered region is free");
  await page.mouse.click(spot[0], spot[1]);
  await page.waitForSelector(`[data-choice="${spot[2]}"].is-chosen`);
  assert.equal(await page.locator(`.region.is-picked[data-region="${spot[2]}"]`).count(), 1);
  const name = await page.locator(".region-label.is-picked").textContent();
  assert.match(await page.locator("[data-primary]").textContent(), new RegExp(name));
  await page.locator("[data-primary]").click();
  await page.waitForSelector(`.region.is-chosen[data-region="${spot[2]}"], .table:not([data-version="0"])`);
  assert.deepEqual(page.problems, []);
});

test("while regions are drafted every name is in sight, and none under a button", { timeout: 60_000 }, async () => {
  const page = wide;
  const windows = [[844, 390], [390, 844], [768, 1024], WIDE];
  for (const [n, name] of ["region", "region-deluxe"].entries()) {
    await sitAt(page, name);
    for (const [width, height] of windows.filter((_, i) => FULL || i === n)) {
      await resize(page, [width, height]);
      const look = () => page.evaluate(() => {
        const rect = (one) => one.getBoundingClientRect();
        const frame = rect(document.querySelector("svg.map-drawing"));
        const buttons = [...document.querySelectorAll(".zoom button")].map(rect).filter((one) => one.width);
        const inside = (a) => a.left >= frame.left && a.right <= frame.right && a.top >= frame.top && a.bottom <= frame.bottom;
        const under = (a) => buttons.some((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom);
        const names = [...document.querySelectorAll(".region-label")];
        if (!buttons.length || names.length < 6) return ["nothing to look at"];
        return names.filter((one) => !inside(rect(one)) || under(rect(one))).map((one) => one.textContent);
      });
      // the map comes to rest first
      await eventually(async () => (await look()).length === 0, `every name at ${name}`).catch(() => undefined);
      assert.deepEqual(await look(), [], `${name} at ${width}x${height}`);
    }
  }
  await resize(page, WIDE);
});

const phone = await person(browser, url, PHONE);

test("one finger pans, two zoom, the page stays; cities are large enough for fingers", { timeout: 60_000 }, async () => {
  const page = phone;
  await sitAt(page, "open");
  await settled(page);
  const touch = await page.context().newCDPSession(page);
  const send = (type, ...points) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const before = await box(page);
  await send("touchStart", [200, 300]);
  for (let i = 1; i <= 5; i++) await send("touchMove", [200 - 12 * i, 300 - 12 * i]);
  await send("touchEnd");
  const panned = await box(page);
  assert.ok(panned[0] > before[0] + 20 && panned[1] > before[1] + 20);
  await send("touchStart", [160, 220], [230, 290]);
  for (let i = 1; i <= 5; i++) await send("touchMove", [160 - 8 * i, 220 - 8 * i], [230 + 8 * i, 290 + 8 * i]);
  await send("touchEnd");
  assert.ok((await box(page))[2] < panned[2] * 0.7);
  assert.deepEqual(await page.evaluate(() => [scrollX, scrollY, visualViewport.scale]), [0, 0, 1]);
  assert.equal(await page.locator("[data-minimap]").count(), 0);
  await page.locator(".zoom button:visible").click();
  await settled(page);
  // the whole board in view has the smallest plates
  const small = await page.evaluate(() => [...document.querySelectorAll("[data-hit]")].map((one) => one.getBoundingClientRect()).filter((one) => one.width < 43.9 || one.height < 43.9).length);
  assert.equal(small, 0);
  assert.deepEqual(page.problems, []);
});

test("on a phone every board opens with everything in play, and one tap leads to names that can be read", { timeout: 120_000 }, async () => {
  const page = phone;
  const look = () => page.evaluate(() => {
    const frame = document.querySelector("svg.map-drawing").getBoundingClientRect();
    const free = document.querySelector(".sheet").getBoundingClientRect().top;
    const plates = [...document.querySelectorAll(".city .city-plate")].map((one) => one.getBoundingClientRect());
    const inside = (one) => one.left >= frame.left && one.right <= frame.right && one.top >= frame.top && one.bottom <= Math.min(free, frame.bottom);
    const names = [...document.querySelectorAll(".city .city-name")].map((one) => one.getBoundingClientRect().height);
    return { all: plates.length, shown: plates.filter(inside).length, least: Math.min(...names) };
  });
  for (const [map, edition] of await allBoards()) {
    await game(page, { edition, map, players: 3 });
    const { all, shown } = await look();
    assert.equal(shown, all, map);
    await page.locator(".zoom button:visible").tap();
    await settled(page);
    const close = await look();
    assert.ok(close.shown >= all / 4, `${map}: ${close.shown} of ${all} cities are in sight`);
    assert.ok(close.least >= 10, `${map}: names are ${close.least} high`);
  }
  assert.deepEqual(page.problems, []);
});

test("the last moves keep their place while moves come and plans change", { timeout: 120_000 }, async () => {
  const page = wide;
  await resize(page, [1280, 800]);
  await sitAt(page, "scene/fuel", { seats: ["Ann", "plain", "plain", "plain"] });
  await settled(page);
  const corner = () => page.locator("[data-last-moves]").evaluate((one) => {
    const [box, frame] = [one, document.querySelector(".map-frame")].map((each) => each.getBoundingClientRect());
    // it grows away from the edge that it lies at
    return [Math.round(box.left - frame.left), box.bottom > frame.bottom - 20 ? `bottom ${Math.round(frame.bottom - box.bottom)}` : `top ${Math.round(box.top - frame.top)}`];
  });
  const before = await corner();
  await page.locator("[data-quiet]").click();
  await page.locator("[data-anyway]").click();
  await page.waitForSelector('.action.is-mine[data-decision="build"]:not([data-busy])');
  await settled(page);
  assert.deepEqual(await corner(), before, "after the moves of others");
  await page.locator("[data-city-offer]").first().click();
  await page.waitForSelector(".action .plan-list li");
  await page.mouse.move(1, 1);
  await settled(page);
  assert.deepEqual(await corner(), before, "with a plan");
  await resize(page, WIDE);
});

test("a house flies to its place", { timeout: 120_000 }, async () => {
  const page = await person(browser, url, { reducedMotion: "no-preference" });
  await page.addInitScript(() => {
    window.landings = [];
    new MutationObserver((changes) => {
      for (const one of changes.flatMap((change) => [...change.addedNodes])) {
        if (!one.classList?.contains("flying") || !one.innerHTML.includes("#house-")) continue;
        setTimeout(() => {
          const [flight] = one.getAnimations();
          flight.finish();
        }, 0);
        const remove = one.remove.bind(one);
        one.remove = () => {
          const { x, y, width, height } = one.getBoundingClientRect();
          window.landings.push([x + width / 2, y + height / 2]);
          remove();
        };
      }
    }).observe(document, { childList: true, subtree: true });
  });
  await sitAt(page, "build");
  await page.waitForSelector("[data-city-offer]");
  const offer = page.locator("[data-city-offer]").first();
  const city = await offer.getAttribute("data-city-offer");
  await offer.click();
  await page.waitForSelector(".plan-list li");
  await page.locator("[data-primary]").click();
  await page.waitForSelector(`[data-house^="${city}/"]`);
  await page.waitForFunction(() => window.landings.length > 0);
  const places = await page.locator(`[data-house^="${city}/"]`).evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ x, y, width, height }) => [x + width / 2, y + height / 2]));
  const landings = await page.evaluate(() => window.landings);
  const near = landings.some(([x, y]) => places.some(([px, py]) => Math.hypot(x - px, y - py) < 6));
  assert.ok(near, `${JSON.stringify(landings)} ${JSON.stringify(places)}`);
  assert.deepEqual(page.problems, []);
});
