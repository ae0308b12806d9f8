// Companies with boards and workers, and markets with piles: what the view says about them, where the edition has them.
import type { CardRef, CompaniesView, CompanyBoardView, View } from "../../generated/api";
import { type Card, cardFacts } from "./facts";

export const companies = (view: View): CompaniesView | null => view.modules.company ?? null;
export const companyOf = (view: View, seat: number): CompanyBoardView | null => companies(view)?.seats[seat] ?? null;

/** How many cards lie under one of the market. */
export function underTop(view: View, card: CardRef): number {
  return (view.modules.piles?.under.find(([top]) => top === card)?.length ?? 1) - 1;
}

/** The discounts on a card of the market. */
export function discountOn(view: View, card: CardRef): number {
  return view.modules.piles?.discounts.find(([top]) => top === card)?.[1] ?? 0;
}

/** On which slots a card can lie: "either" on both kinds, null on none. */
export function slotKind(facts: Card | null): "plant" | "housing" | "either" | null {
  if (!facts?.type) return null;
  if (facts.type !== "technology") return facts.type;
  return facts.workers && facts.places ? "either" : null;
}

/** The cards of a board by slot; one that fits on both kinds lies where a slot is free. */
export function bySlot(edition: string, cards: CardRef[], plantSlots: number): { plants: CardRef[]; housings: CardRef[] } {
  const kind = (card: CardRef) => slotKind(cardFacts(edition, card));
  const plants = cards.filter((card) => kind(card) === "plant");
  const housings = cards.filter((card) => kind(card) === "housing");
  for (const card of cards.filter((one) => kind(one) === "either")) {
    (plants.length < plantSlots ? plants : housings).push(card);
  }
  return { plants, housings };
}
