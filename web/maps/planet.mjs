// An imaginary planet: one continent with a ragged coast round all cities, small islands, and crater lakes in between.

import { gap, random } from "./geometry.mjs";

/** A closed line round (0, 0): radius `r(angle)`, roughened by waves that grow finer and weaker. */
function coast(r, points, rough, rand, turns = 3) {
  const waves = [];
  for (let t = turns; t < points / 4; t = Math.ceil(t * 1.22))
    waves.push({ turns: t, size: rough * (0.4 + rand()) * (turns / t) ** 0.72, phase: rand() * 2 * Math.PI });
  return Array.from({ length: points }, (_, i) => {
    const a = (i / points) * 2 * Math.PI;
    const far = r(a) + waves.reduce((sum, w) => sum + w.size * Math.sin(w.turns * a + w.phase), 0);
    return [far * Math.cos(a), far * Math.sin(a)];
  });
}

/** Land, islands and lakes for plates at `boxes` ({x, y, w, h}, units of the map). */
export function planetOutlines(boxes, size, seed) {
  const rand = random(seed);
  const [cx, cy] = [size[0] / 2, size[1] / 2];
  const spread = (pick, half) => Math.max(...boxes.map((b) => Math.abs(pick(b) - (half === "w" ? cx : cy)) + b[half] / 2));
  const [a, b] = [spread((p) => p.x, "w") + 34, spread((p) => p.y, "h") + 62];
  // Superellipse: nearly a rectangle with round corners.
  const radius = (t) => (Math.abs(Math.cos(t) / a) ** 3.2 + Math.abs(Math.sin(t) / b) ** 3.2) ** (-1 / 3.2);
  const moved = (ring, x, y) => ring.map(([px, py]) => [px + x, py + y]);
  const land = [moved(coast(radius, 600, 9, rand, 6), cx, cy)];
  const islands = [];
  for (let i = 0; i < 14; i++) {
    const t = (i / 14) * 2 * Math.PI + rand() * 0.3;
    const r = 8 + rand() ** 2 * 40;
    const far = radius(t) + 50 + r + rand() * 50;
    islands.push(moved(coast(() => r, 60, r / 9, rand), cx + far * Math.cos(t), cy + far * Math.sin(t)));
  }
  const lakes = [];
  const placed = [];
  for (let i = 0; i < 4000 && lakes.length < 12; i++) {
    const r = 11 + rand() * 15;
    const [x, y] = [cx + (rand() * 2 - 1) * a, cy + (rand() * 2 - 1) * b];
    const inside = Math.hypot(x - cx, y - cy) < radius(Math.atan2(y - cy, x - cx)) - r - 45;
    const free = [...boxes, ...placed].every((q) => gap(x, y, 2 * r, 2 * r, q.x, q.y, q.w, q.h) > (q.lake ? 90 : 9));
    if (!inside || !free) continue;
    placed.push({ x, y, w: 2 * r, h: 2 * r, lake: true });
    lakes.push(moved(coast(() => r, 40, r / 14, rand), x, y));
  }
  return { land, others: islands, water: lakes };
}
