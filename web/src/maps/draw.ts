// Small helps for drawing a map: which placement, where a line ends, what its path is.

import type { BoardMap, Placement, Point } from "./types";

/** How much smaller (names of 13.8 px instead of 15) and larger than they were made for plates may be drawn. */
const [SMALLEST, LARGEST] = [0.92, 1.3];

/** The placement for a scale (pixels per unit). */
export function placementAt(map: BoardMap, scale: number): "play" | "whole" {
  return scale >= map.play.scale * SMALLEST ? "play" : "whole";
}

/** The size of plates, cost plates and cards at a scale, as a factor: nothing overlaps while it is at least SMALLEST. */
export function plateScale(placement: Placement, scale: number): number {
  return Math.min(LARGEST, Math.max(SMALLEST, scale / placement.scale));
}

/** A part of the map in a window: a point of the map is drawn at `point * scale + offset`. */
export interface MapView {
  readonly kind: "play" | "whole";
  readonly scale: number;
  readonly offset: Point;
}

/** The largest view that has all plates of these cities in a window; full plates where they fit. */
export function fitView(map: BoardMap, cities: readonly number[], width: number, height: number, pad = 8): MapView {
  const play = fitPlates(map, "play", cities, width - 2 * pad, height - 2 * pad);
  const view = placementAt(map, play.scale) === "play" ? play : fitPlates(map, "whole", cities, width - 2 * pad, height - 2 * pad);
  return { ...view, offset: [view.offset[0] + pad, view.offset[1] + pad] };
}

function fitPlates(map: BoardMap, kind: "play" | "whole", cities: readonly number[], w: number, h: number): MapView {
  const { plates, height } = map[kind];
  const chosen = plates.filter((_, city) => cities.includes(city));
  const edges = (scale: number) => {
    const half = plateScale(map[kind], scale) / 2;
    return {
      left: Math.min(...chosen.map(([x, , wide]) => x * scale - wide * half)),
      right: Math.max(...chosen.map(([x, , wide]) => x * scale + wide * half)),
      top: Math.min(...chosen.map(([, y]) => y * scale - height * half)),
      bottom: Math.max(...chosen.map(([, y]) => y * scale + height * half)),
    };
  };
  let [low, high] = [0, 4];
  for (let i = 0; i < 20; i++) {
    const middle = (low + high) / 2;
    const { left, right, top, bottom } = edges(middle);
    if (right - left <= w && bottom - top <= h) low = middle;
    else high = middle;
  }
  const { left, right, top, bottom } = edges(low);
  return { kind, scale: low, offset: [(w - left - right) / 2, (h - top - bottom) / 2] };
}

/** Where lines to a city end: the middle of its plate, or of its metropolis' card. */
export function anchor(map: BoardMap, placement: Placement, city: number): Point {
  const card = map.metropolises?.findIndex((cities) => cities.includes(city)) ?? -1;
  const at = (card >= 0 ? placement.cards?.[card] : undefined) ?? placement.plates[city];
  if (!at) throw new RangeError(`No city ${city} on the map ${map.id}`);
  return [at[0], at[1]];
}

/** The path of a line at a scale, from the middle of one plate to the middle of the other; empty within a card. */
export function linePath(map: BoardMap, placement: Placement, line: number, scale: number): string {
  const [, from, to] = map.lines[line] ?? [null, 0, 0];
  const spot = placement.lines[line];
  const [ax, ay] = anchor(map, placement, from);
  const [bx, by] = anchor(map, placement, to);
  if (!spot || (ax === bx && ay === by)) return "";
  const n = (value: number): string => String(Math.round(value * scale * 10) / 10);
  const bend = spot.length === 4 ? `Q${n(spot[2])} ${n(spot[3])} ` : "L";
  return `M${n(ax)} ${n(ay)}${bend}${n(bx)} ${n(by)}`;
}
