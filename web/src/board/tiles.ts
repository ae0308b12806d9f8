// Connection costs that a game lays out anew, on the drawing of its map.
import type { BoardFacts } from "../generated/api";
import type { Art } from "./art";

/** The drawing with the connection costs that this game has laid out. */
export function laidOut(art: Art | undefined, tiles: number[], connections: BoardFacts["connections"]): Art | undefined {
  if (!art || !tiles.length) return art;
  const costs = new Map<string, number>();
  connections.forEach(([a, b], i) => {
    costs.set(`${a}|${b}`, tiles[i]!).set(`${b}|${a}`, tiles[i]!);
  });
  const lines = art.lines.map(([cost, a, b, ...more]) => {
    const tile = costs.get(`${art.cities[a]!.id}|${art.cities[b]!.id}`);
    return [tile ?? cost, a, b, ...more] as const;
  });
  return { ...art, lines };
}
