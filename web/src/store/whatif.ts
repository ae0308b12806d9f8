// What would be if: asked of the server, for plans outside of one's own turn and for the calculator.
import { computed, signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import type { CardRef, ForecastOut } from "../generated/api";
import { sendJson } from "./api";
import { chosen } from "./play";
import { plantFacts } from "./reference";
import { eyes, live, table, version } from "./table";

export interface Wish {
  seat: number;
  plants?: CardRef[];
  buy?: Record<string, number>;
  cities?: number;
}

/** Fuel that I think of while it is not my turn to buy; it becomes my plan when it is. */
export const fuelWish = signal<Record<string, number>>({});

/** The seat whose company the calculator shows. */
export const calculated = signal<number | null>(null);

/** My plants with the card that I bid for or look at; where that is one too many, without the weakest. */
export const prospect = computed<{ plants: CardRef[]; scrapped: CardRef | null } | null>(() => {
  const now = live.value;
  const me = eyes.value === null ? null : now?.players[eyes.value];
  if (!now || !me) return null;
  const card = now.auction?.still_in.includes(me.seat) ? now.auction.card : chosen.value;
  const facts = card === null ? null : plantFacts(now.edition, card);
  // where companies have boards, what a card brings hangs on more than the card
  if (card === null || !facts || facts.type || me.plants.includes(card)) return null;
  if (now.plant_limit === null || me.plants.length < now.plant_limit) return { plants: [...me.plants, card], scrapped: null };
  const cities = (plant: CardRef) => plantFacts(now.edition, plant)?.cities ?? 0;
  const scrapped = me.plants.reduce((a, b) => (cities(b) < cities(a) ? b : a));
  return { plants: [...me.plants.filter((one) => one !== scrapped), card], scrapped };
});

/** The server's answer to a wish; while a new one is asked for, the last. */
export function useForecast(wish: Wish | null): ForecastOut | null {
  const [answer, setAnswer] = useState<ForecastOut | null>(null);
  const id = table.value?.id;
  const key = wish && id ? JSON.stringify([id, version.value, wish]) : "";
  useEffect(() => {
    if (!key) return setAnswer(null);
    let stale = false;
    sendJson<ForecastOut>(`/api/tables/${id}/forecast`, wish).then(
      (out) => {
        if (!stale) setAnswer(out);
      },
      () => {
        if (!stale) setAnswer(null);
      },
    );
    return () => {
      stale = true;
    };
  }, [key]);
  return key ? answer : null;
}
