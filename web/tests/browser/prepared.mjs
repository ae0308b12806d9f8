// A browser, and the server of the component tests, which sets up tables at prepared positions.
import { after } from "node:test";
import { prepareTable, startServer } from "../components/server.mjs";
import { launch } from "./server.mjs";

const [server, browser] = await Promise.all([startServer(), launch({ pictures: false })]);
after(() => Promise.all([browser.close(), server.stop()]));
process.env.STROMNETZ_TEST_SERVER = server.url;

export { browser };
export const { url } = server;
export const { newAdmin, playRated } = await import("../components/accounts.mjs");

/** Every kind of decision, the fullest tables, a lobby and an end: the name of each, and where it comes from. */
export const TABLES = {
  ...Object.fromEntries(["region-deluxe", "open", "bid", "scrap", "discard-fuel", "fuel", "run", "assign", "place"].map((name) => [name, name])),
  ...Object.fromEntries(["six", "usa", "network", "company", "workers", "robot", "trust-site"].map((name) => [name, `scene/${name}`])),
  "robot-bid": "robot-bid",
  "robot-build": "robot-build",
  lobby: "lobby",
  end: "scene/end",
};

/** Let a page have somebody's cookie, and nothing else. */
export async function be(page, value) {
  await page.context().clearCookies();
  if (value) await page.context().addCookies([{ name: "stromnetz", value, url, httpOnly: true, sameSite: "Lax" }]);
}

/** Sit down at a new prepared table (`who: null`: as a spectator), and see the board. */
export async function sitAt(page, name, { who = "Ann", ...options } = {}) {
  const table = await prepareTable(url, TABLES[name] ?? name, options);
  await be(page, who && table.cookies[who]);
  await page.goto(`/tables/${table.id}`);
  await page.waitForSelector(name === "lobby" ? ".page.lobby" : ".city");
  page.view = async () => (await page.request.get(`/api/tables/${table.id}/view`)).json();
  return table;
}
