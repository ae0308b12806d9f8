// Hints: what a bot would do and why, who has to agree to hints, why bots moved, and everybody's chances of winning.
import assert from "node:assert/strict";
import { nightlyTest, PHONE, slowTest, test, translator } from "./app.mjs";
import { Decision } from "./decision.mjs";
import { keysWork } from "./input.mjs";

const t = await translator();
const say = await translator("en", "advice");
const PANEL = "[data-advice-panel]";
const HINT = "[data-advice]";
const BOTS = { seats: ["Ann", "plain", "plain"] };

const asked = (app) => app.requests.filter((one) => one.method === "POST" && /^\/api\/tables\/[^/]+\/advice$/.test(one.path)).map((one) => one.body);
const level = (name) => `${PANEL} [data-value="${name}"]`;

/** Open a table against bots and ask for a hint. */
async function openHint(openTable, name = "bid", options = {}) {
  const app = await openTable(name, { ...BOTS, ...options });
  app.click("[data-ask-advice]");
  await app.until(() => app.find(HINT), "the hint");
  return app;
}

// --- one player against bots ---

test("the hint names a move and gives a reason", async ({ openTable }) => {
  const app = await openHint(openTable);
  const { candidates, text } = await app.post(`/api/tables/${app.table.id}/advice`, { seat: 0 });
  assert.equal(app.text(`${HINT} p`), `${t("advice_would", { move: candidates[0].text })} ${text}`);
  assert.match(app.text(`${HINT} b`), /^I would (bid \d+|pass)/);
  assert.deepEqual(asked(app), [{ seat: 0, level: "master" }], "the level that also judges reviews");
  assert.equal(app.get(level("master")).getAttribute("aria-checked"), "true");
  assert.equal(app.get("[data-ask-advice]").getAttribute("aria-expanded"), "true");
});

test("the hint lists the other moves with what they are worth", async ({ openTable }) => {
  const app = await openHint(openTable, "open");
  const { candidates, unit } = await app.post(`/api/tables/${app.table.id}/advice`, { seat: 0 });
  assert.equal(unit, "percent");
  const worth = (one) => say("chance", { n: one.worth });
  const capital = (text) => text[0].toUpperCase() + text.slice(1);
  assert.ok(candidates.length > 1);
  assert.deepEqual(app.texts(`${HINT} li`), candidates.slice(1).map((one) => `${capital(one.text)} ${worth(one)}`));
});

for (const name of ["open", "scrap", "discard-fuel", "fuel", "build", "run", "assign", "place", "region", "network"]) {
  const define = ["build", "region", "network"].includes(name) ? test : slowTest;
  define(`there is a hint for every decision: ${name}`, async ({ openTable }) => {
    const players = name === "place" ? 2 : 3;
    const app = await openHint(openTable, name, { seats: ["Ann", "plain", "plain"].slice(0, players) });
    assert.ok(app.text(`${HINT} b`).startsWith("I would "), app.text(HINT));
  });
}

slowTest("four levels can be asked, and the choice is remembered", async ({ openTable }) => {
  const app = await openHint(openTable);
  assert.deepEqual(app.all(`${PANEL} [role=radio]`).map((one) => one.dataset.value), ["easy", "normal", "hard", "master"]);
  app.click(level("easy"));
  await app.until(() => asked(app).at(-1).level === "easy", "the easy bot is asked");
  assert.equal(app.window.localStorage.getItem("stromnetz.hint-level"), "easy");
  const again = await openHint(openTable, "bid", { storage: { "stromnetz.hint-level": "easy" } });
  assert.equal(again.get(level("easy")).getAttribute("aria-checked"), "true");
  assert.deepEqual(asked(again), [{ seat: 0, level: "easy" }]);
});

test("hints of other levels count in money", async ({ openTable }) => {
  const app = await openHint(openTable, "open");
  assert.match(app.text(HINT), /\d%/);
  app.click(level("hard"));
  await app.until(() => /\d+ Elektro less$/.test(app.find(HINT)?.textContent ?? ""), "the money");
});

test("the hint can be closed and opened again", async ({ openTable }) => {
  const app = await openHint(openTable);
  app.click("[data-advice-close]");
  await app.gone(PANEL);
  app.click("[data-ask-advice]");
  await app.until(() => app.find(HINT), "the hint again");
  app.click("[data-ask-advice]");
  await app.gone(PANEL);
});

test("the hint goes away with the next move", async ({ openTable }) => {
  const app = await openHint(openTable);
  const bid = new Decision(app, "bid");
  await bid.press(bid.secondary);
  await app.gone(PANEL);
});

slowTest("an old hint that arrives late is not shown for the new position", async ({ openTable }) => {
  const app = await openTable("bid", BOTS);
  let go;
  app.intercept(/POST .*\/advice/, () => new Promise((done) => (go = done)));
  app.click("[data-ask-advice]");
  await app.until(() => go, "the hint is asked for");
  const bid = new Decision(app, "bid");
  await bid.press();
  go();
  await app.gone(PANEL);
  assert.ok(!app.find(HINT));
});

test("the key B asks for a hint, on a phone from any tab", async ({ openTable }) => {
  const app = await openTable("bid", { ...BOTS, screen: PHONE });
  app.click('[data-tab="players"]');
  await app.until(() => app.find('[data-tab="players"][aria-selected="true"]'), "the players");
  await keysWork(app);
  app.press("b");
  await app.until(() => app.find(HINT), "the hint");
  assert.equal(app.get('[data-tab="action"]').getAttribute("aria-selected"), "true");
  app.press("b");
  await app.gone(PANEL);
});

for (const [language, start] of [["de", "Mein Tipp: "], ["nl", null]]) {
  const define = language === "de" ? test : nightlyTest;
  define(`the hint is in the language of the page: ${language}`, async ({ openTable }) => {
    const app = await openHint(openTable, "bid", { language });
    const own = await translator(language);
    const words = app.text(HINT);
    if (start) assert.ok(words.startsWith(start), words);
    assert.ok(words.startsWith(own("advice_would", { move: "|" }).split("|")[0]), words);
    assert.equal(app.get("[data-ask-advice]").getAttribute("aria-label"), own("advice_ask"));
  });
}

slowTest("the hint follows the language of the page", async ({ openTable }) => {
  const app = await openHint(openTable);
  app.click("[data-menu]");
  await app.until(() => app.find('dialog [data-lang="de"]'), "the menu");
  app.click('dialog [data-lang="de"]');
  await app.until(() => app.find(HINT)?.textContent.startsWith("Mein Tipp: "), "the hint in German");
});

test("a hint that fails is explained", async ({ openTable }) => {
  const app = await openTable("bid", BOTS);
  app.intercept(/POST .*\/advice/, () => Response.json({ error: { kind: "busy", message: "No hint came back. Please try again." } }, { status: 503 }));
  app.click("[data-ask-advice]");
  await app.shows(".action .note.is-error", `${t("refused")} No hint came back. Please try again.×`);
  assert.ok(!app.find(HINT));
});

// --- among people everybody has to agree ---

/** Ann and Ben at a table with a bot, each with the panel open. */
async function openBoth({ openTable, joinTable }) {
  const ann = await openTable("bid", { seats: ["Ann", "Ben", "plain"] });
  const ben = await joinTable(ann.table, { who: "Ben" });
  for (const app of [ann, ben]) {
    app.click(await app.until(() => app.find("[data-ask-advice]"), "the bulb"));
    await app.until(() => app.find("[data-agree]"), "the agreement");
  }
  return [ann, ben];
}

slowTest("among people nobody gets a hint until all agree", async (session) => {
  const [ann, ben] = await openBoth(session);
  assert.equal(ann.get("[data-ask-advice]").getAttribute("aria-label"), t("advice_off"));
  assert.equal(ann.text(".agreement p"), say("not_agreed"));
  assert.deepEqual(ann.texts(".agreement li"), [`Ann ${say("no")}`, `Ben ${say("no")}`]);
  assert.ok(!ann.find(HINT));
  assert.ok(!ann.find(`${PANEL} [role=radio]`));
  ann.click("[data-agree]");
  for (const app of [ann, ben]) await app.until(() => app.text(".agreement li") === `Ann ${say("yes")}`, "Ann agrees");
  assert.equal(ann.text("[data-agree]"), say("take_back"));
  assert.ok(!ann.find(HINT));
  assert.deepEqual(asked(ann), []);
});

test("the last player to agree opens hints for the player to act", async (session) => {
  const [ann, ben] = await openBoth(session);
  ann.click("[data-agree]");
  await ben.until(() => ben.text(".agreement li") === `Ann ${say("yes")}`, "Ann agrees");
  ben.click("[data-agree]");
  await ann.until(() => ann.find(HINT), "Ann gets a hint");
  await ben.until(() => ben.find(".agreement[data-agreed=true]"), "all agree");
  assert.equal(ben.text(".agreement p"), say("agreed"));
  assert.ok(ben.texts(`${PANEL} > p`).includes(say("wait")));
  assert.ok(!ben.find(HINT));
  assert.deepEqual(asked(ben), []);
});

slowTest("an agreement can be taken back", async (session) => {
  const [ann, ben] = await openBoth(session);
  ann.click("[data-agree]");
  await ben.until(() => ben.text(".agreement li") === `Ann ${say("yes")}`, "Ann agrees");
  ben.click("[data-agree]");
  await ann.until(() => ann.find(HINT), "Ann gets a hint");
  await ben.until(() => ben.text("[data-agree]") === say("take_back"), "Ben agrees");
  ben.click("[data-agree]");
  await ann.gone(HINT);
  assert.equal(ann.get("[data-ask-advice]").dataset.advised, "false");
});

// --- chances ---

const CHANCES = ".chances[data-chances]";

test("the key W shows everybody's chances against bots, and hides them again", async ({ openTable }) => {
  const app = await openTable("bid", BOTS);
  await keysWork(app);
  assert.ok(!app.find(".chances"));
  app.press("w");
  await app.until(() => app.find(`.chances[data-chances="${app.version}"]`), "the chances");
  const shares = app.all(`${CHANCES} i`).map((one) => Number(/(\d+)%$/.exec(one.title)[1]));
  assert.equal(shares.reduce((sum, one) => sum + one, 0), 100);
  assert.match(app.get(CHANCES).getAttribute("aria-label"), /Ann \d+%, .+ \d+%, .+ \d+%/);
  assert.equal(app.window.localStorage.getItem("stromnetz.win-chances"), "on");
  app.press("w");
  await app.gone(".chances");
  assert.equal(app.window.localStorage.getItem("stromnetz.win-chances"), "off");
});

slowTest("the menu switches the chances on", async ({ openTable }) => {
  const app = await openTable("bid", BOTS);
  app.click("[data-menu]");
  await app.until(() => app.find("dialog .toggle-group"), "the menu");
  app.choose(app.field(t("chances_show")), true);
  await app.until(() => app.find(`${CHANCES} i`), "the chances");
});

slowTest("the chances follow the game", async ({ openTable }) => {
  const app = await openTable("bid", { ...BOTS, storage: { "stromnetz.win-chances": "on" } });
  const before = await app.until(() => app.find(`${CHANCES} i`) && app.version, "the chances");
  const bid = new Decision(app, "bid");
  await bid.press(bid.secondary);
  await app.until(() => app.version > before && app.find(CHANCES)?.dataset.chances === String(app.version), "new chances");
});

slowTest("among people there are no chances, and no switch for them", async ({ openTable }) => {
  const app = await openTable("bid", { storage: { "stromnetz.win-chances": "on" } });
  app.click("[data-menu]");
  await app.until(() => app.find("dialog .toggle-group"), "the menu");
  assert.ok(!app.texts("dialog .switch").includes(t("chances_show")));
  assert.ok(!app.find(".chances"));
  assert.ok(!app.requests.some((one) => one.path.includes("/chances")));
});

slowTest("after the game everybody sees the chances", async ({ openTable }) => {
  const app = await openTable("scene/end", { storage: { "stromnetz.win-chances": "on" } });
  await app.until(() => app.find(`${CHANCES} i`), "the chances");
  const [winner] = (await app.view()).result.winners;
  assert.equal(app.get(`${CHANCES} i`).title, `${["Ann", "Ben", "Cleo", "Dan"][winner]} 100%`);
});

slowTest("chances that cannot be worked out are explained", async ({ openTable }) => {
  const app = await openTable("bid", BOTS);
  app.intercept(/GET .*\/chances/, () => Response.json({ error: { kind: "missing", message: "nobody knows" } }, { status: 404 }));
  await keysWork(app);
  app.press("w");
  await app.shows(CHANCES, "nobody knows");
});
