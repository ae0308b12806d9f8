// The admin page: people, tables, reports, a message to everybody, and the log of what admins did.
import assert from "node:assert/strict";
import { logIn, newAdmin, newName, playRated, sendForm, signUp, Visitor } from "./accounts.mjs";
import { PHONE, slowTest, test, translator } from "./app.mjs";

const t = await translator();
const a = await translator("en", "admin");

/** The admin page on one of its tabs, as an admin of its own. */
async function openAdmin(openPage, tab = "people", options = {}) {
  const admin = await newAdmin();
  const app = await openPage("/admin", { cookie: admin.cookie, ...options });
  await app.until(() => app.find(".admin-list li"), "the list of people");
  app.admin = admin;
  if (tab !== "people") await openTab(app, tab);
  return app;
}

async function openTab(app, tab) {
  app.click(`[data-value="${tab}"]`);
  await app.until(() => app.find(`[data-value="${tab}"][aria-checked=true]`) && app.find(".admin-list, .panel p.text-muted, .panel form"), `the tab ${tab}`);
}

const row = (app, text) => app.all(".admin-list li").find((one) => app.text(one).includes(text));

/** Search, and wait for the only row. */
async function search(app, text, shown = text) {
  app.type("[type=search]", text);
  return app.until(() => app.all(".admin-list li").length === 1 && row(app, shown), `the row of ${shown}`);
}

/** Click a button that asks once more. */
async function sure(app, at, label) {
  const button = app.button(label, at);
  app.click(button);
  await app.until(() => app.text(button) === a("sure"), "the button asks once more");
  app.click(button);
}

const sent = (app, method) => app.requests.filter((one) => one.method === method).at(-1);

// --- people ---

test("an admin finds people by a part of their name", async ({ openPage }) => {
  const [ben, app] = [await signUp("Ben"), await openAdmin(openPage)];
  const found = await search(app, ben.name.slice(2));
  assert.equal(app.text(found.querySelector("b")), ben.name);
  assert.match(app.text(found.querySelector("small")), new RegExp(`^${a("account")} · .* · ${a("sits_at", { n: 0 })}$`));
  app.type("[type=search]", newName("Nobody"));
  await app.shows(".panel p.text-muted", a("nothing"));
});

slowTest("the list tells guests, accounts and admins apart, and counts their tables", async ({ openPage }) => {
  const guest = Object.assign(new Visitor(), { name: newName("Guest") });
  await guest.newTable();
  const app = await openAdmin(openPage);
  assert.match(app.text((await search(app, guest.name)).querySelector("small")), new RegExp(`^${a("guest")} · .* · ${a("sits_at", { n: 1 })}$`));
  assert.match(app.text((await search(app, app.admin.name)).querySelector("small")), new RegExp(`^${a("admin")} · `));
});

slowTest("a guest gets no password link and no rights", async ({ openPage }) => {
  const guest = Object.assign(new Visitor(), { name: newName("Guest") });
  await guest.newTable();
  const app = await openAdmin(openPage);
  const found = await search(app, guest.name);
  assert.deepEqual([...found.querySelectorAll("button")].map((one) => app.text(one)), [a("ban"), a("delete")]);
});

slowTest("an admin is neither banned nor deleted", async ({ openPage }) => {
  const app = await openAdmin(openPage);
  const found = await search(app, app.admin.name);
  assert.deepEqual([...found.querySelectorAll("button")].map((one) => app.text(one)), [a("revoke")]);
});

const banForm = ".admin-list form";

slowTest("a ban tells its reason, lasts its days, and is lifted again", async ({ openPage }) => {
  const [ben, app] = [await signUp("Ben"), await openAdmin(openPage)];
  await search(app, ben.name);
  await sendForm(app, banForm, { "input[required]": "noise", "input[type=number]": "3" });
  const until = a("until", { date: "" }).trim();
  await app.until(() => row(app, "noise") && new RegExp(`${a("banned")} ${until} .*: noise`).test(app.text(row(app, "noise"))), "the ban");
  assert.deepEqual(sent(app, "PUT").body, { reason: "noise", days: 3, address: false });
  assert.ok(!app.find(banForm));
  assert.match(await ben.refusal("/api/tables", { seats: [{ kind: "person" }, { kind: "open" }] }), /noise/);
  app.click(app.button(a("unban"), ".admin-list"));
  await app.until(() => app.find(banForm), "the ban is lifted");
  assert.equal(row(app, "noise"), undefined);
  await ben.newTable();
});

test("a ban without days lasts until it is lifted", async ({ openPage }) => {
  const [ben, app] = [await signUp("Ben"), await openAdmin(openPage)];
  await search(app, ben.name);
  await sendForm(app, banForm, { "input[required]": "spam" });
  await app.until(() => row(app, `${a("banned")}: spam`), "the ban");
  assert.deepEqual(sent(app, "PUT").body, { reason: "spam", days: null, address: false });
});

test("banning a guest can ban the address too, banning an account cannot", async ({ openPage }) => {
  const [ben, guest] = [await signUp("Ben"), Object.assign(new Visitor(), { name: newName("Guest") })];
  await guest.newTable();
  const app = await openAdmin(openPage);
  await search(app, ben.name);
  assert.ok(!app.find(`${banForm} .switch`));
  await search(app, guest.name);
  assert.equal(app.text(`${banForm} .switch`), a("ban_address"));
  assert.equal(app.text(`${banForm} .switch ~ small`), a("ban_address_text"));
  app.click(`${banForm} .switch input`);
  // not sent: all visitors of these tests share an address
  app.intercept(/^PUT .*ban$/, () => Response.json({ people: [] }));
  await sendForm(app, banForm, { "input[required]": "noise" });
  await app.until(() => sent(app, "PUT"), "the ban is sent");
  assert.deepEqual(sent(app, "PUT").body, { reason: "noise", days: null, address: true });
});

test("somebody is deleted only after a second click", async ({ openPage }) => {
  const [ben, app] = [await signUp("Ben"), await openAdmin(openPage)];
  const found = await search(app, ben.name);
  const button = app.button(a("delete"), found);
  app.click(button);
  await app.until(() => app.text(button) === a("sure"), "the button asks once more");
  button.dispatchEvent(new app.window.FocusEvent("blur"));
  await app.until(() => app.text(button) === a("delete"), "the question is withdrawn");
  assert.equal(sent(app, "DELETE"), undefined);
  await sure(app, found, a("delete"));
  await app.gone(".admin-list");
  await app.shows(".panel p.text-muted", a("nothing"));
  assert.equal((await ben.ask("/api/me")).guest, false);
});

slowTest("a password link is shown after a second click, and works", async ({ openPage }) => {
  const [ben, app] = [await signUp("Ben"), await openAdmin(openPage)];
  const found = await search(app, ben.name);
  await sure(app, found, a("password_link"));
  const link = await app.until(() => app.find("[data-password-link] input")?.value, "the link");
  const token = /\/account#reset=([\w-]{43})$/.exec(link)[1];
  await new Visitor().ask("/api/account/reset", { token, new: "another four words" });
  await logIn(ben.name, { password: "another four words" });
});

slowTest("a password link that is refused says why", async ({ openPage }) => {
  const [ben, app] = [await signUp("Ben"), await openAdmin(openPage)];
  const found = await search(app, ben.name);
  app.intercept(/^POST .*password-link$/, () => Response.json({ error: { kind: "conflict", message: "not today" } }, { status: 409 }));
  await sure(app, found, a("password_link"));
  await app.shows(".admin-list [role=alert]", "not today");
});

slowTest("an admin makes somebody else an admin, and takes it back", async ({ openPage }) => {
  const [ben, app] = [await signUp("Ben"), await openAdmin(openPage)];
  await sure(app, await search(app, ben.name), a("grant"));
  const kind = () => app.text(row(app, ben.name).querySelector("small")).split(" · ")[0];
  await app.until(() => kind() === a("admin"), "the account is an admin");
  assert.equal((await ben.ask("/api/account")).account.admin, true);
  await sure(app, row(app, ben.name), a("revoke"));
  await app.until(() => kind() === a("account"), "the account is no admin");
  assert.equal((await ben.ask("/api/account")).account.admin, false);
});

test(
  "a late answer to an earlier search does not replace the current list",
  async ({ openPage }) => {
    const [ben, app] = [await signUp("Ben"), await openAdmin(openPage)];
    let release;
    app.intercept(/find=Nob$/, () => new Promise((done) => (release = () => done(Response.json({ people: [] })))));
    app.type("[type=search]", "Nob");
    await app.until(() => release, "the first search is sent");
    await search(app, ben.name);
    release();
    for (let i = 0; i < 3; i++) await app.rendered();
    assert.ok(row(app, ben.name), "the list is gone");
  }
);

test("if the server cannot be reached, the admin page says so", async ({ openPage }) => {
  const app = await openAdmin(openPage);
  app.intercept(/^GET .*find=x$/, () => Promise.reject(new TypeError("failed")));
  app.type("[type=search]", "x");
  await app.shows("main > [role=alert]", t("no_server"));
});

slowTest("on a phone the actions on a person are folded away", async ({ openPage }) => {
  const [ben, app] = [await signUp("Ben"), await openAdmin(openPage, "people", { screen: PHONE })];
  const found = await search(app, ben.name);
  assert.equal(app.text(found.querySelector("summary")), a("manage"));
  assert.equal(found.querySelector("details").open, false);
  assert.ok(found.querySelector("details form"));
});

slowTest("on a wide screen the actions on a person are in sight", async ({ openPage }) => {
  const [ben, app] = [await signUp("Ben"), await openAdmin(openPage)];
  assert.ok(!(await search(app, ben.name)).querySelector("details"));
});

// --- tables ---

/** A running table of two accounts, of which the second seat belongs to the first too. */
async function runningTable(friend = newName("Friend")) {
  const finn = await signUp("Finn");
  const table = await finn.newTable({ seats: [{ kind: "person" }, { kind: "person", name: friend }] });
  await finn.ask(`/api/tables/${table.id}/start`, {});
  return { finn, table, friend };
}

slowTest("a table is found by its code, with its players, edition and state", async ({ openPage }) => {
  const { finn, table, friend } = await runningTable();
  const app = await openAdmin(openPage, "tables");
  const found = await search(app, table.code, table.code);
  assert.equal(app.text(found.querySelector("b")), `${finn.name}, ${friend}`);
  assert.equal(found.querySelector("a").getAttribute("href"), `/tables/${table.id}`);
  assert.match(app.text(found.querySelector("small")), new RegExp(`^${table.code} · ${table.settings.edition} · ${table.settings.map} · ${a("running")} · `));
});

test("a table that waits shows its open seats", async ({ openPage }) => {
  const finn = await signUp("Finn");
  const table = await finn.newTable();
  const app = await openAdmin(openPage, "tables");
  const found = await search(app, table.code);
  assert.equal(app.text(found.querySelector("b")), `${finn.name}, ${a("open")}`);
  assert.match(app.text(found.querySelector("small")), new RegExp(a("lobby")));
});

slowTest("a finished table can only be deleted", async ({ openPage }) => {
  const finn = await signUp("Finn");
  const [id] = await playRated([finn.name, "easy", "easy", "easy"]);
  const app = await openAdmin(openPage, "tables");
  const found = await search(app, id, finn.name);
  assert.match(app.text(found.querySelector("small")), new RegExp(a("finished")));
  assert.deepEqual([...found.querySelectorAll("button")].map((one) => app.text(one)), [a("delete")]);
});

slowTest("a seat is handed over to another account", async ({ openPage }) => {
  const { finn, table, friend } = await runningTable();
  const gus = await signUp("Gus");
  const app = await openAdmin(openPage, "tables");
  const found = await search(app, table.code);
  const seat = app.field(a("seat"));
  assert.deepEqual([...seat.options].map((one) => app.text(one)), [finn.name, friend]);
  app.choose(seat, "1");
  await sendForm(app, ".admin-list form", { input: gus.name });
  await app.until(() => row(app, gus.name), "the new player");
  assert.equal(sent(app, "PUT").path, `/api/admin/tables/${table.id}/seats/1`);
  assert.equal((await finn.ask(`/api/tables/${table.id}`)).seats[1].name, gus.name);
  assert.ok(found);
});

slowTest("a seat is not handed over to somebody unknown", async ({ openPage }) => {
  const { finn, table, friend } = await runningTable();
  const app = await openAdmin(openPage, "tables");
  await search(app, table.code);
  const nobody = newName("Nobody");
  await sendForm(app, ".admin-list form", { input: nobody });
  await app.shows("main > [role=alert]", await app.admin.refusal(`/api/admin/tables/${table.id}/seats/0`, { to: nobody }, { method: "PUT" }));
  assert.deepEqual((await finn.ask(`/api/tables/${table.id}`)).seats.map((one) => one.name), [finn.name, friend]);
});

slowTest("a refusal disappears with the next action", async ({ openPage }) => {
  const { table } = await runningTable();
  const app = await openAdmin(openPage, "tables");
  await search(app, table.code);
  await sendForm(app, ".admin-list form", { input: newName("Nobody") });
  await app.until(() => app.find("main > [role=alert]"), "the refusal");
  await sendForm(app, ".admin-list form", { input: app.admin.name });
  await app.until(() => row(app, app.admin.name), "the new player");
  assert.ok(!app.find("main > [role=alert]"));
});

test("a table that waits is closed after a second click", async ({ openPage }) => {
  const finn = await signUp("Finn");
  const table = await finn.newTable();
  const app = await openAdmin(openPage, "tables");
  await sure(app, await search(app, table.code), a("close"));
  await app.shows(".panel p.text-muted", a("nothing"));
  assert.equal((await finn.request(`/api/tables/${table.id}`)).status, 404);
});

slowTest("closing a running table ends its game without a winner", async ({ openPage }) => {
  const { finn, table } = await runningTable();
  const app = await openAdmin(openPage, "tables");
  await sure(app, await search(app, table.code), a("close"));
  await app.until(async () => (await finn.ask(`/api/tables/${table.id}`)).state === "finished", "the end of the game");
  const { result } = await finn.ask(`/api/tables/${table.id}/view`);
  assert.deepEqual(result?.winners ?? [], []);
  await sure(app, await app.until(() => row(app, table.code), "the table"), a("delete"));
  await app.shows(".panel p.text-muted", a("nothing"));
});

slowTest("a table is deleted after a second click", async ({ openPage }) => {
  const { finn, table } = await runningTable();
  const app = await openAdmin(openPage, "tables");
  await sure(app, await search(app, table.code), a("delete"));
  await app.shows(".panel p.text-muted", a("nothing"));
  assert.equal((await finn.request(`/api/tables/${table.id}`)).status, 404);
});

// --- reports ---

slowTest("a reported message is shown until it is resolved", async ({ openPage }) => {
  const { finn, table } = await runningTable();
  const gus = await signUp("Gus");
  const app = await openAdmin(openPage, "people");
  await app.admin.ask(`/api/admin/tables/${table.id}/seats/1`, { to: gus.name }, "PUT");
  const text = `rude words ${newName()}`;
  await gus.ask(`/api/tables/${table.id}/chat`, { text, key: "1" });
  await gus.ask(`/api/tables/${table.id}/chat`, { phrase: "good_game", key: "2" });
  await finn.ask(`/api/tables/${table.id}/chat/reports`, { room: "players", seq: 1, reason: "insult", note: "I am hurt" });
  await openTab(app, "reports");
  const found = await app.until(() => row(app, `${gus.name}: ${text}`), "the report");
  assert.equal(found.querySelector(".actions a").getAttribute("href"), `/tables/${table.id}`);
  assert.ok(app.text(found.querySelector("small")).startsWith(`${t("report_insult")} · `));
  assert.equal(app.text(found.querySelector("blockquote")), "I am hurt");
  assert.equal(found.querySelectorAll(".context li").length, 2);
  assert.ok(app.text(found.querySelector(".context [aria-current]")).endsWith(text));
  // the author is banned for the reason of the report
  app.submit(found.querySelector("form"));
  await app.until(() => row(app, text)?.textContent.includes(`${a("banned")}: ${t("report_insult")}`), "the ban");
  app.click(app.button(a("unban"), row(app, text)));
  await app.until(() => row(app, text).querySelector("form"), "the ban is lifted");
  app.click(app.button(a("settle"), row(app, text)));
  await app.until(() => !row(app, text), "the report is resolved");
  assert.ok(!(await app.admin.ask("/api/admin/reports")).reports.some((one) => one.said === text));
});

test("without reports the list says that there is nothing", async ({ openPage }) => {
  const app = await openAdmin(openPage);
  app.intercept(/^GET \/api\/admin\/reports/, () => Response.json({ reports: [] }));
  await openTab(app, "reports");
  await app.shows(".panel p.text-muted", a("nothing"));
});

// --- a message to everybody ---

/** The form for a message, whose sending is only recorded: every board of the server would show it. */
async function openBroadcast(openPage) {
  const app = await openAdmin(openPage, "broadcast");
  app.intercept(/^POST \/api\/admin\/broadcast$/, () => new Response(null, { status: 204 }));
  const write = async (texts) => {
    for (const [language, text] of Object.entries(texts)) {
      app.type(app.field(language), text);
      await app.rendered();
    }
  };
  return { app, write, button: () => app.button(a("send"), ".panel") };
}

test("a message in one language is sent as one text", async ({ openPage }) => {
  const { app, write, button } = await openBroadcast(openPage);
  assert.ok(app.isDisabled(button()), "there is nothing to send");
  await write({ Deutsch: " Pause um zehn. " });
  assert.ok(!app.isDisabled(button()));
  app.submit(".panel form");
  await app.until(() => sent(app, "POST"), "the message is sent");
  assert.deepEqual(sent(app, "POST").body, { text: "Pause um zehn." });
  await app.until(() => app.field("Deutsch").value === "", "the form is empty again");
});

slowTest("a message is sent in one language or in all three", async ({ openPage }) => {
  const { app, write, button } = await openBroadcast(openPage);
  await write({ Deutsch: "Pause.", English: "Break." });
  assert.ok(app.isDisabled(button()), "two of three are not enough");
  await write({ Nederlands: "Pauze." });
  assert.ok(!app.isDisabled(button()));
  app.submit(".panel form");
  await app.until(() => sent(app, "POST"), "the message is sent");
  assert.deepEqual(sent(app, "POST").body, { texts: { de: "Pause.", en: "Break.", nl: "Pauze." } });
});

test("an open board shows a message to everybody in its language", async ({ openTable }) => {
  const app = await openTable("open", { language: "de" });
  await app.until(() => app.sockets.size > 0 && app.find(".action.is-mine"), "the live connection");
  const data = JSON.stringify({ type: "notice", texts: { en: "A break at ten.", de: "Pause um zehn.", nl: "Pauze om tien." } });
  for (const socket of app.sockets) socket.dispatchEvent(new MessageEvent("message", { data }));
  await app.until(() => app.text("body").includes("Pause um zehn."), "the message");
  assert.ok(!app.text("body").includes("A break at ten."));
});

// --- the log, and who may see all this ---

test("the log shows what was done, and by whom", async ({ openPage }) => {
  const app = await openAdmin(openPage);
  const ben = await signUp("Ben");
  await sure(app, await search(app, ben.name), a("password_link"));
  await app.until(() => app.find("[data-password-link]"), "the link");
  await openTab(app, "log");
  const found = await app.until(() => row(app, `password-link · ${app.admin.name}`), "the action");
  assert.ok(app.text(found).includes(ben.name));
  assert.ok(!app.find("[type=search]"));
});

slowTest("the admin page is in the language of the visitor", async ({ openPage }) => {
  const admin = await newAdmin();
  for (const language of ["de", "nl"]) {
    const words = await translator(language, "admin");
    const app = await openPage("/admin", { cookie: admin.cookie, language });
    await app.until(() => app.find(".admin-list li"), "the list");
    assert.equal(app.text("h1"), words("title"));
    assert.deepEqual(app.texts(".picker button"), ["people", "tables", "reports", "broadcast", "tournaments", "log"].map((one) => words(one)));
    assert.notEqual(words("people"), a("people"));
  }
});

for (const [who, visitor] of [["an account without rights", () => signUp("Bob")], ["a visitor", () => new Visitor()]]) {
  test(`${who} sees no people on the admin page but why not`, async ({ openPage }) => {
    const bob = await visitor();
    const app = await openPage("/admin", { cookie: bob.cookie });
    await app.shows("main > [role=alert]", await bob.refusal("/api/admin/people", undefined, { method: "GET" }));
    assert.ok(!app.find(".admin-list"));
  });
}
