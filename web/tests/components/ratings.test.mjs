// The ladder and the profiles of those who play rated tables.
import assert from "node:assert/strict";
import { playRated, signUp, Visitor } from "./accounts.mjs";
import { slowTest, test, translator } from "./app.mjs";

const r = await translator("en", "ratings");
const t = await translator();
const BOTS = ["easy", "normal", "easy"];

/** Somebody with finished rated games: the first seat of a game that another seat won. */
async function rated(games = 1) {
  const ann = await signUp();
  const tables = await playRated([ann.name, ...BOTS], { games });
  return Object.assign(ann, { tables });
}

const openProfile = async (openPage, person, path = "/account/profile") => {
  const app = await openPage(path, { cookie: person?.cookie });
  await app.until(() => app.find(".curve"), "the profile");
  return app;
};
const facts = (app, heading) => {
  const title = app.all("h2").find((one) => app.text(one) === heading);
  return [...title.nextElementSibling.children].map((one) => app.text(one));
};

// --- profiles ---

test("a profile shows the rating, its curve and the share of games won", async ({ openPage }) => {
  const ann = await rated();
  const { standings: [stand], since } = await ann.ask("/api/me/profile");
  const app = await openProfile(openPage, ann);
  assert.equal(app.text("h1"), ann.name);
  assert.ok(since > 0 && app.find("main > p.text-muted"), "since when there is an account");
  assert.equal(app.text(".rating-value"), `${stand.points}?`);
  assert.ok(app.text(".panel p").includes(`±${stand.deviation}`));
  assert.equal(app.text(".tag"), r("provisional"));
  assert.equal(app.get(".curve").getAttribute("aria-label"), `${r("curve")}: 1500 → ${stand.points}`);
  assert.equal(app.get(".curve polyline").getAttribute("points").split(" ").length, 2);
  assert.ok(app.texts(".panel .text-muted").includes(r("won_of", { won: stand.wins, games: 1 })));
});

test("a profile lists the shares by edition and by seat, the favourite plants and the last games", async ({ openPage }) => {
  const ann = await rated();
  const { seats: [seat], plants, games: [game], editions: [edition] } = await ann.ask("/api/me/profile");
  const app = await openProfile(openPage, ann);
  const share = `${100 * seat.wins}% ${r("won_of", { won: seat.wins, games: 1 })}`;
  assert.deepEqual(facts(app, r("by_seat")), [`${r("seat", { n: 1 })}${share}`]);
  const [byEdition] = facts(app, r("by_edition"));
  assert.ok(byEdition.endsWith(share) && !byEdition.includes(edition.edition), "the edition is named, not its id");
  assert.equal(facts(app, r("plants")).length, plants.length);
  assert.ok(facts(app, r("plants"))[0].endsWith(r("times", { n: plants[0].times })));
  const [last] = app.texts("[data-last-games] dd");
  assert.equal(last, `${r("place", { rank: game.rank, players: 4 })} ${game.points}`);
  assert.equal(app.get("[data-last-games] a").getAttribute("href"), `/tables/${ann.tables[0]}`);
});

slowTest("the second game shows how the rating has changed", async ({ openPage }) => {
  const ann = await rated(2);
  const { games } = await ann.ask("/api/me/profile");
  const change = games.find((one) => one.change !== null).change;
  const app = await openProfile(openPage, ann);
  const shown = app.texts("[data-last-games] dd");
  assert.equal(shown.length, 2);
  assert.ok(shown.some((one) => one.endsWith(`(${change < 0 ? "−" : "+"}${Math.abs(change)})`)), shown.join(" | "));
});

slowTest("after ten games a rating is no longer provisional", async ({ openPage }) => {
  const ann = await rated(10);
  const app = await openProfile(openPage, ann);
  assert.ok(!app.find(".tag"));
  assert.match(app.text(".rating-value"), /^\d+$/);
});

test("a resigned game is marked, and a game that is not kept has no link", async ({ openPage }) => {
  const ann = await rated();
  const profile = await ann.ask("/api/me/profile");
  const games = [{ ...profile.games[0], table: null, resigned: true }];
  const setup = (_, app) => app.intercept(/^GET \/api\/players\/x$/, () => Response.json({ ...profile, mine: false, games }));
  const app = await openPage("/players/x", { setup });
  await app.until(() => app.find("[data-last-games] dd"), "the profile");
  assert.ok(app.text("[data-last-games] dd").startsWith(r("resigned")));
  assert.ok(!app.find("[data-last-games] a"));
});

test("everybody sees the profile of a player by name, and only its owner can hide it", async ({ openPage }) => {
  const ann = await rated();
  const eve = await openProfile(openPage, null, `/players/${encodeURIComponent(ann.name)}`);
  assert.equal(eve.text("h1"), ann.name);
  assert.ok(!eve.find("[data-hide]"));
});

test("a hidden profile is shown to its owner alone, until it is shown again", async ({ openPage }) => {
  const ann = await rated();
  const path = `/players/${encodeURIComponent(ann.name)}`;
  const app = await openProfile(openPage, ann);
  app.choose("[data-hide]", true);
  await app.shows(".note.is-calm", r("hidden"));
  const eve = await openPage(path);
  await eve.shows("main > [role=alert]", await new Visitor().refusal(`/api${path}`, undefined, { method: "GET" }));
  assert.ok(!eve.find(".curve"));
  app.choose("[data-hide]", false);
  await app.gone(".note.is-calm");
  await openProfile(openPage, null, path);
});

test("a profile that could not be hidden says why", async ({ openPage }) => {
  const app = await openProfile(openPage, await rated());
  app.intercept(/^PUT \/api\/me\/profile$/, () => Promise.reject(new TypeError("failed")));
  app.choose("[data-hide]", true);
  await app.shows("main > [role=alert]", t("no_server"));
  assert.ok(!app.find(".note.is-calm"));
});

slowTest("a bot has a profile too", async ({ openPage }) => {
  await rated();
  const app = await openProfile(openPage, null, "/players/easy");
  assert.ok(app.text("h1").endsWith(r("bot")));
  assert.ok(!app.find("main > p.text-muted"), "a bot is no member");
});

test("an account without rated games sees that on its profile", async ({ openPage }) => {
  const ann = await signUp();
  const app = await openPage("/account/profile", { cookie: ann.cookie });
  await app.shows("h1", ann.name);
  assert.ok(app.texts("main p").includes(r("no_games")));
  assert.ok(!app.find("[role=alert]"));
});

test("a guest has no profile and is told why", async ({ openPage }) => {
  const app = await openPage("/account/profile");
  await app.shows("main > [role=alert]", await new Visitor().refusal("/api/me/profile", undefined, { method: "GET" }));
});

test("a name that nobody has leads to a refusal and to the ladder", async ({ openPage }) => {
  const app = await openPage("/players/nobody-at-all");
  await app.until(() => app.find("main > [role=alert]"), "the refusal");
  app.click(app.button(r("ladder")));
  await app.shows("h1", r("ladder"));
});

slowTest("a profile is in the language of the visitor", async ({ openPage }) => {
  const ann = await rated();
  const app = await openProfile(openPage, ann);
  for (const language of ["de", "nl"]) {
    const words = await translator(language, "ratings");
    app.click(`[data-lang=${language}]`);
    await app.shows(".tag", words("provisional"));
    assert.ok(app.texts("h2").includes(words("by_seat")));
  }
});

// --- the ladder ---

/** The ladder; `answer`: with these rows instead of those of the server. */
async function ladder(openPage, answer = null) {
  const groups = await new Visitor().ask("/api/ratings");
  const setup = (_, app) => {
    // answered in order: a late answer hides the ladder, see the last test
    app.intercept(/^GET \/api\/ratings$/, () => Response.json(groups));
    if (!answer) return;
    app.intercept(/^GET \/api\/ratings\/[^/]+\?first=/, ({ path }) => Response.json({ group: "x", editions: [], ...answer(Number(path.split("=")[1])) }));
  };
  const app = await openPage("/ladder", { setup });
  await app.until(() => app.find(".panel p, .panel table"), "the ladder");
  return app;
}

const ROW = { place: 1, name: "Ann", bot: false, points: 1612, deviation: 90, games: 12, wins: 3, provisional: false };

slowTest("somebody with ten rated games is on the ladder, with a link to the profile", async ({ openPage }) => {
  const ann = await rated(10);
  const app = await ladder(openPage);
  const link = await app.until(() => app.all(".panel tbody a").find((one) => app.text(one) === ann.name), "the row");
  const { standings: [stand] } = await ann.ask("/api/me/profile");
  const cells = [...link.closest("tr").children].map((one) => app.text(one));
  assert.match(cells[0], /^\d+$/);
  assert.deepEqual(cells.slice(1), [ann.name, `${stand.points} ±${stand.deviation}`, "10", `${stand.wins * 10}%`]);
  app.click(link);
  await app.shows("h1", ann.name);
});

slowTest("somebody with fewer than ten rated games is not on the ladder", async ({ openPage }) => {
  const ann = await rated(9);
  const app = await ladder(openPage);
  assert.ok(!app.texts(".panel a").includes(ann.name));
});

test("the ladder says when nobody is ranked", async ({ openPage }) => {
  const app = await ladder(openPage, () => ({ players: [], next: null }));
  assert.equal(app.text(".panel"), r("ranked_nobody"));
});

test("bots have no place on the ladder and are marked", async ({ openPage }) => {
  const players = [ROW, { ...ROW, place: null, name: "easy", bot: true, points: 1400, games: 0, wins: 0 }];
  const app = await ladder(openPage, () => ({ players, next: null }));
  const rows = app.all("tbody tr").map((one) => [...one.children].map((cell) => app.text(cell)));
  assert.deepEqual(rows[0], ["1", "Ann", "1612 ±90", "12", "25%"]);
  assert.equal(rows[1][0], "");
  assert.ok(rows[1][1].endsWith(r("bot")));
  assert.equal(rows[1][4], "0%");
  assert.deepEqual(app.texts("thead th"), [r("player"), r("rating"), r("games"), r("wins")]);
  assert.ok(!app.text(".panel").includes(r("ranked_nobody")));
});

test("a long ladder goes on with the next page", async ({ openPage }) => {
  const pages = { 0: { players: [ROW], next: 100 }, 100: { players: [{ ...ROW, place: 101, name: "Ben" }], next: null } };
  const app = await ladder(openPage, (first) => pages[first]);
  app.click(app.button(r("more")));
  await app.until(() => app.texts("tbody a").join() === "Ben", "the next page");
  assert.ok(!app.all("button").some((one) => app.text(one) === r("more")));
});

test("each group of editions has a ladder of its own", async ({ openPage }) => {
  const { groups } = await new Visitor().ask("/api/ratings");
  const app = await ladder(openPage);
  assert.equal(app.all(".picker button").length, groups.length);
  const other = groups.find((one) => !app.find(`.picker [data-value="${one.id}"][aria-checked=true]`));
  app.click(`.picker [data-value="${other.id}"]`);
  await app.until(() => app.find(`.picker [data-value="${other.id}"][aria-checked=true]`), "the other ladder");
  assert.equal(app.window.location.pathname, `/ladder/${other.id}`);
  await app.until(() => app.requests.some((one) => one.path === `/api/ratings/${other.id}?first=0`) && app.find(".panel"), "its rows");
});

test("a ladder that does not exist is refused", async ({ openPage }) => {
  const app = await openPage("/ladder/no-such-group");
  await app.until(() => app.find("main > [role=alert]"), "the refusal");
  assert.ok(!app.find(".panel"));
});

test(
  "a late answer about the groups does not hide the ladder",
  async ({ openPage }) => {
    const groups = await new Visitor().ask("/api/ratings");
    const waiting = [];
    const setup = (_, app) => app.intercept(/^GET \/api\/ratings$/, () => new Promise((done) => waiting.push(() => done(Response.json(groups)))));
    const app = await openPage("/ladder", { setup });
    await app.until(() => waiting.length === 2, "the groups are asked for twice");
    waiting[0]();
    await app.until(() => app.find(".panel"), "the ladder");
    waiting[1]();
    for (let i = 0; i < 3; i++) await app.rendered();
    assert.ok(app.find(".panel"), "the ladder is gone");
  }
);
