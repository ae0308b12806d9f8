// What would be if: plans outside of one's own turn, and what the calculator looks at.
import { batch, computed, signal } from "@preact/signals";
import type { CardRef, View } from "../generated/api";
import type { Game } from "./game";
import { keep, kept } from "./kept";
import type { Play } from "./play";
import { plantFacts } from "./reference";

export type WhatIf = ReturnType<typeof createWhatIf>;

/** What I thought of in a round, which a reload of the page keeps. */
interface KeptWishes {
  round: number;
  fuel: Record<string, number>;
  cities: string[] | null;
}

export function createWhatIf({ due, eyes, follow, id, live, myTurn, past, presets, presetTurn }: Game, { chosen }: Play) {
  /** Fuel that I think of while it is not my turn to buy; it becomes my plan when it is. */
  const fuelWish = signal<Record<string, number>>({});

  /** Cities that I think of while it is not my turn; null where I have not changed what is pre-set. */
  const cityWish = signal<string[] | null>(null);

  const stored = `wishes.${id}`;
  let first = true;
  follow(() => {
    const round = live.value?.round;
    if (round === undefined) return;
    const old = first ? kept<KeptWishes>(stored) : null;
    first = false;
    if (old?.round === round) batch(() => ([fuelWish.value, cityWish.value] = [old.fuel, old.cities]));
    keep(stored, { round, fuel: fuelWish.value, cities: cityWish.value } satisfies KeptWishes);
  });

  /** The cities planned for my next turn to build, while it is not my turn: those I think of, or those that are pre-set. */
  const citiesLater = computed<string[]>(() => {
    const [now, me] = [live.value, eyes.value];
    if (!now || me === null || myTurn.value || past.value) return [];
    const mine = presets.mine.value;
    const stored = mine?.round === now.round ? mine.build?.cities : null;
    return (cityWish.value ?? stored ?? []).filter((city) => !now.houses[city]?.includes(me));
  });

  /** Whether fuel that is planned now could still be bought in this round. */
  function canBuyLater(view: View): boolean {
    const seat = eyes.value;
    if (seat === null || due.value || past.value || presetTurn.value) return false;
    return view.decision?.kind === "fuel" ? view.next_seats.includes(seat) : !["building", "bureaucracy"].includes(view.phase);
  }

  /** The plant that I bid for or look at; null where companies have boards, for there more counts than the card. */
  const prospect = computed<CardRef | null>(() => {
    const now = live.value;
    const me = eyes.value === null ? null : now?.players[eyes.value];
    if (!now || !me) return null;
    const card = now.auction?.bidders.includes(me.seat) ? now.auction.card : chosen.value;
    const facts = card === null ? null : plantFacts(now.edition, card);
    return card === null || !facts || facts.type || me.plants.includes(card) ? null : card;
  });

  return {
    fuelWish,
    cityWish,
    citiesLater,
    canBuyLater,
    /** The seat whose company the calculator shows. */
    calculated: signal<number | null>(null),
    prospect,
  };
}
