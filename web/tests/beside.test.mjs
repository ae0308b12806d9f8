// The pages beside the board, met by several people: looking after the server, ladder and profiles, own programs, the
// address for letters, a forgotten password, and logging in with another site.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { resolve } from "node:path";
import { after, test } from "node:test";
import { bring } from "./axe.mjs";
import { eventually, House, launch, person, PHONE } from "./house.mjs";

const PYTHON = process.env.STROMNETZ_PYTHON ?? "python3";
const ROOT = resolve(import.meta.dirname, "../..");
const PASSWORD = "four words in a row";
const SMTP = "127.0.0.1";

/** A mail server that takes everything: what was handed to it, as text. */
async function mailServer() {
  const letters = [];
  const server = createServer((socket) => {
    let text = "";
    let inside = false;
    socket.write("220 here\r\n");
    socket.on("data", (data) => {
      text += data;
      while (text.includes(inside ? "\r\n.\r\n" : "\r\n")) {
        const end = inside ? "\r\n.\r\n" : "\r\n";
        const line = text.slice(0, text.indexOf(end));
        text = text.slice(line.length + end.length);
        if (inside) letters.push(line.replace(/=\r\n/g, "").replace(/=3D/g, "="));
        const begins = !inside && line === "DATA";
        socket.write(begins ? "354 go on\r\n" : line === "QUIT" ? "221 bye\r\n" : "250 good\r\n");
        inside = begins;
      }
    });
    socket.on("error", () => undefined);
  });
  server.listen(0, SMTP);
  await once(server, "listening");
  return { letters, server, port: server.address().port };
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

/** The provider of OpenID Connect that the server's tests run, until its input ends. */
async function otherSite() {
  const code = "import sys\nfrom tests.server.provider import provider\nwith provider() as one:\n print(one.issuer, flush=True)\n sys.stdin.read()";
  const child = spawn(PYTHON, ["-c", code], { cwd: ROOT, stdio: ["pipe", "pipe", "inherit"] });
  const [said] = await once(child.stdout, "data");
  return { child, issuer: String(said).trim() };
}

const [post, site, port] = await Promise.all([mailServer(), otherSite(), freePort()]);
Object.assign(process.env, {
  STROMNETZ_PUBLIC_URL: `http://localhost:${port}`,
  STROMNETZ_SMTP: `${SMTP}:${post.port}`,
  STROMNETZ_SMTP_FROM: "table@example.org",
  STROMNETZ_SMTP_TLS: "none",
  STROMNETZ_OIDC_ISSUER: site.issuer,
  STROMNETZ_OIDC_CLIENT_ID: "stromnetz",
  STROMNETZ_OIDC_CLIENT_SECRET: "a secret of the client",
});
const house = new House();
house.port = port;
let browser;
after(async () => {
  await browser?.close();
  await house.stop();
  site.child.stdin.end();
  post.server.close();
});
await house.start();
browser = await launch({ pictures: false });
const url = process.env.STROMNETZ_PUBLIC_URL;

async function findings(page) {
  await bring(page);
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
  });
}

const fits = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

async function letter(n) {
  await eventually(() => post.letters.length > n, `letter ${n}`);
  return post.letters[n];
}

/** Send the form of a page that stands by itself. */
async function press(page) {
  const [answer] = await Promise.all([page.waitForResponse((one) => one.request().method() === "POST"), page.click("form button")]);
  assert.ok(answer.status() < 400, `${answer.url()}: ${answer.status()}`);
}

async function account(name, screen = {}) {
  const page = await person(browser, url, { bypassCSP: true, ...screen });
  const made = await page.request.post("/api/account", { data: { name, password: PASSWORD } });
  assert.equal(made.status(), 201, await made.text());
  return page;
}

test("an admin finds people, bans one while bots play for them, and tells everybody a line", { timeout: 120_000 }, async () => {
  const [ann, bob] = [await account("Ann"), await account("Bob", { ...PHONE, locale: "de-DE" })];
  execFileSync(PYTHON, ["-m", "stromnetz.cli", "admin", "grant", "Ann", "--database", house.file], { cwd: ROOT });
  const seats = [{ kind: "person" }, { kind: "bot", bot: "plain" }];
  const made = await (await bob.request.post("/api/tables", { data: { seats, rated: true, options: { short: true } } })).json();
  await bob.request.post(`/api/tables/${made.table.id}/start`);
  await bob.goto(`/tables/${made.table.id}`);
  await bob.waitForSelector(".city");

  await ann.goto("/account");
  await ann.click('nav a[href="/admin"]');
  const row = ann.locator(".adminlist li", { hasText: "Bob" });
  // two bots play a tournament while she does something else
  await ann.click('[data-value="tournaments"]');
  for (const bot of ["plain", "random"]) await ann.locator("[data-bots]").getByLabel(bot).check();
  await ann.getByLabel("Players").selectOption("2");
  await ann.getByLabel("Deals").fill("1");
  assert.deepEqual(await findings(ann), []);
  await ann.getByRole("button", { name: "Let them play" }).click();
  await ann.getByText(/of 2 games/).waitFor();
  // everybody who has a board open reads the line
  await ann.click('[data-value="broadcast"]');
  assert.deepEqual(await findings(ann), []);
  await ann.locator(".field input").first().fill("A break at ten.");
  await ann.keyboard.press("Enter");
  await bob.getByText("A break at ten.").waitFor();
  // by keyboard: find, say why, ban
  await ann.click('[data-value="people"]');
  await ann.locator("[type=search]").fill("bo");
  await row.locator("input").first().waitFor();
  assert.deepEqual(await findings(ann), []);
  await row.locator("input").first().focus();
  await ann.keyboard.type("noise");
  await ann.keyboard.press("Enter");
  await row.getByText("noise").waitFor();
  const refused = await bob.request.post("/api/tables", { data: { seats } });
  assert.match((await refused.json()).error.message, /noise/);
  // bots have played the game to its end; on the ladder and on his profile it counts
  await eventually(async () => (await (await bob.request.get(`/api/tables/${made.table.id}`)).json()).state === "finished", "the end");
  await row.locator("button").first().click();
  await row.getByText("noise").waitFor({ state: "detached" });
  // a link for whoever has forgotten a password, in two steps
  const link = row.getByRole("button", { name: "Link for another password" });
  await link.click();
  await row.locator("button.sig").click();
  assert.match(await row.locator("[data-password-link] input").inputValue(), /\/account#reset=[\w-]{43}$/);
  for (const tab of ["tables", "reports", "log"]) {
    await ann.click(`[data-value="${tab}"]`);
    await ann.waitForSelector(".adminlist li, .panel p.mut");
    assert.deepEqual(await findings(ann), [], tab);
  }
  assert.match(await ann.textContent(".adminlist"), /password-link · Ann/);
  await ann.setViewportSize({ width: 390, height: 844 });
  for (const [lang, title] of [["de", "Leute"], ["nl", "Mensen"], ["en", "People"]]) {
    await ann.click(`[data-lang=${lang}]`);
    await ann.locator('[data-value="people"]', { hasText: title }).click();
    await row.waitFor();
    assert.ok(await fits(ann), lang);
  }
  // what came out of the tournament, and the whole report
  await ann.click('[data-value="tournaments"]');
  await ann.locator("[data-standings] tbody tr").nth(1).waitFor();
  assert.deepEqual(await findings(ann), []);
  assert.ok(await fits(ann));
  const report = await ann.request.get(await ann.getByRole("link", { name: "Whole report" }).getAttribute("href"));
  assert.match(await report.text(), /<table/);
  // who has no right is told so, and sees nothing
  await bob.goto("/admin");
  await bob.waitForSelector(".note");
  assert.equal(await bob.locator(".adminlist").count(), 0);
  assert.deepEqual([...ann.problems, ...bob.problems], []);
});

test("an admin on a phone hands a seat over, closes and deletes a table, and deletes somebody", { timeout: 60_000 }, async () => {
  const [ada, finn, gus] = [await account("Ada", PHONE), await account("Finn"), await account("Gus")];
  execFileSync(PYTHON, ["-m", "stromnetz.cli", "admin", "grant", "Ada", "--database", house.file], { cwd: ROOT });
  const seats = [{ kind: "person" }, { kind: "person", name: "Finn's friend" }];
  const { table } = await (await finn.request.post("/api/tables", { data: { seats } })).json();
  await finn.request.post(`/api/tables/${table.id}/start`);
  const now = async () => (await finn.request.get(`/api/tables/${table.id}`)).json();
  await ada.goto("/admin");
  // what can be done with somebody is folded away until it is asked for
  const person = ada.locator(".adminlist li", { hasText: "Gus" });
  await person.waitFor();
  assert.equal(await person.locator("input").first().isVisible(), false);
  await ada.tap('[data-value="tables"]');
  const row = ada.locator(".adminlist li", { hasText: "Finn's friend" });
  const sure = async (at, name) => {
    await at.getByRole("button", { name }).tap();
    await at.getByRole("button", { name: "Really?" }).tap();
  };
  await row.locator("summary").tap();
  await row.getByLabel("Seat").selectOption("1");
  await row.getByLabel("Name of an account").fill("Gus");
  assert.deepEqual(await findings(ada), []);
  assert.ok(await fits(ada));
  await row.getByRole("button", { name: "Hand over" }).tap();
  await eventually(async () => (await now()).seats[1].name === "Gus", "the seat is Gus's");
  // what Gus says there is reported, read and settled
  await gus.request.post(`/api/tables/${table.id}/chat`, { data: { text: "rude words", key: "1" } });
  assert.equal((await finn.request.post(`/api/tables/${table.id}/chat/reports`, { data: { room: "players", seq: 1 } })).status(), 204);
  await ada.tap('[data-value="reports"]');
  const report = ada.locator(".adminlist li", { hasText: "Gus: rude words" });
  await report.getByRole("button").tap();
  await report.waitFor({ state: "detached" });
  await ada.tap('[data-value="tables"]');
  const after = ada.locator(".adminlist li", { hasText: table.code });
  await after.locator("summary").tap();
  await sure(after, "Close");
  await eventually(async () => (await now()).seats.every((seat) => seat.kind === "bot"), "bots play on");
  await sure(after, "Delete");
  await after.waitFor({ state: "detached" });
  assert.equal((await finn.request.get(`/api/tables/${table.id}`)).status(), 404);
  await ada.tap('[data-value="people"]');
  await person.locator("summary").tap();
  await sure(person, "Delete");
  await person.waitFor({ state: "detached" });
  assert.deepEqual([...ada.problems, ...finn.problems], []);
});

test("the ladder leads to a profile with curve, shares and plants, which its owner can hide", { timeout: 60_000 }, async () => {
  const bob = await person(browser, url, { ...PHONE, bypassCSP: true });
  await bob.request.post("/api/account/log-in", { data: { name: "Bob", password: PASSWORD } });
  const eve = await person(browser, url, { bypassCSP: true });
  await eventually(async () => (await (await bob.request.get("/api/me/profile")).json()).games.length === 1, "a game that counts");
  await bob.goto("/profile");
  await bob.waitForSelector(".curve polyline");
  const told = await bob.textContent("main");
  for (const part of ["provisional", "Favourite plants", "By seat", "Seat 1", "of 2"]) assert.ok(told.includes(part), part);
  assert.deepEqual(await findings(bob), []);
  assert.ok(await fits(bob));
  await eve.goto("/ladder");
  // with one game nobody is ranked yet; the level of the bot is, or is not, by the same measure
  await eve.getByText("Nobody has played ten rated games here yet.").waitFor();
  assert.deepEqual(await findings(eve), []);
  await eve.goto("/people/Bob");
  await eve.waitForSelector(".curve polyline");
  assert.equal(await eve.locator("[data-hide]").count(), 0);
  for (const [lang, text] of [["de", "vorläufig"], ["nl", "voorlopig"]]) {
    await eve.click(`[data-lang=${lang}]`);
    await eve.getByText(text).first().waitFor();
  }
  await bob.locator("[data-hide]").focus();
  await bob.keyboard.press("Space");
  await bob.waitForSelector(".note.calm");
  assert.equal((await eve.request.get("/api/people/Bob")).status(), 404);
  assert.deepEqual([...bob.problems, ...eve.problems], []);
});

test("a token for a program of one's own is made, used and ended", { timeout: 60_000 }, async () => {
  const cleo = await account("Cleo", PHONE);
  await cleo.goto("/programs");
  await cleo.fill("[data-name]", "Clank");
  await cleo.keyboard.press("Enter");
  const token = await cleo.locator("[data-token]").inputValue();
  const asProgram = () => fetch(`${url}/api/me`, { headers: { authorization: `Bearer ${token}` } });
  assert.equal((await (await asProgram()).json()).name, "Clank");
  assert.deepEqual(await findings(cleo), []);
  assert.ok(await fits(cleo));
  await cleo.locator(".adminlist button").click();
  await cleo.locator(".adminlist button").click();
  await cleo.locator(".adminlist li").waitFor({ state: "detached" });
  assert.equal((await asProgram()).status, 401);
  assert.deepEqual(cleo.problems, []);
});

test("an address is entered and confirmed, and brings back a forgotten password", { timeout: 120_000 }, async () => {
  const dan = await account("Dan", PHONE);
  const seats = [{ kind: "person" }, { kind: "person" }];
  const made = await (await dan.request.post("/api/tables", { data: { seats } })).json();
  await dan.request.post(`/api/tables/${made.table.id}/start`);
  await dan.goto(`/tables/${made.table.id}`);
  await dan.click("[data-menu]");
  await dan.fill("[data-mail]", "dan@example.org");
  await dan.keyboard.press("Enter");
  await dan.getByText("A letter is on its way to dan@example.org.").waitFor();
  const asked = /http:\/\/localhost:\d+(\/mail\/confirm\/\S+)/.exec(await letter(0))[1];
  await dan.goto(asked);
  await press(dan);
  await dan.goto(`/tables/${made.table.id}`);
  await dan.click("[data-menu]");
  await dan.getByText("Letters go to dan@example.org").waitFor();

  const phone = await person(browser, url, { ...PHONE, bypassCSP: true });
  // the link of a seat, too, is followed by a form
  await phone.goto(`/recover/${made.recovery[0].token}`);
  await press(phone);
  await phone.waitForURL(`**/tables/${made.table.id}`);
  await phone.goto("/account");
  await phone.click("[data-way-in] .pick button:nth-child(2)");
  await phone.click("[data-forgotten] button");
  await phone.fill("[name=forgotten]", "Dan");
  await phone.keyboard.press("Enter");
  await phone.waitForSelector("[data-forgotten] [role=status]");
  assert.deepEqual(await findings(phone), []);
  const path = /http:\/\/localhost:\d+(\/account#reset=[\w-]{43})/.exec(await letter(1))[1];
  // the page is there already: only what stands after # is another
  await phone.goto("/");
  await phone.goto(path);
  await phone.fill("[data-reset] [name=new]", "another four words");
  assert.deepEqual(await findings(phone), []);
  await phone.keyboard.press("Enter");
  await phone.waitForSelector("[data-sessions] li");
  assert.equal(await phone.textContent("h1"), "Dan");
  assert.equal(new URL(phone.url()).hash, "");
  await dan.goto("/account");
  await dan.waitForSelector("[data-way-in], [data-afresh]");
  assert.deepEqual([...dan.problems, ...phone.problems], []);
});

test("somebody logs in with another site, and is the same on the next device", { timeout: 60_000 }, async () => {
  const name = new URL(site.issuer).hostname;
  const names = [];
  for (const screen of [{}, PHONE]) {
    const page = await person(browser, url, { bypassCSP: true, ...screen });
    await page.goto("/account");
    assert.ok((await page.textContent("[data-provider]")).includes(name));
    await page.locator("[data-provider]").focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector("[data-linked]");
    assert.deepEqual(await findings(page), []);
    names.push(await page.textContent("h1"));
    assert.deepEqual(page.problems, []);
  }
  assert.equal(names[0], names[1]);
  assert.match(names[0], /^ann/);
});
