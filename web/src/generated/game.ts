// Written by tools/client_types.py from the server's types; `make client-types` renews it.

export type CardRef = number | string;

export type Move =
  | { kind: "region"; region: string }
  | { kind: "open"; plant: CardRef; bid: number }
  | { kind: "leave" }
  | { kind: "bid"; amount: number }
  | { kind: "pass" }
  | { kind: "scrap"; plant: CardRef }
  | { kind: "assign"; plant: CardRef }
  | { kind: "buy"; fuel: string; count: number }
  | { kind: "connect"; city: string }
  | { kind: "place"; city: string }
  | { kind: "done" }
  | { kind: "give-up"; fuel: Record<string, number> }
  | { kind: "run"; plants: CardRef[]; burn?: Record<string, number> | null }
  | { kind: "build"; site: string; city: string }
  | { kind: "arrange"; cards: CardRef[] }
  | { kind: "hire"; count: number }
  | { kind: "make-robot" };

export interface RegionOption {
  kind: "region";
  region: string;
}

export interface OpenOption {
  kind: "open";
  plant: CardRef;
  minimum: number;
  maximum: number;
}

export interface BidOption {
  kind: "bid";
  minimum: number;
  maximum: number;
}

export interface ScrapOption {
  kind: "scrap";
  plant: CardRef;
  lost: Record<string, number>[];
}

export interface GiveUpOption {
  kind: "give-up";
  fuel: Record<string, number>;
}

export interface AssignOption {
  kind: "assign";
  card: CardRef;
  plant: CardRef;
}

export interface BuyOption {
  kind: "buy";
  fuel: string;
  costs: number[];
  room: number;
}

export interface ConnectOption {
  kind: "connect";
  city: string;
  place_cost: number;
  connection_cost: number;
  path: string[];
  cost: number;
}

export interface PlaceOption {
  kind: "place";
  city: string;
}

export interface RunOption {
  kind: "run";
  plants: CardRef[];
  burn: Record<string, number>;
  output: number;
  supplied: number;
  income: number;
}

export interface BuildOption {
  kind: "build";
  city: string;
  place_cost: number;
  connection_cost: number;
  path: string[];
  site: string;
  cost: number;
}

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

export interface HireOption {
  kind: "hire";
  costs: number[];
  permanent: number[];
  supplies: number[];
}

export interface PlainOption {
  kind: "leave" | "pass" | "done" | "make-robot";
}

export type Option =
  | RegionOption
  | OpenOption
  | BidOption
  | ScrapOption
  | GiveUpOption
  | AssignOption
  | BuyOption
  | ConnectOption
  | PlaceOption
  | RunOption
  | BuildOption
  | ArrangeOption
  | HireOption
  | PlainOption;

export type GameEvent =
  | { kind: "regions-chosen"; regions: string[] }
  | { kind: "region-named"; seat: number; region: string }
  | { kind: "tiles-laid"; costs: number[] }
  | { kind: "order-set"; order: number[] }
  | { kind: "cards-removed"; count: number; cards: CardRef[] | null }
  | { kind: "deck-shuffled"; count: number; cards: CardRef[] | null }
  | { kind: "round-began"; round: number }
  | { kind: "phase-began"; phase: string }
  | { kind: "step-began"; step: number }
  | { kind: "auction-opened"; seat: number; plant: CardRef; bid: number }
  | { kind: "bid-made"; seat: number; amount: number }
  | { kind: "passed"; seat: number }
  | { kind: "phase-left"; seat: number }
  | { kind: "plant-bought"; seat: number; plant: CardRef; price: number }
  | { kind: "plant-scrapped"; seat: number; plant: CardRef }
  | { kind: "fuel-given-up"; seat: number; fuel: Record<string, number> }
  | { kind: "card-drawn"; card: CardRef }
  | { kind: "card-boxed"; card: CardRef; rule: string }
  | { kind: "card-put-under"; card: CardRef }
  | { kind: "extra-auction-began"; card: CardRef }
  | { kind: "card-won"; seat: number; card: CardRef; price: number }
  | { kind: "card-assigned"; seat: number; card: CardRef; plant: CardRef }
  | { kind: "house-placed"; seat: number; city: string }
  | { kind: "fuel-bought"; seat: number; fuel: string; count: number; cost: number }
  | { kind: "city-connected"; seat: number; city: string; place_cost: number; connection_cost: number; path: string[] }
  | { kind: "plants-ran"; seat: number; plants: CardRef[]; burn: Record<string, number>; supplied: number; income: number }
  | { kind: "fuel-refilled"; fuel: Record<string, number> }
  | { kind: "game-ended"; supplied: number[] }
  | { kind: "card-passed-on"; seat: number; card: CardRef }
  | { kind: "top-card-seen"; seat: number; card: CardRef }
  | { kind: "tax-paid"; seat: number; tax: number }
  | { kind: "fuel-moved"; fuel: string; count: number; to: string }
  | { kind: "plant-taken"; seat: number; plant: CardRef }
  | { kind: "fuel-taken"; seat: number; fuel: Record<string, number> }
  | { kind: "fuel-returned"; seat: number; fuel: Record<string, number> }
  | { kind: "marker-laid"; plant: CardRef; minimum_bid: number }
  | { kind: "marker-removed"; plant: CardRef }
  | { kind: "building-built"; seat: number; site: string; city: string; place_cost: number; connection_cost: number; path: string[] }
  | { kind: "built-on-card"; seat: number; site: string; card: CardRef }
  | { kind: "company-arranged"; seat: number; cards: CardRef[] }
  | { kind: "workers-hired"; seat: number; seasonal: number; permanent: number; cost: number }
  | { kind: "robot-made"; seat: number; robots: number }
  | { kind: "workers-dismissed"; seat: number; count: number }
  | { kind: "workers-kept"; seat: number; count: number }
  | { kind: "card-piled"; card: CardRef; on: CardRef };

export interface LaidCard {
  card: CardRef;
  workers: number;
  cities: number;
  places: number;
}

export interface FuelView {
  in_market: number;
  supply: number;
  price: number | null;
  refill: number | null;
  likely: number | null;
}

export interface HeldCard {
  card: CardRef;
  plant: number | string | null;
}

export interface PlayerView {
  seat: number;
  neutral: boolean;
  money: number | null;
  plants: CardRef[];
  cards: HeldCard[];
  fuel: Record<string, number>;
  room: Record<string, number>;
  cities: number;
  network: string[];
  output: number;
  supplies: number;
  powers: number;
  idle: CardRef[];
  bought: boolean;
  left: boolean;
}

export interface AuctionView {
  card: CardRef;
  bid: number;
  high: number | null;
  still_in: number[];
  extra: boolean;
  then: number[];
}

export interface LeavingCard {
  card: CardRef;
  to: string;
}

export interface Standing {
  rank: number;
  seat: number;
  supplied: number;
  money: number;
  cities: number;
}

export interface Neutral {
  seat: number;
  cities: number;
}

export interface Decision {
  seat: number;
  kind: string;
  options: Option[] | null;
}

export interface Result {
  ranking: Standing[];
  winners: number[];
  neutral: Neutral[];
}

export interface Row {
  seq: number;
  seat?: number;
  undo?: number;
  plan?: number;
  move?: Move;
  events?: GameEvent[];
}

export interface View {
  seat: number | null;
  version: number;
  edition: string;
  map: string;
  options: Record<string, unknown>;
  round: number;
  phase: string;
  step: number;
  step_3: string;
  step_2_at: number;
  end_at: number;
  plant_limit: number | null;
  must_buy: boolean;
  order: number[];
  regions: string[];
  tiles: number[];
  current: CardRef[];
  minimum_bids: number[];
  future: CardRef[];
  deck: number;
  deck_back: string | null;
  under: CardRef[];
  leaving: LeavingCard | null;
  boxed: CardRef[];
  removed: number;
  fuels: Record<string, FuelView>;
  players: PlayerView[];
  houses: Record<string, number[]>;
  auction: AuctionView | null;
  decision: Decision | null;
  to_come: number[];
  modules: Record<string, unknown>;
  result: Result | null;
}
