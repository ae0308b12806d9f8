// Guests who act without a page: they open tables, join them, and move.
import assert from "node:assert/strict";

const SERVER = process.env.STROMNETZ_TEST_SERVER;

export class Guest {
  constructor(cookie = "") {
    this.cookie = cookie;
  }

  /** A new guest with this name. */
  static async named(name) {
    const guest = new Guest();
    await guest.send("POST", "/api/me", { name });
    return guest;
  }

  /** A request that must succeed; its answer. */
  async send(method, path, body) {
    const headers = { cookie: `stromnetz=${this.cookie}`, "content-type": "application/json" };
    const response = await fetch(SERVER + path, { method, headers, body: body && JSON.stringify(body) });
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${await response.clone().text()}`);
    const set = response.headers.getSetCookie().find((one) => one.startsWith("stromnetz="));
    if (set) this.cookie = set.split(";")[0].slice("stromnetz=".length);
    return response.status === 204 ? null : response.json();
  }

  get = (path) => this.send("GET", path);

  /** Open a table; its description. Seats by kind: "person", "open", or the name of a bot. */
  async openTable(seats, more = {}) {
    const wished = seats.map((kind) => (["person", "open"].includes(kind) ? { kind } : { kind: "bot", bot: kind }));
    return (await this.send("POST", "/api/tables", { seats: wished, ...more })).table;
  }

  join = (table, body = {}) => this.send("POST", `/api/tables/${table.id}/join`, body);
  start = (table) => this.send("POST", `/api/tables/${table.id}/start`, {});
  table = ({ id }) => this.get(`/api/tables/${id}`);

  /** Make a move, or several, at the current position. */
  async move(table, ...moves) {
    const { version, decision } = await this.get(`/api/tables/${table.id}/decision`);
    return this.send("POST", `/api/tables/${table.id}/moves`, { seat: decision.seat, moves, version, key: `${table.id}-${version}` });
  }
}

/** A guest for each person at a prepared table, by name. */
export const guestsAt = (table) => Object.fromEntries(Object.entries(table.cookies).map(([name, cookie]) => [name, new Guest(cookie)]));

/** An answer of the server in JSON, for interceptors. */
export const answer = (body, status = 200) => new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });

/** The server refuses, with this message. */
export const refusal = (message, status = 409) => answer({ error: { kind: "conflict", message } }, status);

/** Let the server offer less or more than it does; for the option `before`. */
export const withFeatures = (changes) => (app) =>
  app.intercept(/^GET \/api\/features$/, async () => answer({ ...(await app.json("/api/features")), ...changes }));

/** The network is down for requests that match. */
export const fails = () => Promise.reject(new TypeError("no network"));

/** Ask the server again and again without the usual pauses of seconds; for the option `before`. */
export function withoutPauses(app) {
  const usual = app.window.setInterval.bind(app.window);
  // a slow server is not asked faster than it answers
  app.window.setInterval = (run, ms, ...more) => usual(() => app.pending > 8 || run(), Math.min(ms, 40), ...more);
}

/** Write down after how long each timer is set to run; for the option `before`. */
export function noteWaits(app) {
  const { window } = app;
  const usual = window.setTimeout.bind(window);
  app.waits = [];
  window.setTimeout = (run, ms = 0, ...more) => {
    app.waits.push(ms);
    return usual(run, ms, ...more);
  };
}

/** A connection that is refused; to be put in the place of a window's WebSocket. */
export class RefusedSocket {
  static OPEN = 1;

  constructor() {
    setTimeout(() => this.onclose?.(), 1);
  }

  close() {
    this.onclose = null;
  }
}

/** Go from a table to the settings on the account page, and wait for a part of them. */
export async function openSettings(app, part) {
  app.click("[data-menu]");
  await app.until(() => app.find("[data-to-settings]"), "the menu");
  app.click("[data-to-settings]");
  await app.until(() => app.path === "/account" && app.find(part), "the settings");
}

/** Go back from the account page to the table. */
export async function backToTable(app) {
  app.click("[data-back]");
  await app.until(() => app.find(".table"), "the table");
}
