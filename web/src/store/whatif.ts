// What would be if: asked of the server, for plans outside of one's own turn and for the calculator.
import { computed, signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import type { CardRef, ForecastOut, View, ForecastIn } from "../generated/api";
import { sendJson } from "./api";
import { chosen } from "./play";
import { plantFacts } from "./reference";
import { said } from "./preset";
import { due, eyes, live, myTurn, past, presetTurn, table, version } from "./table";

/** Fuel that I think of while it is not my turn to buy; it becomes my plan when it is. */
export const fuelWish = signal<Record<string, number>>({});

/** Cities that I think of while it is not my turn; null where I have not changed what is pre-set. */
export const cityWish = signal<string[] | null>(null);

/** The cities planned for my next turn to build, while it is not my turn: those I think of, or those that are pre-set. */
export const citiesLater = computed<string[]>(() => {
  const [now, me] = [live.value, eyes.value];
  if (!now || me === null || myTurn.value || past.value) return [];
  const stored = said.value?.round === now.round ? said.value.build?.cities : null;
  return (cityWish.value ?? stored ?? []).filter((city) => !now.houses[city]?.includes(me));
});

/** Whether fuel that is planned now could still be bought in this round. */
export function canBuyLater(view: View): boolean {
  const seat = eyes.value;
  if (seat === null || due.value || past.value || presetTurn.value) return false;
  return view.decision?.kind === "fuel" ? view.to_come.includes(seat) : !["building", "bureaucracy"].includes(view.phase);
}

/** The seat whose company the calculator shows. */
export const calculated = signal<number | null>(null);

/** The plant that I bid for or look at; null where companies have boards, for there more counts than the card. */
export const prospect = computed<CardRef | null>(() => {
  const now = live.value;
  const me = eyes.value === null ? null : now?.players[eyes.value];
  if (!now || !me) return null;
  const card = now.auction?.still_in.includes(me.seat) ? now.auction.card : chosen.value;
  const facts = card === null ? null : plantFacts(now.edition, card);
  return card === null || !facts || facts.type || me.plants.includes(card) ? null : card;
});

/** The server's answer to a wish; while a new one is asked for, the last. */
export function useForecast(wish: ForecastIn | null): ForecastOut | null {
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
