// Players at a table in a real browser: where names, clocks and buttons stand, and a sound that a browser plays.
import assert from "node:assert/strict";
import { test } from "node:test";
import { prepareTable } from "../components/server.mjs";
import { eventually, late, person } from "./server.mjs";
import { be, browser, sitAt, url } from "./prepared.mjs";

/** No name covers the clock or the tag beside it, nor is it covered: here with the longest name, on the narrowest cards. */
async function checkCards(page) {
  await page.evaluate(() => document.fonts.ready);
  const cards = await page.locator(".player-card").evaluateAll((all) =>
    all.map((card) => {
      const name = card.querySelector(".name");
      name.firstChild.data = "Maximiliane-Theodora Sch";
      const [words, clock, tag] = [name, ...["clk", "tag"].map((one) => card.querySelector(`.${one}`))].map((one) => one?.getBoundingClientRect());
      const [after, end] = [clock ?? tag, card.getBoundingClientRect().right];
      const bottom = words.bottom - Number.parseFloat(getComputedStyle(name).paddingBottom);
      const apart = (!after || bottom <= after.top || words.right <= after.left) && (!tag || (tag.right <= end && !(clock?.right > tag.left)));
      return { acts: card.matches(".is-acting, .is-awaited"), width: words.width, apart, tag: card.querySelector(".tag")?.textContent };
    }),
  );
  for (const { acts, width, apart, tag } of cards) {
    assert.ok(apart && width > (acts ? 80 : 30), JSON.stringify(cards));
    if (acts) assert.ok(tag);
  }
  assert.equal(cards.filter((one) => one.acts).length, 1);
}

test("six players with clocks in a window of 1024: every name can be read, in every language", { timeout: 90_000 }, async () => {
  const viewport = { width: 1024, height: 768 };
  const table = await prepareTable(url, "scene/six", { clock: "live" });
  for (const [who, locale] of [["Ann", "en-GB"], ["Ben", "de-DE"], ["Cleo", "nl-NL"]]) {
    const page = await person(browser, url, { viewport, locale });
    await be(page, table.cookies[who]);
    await page.goto(`/tables/${table.id}`);
    await page.waitForFunction(() => document.querySelectorAll(".player-card .clock").length === 6 && document.querySelector(".tag:is(.is-urgent, .is-due)"));
    await checkCards(page);
    assert.deepEqual(page.problems, []);
  }
});

test("a clock over days leaves room for the names", { timeout: 60_000 }, async () => {
  const page = await person(browser, url, { viewport: { width: 1024, height: 768 } });
  await sitAt(page, "open", { clock: "correspondence" });
  await page.waitForSelector(".player-card .clock");
  await checkCards(page);
});

test("a clock keeps its size while it ticks", { timeout: 60_000 }, async () => {
  const page = await person(browser, url);
  await sitAt(page, "open", { clock: "live" });
  const clock = page.locator(".turn-bar [data-clock]");
  const before = [await clock.textContent(), (await clock.boundingBox()).width];
  await page.waitForFunction((old) => document.querySelector(".turn-bar [data-clock]").textContent !== old, before[0]);
  assert.equal((await clock.boundingBox()).width, before[1]);
});

test("the buttons of a new table do not move while fonts load", { timeout: 60_000 }, async () => {
  const page = await person(browser, url);
  await late(page, /\.woff2$/);
  await page.goto("/new");
  const button = page.locator("[data-create]");
  const place = () => button.evaluate((one) => one.getBoundingClientRect().top + scrollY);
  await button.waitFor();
  const before = await place();
  await page.waitForLoadState("networkidle");
  assert.equal(await place(), before);
  assert.deepEqual(page.problems, []);
});

/** Count the tones that the browser plays. */
function countTones() {
  window.tones = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...at) {
    window.tones++;
    return start.apply(this, at);
  };
}

test("the browser plays the sound of my turn once the page was touched", { timeout: 60_000 }, async () => {
  const page = await person(browser, url);
  await page.addInitScript(countTones);
  const table = await sitAt(page, "open", { who: "Ben" });
  await page.click("[data-log]");
  const ann = await person(browser, url);
  await be(ann, table.cookies.Ann);
  const { version } = await (await ann.request.get(`/api/tables/${table.id}/decision`)).json();
  const data = { seat: 0, moves: [{ kind: "open", plant: 14, bid: 14 }], version, key: "open" };
  assert.ok((await ann.request.post(`/api/tables/${table.id}/moves`, { data })).ok());
  await page.waitForSelector('.action.is-mine[data-decision="bid"]');
  await eventually(async () => (await page.evaluate(() => window.tones)) === 2, "two tones");
  assert.deepEqual(page.problems, []);
});

/** The words of each element: in the order of the text, and in the order on the screen from left to right. */
function wordOrders(elements) {
  return elements.map((one) => {
    const found = [];
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      for (const { 0: word, index } of texts.currentNode.data.matchAll(/[^\s\u2066-\u2069]+/g)) {
        const range = document.createRange();
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        const { left, top, bottom } = range.getBoundingClientRect();
        found.push({ word, left, middle: (top + bottom) / 2 });
      }
    }
    // words of one line may be of different heights
    const placed = found.toSorted((a, b) => (Math.abs(a.middle - b.middle) < 10 ? a.left - b.left : a.middle - b.middle));
    return [found, placed].map((all) => all.map((each) => each.word).join(" "));
  });
}

test("names from right to left turn nothing around: lobby, cards, log, chat, lists", { timeout: 60_000 }, async () => {
  const names = ["\u05d3\u05e0\u05d4", "\u0645\u062d\u0645\u062f"];
  const [page, other] = [await person(browser, url), await person(browser, url)];
  const seats = [{ kind: "person" }, { kind: "open" }];
  const { id } = (await (await page.request.post("/api/tables", { data: { name: names[0], seats } })).json()).table;
  await other.request.post(`/api/tables/${id}/join`, { data: { name: names[1] } });
  const checkOrder = async (selector, least) => {
    const all = await page.locator(selector).evaluateAll(wordOrders);
    for (const [written, seen] of all) assert.equal(seen, written, selector);
    const named = all.filter(([written]) => names.some((name) => written.includes(name)));
    assert.ok(named.length >= least, `${selector}: ${JSON.stringify(all)}`);
  };
  await page.goto(`/tables/${id}`);
  await page.waitForSelector(".lobby");
  await checkOrder(".seat-list .seat-label", 2);
  await page.click("[data-start]");
  await page.waitForSelector(".table");
  // the first word of a name that does not fit stays: it stands to the right
  assert.deepEqual(await page.locator(".player-card .name").evaluateAll((all) => all.map((one) => getComputedStyle(one).direction)), ["rtl", "rtl"]);
  await page.click("[data-log]");
  await page.waitForSelector(".log-list li");
  await checkOrder(".log-list li span", 1);
  for (const [who, text] of [[page, "12 \u05e9\u05dc\u05d5\u05dd?"], [other, "good luck!"]]) {
    await who.request.post(`/api/tables/${id}/chat`, { data: { text, key: text.length.toString() } });
  }
  await page.click("[data-chat]");
  await page.locator("[data-line] p", { hasText: "good luck!" }).waitFor();
  await checkOrder("[data-line] b", 2);
  await page.goto("/games");
  await page.locator(`[data-table="${id}"]`).waitFor();
  await checkOrder(".description b", 1);
  await checkOrder("[data-table] .tag", 0);
  assert.deepEqual(page.problems, []);
});
