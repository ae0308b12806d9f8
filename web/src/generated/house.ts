// Written by tools/client_types.py from the server's types; `make client-types` renews it.
import type { View } from "./game";

export interface AccountOut {
  name: string;
  admin: boolean;
  created_at: number;
  password: boolean;
  provider: boolean;
  passkeys: PasskeyOut[];
  sessions: SessionOut[];
}

export interface AccountState { offered: boolean; provider: string | null; account: AccountOut | null }

export interface Archive { archived: boolean }

export interface ChatOut {
  state: "open" | "silent" | "off";
  room: "players" | "spectators";
  rooms: ("players" | "spectators")[];
  phrases: string[];
  lines: LineOut[];
  muted: Muted[];
}

export interface ChooseColour { colour: number | null }

/** How the clocks stand. Times are milliseconds since 1970, by the clock of the server. */
export interface ClockOut {
  now: number;
  seat: number | null;
  since: number | null;
  deadline: number | null;
  out: boolean;
  seats: SeatClock[];
}

export interface ClockSettingsOut {
  kind: "none" | "live" | "correspondence";
  bank: number;
  increment: number;
  turn: number;
  away: number;
  bot: string;
}

/** How long people may take. Times are seconds; what a kind of clock does not use is left out. */
export interface ClockWish {
  kind?: "none" | "live" | "correspondence";
  bank?: number;
  increment?: number;
  turn?: number;
  away?: number | null;
  bot?: string | null;
}

/** What the host has not switched off, and whether the documentation was built in. */
export interface Features {
  clocks: boolean;
  stand_ins: boolean;
  answers: boolean;
  seeking: boolean;
  help: boolean;
  chat: boolean;
  programs: boolean;
  ratings: boolean;
}

export interface Holiday { from: string; to: string }

export interface Hush { silent: boolean }

export interface LineOut {
  seq: number;
  author: string;
  mine: boolean;
  seat: number | null;
  name: string;
  phrase: string | null;
  text: string | null;
  at: number;
}

export interface LogIn { name: string; password: string }

export interface MakePublic { public: boolean }

export interface Muted { author: string; name: string }

export interface NewAccount { name: string; password: string }

export interface NewName { name: string }

export interface NewPassword { old?: string | null; new: string }

export interface NewProgram { name: string }

export interface Night { from: string; to: string }

export interface PasskeyOut { id: string; label: string; created_at: number; used_at: number | null }

export interface ProgramMade { id: string; name: string; created_at: number; token: string }

export interface ProgramOut { id: string; name: string; created_at: number }

export interface Programs { programs: ProgramOut[] }

export interface Report { room: "players" | "spectators"; seq: number }

/** Nights and holidays, in which no clock by correspondence runs for me. */
export interface RestBody { zone: string; night?: Night | null; holidays?: Holiday[] }

export interface RestOut { zone: string | null; night: Night | null; holidays: Holiday[] }

/** A text, or the id of a phrase that everybody reads in their own language: one of the two. */
export interface Say { text?: string | null; phrase?: string | null; seat?: number | null; key: string }

export interface SeatClock {
  seat: number;
  bank: number | null;
  missed: number;
  away: boolean;
  stand_in: string | null;
  votes: number[];
}

/** What I would play. What is left out may be any. */
export interface SeekBody {
  name?: string | null;
  edition: string;
  map?: string | null;
  players?: number | null;
  clock?: "none" | "live" | "correspondence" | null;
  bot?: string | null;
  fill_after?: number | null;
}

export interface SeekOut { seeking: boolean; wish: Sought | null; others: number; now: number; table: string | null }

export interface Seeks { seeks: Sought[] }

export interface SessionOut { id: string; device: string; created_at: number; seen_at: number; here: boolean }

/** What somebody would play; null is any. */
export interface Sought {
  name: string;
  edition: string;
  map: string | null;
  players: number | null;
  clock: "none" | "live" | "correspondence" | null;
  bot: string | null;
  fill_after: number | null;
  since: number;
  mine: boolean;
}

export interface TurnOut {
  version: number | null;
  state: string;
  due: boolean;
  seat: number | null;
  view: View | null;
}

export interface Vote { vote: boolean }
