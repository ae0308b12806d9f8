// The landscape of an imaginary planet: mountains, craters and dunes in the free places between plates.

import { gap, random } from "./geometry.mjs";

const n = (value) => String(Math.round(value));
const TRIES = 6000;
/** Between two things, and between things and plates. */
const AIR = 9;
/** Plates keep their size while the map grows: where it is looked at, they take this share of their place. */
const SHARE = 0.6;

/** Peaks side by side, lit from the left. */
function mountains(x, y, size, rand, out) {
  for (const [dx, dy, share] of [[-0.62, 0.2, 0.62], [0.6, 0.24, 0.54], [0, 0, 1]]) {
    const [px, top] = [x + dx * size, y + dy * size - (share * size) / 2];
    const [half, high] = [share * size * (0.55 + rand() * 0.12), share * size];
    out.light += `M${n(px)} ${n(top)}l${n(-half)} ${n(high)}h${n(half + half / 4)}l${n(-half / 3)} ${n(-high / 2)}z`;
    out.dark += `M${n(px)} ${n(top)}l${n(half)} ${n(high)}h${n(-half + half / 4)}l${n(-half / 3)} ${n(-high / 2)}z`;
  }
}

/** A ring with its shadow. */
function crater(x, y, size, rand, out) {
  const [a, b] = [size * 0.75, size * (0.42 + rand() * 0.08)];
  const ellipse = (cx, cy, rx, ry) => `M${n(cx - rx)} ${n(cy)}a${n(rx)} ${n(ry)} 0 1 0 ${n(2 * rx)} 0a${n(rx)} ${n(ry)} 0 1 0 ${n(-2 * rx)} 0z`;
  out.light += ellipse(x, y, a, b);
  out.dark += ellipse(x, y + b * 0.1, a * 0.76, b * 0.7);
  out.line += ellipse(x, y, a, b);
}

/** Waves of sand. */
function dunes(x, y, size, rand, out) {
  for (const [dx, dy, share] of [[-0.2, -0.3, 0.7], [0.1, 0.05, 1], [-0.3, 0.4, 0.8]]) {
    const wide = size * share * (0.8 + rand() * 0.2);
    const [px, py] = [x + dx * size - wide, y + dy * size];
    out.line += `M${n(px)} ${n(py)}q${n(wide / 2)} ${n(-wide * 0.36)} ${n(wide)} 0q${n(wide / 2)} ${n(-wide * 0.3)} ${n(wide)} 0`;
  }
}

const KINDS = [mountains, crater, dunes];
const OWN = 0.45;

/** Paths of the lit sides, of the shadows, and of lines; what lies where depends on the region of the nearest city. */
export function planetRelief(boxes, cities, size, seed) {
  const rand = random(seed);
  const out = { light: "", dark: "", line: "" };
  const plates = boxes.map((one) => ({ ...one, w: one.w * SHARE, h: one.h * SHARE }));
  const placed = [];
  for (let i = 0; i < TRIES; i++) {
    // large ones first, small ones where they are left room
    const half = 24 - (13 * i) / TRIES;
    const [x, y] = [rand() * size[0], rand() * size[1]];
    const free = [...plates, ...placed].every((one) => gap(x, y, 3 * half, 2 * half, one.x, one.y, one.w, one.h) > AIR);
    if (!free) continue;
    placed.push({ x, y, w: 3 * half, h: 2 * half });
    const nearest = cities.reduce((best, one) => (Math.hypot(one.x - x, one.y - y) < Math.hypot(best.x - x, best.y - y) ? one : best));
    // most of a region is of one kind
    const kind = rand() < OWN ? nearest.region : Math.floor(rand() * KINDS.length);
    KINDS[kind % KINDS.length](x, y, half, rand, out);
  }
  return out;
}
