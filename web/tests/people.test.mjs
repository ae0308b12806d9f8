// People at one table, beside the game itself: how each is told that it is their turn, and what they say.
import assert from "node:assert/strict";
import { test } from "node:test";
import { move, pair } from "./asked.mjs";
import { person, PHONE } from "./house.mjs";
import { stage } from "./stage.mjs";

const { house, browser } = await stage();

/** What the page would sound and show is written down; whether the page is seen, the test says. */
function listen() {
  window.tones = 0;
  window.told = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...at) {
    window.tones++;
    return start.apply(this, at);
  };
  window.Notification = class {
    static permission = "granted";
    static requestPermission = async () => window.answer ?? "granted";
    constructor(title, { body, tag }) {
      window.told.push({ title, body, tag, open: true });
    }
    close() {
      window.told.at(-1).open = false;
    }
  };
  // only an installed app shows it
  Object.assign(navigator, {
    setAppBadge: async (n) => (window.badge = n),
    clearAppBadge: async () => (window.badge = 0),
  });
  window.sight = (state) => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
    document.dispatchEvent(new Event("visibilitychange"));
  };
}

/** Ann and Bob at a table for two that has begun; how loud it is on Ann's page is kept. */
async function together(screen = {}) {
  const at = await pair(browser, house, screen);
  await at.ann.addInitScript(listen);
  return at;
}

async function until(at, seat) {
  while ((await at.turn()) !== seat) await move(at);
}

const icon = (page) => page.locator('link[rel="icon"]').getAttribute("href");

test("advice is off until all agree, everybody sees who does, and one may take it back", { timeout: 90_000 }, async () => {
  const at = await together(PHONE);
  const eve = await person(browser, house.url);
  const pages = [at.ann, at.bob, eve];
  await Promise.all(pages.map((page) => page.goto(`/tables/${at.id}`)));
  for (const page of [at.ann, at.bob]) {
    await page.waitForSelector('[data-tab="action"]');
    if (!(await page.locator('[data-tab="action"].on').count())) await page.click('[data-tab="action"]');
  }
  await Promise.all(pages.map((page) => page.waitForSelector('[data-ask-advice][data-advised="false"]')));
  await Promise.all(pages.map((page) => page.click("[data-ask-advice]")));
  const [one, other] = (await at.turn()) === 0 ? [at.ann, at.bob] : [at.bob, at.ann];
  assert.equal(await eve.locator("[data-agree]").count(), 0);
  await one.locator("[data-agree]").focus();
  await one.keyboard.press("Enter");
  await Promise.all(pages.map((page) => page.waitForSelector('[data-agrees="true"]')));
  assert.equal(await one.locator("[data-advice]").count(), 0);
  await other.click("[data-agree]");
  await Promise.all(pages.map((page) => page.waitForSelector('[data-ask-advice][data-advised="true"]')));
  await one.waitForSelector("[data-advice]");
  assert.match(await one.locator("[data-advice]").textContent(), /\d/);
  const { width } = await one.locator("[data-advice-panel]").boundingBox();
  assert.ok(width <= 390);
  await other.waitForSelector('[data-agreed="true"]');
  await other.click("[data-agree]");
  await Promise.all(pages.map((page) => page.waitForSelector('[data-ask-advice][data-advised="false"]')));
  await one.waitForSelector("[data-advice]", { state: "detached" });
  for (const page of pages) assert.deepEqual(page.problems, []);
  await Promise.all(pages.map((page) => page.context().close()));
});

test("my turn is seen in the tab, heard, and told where the page is out of sight", { timeout: 60_000 }, async () => {
  const at = await together();
  const { ann, id } = at;
  await until(at, 1);
  await ann.goto(`/tables/${id}`);
  await ann.waitForSelector(".table");
  assert.equal(await ann.title(), "Stromnetz");
  assert.match(await icon(ann), /\/assets\/icon/);
  // by keyboard: the menu, and in it the notification
  await ann.locator("[data-menu]").press("Enter");
  const [sound, notice] = [0, 1].map((n) => ann.locator("[data-notices] input").nth(n));
  assert.ok(await sound.isChecked());
  assert.ok(!(await notice.isChecked()));
  await notice.press("Space");
  await ann.waitForFunction(() => document.querySelectorAll("[data-notices] input")[1].checked);
  await ann.keyboard.press("Escape");
  await ann.evaluate(() => window.sight("hidden"));
  await until(at, 0);
  await ann.waitForFunction(() => window.told.length > 0);
  assert.deepEqual(await ann.evaluate(() => window.told), [{ title: "Your turn", body: "Germany, 2 players", tag: id, open: true }]);
  assert.equal(await ann.evaluate(() => window.tones), 2);
  assert.match(await ann.title(), /^● Your turn/);
  assert.match(await icon(ann), /^data:image\/svg/);
  assert.equal(await ann.evaluate(() => window.badge), 1);
  await ann.evaluate(() => window.sight("visible"));
  assert.equal(await ann.evaluate(() => window.told[0].open), false);
  // what is my turn already when I come is no news
  await ann.reload();
  await ann.waitForFunction(() => document.querySelector('link[rel="icon"]').href.startsWith("data:"));
  assert.deepEqual(await ann.evaluate(() => [window.tones, window.told.length]), [0, 0]);
  await until(at, 1);
  await ann.waitForFunction(() => document.title === "Stromnetz" && document.querySelector('link[rel="icon"]').href.includes("/assets/icon"));
  assert.equal(await ann.evaluate(() => window.badge), 0);
  assert.deepEqual(ann.problems, []);
});

test("on a phone there is no sound unasked, and a browser that refuses says so", { timeout: 60_000 }, async () => {
  const at = await together({ ...PHONE, locale: "de-DE" });
  const { ann, id } = at;
  await until(at, 1);
  await ann.goto(`/tables/${id}`);
  await ann.locator("[data-menu]").click();
  const [sound, notice] = [0, 1].map((n) => ann.locator("[data-notices] input").nth(n));
  assert.ok(!(await sound.isChecked()));
  await ann.evaluate(() => (window.answer = "denied"));
  await notice.click();
  await ann.waitForSelector("[data-notices] [role=status]");
  assert.ok(!(await notice.isChecked()));
  assert.match(await ann.locator("[data-notices]").textContent(), /erlaubt dieser Seite keine Benachrichtigungen/);
  await ann.keyboard.press("Escape");
  await ann.evaluate(() => window.sight("hidden"));
  await until(at, 0);
  await ann.waitForFunction(() => document.title.startsWith("●"));
  assert.deepEqual(await ann.evaluate(() => [window.tones, window.told.length]), [0, 0]);
  // asked for, it is heard at once
  await ann.locator("[data-menu]").click();
  await sound.click();
  await ann.waitForFunction(() => window.tones === 2);
  assert.deepEqual(ann.problems, []);
});

const said = (page) => page.locator("[data-line] p").allTextContents();
const hears = (page, text) => page.waitForFunction((wanted) => [...document.querySelectorAll("[data-line] p")].some((one) => one.textContent === wanted), text);

test("players talk, each in their own language, and nothing comes twice", { timeout: 60_000 }, async () => {
  const { ann, bob, id } = await together();
  await Promise.all([ann.goto(`/tables/${id}`), bob.goto(`/tables/${id}?lang=de`)]);
  await bob.waitForSelector("[data-chat]");
  // by keyboard: T opens it, what is typed then is text
  await ann.waitForSelector("[data-chat]");
  await ann.locator(".brand a").focus();
  await ann.keyboard.press("t");
  await ann.locator("[data-say]").fill("<b>look</b> https://example.org");
  await ann.keyboard.press("Enter");
  await hears(ann, "<b>look</b> https://example.org");
  await bob.waitForSelector(".unread");
  assert.equal(await bob.locator(".unread").textContent(), "1");
  assert.equal(await bob.locator("[data-chat]").getAttribute("aria-label"), "Chat, 1 neue Nachricht");
  await bob.locator("[data-chat]").click();
  await hears(bob, "<b>look</b> https://example.org");
  assert.equal(await bob.locator("[data-line] a, [data-line] p b").count(), 0);
  assert.equal(await bob.locator(".unread").count(), 0);
  await bob.locator('[data-phrase="good_game"]').click();
  await hears(bob, "Schönes Spiel!");
  await hears(ann, "Good game!");
  // a connection that is lost and comes back brings nothing a second time, and what was missed once
  await ann.context().setOffline(true);
  await ann.evaluate(() => window.dispatchEvent(new Event("offline")));
  await house.stop();
  await house.start();
  await bob.waitForSelector(".lost", { state: "detached", timeout: 30_000 });
  await bob.locator("[data-say]").fill("still there?");
  await bob.keyboard.press("Enter");
  await hears(bob, "still there?");
  await ann.context().setOffline(false);
  await hears(ann, "still there?");
  assert.deepEqual(await said(ann), ["<b>look</b> https://example.org", "Good game!", "still there?"]);
  assert.deepEqual((await said(bob)).length, 3);
  await ann.locator("[data-say]").press("Escape");
  assert.equal(await ann.locator("[data-chat-panel]").count(), 0);
  assert.ok(await ann.locator("[data-chat]").evaluate((one) => one === document.activeElement));
  // what was read stays read
  await ann.reload();
  await ann.waitForSelector("[data-chat]");
  assert.equal(await ann.locator(".unread").count(), 0);
  assert.deepEqual([...ann.problems, ...bob.problems], []);
});

test("on a phone: mute, report, a host who closes the chat, and spectators apart", { timeout: 60_000 }, async () => {
  const { ann, bob, id } = await together(PHONE);
  const [eve, max] = await Promise.all([0, 1].map(() => person(browser, house.url)));
  await Promise.all([ann, bob, eve, max].map((page) => page.goto(`/tables/${id}`)));
  await Promise.all([eve, max].map((page) => page.locator("[data-chat]").click()));
  await eve.locator(".chat .name").fill("Eve");
  await eve.locator("[data-say]").fill("poor Bob");
  await eve.keyboard.press("Enter");
  await hears(max, "poor Bob");
  for (const page of [ann, bob]) await page.locator("[data-chat]").click();
  await bob.locator("[data-say]").fill("you cheat");
  await bob.locator(".chat form [type=submit]").click();
  await hears(ann, "you cheat");
  assert.deepEqual([await said(ann), await said(bob), await said(eve)], [["you cheat"], ["you cheat"], ["poor Bob"]]);
  await ann.locator("[data-line] .more").click();
  await ann.locator("[data-report]").click();
  await ann.waitForSelector("[data-report][disabled]");
  await ann.locator("[data-mute]").click();
  await ann.waitForSelector("[data-unmute]");
  assert.deepEqual(await said(ann), []);
  await ann.locator("[data-unmute]").click();
  await hears(ann, "you cheat");
  // the host closes it: nobody can write any more
  await ann.locator(".chat .switch input").click();
  await Promise.all([ann, bob, eve].map((page) => page.waitForSelector("[data-say]", { state: "detached" })));
  assert.equal(await bob.locator(".chat .switch").count(), 0);
  assert.deepEqual([ann, bob, eve, max].flatMap((page) => page.problems), []);
});

/** The words in each element one after another: as they were written, and as they stand from left to right. */
function words(elements) {
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
  const pages = await Promise.all(names.map((_, i) => person(browser, house.url, i ? PHONE : {})));
  const [dana, ali] = pages;
  const seats = [{ kind: "person" }, { kind: "open" }];
  const { id } = (await (await dana.request.post("/api/tables", { data: { name: names[0], seats } })).json()).table;
  await ali.request.post(`/api/tables/${id}/join`, { data: { name: names[1] } });
  const straight = async (page, selector, least) => {
    const all = await page.locator(selector).evaluateAll(words);
    for (const [written, seen] of all) assert.equal(seen, written, selector);
    const named = all.filter(([written]) => names.some((name) => written.includes(name)));
    assert.ok(named.length >= least, `${selector}: ${JSON.stringify(all)}`);
  };
  await Promise.all(pages.map((page) => page.goto(`/tables/${id}`)));
  for (const page of pages) {
    await page.waitForSelector(".lobby");
    await straight(page, ".seatlist .who", 2);
  }
  await dana.click("[data-start]");
  await Promise.all(pages.map((page) => page.waitForSelector(".table")));
  // the first word of a name that does not fit stays: it stands to the right
  const ways = await dana.locator(".pl .nm").evaluateAll((all) => all.map((one) => getComputedStyle(one).direction));
  assert.deepEqual(ways, ["rtl", "rtl"]);
  await dana.click("[data-log]");
  await ali.click('[data-tab="log"]');
  for (const page of pages) {
    await page.waitForSelector(".loglist li");
    await straight(page, ".loglist li span", 1);
  }
  for (const [page, text] of [[dana, "12 \u05e9\u05dc\u05d5\u05dd?"], [ali, "good luck!"]]) {
    await page.request.post(`/api/tables/${id}/chat`, { data: { text, key: text.length.toString() } });
  }
  await dana.click("[data-chat]");
  await hears(dana, "good luck!");
  await straight(dana, "[data-line] b", 2);
  assert.equal(await dana.locator("[data-line] .more").getAttribute("aria-label"), `About the message from \u2068${names[1]}\u2069`);
  for (const page of pages) {
    await page.goto("/mine");
    await page.locator(`[data-table="${id}"]`).waitFor();
    await straight(page, ".what b", 1);
    await straight(page, "[data-table] .tag", 0);
  }
  assert.deepEqual(pages.flatMap((page) => page.problems), []);
});
