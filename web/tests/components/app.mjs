// The whole app in a DOM without a browser (happy-dom), talking to the real server. Only the map is a plain list of
// cities (board.tsx): its drawing needs a layout, which only a browser has.
// Never hand an element to assert.equal: where it fails, Node prints the whole document, which takes gigabytes. Write
// assert.ok(!app.find("…")).
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { test as nodeTest } from "node:test";
import { Window } from "happy-dom";
import { thumbnail } from "../../maps/thumbnails.mjs";
import { startIn, startTablesIn } from "./bundle.mjs";
import { prepareTable } from "./server.mjs";

export const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };
const MAPS = resolve(import.meta.dirname, "../../src/maps");
const boardMaps = () => readdirSync(MAPS).filter((name) => name.endsWith(".json")).map((name) => JSON.parse(readFileSync(join(MAPS, name))));
const SERVER = process.env.STROMNETZ_TEST_SERVER;
if (!SERVER) throw new Error("these tests need a server: node tests/components/run.mjs FILE");
/** Long, so that a loaded machine fails no test. */
const WAIT_MS = 60_000;
/** What never changes while the server runs is fetched once for all tests. */
const CONSTANT = /^\/api\/(words|editions|boards|bots|features)(\/|$)/;
const constants = new Map();

/** Which tests run: those of tier 1, only the further ones of tier 2, or all of them (3). */
const TIER = Number(process.env.STROMNETZ_TIER ?? 1);

/** Define a test of tier 1. It gets a `Session`, which is closed afterwards; an error inside the app fails the test. */
export const test = (...given) => TIER !== 2 && define(...given);

/** Define a test of tier 2: it takes long, or tries more cases of what another test checks. */
export const slowTest = (...given) => TIER >= 2 && define(...given);

/** Define a test of tier 3: the same again in other languages, editions and windows. */
export const nightlyTest = (...given) => TIER >= 3 && define(...given);

function define(name, run, options = {}) {
  nodeTest(name, { timeout: 180_000, ...options }, async () => {
    const session = new Session();
    try {
      await run(session);
      for (const app of session.apps) assert.deepEqual(app.problems, []);
    } finally {
      await session.close();
    }
  });
}

/** Words of the web app by key, as `t` in the app: with values filled in. */
export async function translator(language = "en", page = "") {
  const found = await (await cached(page ? `/api/words/${language}/${page}` : `/api/words/${language}`)).json();
  const words = page ? found : found.web;
  return (key, values = {}) => {
    assert.ok(key in words, `no word ${key}`);
    return filled(words[key], values);
  };
}

/** Words of a table of this edition, its own and those of its modules first: `say(section, key, values)`. */
export async function editionWords(edition, language = "en") {
  const [common, { words }] = await Promise.all([`/api/words/${language}`, `/api/editions/${edition}`].map(async (path) => (await cached(path)).json()));
  return (section, key, values = {}) => {
    const sentence = words?.[language]?.[section]?.[key] ?? common[section]?.[key];
    assert.ok(sentence, `no word ${section}.${key}`);
    return filled(sentence, values);
  };
}

const filled = (sentence, values) =>
  sentence.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (_, name, one, many) =>
    one === undefined ? String(values[name]) : `${values[name]} ${String(values[name]) === "1" ? one : many}`,
  );

async function cached(path) {
  if (!constants.has(path)) constants.set(path, fetch(SERVER + path).then((one) => one.text()));
  return new Response(await constants.get(path), { headers: { "content-type": "application/json" } });
}

/** The apps of one test. */
export class Session {
  apps = [];

  /** Set up a table at a prepared position (see server.mjs) without opening it. */
  prepare = (name, options) => prepareTable(SERVER, name, options);

  /** Open a new prepared table as one of its players (`who: null`: as a spectator), and wait for the board. */
  openTable = async (name, { who = "Ann", screen, language, storage, before, ...options } = {}) =>
    this.joinTable(await this.prepare(name, options), { who, screen, language, storage, before });

  /** Open a table that was prepared before as one of its players. */
  joinTable = async (table, { who = "Ann", ...options } = {}) => {
    const app = await this.openPage(`/tables/${table.id}`, { cookie: who && table.cookies[who], ...options });
    app.table = table;
    await app.until(() => app.find(".table, .page"), "the table is shown");
    return app;
  };

  /** Open a page as a new visitor, or as the owner of a cookie. `before(app)` runs before the app starts. */
  openPage = async (path, { before, start = startIn, ...options } = {}) => {
    const app = new App(path, options);
    this.apps.push(app);
    before?.(app);
    await start(app.window);
    await app.until(() => app.find("#app > *"), `${path} is shown`);
    return app;
  };

  /** Open several tables of one group on one page, as the same player. */
  openTables = async (tables, { who = "Ann", ...options } = {}) => {
    const query = tables.map(({ id }) => `table=${id}`).join("&");
    const app = await this.openPage(`/?${query}`, { cookie: tables[0].cookies[who], start: startTablesIn, ...options });
    await app.until(() => app.all(".table").length === tables.length, "all tables are shown");
    return app;
  };

  /** Reload the page: a new window with the same address, cookie and storage. */
  reload = async (old, options = {}) => {
    const { pathname, search } = old.window.location;
    const storage = Object.fromEntries(Object.entries(old.window.localStorage));
    const session = Object.fromEntries(Object.entries(old.window.sessionStorage));
    const app = await this.openPage(pathname + search, { cookie: old.cookie.replace("stromnetz=", ""), storage, session, ...options });
    app.table = old.table;
    await old.close();
    return app;
  };

  async close() {
    await Promise.all(this.apps.map((app) => app.close()));
  }
}

export class App {
  /** Every request so far: method, path, and the body as an object. */
  requests = [];
  /** Errors the app has reported to the console. */
  problems = [];
  /** Functions that may answer a request instead of the server, or delay it; see `intercept`. */
  interceptors = [];
  sockets = new Set();
  /** How many requests wait for an answer. */
  pending = 0;
  /** Where the app has sent the browser: addresses, or "reload". */
  visits = [];

  /** `origin`: another address of the server; `setup(window, app)` runs before the app starts. */
  constructor(path, { cookie = null, screen = DESKTOP, language = "en", storage = {}, session = {}, origin = SERVER, setup }) {
    this.cookie = cookie ? `stromnetz=${cookie}` : "";
    const device = { prefersReducedMotion: "reduce" };
    const settings = { disableCSSFileLoading: true, handleDisabledFileLoadingAsSuccess: true, device };
    const window = new Window({ url: origin + path, ...screen, settings });
    this.window = window;
    this.document = window.document;
    Object.defineProperty(window.navigator, "languages", { value: [language] });
    // the moves of others are shown at once
    // undefined: as in a browser that has stored nothing
    for (const [key, value] of Object.entries({ "stromnetz.move-speed": "instant", ...storage }))
      if (value !== undefined) window.localStorage.setItem(key, value);
    for (const [key, value] of Object.entries(session)) window.sessionStorage.setItem(key, value);
    window.fetch = (input, init) => {
      this.pending++;
      return this.#fetch(input, init).finally(() => this.pending--);
    };
    window.WebSocket = this.#socketClass();
    window.scrollTo = () => undefined;
    window.isSecureContext = true;
    Object.defineProperty(window.document, "fonts", { value: [], configurable: true });
    window.console.error = (...words) => this.problems.push(words.map(String).join(" "));
    window.location.assign = (to) => this.visits.push(String(to));
    window.location.reload = () => this.visits.push("reload");
    setup?.(window, this);
    this.document.body.innerHTML = '<div id="app"></div>';
  }

  async close() {
    this.closed = true;
    for (const socket of this.sockets) {
      // the app would connect again
      socket.onclose = null;
      socket.close();
    }
    await this.window.happyDOM.close();
  }

  async #fetch(input, init = {}) {
    const url = new URL(input, this.window.location.href);
    const method = init.method ?? "GET";
    const path = url.pathname + url.search;
    if (path.startsWith("/assets/maps/")) return new Response(readFileSync(join(MAPS, basename(path))));
    if (path === "/assets/thumbnails.json") return Response.json(Object.fromEntries(boardMaps().map((map) => [map.id, thumbnail(map)])));
    if (path.startsWith("/assets/")) return new Response("");
    this.requests.push({ method, path, body: typeof init.body === "string" ? JSON.parse(init.body) : init.body });
    for (const { pattern, answer } of this.interceptors) {
      if (!pattern.test(`${method} ${path}`)) continue;
      const instead = await answer({ method, path, body: init.body });
      if (instead) return instead;
    }
    if (method === "GET" && CONSTANT.test(url.pathname)) return cached(path);
    // on one machine, compressing costs more than it saves
    const headers = { ...init.headers, cookie: this.cookie, "accept-encoding": "identity" };
    const response = await fetch(SERVER + path, { ...init, headers });
    // what the app asks for by itself is never refused; a test that wants a refusal answers instead of the server
    if (response.status === 422 && path.endsWith("/forecast")) this.problems.push(`422 ${path} ${init.body}: ${await response.clone().text()}`);
    for (const one of response.headers.getSetCookie()) {
      if (one.startsWith("stromnetz=")) this.cookie = /max-age=0/i.test(one) ? "" : one.split(";")[0];
    }
    return response;
  }

  #socketClass() {
    const { sockets } = this;
    const cookie = () => this.cookie;
    const closed = () => this.closed;
    return class extends WebSocket {
      constructor(url) {
        super(url, { headers: { cookie: cookie() } });
        if (closed()) this.close();
        sockets.add(this);
        this.addEventListener("close", () => sockets.delete(this));
      }
    };
  }

  /**
   * Answer requests instead of the server: `pattern` is tested against "METHOD /path", `answer` returns a Response, or
   * nothing to let the request through (later, if it is async).
   */
  intercept(pattern, answer) {
    const one = { pattern, answer };
    this.interceptors.push(one);
    return () => this.interceptors.splice(this.interceptors.indexOf(one), 1);
  }

  /** Drop the live connection, as a bad network does. */
  disconnect() {
    for (const socket of this.sockets) socket.close();
  }

  /** Deliver a message of the server over the live connection. */
  receive(message) {
    for (const socket of this.sockets) socket.onmessage({ data: JSON.stringify(message) });
  }

  // --- look ---

  /** The path of the page that is shown. */
  get path() {
    return this.window.location.pathname;
  }

  /** The first element that matches, or null. */
  find(selector) {
    return this.document.querySelector(selector);
  }

  /** The first element that matches, which must be there. */
  get(selector) {
    const found = typeof selector === "string" ? this.find(selector) : selector;
    assert.ok(found, `nothing matches ${selector} in: ${this.document.body.textContent.slice(0, 800)}`);
    return found;
  }

  all(selector) {
    return [...this.document.querySelectorAll(selector)];
  }

  /** The text of an element, with single spaces. */
  text(selector = "#app") {
    return this.get(selector).textContent.replace(/\s+/g, " ").trim();
  }

  texts(selector) {
    return this.all(selector).map((one) => this.text(one));
  }

  /** The button, link or tab with this text or label. */
  button(name, within = "#app") {
    const all = [...this.get(within).querySelectorAll("button, a, [role=button], [role=tab], [role=radio], summary")];
    const found = all.find((one) => one.getAttribute("aria-label") === name || this.text(one) === name);
    assert.ok(found, `no button ${name} among: ${all.map((one) => one.getAttribute("aria-label") ?? this.text(one)).join(" | ")}`);
    return found;
  }

  /** The form control with this label. */
  field(label) {
    const labelled = this.all("label").find((one) => this.text(one).startsWith(label));
    const found = labelled?.querySelector("input, select, textarea") ?? (labelled?.htmlFor && this.document.getElementById(labelled.htmlFor)) ?? this.find(`[aria-label="${label}"]`);
    assert.ok(found, `no field ${label} among: ${this.texts("label").join(" | ")}`);
    return found;
  }

  isDisabled(selector) {
    const found = this.get(selector);
    return found.disabled === true || found.getAttribute("aria-disabled") === "true";
  }

  /** Wait until `condition` returns something true, and return that. */
  async until(condition, what = String(condition)) {
    const start = Date.now();
    const end = start + WAIT_MS;
    // most conditions are met soon; where one is not, looking less often leaves the time to the server
    for (; ; await new Promise((done) => setTimeout(done, Date.now() - start < 50 ? 3 : 15))) {
      const found = await condition();
      if (found) return found;
      if (Date.now() > end) assert.fail(`never: ${what}\nShown: ${this.document.body.textContent.replace(/\s+/g, " ").slice(0, 1500)}`);
    }
  }

  /** Wait until the element shows this text. */
  async shows(selector, text) {
    await this.until(() => this.find(selector) && this.text(selector) === text, `${selector} shows "${text}"`).catch((error) => {
      if (this.find(selector)) assert.equal(this.text(selector), text);
      throw error;
    });
  }

  /** Let the app render what has just changed, as it does between two actions of a user. */
  rendered() {
    return new Promise((done) => setTimeout(done));
  }

  /** Wait until no request waits for an answer, and the answers are rendered. */
  async settled() {
    await this.until(() => this.pending === 0, "all answers");
    await this.rendered();
  }

  /** Wait until nothing matches any more. */
  gone(selector) {
    return this.until(() => !this.find(selector), `${selector} is gone`);
  }

  // --- act ---

  click(selector) {
    const found = this.get(selector);
    assert.ok(!found.disabled, `${selector} is disabled`);
    found.dispatchEvent(new this.window.MouseEvent("click", { bubbles: true, cancelable: true, composed: true }));
  }

  type(selector, value) {
    const found = this.get(selector);
    found.focus();
    found.value = value;
    for (const kind of ["input", "change"]) found.dispatchEvent(new this.window.Event(kind, { bubbles: true }));
  }

  /** Choose an option of a select, tick a box, or choose a radio button. */
  choose(selector, value = true) {
    const found = this.get(selector);
    if (found.type === "checkbox" || found.type === "radio") {
      if (found.checked !== value) found.click();
    } else this.type(found, value);
  }

  submit(selector = "form") {
    this.get(selector).dispatchEvent(new this.window.Event("submit", { bubbles: true, cancelable: true }));
  }

  /** Press a key on the focused element. */
  press(key, more = {}) {
    const target = this.document.activeElement ?? this.document.body;
    for (const kind of ["keydown", "keyup"]) {
      target.dispatchEvent(new this.window.KeyboardEvent(kind, { key, bubbles: true, cancelable: true, ...more }));
    }
  }

  // --- ask the server ---

  /** JSON from the server as this person gets it. */
  async json(path) {
    const response = await fetch(SERVER + path, { headers: { cookie: this.cookie } });
    assert.ok(response.ok, `${path}: ${response.status}`);
    return response.json();
  }

  async post(path, body, method = "POST") {
    const headers = { cookie: this.cookie, "content-type": "application/json" };
    const response = await fetch(SERVER + path, { method, headers, body: JSON.stringify(body) });
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${await response.clone().text()}`);
    return response.status === 204 ? null : response.json();
  }

  /** What the server shows this player of the table. */
  view() {
    return this.json(`/api/tables/${this.table.id}/view`);
  }

  get version() {
    return Number(this.get(".table").dataset.version);
  }
}
