// The whole course: every lesson is read where it speaks and played to its goal on the real board, as its file says.
// One learner for each window goes from lesson to lesson; the windows take turns, and a full run plays each in both.
// Each learner meets three languages, every third lesson goes by keyboard, and axe looks at each as it begins and ends.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { test } from "node:test";
import { chooseCity } from "./asked.mjs";
import { faultsIn } from "./axe.mjs";
import { eventually, FULL, person, PHONE, WIDE } from "./house.mjs";
import { answer } from "./player.mjs";
import { stage } from "./stage.mjs";

const LANGUAGES = ["de", "nl", "en"];
const more = { cwd: resolve(import.meta.dirname, "../.."), encoding: "utf8" };
const COURSE = JSON.parse(execFileSync(process.env.STROMNETZ_PYTHON ?? "python3", ["-m", "tests.web.lessons"], more));
const { house, browser } = await stage();

const learners = new Map();
async function learner(screen) {
  if (!learners.has(screen)) learners.set(screen, await person(browser, house.url, { ...screen, bypassCSP: true }));
  return learners.get(screen);
}

/** Somebody in a lesson: presses by pointer, finger or key. */
class Pupil {
  constructor(page, lesson, language, keys) {
    Object.assign(this, { page, lesson, language, keys });
    this.wide = page.viewportSize().width > 700;
  }

  async press(what) {
    const one = this.page.locator(what).first();
    if (!this.keys) return one.click();
    await one.focus();
    await this.page.keyboard.press("Enter");
  }

  /** The card of the lesson in the window, and around what it speaks of a ring that the card does not hide. */
  async look(text, last) {
    const { page } = this;
    const seen = await page.waitForFunction(
      ([ringed]) => {
        const card = document.querySelector(".coach")?.getBoundingClientRect();
        const ring = document.querySelector(".cring")?.getBoundingClientRect();
        if (!card?.width || (ringed && !ring)) return null;
        const shared = (a, b, c, d) => Math.max(0, Math.min(b, d) - Math.max(a, c));
        const hidden = ring ? (shared(card.left, card.right, ring.left, ring.right) * shared(card.top, card.bottom, ring.top, ring.bottom)) / (ring.width * ring.height) : 0;
        const inside = card.left >= 0 && card.top >= 0 && card.right <= innerWidth && card.bottom <= innerHeight;
        const met = !ring || (shared(0, innerWidth, ring.left, ring.right) > 8 && shared(0, innerHeight, ring.top, ring.bottom) > 8);
        return inside && met && hidden < 0.5 ? true : null;
      },
      // with the last text a phone turns to what is asked, which may be elsewhere
      [text.at !== null && (this.wide || !last)],
      { timeout: 5000 },
    ).catch(() => null);
    assert.ok(seen, `${this.lesson.id}: “${text.text.en}” stands beside what it is about (${text.at})`);
  }

  async read(texts) {
    const { page } = this;
    for (const [i, text] of texts.entries()) {
      await page.waitForSelector(`.coach [data-text="${i}"]`);
      assert.equal(await page.locator(`[data-text="${i}"]`).textContent(), text.text[this.language]);
      await this.look(text, i === texts.length - 1);
      if (i < texts.length - 1) await this.press("[data-next-text]");
    }
  }

  /** Press the main button, and whatever asks whether that is meant; until the game has gone on. */
  async confirm(button) {
    const { page } = this;
    const before = await page.locator(".table").getAttribute("data-version");
    await page.waitForSelector(`.action.mine:not([data-busy]) ${button}:not([aria-disabled])`);
    await this.press(`.action.mine ${button}`);
    await page.waitForFunction((v) => document.querySelector(".table").dataset.version !== v || document.querySelector("[data-anyway]"), before);
    if (await page.locator("[data-anyway]").count()) await this.press("[data-anyway]");
    await page.waitForFunction((v) => document.querySelector(".table").dataset.version !== v, before);
  }

  async bid(amount) {
    const field = this.page.locator(".action .amount");
    if (Number(await field.inputValue()) === amount) return;
    await field.fill(String(amount));
    await field.press("Enter");
  }

  async city(id) {
    const { page } = this;
    if (this.keys) {
      await page.locator(`[data-city="${id}"] [role]`).focus();
      await page.keyboard.press("Enter");
      if (!this.wide) await this.press("[data-plan-toggle]");
    } else await chooseCity(page, id);
  }

  /** Step by step up to a number, by the button with the plus. */
  async count(stepper, wanted) {
    const { page } = this;
    const now = async () => Number(await page.locator(`${stepper} .stepr b`).first().textContent());
    for (let n = await now(); n !== wanted; n = await now()) {
      await this.press(`${stepper} .stepr button:${n < wanted ? "last" : "first"}-child`);
      await page.waitForFunction(([where, was]) => document.querySelector(`${where} .stepr b`).textContent !== was, [stepper, String(n)]);
    }
  }

  /** Make these moves as the panel offers them: what is planned together is confirmed once. */
  async make(moves) {
    const { page } = this;
    let planned = 0;
    for (const move of moves) {
      await page.waitForSelector(".action.mine:not([data-busy])");
      switch (move.kind) {
        case "open":
          await this.press(`.market [data-plant="${move.plant}"]`);
          await page.waitForSelector(".action .amount");
          await this.bid(move.bid);
          await this.confirm("[data-primary]");
          break;
        case "bid":
          await page.waitForSelector('.action.mine[data-decision="bid"] .amount');
          await this.bid(move.amount);
          await page.locator(".action [data-primary]", { hasText: String(move.amount) }).waitFor();
          await this.confirm("[data-primary]");
          break;
        case "buy":
          planned++;
          await this.count(this.wide ? `.fuel [data-fuel="${move.fuel}"]` : `[data-buy="${move.fuel}"]`, move.count);
          break;
        case "connect":
          await this.city(move.city);
          await page.waitForFunction((n) => document.querySelectorAll(".action .plan li").length === n, ++planned);
          break;
        case "build":
          await this.press(`[data-kind="${move.site}"]`);
          await this.press(`[data-city-offer="${move.city}"]`);
          await page.waitForFunction((n) => document.querySelectorAll(".action .plan li").length === n, ++planned);
          break;
        case "hire":
          await this.count("[data-hired]", move.count);
          await this.confirm("[data-primary]");
          break;
        case "scrap":
        case "assign":
          await this.press(`.action button[data-plant="${move.plant}"]`);
          await this.confirm("[data-primary]");
          break;
        case "run":
        case "arrange":
          // what the panel proposes is what the lesson asks for: its goal tells
          await this.confirm("[data-primary]");
          break;
        case "leave":
          await this.confirm("[data-secondary]");
          break;
        case "done":
          await this.confirm(planned ? "[data-primary]" : "[data-quiet]");
          planned = 0;
          break;
        default:
          assert.fail(`${this.lesson.id}: nobody knows how to ${move.kind}`);
      }
    }
    if (planned) await this.confirm("[data-primary]");
  }

  /** From where the last lesson was left, or afresh in another language. */
  async begin() {
    const { page, lesson, language } = this;
    if (page.language === language) await this.press(".coach [data-leave]");
    else await page.goto(`/learn?lang=${language}`);
    page.language = language;
    await this.open();
    assert.equal(await page.locator("html").getAttribute("lang"), language);
    assert.equal(await page.locator(".coach header b").textContent(), lesson.title[language]);
  }

  async open() {
    await this.press(`[data-lesson="${this.lesson.id}"]`);
    await this.page.waitForSelector(`[data-coach="${this.lesson.id}"]`);
  }

  /** Away in the middle, and back: it stands as it stood. */
  async leave() {
    await this.press(".coach [data-leave]");
    await this.page.waitForSelector(`[data-lesson="${this.lesson.id}"][data-state="begun"]`);
    await this.open();
  }

  async play() {
    const { page, lesson } = this;
    await this.begin();
    for (const [number, step] of lesson.steps.entries()) {
      if (number === 1 && !step.optional && !page.left) {
        await this.leave();
        page.left = lesson.id;
      }
      await page.waitForFunction((n) => Number(document.querySelector(".coach")?.dataset.step) >= n && (document.querySelector(".action.mine") || document.querySelector(".coach.over")), number);
      const at = Number(await page.locator(".coach").getAttribute("data-step"));
      if (at > number && step.optional) continue;
      assert.equal(at, number, lesson.id);
      assert.equal(await page.locator(".action.mine").getAttribute("data-decision"), step.decision);
      await this.read(step.texts);
      if (number === 0) assert.deepEqual(await faultsIn(page, ".coach", "#action"), [], lesson.id);
      await this.make(step.way);
      await page.waitForFunction((n) => Number(document.querySelector(".coach")?.dataset.step) > n, number);
      if (step.good) assert.ok((await page.locator(".coach").textContent()).includes(step.good[this.language]));
    }
    await page.waitForSelector(".coach.over [data-begin-again]");
    assert.ok((await page.locator(".coach").textContent()).includes(lesson.end[this.language]), `${lesson.id} is done`);
    assert.deepEqual(await faultsIn(page, ".coach"), [], lesson.id);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, "nothing is wider than the window");
    assert.deepEqual(page.problems.splice(0), []);
  }
}

const SCREENS = [["wide", WIDE], ["on a phone", PHONE]];
const LESSONS = COURSE.filter((one) => one.steps.length);
/** So many lessons of a learner are in one language. */
const BLOCK = LESSONS.length / (FULL ? 3 : 6);

for (const [w, [name, screen]] of SCREENS.entries()) {
  for (const [n, lesson] of LESSONS.filter((_, i) => FULL || i % 2 === w).entries()) {
    const language = LANGUAGES[Math.floor(n / BLOCK)];
    const keys = n % 3 === 0;
    test(`${lesson.id}, ${name}, in ${language}${keys ? ", by keyboard" : ""}`, { timeout: 60_000 }, async () => {
      await new Pupil(await learner(screen), lesson, language, keys).play();
    });
  }
}

test("what was learnt is kept", async () => {
  for (const [w, [, screen]] of SCREENS.entries()) {
    const page = await learner(screen);
    await page.goto("/learn");
    await page.waitForSelector("[data-lesson]");
    const played = LESSONS.filter((_, i) => FULL || i % 2 === w).map((one) => one.id);
    const done = await page.locator('[data-lesson][data-state="done"]').evaluateAll((all) => all.map((one) => one.dataset.lesson));
    assert.deepEqual(done.toSorted(), played.toSorted());
    assert.ok(page.left, "one of them was left and come back to");
  }
});

/** A turn as a bot would take it, past the board. */
async function moveOn(page, id, version) {
  const advice = await page.request.post(`/api/tables/${id}/advice`, { data: { seat: 0, level: "normal" } });
  const { candidates } = await advice.json();
  const done = await page.request.post(`/api/tables/${id}/moves`, { data: { seat: 0, moves: [candidates[0].move], version, key: `move-${version}` } });
  assert.ok(done.ok(), await done.text());
}

for (const [name, screen, language, nobody] of [["on a phone", PHONE, "de", /Gast/], ["wide", WIDE, "en", /Guest/]]) {
  test(`the first game is guided to its end, ${name}, in ${language}`, { timeout: 240_000, skip: screen === WIDE && !FULL }, () => guided(screen, language, nobody));
}

async function guided(screen, language, nobody) {
  const page = await learner(screen);
  const lesson = COURSE.find((one) => !one.steps.length);
  const pupil = new Pupil(page, lesson, language, false);
  await pupil.begin();
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const met = new Set();
  for (;;) {
    const { version, decision, result } = await (await page.request.get(`/api/tables/${id}/view`)).json();
    if (result) break;
    if (decision?.seat !== 0) await page.waitForTimeout(50);
    else if (met.has(decision.kind) || !lesson.hints[decision.kind]) await moveOn(page, id, version);
    else {
      // each decision is explained when it first comes up, with what would be wise, and is answered on the board
      met.add(decision.kind);
      await page.waitForSelector(`.table[data-version="${version}"] .action.mine[data-decision="${decision.kind}"]`);
      await pupil.read(lesson.hints[decision.kind]);
      await page.waitForSelector("[data-advice-panel] [data-advice]");
      if (met.size === 1) assert.deepEqual(await faultsIn(page, ".coach", "#action"), []);
      if (decision.kind === "build") {
        await pupil.press("[data-city-offer]");
        await pupil.confirm("[data-primary]");
      } else {
        await eventually(() => answer(page), `an answer to ${decision.kind}`);
        await page.waitForFunction((v) => document.querySelector(".table").dataset.version !== v, String(version));
      }
    }
  }
  assert.deepEqual(["auction", "build", "fuel", "run"].filter((kind) => !met.has(kind)), []);
  await page.waitForSelector("[data-end]");
  // nobody has chosen a name
  assert.match(await page.locator("[data-end]").textContent(), nobody);
  // the card leaves the end to itself, and is there again on the board
  await page.waitForSelector(".coach", { state: "detached" });
  await page.locator("[data-end] button").last().click();
  await page.waitForSelector(".coach.over");
  await page.goto("/learn");
  await page.waitForSelector(`[data-lesson="${lesson.id}"][data-state="done"]`);
  assert.deepEqual(page.problems.splice(0), []);
}
