// The review of a game that is over: asked for until it is whole.
import { signal } from "@preact/signals";
import type { ReviewOut } from "../generated/api";
import { getJson, Refused } from "./api";
import type { Table } from "./table";

const AGAIN = 900;

export function createReview({ id }: Table) {
  const review = signal<ReviewOut | null>(null);
  /** Why there is none, in words. */
  const failed = signal("");

  /** What the curve says of a version: how things stood when the turn was over that it belongs to. */
  function reviewed(version: number): number[] | null {
    return review.value?.curve.find((one) => one.version >= version)?.chances ?? null;
  }

  /** Ask until it is there, or until it is stopped. */
  function follow(seat: number, language: string): () => void {
    let stopped = false;
    failed.value = "";
    const ask = async (): Promise<void> => {
      try {
        const found = await getJson<ReviewOut>(`/api/tables/${id}/review?seat=${seat}&language=${language}`);
        if (stopped) return;
        review.value = found;
        if (!found.ready) setTimeout(() => void (stopped || ask()), AGAIN);
      } catch (error) {
        if (!stopped) failed.value = error instanceof Refused ? error.body.message : String(error);
      }
    };
    void ask();
    return () => {
      stopped = true;
    };
  }

  return { review, failed, reviewed, follow };
}
