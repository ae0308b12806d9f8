// Finding players, in several browsers: tables that wait, seeking, colours, my tables.
import assert from "node:assert/strict";
import { test } from "node:test";
import { speaker } from "./asked.mjs";
import { eventually, late, person, PHONE } from "./house.mjs";
import { stage } from "./stage.mjs";

const { house, browser } = await stage();
const word = await speaker(house);
const at = (page) => page.url().split("/").at(-1);
const atTable = (page) => page.waitForURL(/\/tables\/[\w-]{22}$/);

async function come(name, screen = {}) {
  const page = await person(browser, house.url, screen);
  await page.request.post("/api/me", { data: { name } });
  return page;
}

test("two who seek the same are seated, after a reload too, and by keyboard", { timeout: 60_000 }, async () => {
  const [ann, ben] = [await come("Ann"), await come("Ben", PHONE)];
  await ann.goto("/");
  await ann.locator('[data-to="/find"]').click();
  await ann.locator('[data-seek-form] [data-value="2"]').click();
  await ann.locator("[data-seek-fill]").selectOption("-1");
  await ann.locator("[data-seek]").focus();
  await ann.keyboard.press("Enter");
  await ann.waitForSelector("[data-seeking]");
  await ann.reload();
  await ann.waitForSelector("[data-seeking]");
  await ben.goto("/find");
  await ben.locator("[data-same]").click();
  await Promise.all([atTable(ann), atTable(ben)]);
  assert.equal(at(ann), at(ben));
  await ann.waitForSelector(".city");
  // it is no secret how the table came about
  await ben.goto("/mine");
  await ben.locator(`[data-table="${at(ann)}"]`).waitFor();
  assert.match(await ben.locator(".kept").textContent(), /round 1.*found by seeking/);
  assert.deepEqual([...ann.problems, ...ben.problems], []);
});

test("a seek is taken back, and one with bots begins at once", { timeout: 60_000 }, async () => {
  const ann = await come("Ann");
  await ann.goto("/find");
  await ann.locator("[data-seek]").click();
  await ann.locator("[data-stop-seeking]").click();
  await ann.waitForSelector("[data-seek-form]");
  assert.equal((await (await ann.request.get("/api/me/seek")).json()).seeking, false);
  await ann.locator("[data-seek-fill]").selectOption("0");
  await ann.locator("[data-seek]").click();
  await atTable(ann);
  await ann.waitForSelector(".city");
  assert.deepEqual(ann.problems, []);
});

test("a public table is listed without a reload, filtered, joined, and given a colour", { timeout: 60_000 }, async () => {
  const [ann, ben] = [await come("Ann"), await come("Ben")];
  const connected = ben.waitForEvent("websocket", (one) => one.url().endsWith("/api/live"));
  await ben.goto("/find");
  const told = (await connected).waitForEvent("framereceived", ({ payload }) => payload.includes('"tables"'));
  const seats = [{ kind: "person" }, { kind: "open" }, { kind: "bot", bot: "easy" }];
  const made = await (await ann.request.post("/api/tables", { data: { seats, clock: { kind: "live" } } })).json();
  const row = ben.locator(`[data-table="${made.table.id}"]`);
  await ann.goto(`/tables/${made.table.id}`);
  await ann.locator("[data-public] input").click();
  await Promise.all([told, row.waitFor()]);
  assert.match(await row.textContent(), /20 min.*bot: easy.*1 seat free/);
  for (const [filter, value, there] of [["clock", "none", 0], ["clock", "live", 1], ["bots", "without", 0], ["bots", "with", 1]]) {
    await ben.locator(`[data-filter="${filter}"]`).selectOption(value);
    assert.equal(await row.count(), there, `${filter} ${value}`);
  }
  // the start page lists it as well, and has the same filters where there is something to choose
  const other = { seats: [{ kind: "person" }, { kind: "open" }], edition: "deluxe-europe", public: true };
  const second = ben.locator(`[data-table="${(await (await (await come("Eve")).request.post("/api/tables", { data: other })).json()).table.id}"]`);
  await ben.goto("/");
  await second.waitFor();
  await ben.locator('[data-filter="edition"]').selectOption("deluxe-europe");
  await row.waitFor({ state: "detached" });
  await second.waitFor();
  await ben.locator('[data-filter="edition"]').selectOption("");
  await row.waitFor();
  assert.match(await row.textContent(), /Ann.*Power Grid.*Germany.*20 min.*bot: easy.*1 seat free/);
  await row.click();
  await ben.locator("[data-join]").click();
  await ben.locator('[data-colours="1"] [data-colour="4"]').click();
  await ann.waitForSelector('.seatlist [data-seat="1"] use[href="#house-purple"]');
  await ann.locator('[data-colours="0"] [data-colour="4"]').click();
  await ann.waitForSelector(".note.refused");
  await ann.locator("[data-start]").click();
  await ben.waitForSelector('.pl[data-seat="1"] use[href="#house-purple"]');

  // whoever resigns is asked once more, and a bot plays on
  await ben.click("[data-menu]");
  for (const name of ["Resign", "Really? A bot takes over"]) await ben.getByRole("button", { name }).click();
  await eventually(async () => (await (await ann.request.get(`/api/tables/${made.table.id}`)).json()).seats[1].kind === "bot", "a bot");
  // who has resigned is told so, and not asked for a lost seat; who only looks on is
  await ben.locator(".action").getByText(word("you_resigned")).waitFor();
  await ben.reload();
  await ben.locator(".action").getByText(word("you_resigned")).waitFor();
  assert.equal(await ben.locator("[data-seat-back]").count(), 0);
  const eve = await come("Eve");
  await eve.goto(`/tables/${made.table.id}`);
  await eve.locator(".action").getByText(word("you_watch")).waitFor();
  await eve.waitForSelector("[data-seat-back]");

  await ann.goto("/mine");
  for (const [filter, there] of [["lobby", 0], ["finished", 0], ["running", 1]]) {
    await ann.locator(`[data-value="${filter}"]`).click();
    await ann.locator(`[data-show="${filter}"] ${there ? `[data-table="${made.table.id}"]` : ":text('There is no such table')"}`).waitFor();
  }
  await ann.locator(`[data-archive="${made.table.id}"]`).click();
  await ann.locator(`[data-table="${made.table.id}"]`).waitFor({ state: "detached" });
  await ann.locator('[data-value="archived"]').click();
  await ann.locator(`[data-show="archived"] [data-table="${made.table.id}"]`).waitFor();
  assert.deepEqual([...ann.problems, ...ben.problems], []);
});

test("my tables tell where it is my turn, and where no longer", { timeout: 60_000 }, async () => {
  const [ann, ben] = [await come("Ann"), await come("Ben", PHONE)];
  const open = async (...kinds) => (await (await ann.request.post("/api/tables", { data: { seats: kinds.map((kind) => ({ kind })) } })).json()).table.id;
  const [id] = [await open("person", "open"), await open("person", "open")];
  await ben.request.post(`/api/tables/${id}/join`, { data: {} });
  await ann.request.post(`/api/tables/${id}/start`);
  const now = async () => (await ann.request.get(`/api/tables/${id}`)).json();
  const looks = async (page, due) => {
    await page.goto("/mine");
    await page.locator(`[data-show="all"] [data-table="${id}"]`).waitFor();
    await page.locator('[data-value="turn"]').click();
    const shown = page.locator('[data-show="turn"]');
    await (due ? shown.locator("[data-table]") : shown.getByText("There is no such table")).waitFor();
    // neither what waits for others nor what has not begun
    assert.deepEqual(await shown.locator("[data-table]").evaluateAll((all) => all.map((one) => one.dataset.table)), due ? [id] : []);
    if (due) assert.match(await shown.textContent(), new RegExp(word("your_turn")));
  };
  const { seats, to_act: seat } = await now();
  const [first, second] = seats[seat].mine ? [ann, ben] : [ben, ann];
  await looks(second, false);
  await looks(first, true);
  await first.locator(`[data-table="${id}"]`).click();
  await first.locator("button.pc:visible").first().click();
  await first.locator("[data-primary]:visible").click();
  await eventually(async () => (await now()).to_act === 1 - seat, "the other's turn");
  await looks(first, false);
  await looks(second, true);
  assert.deepEqual([...ann.problems, ...ben.problems], []);
});

test("a new table is shown when all of its page is there: nothing moves away under a finger", { timeout: 60_000 }, async () => {
  const ann = await come("Ann");
  const held = [];
  await ann.route(/\/api\/(features|editions\/.+|boards\/.+)$/, (route) => held.push(route));
  await late(ann, /\.woff2$/);
  await ann.goto("/new");
  await eventually(() => held.length === 3, "all that is asked for");
  for (const route of held) {
    assert.equal(await ann.locator("[data-create]").count(), 0);
    await route.continue();
  }
  const button = ann.locator("[data-create]");
  const place = () => button.evaluate((one) => one.getBoundingClientRect().top + scrollY);
  await button.waitFor();
  const before = await place();
  await ann.waitForLoadState("networkidle");
  assert.equal(await place(), before);
  assert.deepEqual(ann.problems, []);
});

test("a table is opened with colours of one's own, and without a chat", { timeout: 60_000 }, async () => {
  const ann = await come("Ann");
  await ann.goto("/new");
  await ann.locator('.newtable [data-colours="0"] [data-colour="4"]').click();
  const chat = ann.getByRole("radiogroup", { name: "Chat" });
  await chat.getByRole("radio").last().click();
  await ann.locator("[data-create]").click();
  await atTable(ann);
  await ann.waitForSelector('.seatlist [data-seat="0"] use[href="#house-purple"]');
  const said = await ann.request.post(`/api/tables/${at(ann)}/chat`, { data: { text: "hello", key: "1" } });
  assert.equal(said.status(), 409);
  // where the host has switched the chat off, nobody is asked
  await ann.route("**/api/features", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), chat: false } });
  });
  await ann.goto("/new");
  await ann.waitForSelector("[data-clock-field]");
  assert.equal(await chat.count(), 0);
  assert.deepEqual(ann.problems, []);
});

test("whoever is sent elsewhere comes back after a part of the time, and has missed nothing", { timeout: 60_000 }, async () => {
  const [ann, ben] = [await come("Ann"), await come("Ben")];
  const open = async (...kinds) => (await (await ann.request.post("/api/tables", { data: { seats: kinds.map((kind) => ({ kind })) } })).json()).table.id;
  const [played, waits] = [await open("person", "person"), await open("person", "open")];
  await ann.request.post(`/api/tables/${played}/start`);
  for (const page of [ann, ben]) {
    page.sockets = [];
    await page.routeWebSocket(/\/live/, (socket) => {
      socket.connectToServer();
      page.sockets.push(socket);
    });
    await page.addInitScript(() => {
      Math.random = () => 0.25;
      window.waits = [];
      const later = window.setTimeout;
      window.setTimeout = (work, ms, ...more) => {
        window.waits.push(ms);
        return later(work, ms, ...more);
      };
    });
  }
  await Promise.all([ann.goto(`/tables/${played}`), ben.goto("/find")]);
  await Promise.all([ann.waitForSelector(".city"), ben.waitForSelector("[data-waiting]")]);
  for (const page of [ann, ben]) {
    await eventually(() => page.sockets.length === 1, "a connection");
    page.sockets[0].send(JSON.stringify({ type: "leaving", within: 4444 }));
    await page.sockets[0].close({ code: 1012 });
  }
  await ann.request.put(`/api/tables/${waits}/public`, { data: { public: true } });
  for (const page of [ann, ben]) {
    await eventually(() => page.sockets.length === 2, "the next connection");
    assert.ok((await page.evaluate(() => window.waits)).includes(1111));
  }
  // whose board it is did not hear of it
  assert.equal(await ann.locator(".lost").count(), 0);
  await ben.locator(`[data-table="${waits}"]`).waitFor();
  assert.deepEqual([...ann.problems, ...ben.problems], []);
});
