// One round on the board as a moving picture:  node tests/browser/moving.mjs FILE
// Frames are taken while a round is played by clicks. Only what has changed goes into a frame, so the file stays small.
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { LocalServer, launch, sit } from "./server.mjs";
import { answer } from "./player.mjs";

const [file = "round.webp"] = process.argv.slice(2);
const SCREEN = { viewport: { width: 1200, height: 750 }, deviceScaleFactor: 0.7, reducedMotion: "no-preference" };
const QUALITY = 0.5;
/** Milliseconds: how often is looked, how long a frame stands at most, and how long the last one. */
const EVERY = 250;
const LONGEST = 1200;
const LAST = 3000;

/** In a page of its own: the part of a picture that differs from the one before, as WebP. */
const compare = async ([png, quality]) => {
  const image = await createImageBitmap(await (await fetch(png)).blob());
  const { width, height } = image;
  const BLOCK = 16;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  const now = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
  const before = globalThis.before;
  let [left, top, right, bottom] = before ? [width, height, -1, -1] : [0, 0, width - 1, height - 1];
  for (let i = 0; before && i < now.length; i++) {
    if (now[i] === before[i]) continue;
    const x = i % width;
    const y = (i - x) / width;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  if (right < 0) return null;
  globalThis.before = now;
  // offsets are stored halved; and blocks of pixels that stay as they are need not be stored
  left -= left % BLOCK;
  top -= top % BLOCK;
  const part = new OffscreenCanvas(right - left + 1, bottom - top + 1);
  const drawn = part.getContext("2d");
  drawn.drawImage(canvas, -left, -top);
  for (let y = top; before && y <= bottom; y += BLOCK) {
    for (let x = left; x <= right; x += BLOCK) {
      let same = true;
      for (let v = y; same && v < Math.min(y + BLOCK, height); v++) {
        for (let u = x; same && u < Math.min(x + BLOCK, width); u++) same = now[v * width + u] === before[v * width + u];
      }
      if (same) drawn.clearRect(x - left, y - top, BLOCK, BLOCK);
    }
  }
  const bytes = new Uint8Array(await (await part.convertToBlob({ type: "image/webp", quality })).arrayBuffer());
  return { width, height, left, top, w: part.width, h: part.height, bytes: [...bytes] };
};

const chunk = (name, ...parts) => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.write(name, "latin1");
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
};
const small = (number) => Buffer.from([number & 255, (number >> 8) & 255, (number >> 16) & 255]);

/** What is drawn in a picture, without the heads of a file of its own. */
function body(picture) {
  const kept = [];
  for (let at = 12; at < picture.length; ) {
    const size = picture.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    if (["ALPH", "VP8 ", "VP8L"].includes(picture.toString("latin1", at, at + 4))) kept.push(picture.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}

/** The frames in one file (RIFF, with a chunk for each frame), over and over. */
function animated(frames) {
  const [{ width, height }] = frames;
  const size = Buffer.concat([small(width - 1), small(height - 1)]);
  const parts = frames.map(({ left, top, w, h, bytes, time }) => {
    const place = Buffer.concat([small(left / 2), small(top / 2), small(w - 1), small(h - 1), small(time), Buffer.from([0])]);
    return chunk("ANMF", place, body(Buffer.from(bytes)));
  });
  const all = [chunk("VP8X", Buffer.from([0x12, 0, 0, 0]), size), chunk("ANIM", Buffer.from([255, 255, 255, 255, 0, 0])), ...parts];
  return chunk("RIFF", Buffer.from("WEBP", "latin1"), ...all);
}

/** Look at a page until told to stop; the frames with the time that each stands. */
async function watch(page, judge, going) {
  const frames = [];
  while (going.on) {
    const began = Date.now();
    const png = await page.screenshot({ caret: "hide" });
    const frame = await judge.evaluate(compare, [`data:image/png;base64,${png.toString("base64")}`, QUALITY]);
    if (frame) frames.push({ ...frame, at: began });
    await page.waitForTimeout(Math.max(0, EVERY - (Date.now() - began)));
  }
  return frames.map((frame, i) => ({ ...frame, time: i + 1 < frames.length ? Math.min(frames[i + 1].at - frame.at, LONGEST) : LAST }));
}

/** What a person does with each decision, slowly enough to be followed. */
const CLICKS = {
  auction: ["button.plant-card >> nth=-1", "[data-primary]"],
  bid: ["[data-primary]"],
  scrap: [".action.is-mine button[data-plant] >> nth=0", "[data-primary]"],
  fuel: ["[data-fill]", "[data-primary]"],
  build: ["[data-city-offer] >> nth=0", "[data-primary]"],
  run: ["[data-primary], [data-quiet]"],
};
const BIDS = 3;

async function playRound(page) {
  const { round } = await page.view();
  const mine = page.locator(".action.is-mine:not([data-busy])");
  let bids = 0;
  let asked = "";
  for (;;) {
    while (!(await mine.count())) {
      if ((await page.view()).round > round) return;
      await page.waitForTimeout(EVERY);
    }
    if ((await page.view()).round > round) return;
    const kind = await page.locator(".action.is-mine").getAttribute("data-decision");
    const version = await page.locator(".table").getAttribute("data-version");
    await page.waitForTimeout(asked === kind ? 500 : 1100);
    asked = kind;
    const clicks = kind === "bid" && bids++ >= BIDS ? ["[data-secondary]"] : (CLICKS[kind] ?? ["[data-primary]"]);
    for (const click of clicks) {
      const found = page.locator(click).first();
      if (!(await found.isEnabled({ timeout: 1500 }).catch(() => false))) continue;
      await found.click();
      await page.waitForTimeout(900);
    }
    const moved = () => page.waitForFunction((v) => document.querySelector(".table").dataset.version !== v, version, { timeout: 5000 });
    await moved().catch(() => answer(page).then(moved));
  }
}

const server = new LocalServer({ round: "round" }).of("round");
await server.start();
const browser = await launch();
try {
  const page = await sit(browser, server, "round", { screen: SCREEN });
  await page.waitForSelector("[data-city]");
  await page.evaluate(() => document.fonts.ready);
  const judge = await browser.newPage();
  const going = { on: true };
  const watching = watch(page, judge, going);
  await playRound(page)
    .then(() => page.waitForTimeout(1200))
    .finally(() => {
      going.on = false;
      return watching;
    });
  const frames = await watching;
  const bytes = animated(frames);
  writeFileSync(resolve(file), bytes);
  process.stdout.write(`${resolve(file)}: ${frames.length} frames, ${Math.round(bytes.length / 1000)} kB\n`);
} finally {
  await browser.close();
  await server.stop();
}
