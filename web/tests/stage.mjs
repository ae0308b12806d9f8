// A server and a browser for the tests of one file.
import { after } from "node:test";
import { House, launch } from "./house.mjs";

/** Both are started now, with these prepared tables if any, and stopped when the tests of the file are over. */
export async function stage(prepared) {
  const house = new House(prepared);
  let browser;
  after(async () => {
    await browser?.close();
    await house.stop();
  });
  await house.start();
  browser = await launch({ pictures: false });
  return { house, browser };
}
