// What a browser fetches until the first board stands: little, and packed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { person } from "./server.mjs";
import { stage } from "./stage.mjs";

const MAX_BYTES = 150_000;

const { server, browser } = await stage();
const page = await person(browser, server.url);

test("the first board comes with few bytes", { timeout: 60_000 }, async () => {
  const wire = await page.context().newCDPSession(page);
  await wire.send("Network.enable");
  await wire.send("Network.setCacheDisabled", { cacheDisabled: true });
  const answers = new Map();
  let live = 0;
  wire.on("Network.responseReceived", ({ requestId, response }) => {
    const name = response.url.replace(server.url, "").replace(/tables\/[\w-]+/, "tables/ID");
    answers.set(requestId, { name, packed: response.headers["content-encoding"], head: response.encodedDataLength, size: 0 });
  });
  wire.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const one = answers.get(requestId);
    if (one) one.size = encodedDataLength - one.head;
  });
  wire.on("Network.webSocketFrameReceived", ({ response }) => (live += response.payloadData.length));
  const seats = [{ kind: "person" }, { kind: "person" }, { kind: "person" }];
  const made = await (await page.request.post("/api/tables", { data: { name: "Ann", map: "germany", seats } })).json();
  await page.request.post(`/api/tables/${made.table.id}/start`);
  await page.goto(`/tables/${made.table.id}`);
  await page.waitForSelector(".action.is-mine");
  await page.waitForLoadState("networkidle");
  const all = [...answers.values()].sort((a, b) => b.size - a.size);
  const sum = all.reduce((total, { size }) => total + size, live);
  const list = [...all.map(({ size, packed, name }) => `${size} ${packed ?? "as it is"} ${name}`), `${live} live`].join("\n");
  for (const { name, packed, size } of all) {
    if (/^\/assets\/.*(js|css|json)$|^\/tables/.test(name)) assert.equal(packed, "br", name);
    if (/^\/api\/(words|editions|boards)/.test(name) && size > 1400) assert.equal(packed, "gzip", name);
  }
  assert.ok(all.some(({ name }) => name.includes("/assets/app-")) && live > 1000, `not all was seen:\n${list}`);
  assert.ok(sum <= MAX_BYTES, `${sum} bytes, at most ${MAX_BYTES}:\n${list}`);
});
