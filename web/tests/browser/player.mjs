// A player who only clicks: looks at what the action panel asks, and answers in a plain way.

const tries = 4;

/** Answer whatever is asked now; false when it is not this page's turn. */
export async function answer(page) {
  const panel = page.locator(".action.is-mine:not([data-busy])");
  if ((await panel.count()) === 0) return false;
  const kind = await panel.getAttribute("data-decision").catch(() => null);
  if (!kind) return false;
  const primary = panel.locator("[data-primary], [data-quiet]");
  const press = async () => {
    if (await primary.isEnabled({ timeout: 2000 }).catch(() => false)) await primary.click({ timeout: 3000 });
    const anyway = panel.locator("[data-anyway]");
    if (await anyway.count()) await anyway.click({ timeout: 2000 });
  };
  const figures = await page.evaluate(() => {
    const me = window.stromnetz?.me?.() ?? null;
    return me && { plants: me.plants.length, money: me.money, capacity: me.output, cities: me.cities };
  });
  if (!figures) return false;
  const { plants, money, capacity, cities } = figures;
  switch (kind) {
    case "auction": {
      const cards = page.locator("button.plant-card");
      const leave = panel.locator("[data-secondary]");
      const prices = (await cards.evaluateAll((all) => all.map((one) => Number.parseInt(one.dataset.plant, 10)))).map((n) => n || 99);
      // the best that leaves money for cities; in round 1 at least the cheapest
      let choice = prices.findLastIndex((price) => price <= money * 0.5);
      if (choice < 0 && !(await leave.count())) choice = 0;
      if (choice >= 0 && (plants < 3 || capacity < cities || !(await leave.count()))) {
        await cards.nth(choice).click();
        await press();
      } else {
        await leave.click();
        const anyway = panel.locator("[data-anyway]");
        if (await anyway.count()) await anyway.click();
      }
      break;
    }
    case "bid": {
      const asked = Number(await panel.locator(".bid-input").inputValue({ timeout: 500 }).catch(() => "999"));
      const enough = plants >= 3 || asked > money * 0.5 || !(await primary.isEnabled());
      await (enough ? panel.locator("[data-secondary]") : primary).click();
      break;
    }
    case "fuel": {
      const fill = panel.locator("[data-fill]");
      if (await fill.count()) await fill.click();
      await page.waitForTimeout(60);
      await press();
      break;
    }
    case "build":
      for (let i = 0; i < tries; i++) {
        const offer = panel.locator("[data-city-offer]").first();
        const more = page.locator(".city.is-available:not(.is-planned)");
        if (i === 0 && (await offer.count())) await offer.click();
        else if (i > 0 && i < 2 && (await more.count())) await more.first().dispatchEvent("click");
        else break;
        await page.waitForFunction(
          (n) => document.querySelectorAll(".plan-list li").length >= n || document.querySelector(".note.is-error"),
          i + 1,
        );
      }
      await press();
      break;
    case "network":
      // a slot for a card that waits for one, then houses
      for (const site of ["plant", "housing", "house", "house"]) {
        const kind = panel.locator(`[data-kind=${site}]`);
        if (site !== "house" && !(await kind.getAttribute("data-waits"))) continue;
        await kind.click();
        const before = await panel.locator(".plan-list li").count();
        const offer = panel.locator("[data-city-offer]").first();
        if (!(await offer.count())) continue;
        await offer.click();
        await page.waitForFunction((n) => document.querySelectorAll(".action .plan-list li").length > n, before);
      }
      await press();
      break;
    case "run":
      await press();
      break;
    default: {
      const choice = panel.locator("[data-choice], .is-selectable .plant-tile").first();
      if (await choice.count()) await choice.click();
      await press();
    }
  }
  return true;
}

export async function over(page) {
  return (await page.locator("[data-end]").count()) > 0;
}

/** Play on until the end screen, or until `stop` says so. */
export async function playOn(pages, { minutes = 8, stop = async () => false } = {}) {
  const end = Date.now() + minutes * 60_000;
  let last = "";
  let stuck = 0;
  while (Date.now() < end) {
    for (const page of pages) {
      if (await over(page)) return true;
      const curtain = page.locator("[data-curtain] button");
      if (await curtain.count()) await curtain.click();
      const kind = await page.evaluate(
        () => document.querySelector(".action.is-mine:not([data-busy])")?.getAttribute("data-decision") ?? null,
      );
      if (kind && (await stop(page, kind))) return false;
      const before = await page.locator(".table").getAttribute("data-version");
      // what is asked may change while it is looked at: then look again
      if (kind && (await answer(page).catch(() => false))) {
        await page
          .waitForFunction((v) => document.querySelector(".table")?.dataset.version !== v, before, { timeout: 4000 })
          .catch(() => undefined);
      } else if (kind || pages.length > 1) {
        await page.waitForTimeout(40);
      } else {
        // alone against bots: the page itself tells when something is asked again
        await page.waitForSelector(".action.is-mine:not([data-busy]), [data-end], [data-curtain] button", { state: "attached", timeout: 1000 }).catch(() => undefined);
      }
      const now = await page.locator(".table").getAttribute("data-version").catch(() => "");
      stuck = now === last ? stuck + 1 : 0;
      last = now;
      if (stuck > 400) throw new Error(`nothing moves at version ${now}, asked: ${kind}`);
    }
  }
  throw new Error("the game did not end in time");
}
