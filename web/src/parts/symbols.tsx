// Our own symbols, and the colours and glyphs of the seats.
import type { JSX } from "preact";
import { useContext } from "preact/hooks";
import { partsOf } from "../editions/registry";
import type { CardRef } from "../generated/api";
import { plantFacts, plantFuels } from "../store/reference";
import { type Table, TableContext } from "../store/table";
import { Sym } from "./icon";

export { Sym };

export const COLOURS = ["blue", "vermilion", "green", "yellow", "purple", "graphite"] as const;

/** The colour of a seat: at a table what its player has chosen. */
export function colour(table: Table | null, seat: number): string {
  return COLOURS[table?.colours.value[seat] ?? seat] ?? "graphite";
}

/** The picture of a card that is no plant: its own symbol where there is one, else the common one. */
export function cardPicture(card: CardRef): string {
  const own = `card-${card}`;
  return document.getElementById(own) ? own : "discount";
}

/** The sign of a seat; in its own colour where it is one of another table than the one that is looked at. */
export function House({ seat, own, title }: { seat: number; own?: number; title?: string }): JSX.Element {
  const table = useContext(TableContext);
  return <Sym id={`house-${own === undefined ? colour(table, seat) : COLOURS[own]}`} title={title} />;
}

/** Who did something: the sign of a player, or that of the table for what follows by the rules. */
export function Doer({ seat }: { seat: number | null }): JSX.Element {
  return seat === null ? <Sym id="table" cls="table-icon" /> : <House seat={seat} />;
}

/** The symbol in which a number of cities stands. */
export function Count({ n }: { n: number }): JSX.Element {
  return (
    <span class="capacity-badge">
      <Sym id="house-count" />
      <b>{n}</b>
    </span>
  );
}

const DRAWN = new Set(["coal", "oil", "garbage", "uranium", "gas", "coal-oil", "gas-oil", "eco", "fusion", "any"]);

/** The kind of drawing and colours of a plant: its fuel or fuels, "eco" without any. */
export function plantKind(edition: string, ref: CardRef): string {
  const facts = plantFacts(edition, ref);
  if (!facts) return "eco";
  const own = partsOf(edition).cards;
  if (own) return own.kind(facts);
  if (facts.kind && DRAWN.has(facts.kind)) return facts.kind;
  if (facts.fuels === "any") return "any";
  const fuels = plantFuels(edition, facts);
  if (!fuels.length) return facts.kind === "fusion" ? "fusion" : "eco";
  const kind = [...fuels].sort().join("-");
  return DRAWN.has(kind) ? kind : fuels[0]!;
}

/** The drawing of a plant or another card of the market. */
export function cardDrawing(edition: string, ref: CardRef): string {
  const facts = plantFacts(edition, ref);
  const own = partsOf(edition).cards;
  return facts && own ? own.drawing(facts) : `plant-${plantKind(edition, ref)}`;
}

export const isSplit = (kind: string): boolean => kind.includes("-");

export function Fuel({ id, title }: { id: string; title?: string }): JSX.Element {
  return <Sym id={`fuel-${id}`} title={title} />;
}
