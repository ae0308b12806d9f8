// API tokens for programs that play as bots.
import assert from "node:assert/strict";
import { newName, sendForm, signUp, Visitor } from "./accounts.mjs";
import { test, translator } from "./app.mjs";

const p = await translator("en", "tokens");
const t = await translator();

async function openTokens(openPage, person = new Visitor(), setup = undefined) {
  const app = await openPage("/account/tokens", { cookie: person.cookie, setup });
  await app.until(() => app.find(".panel") && !app.get(".panel").hidden, "the list of programs");
  return app;
}

const make = (app, name) => sendForm(app, ".panel form", { "[data-name]": name });
const asProgram = (token) => new Visitor().request("/api/me", undefined, "GET", { authorization: `Bearer ${token}` });

test("a new visitor has no programs", async ({ openPage }) => {
  const app = await openTokens(openPage);
  assert.equal(app.text("h1"), p("title"));
  assert.equal(app.text(".panel p.text-muted"), p("none"));
  assert.ok(app.isDisabled(app.button(p("make"))), "a name is needed");
  app.type("[data-name]", "  ");
  await app.rendered();
  assert.ok(app.isDisabled(app.button(p("make"))));
});

test("a token is shown once after it is made, and lets a program in", async ({ openPage }) => {
  const ann = await signUp();
  const app = await openTokens(openPage, ann);
  await make(app, "Clank");
  const token = await app.until(() => app.find("[data-token]")?.value, "the token");
  assert.equal(app.text(".note.is-calm p"), p("token", { name: "Clank" }));
  await app.until(() => app.texts(".admin-list b").join() === "Clank", "the program is listed");
  assert.equal(app.get("[data-name]").value, "");
  assert.equal((await (await asProgram(token)).json()).name, "Clank");
  const again = await openTokens(openPage, ann);
  assert.deepEqual(again.texts(".admin-list b"), ["Clank"]);
  assert.ok(!again.find("[data-token]"));
});

test("a token ends after a second click", async ({ openPage }) => {
  const ann = await signUp();
  const { token } = await ann.ask("/api/me/tokens", { name: "Clank" });
  const app = await openTokens(openPage, ann);
  app.click(app.button(p("end")));
  await app.until(() => app.texts(".admin-list button").join() === p("sure"), "the button asks once more");
  assert.equal((await asProgram(token)).status, 200);
  app.click(app.button(p("sure")));
  await app.shows(".panel p.text-muted", p("none"));
  assert.equal((await asProgram(token)).status, 401);
});

test("only the program that was chosen ends", async ({ openPage }) => {
  const ann = await signUp();
  for (const name of ["Clank", "Tesla"]) await ann.ask("/api/me/tokens", { name });
  const app = await openTokens(openPage, ann);
  const at = app.all(".admin-list li").find((one) => app.text(one).includes("Clank"));
  app.click(app.button(p("end"), at));
  await app.until(() => app.text(at).includes(p("sure")), "the button asks once more");
  app.click(app.button(p("sure"), at));
  await app.until(() => app.texts(".admin-list b").join() === "Tesla", "one program is left");
});

test("a name that is refused makes no token, and the message goes with the next attempt", async ({ openPage }) => {
  const ann = await signUp();
  const app = await openTokens(openPage, ann);
  await make(app, "a\u202eb");
  await app.shows("main > [role=alert]", await ann.refusal("/api/me/tokens", { name: "a\u202eb" }));
  assert.ok(!app.find("[data-token]"));
  await make(app, "Clank");
  await app.until(() => app.find("[data-token]"), "the token");
  assert.ok(!app.find("[role=alert]"));
});

test("if the server cannot be reached, the name is kept", async ({ openPage }) => {
  const app = await openTokens(openPage);
  app.intercept(/^POST/, () => Promise.reject(new TypeError("failed")));
  const name = newName("Bot");
  await make(app, name);
  await app.shows("main > [role=alert]", t("no_server"));
  assert.equal(app.get("[data-name]").value, name);
});

test("the page links to the guide only where the manual is installed", async ({ openPage }) => {
  const features = await new Visitor().ask("/api/features");
  for (const help of [true, false]) {
    const setup = (_, app) => app.intercept(/^GET \/api\/features/, () => Response.json({ ...features, help }));
    const app = await openTokens(openPage, new Visitor(), setup);
    assert.equal(app.find('a[href^="/help"]') !== null, help);
  }
});
