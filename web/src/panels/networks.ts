// The connections that players have paid for, read from the log.
import { partsOf } from "../editions/registry";
import type { BoardFacts, Row, View } from "../generated/api";

/** The paths of one player's network, each a list of cities. */
export interface Network {
  seat: number;
  paths: string[][];
}

/** The networks of these seats. A city whose path is not in the log, as in a loaded position, joins its neighbours of the same network. */
export function networksOf(view: View, rows: Row[], board: BoardFacts | undefined, seats: number[]): Network[] {
  // where more than houses is built, paths are no networks
  if (!board || partsOf(view.edition).map) return [];
  const events = rows.filter((row) => row.seq <= view.version).flatMap((row) => row.events ?? []);
  return seats.map((seat) => {
    const built = events.flatMap((event) => (event.kind === "city-connected" && event.seat === seat ? [event] : []));
    const known = new Set(built.map(({ city }) => city));
    const own = new Set(view.players[seat]?.network ?? []);
    const near = board.connections.filter(([a, b]) => own.has(a) && own.has(b) && !(known.has(a) && known.has(b)));
    return { seat, paths: [...built.map(({ path }) => path), ...near.map(([a, b]) => [a, b])] };
  });
}
