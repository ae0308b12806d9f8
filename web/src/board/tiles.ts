// Connection costs that a game lays out anew, on the drawing of its map.
import { boards } from "../store/reference";
import type { Art } from "./art";

let drawn: { from: Art; tiles: string; art: Art } | null = null;

/** The drawing with the connection costs that this game has laid out. */
export function laidOut(art: Art | undefined, tiles: number[]): Art | undefined {
  if (!art || !tiles.length) return art;
  const key = tiles.join();
  if (drawn?.from !== art || drawn.tiles !== key) {
    const costs = new Map<string, number>();
    boards.value[art.id]?.connections.forEach(([a, b], i) => {
      costs.set(`${a}|${b}`, tiles[i]!).set(`${b}|${a}`, tiles[i]!);
    });
    const lines = art.lines.map(([cost, a, b, ...more]) => {
      const tile = costs.get(`${art.cities[a]!.id}|${art.cities[b]!.id}`);
      return [tile ?? cost, a, b, ...more] as const;
    });
    drawn = { from: art, tiles: key, art: { ...art, lines } };
  }
  return drawn.art;
}
