// How likely everybody wins, as a thin bar under the top of the page.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { JSX } from "preact";
import type { ChancesOut, View } from "../generated/api";
import { colour, House } from "../parts/symbols";
import { getJson, Refused } from "../store/api";
import { createReview } from "../store/review";
import { say, useReviewWords } from "../store/reviewwords";
import { percent } from "../words";
import { type Table, useTable } from "../store/table";
import { nameOf } from "./players";

/** Percent that make 100 together: what is lost by rounding goes to whoever lost most. */
export function percents(chances: number[]): number[] {
  const out = chances.map((one) => Math.floor(100 * one));
  const rest = chances.map((one, i) => ({ i, part: 100 * one - out[i]! })).sort((a, b) => b.part - a.part);
  for (let n = 100 - out.reduce((a, b) => a + b, 0), k = 0; n > 0 && k < rest.length; n--, k++) out[rest[k]!.i]! += 1;
  return out;
}

/** The chances of everybody in words. */
export function listed(table: Table, view: View, chances: number[]): string {
  return percents(chances)
    .map((n, seat) => `${nameOf(table, view, seat)} ${percent(n)}`)
    .join(", ");
}

const createChances = (table: Table) => {
  const told = signal<{ version: number; chances: number[] } | null>(null);
  const refused = signal("");
  let wanted = -1;

  /** From the curve of a review where there is one, else asked for. */
  async function ask(version: number): Promise<void> {
    wanted = version;
    const known = table.own(createReview).reviewed(version);
    if (known) {
      told.value = { version, chances: known };
      return;
    }
    try {
      const seat = table.eyes.value === null ? "" : `&seat=${table.eyes.value}`;
      const found = await getJson<ChancesOut>(`/api/tables/${table.id}/chances?version=${version}${seat}`);
      // the newest wish counts
      if (wanted === version) told.value = found;
      refused.value = "";
    } catch (error) {
      if (wanted === version) told.value = null;
      if (error instanceof Refused) refused.value = error.body.message;
    }
  }

  return { told, refused, ask };
};

export function ChancesBar({ view }: { view: View }): JSX.Element | null {
  const table = useTable();
  const { ask, refused, told } = table.own(createChances);
  const ready = useReviewWords();
  useEffect(() => void ask(view.version), [view.version]);
  if (!ready) return null;
  const found = told.value;
  if (!found) {
    return refused.value ? (
      <p class="chances is-empty" role="status" data-chances>
        {refused.value}
      </p>
    ) : (
      <div class="chances" data-chances />
    );
  }
  const shares = percents(found.chances);
  return (
    <div class="chances" role="img" aria-label={say("chances_list", { list: listed(table, view, found.chances) })} data-chances={found.version}>
      {found.chances.map((chance, seat) => chance > 0 && (
        <i key={seat} style={{ flexGrow: chance, "--pc": `var(--${colour(table, seat)})` }} class={colour(table, seat)} title={`${nameOf(table, view, seat)} ${percent(shares[seat]!)}`}>
          {chance >= 0.07 && (
            <>
              <House seat={seat} />
              {shares[seat]}
            </>
          )}
        </i>
      ))}
    </div>
  );
}
