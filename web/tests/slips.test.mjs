// What goes wrong or nearly: refusals with their rule, a position that has moved on, warnings, taking back, looking on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Asked, speaker } from "./asked.mjs";
import { person, sit, sitDown } from "./house.mjs";
import { stage } from "./stage.mjs";

const { house, browser } = await stage("decisions");
const t = await speaker(house);

/** A move past the board, by whoever this page belongs to. */
async function send(page, table, what, body) {
  const answer = await page.request.post(`/api/tables/${house.tables[table].id}/${what}`, { data: body });
  return answer.json();
}

async function move(page, table, seat, made) {
  const { version } = await page.view();
  const answer = await send(page, table, "moves", { seat, move: made, version, key: `test-${table}-${version}` });
  assert.equal(answer.version, version + 1, JSON.stringify(answer));
}

test("a city that is not on offer is refused with the rule and its text", { timeout: 30_000 }, async () => {
  const page = await sit(browser, house, "build");
  const asked = new Asked(page, "build");
  await asked.titled(t("build_title"));
  const wanted = { kind: "connect", city: "kassel" };
  const { error: refused } = await send(page, "build", "preview", { seat: 0, moves: [wanted] });
  assert.match(refused.rule, /^[A-Z]\d+$/);
  const rule = await (await page.request.get(`/api/rules/${refused.rule}`)).json();
  await page.locator('[data-city="kassel"]').dispatchEvent("click");
  const note = asked.panel.getByRole("alert");
  await note.waitFor();
  await page.waitForFunction((text) => document.querySelector('.action [role="alert"]').textContent.includes(text), rule.text);
  const said = await note.textContent();
  for (const part of [refused.message, refused.rule, rule.text]) assert.ok(said.includes(part), `${part} is not in: ${said}`);
  // it has left the plan again, and the rest of the plan is not lost
  await asked.quiet(t("pass"));
  await note.getByRole("button", { name: t("close") }).click();
  await note.waitFor({ state: "detached" });
  assert.deepEqual(page.problems, []);
});

test("a move into a position that has moved on is refused, and the board catches up", { timeout: 30_000 }, async () => {
  const page = await person(browser, house.url);
  const { tokens } = house.tables.bid;
  await page.request.post("/api/recover", { data: { token: tokens.Ann } });
  let deaf = false;
  await page.routeWebSocket(/\/live/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (!deaf) socket.send(message);
    });
  });
  await sitDown(page, house, "bid");
  const asked = new Asked(page, "bid");
  await asked.titled(t("your_bid"));
  deaf = true;
  await move(page, "bid", 0, { kind: "bid", amount: 40 });
  await asked.primary.click();
  await page.getByRole("alert").getByText(t("refused")).waitFor();
  assert.equal((await page.view()).auction.bid, 40);
  deaf = false;
  const ben = await person(browser, house.url);
  await ben.request.post("/api/recover", { data: { token: tokens.Ben } });
  ben.view = page.view;
  await move(ben, "bid", 1, { kind: "bid", amount: 41 });
  await page.waitForFunction(() => document.querySelector("[data-high]")?.textContent.startsWith("41"));
  assert.deepEqual(page.problems, []);
});

const SLIPS = [
  {
    name: "fuel",
    table: "fuel",
    kind: "fuel",
    text: () => t("warn_fuel", { n: 0, cities: 3 }),
    slip: async (asked) => asked.leave.click(),
    happened: (view) => Object.keys(view.players[0].fuel).length === 0 && view.decision.seat !== 0,
  },
  {
    name: "capacity",
    table: "capacity",
    kind: "auction",
    text: () => t("warn_capacity", { output: 1, cities: 3 }),
    slip: async (asked) => asked.secondary.click(),
    happened: (view) => view.players[0].left,
  },
  {
    name: "income",
    table: "run",
    kind: "run",
    text: () => t("warn_income", { n: 22 }),
    slip: async (asked) => {
      const plant = asked.panel.locator('button[data-plant="12"]');
      if ((await plant.getAttribute("aria-pressed")) === "true") await plant.click();
      await asked.primary.click();
    },
    happened: (view) => view.players[0].money === 122,
  },
];

for (const { name, table, kind, text, slip, happened } of SLIPS) {
  test(`a warning before a costly slip: ${name}`, { timeout: 30_000 }, async () => {
    const page = await sit(browser, house, table);
    const asked = new Asked(page, kind);
    const warning = page.getByRole("alertdialog");
    await asked.panel.waitFor();
    const { version } = await page.view();
    await slip(asked);
    assert.ok((await warning.textContent()).includes(text()));
    await warning.getByRole("button", { name: t("back") }).click();
    await warning.waitFor({ state: "detached" });
    assert.equal((await page.view()).version, version);
    await slip(asked);
    assert.ok(happened(await asked.press(asked.anyway)));

    // switched off in the menu, for good
    await page.locator("[data-menu]").click();
    const choice = page.getByLabel(t(`warning_${name}`));
    assert.ok(await choice.isChecked());
    await choice.uncheck();
    await sitDown(page, house, `${table}-phone`);
    await asked.panel.waitFor();
    await slip(asked);
    await asked.moved(String(version));
    assert.ok(happened(await page.view()));
    await page.locator("[data-menu]").click();
    assert.ok(!(await page.getByLabel(t(`warning_${name}`)).isChecked()));
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

test("a warning can be switched off where it appears", { timeout: 30_000 }, async () => {
  const page = await sit(browser, house, "slip");
  const asked = new Asked(page, "auction");
  await asked.panel.waitFor();
  await asked.secondary.click();
  await page.getByRole("alertdialog").getByRole("checkbox").check();
  await asked.press(asked.anyway);
  await page.locator("[data-menu]").click();
  assert.ok(!(await page.getByLabel(t("warning_capacity")).isChecked()));
  assert.ok(await page.getByLabel(t("warning_fuel")).isChecked());
});

test("a plant that was scrapped comes back, but not when a card has been turned up since", { timeout: 30_000 }, async () => {
  const page = await sit(browser, house, "scrap");
  const undo = page.locator("[data-undo]");
  const scrap = new Asked(page, "scrap");
  const giveUp = new Asked(page, "give-up");
  const plant = scrap.panel.locator('button[data-plant="12"]');
  await plant.click();
  await scrap.press();
  await giveUp.titled(t("give_up_title"));
  const undone = await giveUp.press(undo);
  assert.deepEqual([undone.decision.kind, undone.players[0].plants], ["scrap", [11, 12, 13, 29]]);
  await scrap.titled(t("scrap_title"));
  await plant.click();
  await scrap.press();
  await giveUp.panel.locator("[data-choice]").first().click();
  const after = await giveUp.press();
  assert.deepEqual(after.players[0].plants, [11, 13, 29]);
  // now that it is settled the next card lies on the table
  assert.ok(await undo.isDisabled());
  assert.deepEqual(page.problems, []);
});

test("whoever looks on sees every move and nothing hidden, and cannot act", { timeout: 30_000 }, async () => {
  const stranger = await sit(browser, house, "hidden", { who: null });
  const ann = await sit(browser, house, "hidden");
  await stranger.waitForSelector(".action");
  assert.ok(await stranger.getByText(t("you_watch")).isVisible());
  const shown = async (page) => page.locator("[data-money] b").allTextContents();
  assert.deepEqual(await shown(stranger), ["?", "?", "?"]);
  assert.deepEqual(await shown(ann), ["100", "?", "?"]);
  await move(ann, "hidden", 0, { kind: "open", plant: 14, bid: 20 });
  await stranger.waitForFunction(() => document.querySelector("[data-high]")?.textContent.startsWith("20"));
  const body = { seat: 1, move: { kind: "pass" }, version: 1, key: "test-stranger" };
  assert.equal((await send(stranger, "hidden", "moves", body)).error.kind, "forbidden");
  for (const sign of [".action.mine", "[data-primary]", "button.pc"]) assert.equal(await stranger.locator(sign).count(), 0, sign);
  assert.ok(await stranger.locator("[data-undo]").isDisabled());
  assert.deepEqual([...stranger.problems, ...ann.problems], []);
});
