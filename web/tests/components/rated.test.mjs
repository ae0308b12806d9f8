// Rated games: the label at the table, and the rating changes on the end screen.
import assert from "node:assert/strict";
import { newAdmin, playRated, signUp } from "./accounts.mjs";
import { nightlyTest, PHONE, slowTest, test, translator } from "./app.mjs";

const t = await translator();
const r = await translator("en", "ratings");
const END = "[data-end]";
const NOTE = "[data-rating-note]";
const RATINGS = /^GET \/api\/tables\/[^/]+\/ratings$/;
const LEVELS = ["easy", "normal", "hard"].map((bot) => ({ kind: "bot", bot }));

/** Somebody at a table against bots that has just begun. */
async function begin(openPage, { rated = true, ...options } = {}) {
  const ann = await signUp();
  const { id } = await ann.newTable({ seats: [{ kind: "person" }, ...LEVELS], rated });
  await ann.ask(`/api/tables/${id}/start`, {});
  const app = await openPage(`/tables/${id}`, { cookie: ann.cookie, ...options });
  await app.until(() => app.find(".table"), "the table");
  return Object.assign(app, { ann, table: { id } });
}

/** The end screen of a finished rated game, as the first of its players; `answers` replace the server's, the last one for good. */
async function openEnd(openPage, { answers = [], games = {}, ...options } = {}) {
  const ann = await signUp();
  const [id] = await playRated([ann.name, "easy", "normal", "easy"], games);
  const asked = [];
  const setup = (_, app) =>
    app.intercept(RATINGS, ({ path }) => {
      asked.push(path);
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      return answer ? Response.json(answer) : null;
    });
  const app = await openPage(`/tables/${id}`, { cookie: ann.cookie, setup, ...options });
  await app.until(() => app.find(END), "the end screen");
  return Object.assign(app, { ann, asked, table: { id } });
}

const signed = (n) => `(${n < 0 ? "−" : n > 0 ? "+" : "±"}${Math.abs(n)})`;
const line = ({ before, after, provisional }) => `${r("rating")}: ${before} → ${after}${provisional ? "?" : ""} ${signed(after - before)}`;
const shown = (app) => app.all("[data-rating]").map((one) => app.text(one));
const RATED = {
  state: "rated",
  reason: null,
  seats: [
    { seat: 0, before: 1523, after: 1541, provisional: false },
    { seat: 1, before: 1600, after: 1600, provisional: false },
    { seat: 2, before: 1481, after: 1463, provisional: true },
    { seat: 3, before: null, after: null, provisional: false },
  ],
};
const PENDING = { state: "pending", reason: null, seats: [] };

// --- the label ---

for (const [language, screen] of [["en", undefined], ["de", PHONE], ["nl", undefined]]) {
  const define = language === "en" ? test : nightlyTest;
  define(`a rated table says so, and what that means, in ${language}`, async ({ openPage }) => {
    const say = await translator(language);
    const app = await begin(openPage, { language, screen });
    const label = app.get(".top-bar [data-rated-label] button");
    assert.equal(app.text(label.querySelector("b")).toLowerCase(), say("rated_tag"));
    assert.equal(app.text(`[id="${label.getAttribute("aria-describedby")}"]`), say("rated_note"));
    assert.ok(!app.find("[data-undo]"), "nothing can be undone at a rated table");
    app.click("[data-menu]");
    await app.until(() => app.texts("dialog .note").includes(say("rated_note")), "the menu says so too");
  });
}

slowTest("a table that is not rated has no label", async ({ openPage }) => {
  const app = await begin(openPage, { rated: false });
  assert.ok(!app.find("[data-rated-label]"));
  assert.ok(app.find("[data-undo]"));
  app.click("[data-menu]");
  await app.until(() => app.find("dialog"), "the menu");
  assert.ok(!app.texts("dialog .note").includes(t("rated_note")));
});

// --- the end screen ---

test("the end screen shows each player's rating before and after the game", async ({ openPage }) => {
  const app = await openEnd(openPage);
  await app.until(() => shown(app).every(Boolean) && shown(app).length === 4, "the ratings");
  const { state, seats } = await app.json(`/api/tables/${app.table.id}/ratings`);
  assert.equal(state, "rated");
  for (const one of seats) assert.equal(app.text(`[data-rating="${one.seat}"]`), line(one));
  assert.equal(seats[0].before, 1500);
  assert.ok(seats[0].provisional);
  assert.equal(app.text(NOTE), r("provisional_note"));
  assert.equal(app.text(`${END} .end-summary .tag`).toLowerCase(), t("rated_tag"));
});

slowTest("gains, losses and hidden ratings", async ({ openPage }) => {
  const app = await openEnd(openPage, { answers: [RATED] });
  await app.until(() => app.find(".is-gain"), "the ratings");
  const texts = RATED.seats.map(({ seat }) => app.text(`[data-rating="${seat}"]`));
  assert.deepEqual(texts, ["Rating: 1523 → 1541 (+18)", "Rating: 1600 → 1600 (±0)", "Rating: 1481 → 1463? (−18)", r("hidden_rating")]);
  assert.equal(app.text(".is-gain"), "(+18)");
  assert.equal(app.text(".is-loss"), "(−18)");
  assert.equal(app.get("abbr").getAttribute("title"), `${r("provisional")}: ${r("provisional_text")}`);
});

slowTest("without provisional ratings there is no note about them", async ({ openPage }) => {
  const seats = RATED.seats.map((one) => ({ ...one, provisional: false }));
  const app = await openEnd(openPage, { answers: [{ ...RATED, seats }] });
  await app.until(() => app.find(".is-gain"), "the ratings");
  assert.equal(app.text(NOTE), "");
});

test("ratings that are still being computed appear when the server tells so", async ({ openPage }) => {
  const app = await openEnd(openPage, { answers: [PENDING, PENDING, RATED] });
  await app.shows(NOTE, r("updating"));
  assert.equal(app.get(NOTE).getAttribute("role"), "status");
  assert.deepEqual(shown(app), ["", "", "", ""]);
  await app.until(() => {
    if (!app.pending) app.receive({ type: "ratings" });
    return app.find(".is-gain");
  }, "the ratings");
  assert.equal(app.text('[data-rating="0"]'), "Rating: 1523 → 1541 (+18)");
  await app.shows(NOTE, r("provisional_note"));
  const count = app.asked.length;
  app.receive({ type: "ratings" });
  await app.rendered();
  assert.equal(app.asked.length, count, "what is known is not asked for again");
});

test("a late reply that the ratings are pending does not hide them", async ({ openPage }) => {
  let release;
  const held = new Promise((done) => (release = done));
  const answers = [held.then(() => PENDING), RATED];
  const setup = (_, app) => app.intercept(RATINGS, async () => Response.json(await (answers.shift() ?? RATED)));
  const app = await openEnd(openPage, { setup });
  await app.until(() => answers.length === 1, "the first request");
  app.receive({ type: "ratings" });
  await app.until(() => app.find(".is-gain"), "the ratings");
  release();
  for (let i = 0; i < 3; i++) await app.rendered();
  assert.ok(app.find(".is-gain"));
  assert.equal(app.text(NOTE), r("provisional_note"));
});

test("if the server's message is lost, the page asks again by itself", async ({ openPage }) => {
  const setup = (window, app) => {
    const wait = window.setTimeout.bind(window);
    window.setTimeout = (run, ms = 0, ...more) => wait(run, ms === 10_000 ? 0 : ms, ...more);
    const answers = [PENDING, "fails", PENDING];
    app.intercept(RATINGS, () => {
      const next = answers.shift() ?? RATED;
      return next === "fails" ? Promise.reject(new TypeError("no network")) : Response.json(next);
    });
  };
  const app = await openEnd(openPage, { setup });
  await app.until(() => app.find(".is-gain"), "the ratings");
});

slowTest("a game that the server rates meanwhile gets its ratings without a reload", async ({ openPage }) => {
  const app = await openEnd(openPage, { games: { rate: false } });
  await app.until(() => app.text('[data-rating="0"]'), "the ratings");
  const { seats } = await app.json(`/api/tables/${app.table.id}/ratings`);
  assert.equal(app.text('[data-rating="0"]'), line(seats[0]));
});

for (const language of ["en", "de", "nl"]) {
  nightlyTest(`the end screen says why a game is not rated, in ${language}`, async ({ openPage }) => {
    const say = await translator(language, "ratings");
    for (const [reason, key] of [["off", "unrated_off"], ["handed-over", "unrated_handed_over"], [null, "unrated"]]) {
      const app = await openEnd(openPage, { language, answers: [{ state: "unrated", reason, seats: [] }] });
      await app.shows(NOTE, say(key));
      assert.deepEqual(shown(app), ["", "", "", ""]);
    }
    const app = await openEnd(openPage, { language, answers: [PENDING] });
    await app.shows(NOTE, say("updating"));
  });
}

slowTest("a game in which an admin gave a seat away says that it is not rated", async ({ openPage }) => {
  const [admin, ann, ben, cleo] = [await newAdmin(), await signUp(), await signUp("Ben"), await signUp("Cleo")];
  const { id } = await ann.newTable({ rated: true });
  await ben.ask(`/api/tables/${id}/join`, {});
  await ann.ask(`/api/tables/${id}/start`, {});
  const app = await openPage(`/tables/${id}`, { cookie: ann.cookie });
  await app.until(() => app.find("[data-rated-label]"), "the label");
  await admin.ask(`/api/admin/tables/${id}/seats/1`, { to: cleo.name }, "PUT");
  await app.gone("[data-rated-label]");
  await cleo.ask(`/api/tables/${id}/resign`, { seat: 1 });
  await app.until(() => app.find(END), "the end screen");
  await app.shows(NOTE, r("unrated_handed_over"));
  assert.ok(!app.find("[data-rating]"));
});

test("a rated game that an admin closed says so once", async ({ openPage }) => {
  const app = await begin(openPage);
  const admin = await newAdmin();
  await admin.ask(`/api/admin/tables/${app.table.id}/close`, {});
  await app.until(() => app.find(END), "the end screen");
  assert.ok(app.text("[data-no-winner]").endsWith(t("end_unrated")));
  await app.until(() => app.requests.some(({ method, path }) => RATINGS.test(`${method} ${path}`)) && !app.pending, "the answer");
  await app.rendered();
  assert.equal(app.text(NOTE), "");
});

slowTest("a game that was never rated asks for no ratings", async ({ openTable }) => {
  const app = await openTable("scene/end");
  await app.until(() => app.find(END), "the end screen");
  assert.ok(!app.find(`${NOTE}, [data-rating], ${END} .end-summary .tag`));
  assert.ok(!app.requests.some(({ method, path }) => RATINGS.test(`${method} ${path}`)));
});
