// The tables that wait for me, wherever I look: counted in the title and the badge, and the next one is a click away.
import { signal } from "@preact/signals";
import type { Turns } from "../generated/api";
import { getJson } from "./api";
import type { Game } from "./game";
import { openTables } from "./open";

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

/** The tables that are looked at, once it is known whose turn it is there: that is told sooner than the list. */
const here = (): Game[] => openTables.value.filter(({ info, views }) => info.value && (info.value.state !== "running" || views.value.length > 0));

/** Whether it is my turn at a table that is looked at. */
export const dueHere = (): boolean => here().some(({ due }) => due.value);

/** The other tables that wait for me, the most urgent first. */
export function waitingElsewhere(): string[] {
  const shown = here().map(({ id }) => id);
  return turns.value.tables.filter((id) => !shown.includes(id));
}

/** How many tables wait for me in all. */
export function waitingForMe(): number {
  const { count, tables } = turns.value;
  return here().reduce((all, { id, due }) => all - (tables.includes(id) ? 1 : 0) + (due.value ? 1 : 0), count);
}
