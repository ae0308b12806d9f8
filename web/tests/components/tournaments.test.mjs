// Tournaments of bots on the admin page.
import assert from "node:assert/strict";
import { newAdmin } from "./accounts.mjs";
import { slowTest, test, translator } from "./app.mjs";

const a = await translator("en", "admin");
const PLAN = { bots: ["plain", "random"], kinds: [{ edition: "classic-2004", map: "usa", players: 3, options: {}, regions: "random" }], deals: 1, seed: 0 };
const row = (more = {}) => ({ id: "one", asked_at: 1, plan: PLAN, done: 0, of: 6, state: "open", ...more });

/** The tab, with these tournaments instead of those of the server; `null`: the real ones. */
async function openTournaments(openPage, rows = [], setup = undefined) {
  const admin = await newAdmin();
  const app = await openPage("/admin", { cookie: admin.cookie, setup });
  await app.until(() => app.find(".admin-list li"), "the admin page");
  if (rows) app.intercept(/^GET \/api\/admin\/tournaments$/, () => Response.json({ tournaments: rows }));
  app.click('[data-value="tournaments"]');
  await app.until(() => app.find("[data-bots]") && (rows === null || app.all(".admin-list li").length === rows.length), "the tournaments");
  return Object.assign(app, { admin });
}

const letPlay = (app) => app.button(a("let_play"));
const choose = async (app, label, value) => {
  app.choose(app.field(label), value);
  await app.rendered();
};
const options = (app, label) => [...app.field(label).options].map((one) => one.value);

test("a tournament needs at least two bots", async ({ openPage }) => {
  const app = await openTournaments(openPage);
  await app.shows(".panel > p.text-muted", a("nothing"));
  assert.ok(app.isDisabled(letPlay(app)));
  await choose(app, "plain", true);
  assert.ok(app.isDisabled(letPlay(app)));
  await choose(app, "random", true);
  assert.ok(!app.isDisabled(letPlay(app)));
  await choose(app, "plain", false);
  assert.ok(app.isDisabled(letPlay(app)));
});

test("the boards and numbers of players follow the edition", async ({ openPage }) => {
  const app = await openTournaments(openPage);
  const editions = await app.json("/api/editions");
  for (const edition of editions) {
    await choose(app, a("edition"), edition.id);
    assert.deepEqual(options(app, a("map")), edition.maps);
    for (const map of edition.maps) {
      await choose(app, a("map"), map);
      assert.deepEqual(options(app, a("players")).map(Number), edition.players_on[map], `${edition.id} on ${map}`);
    }
  }
});

test("the form sends edition, map, players, bots and deals", async ({ openPage }) => {
  const app = await openTournaments(openPage);
  app.intercept(/^POST \/api\/admin\/tournaments$/, () => Response.json({ tournaments: [row()] }, { status: 201 }));
  const edition = (await app.json("/api/editions")).find((one) => one.id === "classic-2004");
  await choose(app, a("edition"), edition.id);
  await choose(app, a("map"), edition.maps.at(-1));
  await choose(app, a("players"), "3");
  await choose(app, a("deals"), "5");
  for (const bot of PLAN.bots) await choose(app, bot, true);
  app.submit(".panel form");
  await app.until(() => app.find(".admin-list li"), "the tournament is listed");
  const { body } = app.requests.find((one) => one.method === "POST");
  assert.deepEqual(body, { edition: edition.id, map: edition.maps.at(-1), players: 3, bots: PLAN.bots, deals: 5 });
});

slowTest("a tournament that is refused says why", async ({ openPage }) => {
  const app = await openTournaments(openPage);
  for (const bot of PLAN.bots) await choose(app, bot, true);
  await choose(app, a("deals"), "201");
  app.submit(".panel form");
  await app.until(() => app.find(".panel > [role=alert]"), "the refusal");
  assert.ok(!app.find(".admin-list li"));
});

test("an unfinished tournament shows how many games are played", async ({ openPage }) => {
  const app = await openTournaments(openPage, [row({ done: 2 })]);
  assert.equal(app.text(".admin-list b"), "plain, random");
  assert.equal(app.text(".admin-list small"), ["classic-2004", "usa", a("seats_n", { n: 3 }), a("games_of", { n: 2, of: 6 })].join(" · "));
  const bar = app.get("progress");
  assert.deepEqual([bar.getAttribute("value"), bar.getAttribute("max"), bar.getAttribute("aria-label")].map(String), ["2", "6", a("games_of", { n: 2, of: 6 })]);
  assert.ok(!app.find("[data-standings]"));
  assert.ok(!app.texts(".admin-list a").includes(a("whole_report")));
});

slowTest("a tournament with games that failed says so", async ({ openPage }) => {
  const app = await openTournaments(openPage, [row({ state: "failed", done: 3 })]);
  assert.ok(app.text(".admin-list small").endsWith(a("gave_up")));
  assert.ok(!app.find("progress"));
});

test("a finished tournament shows its standings, and links to its report", async ({ openPage }) => {
  const standings = [{ bot: "plain", seats: 6, share: 0.834, fair: 0.5, mean_rank: 1.167 }, { bot: "random", seats: 6, share: 0.166, fair: 0.5, mean_rank: 1.833 }];
  const setup = (_, app) => app.intercept(/^GET \/api\/admin\/tournaments\/one$/, () => Response.json({ games: 6, standings }));
  const page = await openTournaments(openPage, [row({ state: "done", done: 6 })], setup);
  await page.until(() => page.find("[data-standings] tbody"), "the standings");
  assert.deepEqual(page.texts("[data-standings] th"), [a("bot"), a("wins"), a("fair"), a("rank")]);
  assert.deepEqual(page.all("[data-standings] tbody tr").map((one) => [...one.children].map((cell) => page.text(cell))), [["plain", "83%", "50%", "1.17"], ["random", "17%", "50%", "1.83"]]);
  assert.equal(page.button(a("whole_report")).getAttribute("href"), "/api/admin/tournaments/one/report");
});

test("a tournament is deleted after a second click", async ({ openPage }) => {
  const rows = [row()];
  const app = await openTournaments(openPage, rows);
  app.intercept(/^DELETE \/api\/admin\/tournaments\/one$/, () => {
    rows.length = 0;
    return new Response(null, { status: 204 });
  });
  app.click(app.button(a("delete"), ".admin-list"));
  await app.until(() => app.texts(".admin-list button").includes(a("sure")), "the button asks once more");
  assert.equal(rows.length, 1);
  app.click(app.button(a("sure"), ".admin-list"));
  await app.gone(".admin-list li");
});

slowTest("two bots play a tournament on the server, and the page follows until its end", async ({ openPage }) => {
  const app = await openTournaments(openPage, null);
  await choose(app, a("players"), "2");
  await choose(app, a("deals"), "1");
  for (const bot of PLAN.bots) await choose(app, bot, true);
  app.submit(".panel form");
  await app.until(() => app.find(".admin-list progress, [data-standings]"), "the tournament is listed");
  await app.until(() => app.all("[data-standings] tbody tr").length === 2, "the standings");
  const report = await app.admin.request(app.button(a("whole_report")).getAttribute("href"));
  assert.match(await report.text(), /<table/);
});
