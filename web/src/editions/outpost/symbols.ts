// Its drawings: buildings in the colours of their owners, and the cards of its market.
import { colour } from "../../parts/symbols";
import type { Card } from "./facts";
import type { Table } from "../../store/table";

const SITES: Record<string, string> = { house: "house", plant: "works", housing: "homes" };

/** The symbol of a building in its owner's colour. */
export function siteSymbol(table: Table, site: string, seat: number): string {
  return `${SITES[site] ?? "house"}-${colour(table, seat)}`;
}

/** Outlines of free company places. */
export const OUTLINES: Record<string, string> = {
  plant: "M-7.5 7.1V-1.1l3.7-2.7v2.7l3.7-2.7v2.7l2.9-2.1.5-3.9h2.5L7.5 7.1z",
  housing: "M-7.5 7.1V.8a7.5 7.5 0 0 1 15 0v6.3z",
};

export const cardKind = (facts: Card | null): string => (!facts || facts.type === "plant" ? "works" : (facts.type ?? "works"));

export function cardDrawing(facts: Card): string {
  if (facts.type === "technology") return `plant-${facts.effect ?? ""}`;
  const cities = facts.cities ?? 0;
  const size = facts.type !== "plant" ? "" : cities < 3 ? "-small" : cities > 4 ? "-large" : "";
  return `plant-${cardKind(facts)}${size}`;
}
