// A real passkey of the browser. Everything else about accounts: tests/components/account.test.mjs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { person } from "./server.mjs";
import { stage } from "./stage.mjs";

const { server, browser } = await stage();
// a passkey belongs to a host name, not to an IP address
const url = server.url.replace("127.0.0.1", "localhost");

test("a passkey makes an account and logs in", { timeout: 90_000 }, async () => {
  const page = await person(browser, url);
  const wire = await page.context().newCDPSession(page);
  await wire.send("WebAuthn.enable");
  const options = { protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true, isUserVerified: true };
  await wire.send("WebAuthn.addVirtualAuthenticator", { options });
  await page.goto("/account");
  await page.fill("[name=username]", "Bea");
  await page.click("[data-passkey]");
  await page.waitForSelector("[data-passkeys] li");
  await page.click("[data-log-out]");
  await page.click("[data-way-in] [data-value=old]");
  await page.click("[data-passkey]");
  await page.waitForSelector("[data-sessions]");
  assert.equal(await page.textContent("h1"), "Bea");
  const [file] = await Promise.all([page.waitForEvent("download"), page.click("[data-export]")]);
  assert.equal(file.suggestedFilename(), "stromnetz.json");
  assert.deepEqual(page.problems, []);
});
