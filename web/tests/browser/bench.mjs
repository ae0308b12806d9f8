// What the map costs while it moves:  node tests/browser/bench.mjs
// Panning and zooming are done by a real mouse; the browser's own trace says what its main thread did for it.
import { LocalServer, launch, sit } from "./server.mjs";

const BUDGET = 8;
const LONG = 50;
const STEPS = 240;
const TABLES = ["build", "usa", "europe"];
const CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "__metadata"];

/** Back and forth in a circle, so that the map never reaches its edge. */
async function pan(page, { x, y }) {
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let i = 1; i <= STEPS; i++) {
    const turn = (i / 60) * Math.PI * 2;
    await page.mouse.move(x + Math.sin(turn) * 140, y + (1 - Math.cos(turn)) * 70);
  }
  await page.mouse.up();
}

async function zoom(page, { x, y }) {
  await page.mouse.move(x, y);
  for (let i = 0; i < STEPS / 4; i++) await page.mouse.wheel(0, Math.floor(i / 15) % 2 ? 60 : -60);
}

/** What the main thread of the page did for each frame, in milliseconds of processor time. */
function frames(trace) {
  const { traceEvents: events } = JSON.parse(trace);
  const main = events.filter((one) => one.name === "thread_name" && one.args.name === "CrRendererMain");
  const busiest = main
    .map(({ pid, tid }) => {
      const own = events.filter((one) => one.pid === pid && one.tid === tid);
      return {
        tasks: own.filter((one) => one.name === "RunTask"),
        begins: own.filter((one) => one.name === "BeginCommitCompositorFrame").map((one) => one.ts),
      };
    })
    .sort((a, b) => b.begins.length - a.begins.length)[0];
  const { tasks, begins } = busiest;
  const costs = begins.map(() => 0);
  for (const task of tasks) {
    // a task belongs to the last frame that had begun by its end: drawing a frame is a task of its own
    const frame = begins.findLastIndex((ts) => ts <= task.ts + task.dur);
    if (frame >= 0) costs[frame] += (task.tdur ?? task.dur) / 1000;
  }
  return { costs: costs.sort((a, b) => a - b), long: tasks.filter((one) => one.dur / 1000 > LONG).length };
}

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
const figure = (value, wide = 8) => String(typeof value === "number" && !Number.isInteger(value) ? value.toFixed(1) : value).padStart(wide);

const server = new LocalServer({ pictures: "pictures" }).of("pictures");
await server.start();
const browser = await launch();
let worst = 0;
try {
  const head = ["frames", "mean", "median", "p95", "worst", "long"];
  process.stdout.write(`Main-thread time a frame in ms (budget: a mean of ${BUDGET} while panning); tasks over ${LONG} ms\n`);
  process.stdout.write(`${"".padEnd(22)}${head.map((one) => figure(one)).join("")}\n`);
  for (const table of TABLES) {
    const page = await sit(browser, server, table);
    await page.waitForSelector("[data-city]");
    await page.evaluate(() => document.fonts.ready);
    const box = await page.locator("svg.map-drawing").boundingBox();
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 - 70 };
    for (const [name, act] of [["pan", pan], ["zoom", zoom]]) {
      if (name === "pan") {
        await page.mouse.move(middle.x, middle.y);
        await page.mouse.wheel(0, -500);
        await page.waitForSelector("[data-minimap]");
        await page.waitForTimeout(400);
      }
      await browser.startTracing(page, { categories: CATEGORIES });
      await act(page, middle);
      const { costs, long } = frames((await browser.stopTracing()).toString());
      const mean = costs.reduce((sum, one) => sum + one, 0) / costs.length;
      if (name === "pan") worst = Math.max(worst, mean);
      const row = [costs.length, mean, at(costs, 0.5), at(costs, 0.95), at(costs, 1), long];
      process.stdout.write(`${`${table}, ${name}`.padEnd(22)}${row.map((one) => figure(one)).join("")}\n`);
    }
    await page.context().close();
  }
} finally {
  await browser.close();
  await server.stop();
}
if (worst > BUDGET) {
  process.stdout.write(`Panning costs ${worst.toFixed(1)} ms a frame: over the budget of ${BUDGET}.\n`);
  process.exitCode = 1;
}
