// Companies with boards and workers, and markets with piles: what the view says about them, where the edition has them.
import type { CardRef, View } from "../../generated/api";
import { type PlantFacts, plantFacts } from "../../store/reference";

export interface Company {
  placed: CardRef[];
  seasonal: number;
  permanent: number;
  robots: number;
  places: number;
  need: number;
  plant_slots: number;
  housing_slots: number;
}

export interface Companies {
  /** By city the seat that has its company place. */
  sites: Record<string, number>;
  on_cards: { card: CardRef; seat: number; sites: string[] }[];
  seats: Company[];
  made: number[];
}

interface Piles {
  /** The cards of each pile, the top one first. */
  under: CardRef[][];
  discounts: [CardRef, number][];
}

export const companies = (view: View): Companies | null => (view.modules.company as Companies | undefined) ?? null;
export const companyOf = (view: View, seat: number): Company | null => companies(view)?.seats[seat] ?? null;

const piles = (view: View): Piles | null => (view.modules.piles as Piles | undefined) ?? null;

/** How many cards lie under one of the market. */
export function underTop(view: View, card: CardRef): number {
  return (piles(view)?.under.find(([top]) => top === card)?.length ?? 1) - 1;
}

/** The discounts on a card of the market. */
export function discountOn(view: View, card: CardRef): number {
  return piles(view)?.discounts.find(([top]) => top === card)?.[1] ?? 0;
}

/** On which slots a card can lie: "either" on both kinds, null on none. */
export function slotKind(facts: PlantFacts | null): "plant" | "housing" | "either" | null {
  if (!facts?.type) return null;
  if (facts.type !== "technology") return facts.type;
  return facts.workers && facts.places ? "either" : null;
}

/** The cards of a board by slot; one that fits on both kinds lies where a slot is free. */
export function bySlot(edition: string, cards: CardRef[], plantSlots: number): { plants: CardRef[]; housings: CardRef[] } {
  const kind = (card: CardRef) => slotKind(plantFacts(edition, card));
  const plants = cards.filter((card) => kind(card) === "plant");
  const housings = cards.filter((card) => kind(card) === "housing");
  for (const card of cards.filter((one) => kind(one) === "either")) {
    (plants.length < plantSlots ? plants : housings).push(card);
  }
  return { plants, housings };
}
