// Written by tools/generate/client_types.py from the server's types; `make generate` renews it.

export interface BoardFacts {
  id: string;
  name: Record<string, string>;
  regions: NamedThing[];
  cities: Record<string, CityFacts>;
  connections: ([string, string] | [string, string, number])[];
}

export interface BotFacts { id: string }

export interface CardsFacts { plants: PlantFacts[]; special: SpecialCard[] }

export interface CityFacts { name: string; region: string; lat?: number; lon?: number; x?: number; y?: number }

/** An edition with all its numbers. */
export interface EditionFacts {
  id: string;
  name: Record<string, string>;
  payments: number[];
  place_costs: number[];
  fuels: FuelFacts[];
  players: PlayersFacts[];
  neutral?: NeutralFacts;
  cards: CardsFacts;
  promo_cards: Record<string, PromoFacts>;
  phases: string[][];
  notice?: Record<string, string>;
  words?: Record<string, Record<string, Record<string, string>>>;
}

/** An edition in the list. */
export interface EditionShort {
  id: string;
  name: Record<string, string>;
  year: number;
  maps: string[];
  players: number[];
  players_on: Record<string, number[]>;
  options: Record<string, OptionFacts>;
  default: boolean;
  about: Record<string, string>;
  notice: Record<string, string>;
  companies: boolean;
}

export interface FuelFacts {
  id: string;
  name: Record<string, string>;
  markers?: number;
  spaces?: [number, number][];
  spaces_by_players?: Record<string, [number, number][]>;
  start?: number;
  refill?: Record<string, number[]>;
}

/** A paragraph, or the items of a list. */
export interface GuideBlock { kind: "text" | "list" | "steps"; items: string[] }

/** A guide for players. */
export interface GuideOut { title: string; sections: GuideSection[] }

/** A heading and what is below it; the introduction has an empty one. */
export interface GuideSection { title: string; blocks: GuideBlock[]; games: string[] }

/** A heading of the rules, with the ids below it. */
export interface Heading { title: string; rules: string[] }

export interface NamedThing { id: string; name: Record<string, string> }

/** A company without a player. */
export interface NeutralFacts { name?: Record<string, string> }

/** An option of an edition: one of these values, the default first, or any of these cards. */
export interface OptionFacts { values?: (string | number | boolean)[]; any_of?: string[] }

export interface PlantFacts {
  number: number;
  printed?: string;
  fuels: "any" | string[];
  burns: number;
  cities?: number;
  kind?: string;
  type?: string;
  id?: string;
  name?: string;
}

export interface PlayersFacts { count: number; regions?: number }

export interface PromoFacts { name: Record<string, string>; about: Record<string, string>; plant?: PlantFacts }

export interface RuleBook { headings: Heading[]; rules: Record<string, string> }

export interface RuleText { id: string; text: string }

export interface SpecialCard { id: string; name: Record<string, string> }
