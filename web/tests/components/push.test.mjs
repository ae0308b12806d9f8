// Notifications while the browser is closed: the switch on the account page.
import assert from "node:assert/strict";
import { createECDH } from "node:crypto";
import { slowTest, test, translator } from "./app.mjs";
import { openSettings } from "./people.mjs";

const m = await translator("en", "meeting");
const SWITCH = "[data-remote-notifications] > .switch input";

/** A browser that can subscribe at a push service; `permission` is what its user answers. */
function browser(permission = "granted") {
  const keys = { p256dh: createECDH("prime256v1").generateKeys("base64url"), auth: Buffer.alloc(16, 7).toString("base64url") };
  const state = { subscription: null, asked: null };
  const pushManager = {
    getSubscription: async () => state.subscription,
    subscribe: async ({ applicationServerKey }) => {
      state.asked = applicationServerKey;
      state.subscription = {
        toJSON: () => ({ endpoint: "https://push.example.org/me", keys }),
        unsubscribe: async () => (state.subscription = null),
      };
      return state.subscription;
    },
  };
  const worker = { pushManager };
  state.setup = (window) => {
    window.PushManager = Object;
    window.Notification = { permission: "default", requestPermission: async () => permission };
    const serviceWorker = { register: async () => worker, ready: Promise.resolve(worker), getRegistration: async () => worker, addEventListener: () => undefined };
    Object.defineProperty(window.navigator, "serviceWorker", { value: serviceWorker });
  };
  return state;
}

async function openMenu(session, setup, table = null) {
  const prepared = table ?? (await session.prepare("open"));
  const app = await session.joinTable(prepared, { setup });
  await openSettings(app, "[data-remote-notifications]");
  return app;
}

const browsers = async (app) => (await app.json("/api/me/notifications")).push.browsers;

slowTest("a browser without push says that it cannot be told", async (session) => {
  const app = await openMenu(session);
  assert.ok(app.texts("[data-remote-notifications] p.text-muted").includes(m("push_no")));
  assert.ok(!app.find(SWITCH));
});

test("the switch subscribes this browser with the key of the server, and unsubscribes it", async (session) => {
  const state = browser();
  const app = await openMenu(session, state.setup);
  assert.equal(app.get(SWITCH).checked, false);
  app.choose(SWITCH, true);
  await app.until(async () => (await browsers(app)).length === 1 && app.get(SWITCH).checked, "the browser is kept");
  assert.equal(state.asked, (await app.json("/api/me/notifications")).push.key);
  assert.equal(state.asked.length, 87);
  assert.ok(!app.find("[data-push]"), "this browser is not listed among the others");
  app.choose(SWITCH, false);
  await app.until(async () => (await browsers(app)).length === 0 && !app.get(SWITCH).checked, "the browser is removed");
  assert.equal(state.subscription, null);
});

test("if the user refuses notifications, nothing is subscribed", async (session) => {
  const state = browser("denied");
  const app = await openMenu(session, state.setup);
  app.choose(SWITCH, true);
  for (let i = 0; i < 5; i++) await app.rendered();
  assert.deepEqual(await browsers(app), []);
  assert.equal(state.asked, null);
});

slowTest("another browser of the same player is removed by its button", async (session) => {
  const table = await session.prepare("open");
  const first = await openMenu(session, browser().setup, table);
  first.choose(SWITCH, true);
  await first.until(async () => (await browsers(first)).length === 1, "the browser is kept");
  const app = await openMenu(session, browser().setup, table);
  assert.equal(app.get(SWITCH).checked, false);
  app.click("[data-push]");
  await app.gone("[data-push]");
  assert.deepEqual(await browsers(app), []);
});

slowTest("a subscription that the server refuses says why", async (session) => {
  const app = await openMenu(session, browser().setup);
  app.intercept(/^POST \/api\/me\/push/, () => Response.json({ error: { kind: "bad-input", message: "not there" } }, { status: 400 }));
  app.choose(SWITCH, true);
  await app.shows("[data-remote-notifications] [role=alert]", "not there");
});

slowTest("without push and e-mail on the host the page has no such settings", async (session) => {
  const setup = (_, app) => app.intercept(/^GET \/api\/me\/notifications/, () => Response.json({ push: null, mail: null }));
  const app = await session.joinTable(await session.prepare("open"), { setup });
  await openSettings(app, "[data-notifications]");
  await app.until(() => app.requests.some((one) => one.path === "/api/me/notifications"), "the menu");
  for (let i = 0; i < 3; i++) await app.rendered();
  assert.ok(!app.find("[data-remote-notifications]"));
});
