// Advice: whether it is given, whether it is open, and why bots moved. What it says, its own panel asks for.
import { computed, signal } from "@preact/signals";
import type { HintOut } from "../generated/api";
import { getJson } from "./api";
import type { Game } from "./game";
import type { Play } from "./play";

/** The table that somebody goes to in order to be advised there. */
let advisedAt: string | null = null;

/** At a table that is gone to. */
export function openAdviceAt(id: string): void {
  advisedAt = id;
}

export function createAdvice({ id, info, mySeats, myTurn, version }: Game, { refuse }: Play) {
  /** At which version it was opened; whoever comes here to be advised opens it with their first turn. */
  const opened = signal<{ at: number | "turn" | null } | null>(advisedAt === id ? { at: "turn" } : null);
  /** What a bot thought of when it made the move that is looked at. */
  const reason = signal<HintOut | null>(null);
  return {
    /** Whether nobody else plays whom it could wrong: chances are shown there alone. At a rated table there is somebody. */
    alone: computed(() => !info.value?.settings.rated && info.value?.seats.every((seat) => seat.kind !== "person" || seat.mine) && mySeats.value.length < 2),
    withPeople: computed(() => (info.value?.seats.filter((seat) => seat.kind === "person").length ?? 0) > 1),
    /** It is for one moment; only while people have yet to agree it stays. */
    adviceOpen: computed(() => {
      const now = opened.value;
      return now !== null && info.value !== null && (now.at === version.value || (now.at === "turn" && myTurn.value) || !info.value.advised);
    }),
    openAdvice(): void {
      opened.value = { at: version.value };
    },
    closeAdvice(): void {
      opened.value = null;
      if (advisedAt === id) advisedAt = null;
    },
    reason,
    async askReason(at: number): Promise<void> {
      try {
        reason.value = await getJson<HintOut>(`/api/tables/${id}/reasons?version=${at}`);
      } catch (error) {
        await refuse(error);
      }
    },
  };
}
