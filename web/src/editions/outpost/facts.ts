// The facts of the edition beyond those that every edition has.
import type { CardRef, CompanyCard, CompanyCity, CompanyEdition } from "../../generated/api";
import { boards, editions, type PlantFacts, plantFacts } from "../../store/reference";

/** A card of its market. */
export type Card = PlantFacts & Partial<CompanyCard>;

export const cardFacts = (edition: string, ref: CardRef): Card | null => plantFacts(edition, ref) as Card | null;

export const editionFacts = (edition: string): Partial<CompanyEdition> => (editions.value[edition] ?? {}) as Partial<CompanyEdition>;

/** What the company place of a city is for. */
export const siteKind = (map: string, city: string): CompanyCity["site"] | undefined =>
  (boards.value[map]?.cities[city] as Partial<CompanyCity> | undefined)?.site;
