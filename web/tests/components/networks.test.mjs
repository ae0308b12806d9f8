// The networks on the map: mine always, those of all players on demand.
import assert from "node:assert/strict";
import { PHONE, slowTest, test, translator } from "./app.mjs";

const t = await translator();
const seats = (app) => app.all("[data-network]").map((one) => Number(one.dataset.network));
const paths = (app, seat) => app.get(`[data-network="${seat}"]`).dataset.paths.split(" ").filter(Boolean);

test("the map draws the paths that I have paid for", async ({ openTable }) => {
  const app = await openTable("scene/auction");
  const { rows } = await app.json(`/api/tables/${app.table.id}/history`);
  const built = rows.flatMap((one) => one.events ?? []).filter((one) => one.kind === "city-connected" && one.seat === 0);
  await app.until(() => paths(app, 0).length === built.length, "my network");
  assert.deepEqual(paths(app, 0), built.map((one) => one.path.join("-")));
  assert.deepEqual(seats(app), [0]);
});

test("a button shows the networks of all players, and hides them again", async ({ openTable }) => {
  const app = await openTable("scene/auction");
  assert.equal(app.all("[data-networks]").length, 1);
  app.click("[data-networks]");
  const { order } = await app.view();
  await app.until(() => seats(app).length === order.length, "all networks");
  assert.equal(app.get("[data-networks]").getAttribute("aria-pressed"), "true");
  assert.equal(app.text("[data-networks]"), t("all_networks"));
  app.click("[data-networks]");
  await app.until(() => seats(app).length === 1, "mine only");
});

test("in a loaded position, neighbouring cities of a network are connected", async ({ openTable }) => {
  const app = await openTable("build");
  const own = paths(app, 0).map((one) => one.split("-").toSorted().join("-")).toSorted();
  assert.deepEqual(own, ["bremen-hamburg", "bremen-hannover", "hamburg-hannover"]);
});

slowTest("on a phone, the button is below the players", async ({ openTable }) => {
  const app = await openTable("scene/auction", { screen: PHONE });
  app.click('[data-tab="players"]');
  await app.until(() => app.find("[data-networks]"), "the button");
  app.click("[data-networks]");
  await app.until(() => seats(app).length > 1, "all networks");
});

slowTest("in Outpost, no networks are drawn", async ({ openTable }) => {
  const app = await openTable("scene/network");
  assert.ok(!app.find("[data-networks], [data-network]"));
});
