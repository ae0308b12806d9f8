// Written by tools/client_types.py from the server's types; `make client-types` renews it.

export * from "./game";
export * from "./words";

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
  move?: number | null;
  facts?: Record<string, unknown> | null;
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

export interface PricesOut {
  version: number;
  offers: Record<string, unknown>[];
  next: NextCities[];
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
