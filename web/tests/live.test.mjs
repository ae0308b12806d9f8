// Two browsers at one table: joining by link, an auction live, taking back, a server that comes back.
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { after, test } from "node:test";
import { person } from "./house.mjs";
import { stage } from "./stage.mjs";

const { house, browser } = await stage();

/** A way in that stays open while the server is changed, as a balancer's: whoever comes then is let in a little later. */
async function door() {
  const inside = () =>
    new Promise((done) => {
      const way = connect(house.port, "127.0.0.1", () => done(way));
      way.on("error", () => setTimeout(done, 50));
    });
  const balancer = createServer(async (caller) => {
    caller.on("error", () => undefined);
    let way;
    while (!way && !caller.destroyed) way = await inside();
    caller.on("close", () => way?.destroy());
    if (way) caller.pipe(way).pipe(caller);
  });
  after(() => balancer.close());
  await once(balancer.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${balancer.address().port}`;
}

/** Ann opens a table for two, Bob comes by its link, maybe at another door; both see the board. */
async function together(url = house.url) {
  const ann = await person(browser, house.url);
  await ann.goto("/");
  await ann.fill("[data-name]", "Ann");
  await ann.click("[data-new-table]");
  await ann.click('[data-value="2"]');
  await ann.click("[data-create]");
  await ann.waitForSelector(".lobby");
  const bob = await person(browser, url);
  await bob.goto(new URL(ann.url()).pathname);
  await bob.fill("[data-name]", "Bob");
  await bob.click("[data-join]");
  await ann.click("[data-start]:not([disabled])");
  await Promise.all([ann, bob].map((page) => page.waitForSelector(".table")));
  // whoever is asked first opens
  await Promise.race([ann, bob].map((page) => page.waitForSelector(".action.mine").catch(() => undefined)));
  const annFirst = (await ann.locator(".action.mine").count()) > 0;
  return annFirst ? [ann, bob] : [bob, ann];
}

test("an auction between two browsers is live", { timeout: 90_000 }, async () => {
  const [first, second] = await together();
  await first.locator("button.pc").first().click();
  await first.locator("[data-primary]").click();
  await second.waitForSelector('.action.mine[data-decision="bid"]');
  const high = Number.parseInt(await second.locator("[data-high]").textContent(), 10);
  // by number: two more than asked
  await second.locator(".amount").fill(String(high + 3));
  await second.locator(".amount").blur();
  await second.locator("[data-primary]").click();
  await first.waitForFunction((bid) => document.querySelector("[data-high]")?.textContent.startsWith(String(bid)), high + 3);
  assert.equal(await first.locator(".ladder g").count(), 2);
  await first.locator("[data-secondary]").click();
  await second.waitForFunction(() => document.querySelectorAll(".pl.me .mp").length === 1);
  assert.deepEqual([...first.problems, ...second.problems], []);
});

test("a move can be taken back while nobody has moved since", { timeout: 90_000 }, async () => {
  const [first, second] = await together();
  const undo = first.locator("[data-undo]");
  assert.ok(await undo.isDisabled());
  await first.locator("button.pc").first().click();
  await first.locator("[data-primary]").click();
  await second.waitForSelector(".auc");
  assert.ok(await second.locator("[data-undo]").isDisabled());
  await undo.click();
  await second.waitForFunction(() => !document.querySelector(".auc"));
  await first.waitForSelector('.action.mine[data-decision="auction"]');
  await first.click("[data-log]");
  await first.waitForSelector(".loglist li.gone");
  assert.deepEqual([...first.problems, ...second.problems], []);
});

test("after a restart of the server the game goes on, and behind a balancer nobody notices", { timeout: 90_000 }, async () => {
  const url = await door();
  const pages = await together(url);
  const [bob, ann] = pages[0].url().startsWith(url) ? pages : pages.toReversed();
  await bob.evaluate(() => {
    const look = () => (window.noticed ||= document.querySelector(".lost") !== null);
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
  });
  await house.stop();
  await ann.waitForSelector(".lost");
  await house.start();
  await ann.waitForSelector(".lost", { state: "detached", timeout: 30_000 });
  const [first, second] = pages;
  await first.locator("button.pc").first().click();
  await first.locator("[data-primary]").click();
  await second.waitForSelector('.action.mine[data-decision="bid"]');
  // told by the server that ended, Bob's page came back without a word
  assert.equal(await bob.evaluate(() => window.noticed ?? false), false);
  assert.deepEqual([...first.problems, ...second.problems], []);
});
