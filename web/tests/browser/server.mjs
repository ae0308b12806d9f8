// What the tests in a real browser share: a server of their own and Debian's Chromium.
import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { chromium } from "playwright-core";

const BROWSERS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];
export const CHROMIUM = BROWSERS.map((name) => `/usr/bin/${name}`).find(existsSync);
export const WIDE = {};
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** Whether everything is looked at in every combination, not only each thing and what matters together. */
export const FULL = process.env.STROMNETZ_TIER === "3";
const PYTHON = process.env.STROMNETZ_PYTHON ?? "python3";
const ROOT = resolve(import.meta.dirname, "../../..");

export class LocalServer {
  /** With sets of tables by name, those are there from the start: see tests/web/prepare.py. */
  constructor(wanted = null) {
    this.folder = mkdtempSync(join(tmpdir(), "stromnetz-"));
    this.file = join(this.folder, "games.sqlite");
    this.port = 0;
    const more = { cwd: ROOT, encoding: "utf8" };
    const sets = Object.entries(wanted ?? {}).map(([name, set]) => `${name}=${set}`);
    this.sets = sets.length ? JSON.parse(execFileSync(PYTHON, ["-m", "tests.web.prepare", this.file, ...sets], more)) : {};
    this.tables = {};
  }

  /** The same server with the tables of one set. */
  of(name) {
    const own = { tables: this.sets[name] ?? {}, start: () => this.start(), stop: () => this.stop() };
    return Object.setPrototypeOf(own, this);
  }

  /** Start the server; a second time at the same port with the same games. */
  async start() {
    const more = ["--host", "127.0.0.1", "--port", String(this.port), "--database", this.file];
    const limits = ["--rate", "0", "--heavy-rate", "0", "--log-level", "warning"];
    this.process = spawn(PYTHON, ["-m", "stromnetz.cli", "serve", ...more, ...limits], {
      stdio: ["ignore", "pipe", "inherit"],
      // prepared lobbies are as old as all prepared tables, and must not be swept away
      env: { ...process.env, STROMNETZ_LOBBY_DAYS: "0" },
    });
    let said = "";
    this.url = await new Promise((done, fail) => {
      this.process.stdout.on("data", (data) => {
        said += data;
        const found = /Stromnetz is at (\S+)/.exec(said);
        if (found) done(found[1]);
      });
      this.process.on("exit", (code) => fail(new Error(`the server ended with ${code}: ${said}`)));
    });
    this.port = Number(new URL(this.url).port);
    return this.url;
  }

  async stop() {
    const { process: server } = this;
    if (!server || server.exitCode !== null) return;
    const ended = new Promise((done) => server.once("exit", done));
    server.kill("SIGTERM");
    await ended;
  }
}

/** Somebody is at a table, without a browser: a live connection that is only held, until the socket is destroyed. */
export async function attend(url, table, value) {
  const key = randomBytes(16).toString("base64");
  const headers = { cookie: `stromnetz=${value}`, connection: "Upgrade", upgrade: "websocket", "sec-websocket-version": 13, "sec-websocket-key": key };
  const asked = request(`${url}/api/tables/${table}/live`, { headers });
  asked.end();
  const [answer, socket] = await Promise.race([once(asked, "upgrade"), once(asked, "response")]);
  if (answer.statusCode !== 101) throw new Error(`the live connection is refused: ${answer.statusCode}`);
  return socket.on("error", () => undefined).resume();
}

/** Chromium. Where nobody looks at pictures, it gets no memory to draw them, nor a process for that. */
export async function launch({ pictures = true } = {}) {
  return chromium.launch({
    executablePath: CHROMIUM,
    headless: true,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...(pictures ? [] : ["--force-gpu-mem-available-mb=1", "--in-process-gpu"]),
    ],
  });
}

/** A fresh person: an own browser context. What goes wrong on its pages is kept. */
export async function person(browser, url, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    reducedMotion: "reduce",
    baseURL: url,
    ...options,
  });
  // the moves of others are shown at once, unless somebody has chosen another speed
  await context.addInitScript(() => {
    // an empty page has no storage
    if (location.origin !== "null" && !localStorage.getItem("stromnetz.move-speed")) localStorage.setItem("stromnetz.move-speed", "instant");
  });
  const page = await context.newPage();
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !/WebSocket|Failed to load resource|ERR_CONNECTION/.test(message.text())) {
      page.problems.push(message.text());
    }
  });
  page.setDefaultTimeout(60_000);
  // By default a page is asked with every picture, and has to draw sixty of them a second meanwhile.
  const wait = page.waitForFunction.bind(page);
  page.waitForFunction = (question, given, more) => wait(question, given, { polling: 50, ...more });
  return page;
}

/** Be somebody of a prepared table, with all that is theirs. */
export async function be(page, server, table, who) {
  const value = server.tables[table].cookies[who];
  await page.context().addCookies([{ name: "stromnetz", value, url: server.url, httpOnly: true, sameSite: "Lax" }]);
}

/** Sit down at a prepared table in somebody's place (null: look on), and see the board. */
export async function sit(browser, server, table, { who = "Ann", screen = WIDE } = {}) {
  const page = await person(browser, server.url, screen);
  page.who = who;
  return sitDown(page, server, table);
}

/** The same for somebody who is here already: the link of each seat opens that seat alone. */
export async function sitDown(page, server, table) {
  const { id, tokens } = server.tables[table];
  if (page.who) await page.request.post("/api/recover", { data: { token: tokens[page.who] } });
  await page.goto(`/tables/${id}`);
  await page.waitForSelector(".table");
  page.view = async () => (await page.request.get(`/api/tables/${id}/view`)).json();
  return page;
}

/** Choose a city: on a wide screen it goes into the plan, elsewhere by the button of its card. */
export async function chooseCity(page, city) {
  await page.locator(`[data-city="${city}"]`).dispatchEvent("click");
  const button = page.locator("[data-plan-toggle]");
  if (await page.locator(".table.compact").count()) await button.click();
}

/** What these requests ask for comes late: whoever clicks is faster. */
export const late = (page, what) =>
  page.route(what, async (route) => {
    await new Promise((done) => setTimeout(done, 400));
    await route.continue();
  });

/** Until what is asked again and again is so. A page's own waitForFunction takes a promise for true at once. */
export async function eventually(ask, what) {
  for (const end = Date.now() + 50_000; Date.now() < end; await new Promise((done) => setTimeout(done, 50))) {
    if (await ask()) return;
  }
  throw new Error(`in vain: ${what}`);
}
