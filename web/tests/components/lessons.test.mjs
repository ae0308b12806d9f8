// The lessons: the learn page, every lesson played to its end, wrong moves, advice, and the progress that is kept.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { nightlyTest, PHONE, slowTest, test, translator } from "./app.mjs";
import { keysWork } from "./input.mjs";

const PYTHON = process.env.STROMNETZ_PYTHON ?? "python3";
const COURSE = JSON.parse(execFileSync(PYTHON, ["-m", "tests.web.lessons"], { cwd: resolve(import.meta.dirname, "../../.."), encoding: "utf8" }));
const LESSONS = COURSE.filter((one) => one.steps.length);
const GUIDED = COURSE.find((one) => !one.steps.length);
const learn = await translator("en", "learn");
const plain = (text) => text.replace(/\s+/g, " ").trim();
const byId = (id) => COURSE.find((one) => one.id === id);

/** A visitor in a lesson: reads what the coach says and plays by the panels of the table. */
class Pupil {
  constructor(app, lesson, language) {
    Object.assign(this, { app, lesson, language, compact: app.window.innerWidth < 700 });
  }

  /** Open a lesson from the learn page. */
  static async begin(openPage, id, { language = "en", ...options } = {}) {
    const app = await openPage("/learn", { language, ...options });
    const pupil = new Pupil(app, byId(id), language);
    await pupil.open();
    return pupil;
  }

  async open() {
    const { app, lesson } = this;
    await app.until(() => app.find(`[data-lesson="${lesson.id}"]`), "the lessons");
    app.click(`[data-lesson="${lesson.id}"]`);
    await app.until(() => app.find(`[data-coach="${lesson.id}"]`), "the coach");
  }

  get step() {
    return Number(this.app.find(".coach")?.dataset.step);
  }

  /** Wait until this step asks for a decision; returns the step that does, which is later if an optional one is skipped. */
  async isAt(number) {
    const { app } = this;
    await app.until(() => this.step >= number && (app.find(".coach.is-over") || app.find(".action.is-mine:not([data-busy])")), `step ${number}`);
    return this.step;
  }

  /** Read all texts of a step, and compare each. */
  async read(texts) {
    const { app } = this;
    for (const [i, { text }] of texts.entries()) {
      await app.shows(`.coach [data-text="${i}"]`, plain(text[this.language]));
      if (i < texts.length - 1) app.click("[data-next-text]");
    }
    assert.ok(!app.find("[data-next-text]"), "that was the last text");
  }

  /** Skip to the last text of the step. */
  async skip() {
    const { app } = this;
    await app.until(() => {
      const next = app.find("[data-next-text]");
      if (next) app.click(next);
      return !next && app.find(".coach [data-text]");
    }, "the last text");
  }

  /** Press a button of the panel, and confirm any warning, until the game has moved on. */
  async confirm(button) {
    const { app } = this;
    const before = app.version;
    await app.until(() => app.find(`.action.is-mine:not([data-busy]) ${button}:not([aria-disabled])`), `${button} is on`);
    app.click(`.action.is-mine ${button}`);
    await app.until(() => app.version !== before || app.find("[data-anyway]"), "the move is made");
    if (app.version === before) app.click("[data-anyway]");
    await app.until(() => app.version !== before, "the move is made anyway");
  }

  async bid(amount) {
    const { app } = this;
    await app.until(() => app.find(".action .bid-input"), "the bid");
    app.type(".action .bid-input", String(amount));
    await app.until(() => app.text(".action [data-primary]").includes(String(amount)), `the bid is ${amount}`);
  }

  /** Count a stepper up or down to a number. */
  async count(stepper, wanted) {
    const { app } = this;
    const now = () => Number(app.text(`${stepper} .stepper b`));
    await app.until(() => app.find(`${stepper} .stepper b`), stepper);
    for (let n = now(); n !== wanted; n = now()) {
      app.click(`${stepper} .stepper button:${n < wanted ? "last" : "first"}-child`);
      await app.until(() => now() !== n, `${stepper} counts`);
    }
  }

  async city(id) {
    const { app } = this;
    app.click(`[data-city="${id}"]`);
    if (this.compact) app.click(await app.until(() => app.find("[data-plan-toggle]"), "the card of the city"));
  }

  /** Make these moves as the panels offer them: what is planned together is confirmed once. */
  async make(moves) {
    const { app } = this;
    let planned = 0;
    const isPlanned = () => app.until(() => app.all(".action .plan-list li").length === planned, `${planned} planned`);
    for (const move of moves) {
      await app.until(() => app.find(".action.is-mine:not([data-busy])"), "my turn");
      switch (move.kind) {
        case "open":
          app.click(`.market [data-plant="${move.plant}"]`);
          await this.bid(move.bid);
          await this.confirm("[data-primary]");
          break;
        case "bid":
          await app.until(() => app.find('.action.is-mine[data-decision="bid"]:not([data-busy]) .bid-input'), "the bid");
          await this.bid(move.amount);
          await this.confirm("[data-primary]");
          break;
        case "buy":
          planned++;
          await this.count(this.compact ? `[data-buy="${move.fuel}"]` : `.fuel [data-fuel="${move.fuel}"]`, move.count);
          break;
        case "connect":
          planned++;
          await this.city(move.city);
          await isPlanned();
          break;
        case "build":
          planned++;
          app.click(`[data-kind="${move.site}"]`);
          app.click(await app.until(() => app.find(`[data-city-offer="${move.city}"]`), move.city));
          await isPlanned();
          break;
        case "hire":
          await this.count("[data-hired]", move.count);
          await this.confirm("[data-primary]");
          break;
        case "scrap":
        case "assign":
          app.click(`.action button[data-plant="${move.plant}"]`);
          await this.confirm("[data-primary]");
          break;
        case "run":
        case "arrange":
          await this.confirm("[data-primary]"); // the panel proposes what the lesson asks for
          break;
        case "sit-out":
          await this.confirm("[data-secondary]");
          break;
        case "done":
          await this.confirm(planned ? "[data-primary]" : "[data-quiet]");
          planned = 0;
          break;
        default:
          assert.fail(`${this.lesson.id}: no way to ${move.kind}`);
      }
    }
    if (planned) await this.confirm("[data-primary]");
  }

  /** Play all steps by their first way, reading every text, to the end. */
  async play() {
    const { app, lesson } = this;
    for (const [number, step] of lesson.steps.entries()) {
      const at = await this.isAt(number);
      if (at > number && step.optional) continue;
      assert.equal(at, number);
      await app.until(() => app.find(`.action.is-mine[data-decision="${step.decision}"]`), step.decision);
      await this.read(step.texts);
      await this.make(step.way);
      await app.until(() => this.step > number, "the goal of the step is reached");
      if (step.good) assert.ok(app.text(".coach").includes(plain(step.good[this.language])), "praise");
    }
    await app.until(() => app.find(".coach.is-over [data-begin-again]"), "the end of the lesson");
    assert.ok(app.text(".coach").includes(plain(lesson.end[this.language])));
    await app.until(() => this.isDone(), "the progress is kept");
  }

  async isDone() {
    const { lessons } = await this.app.json("/api/lessons");
    return lessons.find((one) => one.id === this.lesson.id).state === "done";
  }
}

/** The lessons that are played in tier 1, on both screens. */
const FIRST = new Set(["plants", "building", "end", "workers"]);

for (const [i, { id, title }] of LESSONS.entries()) {
  const language = ["de", "nl", "en"][i % 3];
  const phone = i % 7 === 6;
  const define = FIRST.has(id) ? test : slowTest;
  define(`lesson ${id} is played to its end, in ${language}${phone ? ", on a phone" : ""}`, async ({ openPage }) => {
    const pupil = await Pupil.begin(openPage, id, { language, screen: phone ? PHONE : undefined });
    const { app } = pupil;
    assert.equal(app.document.documentElement.lang, language);
    assert.equal(app.text(".coach header b"), title[language]);
    await pupil.play();
  });
}

// --- the coach ---

test("you can go back to the text before", async ({ openPage }) => {
  const { app, lesson } = await Pupil.begin(openPage, "plants");
  const [first, second] = lesson.steps[0].texts;
  await app.shows(".coach [data-text]", first.text.en);
  assert.ok(!app.find("[data-text-before]"));
  app.click("[data-next-text]");
  await app.shows(".coach [data-text]", second.text.en);
  app.click("[data-text-before]");
  await app.shows(".coach [data-text]", first.text.en);
});

slowTest("the coach shows the number of the step", async ({ openPage }) => {
  const pupil = await Pupil.begin(openPage, "limit");
  const { app, lesson } = pupil;
  const dots = () => app.get(".coach .progress-dots").getAttribute("aria-label");
  assert.equal(dots(), learn("step", { n: 1, of: 2 }));
  await pupil.make(lesson.steps[0].way);
  await app.until(() => dots() === learn("step", { n: 2, of: 2 }), "step 2");
  assert.equal(app.all(".coach .progress-dots .is-done").length, 1);
});

test("the last text says that it is your turn, and offers advice", async ({ openPage }) => {
  const pupil = await Pupil.begin(openPage, "fuel");
  const { app } = pupil;
  await app.until(() => app.find(".coach [data-text]") && app.find(".action.is-mine"), "the first text");
  assert.ok(!app.find("[data-wise]"));
  await pupil.skip();
  await app.until(() => app.find("[data-wise]"), "the offer");
  assert.equal(app.text(".coach .your-turn"), learn("your_turn"));
});

test("the coach folds away and unfolds", async ({ openPage }) => {
  const { app } = await Pupil.begin(openPage, "fuel");
  app.click(app.button(learn("fold"), ".coach"));
  await app.until(() => app.find(".coach.is-folded"), "folded");
  assert.ok(!app.find(".coach-body"));
  app.click(app.button(learn("unfold"), ".coach"));
  await app.until(() => app.find(".coach [data-text]"), "unfolded");
});

test("h goes to the button of the coach", async ({ openPage }) => {
  const { app } = await Pupil.begin(openPage, "fuel");
  await keysWork(app);
  app.press("h");
  assert.ok(app.document.activeElement.matches("[data-next-text]"));
});

test("on a phone the coach opens the tab of what it is about, and the action tab with the last text", async ({ openPage }) => {
  const pupil = await Pupil.begin(openPage, "plants", { screen: PHONE });
  const { app } = pupil;
  const tab = (name) => app.until(() => app.find(`[data-tab="${name}"][aria-selected="true"]`), `the tab ${name}`);
  await tab("market");
  await pupil.skip();
  await tab("action");
});

// --- another move than the step wants ---

/** Put up the wrong plant in the first lesson. */
async function goWrong(openPage, language = "en") {
  const pupil = await Pupil.begin(openPage, "plants", { language });
  await pupil.isAt(0);
  await pupil.make([{ kind: "open", plant: 8, bid: 8 }]);
  await pupil.app.until(() => pupil.app.find("[data-other]"), "the coach comments on it");
  return pupil;
}

for (const language of ["en", "de", "nl"]) {
  const define = language === "en" ? test : nightlyTest;
  define(`a wrong move is explained, and can be undone, in ${language}`, async ({ openPage }) => {
    const pupil = await goWrong(openPage, language);
    const { app } = pupil;
    assert.match(app.text("[data-other]"), /8 Elektro/);
    assert.equal(app.text(".coach h2"), (await translator(language, "learn"))("other"));
    app.click("[data-take-back]");
    await app.gone("[data-other]");
    await pupil.isAt(0);
    await app.until(() => app.find(".action.is-mine:not([data-busy])"), "my turn again");
    await pupil.play();
  });
}

slowTest("you can carry on after a wrong move: the lesson ends, but is not done", async ({ openPage }) => {
  const { app } = await goWrong(openPage);
  await app.until(() => {
    const carryOn = app.find("[data-carry-on]"); // it is asked again if a bot has moved since
    if (carryOn) app.click(carryOn);
    return app.find(".coach h2") && app.text(".coach h2") === learn("over_left"); // no heading until the bots are done
  }, "the lesson is over");
  assert.ok(app.text(".coach").includes(learn("left", { n: 1 })));
  app.click(app.button(learn("all"), ".coach"));
  await app.until(() => app.find('[data-lesson="plants"]'), "the lessons");
  assert.equal(app.get('[data-lesson="plants"]').dataset.state, "begun");
});

slowTest("a late reply does not bring back a move that was undone", async ({ openPage }) => {
  const pupil = await Pupil.begin(openPage, "plants");
  const { app } = pupil;
  const path = `/api${app.window.location.pathname}`;
  await pupil.isAt(0);
  let [release, held] = [null, false];
  const replies = [];
  app.intercept(/^GET .*\/lesson$/, async () => {
    const found = await app.json(`${path}/lesson`);
    if (found.other && !held) {
      held = true;
      await new Promise((done) => (release = done));
    }
    replies.push(found);
    return new Response(JSON.stringify(found), { headers: { "content-type": "application/json" } });
  });
  await pupil.make([{ kind: "open", plant: 8, bid: 8 }]);
  await app.until(() => release, "the reply about the wrong move is held back");
  await app.until(async () => {
    const { version } = await app.json(`${path}/view`); // a bot may move meanwhile
    return app.post(`${path}/lesson/back`, { version, key: `back-${version}` }).catch(() => false);
  }, "the move is undone");
  const { version } = await app.json(`${path}/view`);
  await app.until(() => replies.some((one) => one.version === version), "the coach knows");
  release();
  await app.until(() => replies.at(-1).other, "the late reply has come");
  await pupil.skip();
  assert.ok(!app.find("[data-other]"));
  await pupil.make(pupil.lesson.steps[0].way);
  await app.until(() => app.find(".coach.is-over"), "the end of the lesson");
});

slowTest("a wrong move can be undone however many moves the bots make meanwhile", async ({ openPage }) => {
  const pupil = await goWrong(openPage);
  const { app } = pupil;
  const path = `/api${app.window.location.pathname}`;
  // let the bots finish, so that nothing but the refusals below is in the way
  await app.until(async () => (await app.json(`${path}/view`)).decision.seat === 0 && app.find(".action.is-mine:not([data-busy])"), "my turn");
  await app.until(() => app.find("[data-other]"), "the coach comments on it");
  const { version } = await app.json(`${path}/view`);
  const REFUSALS = 12; // after this lesson's wrong move the bots make nine moves
  let asked = 0;
  app.intercept(/^POST .*\/lesson\/back$/, () => {
    if (++asked > REFUSALS) return null;
    const facts = { version: version - REFUSALS - 1 + asked };
    return Response.json({ error: { kind: "version-conflict", message: "the game has gone on", facts } }, { status: 409 });
  });
  app.click("[data-take-back]");
  await app.gone("[data-other]");
  assert.ok(asked > REFUSALS);
  assert.ok(!app.find(".note.is-error"));
  await pupil.isAt(0);
});

slowTest("a double click on undo sends one request", async ({ openPage }) => {
  const { app } = await goWrong(openPage);
  app.click("[data-take-back]");
  app.click("[data-take-back]");
  await app.gone("[data-other]");
  // a bot may move meanwhile: then the app asks again, from the new version
  const versions = app.requests.filter((one) => one.path.endsWith("/lesson/back")).map((one) => one.body.version);
  assert.equal(versions.length, new Set(versions).size, versions.join());
});

// --- after the end ---

slowTest("the end of a lesson offers the next one", async ({ openPage }) => {
  const pupil = await Pupil.begin(openPage, "plants");
  const { app } = pupil;
  await pupil.play();
  assert.equal(app.text(".coach h2"), learn("over"));
  app.click("[data-next-lesson]");
  await app.until(() => app.find('[data-coach="auction"] [data-text]'), "the next lesson");
});

slowTest("a lesson can be started again after its end", async ({ openPage }) => {
  const pupil = await Pupil.begin(openPage, "fuel");
  const { app, lesson } = pupil;
  await pupil.play();
  const before = app.window.location.pathname;
  app.click("[data-begin-again]");
  await app.until(() => app.window.location.pathname !== before && app.find('[data-coach="fuel"][data-step="0"]'), "the first step");
  await app.shows(".coach [data-text]", lesson.steps[0].texts[0].text.en);
  assert.ok(!app.find(".coach.is-over"));
});

// --- advice ---

for (const [id, language, says, screen] of [["warehouse", "nl", /Mijn tip: /, PHONE], ["plants", "en", /13/, undefined]]) {
  const define = id === "warehouse" ? test : slowTest;
  define(`a lesson gives the advice of a bot: ${id}, in ${language}`, async ({ openPage }) => {
    const pupil = await Pupil.begin(openPage, id, { language, screen });
    const { app } = pupil;
    await pupil.isAt(0);
    await pupil.skip();
    app.click(await app.until(() => app.find("[data-wise]"), "the offer"));
    await app.until(() => app.find(".action.is-mine [data-advice]"), "the advice");
    assert.match(app.text("[data-advice-panel]"), says);
    app.click("[data-advice-close]");
    await app.gone("[data-advice-panel]");
  });
}

test("Outpost: advice about workers, in German", async ({ openPage }) => {
  const pupil = await Pupil.begin(openPage, "workers", { language: "de" });
  const { app, lesson } = pupil;
  await pupil.isAt(0);
  await pupil.make(lesson.steps[0].way);
  await pupil.isAt(1);
  await app.until(() => app.find('.action.is-mine[data-decision="workers"]'), "the workers");
  await pupil.skip();
  app.click(await app.until(() => app.find("[data-wise]"), "the offer"));
  await app.until(() => app.find(".action.is-mine [data-advice]"), "the advice");
  assert.match(app.text("[data-advice-panel]"), /Mein Tipp: .*einstellen/);
});

// --- the learn page ---

for (const language of ["en", "de", "nl"]) {
  test(`the learn page lists all lessons with title, time and state, in ${language}`, async ({ openPage }) => {
    const say = await translator(language, "learn");
    const app = await openPage("/learn", { language });
    await app.until(() => app.find("[data-lesson]"), "the lessons");
    assert.deepEqual(app.texts("[data-lesson] b"), COURSE.map((one) => one.title[language]));
    assert.equal(app.text("h1"), say("title"));
    assert.ok(app.text(".lesson-intro").includes(say("progress", { done: 0, all: COURSE.length })));
    assert.deepEqual(new Set(app.texts("[data-lesson] .tag")), new Set([say("begin")]));
    assert.equal(app.text("[data-continue]"), `${say("begin")}${COURSE[0].title[language]}`);
    const { lessons } = await app.json(`/api/lessons?language=${language}`);
    assert.equal(COURSE[0].id, GUIDED.id);
    assert.ok(app.texts(".chapter-title p").every((one, i) => one === say("progress", { done: 0, all: app.all(".lessons ol")[i].children.length })));
    assert.deepEqual(app.texts(".lessons h2"), [...new Set(lessons.map((one) => one.chapter))]);
    assert.deepEqual(app.texts("[data-lesson] .text-muted"), lessons.map((one) => say("minutes", { n: one.minutes })));
    assert.deepEqual(app.texts("[data-lesson] small"), lessons.map((one) => plain(one.about)));
  });
}

test("the learn page begins with the guided game", async ({ openPage }) => {
  const app = await openPage("/");
  app.click(await app.until(() => app.find("[data-learn]"), "the button"));
  app.click(await app.until(() => app.find("[data-continue]"), "the learn page"));
  await app.until(() => app.find('[data-coach="first-game"] [data-text]'), "the guided game");
});

test("a lesson that you leave waits where you left it", async ({ openPage }) => {
  const pupil = await Pupil.begin(openPage, "limit");
  const { app, lesson } = pupil;
  await pupil.isAt(0);
  await pupil.make(lesson.steps[0].way);
  await pupil.isAt(1);
  app.click(".coach [data-leave]");
  await app.until(() => app.find('[data-lesson="limit"][data-state="begun"]'), "begun");
  assert.equal(app.text('[data-lesson="limit"] .tag'), learn("go_on"));
  assert.equal(app.text("[data-continue]"), `${learn("go_on")}${lesson.title.en}`);
  app.click("[data-continue]");
  await app.until(() => app.find('[data-coach="limit"][data-step="1"]'), "the same step");
  await pupil.read(lesson.steps[1].texts);
});

slowTest("a lesson that is done is marked, counted, and played again from the start", async ({ openPage }) => {
  const pupil = await Pupil.begin(openPage, "plants");
  const { app } = pupil;
  await pupil.play();
  app.click(".coach [data-leave]");
  await app.until(() => app.find('[data-lesson="plants"][data-state="done"]'), "done");
  assert.equal(app.text('[data-lesson="plants"] .tag'), learn("again"));
  assert.ok(app.text(".lesson-intro").includes(learn("progress", { done: 1, all: COURSE.length })));
  assert.equal(app.text("[data-continue] small"), COURSE[0].title.en);
  app.click('[data-lesson="plants"]');
  await app.until(() => app.find('[data-coach="plants"][data-step="0"] [data-text="0"]'), "the first step");
});

slowTest("progress is kept for the next visit", async ({ openPage }) => {
  const pupil = await Pupil.begin(openPage, "fuel");
  await pupil.play();
  const { app } = pupil;
  const again = await openPage("/learn", { cookie: app.cookie.split("=")[1] });
  await again.until(() => again.find('[data-lesson="fuel"][data-state="done"]'), "done");
});

slowTest("another visitor has no progress", async ({ openPage }) => {
  await (await Pupil.begin(openPage, "fuel")).play();
  const other = await openPage("/learn");
  await other.until(() => other.find("[data-lesson]"), "the lessons");
  assert.ok(!other.find('[data-lesson]:not([data-state="new"])'));
});

test("while a lesson starts, no second one can be started", async ({ openPage }) => {
  const app = await openPage("/learn");
  await app.until(() => app.find("[data-lesson]"), "the lessons");
  let go;
  app.intercept(/^POST \/api\/lessons/, () => new Promise((done) => (go = done)));
  app.click('[data-lesson="fuel"]');
  await app.until(() => app.all("[data-lesson], [data-continue]").every((one) => one.disabled), "all are off");
  go();
  await app.until(() => app.find('[data-coach="fuel"]'), "the lesson");
});

test("if a lesson cannot be started, the page says so", async ({ openPage }) => {
  const app = await openPage("/learn");
  await app.until(() => app.find("[data-lesson]"), "the lessons");
  app.intercept(/^POST \/api\/lessons/, () => Promise.reject(new TypeError("no network")));
  app.click('[data-lesson="fuel"]');
  await app.until(() => app.find(".note.is-error"), "the message");
  assert.equal(app.text(".note.is-error"), (await translator())("no_server"));
  assert.ok(!app.get('[data-lesson="fuel"]').disabled, "it can be tried again");
});

test("the learn page says if the lessons cannot be loaded", async ({ openPage }) => {
  const app = await openPage("/learn");
  await app.until(() => app.find("[data-lesson]"), "the lessons");
  app.intercept(/^GET \/api\/lessons/, () => Promise.reject(new TypeError("no network")));
  app.click(".brand, [href='/']");
  app.click(await app.until(() => app.find("[data-learn]"), "the start page"));
  await app.until(() => app.find(".note.is-error"), "the message");
});

// --- the guided game ---

slowTest("the first game explains each kind of decision when it first comes, gives advice unasked, and is done at its end", async ({ openPage }) => {
  const pupil = await Pupil.begin(openPage, GUIDED.id, { language: "de", storage: { "stromnetz.move-speed": "instant" } });
  const { app } = pupil;
  const id = app.window.location.pathname.split("/").at(-1);
  const seen = new Set();
  for (;;) {
    const { version, decision, result } = await app.json(`/api/tables/${id}/view`);
    if (result) break;
    if (decision?.seat !== 0) {
      await app.until(async () => (await app.json(`/api/tables/${id}/view`)).version > version, "the bots move");
      continue;
    }
    if (!seen.has(decision.kind) && GUIDED.hints[decision.kind]) {
      seen.add(decision.kind);
      await app.until(() => app.version === version && app.find(`.action.is-mine[data-decision="${decision.kind}"]`), decision.kind);
      await pupil.read(GUIDED.hints[decision.kind]);
      await app.until(() => app.find("[data-advice-panel] [data-advice]"), "advice");
    }
    const { candidates } = await app.post(`/api/tables/${id}/advice`, { seat: 0, level: "easy" });
    await app.post(`/api/tables/${id}/moves`, { seat: 0, moves: [candidates[0].move], version, key: `move-${version}` });
  }
  assert.deepEqual(["auction", "build", "fuel", "run"].filter((kind) => !seen.has(kind)), []);
  // the end screen comes first, and the coach afterwards
  await app.until(() => app.find("[data-end]"), "the end");
  assert.match(app.text("[data-end]"), /Gast/, "the visitor has not chosen a name");
  await app.gone(".coach");
  app.click(app.all("[data-end] button").at(-1));
  await app.until(() => app.find(".coach.is-over"), "the coach");
  assert.ok(app.find("[data-next-lesson]") && app.find("[data-short-game]"), "what comes next");
  assert.ok(app.text(".coach").includes(GUIDED.end.de));
  await app.until(() => pupil.isDone(), "the progress is kept");
  app.click(".coach [data-leave]");
  await app.until(() => app.find(`[data-lesson="${GUIDED.id}"][data-state="done"]`), "done");
}, { timeout: 240_000 });
