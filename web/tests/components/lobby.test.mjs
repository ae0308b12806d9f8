// The lobby of a table, and the links to it: joining, leaving, seats, colours, invitations, starting.
import assert from "node:assert/strict";
import { editionWords, nightlyTest, PHONE, slowTest, test, translator } from "./app.mjs";
import { fails, Guest, guestsAt, refusal, withFeatures } from "./people.mjs";

const t = await translator();
const m = await translator("en", "meeting");
const [JOIN, START, REFUSED] = ["[data-join]", "[data-start]", ".note.is-error"];
const seat = (n) => `.seat-list [data-seat="${n}"]`;
const who = (app, n) => app.text(`${seat(n)} .seat-label`);
const names = (app) => app.all(".seat-list .seat-label").map((one) => one.firstChild.textContent);
const control = (n) => `${seat(n)} select`;
const house = (app, n) => app.get(`${seat(n)} > svg use`).getAttribute("href");
const lobbyOf = (app) => app.until(() => app.find(".lobby"), "the lobby");
const waits = (app, condition, what) => app.until(condition, what);
const sent = (app, method, path) => app.requests.filter((one) => one.method === method && one.path.endsWith(path));

/** Ann's lobby with two free seats: her page, and that of a visitor. */
async function two(session, seats = ["person", "open", "open"], options = {}) {
  const guest = await Guest.named("Ann");
  const table = await guest.openTable(seats, options);
  const ann = await session.openPage(`/tables/${table.id}`, { cookie: guest.cookie });
  await lobbyOf(ann);
  const visit = async (more = {}) => {
    const app = await session.openPage(`/tables/${table.id}`, more);
    await lobbyOf(app);
    return app;
  };
  return { ann, guest, table, visit };
}

test("a lobby shows who sits where, the game, the link and the code", async ({ openTable }) => {
  const app = await openTable("lobby", { who: "Ben" });
  await lobbyOf(app);
  const { code } = await app.json(`/api${app.path}`);
  assert.equal(app.text("h1"), t("lobby_title"));
  assert.equal(app.text(".lobby main .text-muted"), `Power Grid (2009), Germany, ${t("n_players", { n: 4 })}`);
  assert.deepEqual(names(app), ["Ann", "Ben", t("open_seat"), t("bot_names").split(", ")[3]]);
  assert.equal(who(app, 1), `Ben ${t("you")}`);
  assert.ok(who(app, 3).endsWith(t("bot_plain")));
  assert.equal(app.text(".table-code"), `${code.slice(0, 5)}-${code.slice(5)}`);
  assert.equal(app.get(`.share input[aria-label="${t("link")}"]`).value, app.window.location.href);
});

test("a visitor joins with a name, and everybody sees it at once", async (session) => {
  const { ann, visit } = await two(session);
  const bob = await visit();
  assert.equal(bob.get("[data-name]").placeholder, t("guest"));
  bob.type("[data-name]", " Bob ");
  bob.click(JOIN);
  await waits(bob, () => who(bob, 1) === `Bob ${t("you")}`, "the seat");
  await waits(ann, () => who(ann, 1).startsWith("Bob"), "the host sees it");
  assert.ok(!bob.find(JOIN));
  assert.ok(!bob.find("[data-name]"));
  await bob.shows(".button-bar .button.is-primary", t("waiting_host"));
  assert.ok(bob.isDisabled(".button-bar .button.is-primary"));
});

test("a visitor without a name joins as a guest", async (session) => {
  const { visit } = await two(session);
  const app = await visit();
  app.click(JOIN);
  await waits(app, () => who(app, 1) === `${t("guest")} ${t("you")}`, "a guest");
});

slowTest("a visitor can choose one of the free seats", async (session) => {
  const { visit } = await two(session);
  const app = await visit();
  assert.ok(!app.find(`${seat(0)} .button`));
  app.click(app.button(t("sit_here"), seat(2)));
  await waits(app, () => who(app, 2).endsWith(t("you")), "the seat");
  assert.deepEqual(names(app)[1], t("open_seat"));
  assert.ok(!app.find(`${seat(1)} button.button`));
});

slowTest("two players of the same name can be told apart", async (session) => {
  const { visit } = await two(session);
  const app = await visit();
  app.type("[data-name]", "Ann");
  app.click(JOIN);
  await waits(app, () => who(app, 1).endsWith(t("you")), "the seat");
  assert.notEqual(names(app)[1], "Ann");
  assert.ok(names(app)[1].startsWith("Ann"));
});

test("a visitor who comes a moment too late for the last seat is told", async (session) => {
  const { table, visit } = await two(session, ["person", "open"]);
  const app = await visit();
  app.intercept(/^POST .*\/join$/, async () => void (await (await Guest.named("Cleo")).join(table)));
  app.click(JOIN);
  await waits(app, () => app.find(REFUSED), "the refusal");
  assert.equal(app.text(REFUSED), "No seat is free.");
  await waits(app, () => names(app)[1] === "Cleo" && !app.find(JOIN), "the seat is taken");
});

test("without a connection joining says so", async (session) => {
  const { visit } = await two(session);
  const { cookie } = await Guest.named("Ben");
  const app = await visit({ cookie });
  app.intercept(/^POST .*\/join$/, fails);
  app.click(JOIN);
  await app.shows(REFUSED, t("no_server"));
  assert.ok(app.find(JOIN));
});

test("a full table offers a visitor no seat", async (session) => {
  const { visit } = await two(session, ["person", "easy"]);
  const app = await visit();
  assert.ok(!app.find(JOIN));
  assert.ok(!app.find("[data-name]"));
  assert.ok(!app.find(START));
  assert.ok(app.isDisabled(".button-bar .button.is-primary"));
});

test("a player who leaves goes to the start page, and the seat is free again", async ({ joinTable, prepare }) => {
  const table = await prepare("lobby");
  const [ann, ben] = [await joinTable(table), await joinTable(table, { who: "Ben" })];
  await Promise.all([lobbyOf(ann), lobbyOf(ben)]);
  await waits(ben, () => ben.find(".seat-list") && !ben.find(START), "no start for a guest");
  ben.click(ben.button(t("leave_table")));
  await waits(ben, () => ben.path === "/" && ben.find("[data-play-now]"), "the start page");
  await waits(ann, () => names(ann)[1] === t("open_seat"), "the free seat");
  await ann.shows(START, t("waiting_seats", { n: 2 }));
});

test("a table at which nobody is left is closed, and visitors are told", async (session) => {
  const { ann, visit } = await two(session);
  const bob = await visit();
  ann.click(ann.button(t("leave_table")));
  await waits(ann, () => ann.path === "/", "the start page");
  await bob.shows("main h1", t("no_table"));
});

test("an address without a table says so", async ({ openPage }) => {
  const app = await openPage("/tables/aaaaaaaaaaaaaaaaaaaaaa");
  await app.shows("main h1", t("no_table"));
});

test("a table whose edition the server refuses says why, and does not ask again by itself", async ({ prepare, openPage }) => {
  const table = await prepare("open");
  const why = "Strip doesn't work with 2 players.";
  const refuse = (app) => app.intercept(/^GET \/api\/editions\/./, () => Response.json({ error: { kind: "bad-input", message: why } }, { status: 422 }));
  const app = await openPage(`/tables/${table.id}`, { cookie: table.cookies.Ann, before: refuse });
  await app.shows("main h1", t("table_not_shown"));
  assert.equal(app.text("main .note.is-error"), why);
  await app.until(() => !app.sockets.size, "the connection is closed");
  assert.equal(sent(app, "GET", "").filter((one) => /^\/api\/editions\/./.test(one.path)).length, 1);
  app.click(app.button(t("try_again")));
  assert.deepEqual(app.visits, ["reload"]);
});

slowTest("a table that cannot be fetched for a moment is shown later", async ({ prepare, openPage }) => {
  const table = await prepare("open");
  let failures = 1;
  const fail = (app) => app.intercept(/^GET \/api\/editions\/./, () => (failures-- > 0 ? Response.json({}, { status: 503 }) : undefined));
  const app = await openPage(`/tables/${table.id}`, { cookie: table.cookies.Ann, before: fail });
  await app.until(() => app.find("#action"), "the board");
});

test("the host starts the game when every seat is taken, and everybody sees the board", async (session) => {
  const { ann, visit } = await two(session, ["person", "open"]);
  const bob = await visit();
  await ann.shows(START, t("waiting_seats", { n: 1 }));
  assert.ok(ann.isDisabled(START));
  bob.click(JOIN);
  await ann.shows(START, t("begin"));
  assert.ok(!ann.isDisabled(START));
  ann.click(START);
  await Promise.all([ann, bob].map((app) => waits(app, () => app.find(".table"), "the board")));
  assert.deepEqual([ann, bob].map((app) => app.get(".player-card.is-viewer").dataset.seat), ["0", "1"]);
});

test("a double click on “Begin” starts the game without an error", async (session) => {
  const { ann } = await two(session, ["person", "easy"]);
  let starts = 0;
  // the second request, if there is one, is answered when the board is there
  ann.intercept(/^POST .*\/start$/, async () => {
    if (starts++) await waits(ann, () => ann.find(".action.is-mine"), "Ann's turn");
  });
  ann.click(START);
  ann.click(START);
  await waits(ann, () => ann.find(".action.is-mine"), "Ann's turn");
  assert.equal(starts, 1);
  assert.ok(!ann.find(REFUSED));
});

test("a refused start is explained, and the lobby stays", async (session) => {
  const { ann } = await two(session, ["person", "easy"]);
  ann.intercept(/^POST .*\/start$/, () => refusal("Not yet."));
  ann.click(START);
  await ann.shows(REFUSED, "Not yet.");
  assert.ok(!ann.isDisabled(START));
});

test("the host fills all free seats with bots of the usual level", async ({ openPage }) => {
  const guest = await Guest.named("Ann");
  const table = await guest.openTable(["person", "open", "open", "plain"]);
  const app = await openPage(`/tables/${table.id}`, { cookie: guest.cookie, storage: { "stromnetz.bot-level": "easy" } });
  await lobbyOf(app);
  app.click(app.button(t("fill_with_bots")));
  await app.shows(START, t("begin"));
  const { seats } = await guest.table(table);
  assert.deepEqual(seats.map((one) => one.bot), [null, "easy", "easy", "plain"]);
  assert.ok(!app.texts(".button-bar button").includes(t("fill_with_bots")));
});

test("the host gives a seat to a bot, to a player on this screen, or frees it", async (session) => {
  const { ann, guest, table } = await two(session);
  const server = async () => (await guest.table(table)).seats[1];
  ann.choose(control(1), "bot:hard");
  await waits(ann, () => who(ann, 1).endsWith(t("bot_hard")), "a bot");
  assert.deepEqual((await server()).bot, "hard");
  await waits(ann, () => ann.get(control(1)).value === "bot:hard", "the choice");
  ann.choose(control(1), "here");
  await waits(ann, () => who(ann, 1) === `${t("guest")} 2 ${t("you")}`, "a player here");
  assert.ok(!ann.find(control(1)));
  const { kind, mine } = await server();
  assert.deepEqual([kind, mine], ["person", true]);
  ann.choose(control(2), "bot:easy");
  await waits(ann, () => who(ann, 2).endsWith(t("bot_easy")), "another bot");
  ann.choose(control(2), "open");
  await waits(ann, () => who(ann, 2) === t("open_seat"), "a free seat");
});

test("the host is offered the levels of the bots, and no test bots but one that sits there", async (session) => {
  const { ann } = await two(session, ["person", "open", "plain"]);
  const offered = (n) => [...ann.get(control(n)).options].map((one) => one.value).filter((one) => one.startsWith("bot:"));
  const levels = ["beginner", "easy", "normal", "hard", "master"].map((one) => `bot:${one}`);
  assert.deepEqual(offered(1), levels);
  assert.deepEqual(offered(2), ["bot:plain", ...levels]);
});

test("a lobby shows the map, and asks the host first to invite while seats are free", async (session) => {
  const { ann, visit } = await two(session, ["person", "open"]);
  await waits(ann, () => ann.find(".continue-map svg"), "the map");
  assert.ok(ann.find(".is-inviting"));
  const bob = await visit();
  assert.ok(!bob.find(".is-inviting"));
  bob.click(JOIN);
  await ann.gone(".is-inviting");
});

slowTest("the host can send a player away, who may join again", async (session) => {
  const { ann, visit } = await two(session, ["person", "open"]);
  const bob = await visit();
  bob.type("[data-name]", "Bob");
  bob.click(JOIN);
  await waits(ann, () => names(ann)[1] === "Bob", "the guest");
  await waits(bob, () => !bob.find(JOIN), "seated");
  assert.equal(ann.get(control(1)).value, "person");
  ann.choose(control(1), "open");
  await ann.shows("dialog h2", m("remove_title", { name: "Bob" }));
  assert.ok(ann.text("dialog").includes(m("remove_text", { name: "Bob" })));
  ann.click("[data-keep]");
  await ann.gone("dialog");
  assert.equal(ann.get(control(1)).value, "person");
  assert.equal(names(ann)[1], "Bob");
  ann.choose(control(1), "open");
  await waits(ann, () => ann.find("[data-remove]"), "the question");
  ann.click("[data-remove]");
  await waits(bob, () => bob.find(JOIN) && names(bob)[1] === t("open_seat"), "the seat is lost");
  await waits(ann, () => ann.isDisabled(START) && !ann.find("dialog"), "a seat is free");
  assert.equal(bob.text("[data-removed] p"), `${m("removed_title")} ${m("removed_text")}`);
  bob.click(JOIN);
  await bob.gone("[data-removed]");
  ann.choose(control(1), "bot:easy");
  await waits(ann, () => ann.find("[data-remove]"), "the question");
  ann.click("[data-remove]");
  await waits(ann, () => who(ann, 1).endsWith(t("bot_easy")), "a bot");
  bob.click(await bob.until(() => bob.find("[data-removed] button"), "the way to other tables"));
  await waits(bob, () => bob.path === "/find-players", "other tables");
});

test("only the host can change seats, list the table and start", async ({ openTable }) => {
  const app = await openTable("lobby", { who: "Ben" });
  await lobbyOf(app);
  await app.rendered();
  for (const selector of [".seat-list select", "[data-public]", START]) assert.ok(!app.find(selector), selector);
  assert.ok(!app.texts(".button-bar button").includes(t("fill_with_bots")));
  assert.equal(app.text(".button-bar .button.is-primary"), t("waiting_host"));
});

slowTest("a seat that a robot plays cannot be changed", async (session) => {
  const say = await editionWords("classic-2009");
  const { ann } = await two(session, ["person", "open", "open"], { options: { robots: ["random"] } });
  assert.equal(who(ann, 2), say("web", "robot_n", { n: 1 }));
  assert.ok(!ann.find(control(2)));
  assert.ok(ann.find(control(1)));
  await ann.shows(START, t("waiting_seats", { n: 1 }));
});

test("a player who is not there is marked as away until the page is open", async ({ joinTable, prepare }) => {
  const table = await prepare("lobby");
  const ann = await joinTable(table);
  await lobbyOf(ann);
  await ann.shows(`${seat(1)} .tag`, t("away"));
  const ben = await joinTable(table, { who: "Ben" });
  await ann.gone(`${seat(1)} .tag`);
  ben.disconnect();
  await ben.close();
  await ann.shows(`${seat(1)} .tag`, t("away"));
});

// --- colours ---

slowTest("a player chooses a colour, and everybody sees it, on the board too", async (session) => {
  const { ann, visit } = await two(session, ["person", "open"]);
  const bob = await visit();
  bob.click(JOIN);
  await waits(bob, () => bob.find('[data-colours="1"]'), "the colours");
  assert.ok(!bob.find('[data-colours="0"]'));
  bob.click(bob.button(m("colour_4"), '[data-colours="1"]'));
  await waits(ann, () => house(ann, 1) === "#house-purple", "purple");
  await waits(bob, () => bob.find('[data-colours="1"] [data-colour="4"][aria-checked=true]'), "chosen");
  ann.click(START);
  await waits(ann, () => ann.find('.player-card[data-seat="1"] header use[href="#house-purple"]'), "purple on the board");
});

test("a colour that somebody has chosen is refused", async (session) => {
  const { ann, table } = await two(session, ["person", "open"]);
  const ben = await Guest.named("Ben");
  await ben.join(table, { colour: 4 });
  await waits(ann, () => house(ann, 1) === "#house-purple", "purple");
  ann.click('[data-colours="0"] [data-colour="4"]');
  await waits(ann, () => ann.find(REFUSED), "the refusal");
  assert.notEqual(house(ann, 0), "#house-purple");
  ann.click('[data-colours="0"] [data-colour="5"]');
  await waits(ann, () => house(ann, 0) === "#house-graphite", "another one");
  await ann.gone(REFUSED);
});

// --- who finds the table ---

test("the host lists the table for everybody and takes it back", async (session) => {
  const { ann, guest, table } = await two(session);
  const listed = () => ann.get("[data-public] input").checked;
  assert.equal(ann.text("[data-public]"), m("public_now"));
  assert.equal(listed(), false);
  ann.choose("[data-public] input", true);
  await waits(ann, async () => (await guest.table(table)).public, "public");
  await waits(ann, listed, "the switch");
  ann.choose("[data-public] input", false);
  await waits(ann, async () => !(await guest.table(table)).public, "private");
});

slowTest("a server without public tables has no switch for them", async ({ openTable }) => {
  const app = await openTable("lobby", { before: withFeatures({ public_tables: false }) });
  await lobbyOf(app);
  await waits(app, () => !app.find("[data-public]"), "no switch");
});

test("the link of the table is copied", async ({ openTable }) => {
  let copied;
  const before = ({ window }) => Object.defineProperty(window.navigator, "clipboard", { value: { writeText: async (text) => void (copied = text) } });
  const app = await openTable("lobby", { before });
  await lobbyOf(app);
  app.click(app.button(t("copy")));
  await app.shows(".share button", t("copied"));
  assert.equal(copied, app.window.location.href);
});

// --- invitations ---

/** Ann has asked for a rematch with Ben and two bots; both look at its lobby. */
async function rematch({ openPage, prepare }) {
  const old = await prepare("scene/end", { seats: ["Ann", "Ben", "plain", "easy"] });
  const guests = guestsAt(old);
  const { table } = await guests.Ann.send("POST", `/api/tables/${old.id}/rematch`, {});
  const [ann, ben] = await Promise.all(["Ann", "Ben"].map((name) => openPage(`/tables/${table.id}`, { cookie: guests[name].cookie })));
  await Promise.all([lobbyOf(ann), lobbyOf(ben)]);
  return { ann, ben, guests, table };
}

test("a rematch invites the others, and begins only when they have come", async (session) => {
  const { ann, guests, table } = await rematch(session);
  assert.equal(who(ann, 1), `Ben ${t("invited")}`);
  assert.ok(!ann.find(`${seat(1)} .tag`));
  await ann.shows(START, t("waiting_seats", { n: 1 }));
  await guests.Ben.join(table);
  await ann.shows(START, t("begin"));
  assert.equal(who(ann, 1), "Ben");
});

test("an invited player accepts in the lobby", async (session) => {
  const { ann, ben } = await rematch(session);
  assert.equal(ben.text("[data-invited]"), t("you_are_invited"));
  assert.ok(!ben.find(`[data-colours="1"]`));
  ben.click(JOIN);
  await ann.shows(START, t("begin"));
  await ben.gone(`${JOIN}, [data-invited]`);
  await waits(ben, () => ben.find('[data-colours="1"]'), "the colours");
});

slowTest("an invited player declines, and the seat is free for others", async (session) => {
  const { ann, ben } = await rematch(session);
  ben.click(ben.button(t("decline")));
  await waits(ben, () => ben.path === "/", "the start page");
  await waits(ann, () => who(ann, 1) === t("open_seat"), "the free seat");
});

slowTest("a visitor cannot take the seat of an invited player", async (session) => {
  const { table } = await rematch(session);
  const app = await session.openPage(`/tables/${table.id}`);
  await lobbyOf(app);
  assert.ok(!app.find(`${JOIN}, [data-name], [data-invited]`));
  assert.ok(!app.texts(".seat-list button").includes(t("sit_here")));
});

slowTest("the host can give the seat of an invited player to a bot", async (session) => {
  const { ann } = await rematch(session);
  ann.choose(control(1), "bot:easy");
  await ann.shows(START, t("begin"));
  assert.ok(who(ann, 1).endsWith(t("bot_easy")));
});

// --- connection, languages ---

test("a lobby catches up after a lost connection", async ({ joinTable, prepare }) => {
  const table = await prepare("lobby");
  const app = await joinTable(table);
  await lobbyOf(app);
  app.disconnect();
  await app.shows(".toast", t("lost"));
  await (await Guest.named("Cleo")).join(table);
  await app.gone(".toast");
  await waits(app, () => names(app)[2] === "Cleo", "the new player");
});

for (const language of ["de", "nl"]) {
  const define = language === "de" ? test : nightlyTest;
  define(`the lobby is in ${language}`, async ({ openPage }) => {
    const words = await translator(language);
    const table = await (await Guest.named("Ann")).openTable(["person", "open"], { edition: "outpost", options: { money: "hidden" } });
    const app = await openPage(`/tables/${table.id}`, { language });
    await lobbyOf(app);
    const { name, notice } = (await app.json("/api/editions")).find((one) => one.id === "outpost");
    assert.equal(app.text("h1"), words("lobby_title"));
    assert.ok(app.text(".lobby main .text-muted").startsWith(name[language]));
    assert.equal(app.text(".note.is-calm"), notice[language]);
    assert.ok(app.text(".facts").includes(words("option_money_hidden")));
    assert.equal(app.text(JOIN), words("join"));
  });
}

// --- links to seats ---

const LINK = "[data-seat-link] .share input";

/** Ann at a running table, with the menu open. */
async function openMenu({ openPage }, options = {}) {
  const guest = await Guest.named("Ann");
  const table = await guest.openTable(["person", "easy"]);
  await guest.start(table);
  const app = await openPage(`/tables/${table.id}`, { cookie: guest.cookie, ...options });
  await waits(app, () => app.find("[data-menu]"), "the board");
  app.click("[data-menu]");
  await waits(app, () => app.find("[data-show-link]"), "the menu");
  return app;
}
const tokenOf = (app) => app.get(LINK).value.split("/").at(-1);

test("the menu shows a link and a QR code for the own seat only when asked", async (session) => {
  const app = await openMenu(session, { screen: PHONE });
  assert.equal(sent(app, "GET", "/recovery").length, 0);
  assert.ok(!app.find(LINK));
  assert.ok(app.text("[data-seat-link]").includes(t("seat_link_text", { name: "Ann" })));
  app.click("[data-show-link]");
  await waits(app, () => app.find(LINK), "the link");
  assert.match(app.get(LINK).value, /\/recover\/[\w-]{20,}$/);
  const squares = () => app.find(`svg.qr-code[aria-label="${t("seat_code")}"] path`);
  await waits(app, squares, "the code");
  assert.ok(squares().getAttribute("d").length > 1000);
});

slowTest("the link opens that seat alone in another browser, until it is renewed", async (session) => {
  const app = await openMenu(session);
  app.click("[data-show-link]");
  await waits(app, () => app.find(LINK), "the link");
  const [device, token] = [new Guest(), tokenOf(app)];
  await device.send("POST", "/api/recover", { token });
  const other = await session.openPage(app.path, { cookie: device.cookie });
  await waits(other, () => other.find(".player-card.is-viewer"), "the seat");
  assert.deepEqual((await other.json(`/api${app.path}`)).seats.map((one) => one.mine), [true, false]);
  app.click("[data-renew-link]");
  await waits(app, () => tokenOf(app) !== token, "another link");
  await waits(other, () => !other.find(".player-card.is-viewer"), "the seat is closed there");
  await assert.rejects(new Guest().send("POST", "/api/recover", { token }), /404/);
  await new Guest().send("POST", "/api/recover", { token: tokenOf(app) });
});

test("a seat whose link cannot be shown says why", async (session) => {
  const app = await openMenu(session);
  app.intercept(/^GET .*\/recovery$/, () => refusal("You came by a link yourself.", 403));
  app.click("[data-show-link]");
  await app.shows(`[data-seat-link] ${REFUSED}`, "You came by a link yourself.");
});
