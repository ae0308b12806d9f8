// A server and a browser for the tests of one file, or for those of several files (together.mjs).
import { after } from "node:test";
import { House, launch } from "./house.mjs";

/** What several files share, and the file whose tests come now. */
let shared = null;

/** One server for these files, given by name with the set of tables that each wants, and one browser. */
export async function share(wanted) {
  const house = new House(wanted);
  await house.start();
  const browser = await launch({ pictures: false });
  shared = { house, browser, file: "", alone: [] };
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
      await house.stop();
    },
  };
}

/**
 * A server with these prepared tables, if any, and a browser, until the tests of the file are over. `alone`: the server
 * is started for this file, whatever others share.
 */
export async function stage(prepared, { alone = false } = {}) {
  if (shared && !alone) return { house: shared.house.of(shared.file), browser: shared.browser };
  const house = new House(prepared && { "": prepared });
  let browser = shared?.browser;
  shared?.alone.push(house);
  if (!shared) {
    after(async () => {
      await browser?.close();
      await house.stop();
    });
  }
  await house.start();
  browser ??= await launch({ pictures: false });
  return { house: house.of(""), browser };
}
