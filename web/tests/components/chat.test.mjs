// The chat of a table: talking, unread messages, languages, spectators, muting, reporting, and a host who closes it.
import assert from "node:assert/strict";
import { PHONE, slowTest, test, translator } from "./app.mjs";
import { keysWork } from "./input.mjs";
import { answer, Guest, guestsAt, refusal } from "./people.mjs";

const t = await translator();
const phrases = Object.fromEntries(await Promise.all(["en", "de"].map(async (language) => [language, (await (await fetch(`${process.env.STROMNETZ_TEST_SERVER}/api/words/${language}`)).json()).phrases])));
const [BUTTON, PANEL, FIELD, LINE, SILENT] = ["[data-chat]", "[data-chat-panel]", "[data-say]", "[data-line]", ".chat .note.is-calm"];
const REPORT = "[data-report-form]";
const said = (app) => app.texts(`${LINE} p`);
const hears = (app, text) => app.until(() => said(app).includes(text), `"${text}" is read`);
const posts = (app) => app.requests.filter((one) => one.method === "POST" && one.path.endsWith("/chat")).map((one) => one.body);

async function openChat(app) {
  await app.until(() => app.find(BUTTON), "the chat button");
  app.click(BUTTON);
  await app.until(() => app.find(PANEL), "the chat");
}

async function say(app, text) {
  app.type(FIELD, text);
  await app.rendered();
  app.submit(`${PANEL} form`);
  await hears(app, text);
}

/** Say something without a page. */
let keys = 0;
const send = (guest, { id }, text, more = {}) => guest.send("POST", `/api/tables/${id}/chat`, { text, key: `chat-${keys++}`, ...more });

/** A table with Ann and Ben (and Cleo), and pages of some of them by name. */
async function talk({ prepare, joinTable }, names, options = {}, position = "open") {
  const table = await prepare(position);
  const guests = guestsAt(table);
  const apps = await Promise.all(names.map((who) => joinTable(table, { who, ...options })));
  return { table, guests, apps };
}

test("players talk, and nothing comes twice", async (session) => {
  const { apps: [ann, ben] } = await talk(session, ["Ann", "Ben"]);
  await Promise.all([openChat(ann), openChat(ben)]);
  assert.equal(ann.text(`${PANEL} .chat-empty`), t("chat_empty"));
  assert.equal(ann.text(`${PANEL} .panel-header span`), t("chat_among_players"));
  await say(ann, "hello Ben");
  assert.equal(ann.get(FIELD).value, "");
  await hears(ben, "hello Ben");
  await say(ben, "hello Ann");
  await hears(ann, "hello Ann");
  assert.deepEqual([said(ann), said(ben)], Array(2).fill(["hello Ben", "hello Ann"]));
  assert.equal(ann.text(`${LINE} b`), "Ann");
  assert.match(ann.text(`${LINE} time`), /^\d\d:\d\d$/);
  assert.ok(ann.find(`${LINE}.is-mine`));
  assert.equal(posts(ann)[0].seat, 0);
});

test("a message is text: no markup, no links", async (session) => {
  const { guests, table, apps: [ben] } = await talk(session, ["Ben"]);
  await openChat(ben);
  const text = "<b>look</b> https://example.org";
  await send(guests.Ann, table, text);
  await hears(ben, text);
  assert.ok(!ben.find(`${LINE} a, ${LINE} p b`));
});

test("a new message is counted on the button until the chat is opened", async (session) => {
  const { guests, table, apps: [ben] } = await talk(session, ["Ben"]);
  await ben.until(() => ben.find(BUTTON), "the button");
  assert.ok(!ben.find(".unread-count"));
  assert.equal(ben.get(BUTTON).getAttribute("aria-label"), t("chat"));
  await send(guests.Ann, table, "one");
  await ben.shows(".unread-count", "1");
  assert.equal(ben.get(BUTTON).getAttribute("aria-label"), `${t("chat")}, ${t("chat_unread", { n: 1 })}`);
  await send(guests.Cleo, table, "two");
  await ben.shows(".unread-count", "2");
  assert.equal(ben.get(BUTTON).getAttribute("aria-label"), `${t("chat")}, ${t("chat_unread", { n: 2 })}`);
  await openChat(ben);
  await hears(ben, "two");
  assert.ok(!ben.find(".unread-count"));
  ben.click(BUTTON);
  await ben.gone(PANEL);
  assert.ok(!ben.find(".unread-count"));
});

slowTest("what was read stays read after a reload, and what was not stays unread", async (session) => {
  const { guests, table, apps: [ben] } = await talk(session, ["Ben"]);
  await openChat(ben);
  await send(guests.Ann, table, "read");
  await hears(ben, "read");
  const again = await session.reload(ben);
  await again.until(() => again.find(BUTTON), "the button");
  assert.ok(!again.find(".unread-count"));
  await send(guests.Ann, table, "not read");
  await again.shows(".unread-count", "1");
  const third = await session.reload(again);
  await third.shows(".unread-count", "1");
});

slowTest("my own messages are never unread", async (session) => {
  const { guests, table, apps: [ann] } = await talk(session, ["Ann"]);
  await send(guests.Ann, table, "from another device");
  await send(guests.Ben, table, "an answer");
  await ann.shows(".unread-count", "1");
});

test("the button shows at most 99 new messages", async ({ openTable }) => {
  const lines = Array.from({ length: 120 }, (_, i) => ({ seq: i + 1, author: "b".repeat(16), mine: false, seat: 1, name: "Ben", phrase: null, text: `${i}`, at: 0 }));
  const chat = { state: "open", room: "players", rooms: ["players"], phrases: [], muted: [] };
  const before = (app) => app.intercept(/^GET .*\/chat\?after=0/, () => answer({ ...chat, lines }));
  const app = await openTable("open", { before });
  await app.shows(".unread-count", "99");
  assert.equal(app.get(BUTTON).getAttribute("aria-label"), `${t("chat")}, ${t("chat_unread", { n: 120 })}`);
});

slowTest("everybody reads a phrase in their own language", async ({ prepare, joinTable }) => {
  const table = await prepare("open");
  const [ann, ben] = [await joinTable(table), await joinTable(table, { who: "Ben", language: "de" })];
  const de = await translator("de");
  await Promise.all([openChat(ann), openChat(ben)]);
  assert.deepEqual(ben.texts("[data-phrase]"), Object.values(phrases.de));
  assert.equal(ben.text(`${PANEL} .panel-header span`), de("chat_among_players"));
  ben.click('[data-phrase="good_game"]');
  await hears(ben, phrases.de.good_game);
  await hears(ann, phrases.en.good_game);
  assert.deepEqual([posts(ben)[0].phrase, posts(ben)[0].text], ["good_game", undefined]);
});

slowTest("a new message is announced in the language of the page", async ({ prepare, joinTable }) => {
  const table = await prepare("open");
  const [ben, de] = [await joinTable(table, { who: "Ben", language: "de" }), await translator("de")];
  await ben.until(() => ben.find(BUTTON), "the button");
  await send(guestsAt(table).Ann, table, "hallo");
  await ben.until(() => ben.get(BUTTON).getAttribute("aria-label") === `${de("chat")}, ${de("chat_unread", { n: 1 })}`, "the label");
});

test("an empty message cannot be sent, and a long one is cut while typing", async (session) => {
  const { apps: [ann] } = await talk(session, ["Ann"]);
  await openChat(ann);
  const button = `${PANEL} .message-form [type=submit]`;
  assert.ok(ann.isDisabled(button));
  ann.type(FIELD, "   ");
  await ann.rendered();
  assert.ok(ann.isDisabled(button));
  ann.submit(`${PANEL} form`);
  ann.type(FIELD, " x ");
  await ann.rendered();
  assert.ok(!ann.isDisabled(button));
  ann.submit(`${PANEL} form`);
  await hears(ann, "x");
  assert.deepEqual(posts(ann).map((one) => one.text), ["x"]);
  assert.equal(ann.get(FIELD).maxLength, 300);
});

test("a refused message stays in the field, with the reason", async (session) => {
  const { apps: [ann] } = await talk(session, ["Ann"]);
  await openChat(ann);
  const allow = ann.intercept(/^POST .*\/chat$/, () => refusal("Too much at once.", 429));
  ann.type(FIELD, "again");
  await ann.rendered();
  ann.submit(`${PANEL} form`);
  await ann.shows(`${PANEL} .note.is-error`, "Too much at once.");
  assert.equal(ann.get(FIELD).value, "again");
  allow();
  ann.submit(`${PANEL} form`);
  await hears(ann, "again");
  await ann.gone(`${PANEL} .note.is-error`);
});

test("a message whose answer was lost is sent again and said once", async (session) => {
  const { apps: [ann, ben] } = await talk(session, ["Ann", "Ben"]);
  await Promise.all([openChat(ann), openChat(ben)]);
  let lost = false;
  ann.intercept(/^POST .*\/chat$/, async ({ path, body }) => {
    if (lost) return;
    lost = true;
    await ann.post(path, JSON.parse(body));
    throw new TypeError("the answer is lost");
  });
  await say(ann, "once");
  await ann.until(() => posts(ann).length === 2 && ann.get(FIELD).value === "", "sent again");
  assert.equal(posts(ann)[0].key, posts(ann)[1].key);
  await say(ben, "yes");
  await hears(ann, "yes");
  assert.deepEqual([said(ann), said(ben)], Array(2).fill(["once", "yes"]));
});

test("a message that is sent twice in a hurry is said once", async (session) => {
  const { apps: [ann] } = await talk(session, ["Ann"]);
  await openChat(ann);
  ann.type(FIELD, "twice");
  await ann.rendered();
  ann.submit(`${PANEL} form`);
  ann.submit(`${PANEL} form`);
  await hears(ann, "twice");
  await say(ann, "next");
  assert.deepEqual(said(ann), ["twice", "next"]);
});

test("what was said while the connection was lost is read once", async (session) => {
  const { guests, table, apps: [ann] } = await talk(session, ["Ann"]);
  await openChat(ann);
  await say(ann, "before");
  ann.disconnect();
  await ann.until(() => ann.find(".toast"), "the connection is lost");
  await send(guests.Ben, table, "meanwhile");
  await ann.gone(".toast");
  await hears(ann, "meanwhile");
  await send(guests.Ben, table, "after");
  await hears(ann, "after");
  assert.deepEqual(said(ann), ["before", "meanwhile", "after"]);
});

test("T opens the chat and puts the cursor into it; Escape closes it and goes back to the button", async (session) => {
  const { apps: [ann] } = await talk(session, ["Ann"]);
  await ann.until(() => ann.find(BUTTON), "the button");
  await keysWork(ann);
  ann.press("t");
  await ann.until(() => ann.find(PANEL) && ann.document.activeElement?.matches(FIELD), "the cursor in the chat");
  ann.press("t");
  assert.ok(ann.find(PANEL), "a T in the field is text");
  ann.press("Escape");
  await ann.gone(PANEL);
  assert.ok(ann.document.activeElement.matches(BUTTON));
});

slowTest("the chat and the log take each other's place", async (session) => {
  const { apps: [ann] } = await talk(session, ["Ann"]);
  await openChat(ann);
  assert.equal(ann.get(BUTTON).getAttribute("aria-expanded"), "true");
  ann.click("[data-log]");
  await ann.until(() => ann.find(".log-list") && !ann.find(PANEL), "the log");
  ann.click(BUTTON);
  await ann.until(() => ann.find(PANEL) && !ann.find(".log-list"), "the chat");
  ann.click(ann.button(t("close"), PANEL));
  await ann.gone(PANEL);
});

slowTest("spectators talk among themselves", async (session) => {
  const { table, apps: [ann] } = await talk(session, ["Ann"]);
  const [eve, max] = [await session.joinTable(table, { who: null }), await session.joinTable(table, { who: null })];
  await Promise.all([openChat(ann), openChat(eve), openChat(max)]);
  assert.equal(eve.text(`${PANEL} .panel-header span`), t("chat_among_spectators"));
  eve.type(".chat .name-field", "Eve");
  await eve.rendered();
  await say(eve, "poor Ben");
  await hears(max, "poor Ben");
  assert.equal(max.text(`${LINE} b`), "Eve");
  await eve.gone(".chat .name-field");
  await say(ann, "my secret");
  await say(max, "indeed");
  await hears(eve, "indeed");
  assert.deepEqual([said(ann), said(eve)], [["my secret"], ["poor Ben", "indeed"]]);
});

slowTest("a spectator without a name talks as a guest", async (session) => {
  const { table } = await talk(session, []);
  const [eve, max] = [await session.joinTable(table, { who: null }), await session.joinTable(table, { who: null })];
  await Promise.all([openChat(eve), openChat(max)]);
  await say(eve, "hello");
  await hears(max, "hello");
  assert.equal(max.text(`${LINE} b`), t("guest"));
});

slowTest("when the game is over, players can read what the spectators said", async (session) => {
  const { table, apps: [ann] } = await talk(session, ["Ann"], {}, "scene/end");
  const eve = await Guest.named("Eve");
  await send(eve, table, "well played");
  await openChat(ann);
  assert.deepEqual(ann.texts(`${PANEL} .toggle-group button`), [t("players"), t("chat_spectators")]);
  ann.click(ann.button(t("chat_spectators"), `${PANEL} .toggle-group`));
  await hears(ann, "well played");
  assert.ok(!ann.find(FIELD), "players do not write there");
  ann.click(ann.button(t("players"), `${PANEL} .toggle-group`));
  await ann.until(() => ann.find(FIELD) && !said(ann).length, "the own room");
});

slowTest("a muted player is not read, until I read them again", async (session) => {
  const { guests, table, apps: [ann, cleo] } = await talk(session, ["Ann", "Cleo"]);
  await Promise.all([openChat(ann), openChat(cleo)]);
  await send(guests.Ben, table, "you cheat");
  await hears(ann, "you cheat");
  const more = ann.get(`${LINE} .more-button`);
  assert.equal(more.getAttribute("aria-label"), t("chat_more", { name: "Ben" }));
  ann.click(more);
  await ann.shows("[data-mute]", t("chat_mute", { name: "Ben" }));
  ann.click("[data-mute]");
  await ann.shows("[data-unmute]", t("chat_unmute", { name: "Ben" }));
  assert.deepEqual(said(ann), []);
  await send(guests.Ben, table, "really");
  await send(guests.Cleo, table, "stop it");
  await hears(ann, "stop it");
  assert.deepEqual(said(ann), ["stop it"]);
  await hears(cleo, "really");
  ann.click("[data-unmute]");
  await hears(ann, "really");
  assert.deepEqual(said(ann), ["you cheat", "really", "stop it"]);
  await ann.gone("[data-unmute]");
});

test("a message is reported once", async (session) => {
  const { guests, table, apps: [ann] } = await talk(session, ["Ann"]);
  await openChat(ann);
  await send(guests.Ben, table, "first");
  await send(guests.Ben, table, "second");
  await hears(ann, "second");
  ann.click(ann.all(`${LINE} .more-button`)[1]);
  await ann.until(() => ann.find("[data-report]"), "the menu");
  ann.click("[data-report]");
  await ann.until(() => ann.find(REPORT), "the form");
  assert.ok(ann.document.activeElement === ann.get(`${REPORT} select`));
  ann.click(ann.button(t("report_cancel"), REPORT));
  await ann.gone(REPORT);
  ann.click("[data-report]");
  await ann.until(() => ann.find(REPORT), "the form");
  ann.choose(`${REPORT} select`, "spam");
  ann.type(`${REPORT} input`, " again and again ");
  await ann.rendered();
  ann.submit(REPORT);
  await ann.shows("[data-report]", t("chat_reported"));
  assert.ok(ann.isDisabled("[data-report]"));
  const [{ body }] = ann.requests.filter((one) => one.path.endsWith("/chat/reports"));
  assert.deepEqual(body, { room: "players", seq: 2, reason: "spam", note: "again and again" });
});

slowTest("a report that fails says why and can be sent again", async (session) => {
  const { guests, table, apps: [ann] } = await talk(session, ["Ann"]);
  await openChat(ann);
  await send(guests.Ben, table, "boo");
  await hears(ann, "boo");
  ann.click(`${LINE} .more-button`);
  await ann.until(() => ann.find("[data-report]"), "the menu");
  ann.intercept(/\/chat\/reports$/, () => refusal("Not now."));
  ann.click("[data-report]");
  await ann.until(() => ann.find(REPORT), "the form");
  ann.submit(REPORT);
  await ann.shows(`${PANEL} .note.is-error`, "Not now.");
  assert.ok(ann.find(REPORT));
});

slowTest("there is nothing to report or mute about my own messages", async (session) => {
  const { apps: [ann] } = await talk(session, ["Ann"]);
  await openChat(ann);
  await say(ann, "mine");
  assert.ok(!ann.find(`${LINE} .more-button`));
});

slowTest("the host closes the chat for everybody and opens it again", async (session) => {
  const { table, apps: [ann, ben] } = await talk(session, ["Ann", "Ben"]);
  const eve = await session.joinTable(table, { who: null });
  await Promise.all([ann, ben].map(openChat));
  await session.joinTable(table, { who: null });
  await openChat(eve);
  assert.ok(!ben.find(".chat .switch") && !eve.find(".chat .switch"), "only the host has a switch");
  ann.choose(".chat .switch input", false);
  await Promise.all([ann, ben, eve].map((app) => app.shows(SILENT, t("chat_silent"))));
  for (const app of [ann, ben, eve]) assert.ok(!app.find(FIELD));
  ann.choose(".chat .switch input", true);
  await Promise.all([ann, ben, eve].map((app) => app.until(() => app.find(FIELD), "open again")));
  await say(ben, "thanks");
  await hears(ann, "thanks");
});

test("at a silent table the chat says so from the start", async ({ openPage }) => {
  const ann = await Guest.named("Ann");
  const table = await ann.openTable(["person", "open"], { silent: true });
  await (await Guest.named("Ben")).join(table);
  const app = await openPage(`/tables/${table.id}`, { cookie: ann.cookie });
  await openChat(app);
  assert.equal(app.text(SILENT), t("chat_silent"));
  assert.equal(app.get(".chat .switch input").checked, false);
});

test("there is no chat against bots alone, and none on a server without one", async ({ openTable }) => {
  const alone = await openTable("open", { seats: ["Ann", "plain", "plain"] });
  await alone.until(() => alone.find(".action.is-mine"), "the board");
  assert.ok(!alone.find(BUTTON));
  const off = { state: "off", room: "players", rooms: ["players"], phrases: [], lines: [], muted: [] };
  let asked = false;
  const before = (app) => app.intercept(/^GET .*\/chat\?/, () => ((asked = true), answer(off)));
  const app = await openTable("open", { before });
  await app.until(() => asked, "the chat is asked for");
  await app.rendered();
  assert.ok(!app.find(BUTTON));
});

test("players talk in the lobby too", async ({ joinTable, prepare }) => {
  const table = await prepare("lobby");
  const [ann, ben] = [await joinTable(table), await joinTable(table, { who: "Ben" })];
  await Promise.all([openChat(ann), openChat(ben)]);
  await say(ann, "shall we?");
  await hears(ben, "shall we?");
});

slowTest("a visitor who sits down reads what the players say", async ({ openPage }) => {
  const ann = await Guest.named("Ann");
  const table = await ann.openTable(["person", "open"]);
  await send(ann, table, "welcome");
  const bob = await openPage(`/tables/${table.id}`);
  await bob.until(() => bob.find("[data-join]"), "the lobby");
  bob.click("[data-join]");
  await bob.until(() => !bob.find("[data-join]"), "seated");
  await openChat(bob);
  await hears(bob, "welcome");
});

test("on a phone the chat opens without the keyboard", async (session) => {
  const { guests, table, apps: [ben] } = await talk(session, ["Ben"], { screen: PHONE });
  await openChat(ben);
  assert.ok(!ben.document.activeElement?.matches(FIELD));
  await send(guests.Ann, table, "on the train?");
  await hears(ben, "on the train?");
  await say(ben, "yes");
  ben.click(ben.button(t("close"), PANEL));
  await ben.gone(PANEL);
});

slowTest("names and messages from right to left turn nothing around", async ({ openPage }) => {
  const [dana, ali] = ["\u05d3\u05e0\u05d4", "\u0645\u062d\u0645\u062f"];
  const [guest, other] = [await Guest.named(dana), await Guest.named(ali)];
  const table = await guest.openTable(["person", "open"]);
  await other.join(table);
  await send(other, table, "12 \u05e9\u05dc\u05d5\u05dd?");
  const app = await openPage(`/tables/${table.id}`, { cookie: guest.cookie });
  await openChat(app);
  await app.until(() => app.find(LINE), "the message");
  assert.equal(app.text(`${LINE} b bdi`), ali);
  assert.equal(app.get(`${LINE} p`).getAttribute("dir"), "auto");
  assert.equal(app.get(`${LINE} .more-button`).getAttribute("aria-label"), t("chat_more", { name: `\u2068${ali}\u2069` }));
});
