// The account page: sign up, log in and out, name, password, devices, passkeys, another site, deleting; and e-mail.
import assert from "node:assert/strict";
import { Authenticator, FIREFOX, LOCALHOST, letterTo, logIn, newAdmin, newName, PASSWORD, sendForm, signUp, Visitor, visitorOf } from "./accounts.mjs";
import { slowTest, test, translator } from "./app.mjs";
import { backToTable, openSettings } from "./people.mjs";

const t = await translator();
const w = await translator("en", "account");
const m = await translator("en", "meeting");
const RENAME = "main form:not([data-password])";
const REFUSED = "[data-way-in] [role=alert]";

const openAccount = async (openPage, person, options = {}) => {
  const app = await openPage("/account", { cookie: person?.cookie, ...options });
  await app.until(() => app.find("[data-way-in], [data-sessions]"), "the account page is shown");
  return app;
};

const fill = (app, name, password) =>
  sendForm(app, "[data-way-in] form", { ...(name !== null && { "[name=username]": name }), "[name=password]": password });

const logInTab = (app) => {
  app.click("[data-way-in] [data-value=old]");
  return app.rendered();
};

const loggedIn = (app) => app.until(() => app.find("[data-sessions] li"), "somebody is logged in");
const account = async (app) => (await app.json("/api/account")).account;

// --- signing up ---

slowTest("the sign-up form starts with the name of the guest", async ({ openPage }) => {
  const guest = Object.assign(new Visitor(), { name: "Gerda" });
  await guest.newTable();
  const app = await openAccount(openPage, guest);
  assert.equal(app.text("h1"), w("title"));
  assert.equal(app.get("[name=username]").value, "Gerda");
  assert.equal(app.get("[name=password]").type, "password");
  assert.equal(app.get("[name=password]").autocomplete, "new-password");
});

test("signing up makes an account and logs in", async ({ openPage }) => {
  const app = await openAccount(openPage);
  const name = newName();
  await fill(app, name, PASSWORD);
  await loggedIn(app);
  assert.equal(app.text("h1"), name);
  assert.deepEqual(app.requests.find((one) => one.method === "POST"), { method: "POST", path: "/api/account", body: { name, password: PASSWORD } });
  assert.match(app.text("[data-sessions] li"), new RegExp(w("here")));
  assert.equal((await account(app)).name, name);
});

test("a password that is too short is refused, and a longer one is accepted after it", async ({ openPage }) => {
  const app = await openAccount(openPage);
  await fill(app, newName(), "short");
  assert.match(await app.until(() => app.find(REFUSED) && app.text(REFUSED)), /\b8\b.*\b200\b/);
  assert.equal(await account(app), null);
  await fill(app, null, PASSWORD);
  await loggedIn(app);
});

test("a name that is taken is refused", async ({ openPage }) => {
  const ann = await signUp();
  const app = await openAccount(openPage);
  await fill(app, ann.name.toUpperCase(), PASSWORD);
  await app.until(() => app.find(REFUSED), "the refusal");
  assert.equal(await account(app), null);
});

slowTest("the tables of a guest belong to the new account", async ({ openPage }) => {
  const guest = Object.assign(new Visitor(), { name: newName() });
  const { id } = await guest.newTable();
  const app = await openAccount(openPage, guest);
  await fill(app, null, PASSWORD);
  await loggedIn(app);
  const { tables } = await app.json("/api/me/tables");
  assert.deepEqual(tables.map((one) => one.id), [id]);
});

test("a second click while the account is made sends nothing", async ({ openPage }) => {
  const app = await openAccount(openPage);
  let release;
  app.intercept(/^POST \/api\/account$/, () => new Promise((done) => (release = done)));
  await fill(app, newName(), PASSWORD);
  await app.until(() => release && app.isDisabled("[data-submit]"), "the button is off");
  release();
  await loggedIn(app);
  assert.equal(app.requests.filter((one) => one.method === "POST").length, 1);
});

test("if the server cannot be reached, signing up says so", async ({ openPage }) => {
  const app = await openAccount(openPage);
  app.intercept(/^POST/, () => Promise.reject(new TypeError("failed")));
  await fill(app, newName(), PASSWORD);
  await app.shows(REFUSED, t("no_server"));
  assert.ok(!app.isDisabled("[data-submit]"));
});

// --- logging in and out ---

test("a wrong password is refused in the language of the page", async ({ openPage }) => {
  const ann = await signUp();
  const app = await openAccount(openPage, null, { language: "de" });
  await logInTab(app);
  await fill(app, ann.name, "not the password");
  const wrong = { name: ann.name, password: "not the password" };
  const said = await new Visitor().refusal("/api/account/log-in", wrong, { language: "de" });
  assert.notEqual(said, await new Visitor().refusal("/api/account/log-in", wrong));
  await app.shows(REFUSED, said);
});

test("logging in on a second device lists both devices and both tables", async ({ openPage }) => {
  const ann = await signUp();
  const first = await ann.newTable();
  const guest = Object.assign(new Visitor(), { name: "Phone" });
  const second = await guest.newTable();
  const app = await openAccount(openPage, guest);
  await logInTab(app);
  assert.equal(app.get("[name=password]").autocomplete, "current-password");
  await fill(app, ann.name.toLowerCase(), PASSWORD);
  await app.until(() => app.all("[data-sessions] li").length === 2, "two devices");
  assert.equal(app.text("h1"), ann.name);
  const { tables } = await app.json("/api/me/tables");
  assert.deepEqual(tables.map((one) => one.id).sort(), [first.id, second.id].sort());
});

slowTest("with an account the start page does not ask for a name", async ({ openPage }) => {
  const ann = await signUp();
  const app = await openPage("/", { cookie: ann.cookie });
  await app.until(() => app.find("[data-play-now]"), "the start page");
  assert.ok(app.get("[data-name]").closest("label").hidden);
  assert.ok(!app.find("[data-log-out]"), "an account logs out on its page");
  app.click("[data-account]");
  await app.shows("h1", ann.name);
});

test("logging out here shows the log-in form and ends the session", async ({ openPage }) => {
  const ann = await signUp();
  const app = await openAccount(openPage, ann);
  app.click("[data-log-out]");
  await app.until(() => app.find("[data-way-in]"), "the log-in form");
  assert.equal((await (await ann.request("/api/account")).json()).account, null);
});

test("another device can be logged out", async ({ openPage }) => {
  const ann = await signUp();
  const phone = await logIn(ann.name, { browser: FIREFOX });
  const app = await openAccount(openPage, ann);
  assert.match(app.text("[data-sessions]"), /Firefox/);
  const other = app.all("[data-sessions] li").find((one) => !app.text(one).includes(w("here")));
  assert.equal(app.all("[data-sessions] li button").length, 1, "this device has no such button");
  app.click(other.querySelector("button"));
  await app.until(() => app.all("[data-sessions] li").length === 1, "one device is left");
  assert.ok(!app.find("[data-end-others]"));
  assert.equal((await (await phone.request("/api/account")).json()).account, null);
  // the other device is told so
  const there = await openPage("/account", { cookie: phone.cookie });
  await there.until(() => there.find("[data-afresh]"), "the message that the session has ended");
});

slowTest("all other devices can be logged out at once", async ({ openPage }) => {
  const ann = await signUp();
  const others = [await logIn(ann.name), await logIn(ann.name)];
  const app = await openAccount(openPage, ann);
  await app.until(() => app.all("[data-sessions] li").length === 3, "three devices");
  app.click("[data-end-others]");
  await app.until(() => app.all("[data-sessions] li").length === 1, "one device is left");
  for (const one of others) assert.equal((await (await one.request("/api/account")).json()).account, null);
});

/** The start page asks a second time who the visitor is; a late answer would undo logging out. */
async function startPageSettled(app) {
  await app.until(() => app.requests.filter((one) => one.path === "/api/me").length === 2, "the second question");
  await app.settled();
}

slowTest("a guest logs out on the start page after a second click", async ({ openPage }) => {
  const guest = new Visitor();
  await guest.newTable();
  const app = await openPage("/", { cookie: guest.cookie });
  await app.until(() => app.find("[data-table]"), "the table of the guest");
  await startPageSettled(app);
  app.click("[data-log-out]");
  await app.shows("[data-log-out]", t("log_out_sure"));
  assert.ok(!app.requests.some((one) => one.path === "/api/me/log-out"));
  app.click("[data-log-out]");
  await app.gone("[data-log-out]");
  assert.equal((await app.json("/api/me")).guest, false);
  await app.shows(".panel.table-list p.text-muted", t("no_tables"));
});

slowTest("a cookie that the server does not know is replaced only on request", async ({ openPage }) => {
  const app = await openPage("/", { cookie: "of-another-server" });
  await startPageSettled(app);
  assert.match(app.text("[data-logged-out]"), new RegExp(t("not_known_here")));
  assert.equal(app.cookie, "stromnetz=of-another-server");
  app.click("[data-afresh]");
  await app.gone("[data-afresh]");
  assert.equal(app.cookie, "");
});

// --- name and password ---

test("the name can be changed", async ({ openPage }) => {
  const ann = await signUp();
  const app = await openAccount(openPage, ann);
  const rename = () => app.button(w("rename"));
  assert.ok(app.isDisabled(rename()), "nothing to save yet");
  const name = newName("Anna");
  await sendForm(app, RENAME, { "[name=username]": name });
  await app.shows("h1", name);
  assert.equal((await account(app)).name, name);
  assert.ok(app.isDisabled(rename()));
});

slowTest("a name of somebody else is refused and nothing changes", async ({ openPage }) => {
  const [ann, ben] = [await signUp(), await signUp("Ben")];
  const app = await openAccount(openPage, ann);
  await sendForm(app, RENAME, { "[name=username]": ben.name });
  await app.until(() => app.find("[role=alert]"), "the refusal");
  assert.equal((await account(app)).name, ann.name);
  assert.equal(app.text("h1"), ann.name);
});

test("a new password logs out all other devices", async ({ openPage }) => {
  const ann = await signUp();
  const phone = await logIn(ann.name);
  const app = await openAccount(openPage, ann);
  await sendForm(app, "[data-password]", { "[name=old]": PASSWORD, "[name=new]": "another four words" });
  await app.shows("[data-password] [role=status]", w("password_changed"));
  assert.deepEqual([app.get("[name=old]").value, app.get("[name=new]").value], ["", ""]);
  assert.equal((await (await phone.request("/api/account")).json()).account, null);
  await logIn(ann.name, { password: "another four words" });
});

slowTest("the password is changed only with the old one", async ({ openPage }) => {
  const ann = await signUp();
  const app = await openAccount(openPage, ann);
  await sendForm(app, "[data-password]", { "[name=old]": "not the password", "[name=new]": "another four words" });
  await app.until(() => app.find("[data-password] [role=alert]"), "the refusal");
  await logIn(ann.name);
});

// --- passkeys ---

const passkeyPage = async (openPage, person = null) => {
  const keys = new Authenticator();
  return [await openAccount(openPage, person, { origin: LOCALHOST, setup: keys.plugIn }), keys];
};

test("passkeys are not offered where the browser has none", async ({ openPage }) => {
  const app = await openAccount(openPage);
  assert.ok(!app.find("[data-passkey]"));
});

slowTest("a passkey makes an account, and logs in later", async ({ openPage }) => {
  const [app] = await passkeyPage(openPage);
  assert.ok(app.isDisabled("[data-passkey]"), "a name is needed first");
  const name = newName("Bea");
  app.type("[name=username]", name);
  await app.until(() => !app.isDisabled("[data-passkey]"), "the button is on");
  app.click("[data-passkey]");
  await app.until(() => app.find("[data-passkeys] li"), "the passkey is listed");
  const made = await account(app);
  assert.deepEqual([made.name, made.password, made.passkeys.length], [name, false, 1]);
  assert.ok(!app.find("[name=old]"), "there is no old password to enter");
  app.click("[data-log-out]");
  await app.until(() => app.find("[data-way-in]"), "the log-in form");
  await logInTab(app);
  app.click("[data-passkey]");
  await loggedIn(app);
  assert.equal(app.text("h1"), name);
});

slowTest("the last way into an account cannot be removed", async ({ openPage }) => {
  const [app] = await passkeyPage(openPage);
  app.type("[name=username]", newName("Bea"));
  await app.until(() => !app.isDisabled("[data-passkey]"), "the button is on");
  app.click("[data-passkey]");
  await app.until(() => app.find("[data-passkeys] li button"), "the passkey is listed");
  app.click("[data-passkeys] [data-remove]");
  const [{ id }] = (await account(app)).passkeys;
  await app.shows("[data-passkeys] [role=alert]", await visitorOf(app).refusal(`/api/account/passkeys/${id}`, {}, { method: "DELETE" }));
  await sendForm(app, "[data-password]", { "[name=new]": PASSWORD });
  await app.until(() => app.find("[data-password] [role=status]"), "a password is set");
  app.click("[data-passkeys] [data-remove]");
  await app.gone("[data-passkeys] li");
  assert.deepEqual((await account(app)).passkeys, []);
});

test("a passkey can be added to an account", async ({ openPage }) => {
  const ann = await signUp();
  const [app] = await passkeyPage(openPage, ann);
  app.click("[data-add-passkey]");
  await app.until(() => app.find("[data-passkeys] li"), "the passkey is listed");
  assert.equal((await account(app)).passkeys.length, 1);
  // each has a name of its own
  await app.until(() => !app.isDisabled("[data-rename]"), "the passkey is added");
  app.click("[data-rename]");
  await app.until(() => app.find("[data-rename-passkey]"), "the form");
  await sendForm(app, "[data-rename-passkey]", { input: "Old phone" });
  await app.until(() => app.find("[data-passkeys] .seat-label")?.textContent.startsWith("Old phone"), "the new name");
  assert.equal((await account(app)).passkeys[0].label, "Old phone");
});

test("a page that is open says that the session was ended elsewhere, and leads back after logging in", async ({ openPage }) => {
  const ann = await signUp();
  const { id } = await ann.newTable();
  const app = await openPage(`/tables/${id}`, { cookie: ann.cookie });
  await app.until(() => app.find(".lobby") && [...app.sockets].some((one) => one.readyState === 1), "the table");
  assert.ok(!app.find("[data-logged-out]"));
  const phone = await logIn(ann.name);
  const other = (await phone.ask("/api/account")).account.sessions.find((one) => !one.here);
  await phone.request(`/api/account/sessions/${other.id}`, {}, "DELETE");
  await app.shows("[data-logged-out] b", t("not_known_here"));
  app.click("[data-log-in]");
  await app.until(() => app.find("[data-way-in]"), "the log-in form");
  assert.ok(!app.find("[data-logged-out]"));
  await fill(app, ann.name, PASSWORD);
  await app.until(() => app.path === `/tables/${id}` && app.find(".lobby"), "the table");
  assert.equal((await account(app)).name, ann.name);
});

test("logging out in one tab is shown in another", async ({ openPage }) => {
  const ann = await signUp();
  const [app, tab] = [await openAccount(openPage, ann), await openPage("/games", { cookie: ann.cookie })];
  await tab.until(() => [...tab.sockets].some((one) => one.readyState === 1), "the connection");
  tab.cookie = "";
  app.click("[data-log-out]");
  await tab.shows("[data-logged-out] b", t("not_known_here"));
  await app.until(() => app.find("[data-way-in]"), "the log-in form");
  assert.ok(!app.find("[data-logged-out]"), "whoever logs out knows it");
});

slowTest("cancelling the passkey dialog of the browser is not an error of the account", async ({ openPage }) => {
  const [app, keys] = await passkeyPage(openPage);
  keys.cancels = true;
  await logInTab(app);
  app.click("[data-passkey]");
  await app.shows(REFUSED, w("passkey_none"));
  assert.ok(!app.isDisabled("[data-submit]"));
});

// --- another site (OpenID Connect) ---

/** Follow a browser to the other site and back; the cookie it has then. */
async function logInThere(openPage) {
  const app = await openAccount(openPage);
  let visit = "";
  app.intercept(/^POST \/api\/account\/oidc/, async ({ path }) => {
    const response = await fetch(app.window.location.origin + path, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
    visit = response.headers.getSetCookie().find((one) => one.startsWith("stromnetz-visit=")).split(";")[0];
    return response;
  });
  assert.equal(app.text("[data-provider]"), w("provider_in", { site: "127.0.0.1" }));
  app.click("[data-provider]");
  await app.until(() => app.visits.length, "the browser is sent to the other site");
  const there = await fetch(app.visits[0], { redirect: "manual" });
  const back = await fetch(there.headers.get("location"), { headers: { cookie: visit }, redirect: "manual" });
  assert.ok(back.headers.get("location") === "/account", "the other site sends the browser back to the account page");
  return back.headers.getSetCookie().find((one) => one.startsWith("stromnetz=")).slice("stromnetz=".length).split(";")[0];
}

slowTest("logging in with another site leads to the same account on every device", async ({ openPage }) => {
  const names = [];
  for (let device = 0; device < 2; device++) {
    const app = await openAccount(openPage, { cookie: await logInThere(openPage) });
    assert.match(app.text("[data-linked]"), new RegExp(w("provider_on", { site: "127.0.0.1" })));
    names.push(app.text("h1"));
  }
  assert.match(names[0], /^ann/);
  assert.equal(names[1], names[0]);
  // it is the only way into this account
  const last = await openAccount(openPage, { cookie: await logInThere(openPage) });
  last.click(last.button(w("remove"), "[data-linked]"));
  await last.shows("[data-linked] [role=alert]", await visitorOf(last).refusal("/api/account/oidc", {}, { method: "DELETE" }));
});

test("an account can be connected with another site", async ({ openPage }) => {
  const app = await openAccount(openPage, await signUp());
  app.intercept(/^POST \/api\/account\/oidc/, () => Response.json({ url: "https://other.example/in" }));
  app.click(app.button(w("provider_add", { site: "127.0.0.1" })));
  await app.until(() => app.visits.length, "the browser is sent to the other site");
  assert.deepEqual(app.visits, ["https://other.example/in"]);
});

test("if the other site refuses, the account page says so", async ({ openPage }) => {
  const app = await openPage("/account?refused");
  await app.shows("main > [role=alert]", w("provider_refused"));
});

// --- a forgotten password, and e-mail ---

/** Enter and confirm an e-mail address. */
async function confirmAddress(app, person, address) {
  await person.ask("/api/me/mail?language=en", { address }, "PUT");
  await followConfirmation(app, address);
}

async function followConfirmation(app, address) {
  const path = new URL(/http\S+\/mail\/confirm\/\S+/.exec(await letterTo(app, address))[0]).pathname;
  const form = await new Visitor().request(path, {});
  assert.ok(form.status < 400, `confirm: ${form.status}`);
}

const addressOf = ({ name }) => `${name.replace(/\W/g, "").toLowerCase()}@example.org`;

test("a forgotten password is replaced by the link in an e-mail", async ({ openPage }) => {
  const ann = await signUp();
  const address = addressOf(ann);
  const app = await openAccount(openPage);
  await confirmAddress(app, ann, address);
  await logInTab(app);
  app.click("[data-forgotten] button");
  await app.until(() => app.find("[name=forgotten]"), "the form");
  await sendForm(app, "[data-forgotten] form", { input: ann.name });
  await app.shows("[data-forgotten] [role=status]", w("forgotten_sent"));
  const link = new URL(/http\S+\/account#reset=[\w-]{43}/.exec(await letterTo(app, address, 1))[0]);

  const reset = await openPage(link.pathname + link.hash);
  await reset.until(() => reset.find("[data-reset]"), "the form for a new password");
  assert.ok(reset.get(".columns").hidden, "nothing else is asked");
  await sendForm(reset, "[data-reset] form", { "[name=new]": "short" });
  await reset.until(() => reset.find("[data-reset] [role=alert]"), "the refusal");
  await sendForm(reset, "[data-reset] form", { "[name=new]": "another four words" });
  await loggedIn(reset);
  assert.equal(reset.text("h1"), ann.name);
  await reset.until(() => reset.window.location.hash === "", "the secret is gone from the address");
  assert.equal((await (await ann.request("/api/account")).json()).account, null, "other devices are logged out");
  await logIn(ann.name, { password: "another four words" });
  // the link works once
  const again = await openPage(link.pathname + link.hash);
  await again.until(() => again.find("[data-reset]"), "the form for a new password");
  await sendForm(again, "[data-reset] form", { "[name=new]": "yet another four words" });
  await again.until(() => again.find("[data-reset] [role=alert]"), "the refusal");
});

slowTest("an unknown name gets the same answer as a known one when a password is forgotten", async ({ openPage }) => {
  const app = await openAccount(openPage);
  await logInTab(app);
  app.click("[data-forgotten] button");
  await app.until(() => app.find("[name=forgotten]"), "the form");
  await sendForm(app, "[data-forgotten] form", { input: newName("Nobody") });
  await app.shows("[data-forgotten] [role=status]", w("forgotten_sent"));
});

test("without e-mail the page names the host as the one to ask for a new password", async ({ openPage }) => {
  const state = { offered: true, provider: null, emails: false, account: null };
  const app = await openAccount(openPage, null, { setup: (_, one) => one.intercept(/^GET \/api\/account$/, () => Response.json(state)) });
  await logInTab(app);
  await app.until(() => app.find("[data-forgotten] button"), "the question");
  app.click("[data-forgotten] button");
  await app.shows("[data-forgotten] p", w("forgotten_host"));
  assert.ok(!app.find("[data-forgotten] form"));
  assert.ok(!app.find("[data-provider]"));
});

const openMail = (app) => openSettings(app, "[data-remote-notifications]");

slowTest("an e-mail address is entered on the account page, confirmed, switched off, and removed", async ({ openTable }) => {
  const app = await openTable("open");
  const address = addressOf({ name: newName("dan") });
  await openMail(app);
  await sendForm(app, "[data-remote-notifications] form", { input: address });
  await app.until(() => app.text("[data-remote-notifications]").includes(m("mail_sent", { address })), "the e-mail is sent");
  await followConfirmation(app, address);
  await backToTable(app);
  await openMail(app);
  await app.until(() => app.text("[data-remote-notifications]").includes(m("mail_on", { address })), "the address is confirmed");
  // e-mails about turns can be off while the address stays, for a new password
  const off = "[data-remote-notifications] > .switch:last-of-type input";
  assert.equal(app.get(off).checked, true);
  app.choose(off, false);
  await app.until(async () => (await app.json("/api/me/notifications")).mail.turns === false, "no e-mails about turns");
  assert.equal((await app.json("/api/me/notifications")).mail.address, address);
  app.click("[data-mail-off] button");
  await app.shows("[data-mail-off] button", m("mail_off_sure"));
  app.click("[data-mail-off] button");
  await app.until(() => app.find("[data-mail]"), "the form is back");
  assert.equal((await app.json("/api/me/notifications")).mail.address, null);
});

slowTest("an address that is none is refused", async ({ openTable }) => {
  const app = await openTable("open");
  await openMail(app);
  await sendForm(app, "[data-remote-notifications] form", { input: "dan@example" });
  await app.until(() => app.find("[data-remote-notifications] [role=alert]"), "the refusal");
});

// --- what is kept about me ---

test("the download button leads to the export", async ({ openPage }) => {
  const ann = await signUp();
  const app = await openAccount(openPage, ann);
  app.click("[data-export]");
  assert.deepEqual(app.visits, ["/api/me/export"]);
  const file = await ann.request("/api/me/export");
  assert.match(file.headers.get("content-disposition"), /stromnetz\.json/);
});

test("an account is deleted after a second click, with its password", async ({ openPage }) => {
  const ann = await signUp();
  const app = await openAccount(openPage, ann);
  app.submit("[data-mine] form");
  await app.shows("[data-delete]", w("delete_sure"));
  assert.ok((await account(app)) !== null, "nothing is deleted yet");
  await sendForm(app, "[data-mine] form", { "[name=password]": "not the password" });
  await app.until(() => app.find("[data-mine] [role=alert]"), "the refusal");
  assert.ok((await account(app)) !== null);
  await sendForm(app, "[data-mine] form", { "[name=password]": PASSWORD });
  await app.until(() => app.find("[data-way-in]"), "the log-in form");
  const gone = await new Visitor().request("/api/account/log-in", { name: ann.name, password: PASSWORD });
  assert.equal(gone.status, 403);
});

slowTest("a guest deletes everything without a password", async ({ openPage }) => {
  const guest = new Visitor();
  await guest.newTable();
  const app = await openAccount(openPage, guest);
  app.submit("[data-mine] form");
  await app.shows("[data-delete]", w("delete_sure"));
  assert.ok(!app.find("[data-mine] [name=password]"));
  app.submit("[data-mine] form");
  await app.gone("[data-mine]");
  assert.equal((await app.json("/api/me")).guest, false);
});

test("a visitor without a cookie has nothing to download or delete", async ({ openPage }) => {
  const app = await openAccount(openPage);
  assert.ok(!app.find("[data-mine]"));
});

// --- other pages ---

slowTest("the account page links to the profile and the bots, and for an admin to the admin page", async ({ openPage }) => {
  const links = async (person) => {
    const app = await openAccount(openPage, person);
    return app.all("nav.actions a").map((one) => one.getAttribute("href"));
  };
  assert.deepEqual(await links(await signUp()), ["/account/profile", "/account/tokens"]);
  assert.deepEqual(await links(await newAdmin()), ["/account/profile", "/account/tokens", "/admin"]);
});

// --- the link of a seat ---

const seatLink = async (app) => {
  app.click("[data-menu]");
  await app.until(() => app.find("[data-show-link]"), "the menu");
  assert.ok(!app.find("[data-seat-link] input"), "the link is hidden until it is wanted");
  app.click("[data-show-link]");
};
const shownLink = (app) => app.find("[data-seat-link] input")?.value;

slowTest("the menu shows the link of the seat with a QR code, and a new link ends the old one", async ({ openPage }) => {
  const host = new Visitor();
  const { id } = await host.newTable({ seats: [{ kind: "person" }, { kind: "person" }] });
  await host.ask(`/api/tables/${id}/start`, {});
  const openTable = async ({ cookie }) => openPage(`/tables/${id}`, { cookie });
  const app = await openTable(host);
  await app.until(() => app.find(".table"), "the table");
  await seatLink(app);
  const link = await app.until(() => shownLink(app), "the link");
  assert.match(link, /\/recover\/[A-Za-z0-9_-]{20,}$/);
  assert.equal(app.all(".qr-code path").length, 1);

  const other = new Visitor();
  await other.ask("/api/recover", { token: link.split("/").at(-1) });
  const phone = await openTable(other);
  await phone.until(() => phone.find("[data-menu]") && !phone.find("[data-seat-back]"), "the seat on the other device");
  app.click("[data-renew-link]");
  await app.until(() => shownLink(app) !== link, "another link");
  const late = await openTable(other);
  await late.until(() => late.find("[data-seat-back]"), "the other device is a spectator now");
});

slowTest("if the link of a seat is not known any more, the menu says so and makes a new one", async ({ openTable }) => {
  const app = await openTable("open");
  await seatLink(app);
  await app.until(() => app.find("[data-seat-link] [role=alert]"), "the refusal");
  app.click("[data-renew-link]");
  await app.until(() => shownLink(app), "the link");
  assert.ok(!app.find("[data-seat-link] [role=alert]"));
});

slowTest("a spectator takes a seat back by pasting its link", async ({ prepare, joinTable }) => {
  const table = await prepare("open");
  const app = await joinTable(table, { who: null });
  await app.until(() => app.find("[data-seat-back]"), "the form");
  await sendForm(app, "[data-seat-back]", { input: "no link" });
  await app.shows("[data-seat-back] [role=alert]", t("seat_back_wrong"));
  await sendForm(app, "[data-seat-back]", { input: `http://x.example/recover/${"a".repeat(32)}` });
  await app.until(() => app.find("[data-seat-back] [role=alert]") && app.text("[data-seat-back] [role=alert]") !== t("seat_back_wrong"), "the refusal of the server");
  await sendForm(app, "[data-seat-back]", { input: `http://x.example/recover/${table.tokens.Ann}` });
  await app.until(() => app.visits.includes("reload"), "the page loads again");
  const again = await joinTable({ ...table, cookies: { Ann: app.cookie.slice("stromnetz=".length) } });
  await again.until(() => again.find(".action.is-mine"), "the seat");
});
