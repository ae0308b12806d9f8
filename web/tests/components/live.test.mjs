// Players at one table: live updates, undo, a lost connection, gaps, presence, and lines of the host.
import assert from "node:assert/strict";
import { PHONE, slowTest, test, translator } from "./app.mjs";
import { Decision } from "./decision.mjs";
import { Guest, guestsAt, noteWaits, refusal, RefusedSocket, withoutPauses } from "./people.mjs";

const t = await translator();
const [UNDO, LOST, MINE] = ["[data-undo]", ".toast", ".action.is-mine"];
const asked = (app, kind) => app.until(() => app.find(`${MINE}[data-decision="${kind}"]:not([data-busy])`), `asked: ${kind}`);
const canUndo = (app) => !app.isDisabled(UNDO);
const posts = (app, path) => app.requests.filter((one) => one.method === "POST" && one.path.endsWith(path)).map((one) => one.body);
const OPEN = { kind: "open", plant: 14, bid: 14 };

/** Ann is to start an auction, Ben and Cleo wait: pages of some of them. */
async function sit({ prepare, joinTable }, names = ["Ann", "Ben"], options = {}) {
  const table = await prepare("open");
  const apps = [];
  for (const who of names) apps.push(await joinTable(table, { who, ...options }));
  for (const app of apps) await app.until(() => app.find("#action"), "the board");
  return { table, guests: guestsAt(table), apps };
}

/** Start an auction on the page. */
async function start(app) {
  await asked(app, "auction");
  app.click('button.plant-card[data-plant="14"]');
  const open = new Decision(app, "auction");
  await open.offers(t("open_for", { plant: "14", bid: 14 }));
  return open;
}

// --- moves of others ---

test("an auction is live for everybody", async (session) => {
  const { guests, table, apps: [ann, ben] } = await sit(session);
  await (await start(ann)).press();
  await asked(ben, "bid");
  assert.equal(Number.parseInt(ben.text("[data-high]"), 10), 14);
  ben.type(".bid-input", "17");
  const bid = new Decision(ben, "bid");
  await ben.until(() => ben.text(bid.primary).includes("17"), "the bid");
  ben.click(bid.primary);
  await ann.until(() => Number.parseInt(ann.find("[data-high]")?.textContent ?? "", 10) === 17, "Ann sees the bid");
  assert.equal(ann.all(".bid-ladder g").length, 2);
  await guests.Cleo.move(table, { kind: "pass" });
  await asked(ann, "bid");
  ann.click(new Decision(ann, "bid").secondary);
  await ben.until(() => ben.all(".player-card.is-viewer .plant-tile").length === 3, "Ben owns the plant");
  await ann.until(() => !ann.find(".auction"), "the auction is over");
});

test("the panel changes when the turn passes on", async (session) => {
  const { guests, table, apps: [ben] } = await sit(session, ["Ben"]);
  assert.ok(ben.find(".action.is-idle"));
  assert.equal(ben.text(".waiting-note h2"), t("waiting_for", { name: "Ann" }));
  await guests.Ann.move(table, OPEN);
  await asked(ben, "bid");
  assert.ok(!ben.find(".waiting-note"));
  await guests.Ben.move(table, { kind: "pass" });
  await ben.until(() => ben.find(".waiting-note") && ben.text(".waiting-note h2") === t("waiting_for", { name: "Cleo" }), "Cleo's turn");
  assert.ok(!ben.find(MINE));
});

test("two devices of one player show the same", async (session) => {
  const { apps: [one, two] } = await sit(session, ["Ann", "Ann"]);
  await (await start(one)).press();
  await two.until(() => two.version === one.version && two.find(".action.is-idle"), "the same position");
});

test("a player on a phone sees the moves of the others", async (session) => {
  const { guests, table, apps: [ben] } = await sit(session, ["Ben"], { screen: PHONE });
  await guests.Ann.move(table, OPEN);
  await asked(ben, "bid");
  assert.ok(ben.find(".sheet-action .auction"));
});

test("another table shows nothing of the one before", async ({ openPage, prepare }) => {
  const [first, second] = [await prepare("open", { group: "live: two" }), await prepare("scene/end", { group: "live: two" })];
  const app = await openPage(`/tables/${first.id}`, { cookie: first.cookies.Ann });
  await asked(app, "auction");
  app.click(".brand a");
  await app.until(() => app.path === "/" && app.find(`[data-table="${second.id}"]`), "the start page");
  app.click(`[data-table="${second.id}"]`);
  await app.until(() => app.find("[data-end]"), "the end of the other game");
  assert.ok(!app.find(MINE));
  assert.equal(app.document.title, "(1) Stromnetz");
});

// --- sending moves ---

test("a double click makes one move", async (session) => {
  const { apps: [ann] } = await sit(session, ["Ann"]);
  const open = await start(ann);
  ann.click(open.primary);
  ann.click(open.primary);
  await ann.until(() => ann.find(".action.is-idle"), "the move is made");
  assert.equal(posts(ann, "/moves").length, 1);
});

test("a move whose answer was lost is sent again and made once", async (session) => {
  const { apps: [ann] } = await sit(session, ["Ann"]);
  let lost = false;
  ann.intercept(/^POST .*\/moves$/, async ({ path, body }) => {
    if (lost) return;
    lost = true;
    await ann.post(path, JSON.parse(body));
    throw new TypeError("the answer is lost");
  });
  const open = await start(ann);
  const before = ann.version;
  ann.click(open.primary);
  await ann.until(() => posts(ann, "/moves").length === 2 && ann.find(".action.is-idle:not([data-busy])"), "sent again");
  const [first, second] = posts(ann, "/moves");
  assert.equal(first.key, second.key);
  assert.equal((await ann.view()).version, before + 1);
  assert.ok(!ann.find(".note.is-error"));
});

test("a move that another device made first is refused, and the board is up to date", async (session) => {
  const { guests, table, apps: [ann] } = await sit(session, ["Ann"]);
  const open = await start(ann);
  ann.intercept(/^POST .*\/moves$/, async () => void (await guests.Ann.move(table, { kind: "open", plant: 11, bid: 11 })));
  ann.click(open.primary);
  await ann.until(() => ann.find(".note.is-error") && ann.find(".action.is-idle"), "the refusal");
  assert.equal((await ann.view()).auction.card, 11);
});

test("a player who resigned is replaced by a bot, and told so after a reload", async (session) => {
  const { table, guests, apps: [ann, ben] } = await sit(session);
  ben.click("[data-menu]");
  await ben.until(() => ben.find("dialog [data-to-settings]"), "the menu");
  const resign = ben.button(t("resign"), "dialog");
  ben.click(resign);
  await ben.until(() => ben.text(resign) === t("resign_sure"), "asked once more");
  ben.click(resign);
  await ann.until(() => ann.find('.player-card[data-seat="1"] .bot-face'), "a bot");
  assert.equal((await guests.Ann.table(table)).seats[1].kind, "bot");
  const again = await session.reload(ben);
  await again.until(() => again.find(".action")?.textContent.includes(t("you_resigned")), "told so");
  assert.ok(!again.find("[data-seat-back]"));
  const eve = await session.joinTable(table, { who: null });
  await eve.until(() => eve.find(".action")?.textContent.includes(t("you_watch")) && eve.find("[data-seat-back]"), "a spectator");
});

// --- undo ---

test("a move can be undone while nobody has moved since", async (session) => {
  const { apps: [ann, ben] } = await sit(session);
  assert.ok(!canUndo(ann));
  await (await start(ann)).press();
  await ben.until(() => ben.find(".auction"), "the auction");
  await ann.until(() => canUndo(ann), "undo is possible");
  assert.ok(!canUndo(ben));
  ann.click(UNDO);
  await ben.gone(".auction");
  await asked(ann, "auction");
  assert.ok(!canUndo(ann));
  ann.click("[data-log]");
  await ann.until(() => ann.find(".log-list li.is-undone"), "the undone move is struck out");
  assert.ok(ann.text(".log-list").includes(t("took_back", { name: "Ann" })));
  assert.deepEqual(posts(ann, "/undo").map((one) => one.seat), [0]);
});

slowTest("a move cannot be undone once somebody has answered", async (session) => {
  const { guests, table, apps: [ann] } = await sit(session, ["Ann"]);
  await (await start(ann)).press();
  await ann.until(() => canUndo(ann), "undo is possible");
  await guests.Ben.move(table, { kind: "pass" });
  await ann.until(() => !canUndo(ann), "no more");
  ann.click(UNDO);
  await ann.rendered();
  assert.equal(posts(ann, "/undo").length, 0);
});

test("against bots a move is undone together with their answers", async ({ openTable }) => {
  const app = await openTable("open", { seats: ["Ann", "plain", "plain"] });
  await (await start(app)).press();
  await app.until(() => app.version > 1 && canUndo(app), "the bots have answered");
  app.click(UNDO);
  await asked(app, "auction");
  await app.until(() => !app.find(".auction"), "no auction");
  const { auction, decision } = await app.view();
  assert.deepEqual([auction, decision.seat], [null, 0]);
});

slowTest("a refused undo says why", async (session) => {
  const { apps: [ann] } = await sit(session, ["Ann"]);
  await (await start(ann)).press();
  await ann.until(() => canUndo(ann), "undo is possible");
  ann.intercept(/^POST .*\/undo$/, () => refusal("Too late."));
  ann.click(UNDO);
  await ann.until(() => ann.find(".note.is-error")?.textContent.includes("Too late."), "the reason");
  ann.click(ann.button(t("close"), ".note.is-error"));
  await ann.gone(".note.is-error");
});

// --- connection ---

test("a lost connection is shown, and afterwards nothing is missing", async (session) => {
  const { guests, table, apps: [cleo] } = await sit(session, ["Cleo"]);
  cleo.click("[data-log]");
  await cleo.until(() => cleo.find(".log-list"), "the log");
  const lines = cleo.all(".log-list li").length;
  cleo.disconnect();
  await cleo.shows(LOST, t("lost"));
  assert.equal(cleo.get(LOST).getAttribute("role"), "alert");
  await guests.Ann.move(table, OPEN);
  await guests.Ben.move(table, { kind: "bid", amount: 15 });
  await cleo.gone(LOST);
  await asked(cleo, "bid");
  assert.equal(Number.parseInt(cleo.text("[data-high]"), 10), 15);
  await cleo.until(() => cleo.all(".log-list li").length === lines + 2, "both moves in the log");
});

slowTest("nobody is shown as away while my own connection is lost", async (session) => {
  const { apps: [ann] } = await sit(session, ["Ann"]);
  const tag = '.player-card[data-seat="2"] .tag';
  await ann.shows(tag, t("away"));
  ann.disconnect();
  await ann.until(() => ann.find(LOST) && !ann.find(tag), "unknown");
  await ann.shows(tag, t("away"));
});

for (const [event, target] of [["online", "window"], ["visibilitychange", "document"]]) {
  const define = event === "online" ? test : slowTest;
  define(`the app reconnects at once on “${event}”`, async (session) => {
    const { guests, table, apps: [ben] } = await sit(session, ["Ben"]);
    const later = ben.window.setTimeout.bind(ben.window);
    // the next attempt would never come by itself
    ben.window.setTimeout = (run, ms = 0, ...more) => later(run, ms > 250 ? 1e9 : ms, ...more);
    ben.disconnect();
    await ben.until(() => ben.find(LOST), "the connection is lost");
    await guests.Ann.move(table, OPEN);
    ben[target].dispatchEvent(new ben.window.Event(event));
    await ben.gone(LOST);
    await asked(ben, "bid");
  });
}

slowTest("the app waits longer after each failed attempt", async (session) => {
  const { apps: [ann] } = await sit(session, ["Ann"]);
  const [Socket, waits] = [ann.window.WebSocket, []];
  const later = ann.window.setTimeout.bind(ann.window);
  ann.window.setTimeout = (run, ms = 0, ...more) => {
    if (ms > 250) waits.push(ms);
    return later(run, Math.min(ms, 5), ...more);
  };
  let refused = 0;
  ann.window.WebSocket = class extends RefusedSocket {
    attempt = refused++;
  };
  ann.disconnect();
  await ann.until(() => refused >= 6, "six attempts");
  ann.window.WebSocket = Socket;
  await ann.gone(LOST);
  const [first, second, third, fourth, fifth] = waits;
  for (const [wait, usual] of [[first, 400], [second, 800], [third, 1600], [fourth, 3200], [fifth, 6400]]) {
    assert.ok(wait >= 0.8 * usual && wait <= 1.2 * usual, `${wait} is about ${usual}`);
  }
  assert.ok(Math.max(...waits) <= 1.2 * 8000);
});

test("a connection that no longer answers is replaced", async ({ prepare, joinTable }) => {
  const table = await prepare("open");
  const before = (app) => {
    withoutPauses(app);
    const later = app.window.setTimeout.bind(app.window);
    app.window.setTimeout = (run, ms = 0, ...more) => later(run, ms > 10_000 ? 30 : ms, ...more);
  };
  const app = await joinTable(table, { before });
  await asked(app, "auction");
  const [old] = app.sockets;
  old.send = () => undefined;
  await app.until(() => app.sockets.size === 1 && !app.sockets.has(old), "another connection");
  await app.gone(LOST);
});

test("a gap between two updates is filled by asking the server", async (session) => {
  const { guests, table, apps: [ben] } = await sit(session, ["Ben"]);
  const [socket] = ben.sockets;
  const deliver = socket.onmessage;
  // the first of two updates is lost on the way
  let dropped = 0;
  socket.onmessage = (event) => (JSON.parse(event.data).type === "rows" && !dropped++ ? undefined : deliver(event));
  const sent = [];
  const send = socket.send.bind(socket);
  socket.send = (text) => {
    sent.push(JSON.parse(text));
    send(text);
  };
  const before = ben.version;
  await guests.Ann.move(table, OPEN);
  await ben.until(() => dropped === 1, "the first update is lost");
  await guests.Ben.move(table, { kind: "pass" });
  await ben.until(() => ben.version === before + 2, "up to date");
  assert.deepEqual(sent.filter((one) => one.type === "resume"), [{ type: "resume", version: before }]);
  ben.click("[data-log]");
  await ben.until(() => ben.all(".log-list [data-show]").length >= 2, "both moves in the log");
});

test("nothing is said when a server sends its players elsewhere, and nothing is missed", async ({ prepare, joinTable }) => {
  const table = await prepare("open");
  const guests = guestsAt(table);
  const app = await joinTable(table, { who: "Ben", before: noteWaits });
  await app.until(() => app.find("[data-chat]"), "the board");
  let noticed = false;
  new app.window.MutationObserver(() => (noticed ||= !!app.find(LOST))).observe(app.document.body, { subtree: true, childList: true });
  const [old] = app.sockets;
  app.window.Math.random = () => 0.25;
  app.receive({ type: "leaving", within: 444 });
  app.disconnect();
  await guests.Ann.move(table, OPEN);
  await guests.Ann.send("POST", `/api/tables/${table.id}/chat`, { text: "still there?", key: "leaving" });
  await app.until(() => app.sockets.size === 1 && !app.sockets.has(old), "the next connection");
  assert.ok(app.waits.includes(111), app.waits.join());
  await asked(app, "bid");
  await app.shows(".unread-count", "1");
  assert.equal(noticed, false);
});

test("a page opened without a connection says so and catches up", async ({ prepare, openPage }) => {
  const table = await prepare("open");
  let Socket;
  const before = (app) => {
    Socket = app.window.WebSocket;
    app.window.WebSocket = RefusedSocket;
  };
  const app = await openPage(`/tables/${table.id}`, { cookie: table.cookies.Ann, before });
  await app.shows(".loading", t("lost"));
  app.window.WebSocket = Socket;
  await asked(app, "auction");
});

// --- who is there ---

test("everybody sees who comes and goes", async ({ prepare, joinTable }) => {
  const table = await prepare("open");
  const ann = await joinTable(table);
  const tag = '.player-card[data-seat="2"] .tag';
  await ann.shows(tag, t("away"));
  const cleo = await joinTable(table, { who: "Cleo" });
  await ann.gone(tag);
  await cleo.close();
  await ann.shows(tag, t("away"));
});

// --- lines of the host ---

test("a line of the host is shown in the language of the page until it is closed", async ({ openTable }) => {
  const de = await translator("de");
  const app = await openTable("open", { language: "de" });
  await app.until(() => app.find("#action"), "the board");
  app.receive({ type: "notice", texts: { en: "We restart at ten.", de: "Neustart um zehn." } });
  await app.until(() => app.find("[data-host-line]"), "the line");
  assert.ok(app.text("[data-host-line]").startsWith(`${de("from_host")}: Neustart um zehn.`));
  app.click(app.button(de("close"), "[data-host-line]"));
  await app.gone("[data-host-line]");
});

test("a line of the host is shown in the lobby too", async ({ openTable }) => {
  const app = await openTable("lobby");
  await app.until(() => app.find(".lobby"), "the lobby");
  app.receive({ type: "notice", texts: { en: "We restart at ten." } });
  await app.until(() => app.find("[data-host-line]")?.textContent.includes("We restart at ten."), "the line");
});

// --- names from right to left ---

slowTest("names from right to left are kept apart on cards and in the log", async ({ openPage }) => {
  const [dana, ali] = ["\u05d3\u05e0\u05d4", "\u0645\u062d\u0645\u062f"];
  const [guest, other] = [await Guest.named(dana), await Guest.named(ali)];
  const table = await guest.openTable(["person", "open"]);
  await other.join(table);
  await guest.start(table);
  const app = await openPage(`/tables/${table.id}`, { cookie: guest.cookie });
  await app.until(() => app.find(".player-card .name"), "the board");
  assert.deepEqual(app.all(".player-card .name").map((one) => one.getAttribute("dir")), ["auto", "auto"]);
  assert.deepEqual(app.all(".player-card .name").map((one) => one.title).sort(), [dana, ali].map((name) => `\u2068${name}\u2069`).sort());
  app.click("[data-log]");
  await app.until(() => app.find(".log-list li"), "the log");
  assert.ok(app.text(".log-list").includes(`\u2068${dana}\u2069`));
});

test("a late reply about a table that was left does not hide the next one", async ({ openTable, prepare }) => {
  const next = await prepare("bid");
  const app = await openTable("open");
  const view = await app.view();
  await app.settled();
  let refuse;
  const refusal = () => Response.json({ error: { kind: "not-found", message: "There is no such table.", facts: {} } }, { status: 404 });
  app.intercept(new RegExp(`^GET /api/tables/${app.table.id}/history`), () => new Promise((done) => (refuse = () => done(refusal()))));
  app.receive({ type: "rows", after: -2, version: view.version, rows: [], views: [view], undo: null });
  await app.until(() => refuse, "the question for missed moves");
  app.window.history.pushState(null, "", `/tables/${next.id}`);
  app.window.dispatchEvent(new app.window.Event("popstate"));
  refuse();
  await app.until(() => app.find(".table .action.is-idle"), "the next table, as a spectator");
});
