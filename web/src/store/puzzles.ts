// How somebody is getting on with puzzles: kept in this browser alone.
import { computed, signal } from "@preact/signals";
import { store, stored } from "../theme";

interface Kept {
  /** Milliseconds, by puzzle. */
  solved: Record<string, number>;
  /** Days in a row on which the puzzle of the day was solved, up to the last day on which it was answered. */
  row: number;
  last: string;
  /** What the last day took. */
  time: number;
}

const DAY = 86_400_000;
const dayOf = (time: number): string => new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
export const today = (): string => dayOf(Date.now());
const yesterday = (): string => dayOf(Date.now() - DAY);

function read(): Kept {
  const none = { solved: {}, row: 0, last: "", time: 0 };
  try {
    return { ...none, ...(JSON.parse(stored("puzzles") ?? "{}") as Partial<Kept>) };
  } catch {
    return none;
  }
}

const all = signal(read());
/** A row that was broken is none any more. */
export const kept = computed(() => ({ ...all.value, streak: all.value.last >= yesterday() ? all.value.row : 0, done: all.value.last === today() }));

export function note(id: string, right: boolean, time: number, daily: boolean): void {
  const before = all.value;
  const next = { ...before, solved: right ? { ...before.solved, [id]: Math.min(time, before.solved[id] ?? time) } : before.solved };
  // the first answer of the day counts; another than the best ends the row
  if (daily && before.last !== today()) {
    const row = before.last === yesterday() ? before.row : 0;
    Object.assign(next, { row: right ? row + 1 : 0, last: today(), time });
  }
  all.value = next;
  store("puzzles", JSON.stringify(next));
}

export const clockText = (time: number): string => `${Math.floor(time / 60_000)}:${String(Math.floor(time / 1000) % 60).padStart(2, "0")}`;
