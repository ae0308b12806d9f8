// Written by tools/generate/client_types.py from the server's types; `make generate` renews it.
import type { Move } from "./moves";
import type { MapOption } from "./options";
import type { GameEvent } from "./events";
import type { Decision, GameRecord, Row, View } from "./game";
import type { ClockOut, ClockSettingsOut, ClockWish } from "./pages";

export type * from "./parts";
export type * from "./moves";
export type * from "./options";
export type * from "./events";
export type * from "./game";
export type * from "./facts";
export type * from "./accounts";
export type * from "./pages";
export type * from "./words";

export interface Abandon { agree: boolean }

export interface Begin { again?: boolean }

export interface Begun { table: string }

export interface BuildPlan { cities: string[]; most: number }

export interface ChallengeIn { id: string; credential: Record<string, unknown> }

export interface ChallengeOut { id: string; options: Record<string, unknown> }

/** The chance of each seat to win. */
export interface ChancesOut { version: number; chances: number[] }

export interface ChangeSeat { kind: "open" | "person" | "bot"; name?: string | null; bot?: string | null }

/** There are new chat messages, or the chat was closed or opened: GET …/chat returns them. */
export interface ChatMessage { type: "chat" }

export interface ClockMessage { type: "clock"; clock: ClockOut }

/** The chances after what a seat did in a phase. */
export interface CurvePoint { version: number; seat: number | null; round: number; phase: string; chances: number[] }

export interface DealProof { commitment: string | null; seed: string | null; salt: string | null }

export interface DecisionOut { version: number; decision: Decision | null }

export interface DeleteConfirmation { sure: true; password?: string | null }

export interface Error { error: ErrorBody }

export interface ErrorBody {
  kind: string;
  message: string;
  rule?: string | null;
  move?: number | null;
  facts?: Record<string, unknown> | null;
}

export interface ErrorMessage { type: "error"; error: ErrorBody }

export interface Export { rows: Record<string, Record<string, unknown>[]>; games: ExportedGame[] }

export interface ExportedGame { table: string; seats: number[]; events: TableEventOut[]; record: GameRecord }

export interface Finished { done: boolean }

/** Other plants, more fuel, other cities; omitted fields stay as they are. */
export interface ForecastIn {
  seat: number;
  plants?: (number | string)[] | null;
  buy?: Record<string, number>;
  cities?: number | null;
  card?: number | string | null;
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
  powered_now: number;
  idle: (number | string)[];
  replaces: number | string | null;
  income: number;
  run: (number | string)[] | null;
  burn: Record<string, number> | null;
}

export interface FuelPlan { buy: Record<string, number>; most: number }

export interface Health {
  status: string;
  version: string;
  build: string;
  database: string;
  open_tables: number;
  sockets: number;
  bus: string;
  bus_up: boolean;
}

export interface HelloMessage {
  type: "hello";
  protocol: number;
  table: TableOut;
  events: TableEventOut[];
  presence: Presence;
  version: number | null;
}

export interface Join { name?: string | null; seat?: number | null; colour?: number | null }

export interface LessonList { lessons: LessonShort[] }

/** The state of a lesson. */
export interface LessonOut {
  id: string;
  title: string;
  version: number;
  step: number;
  steps: number;
  left: number;
  texts: LessonText[];
  asked: boolean;
  good: string | null;
  other: string | null;
  advice: boolean;
  over: boolean;
  end: string;
  next: string | null;
}

/** A lesson in the list. */
export interface LessonShort {
  id: string;
  edition: string;
  chapter: string;
  title: string;
  about: string;
  minutes: number;
  state: "new" | "begun" | "done";
}

export interface LessonText { text: string; at: string | null }

export interface LessonUndo { version: number; key: string }

export type LiveMessage =
  | HelloMessage
  | StateMessage
  | RowsMessage
  | TableMessage
  | ClockMessage
  | PresetMovesMessage
  | PresenceMessage
  | ChatMessage
  | RatingsMessage
  | NoticeMessage
  | ShutdownMessage
  | PongMessage
  | ErrorMessage;

export type LiveRequest = ResumeRequest | PingRequest;

export interface LogOut { stay?: boolean }

export interface MaxBid { plant: number | string; most: number }

export interface Me { guest: boolean; name: string | null; unreadable: boolean; account: boolean | null }

/** The rows of the request; of an undo, the last one. Repeated requests get the same. */
export interface MoveResult { version: number; rows: Row[]; view?: View | null }

/** How long a person took for moves. Moves that were sent together count as one. */
export interface MoveTimesOut { seat: number; moves: number; median_seconds: number; total_seconds: number }

export interface NamedGuest { name: string }

/** A table to open. The number of seats is the number of players. */
export interface NewTable {
  name?: string | null;
  edition?: string | null;
  map?: string | null;
  seats: SeatIn[];
  regions?: "random" | "draft" | string[];
  options?: Record<string, unknown>;
  public?: boolean;
  clock?: ClockWish | null;
  silent?: boolean;
  rated?: boolean;
}

export interface NextCities { cities: string[]; cost: number }

export interface NoUndo { message: string | null; rule: string | null }

/** A broadcast of an admin, by language. */
export interface NoticeMessage { type: "notice"; texts: Record<string, string> }

/** The offer to abandon the running game, by seats. It lapses when the round ends or the voters change. */
export interface OfferOut { voters: number[]; agreed: number[]; declined: number | null }

export interface PasskeyLabel { label: string }

export interface PingRequest { type: "ping" }

/** Moves to preview. */
export interface Plan { seat: number; moves: Move[] }

export interface PongMessage { type: "pong"; version: number | null }

/** Seats whose players watch, and the number of spectators. */
export interface Presence { seats: number[]; spectators: number }

export interface PresenceMessage { type: "presence"; presence: Presence }

/** My pre-set moves for this round. Omitted ones are revoked. */
export interface PresetMovesIn {
  round: number;
  bids?: MaxBid[];
  pass_phase?: boolean;
  fuel?: FuelPlan | null;
  build?: BuildPlan | null;
  buy_nothing?: "round" | "always" | null;
  build_nothing?: "round" | "always" | null;
  run?: "round" | "always" | null;
}

/** Only to the player of the seat: a pre-set move was used or dropped. */
export interface PresetMovesMessage { type: "preset-moves"; seat: number }

export interface PresetMovesOut {
  round: number;
  bids: MaxBid[];
  pass_phase: boolean;
  fuel: FuelPlan | null;
  build: BuildPlan | null;
  buy_nothing: "round" | "always" | null;
  build_nothing: "round" | "always" | null;
  run: "round" | "always" | null;
  dropped: string[];
  bought_less: boolean;
}

export interface PreviewOut { made: number; stopped: string | null; view: View; events: GameEvent[] }

export interface PricesOut { version: number; offers: MapOption[]; next: NextCities[]; planned: MapOption[] }

export interface Ranked { sentences: string[]; rules: string[] }

/** The game was rated: GET …/ratings returns the ratings before and after it. */
export interface RatingsMessage { type: "ratings" }

export interface Ready { status: string; updates: string }

export interface Recover { token: string }

export interface Recovery { seat: number; token: string; link: string }

export interface RedirectOut { url: string }

/** A move that is not possible now. */
export interface RefusedMoveOut { kind: string; text: string; message: string; rule: string | null }

export interface RefusedMoves { version: number; moves: RefusedMoveOut[] }

export interface Resign { seat: number }

export interface ResumeRequest { type: "resume"; version: number }

/** The review of a finished game, as far as it is ready. Ask again until it is complete. */
export interface ReviewOut {
  ready: boolean;
  done: number;
  of: number;
  seat: number;
  curve: CurvePoint[];
  turns: TurningPoint[];
  cost: number;
  choices: ReviewedMove[];
}

/** An auction as it went for the seat. */
export interface ReviewedAuction {
  card: number | string;
  outcome: "bought" | "passed" | "outbid";
  price: number;
  decisions: number;
}

/** A decision, and its cost. An auction is one decision: this is the most expensive move in it. */
export interface ReviewedMove {
  version: number;
  round: number;
  phase: string;
  move: Move;
  text: string;
  move_text: string;
  better: Move | null;
  better_text: string | null;
  chance: number;
  auction: ReviewedAuction | null;
  cost: number;
  name: string;
}

export interface Rows { version: number; rows: Row[] }

/** Everything after a version. */
export interface RowsMessage {
  type: "rows";
  after: number;
  version: number;
  undo: number | null;
  rows: Row[];
  views: View[];
}

/** A seat of a new table. */
export interface SeatIn {
  kind: "open" | "person" | "bot" | "automatic";
  name?: string | null;
  bot?: string | null;
  colour?: number | null;
}

export interface SeatOut {
  seat: number;
  kind: string;
  name: string;
  bot: string | null;
  invited: boolean;
  resigned: boolean;
  advice: boolean;
  colour: number;
  mine: boolean;
}

export interface Seated { table: TableOut; link: string; recovery: Recovery[] }

export interface SettingsOut {
  edition: string;
  map: string;
  players: number;
  regions: string | string[];
  options: Record<string, unknown>;
  clock: ClockSettingsOut;
  lesson: string | null;
  rated: boolean;
  puzzle: string | null;
  unrated: "handed-over" | null;
}

/** The server stops: reconnect after a random time up to so many milliseconds. */
export interface ShutdownMessage { type: "leaving"; within: number }

/** The whole state, for viewers without any. */
export interface StateMessage { type: "state"; version: number; undo: number | null; views: View[] }

/** One move or several, as JSON data (a ``kind`` and its fields), for the version that the client has seen. They are made all or none. */
export interface SubmitMoves { seat: number; moves: Move[]; version: number; key: string }

/** An event at a table, besides moves. */
export interface TableEventOut {
  kind: "resigned" | "time-out" | "stand-in" | "returned" | "handed-over" | "closed" | "abandoned";
  version: number;
  at: number;
  seat: number | null;
  bot: string | null;
  reason: "time" | "vote" | "admin" | "host" | "player" | null;
}

export interface TableEvents { events: TableEventOut[] }

export interface TableMessage { type: "table"; table: TableOut; events: TableEventOut[] }

export interface TableOut {
  id: string;
  code: string;
  state: "lobby" | "running" | "finished";
  public: boolean;
  settings: SettingsOut;
  seats: SeatOut[];
  advised: boolean;
  host: boolean;
  revision: number;
  version: number;
  to_act: number | null;
  commitment: string | null;
  rematch_of: string | null;
  rematch: string | null;
  imported: boolean;
  origin: "seek" | null;
  ending: "resigned" | "closed" | "abandoned" | null;
  round: number | null;
  created_at: number;
  changed_at: number;
  clock: ClockOut;
  offer: OfferOut;
  removed: boolean;
}

export interface TableRef { id: string }

export interface Tables { tables: TableOut[]; next: string | null }

export interface TakeBack { seat: number; version: number; key: string }

export interface Times { players: MoveTimesOut[] }

export interface TopicOut { text: string; rules: string[] }

export interface Topics { topics: Record<string, TopicOut> }

/** One of the largest changes of the chances. */
export interface TurningPoint {
  version: number;
  seat: number | null;
  round: number;
  phase: string;
  of: number;
  before: number;
  after: number;
}

export interface WishPasskey { name?: string | null }
