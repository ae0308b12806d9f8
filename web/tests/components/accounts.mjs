// Accounts, admins, e-mails and rated games on the server of the component tests.
import assert from "node:assert/strict";
import { createHash, generateKeyPairSync, randomBytes, randomInt, sign } from "node:crypto";

const SERVER = process.env.STROMNETZ_TEST_SERVER;
const LETTERS = "abdefghkptxyz";
export const LOCALHOST = SERVER.replace("127.0.0.1", "localhost");
export const PASSWORD = "four words in a row";
export const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** A name that nobody else has: accounts of all tests live on one server. */
export const newName = (base = "Ann") => `${base} ${Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join("")}`;

/** Somebody who asks the server without an app, with a cookie of their own. */
export class Visitor {
  cookie = null;

  async request(path, body, method = body === undefined ? "GET" : "POST", headers = {}) {
    const sent = { ...(this.cookie && { cookie: `stromnetz=${this.cookie}` }), "content-type": "application/json", ...headers };
    const response = await fetch(SERVER + path, { method, headers: sent, body: body && JSON.stringify(body), redirect: "manual" });
    const set = response.headers.getSetCookie().find((one) => one.startsWith("stromnetz="));
    if (set) this.cookie = set.slice("stromnetz=".length).split(";")[0];
    return response;
  }

  /** The answer as an object; a refusal fails the test. */
  async ask(path, body, method) {
    const response = await this.request(path, body, method);
    assert.ok(response.ok, `${path}: ${response.status} ${await response.clone().text()}`);
    return response.status === 204 ? null : response.json();
  }

  /** What the server says when it refuses this, in a language. */
  async refusal(path, body, { method = "POST", language = "en" } = {}) {
    const response = await this.request(path, body, method, { "accept-language": language });
    assert.ok(response.status >= 400, `${path}: ${response.status}`);
    return (await response.json()).error.message;
  }

  /** A table of two seats, of which the first is this visitor's. */
  async newTable(more = {}) {
    return (await this.ask("/api/tables", { name: this.name ?? "Guest", seats: [{ kind: "person" }, { kind: "open" }], ...more })).table;
  }
}

/** Somebody new with an account. */
export async function signUp(base = "Ann") {
  const visitor = new Visitor();
  visitor.name = newName(base);
  await visitor.ask("/api/account", { name: visitor.name, password: PASSWORD });
  return visitor;
}

/** The same person on another device. */
export async function logIn(name, { password = PASSWORD, browser = FIREFOX } = {}) {
  const visitor = new Visitor();
  const response = await visitor.request("/api/account/log-in", { name, password }, "POST", { "user-agent": browser });
  assert.ok(response.ok, `log in: ${response.status}`);
  return Object.assign(visitor, { name });
}

/** Somebody new with an account that is an admin. */
export async function newAdmin(base = "Ada") {
  const admin = await signUp(base);
  assert.ok((await extra("admin", { name: admin.name })).made);
  return admin;
}

/** Fill in fields, given by the end of their selectors, and submit their form. */
export async function sendForm(app, form, values) {
  for (const [field, value] of Object.entries(values)) app.type(`${form} ${field}`, value);
  await app.rendered();
  app.submit(form);
}

/** The text of the n-th e-mail to an address, once it has been sent. */
export async function letterTo(app, address, n = 0) {
  const found = async () => (await extra("emails", { to: address })).emails[n];
  return (await app.until(found, `e-mail ${n} to ${address}`)).text;
}

/** Write finished rated games: the end of a scene, with accounts or levels of bots by name on its seats. */
export const playRated = async (seats, more = {}) => (await extra("rated", { seats, ...more })).tables;

async function extra(what, body) {
  const response = await fetch(`${SERVER}/prepared/${what}`, { method: "POST", body: JSON.stringify(body) });
  const answer = await response.json();
  assert.ok(response.ok, `${what}: ${answer.error}`);
  return answer;
}

/** Somebody else with the cookie of an app. */
export const visitorOf = (app) => Object.assign(new Visitor(), { cookie: app.cookie.slice("stromnetz=".length) });

/** Lets an app use passkeys: `openPage(path, { origin: LOCALHOST, setup: authenticator.plugIn })`. */
export class Authenticator {
  keys = new Map();
  /** Whether the user cancels whatever the browser asks. */
  cancels = false;

  plugIn = (window) => {
    this.origin = window.location.origin;
    window.PublicKeyCredential = Object;
    const answer = (make) => async ({ publicKey }) => {
      if (this.cancels) throw new Error("NotAllowedError");
      return make(publicKey);
    };
    const credentials = { create: answer((options) => this.#create(options)), get: answer((options) => this.#get(options)) };
    Object.defineProperty(window.navigator, "credentials", { value: credentials });
  };

  #create({ rp, challenge }) {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const id = randomBytes(16);
    this.keys.set(id.toString("base64url"), privateKey);
    const { x, y } = publicKey.export({ format: "jwk" });
    const point = (value) => [Buffer.from("5820", "hex"), Buffer.from(value, "base64url")];
    // a COSE key in CBOR: EC2, ES256, P-256, x, y
    const key = Buffer.concat([Buffer.from("a5010203262001", "hex"), Buffer.from("21", "hex"), ...point(x), Buffer.from("22", "hex"), ...point(y)]);
    const data = Buffer.concat([this.#data(rp.id, 0x45), Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
    const attestation = Buffer.concat([Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746158", "hex"), Buffer.from([data.length]), data]);
    return this.#credential(id, { clientDataJSON: this.#client("webauthn.create", challenge), attestationObject: attestation });
  }

  #get({ rpId, challenge }) {
    const [[id, key]] = this.keys;
    const client = this.#client("webauthn.get", challenge);
    const data = this.#data(rpId, 0x05);
    const signature = sign("sha256", Buffer.concat([data, createHash("sha256").update(client).digest()]), key);
    return this.#credential(Buffer.from(id, "base64url"), { clientDataJSON: client, authenticatorData: data, signature });
  }

  #data = (site, flags) => Buffer.concat([createHash("sha256").update(site).digest(), Buffer.from([flags, 0, 0, 0, 0])]);

  #client = (type, challenge) => Buffer.from(JSON.stringify({ type, challenge: Buffer.from(challenge).toString("base64url"), origin: this.origin }));

  #credential = (id, response) => ({ id: id.toString("base64url"), type: "public-key", response });
}
