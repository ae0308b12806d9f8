// Written by tools/client_types.py from the server's types; `make client-types` renews it.

import type { Row, View } from "./game";

export * from "./game";
export * from "./words";

export interface BoardFacts {
  id: string;
  name: Record<string, string>;
  regions: NamedThing[];
  cities: Record<string, CityFacts>;
  connections: ([string, string] | [string, string, number])[];
}

export interface CardsFacts {
  plants: PlantFacts[];
  special: SpecialCard[];
}

export interface ChangeSeat {
  kind: "open" | "person" | "bot";
  name?: string | null;
  bot?: string | null;
}

export interface CityFacts {
  name: string;
  region: string;
  lat?: number;
  lon?: number;
  x?: number;
  y?: number;
  site?: string;
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
  site_cost?: number;
  buildings?: number;
}

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

export interface Error {
  error: ErrorBody;
}

export interface ErrorBody {
  kind: string;
  message: string;
  rule?: string | null;
  move?: number | null;
  facts?: Record<string, unknown> | null;
}

export interface ErrorMessage {
  type: "error";
  error: ErrorBody;
}

export interface ForecastOut {
  plants: (number | string)[];
  fuel: Record<string, number>;
  costs: Record<string, number>;
  cost: number;
  room: Record<string, number>;
  fits: boolean;
  cities: number;
  output: number;
  supplies: number;
  powers: number;
  idle: (number | string)[];
  replaces: number | string | null;
  income: number;
  run: (number | string)[] | null;
  burn: Record<string, number> | null;
}

export interface Found {
  id: string;
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

export interface Health {
  status: string;
  version: string;
  database: string;
  open_tables: number;
  sockets: number;
}

export interface HelloMessage {
  type: "hello";
  protocol: number;
  table: TableOut;
  presence: Presence;
  version: number | null;
}

export interface Join {
  name?: string | null;
  seat?: number | null;
}

export type LiveMessage = HelloMessage | StateMessage | RowsMessage | TableMessage | PresenceMessage | PongMessage | ErrorMessage;

export type LiveRequest = ResumeRequest | PingRequest;

export interface LogOut {
  stay?: boolean;
}

export interface Made {
  version: number;
  row: Record<string, unknown>;
  rows?: Record<string, unknown>[] | null;
}

export interface MakeMove {
  seat: number;
  move?: Record<string, unknown> | null;
  moves?: Record<string, unknown>[] | null;
  version: number;
  key: string;
}

export interface Me {
  guest: boolean;
  name: string | null;
  unreadable: boolean;
}

export interface NamedGuest {
  name: string;
}

export interface NamedThing {
  id: string;
  name: Record<string, string>;
}

export interface NeutralFacts {
  name?: Record<string, string>;
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

export interface NextCities {
  cities: string[];
  cost: number;
}

export interface OptionFacts {
  values?: (string | number | boolean)[];
  any_of?: string[];
}

export interface PingRequest {
  type: "ping";
}

export interface Plan {
  seat: number;
  moves: Record<string, unknown>[];
}

export interface PlantFacts {
  number: number;
  printed?: string;
  fuels: "any" | string[];
  burns: number;
  cities?: number;
  kind?: string;
  type?: string;
  id?: string;
  places?: number;
  effect?: string;
  name?: string;
}

export interface PlayersFacts {
  count: number;
  regions?: number;
}

export interface PongMessage {
  type: "pong";
  version: number | null;
}

export interface Presence {
  seats: number[];
  spectators: number;
}

export interface PresenceMessage {
  type: "presence";
  presence: Presence;
}

export interface PreviewOut {
  made: number;
  stopped: string | null;
  view: Record<string, unknown>;
  events: Record<string, unknown>[];
}

export interface PricesOut {
  version: number;
  offers: Record<string, unknown>[];
  next: NextCities[];
}

export interface PromoFacts {
  name: Record<string, string>;
  about: Record<string, string>;
  plant?: PlantFacts;
}

export interface Ready {
  status: string;
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

export interface ResumeRequest {
  type: "resume";
  version: number;
}

export interface Rows {
  version: number;
  rows: Record<string, unknown>[];
}

export interface RowsMessage {
  type: "rows";
  after: number;
  version: number;
  undo: number | null;
  rows: Row[];
  views: View[];
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

export interface SpecialCard {
  id: string;
  name: Record<string, string>;
}

export interface StateMessage {
  type: "state";
  version: number;
  undo: number | null;
  views: View[];
}

export interface TableMessage {
  type: "table";
  table: TableOut;
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

export interface WhatIf {
  seat: number;
  plants?: (number | string)[] | null;
  buy?: Record<string, number>;
  cities?: number | null;
  card?: number | string | null;
}

export interface WishedSeat {
  kind: "open" | "person" | "bot";
  name?: string | null;
  bot?: string | null;
}
