// What the app and the worker tell each other.
export interface Question {
  id: number;
  method: string;
  path: string;
  body: unknown;
  language: string;
}

/** From the app. */
export type ToWorker =
  /** First of all; `takeOver`: even if another page has the tables of this browser open. */
  | { type: "start"; takeOver: boolean }
  | { type: "request"; request: Question }
  | { type: "connect"; table: string; since: number | null }
  | { type: "resume"; table: string; version: number }
  | { type: "disconnect"; table: string };

/** From the worker. */
export type FromWorker =
  | { type: "progress"; loaded: number; total: number }
  | { type: "ready" }
  | { type: "failed"; reason: string }
  /** What is played is not kept: the browser refuses, or has no room. */
  | { type: "unsaved"; reason: string }
  /** Another page has the tables of this browser open. */
  | { type: "elsewhere" }
  | { type: "response"; id: number; status: number; body: unknown }
  | { type: "message"; table: string; message: { type: string } };
