// Pictures of the screens in many windows, light and dark:
//   node tests/browser/screenshots.mjs FOLDER [--all] [--sheets] [--only=NAME,NAME] [--sizes=WxH,WxH] [--themes=light,dark] [--language=de-DE]
// By default the main screens in two windows; --all: every screen in all ten; --sheets: also one picture per screen and
// theme that shows all its windows, to look through quickly.
import { mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { prepareTable, startServer } from "../components/server.mjs";
import { attend, chooseCity, launch, person } from "./server.mjs";

const text = { type: "string" };
const yes = { type: "boolean", default: false };
const { values: wanted, positionals: [folder = "shots"] } = parseArgs({
  allowPositionals: true,
  options: { all: yes, sheets: yes, only: text, sizes: text, themes: text, language: text },
});
const AT_ONCE = 2;
const SIZES = ["320x640", "390x844", "844x390", "768x1024", "1024x768", "1280x720", "1280x800", "1440x900", "1920x1080", "2560x1440"];
const MAIN_SIZES = ["1440x900", "390x844"];
const list = (given, otherwise) => given?.split(",") ?? otherwise;
const sizes = list(wanted.sizes, wanted.all ? SIZES : MAIN_SIZES);
// dark first: a page that has just changed its theme is painted as a whole, and so to the last pixel alike
const themes = list(wanted.themes, ["dark", "light"]);
mkdirSync(resolve(folder), { recursive: true });

const server = await startServer();
process.env.STROMNETZ_TEST_SERVER = server.url;
const { newAdmin, playRated } = await import("../components/accounts.mjs");

const next = (page) => page.locator(".city.is-available:not(.is-planned)").first().getAttribute("data-city");

/** Put cities into the plan: these, or the two cheapest. */
function plan(...cities) {
  return async (page) => {
    for (let i = 0; i < (cities.length || 2); i++) {
      const cheapest = page.locator("[data-city-offer]").first();
      await (cities[i] || i ? chooseCity(page, cities[i] ?? (await next(page))) : cheapest.click());
      await page.waitForFunction((n) => document.querySelectorAll("[data-tag]").length === n, i + 1);
    }
  };
}

const click = (selector, then) => async (page) => {
  await page.locator(selector).locator("visible=true").first().click();
  if (then) await page.locator(then).locator("visible=true").first().waitFor();
};
const choosePlant = (page) => page.locator("button.plant-card").last().click();
const firstPlant = click(".action.is-mine button[data-plant]");
const openLog = click('[data-tab="log"], [data-log]');
const tab = (name) => async (page) => {
  const found = page.locator(`[data-tab="${name}"]`);
  if (await found.count()) await found.click();
};
const ended = (page) => page.waitForFunction(() => document.querySelectorAll(".plot:not([aria-busy])").length >= 6);

/** A table: where it comes from, what is done there, and as whom. */
const at = (name, act, { who = "Ann", ...options } = {}) => async (page) => {
  const table = await prepareTable(server.url, name, options);
  const others = Object.keys(table.cookies).filter((one) => one !== who);
  page.others = await Promise.all(others.map((one) => attend(server.url, table.id, table.cookies[one])));
  if (who) await be(page, table.cookies[who]);
  await page.goto(`/tables/${table.id}`);
  await page.waitForSelector("[data-city], .page.lobby");
  await act?.(page);
};

/** A page beside the board, as somebody with an account or as a guest with games. */
const visit = (path, ready, { account = false, games = false, act } = {}) => async (page) => {
  if (account) await be(page, (await administrator()).cookie);
  if (games) await be(page, (await guest()).cookies.Ann);
  await page.goto(path);
  await page.waitForSelector(ready);
  await act?.(page);
};

async function be(page, value) {
  await page.context().addCookies([{ name: "stromnetz", value, url: server.url, httpOnly: true, sameSite: "Lax" }]);
}

const once = (make) => {
  let made = null;
  return () => (made ??= make());
};
const administrator = once(async () => {
  const ada = await newAdmin();
  await ada.ask("/api/me/tokens", { name: "Clank" });
  await playRated([ada.name, "easy", "easy", "easy"]);
  return ada;
});
const guest = once(async () => {
  await prepareTable(server.url, "scene/usa", { group: "home" });
  await prepareTable(server.url, "open-usa", { group: "others", public: true });
  return prepareTable(server.url, "scene/build", { group: "home" });
});

const MAIN = {
  start: visit("/", "[data-table]", { games: true }),
  new: visit("/new", "[data-create]"),
  lobby: at("lobby", (page) => page.locator("input[readonly]").evaluate((input) => {
    // the port is another one each time
    input.value = input.value.replace(location.origin, "https://play.example.org");
  })),
  region: at("draft", async (page) => page.locator("[data-choice]").nth(1).click(), { who: "Cleo" }),
  auction: at("scene/auction", choosePlant),
  bid: at("scene/bid"),
  scrap: at("scene/scrap", firstPlant),
  fuel: at("scene/fuel", click("[data-fill]")),
  build: at("scene/build", plan("leipzig", "wuerzburg")),
  run: at("scene/run", undefined, { who: "Ben" }),
  extra: at("scene/extra"),
  assign: at("scene/assign", firstPlant, { who: "Ben" }),
  network: at("scene/network", click("[data-city-offer]", ".action .plan-list li")),
  company: at("scene/company"),
  workers: at("scene/workers"),
  cards: at("scene/cards", choosePlant),
  end: at("scene/end", ended),
  six: at("scene/six"),
  usa: at("scene/usa", plan()),
  europe: at("scene/europe", plan()),
  "north-america": at("scene/north-america", plan()),
  log: at("scene/build", openLog),
  earlier: at("scene/build", async (page) => {
    await openLog(page);
    await page.locator("[data-show]").nth(-12).click();
    await page.waitForSelector(".in-past");
  }),
};

const MORE = {
  welcome: visit("/", "main h1, main h2"),
  learn: visit("/learn", "[data-lesson]"),
  puzzles: visit("/puzzles", "main h1"),
  "find-players": visit("/find-players", "[data-seek]"),
  games: visit("/games", "main h1", { games: true }),
  ladder: visit("/ladder", ".panel", { account: true }),
  rules: visit("/rules", "[data-rule-text]"),
  "log-in": visit("/account", "[data-way-in]"),
  account: visit("/account", "[data-sessions] li", { account: true }),
  profile: visit("/account/profile", ".curve", { account: true }),
  tokens: visit("/account/tokens", ".admin-list li", { account: true }),
  admin: visit("/admin", ".admin-list li", { account: true }),
  "new-options": visit("/new", "[data-create]", { act: click("[data-more-options] summary") }),
  "six-deluxe": at("bid-six-deluxe"),
  "six-outpost": at("bid-six-outpost"),
  "six-robots": at("bid-six-robots"),
  "six-clocks": at("scene/six", undefined, { clock: "live" }),
  "robot-bid": at("robot-bid"),
  "robot-build": at("robot-build"),
  "trust-site": at("scene/trust-site"),
  market: at("scene/build", tab("market")),
  "own-company": at("scene/build", tab("company")),
  players: at("scene/six", tab("players")),
  menu: at("scene/build", click("[data-menu]", "dialog")),
  keys: at("scene/build", async (page) => {
    await page.keyboard.press("?");
    await page.waitForSelector("[data-keys]");
  }),
  "rules-at-table": at("scene/build", async (page) => {
    await page.keyboard.press("r");
    await page.waitForSelector("dialog [data-rule-text]");
  }),
  why: at("scene/build", click("[data-why-not]", "[data-why-list]")),
  hint: at("scene/build", click("[data-ask-advice]", ".advice")),
  chat: at("scene/build", click("[data-chat]", "[data-chat-panel]")),
  spectator: at("scene/bid", undefined, { who: null }),
};

const shots = [];
/** One picture in each theme. */
async function shoot(page, name, size) {
  await page.evaluate(() => document.fonts.ready);
  await page.mouse.move(0, 0);
  for (const theme of themes) {
    await page.evaluate((one) => (document.documentElement.dataset.theme = one), theme);
    await page.waitForTimeout(150);
    const path = join(resolve(folder), `${name}-${size}-${theme}.png`);
    await page.screenshot({ path, animations: "disabled", caret: "hide" });
    shots.push({ name, size, theme, path });
  }
}

/** One picture with all windows of a screen, as large as their widths allow. */
async function sheet(browser, name, theme) {
  const page = await browser.newPage({ viewport: { width: 2400, height: 900 } });
  const rows = shots.filter((one) => one.name === name && one.theme === theme).sort((a, b) => sizes.indexOf(a.size) - sizes.indexOf(b.size));
  const figures = rows.map(({ size, path }) => {
    const [width, height] = size.split("x").map(Number);
    const shown = Math.min(1, 1000 / width, 640 / height);
    return `<figure><figcaption>${size}</figcaption><img width="${width * shown}" src="data:image/png;base64,${readFileSync(path).toString("base64")}"></figure>`;
  });
  await page.setContent(`<style>body{display:flex;flex-wrap:wrap;gap:8px;margin:8px;background:#777;font:14px sans-serif}figure{margin:0}</style>${figures.join("")}`);
  await page.evaluate(() => Promise.all([...document.images].map((one) => one.decode())));
  await page.screenshot({ path: join(resolve(folder), `sheet-${name}-${theme}.png`), fullPage: true });
  await page.close();
}

const browser = await launch();
const failures = [];
try {
  const screens = wanted.all || wanted.only ? { ...MAIN, ...MORE } : MAIN;
  const names = list(wanted.only, Object.keys(screens));
  const left = names.flatMap((name) => sizes.map((size) => [name, size]));
  const work = async () => {
    for (let job = left.shift(); job; job = left.shift()) {
      const [name, size] = job;
      const [width, height] = size.split("x").map(Number);
      const finger = Math.min(width, height) < 700;
      const page = await person(browser, server.url, { viewport: { width, height }, hasTouch: finger, isMobile: finger, locale: wanted.language ?? "en-GB" });
      page.setDefaultTimeout(15_000);
      try {
        await screens[name](page);
        await page.waitForTimeout(300);
        await shoot(page, name, size);
      } catch (error) {
        failures.push(`${name} ${size}: ${error.message.split("\n")[0]}`);
      }
      await page.context().close();
      for (const socket of page.others ?? []) socket.destroy();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (wanted.sheets) for (const name of names) for (const theme of themes) await sheet(browser, name, theme);
} finally {
  await browser.close();
  await server.stop();
}
process.stdout.write(`${shots.length} pictures in ${resolve(folder)}\n`);
for (const one of failures) process.stderr.write(`${one}\n`);
process.exitCode = failures.length ? 1 : 0;
