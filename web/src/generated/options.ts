// Written by tools/generate/client_types.py from the server's types; `make generate` renews it.
import type { CardRef, LaidCard } from "./parts";

/** Lay cards on the unlocked slots of each kind; cards of ``either`` fit on both. */
export interface ArrangeOption {
  kind: "arrange";
  placed: CardRef[];
  plants: CardRef[];
  housings: CardRef[];
  either: CardRef[];
  plant_slots: number;
  housing_slots: number;
  worth: LaidCard[];
}

/** Put the card onto this plant. */
export interface AssignOption { kind: "assign"; card: CardRef; plant: CardRef }

export interface BidOption { kind: "bid"; minimum: number; maximum: number }

/** Build here; on a card (``path`` is empty) it is free. */
export interface BuildOption {
  kind: "build";
  city: string;
  place_cost: number;
  connection_cost: number;
  path: string[];
  site: string;
  cost: number;
}

/** Buy 1 to n markers of this fuel: ``costs[k - 1]`` is the price of k of them together. */
export interface BuyOption { kind: "buy"; fuel: string; costs: number[]; room: number }

export interface ChooseRegionOption { kind: "choose-region"; region: string }

export interface ConnectOption {
  kind: "connect";
  city: string;
  place_cost: number;
  connection_cost: number;
  path: string[];
  cost: number;
}

export interface DiscardFuelOption { kind: "discard-fuel"; fuel: Record<string, number> }

/** Hire n seasonal workers for ``costs[n]``; ``permanent[n]`` free ones move into the housings. All workers together then supply ``supplies[n]`` own cities. */
export interface HireOption { kind: "hire"; costs: number[]; permanent: number[]; supplies: number[] }

export type MapOption = ConnectOption | BuildOption;

/** Open this plant with any bid from minimum to maximum. */
export interface OpenOption { kind: "open"; plant: CardRef; minimum: number; maximum: number }

export type Option =
  | ChooseRegionOption
  | OpenOption
  | BidOption
  | ScrapOption
  | DiscardFuelOption
  | AssignOption
  | BuyOption
  | ConnectOption
  | RunOption
  | PlaceOption
  | BuildOption
  | ArrangeOption
  | HireOption
  | SuggestOption
  | StrikeOption
  | PlainOption;

export interface PlaceOption { kind: "place"; city: string }

export interface PlainOption { kind: "sit-out" | "pass" | "done" | "make-robot" }

export interface RunOption {
  kind: "run";
  plants: CardRef[];
  burn: Record<string, number>;
  output: number;
  supplied: number;
  income: number;
}

/** Scrap this plant; ``lost`` lists the ways to discard fuel that no remaining plant can store. */
export interface ScrapOption { kind: "scrap"; plant: CardRef; lost: Record<string, number>[] }

export interface StrikeOption { kind: "strike"; city: string }

export interface SuggestOption { kind: "suggest"; city: string }
