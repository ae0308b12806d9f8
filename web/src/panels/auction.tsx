// The auction that is running: the card, the bids so far, who is still in. After it, the bids of the last one.
import type { JSX } from "preact";
import type { BidOption, View } from "../generated/api";
import { layout } from "../layout";
import { PlantCard } from "../parts/plant";
import { colour, House } from "../parts/symbols";
import { cardAbout } from "../store/reference";
import { useTable } from "../store/table";
import { named, useWords } from "../words";
import { type Bid, bidsText, lastBidding } from "./bids";
import { Brings } from "./brings";
import { nameOf } from "./players";

/** How many bids the ladder shows. */
const LADDER = 6;

function Ladder({ bids, next }: { bids: Bid[]; next: number | null }): JSX.Element | null {
  const table = useTable();
  const shown = bids.slice(-LADDER);
  const first = shown[0]?.bid ?? next;
  if (first === null) return null;
  const high = Math.max(next ?? 0, shown.at(-1)?.bid ?? 0);
  const last = Math.max(first + 6, high + 3);
  const x = (n: number) => 12 + ((312 - 24) * (n - first)) / (last - first);
  const top = shown.at(-1)?.bid ?? first;
  return (
    <div class="bid-ladder">
      <svg viewBox="0 0 312 52" role="img" aria-label={shown.map((one) => one.bid).join(", ")}>
        <line class="open-bids" x1={x(top)} y1="26" x2={x(last)} y2="26" />
        <line class="past-bids" x1={x(first)} y1="26" x2={x(top)} y2="26" />
        {Array.from({ length: last - first + 1 }, (_, i) => (
          <line key={i} class="notch" x1={x(first + i)} y1="24" x2={x(first + i)} y2="28" />
        ))}
        {shown.map(({ seat, bid }, i) => {
          const close = i > 0 && x(bid) - x(shown[i - 1]!.bid) < 15;
          return (
            <g key={bid}>
              <svg x={x(bid) - 8} y={close && i % 2 ? -2 : 4} width="16" height="16" viewBox="0 0 20 20">
                <use href={`#house-${colour(table, seat)}`} />
              </svg>
              {!(close && i < shown.length - 1) && (
                <text class="bid-mark" x={x(bid)} y="46">{bid}</text>
              )}
            </g>
          );
        })}
        {next !== null && (
          <>
            <circle class="next-bid-dot" cx={x(next)} cy="26" r="7" />
            {x(next) - x(top) > 14 && <text class="next-bid-mark" x={x(next)} y="46">{next}</text>}
          </>
        )}
      </svg>
    </div>
  );
}

/** The bids of the last sale, in one line. */
export function LastSale({ view }: { view: View }): JSX.Element | null {
  const table = useTable();
  const { cardText, t } = useWords();
  const { bids, card, sold } = lastBidding(table, view);
  // in small windows, there is room while more auctions may follow
  const over = !view.phase.endsWith("auctions");
  if (view.auction || !sold || card === null || (layout.value !== "wide" && over)) return null;
  const what = t("sold_to", { name: nameOf(table, view, sold.seat), n: sold.bid });
  return (
    <p class={`last-sale${over ? " is-over" : ""}`} data-last-sale={card}>
      <b>{cardText(card)}</b> {bids.length > 1 && `${bidsText(table, view, bids)}: `}
      {what}
    </p>
  );
}

export function Auction({ view, option }: { view: View; option: BidOption | null }): JSX.Element | null {
  const table = useTable();
  const { eyes } = table;
  const { t, term } = useWords();
  const { auction } = view;
  if (!auction) return null;
  const { bids } = lastBidding(table, view);
  const opener = bids[0]?.seat;
  const players = view.order.filter((seat) => {
    const player = view.players[seat]!;
    return !player.neutral && (auction.extra || auction.bidders.includes(seat) || (!player.bought && !player.sat_out));
  });
  return (
    <section class="auction">
      <div class="panel-header">
        <h2>{auction.extra ? t("extra_auction") : t("auction")}</h2>
        <span>{opener !== undefined ? t("opened_by", { name: nameOf(table, view, opener) }) : ""}</span>
      </div>
      <div class="auction-row">
        <PlantCard edition={view.edition} plant={auction.card} />
        <div class="highest-bid">
          <div class="bid-label">{t("highest_bid")}</div>
          <div class="bid-amount" data-high>
            {auction.bid || "–"}
            {auction.high !== null && <House seat={auction.high} />}
          </div>
          <div class="highest-bidder">{auction.high !== null ? nameOf(table, view, auction.high) : t("nobody_yet")}</div>
          {auction.extra && <p>{named(cardAbout(view.edition, auction.card))}</p>}
          {eyes.value !== null && (
            <p>
              <Brings view={view} seat={eyes.value} card={auction.card} />
            </p>
          )}
        </div>
      </div>
      <Ladder bids={bids} next={option?.minimum ?? null} />
      {bids.length > 1 && (
        <details class="all-bids" open={layout.value === "wide" && bids.length > LADDER}>
          <summary>{t("bids_n", { n: bids.length })}</summary>
          <p>{bidsText(table, view, bids)}</p>
        </details>
      )}
      <div class="bidder-list">
        {players.map((seat) => {
          const inside = auction.bidders.includes(seat);
          const me = seat === eyes.value && view.decision?.seat === seat;
          return (
            <div key={seat} class={`bidder${inside ? "" : " is-out"}${me ? " is-viewer" : ""}`}>
              <House seat={seat} />
              <span dir="auto">{nameOf(table, view, seat)}</span>
              <b>{inside ? (view.players[seat]!.money ?? term("hidden")) : t("passed")}</b>
            </div>
          );
        })}
      </div>
    </section>
  );
}
