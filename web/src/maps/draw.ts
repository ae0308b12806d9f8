// Small helps for drawing a map: where a line ends, what its path is.

import type { BoardMap, Placement, Point } from "./types";

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
