// WebKit, the engine of Safari, as Debian has it for GTK: by W3C WebDriver (https://www.w3.org/TR/webdriver2/), on a
// display of its own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Page } from "./page.mjs";

const LIBRARIES = "/usr/lib";
const SCREEN = "2600x1500x24";
const KEYS = { Enter: "\uE007", Escape: "\uE00C" };

/** Its program for tests, which Debian keeps beside the library. */
function miniBrowser() {
  for (const architecture of readdirSync(LIBRARIES).filter((name) => name.endsWith("-linux-gnu"))) {
    const folders = readdirSync(join(LIBRARIES, architecture)).filter((name) => name.startsWith("webkit2gtk-4"));
    for (const folder of folders) return join(LIBRARIES, architecture, folder, "MiniBrowser");
  }
  throw new Error("WebKit is not installed");
}

/** A way to the server that can be cut, and an origin of one's own: what a browser has stored belongs to its port. */
async function wayTo(origin) {
  const { hostname, port } = new URL(origin);
  const open = new Set();
  const way = {
    offline: false,
    cut() {
      for (const socket of open) socket.destroy();
    },
  };
  const server = createServer((near) => {
    if (way.offline) {
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    for (const [from, to] of [[near, far], [far, near]]) {
      open.add(from);
      from.on("error", () => undefined).on("close", () => (open.delete(from), to.destroy()));
      from.pipe(to);
    }
  }).listen(0, hostname);
  await once(server, "listening");
  way.origin = `http://${hostname}:${server.address().port}`;
  way.close = () => (way.cut(), server.close());
  return way;
}

/** A driver with one browser, used by one person after another. */
class Session {
  constructor(display, folder) {
    this.environment = { ...process.env, DISPLAY: display, HOME: folder, XDG_CONFIG_HOME: folder, LIBGL_ALWAYS_SOFTWARE: "1" };
    this.started = this.start();
  }

  async start() {
    const port = await freePort();
    this.address = `http://127.0.0.1:${port}`;
    this.driver = spawn("WebKitWebDriver", [`--port=${port}`], { stdio: ["ignore", "ignore", "inherit"], env: this.environment });
    process.once("exit", () => this.driver.kill());
    this.ended = once(this.driver, "exit");
    await reachable(port, this.driver);
    const options = { binary: miniBrowser(), args: ["--automation"] };
    const { sessionId } = await this.send("POST", "/session", { capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } } });
    this.address += `/session/${sessionId}`;
    await this.send("POST", "/timeouts", { script: 300_000 });
  }

  async send(method, path, body) {
    const response = await fetch(this.address + path, { method, body: body && JSON.stringify(body) });
    const { value } = await response.json();
    if (!response.ok) throw Object.assign(new Error(`${value.error}: ${value.message}`), { code: value.error });
    return value;
  }

  async stop() {
    await this.send("DELETE", "");
    this.driver.kill();
    await this.ended;
  }
}

/** Runs in the page: keep what goes wrong there. The protocol tells nothing of the console. */
function listen() {
  if (window.problems) return;
  window.problems = [];
  window.console.error = (...words) => window.problems.push(words.join(" "));
  window.addEventListener("error", ({ message }) => window.problems.push(message));
  window.addEventListener("unhandledrejection", ({ reason }) => window.problems.push(String(reason)));
}

/** One person at a session. */
class Window {
  constructor(session, way, release) {
    this.session = session;
    this.way = way;
    this.release = release;
    this.found = [];
  }

  get problems() {
    return this.run("async () => null").then(() => this.found);
  }

  send(method, path, body) {
    return this.session.send(method, path, body);
  }

  async navigate(url) {
    await this.send("POST", "/url", { url });
  }

  url() {
    return this.send("GET", "/url");
  }

  async run(source) {
    const script = `
      const done = arguments[0];
      (${listen})();
      const answer = (value, error = null) => done([value ?? null, error, window.problems.splice(0)]);
      (${source})().then(answer, (error) => answer(null, String(error)));`;
    const [value, error, found] = await this.send("POST", "/execute/async", { script, args: [] });
    this.found.push(...found);
    if (error) throw new Error(error);
    return value;
  }

  isReplaced({ code }) {
    return code !== undefined;
  }

  /** Fingers are unknown to this driver: every press is one of the mouse. */
  async press([x, y]) {
    const actions = [{ type: "pointerMove", x, y }, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }];
    await this.send("POST", "/actions", { actions: [{ type: "pointer", id: "mouse", actions }] });
  }

  async type(keys) {
    const actions = keys.flatMap((key) => ["keyDown", "keyUp"].map((type) => ({ type, value: KEYS[key] ?? key })));
    await this.send("POST", "/actions", { actions: [{ type: "key", id: "keyboard", actions }] });
  }

  setOffline(offline) {
    this.way.offline = offline;
    if (offline) this.way.cut();
  }

  /** Cookies can only be set where one is: on the page of the server that costs least. */
  async addCookies(cookies) {
    if (!(await this.url()).startsWith(this.way.origin)) await this.navigate(`${this.way.origin}/healthz`);
    for (const { name, value, httpOnly, sameSite } of cookies) await this.send("POST", "/cookie", { cookie: { name, value, path: "/", httpOnly, sameSite } });
  }

  /** The window is larger than its page, by the bars of the browser. */
  async resize(width, height) {
    const inner = () => this.run("async () => [innerWidth, innerHeight]");
    const { width: w, height: h } = await this.send("POST", "/window/rect", { width, height });
    const [w1, h1] = await inner();
    await this.send("POST", "/window/rect", { width: width + w - w1, height: height + h - h1 });
  }

  picture() {
    return this.send("GET", "/screenshot");
  }

  async close() {
    await this.send("DELETE", "/cookie");
    await this.navigate("about:blank");
    this.way.close();
    this.release(this.session);
  }
}

/** A display that nobody sees. */
async function startDisplay() {
  const display = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", SCREEN, "-nolisten", "tcp"], { stdio: ["ignore", "ignore", "inherit", "pipe"] });
  process.once("exit", () => display.kill());
  const ended = once(display, "exit");
  const [number] = await Promise.race([once(display.stdio[3], "data"), ended.then(([code]) => Promise.reject(new Error(`Xvfb ended with ${code}`)))]);
  return { name: `:${String(number).trim()}`, stop: () => (display.kill(), ended) };
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}

/** Until the driver answers there. */
async function reachable(port, driver) {
  while (driver.exitCode === null) {
    const socket = connect(port, "127.0.0.1");
    const found = await new Promise((done) => socket.once("connect", () => done(true)).once("error", () => done(false)));
    socket.destroy();
    if (found) return;
    await new Promise((done) => setTimeout(done, 25));
  }
  throw new Error(`WebKitWebDriver ended with ${driver.exitCode}`);
}

export async function launch() {
  const folder = mkdtempSync(join(tmpdir(), "stromnetz-webkit-"));
  mkdirSync(join(folder, "gtk-3.0"));
  writeFileSync(join(folder, "gtk-3.0", "settings.ini"), "[Settings]\ngtk-enable-animations=0\n");
  // bars as wide as a phone
  writeFileSync(join(folder, "gtk-3.0", "gtk.css"), "* { padding: 0; margin: 0; border: 0; min-width: 0; font-size: 1px; }\n");
  const display = await startDisplay();
  const sessions = [];
  const free = [];
  const ways = [];
  return {
    async person(origin, { viewport = { width: 1440, height: 900 } } = {}) {
      let session = free.pop();
      if (!session) sessions.push((session = new Session(display.name, folder)));
      await session.started;
      const way = await wayTo(origin);
      ways.push(way);
      const window = new Window(session, way, (one) => free.push(one));
      const page = new Page(window, way.origin);
      await window.resize(viewport.width, viewport.height);
      return page;
    },
    async close() {
      for (const way of ways) way.close();
      await Promise.all(sessions.map((session) => session.stop()));
      await display.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
