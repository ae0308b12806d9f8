// What can go wrong at a table: refused moves, warnings before costly moves, outdated positions, undo, lost connections.
import assert from "node:assert/strict";
import { nightlyTest, slowTest, test, translator } from "./app.mjs";
import { Decision } from "./decision.mjs";
import { keysWork } from "./input.mjs";

const t = await translator();
const REFUSED = ".action .note.is-error";

const moves = (app) => app.requests.filter((one) => one.method === "POST" && one.path.endsWith("/moves"));
const error = (status, body) => Response.json({ error: body }, { status });

/** Make a move directly at the server, as another device of the same person would. */
async function send(app, seat, move) {
  const { version } = await app.view();
  return app.post(`/api/tables/${app.table.id}/moves`, { seat, moves: [move], version, key: `test-${version}` });
}

/** Stop reading messages from the live connection; returns a function that lets new ones through again. */
function deafen(app) {
  const [socket] = app.sockets;
  const read = socket.onmessage;
  socket.onmessage = null;
  return () => (socket.onmessage = read);
}

async function openMenu(app) {
  app.click("[data-menu]");
  await app.until(() => app.find("dialog .toggle-group"), "the menu is open");
}

// --- refusals ---

slowTest("a city without a free place is refused with the rule and its text", async ({ openTable }) => {
  const app = await openTable("build");
  const build = new Decision(app, "build");
  await build.isTitled(t("build_title"));
  const response = await fetch(new URL(`/api/tables/${app.table.id}/preview`, app.window.location.href), {
    method: "POST",
    headers: { cookie: app.cookie, "content-type": "application/json", "accept-language": "en" },
    body: JSON.stringify({ seat: 0, moves: [{ kind: "connect", city: "kassel" }] }),
  });
  const { error: refused } = await response.json();
  const rule = await app.json(`/api/rules/${refused.rule}`);
  app.click('[data-city="kassel"]');
  assert.ok(rule.text.startsWith(`${refused.rule} `));
  await app.shows(REFUSED, `${t("refused")} ${refused.message} ${rule.text}×`);
  build.isQuiet(t("pass"));
});

test("a refusal can be closed", async ({ openTable }) => {
  const app = await openTable("build");
  app.click('[data-city="kassel"]');
  await app.until(() => app.find(`${REFUSED} .rule`)?.textContent.length > 40, "the refusal with its rule");
  app.click(app.button(t("close"), REFUSED));
  await app.gone(REFUSED);
});

test("a refusal can be closed before the text of its rule has arrived", async ({ openTable }) => {
  const app = await openTable("build");
  let release;
  const held = new Promise((done) => (release = done));
  const answered = new Promise((done) => {
    app.intercept(/^GET \/api\/rules\//, async () => {
      await held;
      setTimeout(done, 50);
    });
  });
  app.click('[data-city="kassel"]');
  await app.until(() => app.find(REFUSED), "the refusal");
  app.click(app.button(t("close"), REFUSED));
  await app.gone(REFUSED);
  release();
  await answered;
  assert.ok(!app.find(REFUSED));
});

slowTest("a refused city leaves the rest of the plan as it was", async ({ openTable }) => {
  const app = await openTable("build");
  const build = new Decision(app, "build");
  app.click('[data-city="kiel"]');
  await build.offers(t("build_n", { n: 1, cost: 18 }));
  app.click('[data-city="kassel"]');
  await app.until(() => app.find(REFUSED), "the refusal");
  await build.offers(t("build_n", { n: 1, cost: 18 }));
  assert.deepEqual(app.texts(".plan-list .plan-city").map((one) => one.startsWith("Kiel")), [true]);
});

test("the rule of a refusal opens the rules", async ({ openTable }) => {
  const app = await openTable("build");
  await keysWork(app); // the help is loaded with the first key
  app.click('[data-city="kassel"]');
  const rule = await app.until(() => app.find(`${REFUSED} [data-rule]`), "the rule");
  const id = app.text(rule);
  app.click(rule);
  await app.until(() => app.find("dialog")?.textContent.includes(id), "the rules are open");
});

for (const language of ["en", "de", "nl"]) {
  const define = language === "de" ? test : nightlyTest;
  define(`a refused move and its rule are in the language of the page: ${language}`, async ({ openTable }) => {
    const app = await openTable("bid", { language });
    const bid = new Decision(app, "bid");
    const own = await translator(language);
    await bid.isTitled(own("your_bid"));
    const rule = (await app.json(`/api/rules/A4?language=${language}`)).text;
    const original = app.window.fetch;
    app.window.fetch = (path, init) => {
      const body = init?.body && JSON.parse(init.body);
      return original(path, body?.moves ? { ...init, body: JSON.stringify({ ...body, moves: [{ kind: "done" }] }) } : init);
    };
    app.click(bid.primary);
    await app.until(() => app.find(`${REFUSED} .rule`)?.textContent.length > 40, "the text of the rule");
    const message = { en: /^You can't do that right now\. /, de: /^Das geht gerade nicht\. /, nl: /^Dat kan nu niet\. / }[language];
    const words = app.text(REFUSED);
    assert.ok(words.startsWith(`${own("refused")} `), words);
    assert.match(words.slice(own("refused").length + 1), message);
    const id = app.text(`${REFUSED} [data-rule]`);
    assert.equal(words.split(`${id} `).length, 2, `${id} stands once before the text: ${words}`);
    if (id === "A4") assert.ok(words.includes(rule), words);
  });
}

test("a refusal goes away with the next move that is accepted", async ({ openTable }) => {
  const app = await openTable("bid");
  const bid = new Decision(app, "bid");
  await bid.isTitled(t("your_bid"));
  const restore = app.intercept(/POST .*\/moves/, () => error(409, { kind: "conflict", message: "not now" }));
  app.click(bid.primary);
  await app.shows(REFUSED, `${t("refused")} not now×`);
  restore();
  assert.equal((await bid.press()).auction.bid, 24);
  assert.ok(!app.find(REFUSED));
});

test("a server error is shown and the move can be sent again", async ({ openTable }) => {
  const app = await openTable("bid");
  const bid = new Decision(app, "bid");
  await bid.isTitled(t("your_bid"));
  const restore = app.intercept(/POST .*\/moves/, () => new Response("oops", { status: 500, statusText: "Internal Server Error" }));
  app.click(bid.primary);
  await app.shows(REFUSED, `${t("refused")} Internal Server Error×`);
  restore();
  await app.until(() => !app.isDisabled(bid.primary), "the button is on again");
  assert.equal((await bid.press()).auction.bid, 24);
});

slowTest("a move lost on the network is sent again with the same key and made once", async ({ openTable }) => {
  const app = await openTable("bid");
  const bid = new Decision(app, "bid");
  await bid.isTitled(t("your_bid"));
  let failed = 0;
  app.intercept(/POST .*\/moves/, () => {
    if (failed++ === 0) throw new TypeError("network");
  });
  const view = await bid.press();
  assert.equal(view.auction.bid, 24);
  assert.equal(moves(app).length, 2);
  assert.equal(moves(app)[0].body.key, moves(app)[1].body.key);
  const { rows } = await app.json(`/api/tables/${app.table.id}/history`);
  assert.equal(rows.at(-1).seq, moves(app)[0].body.version + 1);
});

slowTest("a double click sends the move once", async ({ openTable }) => {
  const app = await openTable("bid");
  const bid = new Decision(app, "bid");
  await bid.isTitled(t("your_bid"));
  let go;
  app.intercept(/POST .*\/moves/, () => new Promise((done) => (go = done)));
  const button = app.get(bid.primary);
  app.click(button);
  app.click(button);
  await app.until(() => go && app.isDisabled(bid.primary), "the buttons are off while the move is sent");
  assert.ok(app.isDisabled(bid.secondary));
  app.click(bid.primary);
  app.click(bid.secondary);
  go();
  await app.until(() => app.find(".action.is-idle"), "the move is made");
  assert.equal(moves(app).length, 1);
});

// --- outdated positions ---

test("a move in an outdated position is refused", async ({ openTable }) => {
  const app = await openTable("bid");
  const bid = new Decision(app, "bid");
  await bid.isTitled(t("your_bid"));
  deafen(app);
  await send(app, 0, { kind: "bid", amount: 40 });
  app.click(bid.primary);
  await app.until(() => app.find(REFUSED)?.textContent.startsWith(t("refused")), "the refusal");
  assert.equal((await app.view()).auction.bid, 40);
});

slowTest("the board catches up after it has missed a move", async ({ openTable, joinTable }) => {
  const app = await openTable("bid");
  const ben = await joinTable(app.table, { who: "Ben" });
  await new Decision(app, "bid").isTitled(t("your_bid"));
  const listen = deafen(app);
  await send(app, 0, { kind: "bid", amount: 40 });
  await ben.until(() => ben.text("[data-high]").startsWith("40"), "Ben sees the bid");
  listen();
  await send(ben, 1, { kind: "bid", amount: 41 });
  await app.until(() => app.text("[data-high]").startsWith("41"), "Ann sees Ben's bid");
  assert.equal(app.version, (await app.view()).version);
});

slowTest("a lost connection is shown, and the board catches up when it is back", async ({ openTable, joinTable }) => {
  const app = await openTable("bid");
  const ben = await joinTable(app.table, { who: "Ben" });
  await new Decision(app, "bid").isTitled(t("your_bid"));
  app.disconnect();
  await app.shows(".toast[role=alert]", t("lost"));
  await send(ben, 0, { kind: "bid", amount: 40 }).then(
    () => assert.fail("Ben moved for Ann"),
    () => undefined,
  );
  await send(app, 0, { kind: "bid", amount: 40 });
  await app.gone(".toast");
  await app.until(() => app.text("[data-high]").startsWith("40"), "the bid made meanwhile");
  assert.ok(app.find(".action.is-idle"));
});

slowTest("a move made on another device closes the question here", async ({ openTable, joinTable }) => {
  const app = await openTable("bid");
  const phone = await joinTable(app.table);
  await Promise.all([app, phone].map((one) => new Decision(one, "bid").isTitled(t("your_bid"))));
  await new Decision(phone, "bid").press();
  await app.until(() => app.find(".action.is-idle"), "nothing is asked any more");
  assert.equal(app.text(".waiting-note h2"), t("waiting_for", { name: "Ben" }));
});

test("a table that does not exist says so", async ({ openPage }) => {
  const app = await openPage(`/tables/${"x".repeat(22)}`);
  await app.shows("main h1", t("no_table"));
});

// --- warnings ---

const SLIPS = [
  {
    name: "fuel",
    table: "fuel",
    kind: "fuel",
    text: t("warn_fuel", { n: 0, cities: 3 }),
    slip: async (app, decision) => app.click(decision.quiet),
    happened: (view) => Object.keys(view.players[0].fuel).length === 0 && view.decision.seat !== 0,
  },
  {
    name: "capacity",
    table: "capacity",
    kind: "auction",
    text: t("warn_capacity", { output: 1, cities: 3 }),
    slip: async (app, decision) => app.click(decision.secondary),
    happened: (view) => view.players[0].sat_out,
  },
  {
    name: "build",
    table: "build-first",
    kind: "build",
    text: t("warn_build", { n: 10, income: 22 }),
    slip: async (app, decision) => app.click(decision.quiet),
    happened: (view) => view.players[0].cities === 0 && view.decision.seat !== 0,
  },
  {
    name: "income",
    table: "run",
    kind: "run",
    text: t("warn_income", { n: 22 }),
    slip: async (app, decision) => {
      const plant = `${decision.panel} button[data-plant="12"]`;
      if (app.get(plant).getAttribute("aria-pressed") === "true") app.click(plant);
      await app.until(() => app.get(plant).getAttribute("aria-pressed") === "false", "plant 12 is off");
      app.click(decision.primary);
    },
    happened: (view) => view.players[0].money === 122,
  },
];
const WARNING = '[role="alertdialog"]';

for (const { name, table, kind, text, slip, happened } of SLIPS) {
  const open = async (openTable, options) => {
    const app = await openTable(table, options);
    const decision = new Decision(app, kind);
    await app.until(() => app.find(decision.panel), "the question");
    return { app, decision };
  };

  test(`a costly move is sent only after a warning: ${name}`, async ({ openTable }) => {
    const { app, decision } = await open(openTable);
    await slip(app, decision);
    await app.shows(`${WARNING} p`, text);
    assert.equal(moves(app).length, 0);
    assert.ok(happened(await decision.press(decision.anyway)));
    assert.ok(!app.find(WARNING));
  });

  const define = name === "fuel" ? test : slowTest;
  define(`a warning can be heeded: ${name}`, async ({ openTable }) => {
    const { app, decision } = await open(openTable);
    await slip(app, decision);
    await app.until(() => app.find(WARNING), "the warning");
    app.click(app.button(t("back"), WARNING));
    await app.gone(WARNING);
    assert.equal(moves(app).length, 0);
    await slip(app, decision);
    await app.until(() => app.find(WARNING), "the warning again");
  });

  define(`a warning can be switched off in the menu: ${name}`, async ({ openTable }) => {
    const { app, decision } = await open(openTable);
    await openMenu(app);
    const choice = app.field(t(`warning_${name}`));
    assert.ok(choice.checked);
    app.choose(choice, false);
    assert.equal(app.window.localStorage.getItem(`stromnetz.warning.${name}`), "off");
    app.click(app.button(t("close"), "dialog"));
    await app.gone("dialog");
    const before = app.version;
    await slip(app, decision);
    await app.until(() => app.version > before, "the move is made without a warning");
    assert.ok(happened(await app.view()));
  });

  define(`a warning stays off: ${name}`, async ({ openTable }) => {
    const { app, decision } = await open(openTable, { storage: { [`stromnetz.warning.${name}`]: "off" } });
    await openMenu(app);
    assert.ok(!app.field(t(`warning_${name}`)).checked);
    for (const other of SLIPS) if (other.name !== name) assert.ok(app.field(t(`warning_${other.name}`)).checked);
    const before = app.version;
    await slip(app, decision);
    await app.until(() => app.version > before, "the move is made without a warning");
  });
}

slowTest("a warning can be switched off where it appears", async ({ openTable }) => {
  const app = await openTable("slip");
  const decision = new Decision(app, "auction");
  app.click(decision.secondary);
  await app.until(() => app.find(WARNING), "the warning");
  app.choose(`${WARNING} input`, true);
  await decision.press(decision.anyway);
  assert.equal(app.window.localStorage.getItem("stromnetz.warning.capacity"), "off");
  await openMenu(app);
  assert.ok(!app.field(t("warning_capacity")).checked);
  assert.ok(app.field(t("warning_fuel")).checked);
});

test("an idle plant is worth a warning even if all cities are supplied", async ({ openTable }) => {
  const app = await openTable("fuel-more");
  const fuel = new Decision(app, "fuel");
  await fuel.isTitled(t("buy_title"));
  app.click(fuel.quiet);
  await app.shows(`${WARNING} p`, t("warn_idle", { plants: "04" }));
});

for (const [name, plan] of [["fuel", "[data-fill]"], ["build", "[data-city-offer]"]]) {
  slowTest(`with a plan no button ends the phase without it: ${name}`, async ({ openTable }) => {
    const app = await openTable(name);
    const decision = new Decision(app, name);
    await app.until(() => app.find(plan), "the question");
    app.click(plan);
    await app.until(() => app.find(decision.primary) && !app.isDisabled(decision.primary), "the plan");
    assert.ok(!app.find(decision.quiet));
    assert.equal(app.text(decision.secondary), t("clear"));
    app.click(decision.secondary);
    await app.until(() => app.find(decision.quiet), "nothing is planned");
    assert.equal(moves(app).length, 0);
  });
}

slowTest("building nothing brings no warning to a company with cities", async ({ openTable }) => {
  const app = await openTable("build");
  const build = new Decision(app, "build");
  await build.isTitled(t("build_title"));
  assert.equal((await build.press(build.quiet)).decision.seat, 2);
});

slowTest("passing with enough plants brings no warning", async ({ openTable }) => {
  const app = await openTable("open");
  const decision = new Decision(app, "auction");
  const view = await decision.press(decision.secondary);
  assert.ok(view.players[0].sat_out);
});

// --- undo ---

slowTest("a scrapped plant comes back with undo", async ({ openTable }) => {
  const app = await openTable("scrap");
  const scrap = new Decision(app, "scrap");
  const discardFuel = new Decision(app, "discard-fuel");
  await scrap.isTitled(t("scrap_title"));
  app.click(`${scrap.panel} button[data-plant="12"]`);
  await scrap.offers(t("scrap_confirm", { plant: "12" }));
  await scrap.press();
  await discardFuel.isTitled(t("discard_fuel_title"));
  const undone = await discardFuel.press("[data-undo]");
  assert.deepEqual([undone.decision.kind, undone.players[0].plants], ["scrap", [11, 12, 13, 29]]);
  await scrap.isTitled(t("scrap_title"));
});

test("nothing can be undone once a new card has been drawn", async ({ openTable }) => {
  const app = await openTable("discard-fuel");
  const discardFuel = new Decision(app, "discard-fuel");
  await discardFuel.isTitled(t("discard_fuel_title"));
  app.click(`${discardFuel.panel} [data-choice]`);
  await app.until(() => !app.isDisabled(discardFuel.primary), "a choice is made");
  const after = await discardFuel.press();
  assert.deepEqual(after.players[0].plants, [11, 13, 29]);
  await app.until(() => app.isDisabled("[data-undo]"), "undo is off");
  await keysWork(app);
  const before = app.requests.length;
  app.click("[data-undo]");
  app.press("u");
  assert.ok(!app.requests.slice(before).some((one) => one.path.endsWith("/undo")));
});

test("the key U undoes the last move", async ({ openTable }) => {
  const app = await openTable("bid");
  const bid = new Decision(app, "bid");
  await bid.isTitled(t("your_bid"));
  await keysWork(app);
  await bid.press();
  await app.until(() => !app.isDisabled("[data-undo]"), "undo is on");
  app.press("u");
  await bid.isTitled(t("your_bid"));
  assert.equal((await app.view()).auction.bid, 23);
});

slowTest("only the player who moved can undo", async ({ openTable, joinTable }) => {
  const app = await openTable("bid");
  const ben = await joinTable(app.table, { who: "Ben" });
  const bid = new Decision(app, "bid");
  await bid.isTitled(t("your_bid"));
  await bid.press();
  await app.until(() => !app.isDisabled("[data-undo]"), "Ann can undo");
  await ben.until(() => ben.text("[data-high]").startsWith("24"), "Ben sees the bid");
  assert.ok(ben.isDisabled("[data-undo]"));
  const own = new Decision(ben, "bid");
  await own.press(own.secondary);
  await app.until(() => app.isDisabled("[data-undo]"), "Ann cannot undo after Ben's move");
});

slowTest("others see the position before the undone move", async ({ openTable, joinTable }) => {
  const app = await openTable("bid");
  const ben = await joinTable(app.table, { who: "Ben" });
  const bid = new Decision(app, "bid");
  await bid.press();
  await ben.until(() => ben.find('.action.is-mine[data-decision="bid"]'), "Ben is asked");
  app.click("[data-undo]");
  await ben.until(() => ben.find(".action.is-idle"), "Ben waits again");
  assert.ok(ben.text("[data-high]").startsWith("23"));
});

test("a refused undo is explained", async ({ openTable }) => {
  const app = await openTable("bid");
  const bid = new Decision(app, "bid");
  await bid.press();
  await app.until(() => !app.isDisabled("[data-undo]"), "undo is on");
  app.intercept(/POST .*\/undo/, () => error(409, { kind: "conflict", message: "too late", facts: {} }));
  app.click("[data-undo]");
  await app.shows(REFUSED, `${t("refused")} too late×`);
  assert.equal((await app.view()).auction.bid, 24);
});

slowTest("an undo that crosses a bot's move uses the newest version", async ({ openTable }) => {
  const app = await openTable("bid");
  const bid = new Decision(app, "bid");
  await bid.press();
  await app.until(() => !app.isDisabled("[data-undo]"), "undo is on");
  const { version } = await app.view();
  let asked = 0;
  app.intercept(/POST .*\/undo/, () => {
    if (asked++ === 0) return error(409, { kind: "conflict", message: "moved on", facts: { version: version + 7 } });
    return error(403, { kind: "forbidden", message: "no" });
  });
  app.click("[data-undo]");
  await app.shows(REFUSED, `${t("refused")} no×`);
  const sent = app.requests.filter((one) => one.path.endsWith("/undo")).map((one) => one.body.version);
  assert.deepEqual(sent, [version, version + 7]);
});
