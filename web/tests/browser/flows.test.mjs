// Eight flows through the real app, against one server: what must never break. STROMNETZ_BROWSER=firefox or webkit runs
// them in another browser than Chromium.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { prepareTable, startServer } from "../components/server.mjs";
import { faults } from "./axe.mjs";
import { playOn } from "./player.mjs";
import { PHONE } from "./server.mjs";

const { launch } = await import(`./drivers/${process.env.STROMNETZ_BROWSER ?? "chromium"}.mjs`);
const [server, browser] = await Promise.all([startServer(), launch()]);
after(() => Promise.all([browser.close(), server.stop()]));

const become = (page, value) => page.context().addCookies([{ name: "stromnetz", value, url: server.url, httpOnly: true, sameSite: "Lax" }]);

/** A flow has pages of its own; an error in the console of any of them fails it. */
function flow(name, run) {
  test(name, { timeout: 300_000 }, async () => {
    const pages = [];
    const open = async (path, { cookie, ...options } = {}) => {
      const page = await browser.person(server.url, options);
      pages.push(page);
      if (cookie) await become(page, cookie);
      await page.goto(path);
      return page;
    };
    await run(open);
    for (const page of pages) assert.deepEqual(await page.problems, []);
    await Promise.all(pages.map((page) => page.context().close()));
  });
}

const versionOf = async (page) => Number(await page.locator(".table").getAttribute("data-version"));
const reaches = (page, version) => page.waitForFunction((least) => Number(document.querySelector(".table")?.dataset.version) >= least, version);

/** Cities whose names touch the edges of their plates. */
function namesNotOnTheirPlates(cities) {
  return cities
    .filter((city) => {
      const [name, plate] = [".city-name", ".city-plate"].map((part) => city.querySelector(part).getBoundingClientRect());
      return name.left < plate.left + 2 || name.right > plate.right - 2;
    })
    .map((city) => city.dataset.city);
}

flow("Play now: two rounds against bots", async (open) => {
  const page = await open("/");
  await page.fill("[data-name]", "Ann <b>");
  await page.click("[data-play-now]");
  await page.waitForSelector(".table");
  assert.equal(await page.locator(".player-list .player-card").count(), 4);
  assert.match(await page.locator(".player-card.is-viewer .name").textContent(), /^Ann <b>/);
  assert.deepEqual(await page.locator(".city").evaluateAll(namesNotOnTheirPlates), []);
  await playOn([page], { stop: async (one) => Number(await one.locator(".round b").textContent()) > 2 });
  // not its money, which can be 50 Elektro again by chance
  assert.ok((await page.locator(".player-card.is-viewer .plant-tiles > :not(.no-plants)").count()) > 0, "everyone buys in round 1 (A3)");
});

flow("A lesson: read, go wrong, undo, go right", async (open) => {
  const page = await open("/");
  await page.locator("[data-learn]").click();
  await page.locator('[data-lesson="plants"]').click();
  await page.waitForSelector('[data-coach="plants"] [data-text]');
  const read = async () => {
    while (await page.locator("[data-next-text]").count()) await page.locator("[data-next-text]").click();
  };
  await read();
  await page.locator('.market button[data-plant="8"]').click();
  await page.locator(".action [data-primary]").click();
  await page.locator("[data-other]").waitFor();
  await page.locator("[data-take-back]").click();
  await page.locator("[data-other]").waitFor({ state: "detached" });
  // the moves so far are still being shown: a card is a button only once there is a choice again
  await page.locator('.market button[data-plant="13"]').click();
  await page.locator(".action [data-primary]").click();
  await page.locator("[data-next-lesson]").waitFor();
  await page.locator("[data-leave]").click();
  await page.locator('[data-lesson="plants"][data-state="done"]').waitFor();
});

flow("Hot seat: three players with hidden money take turns on one screen", async (open) => {
  const page = await open("/new");
  await page.click('[data-value="3"]');
  await page.click('[data-company="screen"]');
  await page.click("[data-more-options] summary");
  await page.click('[data-value="hidden"]');
  await page.click("[data-create]");
  await page.waitForSelector(".table");
  const players = new Set();
  for (let turn = 0; turn < 6; turn++) {
    await page.waitForSelector("[data-curtain] button, .action.is-mine:not([data-busy])");
    const curtain = page.locator("[data-curtain] button");
    if (await curtain.count()) {
      await curtain.click();
      await page.waitForSelector("[data-curtain]", { state: "detached" });
    }
    await page.waitForSelector(".action.is-mine:not([data-busy])");
    players.add(await page.locator(".player-card.is-viewer").getAttribute("data-seat"));
    assert.deepEqual([...new Set(await page.locator(".player-card:not(.is-viewer) .stat[data-money] b").allTextContents())], ["?"]);
    const before = await versionOf(page);
    const kind = await page.locator(".action.is-mine").getAttribute("data-decision");
    if (kind === "auction") await page.locator("button.plant-card").first().click();
    await page.locator(kind === "bid" ? "[data-secondary]" : "[data-primary], [data-quiet]").click();
    await reaches(page, before + 1);
  }
  assert.ok(players.size >= 2, `only seat ${[...players]} played`);
});

flow("Two players: a bid, chat, and a reconnect after the network was lost", async (open) => {
  const table = await prepareTable(server.url, "bid");
  const [ann, ben] = await Promise.all(["Ann", "Ben"].map((who) => open(`/tables/${table.id}`, { cookie: table.cookies[who] })));
  await Promise.all([ann, ben].map((page) => page.waitForSelector(".table")));
  const before = await versionOf(ann);
  await ann.locator('.action.is-mine[data-decision="bid"] [data-primary]').click();
  await reaches(ben, before + 1);
  await ben.locator("[data-chat]").first().click();
  await ben.locator(".chat textarea, .chat input").fill("Good luck, Ann!");
  await ben.keyboard.press("Enter");
  await ann.locator("[data-chat]").first().click();
  await ann.getByText("Good luck, Ann!").waitFor();
  await ann.context().setOffline(true);
  await ann.evaluate(() => window.dispatchEvent(new Event("offline")));
  const moved = await versionOf(ben);
  await ben.waitForSelector(".action.is-mine:not([data-busy])");
  await ben.locator(".action.is-mine [data-secondary]").click();
  await reaches(ben, moved + 1);
  await ann.context().setOffline(false);
  await reaches(ann, moved + 1);
});

flow("Undo: a plan of two cities is undone in one step", async (open) => {
  const table = await prepareTable(server.url, "build");
  const page = await open(`/tables/${table.id}`, { cookie: table.cookies.Ann });
  await page.waitForSelector('.action.is-mine[data-decision="build"]');
  const before = await versionOf(page);
  for (const city of ["kiel", "flensburg"]) await page.locator(`[data-city="${city}"]`).dispatchEvent("click");
  await page.waitForFunction(() => document.querySelectorAll(".action .plan-list li").length === 2);
  await page.locator(".action.is-mine [data-primary]").click();
  await reaches(page, before + 3);
  await page.locator("[data-undo]").click();
  await reaches(page, before + 4);
  const view = await page.evaluate(async (id) => (await fetch(`/api/tables/${id}/view`)).json(), table.id);
  assert.deepEqual([view.players[0].money, view.houses.kiel, view.decision.kind], [100, undefined, "build"]);
  await page.waitForSelector('.action.is-mine[data-decision="build"]:not([data-busy])');
});

flow("Phone: fuel is bought and a city is built by touch", async (open) => {
  const fuel = await prepareTable(server.url, "fuel");
  const page = await open(`/tables/${fuel.id}`, { ...PHONE, cookie: fuel.cookies.Ann });
  await page.waitForSelector(".table.compact.foot");
  const before = await versionOf(page);
  await page.locator('.action.is-mine[data-decision="fuel"] [data-fill]').tap();
  await page.locator(".action.is-mine [data-primary]").tap();
  await reaches(page, before + 1);
  const build = await prepareTable(server.url, "build");
  await become(page, build.cookies.Ann);
  await page.goto(`/tables/${build.id}`);
  await page.waitForSelector('.action.is-mine[data-decision="build"]');
  const start = await versionOf(page);
  await page.locator(".action.is-mine [data-city-offer]").first().tap();
  await page.waitForSelector(".action .plan-list li");
  await page.locator(".action.is-mine [data-primary]").tap();
  await reaches(page, start + 1);
});

flow("Two people: join by link, start, and a rematch after the end", async (open) => {
  const ann = await open("/new");
  await ann.click('[data-value="2"]');
  await ann.click('[data-company="friends"]');
  await ann.click("[data-create]");
  await ann.waitForSelector(".lobby");
  const ben = await open(new URL(await ann.url()).pathname);
  await ben.fill("[data-name]", "Ben");
  await ben.click("[data-join]");
  await ann.click("[data-start]:not([disabled])");
  await Promise.all([ann, ben].map((page) => page.waitForSelector(".table")));

  const over = await prepareTable(server.url, "scene/over");
  const [first, second] = await Promise.all(["Ann", "Ben"].map((who) => open(`/tables/${over.id}`, { cookie: over.cookies[who] })));
  await Promise.all([first, second].map((page) => page.waitForSelector("[data-end] [data-rematch]")));
  await first.click("[data-rematch]");
  await first.waitForSelector(".lobby [data-start][disabled]");
  await second.waitForSelector("[data-rematch-notice]");
  await second.click("[data-rematch]");
  await second.waitForSelector("[data-invited]");
  await second.click("[data-join]");
  await first.click("[data-start]:not([disabled])");
  await Promise.all([first, second].map((page) => page.waitForSelector(".table")));
});

flow("Accessibility: axe finds nothing on the table", async (open) => {
  const table = await prepareTable(server.url, "bid-full");
  const page = await open(`/tables/${table.id}`, { cookie: table.cookies.Ann });
  await page.waitForSelector('.action.is-mine[data-decision="bid"]');
  assert.deepEqual(await faults(page), []);
});
