// The drawing of a board: made at build time (web/maps), or plainly from its cities where there is none.
import { signal } from "@preact/signals";
import { getJson } from "../store/api";
import type { BoardFacts, Names } from "../store/reference";

/** Where plates and cost plates lie at one scale; places in units of the map, sizes in pixels at that scale. */
export interface Placement {
  scale: number;
  height: number;
  cost: [number, number, number];
  plates: [number, number, number][];
  lines: number[][];
  cards?: [number, number, number, number][];
}

export interface Art {
  id: string;
  size: [number, number];
  land: string;
  others: string;
  water?: string;
  regions: { id: string; name: Names; color: string; path: string }[];
  cities: { id: string; name: string; region: number; at: [number, number] }[];
  lines: (number | null)[][];
  names: { text: Names; play: [number, number] | null; whole: [number, number] | null }[];
  play: Placement;
  whole: Placement;
}

export type Kind = "play" | "whole";

export const arts = signal<Record<string, Art>>({});

const TINTS = ["green", "brown", "red", "yellow", "blue", "purple", "orange", "cyan"];

export async function loadArt(board: BoardFacts): Promise<void> {
  if (arts.value[board.id]) return;
  const address = MAPS[board.id];
  const art = address ? await getJson<Art>(address) : plainArt(board);
  arts.value = { ...arts.value, [board.id]: art };
}

/** Cities at their places on the earth, without outlines. */
function plainArt(board: BoardFacts): Art {
  const ids = Object.keys(board.cities);
  const all = ids.map((id) => board.cities[id]!);
  const middle = all.reduce((sum, one) => sum + one.lat, 0) / all.length;
  const squeeze = Math.cos((middle * Math.PI) / 180);
  const raw = all.map((one) => [one.lon * squeeze, -one.lat] as [number, number]);
  const [left, top] = [0, 1].map((d) => Math.min(...raw.map((p) => p[d]!))) as [number, number];
  const [right, bottom] = [0, 1].map((d) => Math.max(...raw.map((p) => p[d]!))) as [number, number];
  const scale = Math.min(1300 / (right - left), 1000 / (bottom - top));
  const at = raw.map(([x, y]) => [60 + (x - left) * scale, 40 + (y - top) * scale] as [number, number]);
  const cities = all.map((city, i) => ({
    id: ids[i]!,
    name: city.name,
    region: board.regions.findIndex((one) => one.id === city.region),
    at: at[i]!,
  }));
  const lines = board.connections.map(([a, b, cost]) => [cost, ids.indexOf(a), ids.indexOf(b)]);
  const placement = (style: Pick<Placement, "scale" | "height" | "cost">, least: number, pad: number): Placement => ({
    ...style,
    plates: cities.map((city) => [city.at[0], city.at[1], Math.max(least, city.name.length * 6.6 + pad)]),
    lines: lines.map(([, a, b]) => [(at[a!]![0] + at[b!]![0]) / 2, (at[a!]![1] + at[b!]![1]) / 2]),
  });
  return {
    id: board.id,
    size: [120 + (right - left) * scale, 80 + (bottom - top) * scale],
    land: "",
    others: "",
    regions: board.regions.map((one, i) => ({ ...one, color: TINTS[i % TINTS.length]!, path: "" })),
    cities,
    lines,
    names: [],
    play: placement({ scale: 1, height: 42, cost: [18, 22, 17] }, 66, 11),
    whole: placement({ scale: 0.72, height: 30, cost: [15, 19, 14] }, 44, 8),
  };
}
