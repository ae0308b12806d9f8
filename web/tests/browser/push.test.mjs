// The service worker shows a notification for a push message. The switch in the menu: tests/components/push.test.mjs.
import { createECDH } from "node:crypto";
import { test } from "node:test";
import assert from "node:assert/strict";
import { eventually, person } from "./server.mjs";
import { browser, sitAt, url } from "./prepared.mjs";

/** No push service can be reached from here: the browser says that it has subscribed at one. */
function subscribed(keys) {
  PushManager.prototype.getSubscription = async () => null;
  PushManager.prototype.subscribe = async () => ({ toJSON: () => ({ endpoint: "https://push.example.org/me", keys }) });
}

test("the service worker shows a notification for a push message", { timeout: 60_000 }, async () => {
  const page = await person(browser, url);
  await page.context().grantPermissions(["notifications"], { origin: url });
  const keys = { p256dh: createECDH("prime256v1").generateKeys("base64url"), auth: Buffer.alloc(16, 7).toString("base64url") };
  await page.addInitScript(subscribed, keys);
  const { id } = await sitAt(page, "open");
  await page.click("[data-menu]");
  await page.click("[data-to-settings]");
  await page.locator("[data-remote-notifications] > .switch input").first().check();
  await eventually(async () => page.context().serviceWorkers().length === 1, "the service worker");

  // a browser without a screen shows none: the worker records what it would show
  const [worker] = page.context().serviceWorkers();
  await worker.evaluate(() => {
    self.shown = [];
    self.registration.showNotification = async (title, { tag }) => self.shown.push(`${title} ${tag}`);
  });
  const wire = await page.context().newCDPSession(page);
  const registered = new Promise((done) => wire.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => registrations[0] && done(registrations[0])));
  await wire.send("ServiceWorker.enable");
  const { registrationId } = await registered;
  const data = JSON.stringify({ title: "It's your turn", body: "Germany", table: id });
  await wire.send("ServiceWorker.deliverPushMessage", { origin: url, registrationId, data });
  await eventually(() => worker.evaluate((table) => self.shown.includes(`It's your turn ${table}`), id), "the notification");
  assert.deepEqual(page.problems, []);
});
