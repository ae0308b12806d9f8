// The static site: everything runs in the browser, also without a network, and is kept there.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { answer, playOn } from "./player.mjs";
import { launch, person } from "./server.mjs";

const ROOT = resolve(import.meta.dirname, "../../..");
const PYTHON = process.env.STROMNETZ_PYTHON ?? "python3";
/** Below a path, as on the pages of a project. */
const BELOW = "games/stromnetz";

let home, host, url, browser;

before(async () => {
  home = await mkdtemp(join(tmpdir(), "site-"));
  await promisify(execFile)(PYTHON, ["-m", "tools.site", join(home, BELOW)], { cwd: ROOT });
  host = spawn(PYTHON, ["-u", "-m", "http.server", "--bind", "127.0.0.1", "--directory", home, "0"], { stdio: ["ignore", "pipe", "ignore"] });
  const said = await new Promise((done) => host.stdout.once("data", (text) => done(String(text))));
  url = `http://127.0.0.1:${/port (\d+)/.exec(said)[1]}/${BELOW}/`;
  browser = await launch({ pictures: false });
});
after(async () => {
  await browser?.close();
  host?.kill();
  if (home) await rm(home, { recursive: true, force: true });
});

const open = async (page) => {
  await page.goto(url);
  await page.waitForSelector("[data-play-now]", { timeout: 240_000 });
};
const turn = (page) => page.waitForSelector(".action.is-mine:not([data-busy])", { timeout: 120_000 });

const NIGHTLY = process.env.STROMNETZ_TIER === "3";
/** Games of every edition: fifty in all at night. */
const SEEDS = NIGHTLY ? 10 : 1;

test("Games of bots in the browser equal those of the library", { timeout: 1_200_000 }, async () => {
  const program = join(ROOT, "tests", "offline", "record_digests.py");
  const { stdout } = await promisify(execFile)(PYTHON, [program, String(SEEDS)], { cwd: ROOT, env: { ...process.env, PYTHONPATH: ROOT } });
  const page = await person(browser, url);
  page.setDefaultTimeout(600_000);
  await page.goto(`${url}manifest.webmanifest`);
  const files = await readdir(join(home, BELOW));
  const [pyodide, code] = [/^pyodide-/, /^python-/].map((name) => files.find((one) => name.test(one)));
  const found = await page.evaluate(
    async ({ base, pyodide, code, program, seeds }) => {
      const { loadPyodide } = await import(`${base}${pyodide}/pyodide.mjs`);
      const python = await loadPyodide({ indexURL: `${base}${pyodide}/` });
      python.unpackArchive(new Uint8Array(await (await fetch(base + code)).arrayBuffer()), "zip", { extractDir: "/lib/app" });
      python.runPython("import sys; sys.path.insert(0, '/lib/app'); sys.argv = ['', '0']");
      python.runPython(program);
      return python.runPython(`json.dumps(digests(${seeds}))`);
    },
    { base: url, pyodide, code, program: await readFile(program, "utf8"), seeds: SEEDS },
  );
  assert.equal(Object.keys(JSON.parse(found)).length, SEEDS * 5);
  assert.deepEqual(JSON.parse(found), JSON.parse(stdout));
  await page.context().close();
});

test("A second tab says so, and takes over when it is asked to", { skip: !NIGHTLY, timeout: 600_000 }, async () => {
  const page = await person(browser, url);
  await open(page);
  const other = await page.context().newPage();
  await other.goto(url);
  await other.waitForSelector('[data-local="elsewhere"]');
  await other.locator("[data-local] button").click();
  await other.waitForSelector("[data-play-now]", { timeout: 240_000 });
  await page.waitForSelector('[data-local="elsewhere"]');
  await page.context().close();
});

test("Without storage games can be played, and the page says that they are not kept", { skip: !NIGHTLY, timeout: 600_000 }, async () => {
  const page = await person(browser, url);
  await page.route("**/assets/worker-*.js", async (route) => {
    const response = await route.fetch();
    const refusing = "Object.defineProperty(self,'indexedDB',{value:{open(){throw new Error('storage is switched off')}}});";
    await route.fulfill({ response, body: refusing + (await response.text()) });
  });
  await open(page);
  await page.getByText("storage is switched off").waitFor();
  await page.locator("[data-local] button").click();
  await page.locator("[data-play-now]").click();
  await turn(page);
  await page.context().close();
});

test("A file that cannot be loaded is reported, and the page can try again", { skip: !NIGHTLY, timeout: 600_000 }, async () => {
  const page = await person(browser, url);
  const [wasm] = (await readdir(join(home, BELOW), { recursive: true })).filter((name) => name.endsWith(".wasm")).map((name) => join(home, BELOW, name));
  await rename(wasm, `${wasm}.away`);
  await page.goto(url);
  await page.waitForSelector('[data-local="failed"]', { timeout: 120_000 });
  await rename(`${wasm}.away`, wasm);
  await page.locator("[data-local] button").click();
  await page.waitForSelector("[data-play-now]", { timeout: 240_000 });
  await page.context().close();
});

test("A game goes on without a network, and after the page was closed", { timeout: 600_000 }, async () => {
  const page = await person(browser, url);
  await open(page);
  assert.equal(await page.locator("[data-code], [data-account], [data-log-out]").count(), 0, "what needs a server is not offered");
  await page.locator("[data-play-now]").click();
  await turn(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration())?.active?.state === "activated");
  host.kill();
  await page.context().setOffline(true);
  await playOn([page], { minutes: 4, stop: async (one) => Number(await one.locator(".round b").textContent()) > 1 });
  const before = await page.evaluate(() => ({ version: document.querySelector(".table").dataset.version, at: location.href }));
  await page.close();
  const again = await page.context().newPage();
  again.problems = [];
  again.on("pageerror", (error) => again.problems.push(String(error)));
  await again.goto(before.at);
  await turn(again);
  assert.ok(Number(await again.locator(".table").getAttribute("data-version")) >= Number(before.version));
  assert.ok(await answer(again));
  assert.deepEqual([...page.problems, ...again.problems], []);
  await again.context().close();
});
