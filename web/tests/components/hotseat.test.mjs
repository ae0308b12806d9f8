// Who looks at the board: several people on one screen, spectators, other languages, and lost seats.
import assert from "node:assert/strict";
import { nightlyTest, slowTest, test, translator } from "./app.mjs";
import { Decision } from "./decision.mjs";

const t = await translator();
const LANGUAGES = ["en", "de", "nl"];
const words = Object.fromEntries(await Promise.all(LANGUAGES.map(async (one) => [one, await translator(one)])));

const money = (app) => app.texts(".player-card [data-money] b");
const mine = (app) => app.get(".player-card.is-viewer").dataset.seat;

// --- several people on one screen ---

/** Open a table where all seats belong to Ann's screen: she has opened the links of the others. */
async function openShared({ prepare, joinTable }, name) {
  const table = await prepare(name);
  for (const who of ["Ben", "Cleo"]) {
    const response = await fetch(`${process.env.STROMNETZ_TEST_SERVER}/api/recover`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie: `stromnetz=${table.cookies.Ann}` },
      body: JSON.stringify({ token: table.tokens[who] }),
    });
    assert.ok(response.ok, await response.text());
  }
  return joinTable(table);
}

test("with open money the screen passes to the next player by itself", async (session) => {
  const app = await openShared(session, "bid");
  const bid = new Decision(app, "bid");
  await bid.isTitled(t("your_bid"));
  assert.equal(mine(app), "0");
  await bid.press();
  await app.until(() => mine(app) === "1" && app.find(bid.panel), "the next player is asked");
  assert.ok(!app.find("[data-curtain]"));
  const { body } = app.requests.findLast((one) => one.path.endsWith("/moves"));
  assert.deepEqual([body.seat, body.moves], [0, [{ kind: "bid", amount: 24 }]]);
  await bid.press(bid.secondary);
  assert.equal(app.requests.findLast((one) => one.path.endsWith("/moves")).body.seat, 1);
});

test("with hidden money a curtain hides the board until the next player is there", async (session) => {
  const app = await openShared(session, "hidden");
  assert.deepEqual(money(app), ["100", "?", "?"]);
  const open = new Decision(app, "auction");
  app.click('button.plant-card[data-plant="14"]');
  await open.offers(t("open_for", { plant: "14", bid: 14 }));
  await open.press();
  await app.until(() => app.find("[data-curtain]"), "the curtain");
  assert.ok(!app.find(".player-card.is-acting"));
  assert.ok(!app.find(".action.is-mine"));
  assert.deepEqual(money(app), ["100", "?", "?"]);
  assert.equal(app.text("[data-curtain] h1"), t("hand_over", { name: "Ben" }));
  app.click("[data-curtain] button");
  await app.gone("[data-curtain]");
  await app.until(() => app.find('.action.is-mine[data-decision="bid"]'), "the next player is asked");
  assert.equal(mine(app), "1");
  assert.deepEqual(money(app), ["?", "80", "?"]);
});

slowTest("each player at one screen gets the curtain in turn, and nobody sees the others' money", async ({ openPage }) => {
  const app = await openPage("/new");
  await app.until(() => app.find("[data-create]"), "the form");
  app.click('[data-value="3"]');
  app.click('[data-company="screen"]');
  await app.until(() => app.all(".name-list input").length === 3, "three players");
  app.click('[data-value="hidden"]');
  await app.until(() => app.get('[data-value="hidden"]').getAttribute("aria-checked") === "true", "hidden money");
  app.click("[data-create]");
  await app.until(() => app.find(".table"), "the table");
  const seen = new Set();
  for (let i = 0; i < 6; i++) {
    await app.until(() => app.find("[data-curtain], .action.is-mine:not([data-busy])"), "somebody is asked");
    if (app.find("[data-curtain]")) {
      app.click("[data-curtain] button");
      await app.until(() => !app.find("[data-curtain]") && app.find(".action.is-mine:not([data-busy])"), "the curtain is open");
    }
    seen.add(mine(app));
    assert.deepEqual([...new Set(app.texts(".player-card:not(.is-viewer) [data-money] b"))], ["?"]);
    assert.match(app.text(".player-card.is-viewer [data-money] b"), /^\d+$/);
    const decision = new Decision(app, app.get(".action.is-mine").dataset.decision);
    if (app.find('[data-decision="auction"]')) {
      app.click("button.plant-card");
      await app.until(() => !app.isDisabled(decision.primary), "a plant is chosen");
    }
    const version = app.version;
    app.click(app.find('[data-decision="bid"]') ? decision.secondary : `${decision.panel} :is([data-primary], [data-quiet])`);
    await app.until(() => app.version > version && !app.find("[data-busy]"), "the move is made");
  }
  assert.ok(seen.size >= 2, `only ${[...seen]} played`);
});

slowTest("the title of the page calls the player whose turn it is", async ({ openTable, joinTable }) => {
  const app = await openTable("bid");
  const ben = await joinTable(app.table, { who: "Ben" });
  await app.until(() => app.document.title === `(1) ${t("your_turn")} · Stromnetz`, "it is Ann's turn");
  assert.equal(ben.document.title, "Stromnetz");
  const bid = new Decision(app, "bid");
  await bid.press();
  await ben.until(() => ben.document.title === `(1) ${t("your_turn")} · Stromnetz`, "it is Ben's turn");
  await app.until(() => app.document.title === "Stromnetz", "Ann waits");
});

// --- spectators ---

test("a spectator cannot act", async ({ openTable }) => {
  const app = await openTable("open", { who: null });
  await app.until(() => app.find(".action.is-idle"), "the panel");
  assert.ok(app.texts(".action .text-muted").includes(t("you_watch")));
  for (const sign of [".action.is-mine", "[data-primary]", "button.plant-card", ".player-card.is-viewer", "[data-preset-moves]", ".stepper", "[data-ask-advice][data-advised=true]"]) {
    assert.ok(!app.find(sign), sign);
  }
  assert.ok(app.isDisabled("[data-undo]"));
  assert.equal(app.document.title, "Stromnetz");
  await assert.rejects(
    app.post(`/api/tables/${app.table.id}/moves`, { seat: 0, moves: [{ kind: "sit-out" }], version: 0, key: "test-spectator" }),
    /401|403/,
  );
});

test("a spectator sees no hidden money", async ({ openTable, joinTable }) => {
  const stranger = await openTable("hidden", { who: null });
  const ann = await joinTable(stranger.table);
  assert.deepEqual(money(stranger), ["?", "?", "?"]);
  assert.deepEqual(money(ann), ["100", "?", "?"]);
});

slowTest("a spectator sees every move at once", async ({ openTable, joinTable }) => {
  const stranger = await openTable("bid", { who: null });
  const ann = await joinTable(stranger.table);
  assert.ok(stranger.text("[data-high]").startsWith("23"));
  await new Decision(ann, "bid").press();
  await stranger.until(() => stranger.text("[data-high]").startsWith("24"), "the bid");
  assert.equal(stranger.text(".auction .highest-bidder"), "Ann");
  await stranger.shows(".waiting-note h2", t("waiting_for", { name: "Ben" }));
});

slowTest("bots can be watched from the start page", async ({ openPage }) => {
  const app = await openPage("/");
  await app.until(() => app.find("[data-watch]"), "the button");
  app.click("[data-watch]");
  await app.until(() => app.find(".action.is-idle, [data-end]"), "the table");
  assert.ok(!app.find(".action.is-mine"));
  assert.equal(app.document.title, "Stromnetz");
  const before = app.version;
  await app.until(() => app.version > before + 3 || app.find("[data-end]"), "the bots move");
});

test("a player gets a lost seat back by pasting its link", async ({ openTable }) => {
  const app = await openTable("bid", { who: null });
  await app.until(() => app.find("[data-seat-back]"), "the form");
  const paste = async (link) => {
    app.type("[data-seat-back] input", link);
    await new Promise(setImmediate); // the form is drawn again
    app.submit("[data-seat-back]");
  };
  await paste("nonsense");
  await app.shows("[data-seat-back] [role=alert]", t("seat_back_wrong"));
  await paste(`http://localhost/recover/${"x".repeat(32)}`);
  await app.until(() => app.text("[data-seat-back] [role=alert]") === "This link doesn't open a seat, or has expired.", "the refusal");
  let reloaded = false;
  app.window.location.reload = () => (reloaded = true);
  await paste(`http://localhost/recover/${app.table.tokens.Ann}`);
  await app.until(() => reloaded, "the page is loaded again");
  assert.equal((await app.view()).seat, 0);
});

// --- languages ---

test("the language chosen on the start page stays", async ({ openPage }) => {
  const app = await openPage("/");
  await app.until(() => app.find('[data-lang="de"]'), "the languages");
  app.click('[data-lang="de"]');
  await app.until(() => app.text("[data-play-now]").includes(words.de("play_now")), "German");
  assert.equal(app.document.documentElement.lang, "de");
  assert.equal(app.get('[data-lang="de"]').getAttribute("aria-pressed"), "true");
  assert.equal(app.window.localStorage.getItem("stromnetz.language"), "de");
  const again = await openPage("/", { storage: { "stromnetz.language": "de" } });
  await again.until(() => again.find("[data-play-now]")?.textContent.includes(words.de("play_now")), "German again");
  assert.equal(again.document.documentElement.lang, "de");
});

for (const language of LANGUAGES) {
  const define = language === "de" ? test : nightlyTest;
  define(`the table speaks the language of the browser: ${language}`, async ({ openTable }) => {
    const app = await openTable("open", { language });
    const own = words[language];
    assert.equal(app.document.documentElement.lang, language);
    assert.equal(app.text(".market h2"), own("plant_market"));
    assert.equal(app.text(".fuel h2"), own("fuel"));
    assert.equal(app.text(".left-column h2"), own("players"));
    await new Decision(app, "auction").isTitled(own("open_title"));
    await app.until(() => app.document.title === `(1) ${own("your_turn")} · Stromnetz`, "the title");
  });

  define(`the menu changes the language of the whole table: ${language}`, async ({ openTable }) => {
    const app = await openTable("open", { language: language === "en" ? "nl" : "en" });
    app.click("[data-menu]");
    await app.until(() => app.find(`dialog [data-lang="${language}"]`), "the menu");
    app.click(`dialog [data-lang="${language}"]`);
    const own = words[language];
    await app.shows(".market h2", own("plant_market"));
    await app.shows("dialog h2", own("menu"));
    await app.until(() => app.document.title === `(1) ${own("your_turn")} · Stromnetz`, "the title");
    await new Decision(app, "auction").isTitled(own("open_title"));
    assert.equal(app.text('.fuel [data-fuel="coal"] .name span'), { en: "Coal", de: "Kohle", nl: "Kolen" }[language]);
    assert.equal(app.get(".lamps").getAttribute("aria-label"), { en: "Step 1", de: "Stufe 1", nl: "Periode 1" }[language]);
    assert.equal(app.document.documentElement.lang, language);
    assert.equal(app.window.localStorage.getItem("stromnetz.language"), language);
  });
}

slowTest("a chosen plant stays chosen when the language changes", async ({ openTable }) => {
  const app = await openTable("open");
  const open = new Decision(app, "auction");
  app.click('button.plant-card[data-plant="14"]');
  await open.offers(t("open_for", { plant: "14", bid: 14 }));
  app.click("[data-menu]");
  await app.until(() => app.find('dialog [data-lang="de"]'), "the menu");
  app.click('dialog [data-lang="de"]');
  await open.offers(words.de("open_for", { plant: "14", bid: 14 }));
});
