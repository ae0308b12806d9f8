// Written by tools/generate/client_types.py from the server's types; `make generate` renews it.
import type { AuctionView, AuctionedCardView, BuiltCard, CardRef, CompanyBoardView, Continuation, EspionageView, FuelView, HeldCard, KeptCompany, Neutral, OutgoingCard, PilesView, RecordSetup, RecordSince, RobotDecisionView, RobotView, Standing, TrustView } from "./parts";
import type { Move } from "./moves";
import type { Option } from "./options";
import type { GameEvent } from "./events";

/** ``sites``: the occupied company places, by city; ``made``: the seats that made a robot this round. */
export interface CompaniesView {
  sites: Record<string, number>;
  on_cards: BuiltCard[];
  seats: CompanyBoardView[];
  made: number[];
}

/** The seat to decide and the kind of decision; options only for the deciding seat. */
export interface Decision { seat: number; kind: string; options: Option[] | null }

/** A game as a file. In a running game, set-up, position, salt and snapshots are left out, because they are hidden. It starts with a set-up, or with a position if it was set up by hand. */
export interface GameRecord {
  format: "stromnetz-record";
  version: 1;
  edition: string;
  map: string;
  options: Record<string, unknown>;
  revision: number;
  players: number;
  names?: string[];
  setup?: RecordSetup;
  position?: Record<string, unknown>;
  since?: RecordSince;
  commitment?: string;
  salt?: string;
  rows: Row[];
  snapshots?: Snapshot[];
}

/** A whole position, including hidden information. Cards of the deck are listed from the top. */
export interface KeptPosition {
  round: number;
  phase: string;
  step: number;
  step_3: string;
  asked_in?: number;
  ended: boolean;
  to_act: number | null;
  decision: string | null;
  order: number[];
  bought: number[];
  sat_out: number[];
  regions: string[];
  tiles?: number[];
  market: CardRef[];
  places: number;
  deck: CardRef[];
  under_deck: CardRef[];
  mixed?: CardRef[];
  out_of_game: CardRef[];
  removed: CardRef[];
  fuel_market: Record<string, number>;
  supply: Record<string, number>;
  agenda: unknown[][];
  seed: string;
  shuffles: number;
  reshuffle: CardRef[] | null;
  players: KeptCompany[];
  neutral?: KeptCompany[];
  houses: Record<string, number[]>;
  cities: number[];
  modules: Record<string, unknown>;
}

export interface Modules {
  company?: CompaniesView;
  "discount-marker"?: CardRef | null;
  "industrial-espionage"?: EspionageView;
  piles?: PilesView;
  robots?: RobotsView;
  "supply-contract"?: AuctionedCardView | null;
  taxes?: "in the deck or gone" | "beside the market" | "due";
  "theme-park"?: AuctionedCardView | null;
  "transformer-station"?: AuctionedCardView | null;
  trust?: TrustView;
  warehouse?: AuctionedCardView | null;
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
  powered_now: number;
  idle: CardRef[];
  bought: boolean;
  sat_out: boolean;
}

/** The result of a game. */
export interface Result { ranking: Standing[]; winners: number[]; neutral: Neutral[] }

/** The robots of a game, and the current decision about one of them. */
export interface RobotsView { robots: RobotView[]; deciding: RobotDecisionView | null }

/** A row as JSON: a move with its events, or the number of a row that it takes back (``undo``). */
export interface Row { seq: number; seat?: number; undo?: number; plan?: number; move?: Move; events?: GameEvent[] }

/** The position after a row. */
export interface Snapshot { seq: number; position: KeptPosition }

/** What a seat may see (None: a spectator). All fields are listed in ``FIELDS`` and in ``to_json``. >>> from stromnetz import new_game >>> view = new_game("classic-2004", players=2, seed=7).view(0) >>> view.current, view.players[0].money, view.deck ([3, 4, 5, 6], 50, 27) */
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
  order: number[];
  regions: string[];
  tiles: number[];
  deck: number;
  under_deck: CardRef[];
  out_of_game: CardRef[];
  removed: number;
  step_2_at: number;
  end_at: number;
  plant_limit: number | null;
  must_buy: boolean;
  current: CardRef[];
  minimum_bids: number[];
  future: CardRef[];
  deck_back: string | null;
  outgoing_card: OutgoingCard | null;
  fuels: Record<string, FuelView>;
  players: PlayerView[];
  houses: Record<string, number[]>;
  auction: AuctionView | null;
  decision: Decision | null;
  next_seats: number[];
  modules: Modules;
  continuation: Continuation;
  result: Result | null;
}
