// Help at the table: explanations, why something is greyed out, the rules, and what you cannot do now.
import assert from "node:assert/strict";
import { nightlyTest, PHONE, slowTest, test, translator } from "./app.mjs";
import { giveSizes, openHelped, point, timersRun } from "./input.mjs";

const help = await translator("en", "help");
const rulesWord = await translator("en", "rules");

/** Point at something, and wait for its explanation. */
async function hover(app, selector, topic) {
  point(app, "pointerover", selector);
  await app.until(() => app.find(`.help-bubble[data-topic="${topic}"]`), `${selector} is explained as ${topic}`);
}

/** The ids of the rules that the bubble links to. */
const rules = (app) => app.all(".help-bubble [data-rule]").map((one) => one.dataset.rule);

/** Whether the app has asked for explanations. */
const asked = (app) => app.requests.some((one) => /\/help\?/.test(one.path));

/** Show more of a stepper until it cannot go further. */
async function toTheMost(app, stepper) {
  const [more, count] = [`${stepper} button:last-child`, `${stepper} b`];
  while (!app.isDisabled(more)) {
    const before = app.text(count);
    app.click(more);
    await app.until(() => app.text(count) !== before, "the stepper counts");
  }
}

const HOVERED = [
  [".round", "round"],
  [".lamps", "step"],
  [".player-card .turn-position", "place"],
  [".player-card .stat[data-money]", "money"],
  [".player-card .supply", "supply"],
  [".race", "race"],
  ['[data-phase-name="fuel"]', "phase_fuel"],
  [".fuel .refill", "refill"],
  [".market .deck", "deck"],
  [".market .plant-card .capacity-badge", "output"],
  ["[data-secondary]", "without"],
];

for (const [i, [selector, topic]] of HOVERED.entries()) {
  const language = ["en", "de", "nl"][i % 3];
  const define = i < 3 ? test : slowTest;
  define(`pointing at ${selector} shows its explanation, in ${language}`, async ({ openTable }) => {
    const app = await openHelped(openTable, "open", { language });
    await hover(app, selector, topic);
    const { topics } = await app.json(`/api/editions/classic-2004/help?language=${language}`);
    assert.equal(app.text(".help-bubble p"), topics[topic].text.replace(/\s+/g, " ").trim());
    assert.deepEqual(rules(app), topics[topic].rules);
    assert.ok(!app.find(".help-bubble .dismiss-button"), "it closes by itself");
  });
}

test("pointing at a clock shows its explanation", async ({ openTable }) => {
  const app = await openHelped(openTable, "open", { clock: "live" });
  await hover(app, ".player-card .clock", "clock");
});

test("an explanation goes when the pointer leaves", async ({ openTable }) => {
  const app = await openHelped(openTable, "open");
  await hover(app, ".lamps", "step");
  point(app, "pointerover", app.document.body);
  await app.gone(".help-bubble");
});

test("an explanation stays while the pointer is inside it", async ({ openTable }) => {
  const app = await openHelped(openTable, "open");
  await hover(app, ".lamps", "step");
  point(app, "pointerover", app.document.body);
  point(app, "pointerover", ".help-bubble p");
  await timersRun(app);
  assert.ok(app.find('.help-bubble[data-topic="step"]'));
});

test("Escape closes an explanation", async ({ openTable }) => {
  const app = await openHelped(openTable, "open");
  await hover(app, ".lamps", "step");
  app.press("Escape");
  await app.gone(".help-bubble");
});

test("the focus on a button explains it", async ({ openTable }) => {
  const app = await openHelped(openTable, "open");
  app.press("a");
  await app.until(() => app.find('.help-bubble[data-topic="without"]'), "the focused button is explained");
});

test("the switch in the menu turns explanations off, and the browser keeps that", async ({ openTable, joinTable }) => {
  const app = await openHelped(openTable, "open");
  app.click("[data-menu]");
  const box = () => app.all(".switch").find((one) => app.text(one) === help("explanations"))?.querySelector("input");
  app.choose(await app.until(box, "the switch"), false);
  app.click("dialog .close-button");
  await app.gone("dialog");
  point(app, "pointerover", ".lamps");
  app.get("[data-undo]").focus();
  await timersRun(app);
  assert.ok(!asked(app));
  assert.equal(app.window.localStorage.getItem("stromnetz.explain-on-hover"), "off");
  // asked for explicitly it is still explained
  point(app, "pointerdown", ".race", { touch: true });
  await app.until(() => app.find('.help-bubble[data-topic="race"]'), "a long press explains");
  const again = await joinTable(app.table, { storage: { "stromnetz.explain-on-hover": "off" } });
  await again.until(() => again.find("[data-menu]"), "the menu button");
  again.click("[data-menu]");
  await again.until(() => again.texts(".switch").includes(help("explanations")), "the switch");
  assert.equal(again.all(".switch").find((one) => again.text(one) === help("explanations")).querySelector("input").checked, false);
});

test("a long press explains a card and does not choose it", async ({ openTable }) => {
  const app = await openHelped(openTable, "open", { screen: PHONE });
  app.click('[data-tab="market"]');
  await app.until(() => app.find('[data-tab="market"][aria-selected="true"]'), "the market");
  const card = '.market button[data-plant="12"]';
  point(app, "pointerdown", card, { touch: true });
  await app.until(() => app.find('.help-bubble[data-topic="plant"]'), "the card is explained");
  assert.ok(app.find(".help-bubble .dismiss-button"), "it stays until it is closed");
  point(app, "pointerup", card, { touch: true });
  app.click(card);
  app.click(".help-bubble .dismiss-button");
  await app.gone(".help-bubble");
  assert.ok(!app.find(".action .bid-input"), "no auction is prepared");
});

slowTest("a finger that moves explains nothing", async ({ openTable }) => {
  const app = await openHelped(openTable, "open");
  point(app, "pointerdown", ".lamps", { touch: true });
  point(app, "pointermove", ".lamps", { touch: true, x: 40 });
  point(app, "pointerup", ".lamps", { touch: true, x: 40 });
  await timersRun(app);
  assert.ok(!asked(app));
});

test("a short tap explains nothing", async ({ openTable }) => {
  const app = await openHelped(openTable, "open");
  point(app, "pointerdown", ".lamps", { touch: true });
  point(app, "pointerup", ".lamps", { touch: true });
  await timersRun(app);
  assert.ok(!asked(app));
});

slowTest("what comes to lie under a mouse that has clicked is not explained", async ({ openTable }) => {
  const app = await openHelped(openTable, "open");
  const seen = new Set();
  new app.window.MutationObserver(() => seen.add(app.find(".help-bubble")?.dataset.topic)).observe(app.get(".help"), { childList: true, subtree: true });
  point(app, "pointerdown", ".race", { x: 100, y: 100 });
  point(app, "pointerup", ".race", { x: 100, y: 100 });
  point(app, "pointerover", ".lamps", { x: 103, y: 100 });
  point(app, "pointerover", ".round", { x: 200, y: 200 });
  await app.until(() => app.find('.help-bubble[data-topic="round"]'), "the next thing is explained");
  assert.ok(!seen.has("step"));
});

// --- why something is greyed out ---

test("a plant of the future market says why it cannot be offered", async ({ openTable }) => {
  const app = await openHelped(openTable, "open");
  await hover(app, ".market .future-market [data-plant]", "plant");
  assert.match(app.text("[data-reason]"), /future market/);
  assert.ok(app.text("[data-reason]").startsWith(help("not_now")));
  assert.equal(rules(app)[0], "M1");
});

slowTest("a plant that can be offered has no reason", async ({ openTable }) => {
  const app = await openHelped(openTable, "open");
  await hover(app, '.market button[data-plant="12"]', "plant");
  assert.ok(!app.find("[data-reason]"));
});

test("a bid below the minimum says why not", async ({ openTable }) => {
  const app = await openHelped(openTable, "bid");
  assert.ok(app.isDisabled(".bid-field button"));
  await hover(app, ".bid-field button", "bid");
  assert.match(app.text("[data-reason]"), /24|23/);
});

test("a tap or click on what is greyed out says why not", async ({ openTable }) => {
  const app = await openHelped(openTable, "bid", { storage: { "stromnetz.explain-on-hover": "off" } });
  assert.ok(app.isDisabled(".bid-field button"));
  point(app, "pointerdown", ".bid-field button", { touch: true });
  point(app, "pointerup", ".bid-field button", { touch: true });
  app.click(".bid-field button");
  await app.until(() => app.find('.help-bubble[data-topic="bid"] [data-reason]'), "the reason");
  assert.equal(app.get(".bid-input").value, "24");
});

slowTest("a bid above your money says why not, and the focus stays on the button", async ({ openTable }) => {
  const app = await openHelped(openTable, "bid");
  const most = app.all(".quick-bids .quick-button").at(-1);
  most.focus();
  app.click(most);
  await app.until(() => app.isDisabled(most), "more is not possible");
  assert.ok(app.document.activeElement === most);
  assert.equal(app.get(".bid-input").value, "100");
  app.click(most);
  await hover(app, most, "bid");
  await app.until(() => rules(app)[0] === "A5", "the rule");
  assert.ok(app.find("[data-reason]"));
  assert.equal(app.get(".bid-input").value, "100");
});

slowTest("the main button says what is missing, in German", async ({ openTable }) => {
  const app = await openHelped(openTable, "open", { language: "de" });
  await hover(app, "[data-primary][aria-disabled]", "confirm_off");
  assert.ok(!app.find("[data-reason]"), "nothing forbids it");
  await hover(app, "[data-why-not]", "why_not");
});

test("the undo button says why nothing can be undone", async ({ openTable }) => {
  const app = await openHelped(openTable, "open");
  await hover(app, "[data-undo][aria-disabled]", "undo");
  assert.ok(app.text("[data-reason]").length > 20);
});

/** As much planned as there is money for. */
async function spendAll(app) {
  const planned = () => app.all(".plan-list li").length;
  while (app.find("[data-city-offer]")) {
    const before = planned();
    app.click("[data-city-offer]");
    await app.until(() => planned() > before, "the city is planned");
  }
}

const CLOSED = ".map .city:not(.is-available, .is-mine, .is-planned)";

/** What is greyed out: the table, how it comes to be so, the element, its topic, and the rule that forbids it. */
const GREYED = [
  ["open-poor", null, "[data-primary]", "confirm_off", "A5"],
  ["bid-poor", null, "[data-primary]", "confirm_off", "A5"],
  ["run-short", (app) => app.click(".action .is-selectable button:not(.is-chosen)"), "[data-primary]", "confirm_off", null],
  ["build", null, CLOSED, "city", null],
  ["scene/network", spendAll, CLOSED, "city", null],
  ["fuel", (app) => toTheMost(app, '.fuel [data-fuel="oil"] .stepper'), '.fuel [data-fuel="oil"] .stepper button:last-child', "stepper", null],
  ["scene/workers", (app) => toTheMost(app, "[data-hired] .stepper"), "[data-hired] .stepper button:last-child", "stepper", null],
];

for (const [i, [table, before, what, topic, rule]] of GREYED.entries()) {
  const language = ["de", "nl", "en"][i % 3];
  const define = i < 2 ? test : slowTest;
  define(`${table}: what is greyed out says by which rule, in ${language}`, async ({ openTable }) => {
    const app = await openHelped(openTable, table, { language });
    await app.until(() => app.find(".action.is-mine"), "the decision");
    await before?.(app);
    if (what !== CLOSED) await app.until(() => app.isDisabled(what), `${what} is off`);
    await hover(app, what, topic);
    assert.ok(app.text("[data-reason]").length > 20);
    assert.match(rules(app)[0], /^[A-Z]\d+/);
    if (rule) assert.equal(rules(app)[0], rule);
  });
}

/** Whatever is off where a decision is asked for explains itself as soon as it is clicked. */
async function checkGreyed(app) {
  assert.deepEqual(app.all(".table :disabled").map((one) => one.outerHTML), [], "what is disabled by the browser cannot be pointed at");
  const off = app.all('.table [aria-disabled="true"]');
  for (const one of off) {
    // the code that explains comes after the board: a click before that is heard by nobody
    const explained = () => {
      if (!app.find(".help-bubble")) app.click(one);
      return app.find(".help-bubble");
    };
    await app.until(explained, `an explanation of ${one.outerHTML.slice(0, 80)}`);
    app.press("Escape");
    await app.gone(".help-bubble");
  }
  return off.length;
}

const AT = ["open", "bid", "fuel", "build", "open-poor", "bid-poor", "bid-full", "scrap", "discard-fuel", "run-short", "region", "place", "assign", "extra", "capacity", "scene/network", "scene/workers", "scene/trust-site", "robot-bid", "robot-build"];
for (const [i, table] of AT.entries()) {
  (i < 4 ? test : slowTest)(`everything that is off explains itself at once: ${table}`, async ({ openTable }) => {
    const app = await openHelped(openTable, table, { storage: { "stromnetz.explain-on-hover": "off" }, who: table === "assign" || table === "scene/trust-site" ? undefined : "Ann" });
    await app.until(() => app.find(".action"), "the panel");
    assert.ok((await checkGreyed(app)) > 0);
  });
}

test("the buttons of chat and round summary explain themselves where they are off", async ({ openTable }) => {
  const app = await openHelped(openTable, "scene/build", { storage: { "stromnetz.explain-on-hover": "off" } });
  // the host's features come after the board
  app.click(await app.until(() => app.find("[data-chat]"), "the button of the chat"));
  await app.until(() => app.find(".message-form button[aria-disabled]"), "the chat");
  app.click(".message-form button");
  await app.until(() => app.find('.help-bubble[data-topic="send"]'), "why nothing can be sent");
  app.press("Escape");
  app.click(await app.until(() => app.find("[data-log]"), "the button of the log"));
  app.click(await app.until(() => app.all(".log-list [data-round]").at(-1), "the log"));
  app.click(await app.until(() => app.find(".round-pages button[aria-disabled]"), "the last round"));
  await app.until(() => app.find('.help-bubble[data-topic="rounds"]'), "why there is none after it");
});

test("a long press on a stepper on a phone says why not, in Dutch", async ({ openTable }) => {
  const app = await openHelped(openTable, "fuel", { screen: PHONE, language: "nl" });
  const row = `[data-buy="${app.get("[data-buy]").dataset.buy}"] .stepper`;
  await toTheMost(app, row);
  point(app, "pointerdown", `${row} button:last-child`, { touch: true });
  await app.until(() => app.find('.help-bubble[data-topic="stepper"] [data-reason]'), "the reason");
  assert.match(app.text("[data-reason]"), /^Kan nu niet/);
});

// --- every part of the board ---

slowTest("e walks through everything on the board by arrow keys, in German", async ({ openTable }) => {
  const app = await openHelped(openTable, "fuel", { language: "de" });
  giveSizes(app);
  app.press("e");
  await app.until(() => app.find("[data-explaining]"), "the bar");
  assert.match(app.text("[data-explaining]"), /Pfeiltasten/);
  const topic = () => app.find(".help-bubble")?.dataset.topic;
  const first = await app.until(topic, "the first explanation");
  const seen = [];
  let now = first;
  do {
    seen.push(now);
    app.press("ArrowRight");
    now = await app.until(() => topic() !== seen.at(-1) && topic(), "the next explanation");
  } while (now !== first);
  for (const one of ["round", "step", "phase_auctions", "race", "fuel", "income", "ask_fuel", "undo"]) assert.ok(seen.includes(one), one);
  assert.equal(topic(), first, "after the last comes the first");
  app.press("ArrowLeft");
  await app.until(() => topic() === seen.at(-1), "and back");
  app.press("Escape");
  await app.gone("[data-explaining]");
  assert.ok(!app.find(".help-bubble"));
});

slowTest("while the board is explained, a click explains and does nothing else", async ({ openTable }) => {
  const app = await openHelped(openTable, "bid");
  const before = app.version;
  app.click("[data-menu]");
  app.click(await app.until(() => app.find("[data-explain-board]"), "the menu"));
  await app.until(() => app.find("[data-explaining]"), "the bar");
  app.click(".action [data-secondary]");
  await app.until(() => app.find('.help-bubble[data-topic="without"]'), "the button is explained");
  app.click(".help-bubble .dismiss-button");
  await app.gone(".help-bubble");
  app.click("[data-explain-end]");
  await app.gone("[data-explaining]");
  assert.equal(app.requests.filter((one) => one.path.endsWith("/moves")).length, 0);
  app.click(".action [data-secondary]");
  await app.until(() => app.version > before, "now it passes");
});

/** Buttons, numbers and symbols that belong to nothing that explains itself. */
async function unexplained(app) {
  const out = [];
  const seen = new Set();
  const alike = (one) => `${one.parentElement.getAttribute("class")} ${one.getAttribute("class")} ${one.getAttributeNames().filter((name) => name.startsWith("data-"))} ${one.getAttribute("aria-disabled")}`;
  const touch = async (one) => {
    if (seen.has(alike(one))) return;
    seen.add(alike(one));
    const close = app.find(".help-bubble .dismiss-button");
    if (close) app.click(close);
    await app.gone(".help-bubble");
    one.dispatchEvent(new app.window.MouseEvent("click", { bubbles: true, cancelable: true }));
    for (const end = Date.now() + 20_000; Date.now() < end && !app.find(".help-bubble"); ) await new Promise((done) => setTimeout(done, 3));
    if (!app.find(".help-bubble")) out.push(one.outerHTML.slice(0, 160));
  };
  for (const one of app.all(":is(#action, .top-bar, .sheet, .tabs) button:not(.tooltip-button, .dismiss-button, .rule-id)")) await touch(one);
  // the name of the table needs no explanation, nor do sentences, nor the sign of the player
  const isSymbol = (one) => one.tagName.toLowerCase() === "svg" && [...one.children].some((use) => !/^#(house|table)/.test(use.getAttribute("href") ?? "#house"));
  const isNumber = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && /\d/.test(node.data) && !/[.?!]\s*$/.test(node.data));
  for (const one of app.all("#app *")) {
    if (one.closest("button, h1, .map, [role=tooltip], .visually-hidden, [data-skip]") || one.closest('[href="/"]') || one.matches('[href="/"] + .game > span')) continue;
    if (isSymbol(one) || isNumber(one)) await touch(one);
  }
  return out;
}

const EXPLAINED = ["open", "bid", "fuel", "run", "scrap", "build", "scene/network", "scene/workers", "scene/end"];
for (const [i, table] of EXPLAINED.entries()) {
  const language = ["en", "de", "nl"][i % 3];
  const define = table === "open" ? test : nightlyTest;
  define(`every button and every number is explained: ${table}, in ${language}`, async ({ openTable }) => {
    const app = await openHelped(openTable, table, { language });
    giveSizes(app);
    app.press("e");
    await app.until(() => app.find(".help-bubble .dismiss-button"), "explanations are on");
    assert.deepEqual(await unexplained(app), []);
  });
}

for (const table of ["fuel", "scene/company"]) {
  nightlyTest(`every button and every number is explained on a phone, behind every tab: ${table}`, async ({ openTable }) => {
    const app = await openHelped(openTable, table, { screen: PHONE, language: "nl" });
    giveSizes(app);
    const left = [];
    for (const tab of app.all("[data-tab]").map((one) => one.dataset.tab)) {
      app.click(`[data-tab="${tab}"]`);
      await app.until(() => app.find(`[data-tab="${tab}"][aria-selected="true"]`), tab);
      app.press("e");
      await app.until(() => app.find(".help-bubble .dismiss-button"), "explanations are on");
      left.push(...(await unexplained(app)));
      app.click("[data-explain-end]");
      await app.gone("[data-explaining]");
    }
    assert.deepEqual(left, []);
  });
}

// --- the rules ---

/** Open the rules by their key. */
async function openRules(app) {
  app.press("r");
  await app.until(() => app.find("dialog [data-rule-text]"), "the rules");
}

const shownRules = (app) => app.all("[data-rule-text]").map((one) => one.dataset.ruleText);

for (const [language, title] of [["en", "Rules: Power Grid (2004)"], ["de", "Regeln: Funkenschlag (2004)"], ["nl", "Regels: Hoogspanning (2004)"]]) {
  const define = language === "en" ? test : nightlyTest;
  define(`the rules of the edition are shown in ${language}`, async ({ openTable }) => {
    const app = await openHelped(openTable, "open", { language });
    await openRules(app);
    const { rules, headings } = await app.json(`/api/editions/classic-2004/rules?language=${language}`);
    assert.equal(app.text("dialog h2"), title);
    assert.deepEqual(shownRules(app), headings.flatMap((one) => one.rules));
    assert.equal(app.texts("[data-rules] h3").length, headings.length);
    assert.ok(app.text('[data-rule-text="T2"]').includes(rules.T2.split("\n")[0].slice(0, 30)));
  });
}

test("the rules lead to the same rule on their page", async ({ openTable }) => {
  const app = await openHelped(openTable, "open");
  await openRules(app);
  assert.equal(app.get("[data-rules-page]").getAttribute("href"), "/rules?edition=classic-2004");
  app.click(app.get('[data-rule-text="A9"] .rule-id'));
  await app.until(() => /#[A-Z]/.test(app.get("[data-rules-page]").getAttribute("href")), "the rule that was followed");
  assert.equal(app.get("[data-rules-page]").getAttribute("href"), `/rules?edition=classic-2004#${app.get(".is-active[data-rule-text]").dataset.ruleText}`);
});

test("a rule that the log names opens the rules at that rule", async ({ openTable }) => {
  const app = await openHelped(openTable, "scene/run", { who: "Ben" });
  app.click("[data-log]");
  const link = await app.until(() => app.find('.log-list [data-rule="M3"]'), "a line with a rule");
  assert.match(link.closest("li").textContent, /removed from the game/);
  app.click('.log-list [data-rule="M3"]');
  await app.until(() => app.find('.is-active[data-rule-text="M3"]'), "the rule");
});

test("the menu leads to the guide and the glossary of this edition", async ({ openTable }) => {
  const app = await openHelped(openTable, "fuel-deluxe");
  app.click("[data-menu]");
  await app.until(() => app.find("[data-game]"), "the menu");
  assert.equal(app.get("[data-game]").getAttribute("href"), "/rules?edition=deluxe-europe#game");
  assert.equal(app.get("[data-glossary]").getAttribute("href"), "/rules?edition=deluxe-europe#glossary");
});

test("a rule in an explanation opens the rules at that rule", async ({ openTable }) => {
  const app = await openHelped(openTable, "open");
  await hover(app, ".lamps", "step");
  app.click('.help-bubble [data-rule="T2"]');
  await app.until(() => app.find('[data-rule-text="T2"].is-active'), "the rule is marked");
  assert.equal(app.all("[data-rule-text].is-active").length, 1);
  await app.until(() => app.document.activeElement?.dataset.ruleText === "T2", "the rule has the focus");
  assert.ok(!app.find(".help-bubble"));
});

slowTest("r opens the rule of the explanation that is shown", async ({ openTable }) => {
  const app = await openHelped(openTable, "open");
  await hover(app, ".market .future-market [data-plant]", "plant");
  app.press("r");
  await app.until(() => app.find('[data-rule-text="M1"].is-active'), "the rule that forbids it");
});

test("the search finds rules by words and by id", async ({ openTable }) => {
  const app = await openHelped(openTable, "open");
  await openRules(app);
  const all = shownRules(app).length;
  app.type("[data-rule-search]", "bid more than the money");
  await app.until(() => shownRules(app).length === 1, "one rule is left");
  assert.deepEqual(shownRules(app), ["A5"]);
  assert.equal(app.text(".rule-search [role=status]"), rulesWord("found", { n: 1 }));
  app.type("[data-rule-search]", "m3");
  await app.until(() => shownRules(app).includes("M3"), "found by its id");
  app.type("[data-rule-search]", "zzz");
  await app.until(() => shownRules(app).length === 0, "nothing is found");
  assert.equal(app.text(".rule-search [role=status]"), rulesWord("nothing"));
  app.type("[data-rule-search]", "");
  await app.until(() => shownRules(app).length === all, "all rules again");
});

slowTest("the search ignores accents, in German", async ({ openTable }) => {
  const app = await openHelped(openTable, "scene/network", { language: "de" });
  await openRules(app);
  app.type("[data-rule-search]", "arbeitskrafte");
  await app.until(() => shownRules(app).length && shownRules(app).length < 30, "fewer rules");
  assert.ok(shownRules(app).includes("L16"));
});

slowTest("a rule that names another one links to it", async ({ openTable }) => {
  const app = await openHelped(openTable, "open");
  await openRules(app);
  app.type("[data-rule-search]", "A9");
  await app.until(() => shownRules(app).length < 10, "the search");
  app.click(app.all('[data-rule-text="A9"] .rule-id').find((one) => one.textContent === "C6"));
  await app.until(() => app.find('[data-rule-text="C6"].is-active'), "the other rule");
  assert.equal(app.get("[data-rule-search]").value, "", "and the search is cleared");
});

slowTest("the rules open from the menu, and close", async ({ openTable }) => {
  const app = await openHelped(openTable, "open");
  app.click("[data-menu]");
  app.click(await app.until(() => app.find("[data-open-rules]"), "the menu"));
  await app.until(() => app.find("[data-rule-text]"), "the rules");
  assert.equal(app.all("dialog").length, 1, "the menu is closed");
  app.click("dialog .close-button");
  await app.gone("dialog");
});

slowTest("a spectator can read the rules", async ({ openTable }) => {
  const app = await openHelped(openTable, "open", { who: null });
  await openRules(app);
  assert.ok(shownRules(app).includes("A5"));
});

test("an edition has its own explanations and rules", async ({ openTable }) => {
  const app = await openHelped(openTable, "scene/company");
  await hover(app, ".company .company-slots", "slots");
  assert.ok(rules(app).includes("L14"));
  await app.until(() => (app.press("Escape"), !app.find(".help-bubble")), "the explanation is closed");
  await openRules(app);
  assert.ok(shownRules(app).includes("L16"));
  assert.ok(!shownRules(app).includes("F2"), "a rule of other editions");
});

// --- what you cannot do now ---

async function openWhyNot(app) {
  app.press("y");
  await app.until(() => app.find("dialog[aria-label]"), "the list");
}

test("the list of what you cannot do now names each rule", async ({ openTable }) => {
  const app = await openHelped(openTable, "open");
  app.click("[data-why-not]");
  await app.until(() => app.find("[data-why-list] li"), "the list");
  assert.equal(app.text("dialog h2"), help("why_title"));
  const { moves } = await app.json(`/api/tables/${app.table.id}/refused-moves?seat=0&language=en`);
  for (const { kind, text, message, rule } of moves) {
    const row = app.all("[data-why-list] li").find((one) => app.text(one).toLowerCase().includes(text.toLowerCase()));
    assert.ok(row && app.text(row).includes(message), text);
    assert.ok(row.closest(`[data-why="${kind}"]`).querySelector(`[data-rule="${rule}"]`), `${text}: ${rule}`);
  }
  assert.ok(app.find('[data-why="open"] [data-rule="M1"]'), "plants of the future market");
  assert.ok(app.find('[data-why="buy"]'), "what belongs to another phase");
});

slowTest("the rule in that list opens the rules", async ({ openTable }) => {
  const app = await openHelped(openTable, "open");
  await openWhyNot(app);
  app.click('[data-why="open"] [data-rule="M1"]');
  await app.until(() => app.find('[data-rule-text="M1"].is-active'), "the rule");
});

slowTest("moves that one rule forbids are grouped, and the search opens the groups, in German", async ({ openTable }) => {
  const app = await openHelped(openTable, "scene/network", { language: "de", screen: PHONE });
  await openWhyNot(app);
  const group = await app.until(() => app.find("[data-why-list] details"), "a group");
  assert.ok(!group.open);
  assert.ok(app.all("[data-why-list] > li").length < 20);
  const word = app.text(group.querySelector("b")).split(" ").at(-1).toLowerCase();
  app.type("dialog input[type=search]", word);
  await app.until(() => app.all("[data-why-list] li > b").every((one) => app.text(one.parentElement).toLowerCase().includes(word)), "the search filters");
  assert.ok(app.all("[data-why-list] details").every((one) => one.open));
});

slowTest("while others decide, the list says so", async ({ openTable }) => {
  const app = await openHelped(openTable, "open", { who: "Ben" });
  await openWhyNot(app);
  await app.until(() => app.find("[data-why-wait]"), "the sentence");
  assert.ok(!app.find("[data-why-list]"));
});

// --- the end ---

slowTest("the end says why everybody is ranked where they are, in German", async ({ openTable }) => {
  const app = await openHelped(openTable, "scene/end", { language: "de" });
  await app.until(() => app.all("[data-why-so] li").length > 2, "the sentences");
  const { sentences, rules: ids } = await app.json(`/api/tables/${app.table.id}/ranking?language=de`);
  assert.deepEqual(app.texts("[data-why-so] li"), [...sentences, ids.join("")]);
  assert.match(sentences.join(" "), /versorgte Städte|mehr Geld/);
  app.click('[data-why-so] [data-rule="E2"]');
  await app.until(() => app.find('[data-rule-text="E2"].is-active'), "the rule");
});
