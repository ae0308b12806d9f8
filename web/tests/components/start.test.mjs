// The start page: playing at once, my tables, public tables, joining by code, and who I am.
import assert from "node:assert/strict";
import { nightlyTest, slowTest, test, translator } from "./app.mjs";
import { answer, fails, Guest, refusal, withFeatures } from "./people.mjs";

const t = await translator();
const [PLAY, NAME, CODE] = ["[data-play-now]", "[data-name]", "[data-code]"];
const sent = (app, method, path) => app.requests.filter((one) => one.method === method && one.path === path);
const row = (table) => `[data-table="${table.id}"]`;
const atTable = (app) => app.until(() => /^\/tables\/[\w-]{22}$/.test(app.path) && app.find(".table"), "a table");
/** One of the two lists, by its heading. */
const list = (app, key) => app.all(".table-list").find((one) => app.text(one.querySelector("h2")) === t(key));

test("a new visitor is offered the guided game first, and has no table yet", async ({ openPage }) => {
  const app = await openPage("/");
  assert.equal(app.text("h1"), t("hero"));
  assert.ok(app.get(".main-actions").firstElementChild.matches("[data-first-game].is-featured"));
  assert.ok(!app.find("[data-current-game], [data-what-next]"));
  assert.equal(app.get(NAME).placeholder, t("guest"));
  await app.until(() => app.text(list(app, "my_tables")).includes(t("no_tables")), "no table");
  assert.ok(!app.find("[data-log-out]"));
});

test("one tap takes a new visitor into the guided game", async ({ openPage }) => {
  const app = await openPage("/");
  app.click("[data-first-game]");
  await app.until(() => app.find('[data-coach="first-game"] [data-text]'), "the guided game");
});

test("after the guided game the next lesson and a short game against beginners are offered", async ({ openPage }) => {
  const lessons = [["first-game", "done"], ["plants", "new"]].map(([id, state]) => ({ id, edition: "classic-2009", chapter: "x", title: id, about: "", minutes: 5, state }));
  const { cookie } = await Guest.named("Ann");
  const before = (app) => app.intercept(/^GET \/api\/lessons$/, () => answer({ lessons }));
  const app = await openPage("/", { cookie, before });
  await app.until(() => app.find("[data-what-next]"), "the offer");
  assert.equal(app.text("[data-next-lesson]"), `${t("next_lesson")}plants`);
  app.click("[data-short-game]");
  await atTable(app);
  const bot = { kind: "bot", bot: "beginner" };
  assert.deepEqual(sent(app, "POST", "/api/tables").map((one) => one.body), [{ name: "Ann", options: { short: true }, seats: [{ kind: "person" }, bot, bot] }]);
});

test("somebody who comes back goes on with the game that waits, and is told how many do", async ({ openPage, prepare }) => {
  const group = "start: waiting";
  const [other, mine] = [await prepare("open", { group, seats: ["Ben", "Ann", "Cleo"] }), await prepare("open", { group })];
  const second = await prepare("bid", { group });
  const app = await openPage("/", { cookie: mine.cookies.Ann });
  await app.shows(".continue-game h1", t("your_turn"));
  assert.notEqual(app.get("[data-current-game]").dataset.currentGame, other.id);
  const count = (await app.json("/api/me/turns")).count;
  assert.ok(count >= 1, second.id);
  if (count > 1) assert.equal(app.text(".continue-buttons a"), t("tables_wait", { n: count }));
  await app.until(() => app.text(".page-nav [aria-current]") === `${t("nav_play")}${count}`, "the number in the navigation");
  const wanted = app.get("[data-current-game]").dataset.currentGame;
  app.click("[data-go-on]");
  await app.until(() => app.path === `/tables/${wanted}` && app.find(".action.is-mine"), "my game");
});

test("a game in which others are to move can be gone on with, too", async ({ openPage, prepare }) => {
  const table = await prepare("open");
  const app = await openPage("/", { cookie: table.cookies.Ben });
  await app.shows(".continue-game h1", t("continue_title"));
  assert.equal(app.get("[data-current-game]").dataset.currentGame, table.id);
  assert.ok(!app.find("[data-play-now].is-primary"));
});

test("the navigation leads to all main pages and marks the one that is open", async ({ openPage }) => {
  const app = await openPage("/");
  const links = () => app.all(".page-nav a").map((one) => one.getAttribute("href"));
  await app.until(() => links().length === 6, "all entries");
  assert.deepEqual(links(), ["/", "/learn", "/puzzles", "/find-players", "/ladder", "/account"]);
  for (const path of ["/learn", "/puzzles", "/find-players", "/ladder", "/account", "/"]) {
    app.click(`.page-nav [href="${path}"]`);
    await app.until(() => app.path === path && app.find(`.page-nav [href="${path}"][aria-current=page]`), path);
    assert.equal(app.all(".page-nav [aria-current]").length, 1);
  }
});

slowTest("a guest who comes back keeps the name and can still find the lessons", async ({ openPage }) => {
  const { cookie } = await Guest.named("Ann");
  const app = await openPage("/", { cookie });
  assert.equal(app.get(NAME).value, "Ann");
  assert.ok(!app.find("[data-first-game]"));
  app.click("[data-learn]");
  await app.until(() => app.path === "/learn" && app.find(".page h1") && !app.find(PLAY), "the lessons");
});

test("“Play now” starts a game against three bots of the chosen level", async ({ openPage }) => {
  const app = await openPage("/");
  app.type(NAME, " Ann ");
  app.click('[data-levels] [data-value="easy"]');
  await app.until(() => app.get('[data-levels] [data-value="easy"]').getAttribute("aria-checked") === "true", "easy");
  app.click(PLAY);
  await atTable(app);
  assert.deepEqual(sent(app, "POST", "/api/tables").map((one) => one.body), [
    { name: "Ann", seats: [{ kind: "person" }, ...Array(3).fill({ kind: "bot", bot: "easy" })] },
  ]);
  assert.ok(app.text(".player-card.is-viewer .name").startsWith("Ann"));
  assert.equal(app.all(".player-card").length, 4);
});

test("without a choice the bots are normal, and a visitor without a name is a guest", async ({ openPage }) => {
  const app = await openPage("/");
  app.intercept(/^POST \/api\/tables$/, () => refusal("not now"));
  app.click(PLAY);
  await app.shows(".note.is-error", "not now");
  const { name, seats } = sent(app, "POST", "/api/tables")[0].body;
  assert.deepEqual([name, seats[1].bot], [t("guest"), "normal"]);
});

test("the chosen level is remembered", async ({ openPage, reload }) => {
  const app = await openPage("/");
  app.click('[data-levels] [data-value="hard"]');
  await app.until(() => app.find('[data-value="hard"].is-active'), "the choice");
  const again = await reload(app);
  assert.equal(again.get("[data-levels] .is-active").dataset.value, "hard");
});

test("“Play now” can be pressed only once while the table is being opened", async ({ openPage }) => {
  const app = await openPage("/");
  let open;
  const opening = new Promise((done) => (open = done));
  app.intercept(/^POST \/api\/tables$/, () => opening.then(() => refusal("full")));
  app.click(PLAY);
  await app.until(() => app.isDisabled(PLAY), "the button is off");
  assert.ok(app.isDisabled("[data-watch]"));
  open();
  await app.shows(".note.is-error", "full");
  assert.ok(!app.isDisabled(PLAY));
  assert.equal(sent(app, "POST", "/api/tables").length, 1);
});

test("without a connection the page says so, and a second attempt works", async ({ openPage }) => {
  const app = await openPage("/");
  app.click('[data-levels] [data-value="easy"]');
  const online = app.intercept(/^POST \/api\/tables$/, fails);
  app.click(PLAY);
  await app.shows(".note.is-error", t("no_server"));
  online();
  app.click(PLAY);
  await atTable(app);
});

test("the app waits for a server that does not answer yet", async ({ openPage }) => {
  let down = true;
  const before = (app) => app.intercept(/^GET \/api\/words\/en$/, () => (down ? ((down = false), fails()) : null));
  const app = await openPage("/", { before });
  assert.equal(app.text("h1"), t("hero"));
});

test("my tables tell whose turn it is, how many seats are free, and which games are over", async ({ openPage, prepare }) => {
  const group = "start: my tables";
  const [mine, other, over, lobby] = [
    await prepare("open", { group }),
    await prepare("open", { group, seats: ["Ben", "Ann", "Cleo"] }),
    await prepare("scene/end", { group }),
    await prepare("lobby", { group }),
  ];
  const app = await openPage("/", { cookie: mine.cookies.Ann });
  await app.until(() => list(app, "my_tables").querySelectorAll("[data-table]").length === 4, "four tables");
  const says = (table) => app.text(`${row(table)} .tag`);
  assert.deepEqual([mine, other, over, lobby].map(says), [
    t("your_turn"),
    t("turn_of", { name: "Ben" }),
    t("state_finished"),
    t("state_lobby", { n: 1 }),
  ]);
  assert.deepEqual(app.all(".tag.is-urgent").map((one) => one.closest("a").dataset.table), [mine.id]);
  assert.equal(app.text(`${row(mine)} b`), "Ann, Ben, Cleo");
  assert.equal(app.text(`${row(mine)} small`), "Power Grid (2004), Germany");
  assert.equal(app.text(`${row(lobby)} b`).split(", ")[2], t("open_seat"));
  app.click(row(mine));
  await app.until(() => app.path === `/tables/${mine.id}` && app.find(".action.is-mine"), "my table");
});

test("my tables change without a reload when another player has moved", async ({ openPage, prepare }) => {
  const table = await prepare("open");
  const app = await openPage("/", { cookie: table.cookies.Ben });
  await app.until(() => app.find(row(table)), "the table");
  assert.equal(app.text(`${row(table)} .tag`), t("turn_of", { name: "Ann" }));
  await new Guest(table.cookies.Ann).move(table, { kind: "open", plant: 14, bid: 14 });
  await app.shows(`${row(table)} .tag.is-urgent`, t("your_turn"));
});

slowTest("the start page shows the eight newest of my tables and leads to all of them", async ({ openPage }) => {
  const ann = await Guest.named("Ann");
  const tables = [];
  for (let i = 0; i < 9; i++) tables.push(await ann.openTable(["person", "open"]));
  const app = await openPage("/", { cookie: ann.cookie });
  await app.until(() => list(app, "my_tables").querySelectorAll("[data-table]").length === 8, "eight tables");
  assert.ok(!app.find(row(tables[0])));
  app.click('[data-to="/games"]');
  await app.until(() => app.path === "/games" && app.all("[data-table]").length === 9, "all tables");
});

test("a new public table is listed at once; my own are not listed twice", async ({ openPage }) => {
  const [ann, ben] = [await Guest.named("Ann"), await Guest.named("Ben")];
  const own = await ann.openTable(["person", "open"], { public: true });
  const app = await openPage("/", { cookie: ann.cookie });
  await app.until(() => app.find(row(own)), "my table");
  const other = await ben.openTable(["person", "open", "easy"], { public: true, clock: { kind: "live" } });
  await app.until(() => app.find(row(other)), "the new table");
  assert.ok(list(app, "public_tables").contains(app.get(row(other))));
  assert.equal(app.text(`${row(other)} .tag`), t("state_lobby", { n: 1 }));
  assert.match(app.text(row(other)), /^Ben.*Power Grid.*Germany.*20 min.*bot: easy/);
  assert.equal(app.all(row(own)).length, 1);
  assert.ok(list(app, "my_tables").contains(app.get(row(own))));
});

test("public tables can be filtered by edition where there are several", async ({ openPage }) => {
  const tables = [];
  for (const edition of ["classic-2009", "deluxe-europe"]) {
    tables.push(await (await Guest.named("Eve")).openTable(["person", "open"], { edition, public: true }));
  }
  const app = await openPage("/");
  await app.until(() => tables.every((one) => app.find(row(one))), "both tables");
  app.choose('[data-filter="edition"]', "deluxe-europe");
  await app.gone(row(tables[0]));
  assert.ok(app.find(row(tables[1])));
  app.choose('[data-filter="edition"]', "");
  await app.until(() => app.find(row(tables[0])), "all again");
});

test("the list of public tables says when it is empty, and leads to finding players", async ({ openPage }) => {
  const before = (app) => app.intercept(/^GET \/api\/tables\?/, () => answer({ tables: [], next: null }));
  const app = await openPage("/", { before });
  await app.until(() => app.text(list(app, "public_tables")).includes(t("no_public_tables")), "no table");
  assert.ok(!app.find("[data-filter]"));
  app.click('[data-to="/find-players"]');
  await app.until(() => app.path === "/find-players" && app.find(".page.find-page"), "finding players");
});

test("a code of a table leads there; hyphen and case do not matter", async ({ openPage }) => {
  const table = await (await Guest.named("Ann")).openTable(["person", "open"]);
  const app = await openPage("/");
  const join = app.get(".code-form [type=submit]");
  assert.ok(app.isDisabled(join));
  app.type(CODE, table.code.slice(0, 9));
  assert.ok(app.isDisabled(join));
  app.type(CODE, `${table.code.slice(0, 5)}-${table.code.slice(5)}`.toLowerCase());
  await app.until(() => !app.isDisabled(join), "the button is on");
  app.submit(".code-form");
  await app.until(() => app.path === `/tables/${table.id}` && app.find(".lobby [data-join]"), "the lobby");
});

test("an unknown code is refused in words", async ({ openPage }) => {
  const app = await openPage("/");
  app.type(CODE, "AAAAA-AAAAA");
  await app.until(() => !app.isDisabled(".code-form [type=submit]"), "the button is on");
  app.submit(".code-form");
  const note = await app.until(() => app.find(".note.is-error"), "the refusal");
  assert.match(app.text(note), /\bcode\b/);
  assert.equal(app.path, "/");
});

test("a guest logs out in two steps and is a new visitor afterwards", async ({ openPage, prepare }) => {
  const table = await prepare("open");
  const app = await openPage("/", { cookie: table.cookies.Ann });
  await app.until(() => app.find(row(table)), "my table");
  app.click("[data-log-out]");
  await app.shows("[data-log-out]", t("log_out_sure"));
  assert.equal(sent(app, "POST", "/api/me/log-out").length, 0);
  app.click("[data-log-out]");
  await app.gone("[data-log-out]");
  await app.gone(row(table));
  assert.equal((await app.json("/api/me")).guest, false);
});

test("a browser with an unknown cookie is told, and can start over", async ({ openPage }) => {
  let answers = 0;
  const before = (one) => one.intercept(/^GET \/api\/me$/, async () => answer(await one.json("/api/me").finally(() => answers++)));
  const app = await openPage("/", { cookie: "worthless", before });
  await app.until(() => app.find("[data-afresh]") && answers === 2, "the note");
  await app.rendered();
  assert.ok(app.text(".note.is-calm").startsWith(t("not_known_here")));
  app.click("[data-afresh]");
  await app.gone("[data-afresh]");
  assert.ok(!app.find(".note.is-calm"));
});

test("a server without public tables shows no list of them, but still leads to seeking", async ({ openPage }) => {
  const app = await openPage("/", { before: withFeatures({ public_tables: false, ratings: false, help: true }) });
  await app.until(() => app.find('.page-nav a[href="/find-players"]'), "the link");
  assert.ok(!list(app, "public_tables"));
  assert.ok(!app.find('a[href="/ladder"]'));
  assert.equal(app.get("[data-manual]").getAttribute("href"), "/help");
});

test("the start page links to the ladder, and to the manual only where there is one", async ({ openPage }) => {
  const app = await openPage("/", { before: withFeatures({ help: false }) });
  await app.until(() => app.find('a[href="/ladder"]'), "the ladder");
  assert.ok(!app.find("[data-manual]"));
  assert.ok(app.find('a[href="/rules"]') && app.find('a[href="/rules#glossary"]'));
});

for (const language of ["de", "nl"]) {
  const define = language === "de" ? test : nightlyTest;
  define(`the page changes to ${language} at a click and stays so`, async ({ openPage, reload }) => {
    const words = await translator(language);
    const app = await openPage("/");
    assert.equal(app.text(`${PLAY} small`), t("play_now_text"));
    app.click(`[data-lang="${language}"]`);
    await app.shows("h1", words("hero"));
    assert.equal(app.text(`${PLAY} small`), words("play_now_text"));
    assert.equal(app.document.documentElement.lang, language);
    const again = await reload(app);
    assert.equal(again.text("h1"), words("hero"));
    assert.equal(again.get(`[data-lang="${language}"]`).getAttribute("aria-pressed"), "true");
  });
}

test("the button in the header goes through the three themes, and the choice is remembered", async ({ openPage, reload }) => {
  const app = await openPage("/");
  const theme = (one) => one.document.documentElement.dataset.theme;
  const contrast = (one) => one.document.querySelectorAll('link[href="/assets/contrast.css"]').length;
  assert.equal(theme(app), "light");
  assert.equal(contrast(app), 0);
  for (const next of ["dark", "contrast"]) {
    app.click("[data-theme-button]");
    await app.until(() => theme(app) === next, next);
    assert.equal(app.get("[data-theme-button]").getAttribute("aria-label"), `${t("theme")}: ${t(`theme_${next}`)}`);
  }
  assert.equal(contrast(app), 1);
  const again = await reload(app);
  assert.equal(theme(again), "contrast");
  again.click("[data-theme-button]");
  await again.until(() => theme(again) === "light", "the first one again");
});

test("without a choice the theme follows the system, also while the page is open", async ({ openPage }) => {
  const queries = new Map();
  const asked = { "(prefers-contrast: more)": false, "(prefers-color-scheme: dark)": true };
  const before = ({ window }) => {
    const real = window.matchMedia.bind(window);
    window.matchMedia = (query) => {
      if (!(query in asked)) return real(query);
      return { get matches() { return asked[query]; }, addEventListener: (_, told) => queries.set(query, told) };
    };
  };
  const app = await openPage("/", { before });
  const theme = () => app.document.documentElement.dataset.theme;
  assert.equal(theme(), "dark");
  asked["(prefers-contrast: more)"] = true;
  queries.get("(prefers-contrast: more)")();
  await app.until(() => theme() === "contrast", "high contrast");
  assert.equal(app.window.localStorage.getItem("stromnetz.theme"), null);
});

test("the browser's back button returns to the start page", async ({ openPage }) => {
  const app = await openPage("/");
  app.click("[data-new-table]");
  await app.until(() => app.find("[data-create]"), "a new table");
  app.window.history.replaceState(null, "", "/");
  app.window.dispatchEvent(new app.window.PopStateEvent("popstate"));
  await app.until(() => app.find(PLAY), "the start page");
});
