// What I seek, as the server knows it: asked for again and again, since whoever does not ask is gone.
import { computed, signal } from "@preact/signals";
import type { SeekBody, SeekOut } from "../generated/api";
import { store } from "../theme";
import { getJson, sendJson } from "./api";

const EVERY = 2500;
const PATH = "/api/me/seek";

export const state = signal<SeekOut | null>(null);
export const seeking = computed(() => state.value?.seeking ?? false);
/** How far the clock of the server is ahead. */
export const ahead = signal(0);
let timer: ReturnType<typeof setInterval> | null = null;

/** Kept in this browser too: a page that is loaded again goes on asking, whichever it is. */
function take(next: SeekOut): void {
  state.value = next;
  ahead.value = next.now - Date.now();
  const waits = next.seeking || next.table !== null;
  store("seeking", waits ? "on" : "off");
  if (next.seeking) timer ??= setInterval(() => void look().catch(() => undefined), EVERY);
  else if (timer !== null) {
    clearInterval(timer);
    timer = null;
  }
}

export async function look(): Promise<void> {
  take(await getJson<SeekOut>(PATH));
}

export async function seek(wish: SeekBody): Promise<void> {
  take(await sendJson<SeekOut>(PATH, wish, "PUT"));
}

/** Seek no more, or know that a table was found. */
export async function stop(): Promise<void> {
  take(await sendJson<SeekOut>(PATH, {}, "DELETE"));
}
