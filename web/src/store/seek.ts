// What I seek, as the server knows it: asked for again and again, since whoever does not ask is gone.
import { signal } from "@preact/signals";
import type { SeekIn, SeekOut } from "../generated/api";
import { store } from "../theme";
import { getJson, sendJson } from "./api";

const EVERY = 2500;
const PATH = "/api/me/seek";

export const state = signal<SeekOut | null>(null);
export const isSeeking = (): boolean => state.value?.seeking ?? false;
/** How far the clock of the server is ahead. */
let ahead = 0;
export const serverTime = (): number => Date.now() + ahead;
let timer: ReturnType<typeof setInterval> | null = null;

/** Kept in this browser too: a page that is loaded again goes on asking, whichever it is. */
function take(next: SeekOut): void {
  ahead = next.now - Date.now();
  state.value = next;
  const waits = next.seeking || next.table !== null;
  store("seeking", waits ? "on" : "off");
  if (next.seeking) timer ??= setInterval(() => void look().catch(() => undefined), EVERY);
  else if (timer !== null) {
    clearInterval(timer);
    timer = null;
  }
}

/** How many changes were sent or answered. A question asked before the latest of them may have an outdated reply. */
let changes = 0;

async function change(request: Promise<SeekOut>): Promise<void> {
  changes++;
  try {
    take(await request);
  } finally {
    changes++;
  }
}

export async function look(): Promise<void> {
  const before = changes;
  const next = await getJson<SeekOut>(PATH);
  if (before === changes) take(next);
}

export function seek(wish: SeekIn): Promise<void> {
  return change(sendJson<SeekOut>(PATH, wish, "PUT"));
}

/** Stop seeking, or acknowledge the table that was found. */
export function stop(): Promise<void> {
  return change(sendJson<SeekOut>(PATH, {}, "DELETE"));
}
