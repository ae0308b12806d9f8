// Keyboard shortcuts at the table: where each letter takes the focus, and when shortcuts do nothing. What single keys
// open (log, chat, hint, chances, help, undo) is tested with those panels.
import assert from "node:assert/strict";
import { nightlyTest, PHONE, slowTest, test, translator } from "./app.mjs";
import { keysWork } from "./input.mjs";

const t = await translator();

async function openWithKeys(openTable, name, options) {
  const app = await openTable(name, options);
  await app.until(() => app.find("#action"), "the action panel");
  await keysWork(app);
  return app;
}

const focused = (app, selector) => app.document.activeElement?.matches(selector) ?? false;
const describe = (app) => app.document.activeElement?.outerHTML.slice(0, 200);
const COAL = '.fuel [data-fuel="coal"] .stepper';

// --- where a letter takes the focus ---

/** The table, a preparation, the key, and what has the focus then. */
const PLACES = [
  ["A goes to the main button", "bid", null, "a", ".action [data-primary]"],
  ["A goes to the other button while the main one is off", "open", null, "a", ".action [data-secondary]"],
  ["A goes to the only button if nothing is planned", "build", null, "a", ".action [data-quiet]"],
  ["A goes to the main button once something is planned", "fuel", async (app) => {
    app.click(`${COAL} button:last-child`);
    await app.until(() => app.find(".action [data-primary]:not([aria-disabled])"), "the main button");
  }, "a", ".action [data-primary]"],
  ["C goes to the first choice: a bid", "bid", null, "c", ".action .action-body .bid-field button, .action .action-body .bid-input"],
  ["C goes to the first choice: a plant to scrap", "scrap", null, "c", ".action .action-body [data-plant]"],
  ["C goes to the first choice: a city", "build", null, "c", ".action .action-body button"],
  ["P goes to the first plant that can be offered", "open", null, "p", '.market button.plant-card[data-plant="10"]'],
  ["F goes to the first fuel that can be bought", "fuel", null, "f", `${COAL} button:last-child`],
];
for (const [name, table, before, key, wanted] of PLACES) {
  const define = /plant to scrap|a city$|only button|other button/.test(name) ? slowTest : test;
  define(name, async ({ openTable }) => {
    const app = await openWithKeys(openTable, table);
    await app.until(() => app.find(".action.is-mine:not([data-busy])"), "the decision");
    await before?.(app);
    app.press(key);
    assert.ok(focused(app, wanted), describe(app));
    assert.ok(!app.isDisabled(app.document.activeElement));
  });
}

test("A goes to the confirmation of a warning", async ({ openTable }) => {
  const app = await openWithKeys(openTable, "slip");
  app.click(".action [data-secondary]");
  await app.until(() => app.find("[data-anyway]"), "the warning");
  app.press("a");
  assert.ok(focused(app, "[data-anyway]"), describe(app));
});

slowTest("C leaves out what is greyed out", async ({ openTable }) => {
  const app = await openWithKeys(openTable, "bid");
  assert.ok(app.isDisabled(".bid-field button"), "the button for less is off at the minimum bid");
  app.press("c");
  assert.ok(focused(app, ".bid-field .bid-input"), describe(app));
});

slowTest("P does nothing if no plant can be offered", async ({ openTable }) => {
  const app = await openWithKeys(openTable, "open-poor");
  app.press("a");
  app.press("p");
  assert.ok(focused(app, ".action [data-secondary]"), describe(app));
});

slowTest("a letter without a place leaves the focus alone", async ({ openTable }) => {
  const app = await openWithKeys(openTable, "bid");
  app.press("a");
  for (const key of ["h", "x", "1"]) app.press(key);
  assert.ok(focused(app, ".action [data-primary]"), describe(app));
});

slowTest("capital letters are no shortcuts", async ({ openTable }) => {
  const app = await openWithKeys(openTable, "bid");
  app.press("a");
  app.press("C");
  assert.ok(focused(app, ".action [data-primary]"), describe(app));
});

test("a shortcut is not passed on to the browser, and other keys are", async ({ openTable }) => {
  const app = await openWithKeys(openTable, "bid");
  const handled = (key) => !app.document.body.dispatchEvent(new app.window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  assert.deepEqual(["a", "c", "f", "x", "Tab", "Enter"].map(handled), [true, true, true, false, false, false]);
});

slowTest("on a phone A goes to the main button as well", async ({ openTable }) => {
  const app = await openWithKeys(openTable, "bid", { screen: PHONE });
  app.press("a");
  assert.ok(focused(app, ".action [data-primary]"), describe(app));
});

test("C goes to the first plant while none is chosen", async ({ openTable }) => {
  const app = await openWithKeys(openTable, "open");
  app.press("c");
  assert.ok(focused(app, '.market button.plant-card[data-plant="10"]'), describe(app));
});

// --- Escape ---

const OPENED = [
  ["a warning", "slip", (app) => app.click(".action [data-secondary]"), ".warning"],
  ["a refusal", "build", (app) => app.click('[data-city="kassel"]'), ".note.is-error"],
  ["the log", "bid", (app) => app.press("l"), "aside.log-drawer"],
  ["a hint", "bid", (app) => app.press("b"), "[data-advice-panel]"],
  ["the list of keys", "bid", (app) => app.press("?"), "dialog"],
];
for (const [what, table, open, shown] of OPENED) {
  const define = /warning|log/.test(what) ? test : slowTest;
  define(`Escape closes ${what}`, async ({ openTable }) => {
    const app = await openWithKeys(openTable, table);
    await app.until(() => app.find(".action.is-mine:not([data-busy])"), "the decision");
    open(app);
    await app.until(() => app.find(shown), what);
    // the browser itself closes a dialog
    if (shown === "dialog") app.get("dialog").close();
    else app.press("Escape");
    await app.gone(shown);
    assert.equal(app.version, (await app.view()).version);
  });
}

slowTest("Escape closes what was opened over the map before the map", async ({ openTable }) => {
  const app = await openWithKeys(openTable, "slip");
  app.press("l");
  await app.until(() => app.find("aside.log-drawer"), "the log");
  app.click(".action [data-secondary]");
  await app.until(() => app.find(".warning"), "the warning");
  app.press("Escape");
  await app.gone(".warning");
  assert.ok(app.find("aside.log-drawer"));
  app.press("Escape");
  await app.gone("aside.log-drawer");
});

// --- where the focus stays ---

/** Press a button by keyboard. */
function pressButton(app, selector) {
  const button = app.get(selector);
  button.focus();
  app.click(button);
  return button;
}

const keepsFocus = (app, selector, what) => app.until(() => focused(app, selector), `${what}: the focus is at ${selector}, not at ${describe(app)}`);
const openFocused = async (openTable, name, options) => {
  const app = await openWithKeys(openTable, name, options);
  await app.until(() => app.find(".action.is-mine:not([data-busy])"), "the decision");
  // what follows the focus is loaded with the first key
  await app.settled();
  await app.rendered();
  return app;
};

test("after a bid, the focus is in the action panel, and again when it was undone", async ({ openTable }) => {
  const app = await openFocused(openTable, "bid");
  pressButton(app, ".action [data-primary]");
  await app.until(() => app.find(".action.is-idle"), "the bid is made");
  await keepsFocus(app, "#action", "after the bid");
  await app.until(() => !app.isDisabled("[data-undo]"), "undo is on");
  const undo = pressButton(app, "[data-undo]");
  await app.until(() => app.find(".action.is-mine"), "the bid is undone");
  assert.ok(app.document.activeElement === undo || focused(app, "#action"), describe(app));
});

const DECIDED = [
  ["a plant was chosen and its auction started", "open", async (app) => {
    pressButton(app, '.market button.plant-card[data-plant="12"]');
    await app.until(() => !app.isDisabled(".action [data-primary]"), "the button");
    pressButton(app, ".action [data-primary]");
    await app.until(() => app.find(".action.is-idle"), "the auction");
  }],
  ["a city was taken out of the plan", "build", async (app) => {
    pressButton(app, "[data-city-offer]");
    await app.until(() => app.find(".plan-list .remove-button"), "the plan");
    pressButton(app, ".plan-list .remove-button");
    await app.gone(".plan-list");
  }],
  ["cities were built", "build", async (app) => {
    pressButton(app, "[data-city-offer]");
    await app.until(() => app.find(".plan-list") && !app.isDisabled(".action [data-primary]"), "the plan");
    pressButton(app, ".action [data-primary]");
    await app.until(() => app.find(".action.is-idle"), "the cities");
  }],
  ["resources were bought", "fuel", async (app) => {
    pressButton(app, "[data-fill]");
    await app.until(() => app.find(".action [data-primary]:not([aria-disabled])"), "the plan");
    pressButton(app, ".action [data-primary]");
    await app.until(() => app.find(".action.is-idle"), "the purchase");
  }],
  ["a warning was heeded", "slip", async (app) => {
    pressButton(app, ".action [data-secondary]");
    await app.until(() => app.find(".warning"), "the warning");
    pressButton(app, ".warning [data-close]");
    await app.gone(".warning");
  }],
];
for (const [what, table, act] of DECIDED) {
  const define = /bought|heeded/.test(what) ? test : slowTest;
  define(`the focus is in the action panel after ${what}`, async ({ openTable }) => {
    const app = await openFocused(openTable, table);
    await act(app);
    await keepsFocus(app, "#action", what);
  });
}

for (const [what, opener, shown, closer] of [
  ["the log", "[data-log]", "aside.log-drawer", "aside.log-drawer .close-button"],
  ["the menu", "[data-menu]", "dialog", "dialog .close-button"],
]) {
  test(`closing ${what} gives the focus back to its button`, async ({ openTable }) => {
    const app = await openFocused(openTable, "bid");
    pressButton(app, opener);
    await app.until(() => app.find(shown), what);
    pressButton(app, closer);
    await app.gone(shown);
    await keepsFocus(app, opener, what);
  });
}

// --- when shortcuts do nothing ---

test("while a dialog is open, shortcuts do nothing", async ({ openTable }) => {
  const app = await openWithKeys(openTable, "bid");
  app.press("?");
  await app.until(() => app.find("[data-keys]"), "the list of keys");
  app.press("l");
  app.press("a");
  assert.ok(!focused(app, ".action [data-primary]"));
  app.click("dialog .close-button");
  await app.gone("dialog");
  assert.ok(!app.find("aside.log-drawer"));
  app.press("a");
  assert.ok(focused(app, ".action [data-primary]"), describe(app));
});

slowTest("an earlier position on the board cannot be undone by U", async ({ openTable }) => {
  const app = await openWithKeys(openTable, "bid");
  const before = app.version;
  app.click(".action [data-primary]");
  await app.until(() => app.version > before && !app.isDisabled("[data-undo]"), "undo is on");
  app.press("l");
  app.click(await app.until(() => app.find("[data-show]"), "the log"));
  await app.until(() => app.find(".table.in-past"), "an earlier position");
  app.press("u");
  app.press("a");
  assert.ok(!app.requests.some((one) => one.path.endsWith("/undo")));
});

slowTest("a spectator cannot undo by U", async ({ openTable, joinTable }) => {
  const ann = await openWithKeys(openTable, "bid");
  const watcher = await joinTable(ann.table, { who: null });
  await keysWork(watcher);
  const before = ann.version;
  ann.click(".action [data-primary]");
  await watcher.until(() => watcher.version > before, "the move is seen");
  watcher.press("u");
  assert.ok(!watcher.requests.some((one) => one.path.endsWith("/undo")));
});

slowTest("shortcuts end with the table", async ({ openTable }) => {
  const app = await openWithKeys(openTable, "bid");
  app.click('a[href="/"]');
  await app.until(() => !app.find(".table") && app.find(".page"), "the start page");
  const handled = () => !app.document.body.dispatchEvent(new app.window.KeyboardEvent("keydown", { key: "?", bubbles: true, cancelable: true }));
  await app.until(() => !handled(), "the key belongs to the browser");
});

// --- the list of keys ---

for (const language of ["en", "de", "nl"]) {
  const define = language === "en" ? test : nightlyTest;
  define(`the list of keys names each key once, in ${language}`, async ({ openTable }) => {
    const words = await translator(language);
    const app = await openWithKeys(openTable, "bid", { language });
    app.press("?");
    await app.until(() => app.find("[data-keys]"), "the list");
    assert.equal(app.text("dialog h2"), words("keys"));
    const keys = app.texts("[data-keys] dt");
    for (const key of ["?", "A", "C", "P", "F", "M", "H", "E", "R", "Y", "B", "L", "T", "W", "U", "Esc"]) assert.equal(keys.filter((one) => one === key).length, 1, key);
    const meaning = Object.fromEntries(app.all("[data-keys] > div").map((row) => [app.text(row.querySelector("dt")), app.text(row.querySelector("dd"))]));
    assert.deepEqual([meaning.A, meaning.M, meaning.U, meaning.W], [words("key_action"), words("key_map"), words("undo"), words("chances_show")]);
  });
}

test("letters are shortcuts in the amount of a bid too", async ({ openTable }) => {
  const app = await openWithKeys(openTable, "bid");
  app.press("c");
  app.get(".bid-field .bid-input").focus();
  app.press("a");
  assert.ok(focused(app, ".action [data-primary]"), describe(app));
});

// --- the link to the action ---

test("the skip link goes to the first choice of my decision", async ({ openTable }) => {
  const app = await openWithKeys(openTable, "bid");
  assert.equal(app.text("[data-skip]"), t("skip"));
  app.click("[data-skip]");
  assert.ok(focused(app, ".action .action-body .bid-input"), describe(app));
});

slowTest("the skip link goes to the panel itself while others decide", async ({ openTable }) => {
  const app = await openWithKeys(openTable, "bid", { who: "Ben" });
  app.click("[data-skip]");
  assert.ok(focused(app, "#action"), describe(app));
});

slowTest("the skip link goes to the panel for a spectator", async ({ openTable }) => {
  const app = await openWithKeys(openTable, "bid", { who: null });
  app.click("[data-skip]");
  assert.ok(focused(app, "#action"), describe(app));
});
