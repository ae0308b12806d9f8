// What must hold for every map: nothing lies on anything else. Works on the finished JSON alone.

import { gap, inBox, onCurve } from "./geometry.mjs";

const STEPS = 24; // segments of a bent line
const AIR = 4; // pixels between plates

/** The map's part of a window of 1440 x 900. */
export const FRAME = [820, 672];

/** The places of one placement in pixels: plates with their boxes, cost plates, lines as lists of points. */
export function pixels(map, kind, k = map[kind].scale) {
  const p = map[kind];
  const plates = p.plates.map(([x, y, w], i) => ({ name: map.cities[i].name, x: x * k, y: y * k, w, h: p.height }));
  const cards = (p.cards ?? []).map(([x, y, w, h], i) => ({
    name: map.cities[map.metropolises[i][0]].name,
    cities: map.metropolises[i],
    x: x * k,
    y: y * k,
    w,
    h,
  }));
  const body = (c) => cards.find((m) => m.cities.includes(c)) ?? plates[c];
  const lines = p.lines.map(([x, y, cx, cy], i) => {
    const [cost, a, b] = map.lines[i];
    const [from, to] = [body(a), body(b)];
    const name = `${map.cities[a].name} to ${map.cities[b].name}`;
    const label = { name, x: x * k, y: y * k, w: p.cost[cost === null || cost > 9 ? 1 : 0], h: p.cost[2] };
    const points = [];
    if (from !== to)
      for (let s = 0; s <= (cx === undefined ? 1 : STEPS); s++)
        points.push(
          cx === undefined
            ? s
              ? [to.x, to.y]
              : [from.x, from.y]
            : onCurve(from.x, from.y, cx * k, cy * k, to.x, to.y, s / STEPS),
        );
    return { name, ends: [from, to], label, points };
  });
  const bodies = [...new Set(plates.map((_, c) => body(c)))];
  return { plates, cards, bodies, lines };
}

function hits(points, box, more = 0) {
  for (let s = 0; s + 1 < points.length; s++)
    if (inBox(...points[s], ...points[s + 1], box.x, box.y, box.w / 2 + more, box.h / 2 + more) > 0) return true;
  return false;
}

const apart = (a, b) => gap(a.x, a.y, a.w, a.h, b.x, b.y, b.w, b.h);

/** What overlaps in a placement at a scale, in words; empty when all is well. */
export function overlaps(map, kind, k = map[kind].scale) {
  const found = [];
  const { bodies, lines } = pixels(map, kind, k);
  const say = (text) => found.push(`${map.id}, ${kind}: ${text}`);
  bodies.forEach((a, i) => {
    for (const b of bodies.slice(i + 1)) if (apart(a, b) < AIR) say(`${a.name} lies on ${b.name}`);
  });
  lines.forEach((line, i) => {
    for (const b of bodies) {
      if (!line.ends.includes(b) && hits(line.points, b, 2)) say(`the line ${line.name} runs through ${b.name}`);
      if (line.points.length && apart(line.label, b) < 1) say(`the cost of ${line.name} lies on ${b.name}`);
    }
    lines.forEach((other, j) => {
      if (j > i && apart(line.label, other.label) < 1) say(`the costs of ${line.name} and ${other.name} overlap`);
      if (j !== i && line.points.length && hits(other.points, line.label, 1)) say(`the line ${other.name} runs through the cost of ${line.name}`);
    });
  });
  return found;
}

/** The smallest scale from which on nothing overlaps, at most `k`. */
export function leastScale(map, kind, k) {
  const round = (v) => Math.floor(v * 1000) / 1000;
  let least = round(k);
  while (least > 0.7 * k && !overlaps(map, kind, round(least - 0.008)).length) least = round(least - 0.008);
  return least;
}

/** Everything that is wrong with a map, in words. */
export function problems(map) {
  const found = [];
  for (const kind of ["play", "whole"])
    for (let more = 1; more < 2; more += 0.1) found.push(...overlaps(map, kind, map[kind].scale * more));
  const k = FRAME[0] / map.size[0];
  for (const { name, x, y, w, h } of pixels(map, "whole", k).bodies)
    if (x - w / 2 < 0 || y - h / 2 < 0 || x + w / 2 > FRAME[0] || y + h / 2 > FRAME[1])
      found.push(`${map.id}: ${name} is outside the frame`);
  return [...new Set(found)];
}
