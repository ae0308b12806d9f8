// From a board to its two placements: sizes of bodies and cost plates, scales, annealing, and what comes out.

import { control } from "./geometry.mjs";
import { STYLES, costWidth, plateWidth } from "./metrics.mjs";
import { place } from "./place.mjs";
import { regionChoices } from "./data.mjs";
import { FRAME } from "./rules.mjs";

/** The plates of a body, relative to its middle, and the box round them all. A metropolis is a card with two plates. */
export function bodyShape(board, members, style) {
  const widths = members.map((c) => plateWidth(board.cities[c].name, style));
  if (members.length === 1) return { w: widths[0], h: style.height, plates: [[0, 0, widths[0]]], inner: null };
  const wide = Math.max(...widths);
  const between = style.costHeight - 7; // room for the inner cost between the slots above and the name below
  const h = members.length * (style.height + between) - between + 8;
  return {
    w: wide + 8,
    h,
    plates: members.map((_, i) => [0, 4 - h / 2 + style.height / 2 + i * (style.height + between), wide]),
    inner: [0, 0],
  };
}

function extent(points) {
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function fit([x0, y0, x1, y1], padX, padY) {
  return Math.min((FRAME[0] - 2 * padX) / (x1 - x0), (FRAME[1] - 2 * padY) / (y1 - y0));
}

/** Pixels per kilometre of both placements: a typical choice of regions fills the frame, or the whole board does. */
export function scales(board, spots, config) {
  const inside = (chosen) =>
    spots.filter((_, c) => chosen.includes(board.regions.findIndex((r) => r.id === board.cities[c].region)));
  const each = regionChoices(board, config.choice)
    .map((chosen) => fit(extent(inside(chosen)), 50, 34))
    .sort((a, b) => a - b);
  const whole = fit(extent(spots), 44, 26);
  return { play: each[Math.floor(each.length / 2)] * (config.zoom ?? 1), whole, least: each[0] };
}

/**
 * One placement. `spots` are the true places of the bodies in units of the map, `k` the pixels per unit. With `known`,
 * a placement of an earlier build, nothing is moved.
 */
export function placement(board, spots, kind, k, { known, ...options }) {
  const style = { ...STYLES[kind], ...board.styles?.[kind] };
  const shapes = board.bodies.map((members) => bodyShape(board, members, style));
  const bodies = spots.map(([x, y], i) => ({ x: x * k, y: y * k, w: shapes[i].w, h: shapes[i].h }));
  const json = known ?? anneal(board, bodies, shapes, style, k, options);
  const middle = (members) => members.map((c) => json.plates[c]);
  return {
    shifts: board.bodies.map((members, i) => {
      const [x, y] = [0, 1].map((d) => middle(members).reduce((sum, p) => sum + p[d], 0) / members.length);
      return Math.hypot(x * k - bodies[i].x, y * k - bodies[i].y);
    }),
    json: { ...json, scale: k },
  };
}

function anneal(board, bodies, shapes, style, k, options) {
  const outer = board.lines.filter((l) => l.ends);
  const lines = outer.map((l) => ({
    a: l.ends[0],
    b: l.ends[1],
    w: costWidth(l.cost, style),
    h: style.costHeight,
  }));
  const found = place({ bodies, lines, style, ...options });
  const grid = (v) => Math.round((v / k) * 10) / 10;
  const middles = found.plates.map((p) => [grid(Math.round(p.x)), grid(Math.round(p.y))]);
  const plates = [];
  const cards = [];
  board.bodies.forEach((members, i) => {
    const [x, y] = middles[i];
    members.forEach((c, j) => {
      const [dx, dy, w] = shapes[i].plates[j];
      plates[c] = [grid(x * k + dx), grid(y * k + dy), w];
    });
    if (members.length > 1) cards.push([x, y, shapes[i].w, shapes[i].h]);
  });
  const done = board.lines.map((l) => {
    if (!l.ends) {
      const [x, y] = middles[l.inner];
      const [dx, dy] = shapes[l.inner].inner;
      return [grid(x * k + dx), grid(y * k + dy)];
    }
    const { x, y, bend } = found.lines[outer.indexOf(l)];
    const [a, b] = l.ends.map((i) => middles[i]);
    const at = [grid(x), grid(y)];
    return bend ? [...at, ...control(a[0] * k, a[1] * k, b[0] * k, b[1] * k, bend).map(grid)] : at;
  });
  return {
    scale: k,
    height: style.height,
    cost: [...style.cost, style.costHeight],
    plates,
    lines: done,
    ...(cards.length ? { cards } : {}),
  };
}
