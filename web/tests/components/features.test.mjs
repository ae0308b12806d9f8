// What the host has switched off is offered nowhere.
import assert from "node:assert/strict";
import { signUp, Visitor } from "./accounts.mjs";
import { slowTest, test, translator } from "./app.mjs";

const t = await translator();
const m = await translator("en", "meeting");
const w = await translator("en", "account");
const r = await translator("en", "ratings");
const p = await translator("en", "tokens");
const ALL = await new Visitor().ask("/api/features");

/** Setup for an app on a host with some features switched off. */
const without = (...off) => (_, app) =>
  app.intercept(/^GET \/api\/features/, () => {
    app.toldFeatures = true;
    return Response.json({ ...ALL, help: true, ...Object.fromEntries(off.map((one) => [one, false])) });
  });

/** Wait until the app knows what the host offers, and has rendered it. */
async function told(app) {
  await app.until(() => app.toldFeatures, "the features are asked for");
  for (let i = 0; i < 3; i++) await app.rendered();
}

/** Open a page on a host with some features switched off. */
async function openWithout(openPage, path, off, shown, options = {}) {
  const app = await openPage(path, { setup: without(...off), ...options });
  await app.until(() => app.find(shown), `${path} shows ${shown}`);
  await told(app);
  return app;
}

const refuse = (status, message) => () => Response.json({ error: { kind: "conflict", message } }, { status });
const groups = (app) => app.all("[role=radiogroup]").map((one) => one.getAttribute("aria-label"));

/** Each feature: where it is offered. A selector there matches exactly if the host offers it. */
const PLACES = [
  ["public_tables", "/", "[data-play-now]", '[data-to="/find-players"]'],
  ["ratings", "/", "[data-play-now]", 'a[href="/ladder"]'],
  ["help", "/", "[data-play-now]", "[data-manual]"],
  ["public_tables", "/find-players", "h1", "[data-waiting]"],
  ["seeking", "/find-players", "h1", "[data-seek-form]"],
  ["clocks", "/new", "[data-create]", "[data-clock-field]"],
];

for (const [feature, path, shown, selector] of PLACES) {
  test(`${feature}: ${path} shows ${selector} only if the host offers it`, async ({ openPage }) => {
    const on = await openWithout(openPage, path, [], shown);
    await on.until(() => on.find(selector), `${selector} is offered`);
    const off = await openWithout(openPage, path, [feature], shown);
    assert.ok(!off.find(selector));
  });
}

test("a new table asks about publicity, chat and rating only if the host offers them", async ({ openPage }) => {
  const { cookie } = await signUp();
  const on = await openWithout(openPage, "/new", [], "[data-create]", { cookie });
  const asked = [t("public"), t("chat"), r("rated")];
  assert.deepEqual(asked.filter((one) => !groups(on).includes(one)), []);
  const off = await openWithout(openPage, "/new", ["public_tables", "chat", "ratings"], "[data-create]", { cookie });
  assert.deepEqual(asked.filter((one) => groups(off).includes(one)), []);
});

test("a new table without clocks on the host is created without a clock", async ({ openPage }) => {
  const app = await openWithout(openPage, "/new", ["clocks"], "[data-create]");
  app.intercept(/^POST \/api\/tables$/, refuse(409, "seen"));
  app.click("[data-create]");
  const { body } = await app.until(() => app.requests.find((one) => one.method === "POST" && one.path === "/api/tables"), "the table is created");
  assert.ok(!("clock" in body));
});

test("if the features cannot be loaded, a new table can still be created", async ({ openPage }) => {
  const app = await openPage("/new", { setup: (_, one) => one.intercept(/^GET \/api\/features/, () => Promise.reject(new TypeError("failed"))) });
  await app.until(() => app.find("[data-create]"), "the form");
  assert.ok(!app.find("[data-clock-field]"));
});

test("only accounts are asked whether a table is rated", async ({ openPage }) => {
  const app = await openWithout(openPage, "/new", [], "[data-create]");
  assert.ok(!groups(app).includes(r("rated")));
});

test("without public tables and seeking, the find page refers to links and codes", async ({ openPage }) => {
  const app = await openWithout(openPage, "/find-players", ["public_tables", "seeking"], "h1");
  assert.equal(app.text("main > p.text-muted"), m("find_off"));
  assert.ok(!app.find("[data-seek-form], [data-seekers], [data-waiting]"));
});

test("without public tables the start page still links to seeking, and without both it does not", async ({ openPage }) => {
  const seek = await openWithout(openPage, "/", ["public_tables"], "[data-play-now]");
  assert.ok(seek.find('a[href="/find-players"]'));
  const none = await openWithout(openPage, "/", ["public_tables", "seeking"], "[data-play-now]");
  assert.ok(!none.find('a[href="/find-players"], [data-to="/find-players"]'));
});

slowTest("seeking without clocks or ratings asks for neither", async ({ openPage }) => {
  const { cookie } = await signUp();
  const on = await openWithout(openPage, "/find-players", [], "[data-seek-form]", { cookie });
  assert.ok(groups(on).includes(t("clock")) && on.find("[data-seek-rated]"));
  const off = await openWithout(openPage, "/find-players", ["clocks", "ratings"], "[data-seek-form]", { cookie });
  assert.ok(!groups(off).includes(t("clock")));
  assert.ok(!off.find("[data-seek-rated]"));
});

test("the account page links only to pages that the host offers", async ({ openPage }) => {
  const { cookie } = await signUp();
  const app = await openWithout(openPage, "/account", ["ratings", "programs"], "[data-sessions]", { cookie });
  assert.deepEqual(app.all("nav.actions a"), []);
});

test("without accounts no page links to one, and the account page says so", async ({ openPage }) => {
  const setup = (_, app) => {
    app.intercept(/^GET \/api\/me$/, () => Response.json({ guest: false, name: null, unreadable: false, account: null }));
    app.intercept(/^GET \/api\/account$/, () => Response.json({ offered: false, provider: null, emails: false, account: null }));
  };
  const app = await openPage("/account", { setup });
  await app.shows("main .panel", w("none_here"));
  assert.ok(!app.find("[data-account], [data-way-in]"));
});

test("the account page shows nothing until it knows what the host offers", async ({ openPage }) => {
  let release;
  const setup = (_, app) => app.intercept(/^GET \/api\/features/, () => new Promise((done) => (release = done)));
  const opened = openPage("/account", { setup });
  await new Promise((done) => {
    const wait = () => (release ? done() : setTimeout(wait, 3));
    wait();
  });
  release(Response.json({ ...ALL, programs: false }));
  const app = await opened;
  await app.until(() => app.find("[data-way-in]"), "the log-in form");
});

test("without ratings the ladder and the profile say so", async ({ openPage }) => {
  const setup = (_, app) => app.intercept(/^GET \/api\/(ratings|me\/profile)/, refuse(409, "Nobody is rated on this server."));
  for (const path of ["/ladder", "/account/profile"]) {
    const app = await openPage(path, { setup });
    await app.shows("main > [role=alert]", "Nobody is rated on this server.");
    assert.ok(!app.find(".panel"));
  }
});

test("without programs the page of tokens says so and offers no token", async ({ openPage }) => {
  const app = await openWithout(openPage, "/account/tokens", ["programs"], ".note");
  assert.equal(app.text(".note"), p("off"));
  assert.ok(app.get(".panel form").hidden);
});

test("programs that exist can be ended even if the host has switched programs off", async ({ openPage }) => {
  const ann = await signUp();
  await ann.ask("/api/me/tokens", { name: "Clank" });
  const app = await openWithout(openPage, "/account/tokens", ["programs"], ".admin-list li", { cookie: ann.cookie });
  assert.ok(app.button(p("end")));
});

test("the page of tokens shows no form until it knows what the host offers", async ({ openPage }) => {
  let release;
  const setup = (_, app) => app.intercept(/^GET \/api\/features/, () => new Promise((done) => (release = done)));
  const app = await openPage("/account/tokens", { setup });
  await app.until(() => release && app.requests.some((one) => one.path === "/api/me/tokens"), "the requests");
  for (let i = 0; i < 3; i++) await app.rendered();
  assert.ok(app.get(".panel").hidden);
  assert.ok(!app.find(".note"));
  release(Response.json(ALL));
  await app.until(() => !app.get(".panel").hidden, "the form");
});

slowTest("moves are pre-set only if the host offers it", async ({ prepare, openPage }) => {
  const table = await prepare("bid");
  const options = { cookie: table.cookies.Ben };
  const on = await openWithout(openPage, `/tables/${table.id}`, [], ".table", options);
  await on.until(() => on.find("[data-preset-moves]"), "pre-set moves");
  const off = await openWithout(openPage, `/tables/${table.id}`, ["preset_moves"], ".table", options);
  assert.ok(!off.find("[data-preset-moves]"));
});

slowTest("a bot is voted in for somebody who is away only if the host offers it", async ({ prepare, openPage }) => {
  const table = await prepare("open", { clock: "away" });
  const options = { cookie: table.cookies.Ben };
  const on = await openWithout(openPage, `/tables/${table.id}`, [], ".table", options);
  await on.until(() => on.find("[data-vote]"), "the vote");
  const off = await openWithout(openPage, `/tables/${table.id}`, ["stand_ins"], ".table", options);
  assert.ok(!off.find("[data-vote]"));
});

test("the lobby can make its table public only if the host lists tables", async ({ prepare, openPage }) => {
  const table = await prepare("lobby");
  const options = { cookie: table.cookies.Ann };
  const on = await openWithout(openPage, `/tables/${table.id}`, [], ".page.lobby", options);
  await on.until(() => on.find("[data-public]"), "the switch");
  const off = await openWithout(openPage, `/tables/${table.id}`, ["public_tables"], ".page.lobby", options);
  assert.ok(!off.find("[data-public]"));
});

slowTest("the table has a chat only if the host offers it", async ({ prepare, openPage }) => {
  const table = await prepare("open");
  const options = { cookie: table.cookies.Ann };
  const on = await openPage(`/tables/${table.id}`, options);
  await on.until(() => on.find("[data-chat]"), "the chat");
  const chat = await new Visitor().ask(`/api/tables/${table.id}/chat`);
  const setup = (_, app) =>
    app.intercept(/^GET .*\/chat/, () => {
      app.toldFeatures = true;
      return Response.json({ ...chat, state: "off" });
    });
  const off = await openPage(`/tables/${table.id}`, { ...options, setup });
  await off.until(() => off.find(".action.is-mine"), "the table");
  await told(off);
  assert.ok(!off.find("[data-chat]"));
});
