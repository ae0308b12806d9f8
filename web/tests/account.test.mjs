// Accounts: a name on several devices, by password and by a real passkey, in every language, by keyboard, on a phone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bring } from "./axe.mjs";
import { person, PHONE } from "./house.mjs";
import { stage } from "./stage.mjs";

const PASSWORD = "four words in a row";
const { house, browser } = await stage();
// passkeys belong to a name, not to a number
const url = house.url.replace("127.0.0.1", "localhost");

async function findings(page) {
  await bring(page);
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
  });
}

const asked = async (page) => (await page.request.get("/api/account")).json();

/** From the corner of the start page. */
async function open(page) {
  await page.goto("/");
  await page.click("[data-account]");
  await page.waitForSelector(".page.account");
}

async function logIn(page, name, password) {
  await open(page);
  await page.click("[data-way-in] .pick button:nth-child(2)");
  await page.fill("[name=username]", name);
  await page.fill("[name=password]", password);
  await page.click("[data-submit]");
}

test("a guest gets a name, logs in on a phone, and ends that again", { timeout: 90_000 }, async () => {
  const ann = await person(browser, url, { bypassCSP: true });
  await ann.request.post("/api/tables", { data: { name: "Ann", seats: [{ kind: "person" }, { kind: "open" }] } });
  await open(ann);
  assert.deepEqual(await findings(ann), []);
  // by keyboard, and what is wrong is said
  await ann.focus("[name=password]");
  await ann.keyboard.type("short");
  await ann.keyboard.press("Enter");
  await ann.waitForSelector("[data-way-in] [role=alert]");
  await ann.fill("[name=password]", PASSWORD);
  await ann.keyboard.press("Enter");
  await ann.waitForSelector("[data-sessions] li");
  assert.equal(await ann.textContent("h1"), "Ann");
  assert.deepEqual(await findings(ann), []);
  const phone = await person(browser, url, { ...PHONE, bypassCSP: true, locale: "de-DE" });
  await phone.request.post("/api/tables", { data: { name: "Handy", seats: [{ kind: "person" }, { kind: "open" }] } });
  await logIn(phone, "ann", "not the password");
  assert.match(await phone.textContent("[data-way-in] [role=alert]"), /gehören nicht zusammen/);
  await phone.fill("[name=password]", PASSWORD);
  await phone.click("[data-submit]");
  await phone.waitForSelector("[data-sessions] li:nth-child(2)");
  assert.deepEqual(await findings(phone), []);
  assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  // both tables are in the list, and the name is not asked for any more
  await phone.goto("/");
  await phone.waitForSelector("[data-table] >> nth=1");
  assert.ok(await phone.isHidden("[data-name]"));
  await ann.reload();
  await ann.click("[data-sessions] li:nth-child(1) button, [data-sessions] li:nth-child(2) button");
  await ann.waitForFunction(() => document.querySelectorAll("[data-sessions] li").length === 1);
  await phone.reload();
  await phone.waitForSelector("[data-afresh]");
  assert.deepEqual([...ann.problems, ...phone.problems], []);
});

test("a passkey makes an account, opens it, and is removed", { timeout: 90_000 }, async () => {
  const page = await person(browser, url);
  const wire = await page.context().newCDPSession(page);
  await wire.send("WebAuthn.enable");
  const options = { protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true, isUserVerified: true };
  await wire.send("WebAuthn.addVirtualAuthenticator", { options });
  await open(page);
  await page.fill("[name=username]", "Bea");
  await page.click("[data-passkey]");
  await page.waitForSelector("[data-passkeys] li");
  const { account } = await asked(page);
  assert.deepEqual([account.name, account.password, account.passkeys.length], ["Bea", false, 1]);
  await page.click("[data-log-out]");
  await page.waitForSelector("[data-way-in]");
  await page.click("[data-way-in] .pick button:nth-child(2)");
  await page.click("[data-passkey]");
  await page.waitForSelector("[data-sessions]");
  // it is the last way in; with a password it is not
  await page.click("[data-passkeys] li button");
  assert.match(await page.textContent("[data-passkeys] [role=alert]"), /last way/);
  await page.fill("[name=new]", PASSWORD);
  await page.click("[data-password] button");
  await page.waitForSelector("[data-password] [role=status]");
  await page.click("[data-passkeys] li button");
  await page.waitForSelector("[data-passkeys] li", { state: "detached" });
  // in every language
  for (const [lang, title] of [["de", /Wo du angemeldet bist/], ["nl", /Waar je bent ingelogd/]]) {
    await page.click(`[data-lang=${lang}]`);
    await page.waitForFunction((text) => new RegExp(text).test(document.body.textContent), title.source);
  }
  // everything can be taken along, and nothing left behind
  const [file] = await Promise.all([page.waitForEvent("download"), page.click("[data-export]")]);
  assert.equal(file.suggestedFilename(), "stromnetz.json");
  await page.click("[data-delete]");
  await page.fill("[data-mine] [name=password]", PASSWORD);
  await page.click("[data-delete]");
  await page.waitForSelector("[data-way-in]");
  assert.equal((await asked(page)).account, null);
  assert.deepEqual(page.problems, []);
});
