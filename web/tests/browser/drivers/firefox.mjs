// Debian's Firefox, by WebDriver BiDi (https://w3c.github.io/webdriver-bidi/).
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Page } from "./page.mjs";

const PREFERENCES = {
  "app.update.disabledForTesting": true,
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "dom.ipc.processPrelaunch.enabled": false,
  // fingers: whether this is a phone is a matter of the whole browser here
  "dom.w3c_touch_events.enabled": 1,
  "intl.accept_languages": "en-GB",
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "remote.active-protocols": 1,
  "services.settings.server": "data:,#remote-settings-dummy/v1",
  "toolkit.telemetry.server": "",
  "ui.prefersReducedMotion": 1,
};

/** The connection to the browser: commands with answers, and events. */
class Connection {
  constructor(socket) {
    this.socket = socket;
    this.last = 0;
    this.waiting = new Map();
    this.events = new Map();
    socket.addEventListener("message", ({ data }) => this.receive(JSON.parse(data)));
    socket.addEventListener("close", () => {
      for (const { fail } of this.waiting.values()) fail(new Error("Firefox has ended"));
    });
  }

  receive({ id, type, result, error, message, method, params }) {
    if (type === "event") this.events.get(method)?.(params);
    const { done, fail } = this.waiting.get(id) ?? {};
    this.waiting.delete(id);
    if (type === "success") done?.(result);
    if (type === "error") fail?.(Object.assign(new Error(`${error}: ${message}`), { code: error }));
  }

  send(method, params) {
    const id = ++this.last;
    this.socket.send(JSON.stringify({ id, method, params }));
    return new Promise((done, fail) => this.waiting.set(id, { done, fail }));
  }
}

const KEYS = { Enter: "\uE007", Escape: "\uE00C" };

/** One person: a user context with a window. */
class Window {
  problems = [];

  constructor(connection, person, context) {
    this.connection = connection;
    this.person = person;
    this.context = context;
    this.address = "about:blank";
  }

  send(method, params) {
    return this.connection.send(method, { context: this.context, ...params });
  }

  async navigate(url) {
    await this.send("browsingContext.navigate", { url, wait: "complete" });
  }

  url() {
    return this.address;
  }

  /** Values go there and back as JSON: the protocol's own have types. */
  async run(source) {
    const answer = await this.connection.send("script.callFunction", {
      functionDeclaration: `async () => JSON.stringify((await (${source})()) ?? null)`,
      target: { context: this.context },
      awaitPromise: true,
    });
    if (answer.type === "exception") throw new Error(answer.exceptionDetails.text);
    return JSON.parse(answer.result.value);
  }

  isReplaced({ code }) {
    return code === "no such frame" || code === "unknown error" || code === "no such script";
  }

  async press([x, y], pointerType) {
    const actions = [{ type: "pointerMove", x, y }, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }];
    await this.send("input.performActions", { actions: [{ type: "pointer", id: pointerType, parameters: { pointerType }, actions }] });
  }

  async type(keys) {
    const actions = keys.flatMap((key) => ["keyDown", "keyUp"].map((type) => ({ type, value: KEYS[key] ?? key })));
    await this.send("input.performActions", { actions: [{ type: "key", id: "keyboard", actions }] });
  }

  async setOffline(offline) {
    const networkConditions = offline ? { type: "offline" } : null;
    await this.connection.send("emulation.setNetworkConditions", { networkConditions, userContexts: [this.person] });
  }

  async addCookies(cookies) {
    for (const { name, value, url, httpOnly, sameSite } of cookies) {
      const cookie = { name, value: { type: "string", value }, domain: new URL(url).hostname, httpOnly, sameSite: sameSite.toLowerCase() };
      await this.connection.send("storage.setCookie", { cookie, partition: { type: "storageKey", userContext: this.person } });
    }
  }

  async resize(width, height) {
    await this.send("browsingContext.setViewport", { viewport: { width, height } });
  }

  async picture() {
    return (await this.send("browsingContext.captureScreenshot", {})).data;
  }

  async close() {
    await this.connection.send("browser.removeUserContext", { userContext: this.person });
  }
}

export async function launch() {
  const profile = mkdtempSync(join(tmpdir(), "stromnetz-firefox-"));
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`);
  writeFileSync(join(profile, "user.js"), lines.join(""));
  const firefox = spawn("firefox-esr", ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: "1" },
  });
  process.once("exit", () => firefox.kill());
  const ended = once(firefox, "exit");
  const address = await new Promise((done, fail) => {
    let said = "";
    createInterface(firefox.stderr).on("line", (line) => {
      said += `${line}\n`;
      const found = /WebDriver BiDi listening on (\S+)/.exec(line);
      if (found) done(found[1]);
    });
    firefox.on("error", fail);
    firefox.on("exit", (code) => fail(new Error(`Firefox ended with ${code}: ${said}`)));
  });
  const socket = new WebSocket(`${address}/session`);
  await new Promise((done, fail) => {
    socket.addEventListener("open", done);
    socket.addEventListener("error", () => fail(new Error(`no connection to ${address}`)));
  });
  const connection = new Connection(socket);
  await connection.send("session.new", { capabilities: {} });
  await connection.send("session.subscribe", { events: ["log.entryAdded", "browsingContext.fragmentNavigated", "browsingContext.historyUpdated", "browsingContext.load"] });
  const windows = new Map();
  const moved = ({ context, url }) => {
    const window = windows.get(context);
    if (window) window.address = url;
  };
  for (const name of ["fragmentNavigated", "historyUpdated", "load"]) connection.events.set(`browsingContext.${name}`, moved);
  connection.events.set("log.entryAdded", ({ level, text, source }) => {
    if (level === "error") windows.get(source.context)?.problems.push(text);
  });

  return {
    async person(origin, { viewport = { width: 1440, height: 900 } } = {}) {
      const { userContext } = await connection.send("browser.createUserContext", {});
      const { context } = await connection.send("browsingContext.create", { type: "window", userContext });
      const window = new Window(connection, userContext, context);
      windows.set(context, window);
      await window.resize(viewport.width, viewport.height);
      return new Page(window, origin);
    },
    async close() {
      await connection.send("browser.close", {}).catch(() => undefined);
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
