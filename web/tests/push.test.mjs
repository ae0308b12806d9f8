// Told while the browser is closed: the switch in the menu, the service worker, the address for letters.
import assert from "node:assert/strict";
import { createECDH } from "node:crypto";
import { test } from "node:test";
import { eventually, person } from "./house.mjs";
import { stage } from "./stage.mjs";

process.env.STROMNETZ_PUSH_CONTACT = "mailto:host@example.org";
const { house, browser } = await stage(null, { alone: true });

/** No push service can be reached from here: the browser says that it has subscribed at one. */
function subscribed(keys) {
  PushManager.prototype.getSubscription = async () => null;
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    window.asked = applicationServerKey;
    return { toJSON: () => ({ endpoint: "https://push.example.org/me", keys }) };
  };
}

test("a browser is told by its service worker, and is removed again", { timeout: 60_000 }, async () => {
  const page = await person(browser, house.url);
  await page.context().grantPermissions(["notifications"], { origin: house.url });
  const curve = createECDH("prime256v1");
  const keys = { p256dh: curve.generateKeys("base64url"), auth: Buffer.alloc(16, 7).toString("base64url") };
  await page.addInitScript(subscribed, keys);
  const seats = [{ kind: "person" }, { kind: "person" }];
  const made = await (await page.request.post("/api/tables", { data: { name: "Ann", seats } })).json();
  const { id } = made.table;
  await page.request.post(`/api/tables/${id}/start`);
  await page.goto(`/tables/${id}`);
  await page.click("[data-menu]");
  const told = page.locator("[data-far-notices]");
  assert.equal(await told.locator("[data-mail]").count(), 0, "no letters without a mail server");
  await told.locator("input").check();
  await page.waitForFunction(() => window.asked?.length === 87);
  const kept = async () => (await (await page.request.get("/api/me/notices")).json()).push.browsers.length;
  await eventually(async () => (await kept()) === 1, "the browser is kept");

  // a browser without a screen shows none: the worker says what it would show
  const [worker] = page.context().serviceWorkers();
  await worker.evaluate(() => {
    self.shown = [];
    self.registration.showNotification = async (title, { tag }) => self.shown.push(`${title} ${tag}`);
  });
  const wire = await page.context().newCDPSession(page);
  const registered = new Promise((done) => wire.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => registrations[0] && done(registrations[0])));
  await wire.send("ServiceWorker.enable");
  const { registrationId } = await registered;
  const data = JSON.stringify({ title: "It is your turn", body: "Germany", table: id });
  await wire.send("ServiceWorker.deliverPushMessage", { origin: house.url, registrationId, data });
  await eventually(() => worker.evaluate((table) => self.shown.includes(`It is your turn ${table}`), id), "the notification");

  await told.locator("input").uncheck();
  await eventually(async () => (await kept()) === 0, "the browser is removed");
  assert.deepEqual(page.problems, []);
});
