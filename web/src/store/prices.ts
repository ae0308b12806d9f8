// What cities would cost me, in every phase: asked of the server when somebody looks, once for a version and plan.
import { signal } from "@preact/signals";
import type { Move, PricesOut } from "../generated/api";
import { sendJson } from "./api";
import type { Game } from "./game";
import type { Play } from "./play";
import type { WhatIf } from "./whatif";

export function createPrices({ eyes, id, live, myTurn, past, version }: Game, { plan, refuse }: Play, { citiesLater, cityWish }: WhatIf) {
  const answers = signal<Record<string, PricesOut>>({});
  const asked = new Set<string>();
  let at = "";

  /** All prices, as soon as they are here; null while they are not, and where there is nobody to pay them. */
  return function prices(): PricesOut | null {
    const seat = eyes.value;
    const now = live.value;
    if (seat === null || !now || past.value || now.result || !now.regions.length) return null;
    const here = `${version.value}/${seat}`;
    // only what is built goes into the sum; a plan of fuel changes no price
    const moves: Move[] = myTurn.value ? plan.value.filter((move) => "city" in move) : citiesLater.value.map((city) => ({ kind: "connect", city }));
    const key = here + JSON.stringify(moves);
    if (!asked.has(key)) {
      if (at !== here) asked.clear();
      at = here;
      asked.add(key);
      const take = (out: PricesOut) => {
        if (at === here) answers.value = { ...(Object.keys(answers.value)[0]?.startsWith(here) ? answers.value : {}), [key]: out };
      };
      const ask = (wanted: Move[]) => sendJson<PricesOut>(`/api/tables/${id}/prices`, { seat, moves: wanted }).then(take);
      void ask(moves).catch((error: unknown) => {
        // a plan that cannot be has no prices; the next version asks again
        if (myTurn.peek() || !moves.length || at !== here) return undefined;
        const wish = cityWish.peek();
        if (wish) {
          cityWish.value = wish.slice(0, -1);
          void refuse(error);
        }
        return ask([]).catch(() => undefined);
      });
    }
    return answers.value[key] ?? null;
  };
}
