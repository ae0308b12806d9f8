// The bids of the auction that runs, or of the last one, read from the log.
import type { CardRef, GameEvent, View } from "../generated/api";
import type { Table } from "../store/table";
import { nameOf } from "./players";

export interface Bid {
  seat: number;
  bid: number;
}

export interface Bidding {
  card: CardRef | null;
  /** Oldest first. */
  bids: Bid[];
  /** Who bought it for how much; null while the auction runs. */
  sold: Bid | null;
}

/** What an event says about who bought a card, and for how much. */
export function saleOf(event: GameEvent): (Bid & { card: CardRef }) | null {
  if (event.kind === "plant-bought") return { seat: event.seat, bid: event.price, card: event.plant };
  return event.kind === "card-won" ? { seat: event.seat, bid: event.price, card: event.card } : null;
}

export const bidOf = (event: GameEvent): Bid | null =>
  event.kind === "bid-made" ? { seat: event.seat, bid: event.amount } : event.kind === "auction-opened" ? { seat: event.seat, bid: event.bid } : null;

/** The newest auction up to the position that is shown. */
export function lastBidding({ standing }: Table, view: View): Bidding {
  const out: Bidding = { card: null, bids: [], sold: null };
  for (const row of [...standing.value].reverse()) {
    if (row.seq > view.version) continue;
    for (const event of [...(row.events ?? [])].reverse()) {
      const sale = saleOf(event);
      if (sale) {
        // without bids, the newest sale was no auction
        if (out.sold || out.bids.length) return out;
        [out.sold, out.card] = [sale, sale.card];
      }
      const bid = bidOf(event);
      if (bid) out.bids.unshift(bid);
      if (event.kind === "auction-opened" || event.kind === "extra-auction-began") return out;
    }
  }
  return out;
}

export const bidsText = (table: Table, view: View, bids: Bid[]): string => bids.map(({ seat, bid }) => `${nameOf(table, view, seat)} ${bid}`).join(", ");
