// What the tests of single decisions share: the panel that asks, the words it uses, and waiting for a move.
import assert from "node:assert/strict";
import { person, sit, sitDown } from "./server.mjs";

/** The server's words, as the board fetches them. */
export async function speaker(server, language = "en") {
  const { web } = await (await fetch(`${server.url}/api/words/${language}`)).json();
  return (key, values = {}) => {
    assert.ok(web[key], `no word ${key}`);
    return web[key].replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (_, name, one, many) =>
      one === undefined ? String(values[name]) : `${values[name]} ${values[name] === 1 ? one : many}`,
    );
  };
}

export class Asked {
  constructor(page, kind) {
    this.page = page;
    this.kind = kind;
    this.panel = page.locator(`.action.is-mine[data-decision="${kind}"]:not([data-busy])`);
    this.primary = this.panel.locator("[data-primary]");
    this.secondary = this.panel.locator("[data-secondary]");
    this.leave = this.panel.locator("[data-quiet]");
    this.anyway = this.panel.locator("[data-anyway]");
  }

  async titled(title) {
    await this.panel.waitFor();
    assert.equal(await this.panel.locator(".decision-title").getByRole("heading", { level: 2 }).textContent(), title);
  }

  /** Nothing is chosen yet: the button is off. */
  async off() {
    assert.ok(await this.primary.isDisabled());
  }

  /** Nothing is planned: one quiet button, and none in the signal colour. */
  async quiet(text) {
    await this.leave.waitFor();
    assert.equal(await this.leave.textContent(), text);
    assert.equal(await this.primary.count(), 0);
    const [ground, signal] = await this.leave.evaluate((one) => {
      const probe = document.createElement("i");
      probe.style.color = "var(--signal)";
      one.append(probe);
      const wanted = getComputedStyle(probe).color;
      probe.remove();
      return [getComputedStyle(one).backgroundColor, wanted];
    });
    assert.notEqual(ground, signal);
  }

  /** The button says this, and is on. */
  async says(text) {
    await this.page.waitForFunction(
      (wanted) => {
        const button = document.querySelector(".action.is-mine [data-primary]");
        return button && !button.ariaDisabled && button.textContent === wanted;
      },
      text,
      { timeout: 5000 },
    ).catch(async () => assert.equal(await this.primary.textContent(), text));
    assert.ok(await this.primary.isEnabled());
  }

  /** One of the figures that are worked out, as text without spaces. */
  async sum(label) {
    return plain(await this.panel.locator(`[data-sum="${label}"] b`).textContent());
  }

  async calc(row) {
    return plain(await this.panel.locator(`[data-calc="${row}"] td`).last().textContent());
  }

  /** Click, and wait until the position has changed. */
  async press(button = this.primary) {
    const before = await this.page.locator(".table").getAttribute("data-version");
    await button.click();
    await this.moved(before);
    return this.page.view();
  }

  async moved(before) {
    await this.page.waitForFunction((v) => document.querySelector(".table").dataset.version !== v, before);
    await this.page.waitForSelector(".action:not([data-busy])");
  }
}

const plain = (text) => text.replace(/\s+/g, " ").trim();

/** Choose a city: on a wide screen it goes into the plan, elsewhere by the button of its card. */
export async function chooseCity(page, city) {
  await page.locator(`[data-city="${city}"]`).dispatchEvent("click");
  const button = page.locator("[data-plan-toggle]");
  if (await page.locator(".table.compact").count()) await button.click();
}

/** Ann at her tables: one page for each kind of screen, so that the board is fetched once. */
export class Ann {
  constructor(browser, server) {
    this.browser = browser;
    this.server = server;
    this.pages = new Map();
  }

  async at(table, screen) {
    const page = this.pages.get(screen) ?? (await sit(this.browser, this.server, table, { screen }));
    if (this.pages.has(screen)) await sitDown(page, this.server, table);
    this.pages.set(screen, page);
    return page;
  }
}

/** Ann and Bob at a table for two that has begun, and who is asked. */
export async function pair(browser, server, screen = {}) {
  const [ann, bob] = await Promise.all([0, 1].map(() => person(browser, server.url, screen)));
  const seats = [{ kind: "person" }, { kind: "open" }];
  const made = await (await ann.request.post("/api/tables", { data: { name: "Ann", seats } })).json();
  const { id } = made.table;
  await bob.request.post(`/api/tables/${id}/join`, { data: { name: "Bob" } });
  await ann.request.post(`/api/tables/${id}/start`);
  return { ann, bob, id, turn: async () => (await (await ann.request.get(`/api/tables/${id}`)).json()).to_act };
}

/** Make any move for whoever is asked, without a page. */
export async function move({ ann, bob, id, turn }) {
  const seat = await turn();
  const who = [ann, bob][seat];
  const { version, decision } = await (await who.request.get(`/api/tables/${id}/decision`)).json();
  const open = decision.options.find((one) => one.kind === "open");
  // who opens a plant at its price buys it, as the other passes
  const chosen = open ? { kind: "open", plant: open.plant, bid: open.minimum } : { kind: decision.kind === "bid" ? "pass" : "done" };
  const answer = await who.request.post(`/api/tables/${id}/moves`, { data: { seat, moves: [chosen], version, key: `k${version}` } });
  assert.ok(answer.ok(), await answer.text());
}
