// Advice: whether it is given, whether it is open, and why bots moved. What it says, its own panel asks for.
import { computed, signal } from "@preact/signals";
import type { HintOut } from "../generated/api";
import { getJson } from "./api";
import { refuse } from "./play";
import { mySeats, myTurn, table, version } from "./table";

/** At which table and version it was opened; whoever comes there to be advised opens it with their first turn. */
const opened = signal<{ id: string; at: number | "turn" | null } | null>(null);
/** Whether nobody else plays whom it could wrong: chances are shown there alone. At a rated table there is somebody. */
export const alone = computed(() => !table.value?.settings.rated && table.value?.seats.every((seat) => seat.kind !== "person" || seat.mine) && mySeats.value.length < 2);
export const withPeople = computed(() => (table.value?.seats.filter((seat) => seat.kind === "person").length ?? 0) > 1);
/** It is for one moment; only while people have yet to agree it stays. */
export const adviceOpen = computed(() => {
  const now = opened.value;
  return now !== null && now.id === table.value?.id && (now.at === version.value || (now.at === "turn" && myTurn.value) || !table.value.advised);
});

export function openAdvice(): void {
  opened.value = { id: table.value!.id, at: version.value };
}

/** At a table that is gone to. */
export function openAdviceAt(id: string): void {
  opened.value = { id, at: "turn" };
}

export function closeAdvice(): void {
  opened.value = null;
}

/** What a bot thought of when it made the move that is looked at. */
export const reason = signal<HintOut | null>(null);

export async function askReason(at: number): Promise<void> {
  const id = table.value?.id;
  try {
    reason.value = await getJson<HintOut>(`/api/tables/${id}/reasons?version=${at}`);
  } catch (error) {
    await refuse(error);
  }
}
