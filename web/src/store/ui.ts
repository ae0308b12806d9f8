// What of a table is open on the screen, and which city is looked at.
import { computed, signal } from "@preact/signals";
import type { CardRef } from "../generated/api";
import type { TABS } from "../layout";
import type { Game } from "./game";
import type { Wish } from "./help";

export type Ui = ReturnType<typeof createUi>;

export function createUi({ live, chatOpen, follow }: Game) {
  const logOpen = signal(false);
  /** The city that is looked at: by mouse, by keyboard, or tapped. */
  const looked = signal<string | null>(null);
  const tapped = signal<string | null>(null);

  // a city that was tapped in another phase is not what is looked at now
  const phase = computed(() => `${live.value?.round}/${live.value?.phase}`);
  follow(() => {
    void phase.value;
    tapped.value = null;
  });

  /** What somebody wants explained: help, once it is there, shows it. */
  const wish = signal<Wish | null>(null);

  function askFor(what: Wish["what"], id: string | null = null): void {
    wish.value = { what, id };
  }

  /** Log and chat lie in the same place. */
  function toggleLog(): void {
    logOpen.value = !logOpen.value;
    if (logOpen.value) chatOpen.value = false;
  }

  return {
    logOpen,
    toggleLog,
    menuOpen: signal(false),
    keysOpen: signal(false),
    /** Whether the end of a game lies over the board, once there is one. */
    endOpen: signal(true),
    /** Whether a game that is over is looked at. */
    reviewOpen: signal(false),
    /** Whether the map shows the networks of all players, not only mine. */
    allNetworks: signal(false),
    /** The round whose summary is shown, and whether that came by itself. */
    summary: signal<{ round: number; automatic: boolean } | null>(null),
    /** The card other than a plant that was turned up last, while it is shown. */
    revealed: signal<CardRef | null>(null),
    /** The tab of the sheet that is open. */
    tab: signal<(typeof TABS)[number]>("action"),
    /** Whether the sheet is folded. */
    folded: signal(false),
    looked,
    tapped,
    wish,
    askFor,
  };
}
