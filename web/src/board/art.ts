// The drawing of a board: made at build time (web/maps), or plainly from its cities where there is none.
import type { BoardFacts } from "../generated/api";
import type { BoardMap, MapLine, Placement, Plate, Point } from "../maps/types";

export type Art = BoardMap;
/** A language in which a drawing names regions, countries and seas. */
export type Language = keyof BoardMap["name"];

/** A tint for a region without one. */
export const tint = (i: number): string => TINTS[i % TINTS.length]!;

const TINTS = ["green", "brown", "red", "yellow", "blue", "purple", "orange", "cyan"];

/** A degree to the east against one to the north, at 45 degrees: near enough for a sketch. */
const NARROWER = 0.7;

/** Cities at their places, on the earth or on the board, without outlines. */
export function plainArt(board: BoardFacts): Art {
  const ids = Object.keys(board.cities);
  const all = ids.map((id) => board.cities[id]!);
  const raw = all.map(({ lat = 0, lon = 0, x = lon * NARROWER, y = -lat }): [number, number] => [x, y]);
  const [left, top] = [0, 1].map((d) => Math.min(...raw.map((p) => p[d]!))) as [number, number];
  const [right, bottom] = [0, 1].map((d) => Math.max(...raw.map((p) => p[d]!))) as [number, number];
  const scale = Math.min(1300 / (right - left), 1000 / (bottom - top));
  const at = raw.map(([x, y]): Point => [60 + (x - left) * scale, 40 + (y - top) * scale]);
  const cities = all.map((city, i) => ({
    id: ids[i]!,
    name: city.name,
    region: board.regions.findIndex((one) => one.id === city.region),
    at: at[i]!,
  }));
  const lines = board.connections.map(([a, b, cost]): MapLine => [cost ?? null, ids.indexOf(a), ids.indexOf(b)]);
  const placement = (style: Pick<Placement, "scale" | "height" | "cost">, least: number, pad: number): Placement => ({
    ...style,
    plates: cities.map((city): Plate => [city.at[0], city.at[1], Math.max(least, city.name.length * 6.6 + pad)]),
    lines: lines.map(([, a, b]): Point => [(at[a]![0] + at[b]![0]) / 2, (at[a]![1] + at[b]![1]) / 2]),
  });
  const words = (names: Record<string, string>) => ({ en: names.en ?? "", de: names.de ?? "", nl: names.nl ?? "" });
  return {
    id: board.id,
    name: words(board.name),
    size: [120 + (right - left) * scale, 80 + (bottom - top) * scale],
    land: "",
    others: "",
    regions: board.regions.map((one, i) => ({ id: one.id, name: words(one.name), color: tint(i), path: "" })),
    cities,
    lines,
    names: [],
    play: placement({ scale: 1, height: 42, cost: [18, 22, 17] }, 66, 11),
    whole: placement({ scale: 0.72, height: 30, cost: [15, 19, 14] }, 44, 8),
  };
}
