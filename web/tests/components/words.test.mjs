// Every page in every language: no missing words, nothing left in another language, dates in the local form.
import assert from "node:assert/strict";
import { newAdmin, Visitor } from "./accounts.mjs";
import { nightlyTest, test } from "./app.mjs";

const LANGUAGES = ["de", "nl", "en"];
const SECTIONS = ["account", "admin", "meeting", "new", "ratings", "tokens", "learn", "puzzles"];

/** All words of a language by key; a key may stand for several. */
async function wordsOf(language) {
  const visitor = new Visitor();
  const common = await visitor.ask(`/api/words/${language}`);
  const pages = await Promise.all(SECTIONS.map((one) => visitor.ask(`/api/words/${language}/${one}`)));
  return [...Object.values(common), ...pages].flatMap((section) => (typeof section === "object" ? Object.entries(section) : []));
}
const WORDS = Object.fromEntries(await Promise.all(LANGUAGES.map(async (one) => [one, await wordsOf(one)])));

/** All texts that a user can see, hear or point at. */
function textsOf(app) {
  const walker = app.document.createTreeWalker(app.get("#app"), 4 /* text nodes */);
  const out = [];
  while (walker.nextNode()) out.push(walker.currentNode.textContent);
  for (const one of app.all("#app *")) {
    for (const name of ["aria-label", "placeholder", "title"]) out.push(one.getAttribute(name) ?? "");
  }
  return out.map((one) => one.replace(/\s+/g, " ").trim()).filter(Boolean);
}

/** Texts that are the key of a word instead of the word, have a gap that was not filled in, or are no text. */
function missing(texts, language) {
  const keys = new Set(WORDS[language].map(([key]) => key));
  const words = new Set(WORDS[language].map(([, word]) => word));
  return texts.filter((one) => (keys.has(one) && !words.has(one)) || /\{\w+[:}]|undefined|NaN|\[object/.test(one));
}

/** Whole sentences: names and figures may be the same in every language, these are not. */
const sentences = (texts) => new Set(texts.filter((one) => one.split(" ").length >= 4 && !/\d/.test(one) && / [a-zäöü]/.test(one)));

/** Check what is shown now in every language. */
async function checkLanguages(app, where) {
  await app.settled();
  const told = { en: sentences(textsOf(app)) };
  for (const language of LANGUAGES) {
    app.click(`[data-lang=${language}]`);
    await app.until(() => app.document.documentElement.lang === language && app.find(`[data-lang=${language}][aria-pressed=true]`), language);
    const wrong = () => {
      const texts = textsOf(app);
      told[language] = sentences(texts);
      const others = Object.keys(told).filter((one) => one !== language);
      const same = others.flatMap((one) => [...told[one]].filter((text) => told[language].has(text)));
      return [...missing(texts, language), ...same];
    };
    // some pages fetch more in the new language
    await app.until(() => wrong().length === 0, "nothing is missing").catch(() => undefined);
    assert.deepEqual(wrong(), [], `${where} in ${language}: missing, or the same in another language`);
  }
}

const SEATS = [{ seat: 0, kind: "person", name: "Ann", bot: null, person: "x" }, { seat: 1, kind: "open", name: "", bot: null, person: null }];
const TABLE = { id: "x".repeat(22), code: "ABCDE-FGHJK", state: "running", edition: "classic-2004", map: "usa", public: false, rated: false, version: 1, created_at: 1, changed_at: 1, seats: SEATS };
const PERSON = { id: "x", name: "Ann", account: true, admin: false, since: 1, tables: 1, banned: null };

/** Lists that show what other tests do on the same server, with fixed rows instead. */
const LISTS = [
  [/^GET \/api\/tables\?/, { tables: [], next: null }],
  [/^GET \/api\/seeks/, { seeks: [] }],
  [/^GET \/api\/ratings\/.*first/, { group: "x", editions: [], players: [], next: null }],
  [/^GET \/api\/admin\/people/, { people: [PERSON, { ...PERSON, id: "y", banned: { reason: "noise", until: 1 } }, { ...PERSON, id: "z", admin: true }] }],
  [/^GET \/api\/admin\/tables/, { tables: [TABLE, { ...TABLE, id: "y".repeat(22), state: "finished" }] }],
  [/^GET \/api\/admin\/reports/, { reports: [{ id: 1, table_id: TABLE.id, room: "players", seq: 1, guest: "x", name: "Ann", said: "noise", said_at: 1, reporter: "y", reporter_name: "Ben", reason: "abuse", note: "", context: [], admin: false, banned: null, at: 1, settled: false }] }],
  [/^GET \/api\/admin\/tournaments/, { tournaments: [] }],
  [/^GET \/api\/admin\/actions/, { actions: [{ id: 1, at: 1, who: null, action: "ban", about: {} }] }],
];
const setup = (_, app) => {
  for (const [pattern, rows] of LISTS) app.intercept(pattern, () => Response.json(rows));
};

const PAGES = [
  ["/", "[data-play-now]"],
  ["/new", "[data-create]"],
  ["/find-players", "[data-seek-form]"],
  ["/games", "[data-show]"],
  ["/learn", "[data-lesson]"],
  ["/puzzles", "[data-puzzle]"],
  ["/account", "[data-way-in]"],
  ["/ladder", ".page.ratings h1"],
  ["/account/tokens", "[data-name]"],
];

for (const [path, shown] of PAGES) {
  const define = ["/", "/new", "/account"].includes(path) ? test : nightlyTest;
  define(`${path} is complete in every language`, async ({ openPage }) => {
    const app = await openPage(path, { setup });
    await app.until(() => app.find(shown), `${path} is shown`);
    await checkLanguages(app, path);
  });
}

test("account page and profile of somebody with an account are complete in every language", async ({ openPage }) => {
  const ada = await newAdmin();
  await ada.ask("/api/me/tokens", { name: "Clank" });
  const app = await openPage("/account", { cookie: ada.cookie });
  await app.until(() => app.find("[data-sessions] li"), "the account");
  await checkLanguages(app, "/account");
  const profile = await openPage("/account/profile", { cookie: ada.cookie });
  await profile.until(() => profile.find("main h1"), "the profile");
  await checkLanguages(profile, "/account/profile");
});

test("every tab of the admin page is complete in every language", async ({ openPage }) => {
  const ada = await newAdmin();
  const app = await openPage("/admin", { cookie: ada.cookie, setup });
  for (const tab of ["people", "tables", "reports", "broadcast", "tournaments", "log"]) {
    app.click(`[data-value="${tab}"]`);
    await app.until(() => app.find(`[data-value="${tab}"][aria-checked=true]`) && app.find(".admin-list li, .panel p.text-muted, .panel form"), tab);
    await checkLanguages(app, tab);
  }
});

test("a page opened in one language has its words in that language from the start", async ({ openPage }) => {
  for (const language of LANGUAGES) {
    const app = await openPage("/account", { language });
    await app.until(() => app.find("[data-way-in]"), "the log-in form");
    assert.equal(app.document.documentElement.lang, language);
    assert.deepEqual(missing(textsOf(app), language), []);
    assert.equal(app.get(`[data-lang=${language}]`).getAttribute("aria-pressed"), "true");
  }
});

test("the chosen language is remembered, and one in the address comes first", async ({ openPage }) => {
  const app = await openPage("/", { language: "en" });
  await app.until(() => app.find("[data-lang=nl]"), "the start page");
  app.click("[data-lang=nl]");
  await app.until(() => app.document.documentElement.lang === "nl", "Dutch");
  const storage = { "stromnetz.language": app.window.localStorage.getItem("stromnetz.language") };
  const again = await openPage("/", { language: "en", storage });
  await again.until(() => again.document.documentElement.lang === "nl", "Dutch again");
  const asked = await openPage("/?lang=de", { language: "en", storage });
  await asked.until(() => asked.document.documentElement.lang === "de", "German");
});

test("a language that the app does not speak falls back to English", async ({ openPage }) => {
  const app = await openPage("/", { language: "fr" });
  await app.until(() => app.find("[data-play-now]"), "the start page");
  assert.equal(app.document.documentElement.lang, "en");
});

for (const [local, language, form] of [
  ["en-US", "en", /[A-Z][a-z]{2} \d+, \d{4}/],
  ["en-AU", "en", /\d+ [A-Z][a-z]+ \d{4}/],
  ["fr-FR", "en", /\d+ [A-Z][a-z]+ \d{4}/],
  ["de-DE", "de", /\d{2}\.\d{2}\.\d{4}/],
  ["en-US", "de", /\d{2}\.\d{2}\.\d{4}/],
  ["nl-NL", "nl", /\d+ [a-z]{3}\.? \d{4}/],
]) {
  const define = ["en-US en", "de-DE de", "nl-NL nl"].includes(`${local} ${language}`) ? test : nightlyTest;
  define(`a date in ${language} where the browser is ${local}`, async ({ openPage }) => {
    const guest = new Visitor();
    await guest.newTable();
    const setup = (window) => Object.defineProperty(window.navigator, "language", { value: local });
    const app = await openPage("/games", { cookie: guest.cookie, language, setup });
    await app.until(() => app.find(".table-entry"), "the table");
    assert.match(app.text(".table-entry"), form);
  });
}

test(
  "words of a page that arrive before the common words are kept",
  async ({ openPage }) => {
    const [common, page] = await Promise.all(["/api/words/en", "/api/words/en/account"].map((one) => new Visitor().ask(one)));
    let paged = false;
    const setup = (_, app) => {
      app.intercept(/^GET \/api\/words\/en\/account$/, () => {
        paged = true;
        return Response.json(page);
      });
      app.intercept(/^GET \/api\/words\/en$/, async () => {
        await app.until(() => paged, "the words of the page are sent");
        for (let i = 0; i < 10; i++) await app.rendered();
        return Response.json(common);
      });
    };
    const app = await openPage("/account", { setup });
    await app.until(() => app.find("[data-way-in]"), "the log-in form");
    assert.equal(app.text("h1"), page.title);
  }
);
