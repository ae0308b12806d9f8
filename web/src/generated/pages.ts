// Written by tools/generate/client_types.py from the server's types; `make generate` renews it.
import type { Move } from "./moves";
import type { View } from "./game";

export interface ActionRow {
  id: number;
  at: number;
  who: string | null;
  action: string;
  about: Record<string, unknown>;
}

export interface ActionsOut { actions: ActionRow[] }

export interface AdminRight { admin: boolean }

export interface Answer { choice: number }

export interface Archive { archived: boolean }

export interface BanOut { reason: string; until: number | null }

export interface BanWish { reason: string; days?: number | null; address?: boolean }

/** One text for all languages, or one for each. */
export interface Broadcast { text?: string | null; texts?: Record<string, string> | null }

export interface ByEdition { edition: string; games: number; wins: number }

export interface BySeat { seat: number; games: number; wins: number }

export interface ChatOut {
  state: "open" | "silent" | "off";
  room: "players" | "spectators";
  rooms: ("players" | "spectators")[];
  phrases: string[];
  lines: LineOut[];
  muted: Muted[];
}

export interface ChatState { silent: boolean }

export interface ChooseColour { colour: number | null }

/** The state of the clocks. Times are milliseconds since 1970, by the server's clock. */
export interface ClockOut {
  now: number;
  seat: number | null;
  since: number | null;
  deadline: number | null;
  timed_out: boolean;
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

/** Time limits, in seconds; fields that a kind of clock does not use are omitted. */
export interface ClockWish {
  kind?: "none" | "live" | "correspondence";
  bank?: number;
  increment?: number;
  turn?: number;
  away?: number | null;
  bot?: string | null;
}

export interface ContextLine {
  seq: number;
  guest: string;
  seat: number | null;
  name: string;
  phrase: string | null;
  text: string | null;
  at: number;
}

export interface Favourite { edition: string; plant: number | string; times: number }

/** Features that the host has switched on, whether the documentation was built, and the version of this API. The version (`api`) is raised when requests or answers change so that older programs would fail. */
export interface Features {
  api: number;
  clocks: boolean;
  stand_ins: boolean;
  preset_moves: boolean;
  seeking: boolean;
  public_tables: boolean;
  help: boolean;
  chat: boolean;
  programs: boolean;
  ratings: boolean;
}

export interface GameRatings {
  state: "rated" | "pending" | "unrated";
  reason: "closed" | "abandoned" | "handed-over" | "off" | null;
  seats: SeatRating[];
}

export interface GroupOut { id: string; editions: string[]; ranked: number }

export interface GroupStanding {
  points: number;
  deviation: number;
  games: number;
  wins: number;
  provisional: boolean;
  group: string;
  curve: [number, number][];
}

export interface Groups { groups: GroupOut[] }

export interface HandOver { to: string }

export interface HintConsent { agree: boolean }

export interface HintLevels {
  levels: ("easy" | "normal" | "hard" | "master")[];
  level: "easy" | "normal" | "hard" | "master";
  advised: boolean;
}

export interface HintMove { move: Move; text: string; worth: number }

/** What a bot would do on this seat, with the information of the seat. */
export interface HintOut { version: number; text: string; candidates: HintMove[]; unit: "money" | "percent" }

export interface HintRequest { seat: number; level?: "easy" | "normal" | "hard" | "master" | null }

export interface Holiday { from: string; to: string }

export interface Ladder { group: string; editions: string[]; players: LadderRow[]; next: number | null }

export interface LadderRow {
  points: number;
  deviation: number;
  games: number;
  wins: number;
  provisional: boolean;
  place: number | null;
  name: string;
  bot: boolean;
}

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

export interface MakePublic { public: boolean }

export interface Muted { author: string; name: string }

/** A text, or the id of a predefined phrase. */
export interface NewMessage { text?: string | null; phrase?: string | null; seat?: number | null; key: string }

export interface Night { from: string; to: string }

export interface PasswordLink { link: string; minutes: number }

export interface PeopleOut { people: PersonRow[] }

export interface PersonRow {
  id: string;
  name: string;
  account: boolean;
  admin: boolean;
  since: number;
  tables: number;
  banned: BanOut | null;
}

export interface Profile {
  name: string;
  bot: boolean;
  since: number | null;
  mine: boolean;
  hidden: boolean;
  standings: GroupStanding[];
  editions: ByEdition[];
  seats: BySeat[];
  plants: Favourite[];
  games: ProfileGame[];
}

export interface ProfileGame {
  table: string | null;
  at: number;
  edition: string;
  map: string;
  seat: number;
  rank: number;
  players: number;
  resigned: boolean;
  points: number;
  change: number | null;
}

export interface ProfileVisibility { hidden: boolean }

export interface PuzzleList { daily: string; ids: string[] }

export interface PuzzleOut {
  id: string;
  kind: string;
  edition: string;
  map: string;
  title: string;
  question: string;
  lines: string[];
  choices: string[];
  view: View;
  cities: string[][] | null;
}

export interface PuzzleResult { right: boolean; best: number; text: string; costs: number[] | null }

export interface PuzzleTable { bot: string }

export interface Report {
  room: "players" | "spectators";
  seq: number;
  reason?: "insult" | "spam" | "cheating" | "other" | null;
  note?: string | null;
}

export interface ReportRow {
  id: number;
  table_id: string;
  room: string;
  seq: number;
  guest: string;
  name: string;
  said: string;
  said_at: number;
  reporter: string;
  reporter_name: string;
  reason: "insult" | "spam" | "cheating" | "other" | null;
  note: string | null;
  at: number;
  settled: boolean;
  account: boolean;
  admin: boolean;
  banned: BanOut | null;
  context: ContextLine[];
}

export interface ReportsOut { reports: ReportRow[] }

/** Nights and holidays, in which my correspondence clocks stop. A holiday starts with my next turn. */
export interface RestHoursIn { zone: string; night?: Night | null; holidays?: Holiday[] }

export interface RestHoursOut { zone: string | null; night: Night | null; holidays: Holiday[] }

export interface SeatClock {
  seat: number;
  bank: number | null;
  missed: number;
  away: boolean;
  stand_in: string | null;
  votes: number[];
  voters: number;
  holiday: string | null;
  votable: boolean;
  vote_at: number | null;
}

export interface SeatRating { seat: number; before: number | null; after: number | null; provisional: boolean }

export interface SeatRow { seat: number; kind: string; name: string; bot: string | null; person: string | null }

/** What I want to play; omitted fields may be any. */
export interface SeekIn {
  name?: string | null;
  edition: string;
  map?: string | null;
  players?: number | null;
  clock?: "none" | "live" | "correspondence" | null;
  bot?: string | null;
  fill_after?: number | null;
  rated?: boolean;
}

export interface SeekOut {
  seeking: boolean;
  wish: SeekWish | null;
  others: number;
  now: number;
  table: string | null;
}

/** A seek; null is any. */
export interface SeekWish {
  name: string;
  edition: string;
  map: string | null;
  players: number | null;
  clock: "none" | "live" | "correspondence" | null;
  bot: string | null;
  fill_after: number | null;
  rated: boolean;
  since: number;
  mine: boolean;
}

export interface Seeks { seeks: SeekWish[] }

export interface StandInVote { vote: boolean }

export interface StandingRow { bot: string; seats: number; share: number; fair: number; mean_rank: number }

export interface StandingsOut { games: number; standings: StandingRow[] }

export interface TableOpened { table: string }

export interface TableRow {
  id: string;
  code: string;
  state: "lobby" | "running" | "finished";
  edition: string;
  map: string;
  public: boolean;
  rated: boolean;
  version: number;
  created_at: number;
  changed_at: number;
  seats: SeatRow[];
}

export interface TablesFound { tables: TableRow[] }

export interface TournamentIn { edition: string; map: string; players: number; bots: string[]; deals: number }

export interface TournamentKind {
  edition: string;
  map: string;
  players: number;
  options: Record<string, unknown>;
  regions: string;
}

export interface TournamentPlan { bots: string[]; kinds: TournamentKind[]; deals: number; seed: number }

export interface TournamentRow {
  id: string;
  asked_at: number;
  plan: TournamentPlan;
  done: number;
  of: number;
  state: "open" | "done" | "failed";
}

export interface TournamentsOut { tournaments: TournamentRow[] }

/** Tables that wait for me. */
export interface Turns { count: number; tables: string[]; running: number; preset: string[] }
