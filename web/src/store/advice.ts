// Advice: what a strong bot would do on my seat. The server gives it, and only where no other person plays.
import { computed, signal } from "@preact/signals";
import type { AdviceOut } from "../generated/api";
import { getJson, sendJson } from "./api";
import { refuse } from "./play";
import { eyes, mySeats, myTurn, past, table, version } from "./table";

const given = signal<AdviceOut | null>(null);

/** The advice for this very moment. */
export const advice = computed(() => (given.value?.version === version.value ? given.value : null));
/** Whether there is nobody whom it could wrong: only I sit there, or nobody; at a rated table there is always somebody. */
export const alone = computed(() => !table.value?.settings.rated && table.value?.seats.every((seat) => seat.kind !== "person" || seat.mine) && mySeats.value.length < 2);
/** Whether it is me who is asked now. */
export const advisable = computed(() => alone.value && myTurn.value && !past.value);

/** What a bot thought of when it made the move that is looked at. */
export const reason = signal<AdviceOut | null>(null);

export async function askReason(at: number): Promise<void> {
  const id = table.value?.id;
  try {
    reason.value = await getJson<AdviceOut>(`/api/tables/${id}/reasons?version=${at}`);
  } catch (error) {
    await refuse(error);
  }
}

export function dismiss(): void {
  given.value = null;
}

export async function askAdvice(): Promise<void> {
  const id = table.value?.id;
  if (!id || eyes.value === null) return;
  try {
    given.value = await sendJson<AdviceOut>(`/api/tables/${id}/advice`, { seat: eyes.value });
  } catch (error) {
    await refuse(error);
  }
}
