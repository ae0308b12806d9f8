// Written by tools/client_types.py from the server's types; `make client-types` renews it.

export type CardRef = number | string;
export type Move = { kind: string } & Record<string, unknown>;

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

export interface PlainOption {
  kind: "pass" | "leave" | "done";
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
  | PlainOption;

export type GameEvent =
  | { kind: "regions-chosen"; regions: string[] }
  | { kind: "region-named"; seat: number; region: string }
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
  | { kind: "card-passed-on"; seat: number; card: CardRef }
  | { kind: "top-card-seen"; seat: number; card: CardRef }
  | { kind: "tax-paid"; seat: number; tax: number }
  | { kind: "fuel-moved"; fuel: string; count: number; to: string }
  | { kind: "card-assigned"; seat: number; card: CardRef; plant: CardRef }
  | { kind: "plant-taken"; seat: number; plant: CardRef }
  | { kind: "fuel-taken"; seat: number; fuel: Record<string, number> }
  | { kind: "fuel-returned"; seat: number; fuel: Record<string, number> }
  | { kind: "house-placed"; seat: number; city: string }
  | { kind: "marker-laid"; plant: CardRef; minimum_bid: number }
  | { kind: "marker-removed"; plant: CardRef }
  | { kind: "fuel-bought"; seat: number; fuel: string; count: number; cost: number }
  | { kind: "city-connected"; seat: number; city: string; place_cost: number; connection_cost: number; path: string[] }
  | { kind: "plants-ran"; seat: number; plants: CardRef[]; burn: Record<string, number>; supplied: number; income: number }
  | { kind: "fuel-refilled"; fuel: Record<string, number> }
  | { kind: "game-ended"; supplied: number[] };

export interface FuelView {
  in_market: number;
  supply: number;
  price: number | null;
  refill: number;
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
  bought: boolean;
  left: boolean;
}

export interface AuctionView {
  card: CardRef;
  bid: number;
  high: number | null;
  still_in: number[];
  extra: boolean;
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
  plant_limit: number;
  must_buy: boolean;
  order: number[];
  regions: string[];
  current: CardRef[];
  minimum_bids: number[];
  future: CardRef[];
  deck: number;
  deck_back: string | null;
  under: CardRef[];
  boxed: CardRef[];
  removed: number;
  fuels: Record<string, FuelView>;
  players: PlayerView[];
  houses: Record<string, number[]>;
  auction: AuctionView | null;
  decision: Decision | null;
  modules: Record<string, unknown>;
  result: Result | null;
}

export interface ChangeSeat {
  kind: "open" | "person" | "bot";
  name?: string | null;
  bot?: string | null;
}

export interface Deal {
  commitment: string | null;
  seed: string | null;
  salt: string | null;
}

export interface DecisionOut {
  version: number;
  decision: Record<string, unknown> | null;
}

export interface Error {
  error: ErrorBody;
}

export interface ErrorBody {
  kind: string;
  message: string;
  rule?: string | null;
  facts?: Record<string, unknown> | null;
}

export interface Found {
  id: string;
}

export interface Health {
  status: string;
  version: string;
  database: string;
  open_tables: number;
  sockets: number;
}

export interface Join {
  name?: string | null;
  seat?: number | null;
}

export interface Made {
  version: number;
  row: Record<string, unknown>;
}

export interface MakeMove {
  seat: number;
  move: Record<string, unknown>;
  version: number;
  key: string;
}

export interface Me {
  guest: boolean;
  name: string | null;
}

export interface NamedGuest {
  name: string;
}

export interface NewTable {
  name?: string | null;
  edition?: string | null;
  map?: string | null;
  seats: WishedSeat[];
  regions?: "random" | "draft" | string[];
  options?: Record<string, unknown>;
  public?: boolean;
}

export interface Plan {
  seat: number;
  moves: Record<string, unknown>[];
}

export interface PreviewOut {
  made: number;
  stopped: string | null;
  view: Record<string, unknown>;
  events: Record<string, unknown>[];
}

export interface Recover {
  token: string;
}

export interface Recovery {
  seat: number;
  token: string;
  link: string;
}

export interface Resign {
  seat: number;
}

export interface Rows {
  version: number;
  rows: Record<string, unknown>[];
}

export interface SeatOut {
  seat: number;
  kind: string;
  name: string;
  bot: string | null;
  invited: boolean;
  resigned: boolean;
  mine: boolean;
}

export interface Seated {
  table: TableOut;
  link: string;
  recovery: Recovery[];
}

export interface SettingsOut {
  edition: string;
  map: string;
  players: number;
  regions: string | string[];
  options: Record<string, unknown>;
}

export interface TableOut {
  id: string;
  code: string;
  state: "lobby" | "running" | "finished";
  public: boolean;
  settings: SettingsOut;
  seats: SeatOut[];
  host: boolean;
  revision: number;
  version: number;
  to_act: number | null;
  commitment: string | null;
  rematch_of: string | null;
  rematch: string | null;
  imported: boolean;
  created_at: number;
  changed_at: number;
}

export interface Tables {
  tables: TableOut[];
  next: string | null;
}

export interface TakeBack {
  seat: number;
  version: number;
  key: string;
}

export interface WishedSeat {
  kind: "open" | "person" | "bot";
  name?: string | null;
  bot?: string | null;
}

export type TermsWord =
  | "round"
  | "phase"
  | "step"
  | "player"
  | "money"
  | "plants"
  | "plant"
  | "fuel"
  | "cities"
  | "current"
  | "future"
  | "deck"
  | "supply"
  | "price"
  | "in_market"
  | "refill"
  | "order"
  | "supplied"
  | "capacity"
  | "rank"
  | "moves"
  | "to_act"
  | "bought"
  | "left"
  | "hidden"
  | "sold_out"
  | "nobody"
  | "game_over"
  | "winner"
  | "shared_win"
  | "regions"
  | "cards"
  | "empty"
  | "must_buy";

export type PhasesWord =
  | "order"
  | "auctions"
  | "fuel"
  | "building"
  | "bureaucracy";

export type DecisionsWord =
  | "region"
  | "auction"
  | "bid"
  | "scrap"
  | "give-up"
  | "assign"
  | "fuel"
  | "build"
  | "run"
  | "place";

export type BacksWord =
  | "dark"
  | "light";

export type FuelMovesWord =
  | "market"
  | "supply";

export type Step3Word =
  | "to-come"
  | "on-offer"
  | "changed";

export type EventsWord =
  | "regions-chosen"
  | "region-named"
  | "order-set"
  | "cards-removed"
  | "deck-shuffled"
  | "round-began"
  | "phase-began"
  | "step-began"
  | "auction-opened"
  | "bid-made"
  | "passed"
  | "phase-left"
  | "plant-bought"
  | "plant-scrapped"
  | "fuel-given-up"
  | "card-drawn"
  | "card-boxed"
  | "card-put-under"
  | "extra-auction-began"
  | "card-won"
  | "card-assigned"
  | "fuel-bought"
  | "city-connected"
  | "plants-ran"
  | "plant-taken"
  | "fuel-taken"
  | "fuel-returned"
  | "house-placed"
  | "marker-laid"
  | "marker-removed"
  | "card-passed-on"
  | "top-card-seen"
  | "tax-paid"
  | "fuel-moved"
  | "fuel-refilled"
  | "game-ended";

export type TerminalWord =
  | "hint"
  | "saved"
  | "more"
  | "undone"
  | "price"
  | "run"
  | "help";

export type WebWord =
  | "phase_order"
  | "phase_auctions"
  | "phase_fuel"
  | "phase_building"
  | "phase_bureaucracy"
  | "tab_action"
  | "tab_market"
  | "tab_company"
  | "tab_players"
  | "tab_log"
  | "hero"
  | "hero_text"
  | "your_name"
  | "guest"
  | "play_now"
  | "play_now_text"
  | "new_table"
  | "new_table_text"
  | "my_tables"
  | "no_tables"
  | "public_tables"
  | "no_public_tables"
  | "join_code"
  | "join"
  | "code"
  | "watch"
  | "watch_text"
  | "watch_bots"
  | "loading"
  | "no_server"
  | "state_finished"
  | "state_lobby"
  | "turn_of"
  | "your_turn"
  | "to_act"
  | "open_seat"
  | "language"
  | "looks"
  | "light_dark"
  | "dark"
  | "motion"
  | "warnings"
  | "warning_fuel"
  | "warning_capacity"
  | "warning_income"
  | "menu"
  | "close"
  | "back"
  | "yes"
  | "no"
  | "or"
  | "to"
  | "less"
  | "more"
  | "max"
  | "clear"
  | "share"
  | "share_text"
  | "link"
  | "copy"
  | "copied"
  | "to_start"
  | "resign"
  | "resign_sure"
  | "edition"
  | "edition_about"
  | "board"
  | "board_about"
  | "how_many"
  | "how_many_about"
  | "seats"
  | "seats_about"
  | "seat_n"
  | "name_of_seat"
  | "seat_me"
  | "seat_person"
  | "seat_open"
  | "seat_bot"
  | "bot_random"
  | "bot_plain"
  | "regions"
  | "regions_about"
  | "regions_random"
  | "regions_draft"
  | "option_money"
  | "option_money_about"
  | "option_money_open"
  | "option_money_hidden"
  | "option_short"
  | "option_short_about"
  | "option_promo"
  | "option_promo_about"
  | "public"
  | "public_about"
  | "public_no"
  | "public_yes"
  | "open_table"
  | "open_and_start"
  | "lobby_title"
  | "sit_here"
  | "invited"
  | "begin"
  | "waiting_seats"
  | "waiting_host"
  | "fill_with_bots"
  | "leave_table"
  | "no_table"
  | "lost"
  | "players"
  | "in_turn_order"
  | "n_players"
  | "you"
  | "bot"
  | "away"
  | "passed"
  | "high_bid"
  | "rank"
  | "no_plants"
  | "supplies_all"
  | "supplies_some"
  | "to_the_end"
  | "step_2_at"
  | "end_at"
  | "race_label"
  | "plant_market"
  | "on_offer"
  | "future"
  | "deck_n"
  | "deck_step_3"
  | "step_3"
  | "then_shuffled"
  | "no_fuel"
  | "no_fuel_short"
  | "bot_name"
  | "asked_region"
  | "asked_auction"
  | "asked_bid"
  | "asked_scrap"
  | "asked_give-up"
  | "asked_assign"
  | "asked_fuel"
  | "asked_build"
  | "asked_run"
  | "asked_place"
  | "plant_title"
  | "auction"
  | "extra_auction"
  | "opened_by"
  | "highest_bid"
  | "nobody_yet"
  | "fuel"
  | "next"
  | "buy"
  | "cost"
  | "refill"
  | "on_sale"
  | "last_moves"
  | "whole_log"
  | "log"
  | "show"
  | "took_back"
  | "undo"
  | "earlier"
  | "position_of"
  | "back_to_now"
  | "waiting_for"
  | "you_watch"
  | "refused"
  | "sure"
  | "anyway"
  | "never_warn"
  | "warn_fuel"
  | "warn_capacity"
  | "warn_income"
  | "money_n"
  | "open_title"
  | "must_open"
  | "choose_plant"
  | "choose_plant_short"
  | "no_plant_affordable"
  | "open_for"
  | "leave"
  | "your_bid"
  | "bid_amount"
  | "at_least"
  | "cannot_raise"
  | "bid_n"
  | "pass"
  | "leaves_you"
  | "capacity"
  | "one_is_scrapped"
  | "income"
  | "with_cities"
  | "income_for"
  | "a_round"
  | "buy_title"
  | "holds_room"
  | "fill_once"
  | "fill_all"
  | "nothing_to_buy"
  | "plan_costs"
  | "money_left"
  | "money_then"
  | "supplies"
  | "could_supply"
  | "buy_n"
  | "buy_nothing"
  | "build_title"
  | "choose_cities"
  | "no_city_affordable"
  | "first_city"
  | "from"
  | "from_via"
  | "hop_from"
  | "hop_on"
  | "place_n"
  | "place_word"
  | "in_all"
  | "leaves"
  | "free"
  | "no_place_open"
  | "in_plan"
  | "plan_it"
  | "remove_city"
  | "cities"
  | "cheapest_after"
  | "nothing_more"
  | "build_one"
  | "build_n"
  | "build_nothing"
  | "run_title"
  | "run_side"
  | "which_fuel"
  | "burns"
  | "burns_nothing"
  | "not_enough_fuel"
  | "run_for"
  | "region_title"
  | "region_note"
  | "region_confirm"
  | "n_cities"
  | "scrap_title"
  | "scrap_note"
  | "scrap_loses"
  | "scrap_keeps"
  | "scrap_confirm"
  | "give_up_title"
  | "give_up_note"
  | "give_up_confirm"
  | "assign_title"
  | "assign_note"
  | "assign_confirm"
  | "place_title"
  | "place_note"
  | "place_confirm"
  | "map_label"
  | "zoom_in"
  | "zoom_out"
  | "zoom_fit"
  | "hand_over"
  | "hand_over_text"
  | "i_am"
  | "wins"
  | "share_win"
  | "rematch"
  | "look_at_board";
