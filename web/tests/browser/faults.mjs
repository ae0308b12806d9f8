// What is wrong with a screen at its size: controls that are cut, covered or too small for a finger, text that is cut,
// cities that lie on each other, parts of the top bar that do.
import { FULL } from "./server.mjs";

/** Runs in the page; says what it finds, one line each. */
function look(finger) {
  const found = [];
  const shown = (one) => {
    const { width, height } = one.getBoundingClientRect();
    return width > 0 && height > 0 && one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  };
  const nameOf = (one) => {
    const said = one.getAttribute?.("aria-label") || one.textContent?.trim().slice(0, 24) || one.getAttribute?.("name") || "";
    const cls = typeof one.className === "string" && one.className ? `.${one.className.trim().replace(/\s+/g, ".")}` : "";
    return `${one.tagName.toLowerCase()}${cls} "${said}"`;
  };
  const dialogs = [...document.querySelectorAll("dialog[open], [data-end], [data-curtain]")];
  const root = dialogs.at(-1) ?? document.body;

  /** What only a script could scroll to is out of reach. */
  const forced = (one) => {
    let out = false;
    for (let box = one.parentElement; box; box = box.parentElement) {
      const style = getComputedStyle(box);
      const hidden = (way) => way === "hidden" || way === "clip";
      if ((box.scrollTop && hidden(style.overflowY)) || (box.scrollLeft && hidden(style.overflowX))) {
        out = true;
        box.scrollTo(0, 0);
      }
    }
    return out;
  };
  // of the many rows of a log, which are alike, the first and the last
  const rows = (one) => one.closest(".log-list") && !one.closest("li:nth-child(-n+3), li:nth-last-child(-n+3)");
  for (const one of root.querySelectorAll("button, a[href], input, select, summary")) {
    // a link that only the keyboard meets comes into sight when it does
    if (rows(one) || one.matches(".skip-link:not(:focus)")) continue;
    const target = one.matches("input") ? (one.closest("label") ?? one) : one;
    if (!shown(target)) continue;
    target.scrollIntoView({ block: "center", inline: "nearest" });
    if (forced(target)) found.push(`${nameOf(one)} cannot be scrolled to`);
    const { left, right, top, bottom, width, height } = target.getBoundingClientRect();
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) {
      found.push(`${nameOf(one)} is out of the window: ${[left, top, right, bottom].map(Math.round)}`);
      continue;
    }
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const points = [[x, y], [left + 4, top + 4], [right - 4, top + 4], [left + 4, bottom - 4], [right - 4, bottom - 4]];
    const over = points.map(([px, py]) => document.elementFromPoint(px, py)).find((hit) => !target.contains(hit));
    if (over !== undefined) found.push(`${nameOf(one)} is cut or covered by ${over ? nameOf(over) : "nothing"}`);
    // a link in a sentence is as high as its line (WCAG 2.5.8)
    const inSentence = one.matches("p a") && getComputedStyle(one).display === "inline";
    if (finger && !inSentence && (width < 39.5 || height < 39.5)) found.push(`${nameOf(one)} is too small: ${Math.round(width)} x ${Math.round(height)}`);
  }

  for (const one of root.querySelectorAll(":not(svg, svg *, option)")) {
    if (one.clientWidth <= 1 || one.scrollWidth <= one.clientWidth + 1) continue;
    const own = [...one.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim());
    if (own && shown(one)) found.push(`${nameOf(one)} is cut: ${one.scrollWidth} in ${one.clientWidth}`);
  }

  const on = ([, a], [, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const boxes = (selector, say) => [...document.querySelectorAll(selector)].filter(shown).map((one) => [say(one), one.getBoundingClientRect()]);
  for (const all of [
    boxes(".top-bar :is(.brand, .round, .lamps, .phase-list li, .turn-player, .icon-button)", nameOf),
    boxes(".city:not(.is-open) .city-plate", (one) => one.closest("[data-city]").dataset.city),
  ]) {
    all.forEach((a, i) => all.slice(i + 1).forEach((b) => on(a, b) && found.push(`${a[0]} lies on ${b[0]}`)));
  }
  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} wide in ${innerWidth}`);
  if (document.querySelector(".table") && scrollHeight > innerHeight) found.push(`the table is ${scrollHeight} high in ${innerHeight}`);
  return found;
}

/** The windows in which everything must work: phones, tablets, a zoomed and two large screens. */
export const SIZES = [
  [320, 640],
  [360, 640],
  [390, 844],
  [844, 390],
  [768, 1024],
  [1024, 768],
  [640, 360],
  [1440, 900],
  [2560, 1440],
];

/** Make the window so large, and wait until the board has followed. */
export async function resize(page, [width, height]) {
  await page.setViewportSize({ width, height });
  await settled(page);
}

/** Wait until the board has been drawn, and the last moves have found their place. */
export async function settled(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))));
  // the last moves find their place when the map has come to rest
  const docked = () => [...document.querySelectorAll(".map-frame .recent-moves")].every((one) => {
    const [box, frame] = [one, one.closest(".map-frame")].map((each) => each.getBoundingClientRect());
    return box.right <= frame.right && box.bottom <= frame.bottom;
  });
  await page.waitForFunction(docked, null, { timeout: 2000 }).catch(() => undefined);
}

/** A mouse or a finger, without loading the page again. */
export async function pointer(page, finger) {
  page.cdp ??= await page.context().newCDPSession(page);
  await page.cdp.send("Emulation.setTouchEmulationEnabled", { enabled: finger, maxTouchPoints: finger ? 1 : undefined });
  await page.waitForFunction((wanted) => matchMedia("(pointer: coarse)").matches === wanted, finger);
}

// Small windows have the same targets for mouse and finger, and the largest has room for either.
const MOUSE = SIZES.filter(([width]) => width > 1000 && width < 2000);
const ALL = [...MOUSE.map((size) => [size, false]), ...SIZES.map((size) => [size, true])];
const TIGHT = [[320, 640], true];

/** The tightest window; all of them nightly. */
export const TIGHTEST = FULL ? ALL : [TIGHT];

/** For the n-th of many screens: one window in turn; all of them nightly. */
export const inTurn = (n) => (FULL ? ALL : [ALL[n % ALL.length]]);

/** What is wrong in each of the windows, of which some have a mouse and some a finger; `also` may open more in each. */
export async function faultsAt(page, also = async () => undefined, windows = ALL) {
  const out = [];
  for (const [size, finger] of windows) {
    await pointer(page, finger);
    await resize(page, size);
    const check = async (where) => {
      const found = await page.evaluate(look, finger);
      out.push(...found.map((one) => `${size.join(" x ")}${finger ? ", finger" : ""}${where ? `, ${where}` : ""}: ${one}`));
    };
    await check("");
    await also(check);
  }
  return out;
}
