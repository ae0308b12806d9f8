// What must hold for every map: nothing lies on anything else. Works on the finished JSON alone.

import { gap, inBox, onCurve } from "./geometry.mjs";

const STEPS = 24;

/** The places of one placement in pixels: plates with their boxes, cost plates, lines as lists of points. */
export function pixels(map, kind) {
  const p = map[kind];
  const k = p.scale;
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

/** Everything that is wrong with a map, in words; empty when all is well. */
export function problems(map) {
  const found = [];
  for (const kind of ["play", "whole"]) {
    const { bodies, lines } = pixels(map, kind);
    const say = (text) => found.push(`${map.id}, ${kind}: ${text}`);
    bodies.forEach((a, i) => {
      for (const b of bodies.slice(i + 1)) if (apart(a, b) < 2) say(`${a.name} lies on ${b.name}`);
      if (kind === "whole") {
        const [w, h] = map.size.map((v) => v * map.whole.scale);
        if (a.x - a.w / 2 < 0 || a.y - a.h / 2 < 0 || a.x + a.w / 2 > w + 1 || a.y + a.h / 2 > h + 1)
          say(`${a.name} is outside the frame`);
      }
    });
    lines.forEach((line, i) => {
      for (const b of bodies) {
        if (!line.ends.includes(b) && hits(line.points, b, 1)) say(`the line ${line.name} runs through ${b.name}`);
        if (line.points.length && apart(line.label, b) < 0) say(`the cost of ${line.name} lies on ${b.name}`);
      }
      lines.forEach((other, j) => {
        if (j > i && apart(line.label, other.label) < 0) say(`the costs of ${line.name} and ${other.name} overlap`);
        if (j !== i && hits(other.points, line.label)) say(`the line ${other.name} runs through the cost of ${line.name}`);
      });
    });
  }
  return found;
}
