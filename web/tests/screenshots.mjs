// Pictures of the main screens, wide and phone, light and dark:  node tests/screenshots.mjs FOLDER
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { House, launch, person } from "./house.mjs";
import { playOn } from "./player.mjs";

const folder = resolve(process.argv[2] ?? "shots");
mkdirSync(folder, { recursive: true });
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const house = new House();
await house.start();
const browser = await launch();

const shots = [];
/** One picture in both themes. */
async function shoot(page, name) {
  for (const theme of ["light", "dark"]) {
    await page.evaluate((wanted) => (document.documentElement.dataset.theme = wanted), theme);
    await page.waitForTimeout(120);
    const path = join(folder, `${name}-${theme}.png`);
    await page.screenshot({ path });
    shots.push(path);
  }
  await page.evaluate(() => (document.documentElement.dataset.theme = "light"));
}

/** Show what a player sees who thinks about this decision. */
async function ponder(page, kind) {
  if (kind === "build") {
    const offer = page.locator("[data-city-offer]");
    if (!(await offer.count())) return false;
    await offer.first().click();
    await page.waitForSelector(".plan li");
    const more = page.locator(".city.can:not(.plan)");
    if (!(await more.count())) return page.viewportSize().width < 700;
    await more.nth(Math.min(2, (await more.count()) - 1)).dispatchEvent("click");
    // a phone shows the card of the city first
    const card = page.locator("[data-plan-toggle]");
    if (await card.count()) await card.click();
    await page.waitForFunction(() => document.querySelectorAll(".plan li").length === 2, null, { timeout: 3000 }).catch(() => undefined);
  }
  if (kind === "fuel") {
    if (!(await page.locator("[data-fill]").count())) return false;
    await page.locator("[data-fill]").click();
    await page.waitForTimeout(200);
  }
  if (kind === "auction") {
    if (!(await page.locator("button.pc").count())) return false;
    await page.locator("button.pc").last().click();
  }
  return true;
}

async function game(name, options, rounds) {
  const page = await person(browser, house.url, options);
  await page.goto("/");
  await page.waitForSelector("[data-play-now]");
  await page.waitForTimeout(300);
  await shoot(page, `${name}-start`);
  await page.fill("[data-name]", "Ann");
  await page.click("[data-play-now]");
  await page.waitForSelector(".table");
  const left = new Set(["auction", "bid", "fuel", "build", "run"]);
  await playOn([page], {
    stop: async (_, kind) => {
      const round = Number(await page.locator(".rnd b").textContent());
      if (round >= rounds && left.has(kind) && (await ponder(page, kind))) {
        await page.waitForTimeout(400);
        await shoot(page, `${name}-${kind}`);
        left.delete(kind);
        if (kind === "build" && !options.isMobile) {
          await page.click("[data-log]");
          await shoot(page, `${name}-log`);
          await page.click("[data-log]");
        }
        const clear = page.locator(".bar [data-secondary]");
        if (kind === "build" || kind === "fuel") if (await clear.count()) await clear.click();
      }
      return options.isMobile && left.size === 0;
    },
  });
  if (!options.isMobile) {
    await page.waitForFunction(() => document.querySelectorAll(".plot").length === 4);
    await page.waitForTimeout(1500);
    await shoot(page, `${name}-end`);
  }
  await page.context().close();
}

try {
  await game("wide", {}, 5);
  await game("phone", PHONE, 3);
} finally {
  await browser.close();
  await house.stop();
}
process.stdout.write(`${shots.length} pictures in ${folder}\n`);
