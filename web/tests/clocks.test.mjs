// Clocks, somebody who is away, and bots that hold a seat, in several browsers at one table.
import assert from "node:assert/strict";
import { test } from "node:test";
import { speaker } from "./asked.mjs";
import { person, PHONE, sit, WIDE } from "./house.mjs";
import { stage } from "./stage.mjs";

const { house, browser } = await stage("clocks");
const t = await speaker(house);

const tag = (page, seat, text) =>
  page.waitForFunction(([n, wanted]) => document.querySelector(`.pl[data-seat="${n}"] .tag`)?.textContent === wanted, [seat, text]);

/** On the narrowest cards the longest name covers neither the clock nor what is said beside it, nor is it covered. */
async function roomy(page) {
  const cards = await page.locator(".pl").evaluateAll((all) =>
    all.map((card) => {
      const name = card.querySelector(".nm");
      name.firstChild.data = "Maximiliane-Theodora Sch";
      const [words, clock, tag] = [name, ...["clk", "tag"].map((one) => card.querySelector(`.${one}`))].map((one) => one?.getBoundingClientRect());
      const [after, end] = [clock ?? tag, card.getBoundingClientRect().right];
      const bottom = words.bottom - Number.parseFloat(getComputedStyle(name).paddingBottom);
      const apart = (!after || bottom <= after.top || words.right <= after.left) && (!tag || (tag.right <= end && !(clock?.right > tag.left)));
      return { acts: card.matches(".is-act, .is-next"), width: words.width, apart, said: card.querySelector(".tag")?.textContent };
    }),
  );
  for (const { acts, width, apart, said } of cards) {
    assert.ok(apart && width > (acts ? 80 : 30), JSON.stringify(cards));
    if (acts) assert.ok(said);
  }
  assert.equal(cards.filter((one) => one.acts).length, 1);
}

for (const [where, screen, table] of [["wide", WIDE, "clocked"], ["on a phone", PHONE, "clocked-phone"]]) {
  test(`a seat whose time ran out is held by a bot until its person is back, ${where}`, { timeout: 60_000 }, async () => {
    const ben = await sit(browser, house, table, { who: "Ben" });
    await tag(ben, 0, t("stands_in"));
    const ann = await sit(browser, house, table, { who: "Ann", screen });
    await ann.waitForSelector("[data-held]");
    // by keyboard
    await ann.locator("[data-take-back]").focus();
    await ann.keyboard.press("Enter");
    await ann.waitForSelector("[data-held]", { state: "detached" });
    await ben.waitForFunction(() => document.querySelector('.pl[data-seat="0"] [data-clock]'));
    assert.equal(await ben.locator('.pl[data-seat="0"] [data-clock]').textContent(), "1:00");
    // the clock of whoever is to act ticks, in the bar and on the card alike, and keeps its place
    const bar = ann.locator(".turn [data-clock]");
    const before = [await bar.textContent(), (await bar.boundingBox()).width];
    await ann.waitForFunction((old) => document.querySelector(".turn [data-clock]").textContent !== old, before[0]);
    assert.equal((await bar.boundingBox()).width, before[1]);
    if (screen === WIDE) {
      // that somebody is not there matters more than that they are to act
      await tag(ann, 1, t("to_act"));
      await ben.close();
      await tag(ann, 1, t("away"));
    }
    assert.deepEqual([...ann.problems, ...ben.problems], []);
  });
}

test("the others vote for a stand-in, and whoever was away takes the seat back", { timeout: 60_000 }, async () => {
  const { id } = house.tables.away;
  const people = await Promise.all(["Ann", "Ben"].map((who) => sit(browser, house, "away", { who })));
  const { seats } = await (await people[0].request.get(`/api/tables/${id}`)).json();
  assert.equal(seats.length, 3);
  const [ann, ben] = people;
  await tag(ann, 2, t("away"));
  // whoever is asked looks at the cards first; who waits is offered the vote
  const waits = (await ann.locator("[data-vote]").count()) ? [ann, ben] : [ben, ann];
  await waits[0].locator('[data-vote="2"]').click();
  await waits[0].waitForSelector('[data-vote="2"][aria-pressed=true]');
  await waits[1].request.post(`/api/tables/${id}/seats/2/stand-in`, { data: { vote: true } });
  await Promise.all(people.map((page) => tag(page, 2, t("stands_in"))));
  const cleo = await sit(browser, house, "away", { who: "Cleo", screen: PHONE });
  await cleo.locator("[data-take-back]").click();
  await cleo.waitForSelector("[data-held]", { state: "detached" });
  await ann.waitForFunction((text) => document.querySelector('.pl[data-seat="2"] .tag')?.textContent !== text, t("stands_in"));
  assert.deepEqual([...ann.problems, ...ben.problems, ...cleo.problems], []);
});

test("six with clocks in a window of 1024: every name can be read, in every language", { timeout: 60_000 }, async () => {
  const viewport = { width: 1024, height: 768 };
  const pages = await Promise.all([["Ann", "en-GB"], ["Ben", "de-DE"], ["Cleo", "nl-NL"]].map(([who, locale]) => sit(browser, house, "six", { who, screen: { viewport, locale } })));
  for (const page of pages) {
    await page.waitForFunction(() => document.querySelectorAll(".pl .clk").length === 6 && document.querySelector(".tag:is(.act, .due)"));
    await roomy(page);
    assert.deepEqual(page.problems, []);
  }
});

test("a clock is chosen at a new table, nights and holidays are set in its menu", { timeout: 60_000 }, async () => {
  const ann = await person(browser, house.url);
  await ann.goto("/");
  await ann.fill("[data-name]", "Ann");
  await ann.click("[data-new-table]");
  await ann.click('[data-clock-field] [data-value="live"]');
  await ann.click('[data-clock-field] [data-value="10+10"]');
  await ann.click("[data-create]");
  await ann.waitForSelector(".lobby");
  const made = await (await ann.request.get(`/api/tables/${ann.url().split("/").at(-1)}`)).json();
  assert.deepEqual(made.settings.clock, { kind: "live", bank: 600, increment: 10, turn: 0, away: 600, bot: "normal" });
  await ann.goto("/new");
  await ann.click('[data-clock-field] [data-value="correspondence"]');
  await ann.click(`[data-clock-field] [data-value="${2 * 86400}"]`);
  await ann.locator("[data-stand-in-level]").selectOption("hard");
  await ann.click("[data-create]");
  await ann.waitForSelector(".lobby");
  assert.match(await ann.locator(".facts").textContent(), /Clock2 days/);
  const slow = await (await ann.request.get(`/api/tables/${ann.url().split("/").at(-1)}`)).json();
  assert.deepEqual(slow.settings.clock, { kind: "correspondence", bank: 0, increment: 0, turn: 2 * 86400, away: 3 * 86400, bot: "hard" });

  const page = await sit(browser, house, "mail", { who: "Ann" });
  const before = await page.locator(".turn [data-clock]").textContent();
  assert.match(before, /^4[78] h$/);
  await page.setViewportSize({ width: 1024, height: 768 });
  await roomy(page);
  await page.click("[data-menu]");
  await page.fill(`[aria-label="${t("rest_night_from")}"]`, "22:00");
  await page.fill(`[aria-label="${t("rest_night_to")}"]`, "08:00");
  await page.locator("[data-more-holidays]").click();
  await page.fill(`[aria-label="${t("rest_first")}"]`, "2030-08-01");
  await page.fill(`[aria-label="${t("rest_last")}"]`, "2030-08-14");
  await page.locator("[data-rest] [type=submit]").click();
  await page.waitForSelector("[data-rest] .note.calm");
  const { night, holidays } = await (await page.request.get("/api/me/rest")).json();
  assert.deepEqual([night, holidays], [{ from: "22:00", to: "08:00" }, [{ from: "2030-08-01", to: "2030-08-14" }]]);
  assert.deepEqual([...ann.problems, ...page.problems], []);
});
