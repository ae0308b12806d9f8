// Games that end before the rules end them, and what the log tells besides moves.
import assert from "node:assert/strict";
import { slowTest, test, translator } from "./app.mjs";
import { Guest } from "./people.mjs";

const t = await translator();
const o = await translator("en", "offer");
const [OFFER, DECLINE] = ["[data-offer]", "[data-abandon-decline]"];
const END = "[data-end]";

/** Ann's table with Ben and bots of these kinds, begun; a page for each of both. */
async function sit({ openPage }, ...bots) {
  const [ann, ben] = [await Guest.named("Ann"), await Guest.named("Ben")];
  const table = await ann.openTable(["person", "open", ...bots]);
  await ben.join(table);
  await ann.start(table);
  const pages = [];
  for (const { cookie } of [ann, ben]) pages.push(await openPage(`/tables/${table.id}`, { cookie }));
  for (const page of pages) await page.until(() => page.find("#action"), "the board");
  return { table, ann, ben, pages };
}

async function resign(page, question) {
  page.click("[data-menu]");
  await page.until(() => page.find("dialog [data-to-settings]"), "the menu");
  const button = page.button(t("resign"), "dialog");
  page.click(button);
  await page.until(() => page.text(button) === question, "asked once more");
  page.click(button);
}

const logOf = async (page) => {
  page.click("[data-log]");
  await page.until(() => page.find(".log-list .is-announcement"), "the log");
  return page.texts(".log-list .is-announcement button > span");
};

test("of two players one resigns, and the other wins at once", async (session) => {
  const { pages: [ann, ben] } = await sit(session);
  await resign(ben, t("resign_sure_end", { name: "Ann" }));
  for (const page of [ann, ben]) {
    await page.until(() => page.find(END), "the end screen");
    assert.equal(page.text(`${END} h1`), page === ann ? t("you_win") : t("wins", { names: "Ann" }));
    assert.deepEqual(page.texts("[data-ranked] td:first-child"), ["1", "2"]);
    assert.match(page.text('[data-ranked="1"]'), new RegExp(`Ben ${t("resigned_tag")}`));
    assert.ok(page.find("[data-rematch]"));
    assert.ok(!page.find(".action.is-mine, .action.is-idle"));
  }
  assert.deepEqual(await logOf(ann), [t("event_resigned", { name: "Ben" })]);
});

slowTest("with more players a bot plays on, and the log and the list of tables say so", async (session) => {
  const { pages: [ann, ben], ben: guest, table } = await sit(session, "easy");
  await resign(ben, t("resign_sure"));
  await ann.until(() => ann.find('.player-card[data-seat="1"] .bot-face'), "a bot");
  assert.deepEqual(await logOf(ann), [t("event_resigned_bot", { name: "Ben", level: t("bot_normal") })]);
  const list = await session.openPage("/games", { cookie: guest.cookie });
  await list.until(() => list.find(`[data-table="${table.id}"]`), "the table");
  assert.equal(list.text(`[data-table="${table.id}"] .tag`), t("you_resigned_short"));
});

slowTest("the log tells whose time ran out and where a bot stands in, and marks the moves that it makes", async (session) => {
  const { pages: [ann], ben, ann: guest, table: at } = await sit(session);
  const { decision } = await ann.json(`/api${ann.path}/decision`);
  await [guest, ben][decision.seat].move(at, { kind: "open", plant: 4, bid: 4 });
  await ann.until(() => ann.version === 1, "the move");
  const { version } = await ann.json(`/api${ann.path}/view`);
  const event = { at: 0, reason: null, bot: "plain", seat: 0 };
  const table = await ann.json(`/api${ann.path}`);
  const events = [
    { ...event, kind: "time-out", version: 0, seat: decision.seat },
    { ...event, kind: "stand-in", version, reason: "vote" },
    { ...event, kind: "returned", version, bot: null },
  ];
  ann.receive({ type: "table", table, events });
  const level = t("bot_plain");
  assert.deepEqual(await logOf(ann), [
    t("event_time_out", { name: ["Ann", "Ben"][decision.seat], level }),
    t("event_stand_in_vote", { name: "Ann", level }),
    t("event_returned", { name: "Ann" }),
  ]);
  assert.equal(ann.text(".bot-note"), t("played_by_bot"));
  assert.ok(ann.find('.bot-note').closest('[data-show="1"]'));
});

slowTest("a table that an admin has closed has no winner", async (session) => {
  const { pages: [ann] } = await sit(session);
  const [table, view] = [await ann.json(`/api${ann.path}`), await ann.json(`/api${ann.path}/view`)];
  const events = [{ kind: "closed", version: view.version, at: 0, seat: null, bot: null, reason: "admin" }];
  ann.receive({ type: "table", table: { ...table, state: "finished", ending: "closed" }, events });
  const result = { ranking: [], winners: [], neutral: [] };
  ann.receive({ type: "state", version: view.version, undo: null, views: [{ ...view, decision: null, result }] });
  await ann.until(() => ann.find(END), "the end screen");
  assert.equal(ann.text(`${END} h1`), t("end_closed"));
  assert.equal(ann.text("[data-no-winner]"), t("event_closed"));
  assert.ok(!ann.find(".ranking, [data-why-so]"));
});

/** Press a button of the menu twice, and answer what it asks. */
async function twice(page, label, question) {
  page.click("[data-menu]");
  await page.until(() => page.texts("dialog button").includes(label), label);
  const button = page.button(label, "dialog");
  page.click(button);
  await page.until(() => page.text(button) === question, "asked once more");
  page.click(button);
  await page.until(() => !page.find("dialog"), "the menu is closed");
}

slowTest("the players agree to abandon the game, which ends without a winner", async (session) => {
  const { pages: [ann, ben], ben: guest, table } = await sit(session, "easy");
  const watcher = await session.openPage(`/tables/${table.id}`);
  await twice(ann, o("offer"), o("offer_sure"));
  await ann.shows(`${OFFER} h2`, o("waiting"));
  await ben.shows(`${OFFER} h2`, o("title"));
  for (const page of [ann, ben]) assert.equal(page.text("[data-agreed]"), o("agreed", { names: "Ann", n: 1, all: 2 }));
  assert.ok(ben.text(OFFER).includes(o("text")));
  assert.ok(!watcher.find(OFFER));
  const agree = ben.button(o("agree"), OFFER);
  ben.click(agree);
  await ben.until(() => ben.text(agree) === o("agree_sure"), "asked once more");
  ben.click(agree);
  for (const page of [ann, ben, watcher]) {
    await page.until(() => page.find(END), "the end screen");
    assert.equal(page.text(`${END} h1`), t("end_abandoned"));
    assert.equal(page.text("[data-no-winner]"), t("event_abandoned"));
    assert.ok(!page.find(`.ranking, ${OFFER}`));
  }
  assert.deepEqual(await logOf(ann), [t("event_abandoned")]);
  const list = await session.openPage("/games", { cookie: guest.cookie });
  await list.shows(`[data-table="${table.id}"] .tag`, t("state_abandoned"));
});

slowTest("an offer to abandon the game is withdrawn, declined, and put away", async (session) => {
  const { pages: [ann, ben] } = await sit(session);
  await twice(ann, o("offer"), o("offer_sure"));
  await ben.until(() => ben.find(DECLINE), "the offer");
  await ann.until(() => ann.find("[data-withdraw]"), "the notice");
  ann.click(`${OFFER} .close-button`);
  await ann.gone(OFFER);
  ann.click("[data-menu]");
  await ann.until(() => ann.texts("dialog button").includes(o("withdraw_offer")), "the way back");
  ann.click(ann.button(o("withdraw_offer"), "dialog"));
  await ben.gone(OFFER);
  await twice(ben, o("offer"), o("offer_sure"));
  await ann.until(() => ann.find(DECLINE), "the offer");
  ann.click(DECLINE);
  await ann.gone(OFFER);
  await ben.shows(`${OFFER} h2`, o("declined", { name: "Ann" }));
  ben.click("[data-menu]");
  await ben.until(() => ben.texts("dialog p").includes(o("declined_text")), "no other offer in this round");
  assert.ok(!ben.texts("dialog button").includes(o("offer")));
});

test("a player who agrees in the menu is asked once more", async (session) => {
  const { pages: [ann, ben] } = await sit(session);
  await twice(ann, o("offer"), o("offer_sure"));
  await ben.until(() => ben.find(OFFER), "the offer");
  await twice(ben, o("offer"), o("agree_sure"));
  await ann.until(() => ann.find(END), "the end screen");
});

test("a host who plays against bots closes the table at once", async ({ openPage }) => {
  const guest = await Guest.named("Ann");
  const table = await guest.openTable(["person", "easy"]);
  await guest.start(table);
  const page = await openPage(`/tables/${table.id}`, { cookie: guest.cookie });
  await page.until(() => page.find("#action"), "the board");
  await twice(page, o("close"), o("close_sure"));
  await page.until(() => page.find(END), "the end screen");
  assert.equal(page.text(`${END} h1`), t("end_closed"));
  assert.equal(page.text("[data-no-winner]"), t("event_closed_host"));
});

slowTest("at a rated table a sole player cannot close the table, and others are told that it will not be rated", async (session) => {
  const { pages: [ann, ben] } = await sit(session);
  const now = await ann.json(`/api${ann.path}`);
  const rated = (offer) => ({ type: "table", table: { ...now, settings: { ...now.settings, rated: true }, offer }, events: [] });
  ann.receive(rated({ voters: [0], agreed: [], declined: null }));
  ann.click("[data-menu]");
  await ann.until(() => ann.find("dialog [data-to-settings]"), "the menu");
  for (const label of [o("offer"), o("close")]) assert.ok(!ann.texts("dialog button").includes(label));
  const table = { ...(await ben.json(`/api${ben.path}`)), settings: { ...now.settings, rated: true } };
  ben.receive({ type: "table", table: { ...table, offer: { voters: [0, 1], agreed: [0], declined: null } }, events: [] });
  await ben.until(() => ben.find(OFFER), "the offer");
  assert.ok(ben.text(OFFER).includes(o("text_rated")));
});

test("a guest sees before joining that a table is rated and needs an account", async ({ openPage }) => {
  const guest = await Guest.named("Ann");
  const table = await guest.openTable(["person", "open"]);
  const page = await openPage(`/tables/${table.id}`);
  await page.until(() => page.find("[data-join]"), "the lobby");
  assert.ok(!page.find("[data-rated]"));
  const now = await page.json(`/api${page.path}`);
  page.receive({ type: "table", table: { ...now, settings: { ...now.settings, rated: true } }, events: [] });
  await page.shows("[data-rated]", `${t("rated_account")} ${t("account")}`);
  assert.ok(page.isDisabled("[data-join]"));
  assert.ok(!page.texts(".seat-list button").includes(t("sit_here")));
});
