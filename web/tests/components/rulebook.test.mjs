// The page of the rules: the game in ten minutes, all rules with a search, the glossary.
import assert from "node:assert/strict";
import { nightlyTest, slowTest, test, translator } from "./app.mjs";

const DEFAULT = "classic-2009";

/** Open the page, and wait for its texts. */
async function openRules(openPage, path = "/rules", options = {}) {
  const app = await openPage(path, options);
  await app.until(() => app.find("[data-rule-text]"), "the rules");
  return app;
}

const shownRules = (app) => app.all("[data-rule-text]").map((one) => one.dataset.ruleText);
const marked = (app) => app.all(".is-active[data-rule-text]").map((one) => one.dataset.ruleText);

/** Go to a part of the page, as a link or the way back does. */
function goTo(app, part) {
  app.window.location.hash = part;
  app.window.dispatchEvent(new app.window.HashChangeEvent("hashchange"));
}

for (const [language, define] of [["en", test], ["de", test], ["nl", nightlyTest]]) {
  define(`the page shows the guide with its figures, the rules and the glossary in ${language}`, async ({ openPage }) => {
    const app = await openRules(openPage, "/rules", { language });
    const [game, glossary, book] = await Promise.all(
      ["guides/the-game", "guides/glossary", `editions/${DEFAULT}/rules`].map((one) => app.json(`/api/${one}?language=${language}`)),
    );
    assert.deepEqual(app.texts(".rules-text h2"), [game.title, (await translator(language, "rules"))("full"), glossary.title]);
    const about = game.sections.filter((one) => one.games.length === 0 || one.games.includes("robots"));
    assert.deepEqual(app.texts("#game section > h3"), about.slice(1).map((one) => one.title));
    assert.deepEqual(app.texts("#glossary h3"), glossary.sections.slice(1).map((one) => one.title));
    assert.equal(app.all("figure figcaption").length, 7);
    assert.ok(app.find("figure .plant-card") && app.find("figure .fuel-pieces") && app.find("figure .city-plate") && app.find("figure .income-bar"));
    assert.deepEqual(shownRules(app), book.headings.flatMap((one) => one.rules));
    assert.equal(app.all(".contents ul ul li").length, book.headings.length);
  });
}

test("every link of the contents and every id in a text leads to something on the page", async ({ openPage }) => {
  const app = await openRules(openPage, "/rules?edition=all");
  const lost = app.all('main a[href^="#"]').filter((one) => !app.document.getElementById(one.getAttribute("href").slice(1)));
  assert.deepEqual(lost.map((one) => one.textContent), []);
  assert.ok(app.all("#game .rule-id").length > 30);
  assert.ok(app.all("#glossary .rule-id").length > 30);
});

test("the address names a rule, which is marked; forwards and back it follows", async ({ openPage }) => {
  const app = await openRules(openPage, "/rules#A9");
  await app.until(() => app.document.activeElement?.dataset.ruleText === "A9", "the rule has the focus");
  assert.deepEqual(marked(app), ["A9"]);
  for (const id of ["B3", "A9"]) {
    goTo(app, id);
    await app.until(() => marked(app).join() === id, `${id} is marked`);
  }
  goTo(app, "glossary");
  await app.until(() => marked(app).length === 0, "no rule is marked");
});

test("a search finds rules, and a link to another rule ends it", async ({ openPage }) => {
  const app = await openRules(openPage);
  const all = shownRules(app).length;
  app.type("[data-rule-search]", "bid more than the money");
  await app.until(() => shownRules(app).join() === "A5", "one rule is left");
  app.click('#game .rule-id[href="#P3"]');
  goTo(app, "P3");
  await app.until(() => marked(app).join() === "P3", "the other rule");
  assert.equal(shownRules(app).length, all);
  assert.equal(app.get("[data-rule-search]").value, "");
});

test("another edition shows its rules, and its address", async ({ openPage }) => {
  const app = await openRules(openPage);
  assert.equal(app.get("[data-edition]").value, DEFAULT);
  app.choose("[data-edition]", "outpost");
  await app.until(() => shownRules(app).includes("L16"), "the rules of Outpost");
  assert.ok(!shownRules(app).includes("F2"));
  assert.equal(app.window.location.search, "?edition=outpost");
  const again = await openRules(openPage, "/rules?edition=outpost");
  assert.ok(shownRules(again).includes("L16"));
});

test("the guide says what the edition changes, and another one shows its own section", async ({ openPage }) => {
  const games = (app) => app.all("#game [data-games]").map((one) => one.dataset.games).filter(Boolean);
  const app = await openRules(openPage, "/rules?edition=outpost#game");
  assert.deepEqual(games(app), ["outpost"]);
  app.choose("[data-edition]", "deluxe-europe");
  await app.until(() => games(app).join("|") === "deluxe-europe deluxe-north-america|robots", "the sections on deluxe and on robots");
  app.choose("[data-edition]", DEFAULT);
  await app.until(() => games(app).join() === "robots", "the section on robots");
  assert.deepEqual(app.all("#game .steps > li").length, 5);
});

test("the glossary links to rules of other editions", async ({ openPage }) => {
  const app = await openRules(openPage);
  assert.ok(!shownRules(app).includes("N1"));
  app.get('#glossary .rule-id[href="#N1"]');
  goTo(app, "N1");
  await app.until(() => marked(app).join() === "N1", "the rule of North America");
});

test("a rule of another edition shows all of them", async ({ openPage }) => {
  const app = await openRules(openPage, "/rules#L16");
  await app.until(() => marked(app).join() === "L16", "the rule");
  assert.equal(app.get("[data-edition]").value, "all");
  assert.ok(shownRules(app).includes("F2"));
  assert.ok(!app.text('[data-rule-text="L16"] p').startsWith("L16"), "the id is not repeated");
});

slowTest("a switch of the language keeps the place", async ({ openPage }) => {
  const app = await openRules(openPage, "/rules#A5");
  app.click('[data-lang="de"]');
  await app.until(() => app.text('[data-rule-text="A5"] p').startsWith("Niemand"), "the rule in German");
  assert.deepEqual(marked(app), ["A5"]);
});

test("the rules are shown to visitors whose name cannot be asked for", async ({ openPage }) => {
  const before = (app) => app.intercept(/^GET \/api\/me$/, () => Promise.reject(new TypeError("failed")));
  await openRules(openPage, "/rules", { before });
});

test("the page is printed in the light theme", async ({ openPage }) => {
  const app = await openRules(openPage, "/rules");
  const root = app.document.documentElement;
  root.dataset.theme = "dark";
  app.window.dispatchEvent(new app.window.Event("beforeprint"));
  assert.equal(root.dataset.theme, "light");
  app.window.dispatchEvent(new app.window.Event("afterprint"));
  assert.equal(root.dataset.theme, "dark");
});

test("if the rules cannot be fetched, the page says so", async ({ openPage }) => {
  const before = (app) => app.intercept(/^GET \/api\/guides/, () => Promise.reject(new TypeError("failed")));
  const app = await openPage("/rules", { before });
  const t = await translator();
  await app.shows("[role=alert]", t("no_server"));
});
