// How players learn that it is their turn: the title and icon of the tab, a badge, a sound, a notification.
import assert from "node:assert/strict";
import { nightlyTest, PHONE, slowTest, test, translator } from "./app.mjs";
import { backToTable, Guest, guestsAt, openSettings } from "./people.mjs";

const t = await translator();
const [SOUND, NOTIFICATION] = [0, 1];
const ICON = "/assets/icon.svg";
const OPEN = { kind: "open", plant: 14, bid: 14 };

/** What the page sounds and shows is recorded in `app.heard`; `permission` is what the browser allows. */
function listening({ permission = "granted", active = true, coarse = false, failing = false } = {}) {
  return (app) => {
    const { window, document } = app;
    const heard = { tones: 0, shown: [], badge: null, permission };
    app.heard = heard;
    document.head.innerHTML = `<link rel="icon" href="${ICON}">`;
    const value = { setValueAtTime: () => 0, exponentialRampToValueAtTime: () => 0 };
    const node = () => ({ connect: (next) => next, start: () => heard.tones++, stop: () => undefined, frequency: value, gain: value });
    window.AudioContext = class {
      currentTime = 0;
      resume = async () => undefined;
      createOscillator = node;
      createGain = node;
    };
    window.Notification = class {
      static get permission() {
        return heard.permission;
      }
      static requestPermission = async () => heard.permission;
      open = true;
      constructor(title, { body, tag }) {
        if (failing) throw new TypeError("only a service worker may");
        heard.shown.push(Object.assign(this, { title, body, tag }));
      }
      close() {
        this.open = false;
      }
    };
    const more = { userActivation: { hasBeenActive: active }, setAppBadge: async (n) => void (heard.badge = n), clearAppBadge: async () => void (heard.badge = 0) };
    for (const [name, value] of Object.entries(more)) Object.defineProperty(window.navigator, name, { value });
    if (coarse) {
      const usual = window.matchMedia.bind(window);
      window.matchMedia = (query) => (query === "(pointer: coarse)" ? { matches: true, addEventListener: () => undefined } : usual(query));
    }
  };
}

/** The page is seen, or behind others. */
function show(app, state) {
  Object.defineProperty(app.document, "visibilityState", { configurable: true, get: () => state });
  app.document.dispatchEvent(new app.window.Event("visibilitychange"));
}

/** Ben waits for Ann, and notifications are followed. */
async function wait({ openTable }, { storage, screen, language, ...how } = {}) {
  const app = await openTable("open", { who: "Ben", before: listening(how), storage, screen, language });
  await app.until(() => app.find(".action.is-idle") && app.heard.badge === 0, "Ben waits");
  const guests = guestsAt(app.table);
  const turn = async () => {
    await guests.Ann.move(app.table, OPEN);
    await app.until(() => app.find(".action.is-mine") && app.heard.badge === 1 && app.document.title.startsWith("(1)"), "Ben's turn");
  };
  return { app, guests, turn };
}
const ON = { "stromnetz.notifications": "on" };
const icon = (app) => app.get('link[rel="icon"]').href;
const switches = (app) => app.all("[data-notifications] > .switch input");
const openNotifications = (app) => openSettings(app, "[data-notifications] > .switch");

test("my turn is seen in the title, the icon and the badge, until I have moved", async (session) => {
  const { app, guests, turn } = await wait(session);
  assert.equal(app.document.title, "Stromnetz");
  assert.ok(icon(app).endsWith(ICON));
  await turn();
  assert.equal(app.document.title, `(1) ${t("your_turn")} · Stromnetz`);
  assert.match(icon(app), /^data:image\/svg/);
  await guests.Ben.move(app.table, { kind: "pass" });
  await app.until(() => app.document.title === "Stromnetz" && app.heard.badge === 0, "no longer");
  assert.ok(icon(app).endsWith(ICON));
});

test("my turn is heard as two tones", async (session) => {
  const { app, turn } = await wait(session);
  assert.equal(app.heard.tones, 0);
  await turn();
  assert.equal(app.heard.tones, 2);
});

slowTest("nothing sounds before the page was touched", async (session) => {
  const { app, turn } = await wait(session, { active: false });
  await turn();
  assert.equal(app.heard.tones, 0);
});

test("a turn that was mine already when I came is marked, but is not announced", async ({ openTable }) => {
  const app = await openTable("open", { before: listening(), storage: ON });
  show(app, "hidden");
  await app.until(() => app.find(".action.is-mine") && app.heard.badge === 1, "Ann's turn");
  assert.match(icon(app), /^data:/);
  assert.deepEqual([app.heard.tones, app.heard.shown.length], [0, 0]);
});

test("a page in the background shows a notification, until the page is seen", async (session) => {
  const { app, turn } = await wait(session, { storage: ON });
  show(app, "hidden");
  await turn();
  const [{ title, body, tag, open }] = app.heard.shown;
  assert.deepEqual([title, body, tag, open], [t("your_turn"), `Germany, ${t("n_players", { n: 3 })}`, app.table.id, true]);
  show(app, "visible");
  assert.equal(app.heard.shown[0].open, false);
  assert.equal(app.heard.shown.length, 1);
});

slowTest("a notification goes when the turn has passed on", async (session) => {
  const { app, guests, turn } = await wait(session, { storage: ON });
  show(app, "hidden");
  await turn();
  await guests.Ben.move(app.table, { kind: "pass" });
  await app.until(() => !app.heard.shown[0].open, "closed");
});

slowTest("a click on a notification brings the page to the front", async (session) => {
  const { app, turn } = await wait(session, { storage: ON });
  show(app, "hidden");
  await turn();
  let focused = false;
  app.window.focus = () => (focused = true);
  app.heard.shown[0].onclick();
  assert.deepEqual([focused, app.heard.shown[0].open], [true, false]);
});

test("a page that is seen shows no notification", async (session) => {
  const { app, turn } = await wait(session, { storage: ON });
  await turn();
  assert.deepEqual(app.heard.shown, []);
});

slowTest("without the switch there is no notification", async (session) => {
  const { app, turn } = await wait(session);
  show(app, "hidden");
  await turn();
  assert.deepEqual(app.heard.shown, []);
});

test("a browser that cannot show notifications in the page breaks nothing", async (session) => {
  const { app, turn } = await wait(session, { storage: ON, failing: true });
  show(app, "hidden");
  await turn();
  assert.deepEqual(app.heard.shown, []);
  assert.equal(app.document.title, `(1) ${t("your_turn")} · Stromnetz`);
});

for (const [state, tones] of [["visible", 0], ["hidden", 2]]) {
  slowTest(`against bots alone a turn ${tones ? "sounds" : "makes no sound"} while the page is ${state}`, async (session) => {
    const { app, turn } = await wait(session);
    const table = await app.json(`/api${app.path}`);
    app.receive({ type: "table", table: { ...table, seats: table.seats.map((one) => (one.mine ? one : { ...one, kind: "bot", bot: "easy" })) }, events: [] });
    await app.until(() => app.all(".player-card .bot-face").length === 2, "two bots");
    show(app, state);
    await turn();
    assert.equal(app.heard.tones, tones);
  });
}

test("the tables that wait are asked for when something changes, and not again and again", async (session) => {
  const { app } = await wait(session);
  const asked = () => app.requests.filter((one) => one.path === "/api/me/turns").length;
  await app.until(asked, "the first request");
  await new Promise((done) => setTimeout(done, 500));
  assert.ok(asked() <= 4, `${asked()} requests`);
});

// --- settings ---

slowTest("the sound is on with a mouse, can be switched off, and stays off", async (session) => {
  const { app } = await wait(session);
  await openNotifications(app);
  assert.equal(switches(app)[SOUND].checked, true);
  app.choose(switches(app)[SOUND], false);
  await app.rendered();
  assert.equal(app.heard.tones, 0);
  await backToTable(app);
  const again = await session.reload(app, { before: listening() });
  await again.until(() => again.find(".action.is-idle") && again.heard.badge === 0, "Ben waits");
  await guestsAt(app.table).Ann.move(app.table, OPEN);
  await again.until(() => again.heard.badge === 1, "Ben's turn");
  assert.equal(again.heard.tones, 0);
  await openNotifications(again);
  assert.equal(switches(again)[SOUND].checked, false);
});

test("the sound is off with fingers; switched on, it is heard at once", async (session) => {
  const { app, turn } = await wait(session, { screen: PHONE, coarse: true });
  await turn();
  assert.equal(app.heard.tones, 0);
  await openNotifications(app);
  assert.equal(switches(app)[SOUND].checked, false);
  app.choose(switches(app)[SOUND], true);
  assert.equal(app.heard.tones, 2);
});

test("notifications are switched on after the browser has asked, and stay on", async (session) => {
  const { app } = await wait(session);
  await openNotifications(app);
  assert.equal(switches(app)[NOTIFICATION].checked, false);
  app.choose(switches(app)[NOTIFICATION], true);
  await app.until(() => app.window.localStorage.getItem("stromnetz.notifications") === "on", "kept");
  assert.equal(switches(app)[NOTIFICATION].checked, true);
  assert.ok(!app.find("[data-notifications] > .note"));
  app.choose(switches(app)[NOTIFICATION], false);
  await app.until(() => app.window.localStorage.getItem("stromnetz.notifications") === "off", "off");
});

for (const language of ["en", "de", "nl"]) {
  const define = language === "en" ? test : nightlyTest;
  define(`a browser that refuses notifications says so in ${language}`, async (session) => {
    const words = await translator(language);
    const { app, turn } = await wait(session, { permission: "denied", language });
    await openNotifications(app);
    app.choose(switches(app)[NOTIFICATION], true);
    await app.shows("[data-notifications] > .note[role=status]", words("notification_refused"));
    assert.equal(app.window.localStorage.getItem("stromnetz.notifications"), "off");
    await app.until(() => !switches(app)[NOTIFICATION].checked, "the switch is off");
    await backToTable(app);
    show(app, "hidden");
    await turn();
    assert.deepEqual(app.heard.shown, []);
    assert.equal(app.document.title, `(1) ${words("your_turn")} · Stromnetz`);
  });
}

slowTest("a permission that was withdrawn switches notifications off", async (session) => {
  const { app } = await wait(session, { storage: ON, permission: "default" });
  await openNotifications(app);
  assert.equal(switches(app)[NOTIFICATION].checked, false);
});

test("the notification is in the language of the page", async (session) => {
  const de = await translator("de");
  const { app, turn } = await wait(session, { storage: ON, language: "de" });
  show(app, "hidden");
  await turn();
  assert.deepEqual([app.heard.shown[0].title, app.heard.shown[0].body], [de("your_turn"), `Deutschland, ${de("n_players", { n: 3 })}`]);
});

slowTest("a table at which a pre-set move is being tried is not counted", async (session) => {
  const turns = (more) => Response.json({ count: 0, tables: [], running: 1, preset: [], ...more });
  const { app } = await wait(session);
  const { id } = app.table;
  const answers = [turns({ preset: [id] })];
  app.intercept(/^GET \/api\/me\/turns$/, () => answers.shift() ?? turns({ count: 1, tables: [id] }));
  app.click(".brand a");
  await app.until(() => app.path === "/" && !answers.length, "the first answer");
  await app.rendered();
  assert.equal(app.document.title, "Stromnetz");
  assert.equal(app.heard.badge, 0);
  await app.until(() => app.document.title === "(1) Stromnetz" && app.heard.badge === 1, "it is asked for again");
});

slowTest("title, icon and badge count every table that waits for me, on every page", async (session) => {
  const { app, guests, turn } = await wait(session);
  await turn();
  app.click(".brand a");
  await app.until(() => app.path === "/" && app.document.title === "(1) Stromnetz", "the start page");
  assert.equal(app.heard.badge, 1);
  assert.match(decodeURIComponent(icon(app)), />1<\/text>/);
  // another game begins with my turn: told without a reload, and one click away
  const ben = new Guest(app.cookie.replace("stromnetz=", ""));
  const other = await ben.openTable(["person", "easy"], { clock: { kind: "live" } });
  await ben.start(other);
  await app.until(async () => (await ben.table(other)).to_act === 0, "Ben's turn there");
  await app.until(() => app.document.title === "(2) Stromnetz" && app.heard.badge === 2, "two tables");
  assert.ok(app.get("[data-next-table]").getAttribute("aria-label").includes(t("tables_wait", { n: 2 })));
  app.click("[data-next-table]");
  await app.until(() => app.path === `/tables/${other.id}` && app.document.title === `(2) ${t("your_turn")} · Stromnetz`, "the live game first");
  app.click("[data-next-table]");
  await app.until(() => app.path === `/tables/${app.table.id}` && app.find(".action.is-mine"), "the other table");
  await guests.Ben.move(app.table, { kind: "pass" });
  await app.until(() => app.document.title === "(1) Stromnetz", "one is left");
  assert.ok(app.find("[data-next-table]"));
});

// --- sounds of moves ---

/** A spectator, for whom no turn comes. */
const watch = (openTable, storage = {}) => openTable("open", { who: null, before: listening(), storage });

test("moves are heard once the player has switched that on", async ({ openTable }) => {
  const app = await watch(openTable, { "stromnetz.move-sounds": "on" });
  await guestsAt(app.table).Ann.move(app.table, OPEN);
  await app.until(() => app.heard.tones === 1, "the bid is heard");
});

slowTest("moves make no sound by default, and none at volume 0", async ({ openTable }) => {
  for (const storage of [{}, { "stromnetz.move-sounds": "on", "stromnetz.volume": "0" }]) {
    const app = await watch(openTable, storage);
    await guestsAt(app.table).Ann.move(app.table, OPEN);
    await app.until(() => app.find("[data-high]")?.textContent.startsWith("14"), "the bid is shown");
    await new Promise((done) => setTimeout(done, 100));
    assert.equal(app.heard.tones, 0);
  }
});

test("sounds and their volume are set in the menu, and heard at once", async ({ openTable, reload }) => {
  const app = await watch(openTable);
  app.click("[data-menu]");
  await app.until(() => app.find("[data-volume]"), "the menu is open");
  assert.ok(!app.field(t("move_sounds")).checked);
  app.choose(app.field(t("move_sounds")), true);
  await app.until(() => app.heard.tones === 2, "a sample");
  const slider = app.get("[data-volume]");
  slider.value = "30";
  slider.dispatchEvent(new app.window.Event("change", { bubbles: true }));
  await app.until(() => app.heard.tones === 4, "a sample at the new volume");
  const again = await reload(app, { before: listening() });
  await again.until(() => again.find("[data-menu]"), "the table");
  again.click("[data-menu]");
  await again.until(() => again.find("[data-volume]"), "the menu is open");
  assert.ok(again.field(t("move_sounds")).checked);
  assert.equal(again.get("[data-volume]").value, "30");
});
