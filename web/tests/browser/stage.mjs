// A server and a browser for the tests of one file, or for those of several files (together.mjs).
import { after } from "node:test";
import { LocalServer, launch } from "./server.mjs";

/** What several files share, and the file whose tests come now. */
let shared = null;

/** One server for these files, given by name with the set of tables that each wants, and one browser. */
export async function share(wanted) {
  const server = new LocalServer(wanted);
  await server.start();
  const browser = await launch({ pictures: false });
  shared = { server, browser, file: "", alone: [] };
  return {
    /** The tests of this file come next: it has its own tables, and people of its own at them. */
    turn: (file) => (shared.file = file),
    /** Nobody is left from the tests that are over, nor a server of their own. */
    async clear() {
      await Promise.all(browser.contexts().map((one) => one.close()));
      await Promise.all(shared.alone.splice(0).map((one) => one.stop()));
    },
    async end() {
      await browser.close();
      await server.stop();
    },
  };
}

/**
 * A server with these prepared tables, if any, and a browser, until the tests of the file are over. `alone`: the server
 * is started for this file, whatever others share.
 */
export async function stage(prepared, { alone = false } = {}) {
  if (shared && !alone) return { server: shared.server.of(shared.file), browser: shared.browser };
  const server = new LocalServer(prepared && { "": prepared });
  let browser = shared?.browser;
  shared?.alone.push(server);
  if (!shared) {
    after(async () => {
      await browser?.close();
      await server.stop();
    });
  }
  await server.start();
  browser ??= await launch({ pictures: false });
  return { server: server.of(""), browser };
}
