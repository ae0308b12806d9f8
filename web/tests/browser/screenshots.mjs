// Pictures of the main screens in every kind of window, light and dark, always the same:  node tests/browser/screenshots.mjs FOLDER [NAME]
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { be, chooseCity, launch, LocalServer, person, PHONE, sit } from "./server.mjs";

const [folder = "shots", only = ""] = process.argv.slice(2);
mkdirSync(resolve(folder), { recursive: true });
const touch = (width, height) => ({ ...PHONE, viewport: { width, height } });
const mouse = (width, height, deviceScaleFactor = 1) => ({ viewport: { width, height }, deviceScaleFactor });
/** Two windows in which everything is shot, and others for the pictures in which most can go wrong. */
const SCREENS = { wide: {}, phone: { ...PHONE, deviceScaleFactor: 2 } };
const WINDOWS = {
  "360x640": touch(360, 640),
  "844x390": touch(844, 390),
  "768x1024": touch(768, 1024),
  "1024x768": touch(1024, 768),
  "zoomed-1280x720": mouse(640, 360, 2),
  "2560x1440": mouse(2560, 1440),
};
const IN_WINDOWS = ["start", "new", "lobby", "region", "auction", "bid", "fuel", "build", "usa", "six", "network", "company", "log", "earlier", "end"];
const AT_ONCE = 2;

/** What a player sees who thinks about this decision. */
const PONDER = {
  region: async (page) => page.locator("[data-choice]").nth(1).click(),
  auction: async (page) => page.locator("button.plant-card").last().click(),
  scrap: async (page) => page.locator(".action.is-mine button[data-plant]").first().click(),
  fuel: async (page) => page.locator("[data-fill]").click(),
  build: plan("leipzig", "wuerzburg"),
  assign: async (page) => page.locator(".action.is-mine button[data-plant]").first().click(),
  usa: plan(),
  europe: plan(),
  "north-america": plan(),
  network: async (page) => {
    await page.locator("[data-city-offer]").first().click();
    await page.waitForSelector(".action .plan-list li");
  },
  cards: async (page) => page.locator("button.plant-card").last().click(),
};

/** Put cities into the plan: these, or the two cheapest. */
function plan(...wanted) {
  return async (page) => {
    for (let i = 0; i < (wanted.length || 2); i++) {
      const cheapest = page.locator("[data-city-offer]").first();
      await (wanted[i] || i ? chooseCity(page, wanted[i] ?? (await next(page))) : cheapest.click());
      await page.waitForFunction((n) => document.querySelectorAll("[data-tag]").length === n, i + 1);
    }
  };
}

const next = (page) => page.locator(".city.is-available:not(.is-planned)").first().getAttribute("data-city");

const openLog = async (page) => page.locator('[data-tab="log"], [data-log]:visible').click();

/** The pictures that are not just a table: name, table, what is done there. */
const MORE = [
  ["log", "build", openLog],
  [
    "earlier",
    "build",
    async (page) => {
      await openLog(page);
      await page.locator("[data-show]").nth(-12).click();
      await page.waitForSelector(".in-past");
    },
  ],
];
const TABLES = ["region", "auction", "bid", "scrap", "fuel", "build", "run", "extra", "assign", "network", "company", "workers", "cards", "end"];
/** Not on the phone, where the map shows a part of them. */
const MAPS = ["six", "usa", "europe", "north-america"];
/** Whose eyes, where it is not Ann's turn. */
const WHO = { region: "Cleo", run: "Ben", assign: "Ben" };

const shots = [];
/** One picture in both themes. */
async function shoot(page, name) {
  await page.evaluate(() => document.fonts.ready);
  await page.mouse.move(0, 0);
  // dark first: a page that has just changed its theme is painted as a whole, and so to the last pixel alike
  for (const theme of ["dark", "light"]) {
    await page.evaluate((wanted) => (document.documentElement.dataset.theme = wanted), theme);
    await page.waitForTimeout(150);
    const path = join(resolve(folder), `${name}-${theme}.png`);
    await page.screenshot({ path, animations: "disabled", caret: "hide" });
    shots.push(path);
  }
}

/** Everything that is to be shot: a name, and how its page comes about. */
function* works(server, browser) {
  for (const [size, screen] of Object.entries({ ...SCREENS, ...WINDOWS })) {
    yield [`${size}-start`, async () => {
      const page = await person(browser, server.url, screen);
      await be(page, server, "build", "Ann");
      await page.goto("/");
      await page.waitForSelector("[data-table]");
      return page;
    }];
    yield [`${size}-new`, async () => {
      const page = await person(browser, server.url, screen);
      await page.goto("/new");
      await page.waitForSelector("[data-create]");
      return page;
    }];
    yield [`${size}-lobby`, async () => {
      const page = await person(browser, server.url, screen);
      page.others = [await server.attend("lobby", "Ben")];
      await be(page, server, "lobby", "Ann");
      await page.goto(`/tables/${server.tables.lobby.id}`);
      await page.waitForSelector("[data-start]");
      // the port is another one each time
      await page.locator("input[readonly]").evaluate((input) => {
        input.value = input.value.replace(location.origin, "https://play.example.org");
      });
      return page;
    }];
    const tables = [...TABLES, ...(size === "phone" ? [] : MAPS)].map((name) => [name, name, PONDER[name]]);
    for (const [name, table, ponder] of [...tables, ...MORE]) {
      yield [`${size}-${name}`, async () => {
        const who = WHO[table] ?? "Ann";
        const others = Object.keys(server.tables[table].tokens).filter((one) => one !== who);
        const sockets = await Promise.all(others.map((one) => server.attend(table, one)));
        const page = await sit(browser, server, table, { who, screen });
        page.others = sockets;
        await page.waitForSelector("[data-city]");
        await ponder?.(page);
        if (name === "end") await page.waitForFunction(() => document.querySelectorAll(".plot:not([aria-busy])").length >= 6);
        return page;
      }];
    }
  }
}

const server = new LocalServer({ pictures: "pictures" }).of("pictures");
await server.start();
const browser = await launch();
try {
  const listed = ([name]) => Object.keys(WINDOWS).every((size) => !name.startsWith(size) || IN_WINDOWS.includes(name.slice(size.length + 1)));
  const left = [...works(server, browser)].filter(listed).filter(([name]) => name.includes(only));
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [name, begin] = next;
      const page = await begin().catch((error) => {
        throw new Error(`${name}: ${error.message}`);
      });
      await page.waitForTimeout(300);
      await shoot(page, name);
      await page.context().close();
      for (const socket of page.others ?? []) socket.destroy();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
} finally {
  await browser.close();
  await server.stop();
}
process.stdout.write(`${shots.length} pictures in ${resolve(folder)}\n`);
