// The tables that wait for me, wherever I look: counted in the title and the badge, and the next one is a click away.
import { computed, signal } from "@preact/signals";
import type { Turns } from "../generated/api";
import { getJson } from "./api";
import { path } from "./session";
import { due, table, views } from "./table";

const PRESET_MS = 4_000;
const NONE: Turns = { count: 0, tables: [], running: 0, preset: [] };

export const turns = signal<Turns>(NONE);

let asked = 0;

export async function loadTurns(): Promise<void> {
  const mine = ++asked;
  const found = await getJson<Turns>("/api/me/turns");
  // an earlier answer may come later
  if (mine !== asked) return;
  turns.value = found;
  // by then it is known whether the pre-set moves fit
  if (found.preset.length) setTimeout(() => void loadTurns().catch(() => undefined), PRESET_MS);
}

export function forgetTurns(): void {
  asked++;
  turns.value = NONE;
}

/** The table that is looked at, once it is known whose turn it is there: that is told sooner than the list. */
const here = computed(() => {
  const now = table.value;
  const shown = now && path.value === `/tables/${now.id}` && (now.state !== "running" || views.value.length > 0);
  return shown ? now.id : null;
});

/** Whether it is my turn at the table that is looked at. */
export const dueHere = computed(() => here.value !== null && due.value);

/** The other tables that wait for me, the most urgent first. */
export const waitingElsewhere = computed(() => turns.value.tables.filter((id) => id !== here.value));

/** How many tables wait for me in all. */
export const waitingForMe = computed(() => {
  const { count, tables } = turns.value;
  if (here.value === null) return count;
  return count - (tables.includes(here.value) ? 1 : 0) + (dueHere.value ? 1 : 0);
});
