// Advice: what a strong bot would do on my seat. The server gives it, and only where no other person plays.
import { computed, signal } from "@preact/signals";
import type { AdviceOut } from "../generated/api";
import { sendJson } from "./api";
import { refuse } from "./play";
import { eyes, table, version } from "./table";

const given = signal<AdviceOut | null>(null);

/** The advice for this very moment. */
export const advice = computed(() => (given.value?.version === version.value ? given.value : null));
/** Whether there is nobody whom it could wrong. */
export const alone = computed(() => table.value?.seats.filter((seat) => seat.kind === "person").length === 1);

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
