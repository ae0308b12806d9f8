// A restart of the server between two browsers at one table. All else about live tables: tests/components/live.test.mjs.
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { after, test } from "node:test";
import { person } from "./server.mjs";
import { stage } from "./stage.mjs";

const { server, browser } = await stage();

/** A load balancer in front of the server: while the server restarts, connections wait. Returns its address. */
async function startBalancer() {
  const reach = () =>
    new Promise((done) => {
      const socket = connect(server.port, "127.0.0.1", () => done(socket));
      socket.on("error", () => setTimeout(done, 50));
    });
  const balancer = createServer(async (client) => {
    client.on("error", () => undefined);
    let socket;
    while (!socket && !client.destroyed) socket = await reach();
    client.on("close", () => socket?.destroy());
    if (socket) client.pipe(socket).pipe(client);
  });
  after(() => balancer.close());
  await once(balancer.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${balancer.address().port}`;
}

test("after a restart of the server the game goes on, and players behind a load balancer notice nothing", { timeout: 120_000 }, async () => {
  const [ann, bob] = [await person(browser, server.url), await person(browser, await startBalancer())];
  const seats = [{ kind: "person" }, { kind: "open" }];
  const { id } = (await (await ann.request.post("/api/tables", { data: { name: "Ann", seats } })).json()).table;
  await bob.request.post(`/api/tables/${id}/join`, { data: { name: "Bob" } });
  const { to_act: seat } = await (await ann.request.post(`/api/tables/${id}/start`, { data: {} })).json();
  for (const page of [ann, bob]) {
    await page.goto(`/tables/${id}`);
    await page.waitForSelector(".city");
  }
  await bob.evaluate(() => {
    const look = () => (window.noticed ||= document.querySelector(".toast") !== null);
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
  });
  await server.stop();
  await ann.waitForSelector(".toast");
  await server.start();
  await ann.waitForSelector(".toast", { state: "detached" });
  const [first, second] = seat === 0 ? [ann, bob] : [bob, ann];
  await first.locator("button.plant-card").first().click();
  await first.locator("[data-primary]").click();
  await second.waitForSelector('.action.is-mine[data-decision="bid"]');
  assert.equal(await bob.evaluate(() => window.noticed ?? false), false);
  assert.deepEqual([...ann.problems, ...bob.problems], []);
});
