import { House, launch, person } from "./house.mjs";
import { playOn } from "./player.mjs";
const house = new House(); const url = await house.start();
const browser = await launch();
const page = await person(browser, url);
await page.goto("/");
await page.click("[data-play-now]");
await page.waitForSelector(".table");
const seen = {};
const t0 = Date.now();
try {
await playOn([page], {minutes: 6, stop: async (p, kind) => {
  const round = await p.locator(".rnd b").textContent();
  seen[kind] = (seen[kind] ?? 0);
  if (seen[kind] < 2 && (Number(round) >= 3 || ["scrap","give-up","assign","region"].includes(kind))) {
    if (kind === "build") { await p.locator("[data-city-offer]").first().click(); await p.waitForTimeout(500); const c=p.locator(".city.can:not(.plan)").first(); if (await c.count()) await c.hover({force:true}); await p.waitForTimeout(200);}
    if (kind === "fuel") { const f=p.locator("[data-fill]"); if (await f.count()) await f.click(); await p.waitForTimeout(300);}
    if (kind === "auction") { const c=p.locator("button.pc"); if (await c.count()) await c.last().click(); }
    await p.screenshot({path:`/tmp/s-${kind}-${seen[kind]}.png`}); 
    seen[kind]++;
    if (kind === "build") { await p.evaluate(() => [...document.querySelectorAll('.bar button')].at(-1).click()); await p.waitForTimeout(200); }
  }
  return false;
}});
await page.waitForTimeout(3000);
await page.screenshot({path:"/tmp/s-end.png"});
await page.evaluate(() => [...document.querySelectorAll('.endbox .bar button')].at(-1).click());
await page.waitForTimeout(300);
await page.screenshot({path:"/tmp/s-endboard.png"});
} catch (e) { console.log(e); await page.screenshot({path:"/tmp/s-stuck.png"}); }
console.log(page.problems, seen, (Date.now()-t0)/1000);
await browser.close(); await house.stop();
