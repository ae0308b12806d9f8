// The part of Playwright's Page and Locator that flows use, on top of a window of Firefox or WebKit: see firefox.mjs and
// webkit.mjs. A window runs scripts, moves the pointer and presses keys; what is waited for is decided here.
import { writeFile } from "node:fs/promises";

const TIMEOUT = 60_000;

/** Runs in the page. Steps lead to elements: a CSS selector, a text, or a number among those found so far. */
function inPage() {
  const pause = () => new Promise((done) => setTimeout(done, 25));
  const frame = () => new Promise((done) => requestAnimationFrame(done));

  function elements(steps) {
    let found = [document];
    for (const { css, text, nth } of steps) {
      if (css !== undefined) found = [...new Set(found.flatMap((one) => [...one.querySelectorAll(css)]))];
      if (text !== undefined) {
        const all = found.flatMap((one) => [...one.querySelectorAll("body *")]).filter((one) => one.textContent.includes(text));
        found = all.filter((one) => !all.some((other) => other !== one && one.contains(other)));
      }
      if (nth !== undefined) found = found.at(nth) ? [found.at(nth)] : [];
    }
    return found;
  }

  const visible = (one) => {
    const { width, height } = one.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(one).visibility === "visible";
  };
  const enabled = (one) => !one.matches(":disabled") && one.ariaDisabled !== "true";
  const same = (a, b) => a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

  const belongs = (one, hit) => one.contains(hit) || hit?.closest("label")?.contains(one);

  /** The page may move before the press arrives: nothing else may be pressed then. */
  function guard(one) {
    const types = ["pointerdown", "mousedown", "touchstart", "pointerup", "mouseup", "touchend", "click"];
    let met;
    let ended = false;
    const check = (event) => {
      met ??= belongs(one, event.target);
      ended ||= event.type === "pointerup";
      if (met) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    for (const type of types) addEventListener(type, check, { capture: true, passive: false });
    window.pressGuard = () => {
      if (!ended) return { why: "not pressed" };
      for (const type of types) removeEventListener(type, check, { capture: true });
      delete window.pressGuard;
      return { value: met };
    };
  }

  /** One element, or none yet; an action on several would be a guess. */
  function single(steps) {
    const found = elements(steps);
    if (found.length > 1) throw new Error(`${found.length} elements instead of one`);
    return found[0];
  }

  /** Ask again until the answer has a value; `why` tells what is still missing. */
  async function until(ask, timeout) {
    const end = performance.now() + timeout;
    for (;;) {
      const { value, why } = await ask();
      if (why === undefined) return { value };
      if (performance.now() > end) return { why };
      await pause();
    }
  }

  const STATES = {
    attached: (found) => found.length > 0,
    visible: (found) => found.some(visible),
    hidden: (found) => !found.some(visible),
    detached: (found) => found.length === 0,
  };

  return {
    count: (steps) => ({ value: elements(steps).length }),
    texts: (steps) => ({ value: elements(steps).map((one) => one.textContent) }),
    state: (timeout, steps, state) => until(() => (STATES[state](elements(steps)) ? { value: true } : { why: `not ${state}` }), timeout),

    /** Where to click: once the element is there, visible, enabled, at rest and covered by nothing. */
    target: (timeout, steps, pressed) => {
      let block = "nearest";
      return until(async () => {
        const one = single(steps);
        if (!one) return { why: "not there" };
        if (!visible(one)) return { why: "not visible" };
        if (!enabled(one)) return { why: "disabled" };
        one.scrollIntoView({ block, inline: "nearest", behavior: "instant" });
        block = "center";
        const before = one.getBoundingClientRect();
        await frame();
        const { x, y, width, height } = one.getBoundingClientRect();
        if (!same(before, { x, y, width, height })) return { why: "moving" };
        const point = [Math.floor(x + width / 2), Math.floor(y + height / 2)];
        const hit = document.elementFromPoint(...point);
        if (!belongs(one, hit)) return { why: `covered by ${hit?.outerHTML.slice(0, 100)}` };
        if (pressed) guard(one);
        return { value: point };
      }, timeout);
    },

    /** Whether the press met what it was meant for; in a page that is new it must have. */
    hit: (timeout) => until(() => window.pressGuard?.() ?? { value: true }, timeout),

    read: (timeout, steps, what, name) =>
      until(() => {
        const one = single(steps);
        if (!one) return { why: "not there" };
        if (what === "attribute") return { value: one.getAttribute(name) };
        if (what === "enabled") return { value: enabled(one) };
        if (what === "focus") return { value: (one.focus(), one.select?.()) ?? null };
        return { value: one[what] };
      }, timeout),

    dispatch: (timeout, steps, type) =>
      until(() => {
        const one = single(steps);
        return one ? { value: one.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, composed: true })) } : { why: "not there" };
      }, timeout),

    evaluateAll: async (steps, run) => ({ value: await run(elements(steps)) }),
    evaluate: async (run, given) => ({ value: await run(given) }),
    waitForFunction: (timeout, run, given) =>
      until(async () => ((await run(given)) ? { value: true } : { why: "not so" }), timeout),
  };
}

const sourceOf = (value) => (typeof value === "function" ? `(${value})` : JSON.stringify(value ?? null));

export class Page {
  /** A window has: navigate, url, run, press, type, offline, addCookie, resize, picture, close. */
  constructor(window, origin) {
    this.window = window;
    this.origin = origin;
    this.keyboard = { press: (key) => window.type([key]) };
  }

  /** Run one of the functions above in the page, which may be about to be replaced by another. */
  async ask(operation, ...given) {
    const { value, why } = await this.window.run(`async () => (${inPage})().${operation}(${given.map(sourceOf).join(", ")})`);
    if (why !== undefined) throw new Error(why);
    return value;
  }

  /** The same of what waits: again in the next page, where this one is replaced meanwhile. */
  async wait(operation, { timeout = TIMEOUT } = {}, ...given) {
    const end = Date.now() + timeout;
    for (;;) {
      const left = Math.max(0, end - Date.now());
      const answer = await this.window.run(`async () => (${inPage})().${operation}(${[left, ...given].map(sourceOf).join(", ")})`).catch((error) => {
        if (!this.window.isReplaced(error) || left === 0) throw error;
      });
      if (answer?.why !== undefined) throw new Error(`${operation} ${given.map(sourceOf).join(" ")}: ${answer.why}`);
      if (answer) return answer.value;
    }
  }

  /** What went wrong in the page, or a promise of it. */
  get problems() {
    return this.window.problems;
  }

  context() {
    return this.window;
  }

  url() {
    return this.window.url();
  }

  async goto(path) {
    await this.window.navigate(new URL(path, this.origin).href);
  }

  locator(css) {
    return new Locator(this, [{ css }]);
  }

  getByText(text) {
    return new Locator(this, [{ text }]);
  }

  evaluate(run, given) {
    return this.ask("evaluate", run, given);
  }

  waitForFunction(run, given, options) {
    return this.wait("waitForFunction", options, run, given);
  }

  waitForSelector(css, options) {
    return this.locator(css).waitFor(options);
  }

  async waitForTimeout(milliseconds) {
    await new Promise((done) => setTimeout(done, milliseconds));
  }

  click(css, options) {
    return this.locator(css).first().click(options);
  }

  fill(css, text, options) {
    return this.locator(css).first().fill(text, options);
  }

  async setViewportSize({ width, height }) {
    await this.window.resize(width, height);
  }

  async screenshot({ path }) {
    await writeFile(path, Buffer.from(await this.window.picture(), "base64"));
  }
}

class Locator {
  constructor(page, steps) {
    this.page = page;
    this.steps = steps;
  }

  next(step) {
    return new Locator(this.page, [...this.steps, step]);
  }

  locator(css) {
    return this.next({ css });
  }

  nth(nth) {
    return this.next({ nth });
  }

  first() {
    return this.nth(0);
  }

  last() {
    return this.nth(-1);
  }

  count() {
    return this.page.ask("count", this.steps);
  }

  allTextContents() {
    return this.page.ask("texts", this.steps);
  }

  evaluateAll(run) {
    return this.page.ask("evaluateAll", this.steps, run);
  }

  waitFor({ state = "visible", ...options } = {}) {
    return this.page.wait("state", options, this.steps, state);
  }

  read(options, what, name) {
    return this.page.wait("read", options, this.steps, what, name);
  }

  getAttribute(name, options) {
    return this.read(options, "attribute", name);
  }

  textContent(options) {
    return this.read(options, "textContent");
  }

  inputValue(options) {
    return this.read(options, "value");
  }

  isEnabled(options) {
    return this.read(options, "enabled");
  }

  dispatchEvent(type, options) {
    return this.page.wait("dispatch", options, this.steps, type);
  }

  async press(options, pointer) {
    do await this.page.window.press(await this.page.wait("target", options, this.steps, true), pointer);
    while (!(await this.page.wait("hit", options)));
  }

  click(options) {
    return this.press(options, "mouse");
  }

  tap(options) {
    return this.press(options, "touch");
  }

  async fill(text, options) {
    await this.page.wait("target", options, this.steps, false);
    await this.read(options, "focus");
    await this.page.window.type([...text]);
  }
}
