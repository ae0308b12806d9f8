// What each round brought every player, read from the events of the log.
import type { CardRef, GameEvent, Row, View } from "../generated/api";
import { plantFacts } from "../store/reference";
import { type Bid, bidOf, saleOf } from "./bids";
import { doer } from "./recent";

/** A card that somebody got; without a price where it was not sold. */
export interface Bought {
  card: CardRef;
  price: number | null;
  /** The bids of its auction, oldest first. */
  bids: Bid[];
}

/** What one player did in a round. */
export interface Share {
  bought: Bought[];
  /** The cities built in, each once. */
  cities: Set<string>;
  built: number;
  fuel: Record<string, number>;
  spent: number;
  /** Null until the plants have run. */
  income: number | null;
}

export interface Round {
  round: number;
  over: boolean;
  shares: Map<number, Share>;
  /** The cards drawn that are still in the market at its end. */
  drawn: CardRef[];
}

const emptyShare = (): Share => ({ bought: [], cities: new Set(), built: 0, fuel: {}, spent: 0, income: null });

function take(share: Share, event: GameEvent, bids: Bid[]): void {
  const sale = saleOf(event);
  if (sale) share.bought.push({ card: sale.card, price: sale.bid, bids });
  else if (event.kind === "plant-taken") share.bought.push({ card: event.plant, price: null, bids: [] });
  else if (event.kind === "house-placed") share.cities.add(event.city);
  else if (event.kind === "fuel-bought") {
    share.fuel[event.fuel] = (share.fuel[event.fuel] ?? 0) + event.count;
    share.spent += event.cost;
  } else if (event.kind === "plants-ran") share.income = (share.income ?? 0) + event.income;
  else if ("place_cost" in event && "city" in event) {
    share.cities.add(event.city);
    share.built += event.place_cost + event.connection_cost;
  }
}

/** The card that an event takes out of the market. */
const gone = (event: GameEvent): CardRef | null =>
  event.kind === "plant-taken" ? event.plant : event.kind === "card-boxed" || event.kind === "card-put-under" ? event.card : (saleOf(event)?.card ?? null);

/** The rounds, oldest first, from the rows that have not been taken back. In a loaded position, the first one lacks its beginning. */
export function roundsOf(view: View, rows: Row[]): Round[] {
  const events = rows.filter((row) => row.seq <= view.version).flatMap((row) => row.events ?? []);
  const first = events.find((event) => event.kind === "round-began");
  const begin = (round: number): Round => ({ round, over: false, shares: new Map(), drawn: [] });
  let now = begin(first ? first.round - 1 : view.round);
  const out = [now];
  let bids: Bid[] = [];
  for (const event of events) {
    if (event.kind === "round-began") {
      now.over = true;
      out.push((now = begin(event.round)));
    } else if (event.kind === "game-ended") now.over = true;
    else if (event.kind === "card-drawn") {
      if (plantFacts(view.edition, event.card)) now.drawn.push(event.card);
    } else {
      const left = gone(event);
      if (left !== null) now.drawn = now.drawn.filter((card) => card !== left);
      const seat = doer(event);
      if (seat === null) continue;
      const share = now.shares.get(seat) ?? emptyShare();
      now.shares.set(seat, share);
      const bid = bidOf(event);
      if (bid) bids.push(bid);
      take(share, event, bids);
      if (saleOf(event)) bids = [];
    }
  }
  // what comes before the first round is the setup
  return out.filter(({ round }) => round > 0);
}
