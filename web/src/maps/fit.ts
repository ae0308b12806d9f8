// How large the regions in play can be drawn in a window: the placement, its scale, the size of plates, and where.

import { freePlace, near, type Rect } from "./rects";
import type { BoardMap, Placement } from "./types";

export type Kind = "play" | "whole";

/** Full plates may be this much smaller than they were made for (names of 13 px instead of 15), then compact ones come. */
const FULL = 0.88;
/** The smallest and the largest that plates are drawn; below what can be read there is only the overview. */
const [SMALLEST, LEGIBLE, LARGEST] = [0.3, 0.6, 1.3];
/** Pixels between plates, round cost plates, and between a line and a foreign plate, as for the build of the maps. */
const AIR = { plate: 4, cost: 1, line: 2 };
const STEPS = 24;

/** Something on the map: its middle in units, its size in pixels. */
interface Body {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface Bodies {
  /** Plates of cities, and the cards of metropolises. */
  readonly plates: readonly Body[];
  readonly costs: readonly Body[];
}

interface Line extends Body {
  readonly ends: readonly [Body, Body];
  readonly points: readonly (readonly [number, number])[];
  /** The middle and half the size of the box around all points. */
  readonly around: Body;
}

/** What a placement draws for some cities. */
function drawn(map: BoardMap, placement: Placement, inPlay: (city: number) => boolean): { plates: Body[]; lines: Line[] } {
  const bodyOf = new Map<number, Body>();
  map.metropolises?.forEach((cities, i) => {
    const card = placement.cards?.[i];
    if (card && cities.some(inPlay)) for (const city of cities) bodyOf.set(city, { x: card[0], y: card[1], w: card[2], h: card[3] });
  });
  // the cities of a metropolis share one body
  map.metropolises?.forEach((cities) => {
    const first = bodyOf.get(cities[0]!);
    if (first) for (const city of cities) bodyOf.set(city, first);
  });
  placement.plates.forEach(([x, y, w], city) => {
    if (inPlay(city) && !bodyOf.has(city)) bodyOf.set(city, { x, y, w, h: placement.height });
  });
  const lines: Line[] = [];
  placement.lines.forEach(([x, y, bendX, bendY], i) => {
    const [cost, from, to] = map.lines[i]!;
    const [a, b] = [bodyOf.get(from), bodyOf.get(to)];
    if (!a || !b || a === b) return;
    const [cx, cy] = bendX === undefined ? [(a.x + b.x) / 2, (a.y + b.y) / 2] : [bendX, bendY!];
    const points = Array.from({ length: STEPS + 1 }, (_, s): [number, number] => {
      const t = s / STEPS;
      const u = 1 - t;
      return [u * u * a.x + 2 * u * t * cx + t * t * b.x, u * u * a.y + 2 * u * t * cy + t * t * b.y];
    });
    const [left, right] = [Math.min(a.x, b.x, cx), Math.max(a.x, b.x, cx)];
    const [top, bottom] = [Math.min(a.y, b.y, cy), Math.max(a.y, b.y, cy)];
    const around = { x: (left + right) / 2, y: (top + bottom) / 2, w: (right - left) / 2, h: (bottom - top) / 2 };
    lines.push({ x, y, w: placement.cost[cost !== null && cost < 10 ? 0 : 1], h: placement.cost[2], ends: [a, b], points, around });
  });
  return { plates: [...new Set(bodyOf.values())], lines };
}

/** The smallest scale from which on nothing of this overlaps; at most the placement's own. */
function leastScale(plates: readonly Body[], lines: readonly Line[], most: number): number {
  let least = 0.1;
  const apart = (a: Body, b: Body, air: number) => {
    const scale = Math.min(((a.w + b.w) / 2 + air) / Math.abs(a.x - b.x), ((a.h + b.h) / 2 + air) / Math.abs(a.y - b.y));
    if (scale > least) least = scale;
  };
  const past = (line: Line, body: Body, air: number) => {
    const [w, h] = [body.w / 2 + air, body.h / 2 + air];
    // most lines lie far away as a whole: then no point of theirs needs a look
    const { around } = line;
    if (Math.max((Math.abs(around.x - body.x) - around.w) / w, (Math.abs(around.y - body.y) - around.h) / h) * least >= 1) return;
    let far = Infinity;
    for (const [x, y] of line.points) far = Math.min(far, Math.max(Math.abs(x - body.x) / w, Math.abs(y - body.y) / h));
    if (1 / far > least) least = 1 / far;
  };
  plates.forEach((a, i) => plates.slice(i + 1).forEach((b) => apart(a, b, AIR.plate)));
  lines.forEach((line, i) => {
    for (const plate of plates) {
      apart(line, plate, AIR.cost);
      if (!line.ends.includes(plate)) past(line, plate, AIR.line);
    }
    lines.forEach((other, j) => {
      if (j > i) apart(line, other, AIR.cost);
      if (j !== i) past(other, line, AIR.cost);
    });
  });
  return Math.min(least, most);
}

/** What is in play on a map, and from which scales on it can be drawn. */
export interface Fitting {
  readonly least: Record<Kind, number>;
  readonly bodies: Record<Kind, Bodies>;
}

export function fittingOf(map: BoardMap, inPlay: (city: number) => boolean): Fitting {
  const [play, whole] = [drawn(map, map.play, inPlay), drawn(map, map.whole, inPlay)];
  return {
    least: { play: leastScale(play.plates, play.lines, map.play.scale), whole: leastScale(whole.plates, whole.lines, map.whole.scale) },
    bodies: { play: { plates: play.plates, costs: play.lines }, whole: { plates: whole.plates, costs: whole.lines } },
  };
}

/** The placement for a scale (pixels per unit). */
export function placementAt({ least }: Fitting, scale: number): Kind {
  return scale >= least.play * FULL ? "play" : "whole";
}

/** The size of plates and cost plates at a scale, as a factor. */
export function plateScale({ least }: Fitting, kind: Kind, scale: number): number {
  return Math.min(LARGEST, Math.max(SMALLEST, scale / least[kind]));
}

/** Where everything lies in a window that has the point x, y of the map in its middle. */
export function rectsOf(fitting: Fitting, kind: Kind, view: { k: number; cx: number; cy: number }, width: number, height: number): Rect[] {
  const size = plateScale(fitting, kind, view.k);
  const { plates, costs } = fitting.bodies[kind];
  return [...plates, ...costs].map(({ x, y, w, h }) => ({
    x: (x - view.cx) * view.k + width / 2 - (w * size) / 2,
    y: (y - view.cy) * view.k + height / 2 - (h * size) / 2,
    w: w * size,
    h: h * size,
  }));
}

export interface MapView {
  readonly k: number;
  readonly cx: number;
  readonly cy: number;
}

export interface Window {
  readonly width: number;
  readonly height: number;
  /** What lies over the window for good, such as the buttons: no plate is put under it. */
  readonly keep: readonly Rect[];
  /** A box that should have room besides. */
  readonly room: readonly [width: number, height: number] | null;
}

const PAD = 3;
/** The size of compact plates in a window that has no room for all of them: smaller than they were made for, easily read. */
const CLOSE = 0.8;
/** How much smaller the map may become for the box that should have room, and for those that lie over it. */
const [GIVE, YIELD] = [0.94, 0.8];
const SHIFTS = [0.5, 0, 1, 0.25, 0.75];

/** The largest view that has everything in play in a window; full plates where they fit. */
export function fitView(fitting: Fitting, window: Window): MapView {
  return fitKind(fitting, "play", window) ?? fitKind(fitting, "whole", window)!;
}

function extent(fitting: Fitting, kind: Kind, k: number) {
  const all = rectsOf(fitting, kind, { k, cx: 0, cy: 0 }, 0, 0);
  return {
    left: Math.min(...all.map((one) => one.x)),
    top: Math.min(...all.map((one) => one.y)),
    right: Math.max(...all.map((one) => one.x + one.w)),
    bottom: Math.max(...all.map((one) => one.y + one.h)),
  };
}

function fitKind(fitting: Fitting, kind: Kind, { width, height, keep, room }: Window): MapView | null {
  const [w, h] = [width - 2 * PAD, height - 2 * PAD];
  let [low, high] = [0.05, 4];
  for (let i = 0; i < 20; i++) {
    const middle = (low + high) / 2;
    const { left, top, right, bottom } = extent(fitting, kind, middle);
    if (right - left <= w && bottom - top <= h) low = middle;
    else high = middle;
  }
  const small = (k: number) => kind === "play" && placementAt(fitting, k) !== "play";
  if (small(low)) return null;
  // compact plates fit at a larger scale than full ones, but there full ones would be drawn
  if (kind === "whole") low = Math.min(low, fitting.least.play * FULL * 0.999);
  let clear: MapView | null = null;
  let first: MapView | null = null;
  for (let k = low; k >= low * (clear ? GIVE : YIELD) && !small(k); k *= 0.985) {
    const { left, top, right, bottom } = extent(fitting, kind, k);
    for (const across of SHIFTS) {
      for (const down of SHIFTS) {
        const x = PAD + across * (w - (right - left)) - left;
        const y = PAD + down * (h - (bottom - top)) - top;
        const view = { k, cx: (width / 2 - x) / k, cy: (height / 2 - y) / k };
        first ??= view;
        const rects = rectsOf(fitting, kind, view, width, height);
        if (keep.some((box) => rects.some((one) => near(box, one, 4)))) continue;
        if (!room || freePlace(width, height, room[0], room[1], [...rects, ...keep])) return view;
        clear ??= view;
      }
    }
  }
  return clear ?? (kind === "whole" ? first : null);
}

/** Whether a view shows what it shows in a size that can be read, and with plates as full as asked for. */
export function legible(fitting: Fitting, { k }: MapView, plates: Kind): boolean {
  const kind = placementAt(fitting, k);
  return (kind === "play" || plates === "whole") && k >= fitting.least[kind] * LEGIBLE;
}

/** A view for a window that has no room for everything: full plates around a place, else the part with most cities. */
export function closeView(fitting: Fitting, { width, height }: { width: number; height: number }, around: readonly number[] | null): MapView {
  const k = around ? fitting.least.play : fitting.least.whole * CLOSE;
  const kind = placementAt(fitting, k);
  const { left, top, right, bottom } = extent(fitting, kind, k);
  const within = (at: number, low: number, high: number, size: number) =>
    high - low <= size - 2 * PAD ? (low + high) / 2 : Math.min(high + PAD - size / 2, Math.max(low - PAD + size / 2, at));
  const viewAt = (x: number, y: number): MapView => ({ k, cx: within(x * k, left, right, width) / k, cy: within(y * k, top, bottom, height) / k });
  if (around) return viewAt(around[0]!, around[1]!);
  const inside = (one: Rect) => one.x >= 0 && one.y >= 0 && one.x + one.w <= width && one.y + one.h <= height;
  const views = fitting.bodies[kind].plates.map(({ x, y }) => viewAt(x, y));
  const counts = views.map((view) => rectsOf(fitting, kind, view, width, height).filter(inside).length);
  return views[counts.indexOf(Math.max(...counts))]!;
}
