// Debian's Chromium, by Playwright, whose Page is the model of page.mjs.
import { launch as launchChromium, person } from "../server.mjs";

export async function launch() {
  const browser = await launchChromium({ pictures: false });
  return { person: (origin, options) => person(browser, origin, options), close: () => browser.close() };
}
