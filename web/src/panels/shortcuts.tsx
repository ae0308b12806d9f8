// Keys: a letter goes to a part of the table or does what a button does; "?" lists them.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { JSX } from "preact";
import { tab } from "../layout";
import { lazy } from "../parts/lazy";
import { chances, setChances } from "../settings";
import { undo } from "../store/play";
import { mySeats, myTurn, past, undoSeat } from "../store/table";
import { askFor } from "../store/help";
import { t } from "../words";
import { menuOpen, toggleLog } from "./topbar";

const Keys = lazy(() => import("./keys").then((one) => one.Keys));

export const keysOpen = signal(false);

/** What can be pressed now, and is not help. */
const ON = ":not([aria-disabled], .icon-button)";
/** What each letter goes to: the first of these that is there and can be used. */
const PLACES: Record<string, string[]> = {
  a: [".action [data-anyway]", `.action :is([data-primary], [data-secondary], [data-quiet])${ON}`, `.action button${ON}`, ".action button"],
  c: [`.action .action-body :is(button, input)${ON}`],
  p: [".market button.plant-card:not(.is-disabled)", ".market button.plant-card"],
  f: [`.fuel button${ON}`],
  h: [".coach [data-coach-main]", ".coach button"],
  m: ['.map-drawing .city [tabindex="0"]'],
};

export function goTo(letter: string): boolean {
  for (const selector of PLACES[letter] ?? []) {
    const found = [...document.querySelectorAll<HTMLElement | SVGElement>(selector)].find((one) => one.getClientRects().length > 0);
    if (found) {
      found.focus();
      return true;
    }
  }
  return false;
}

/**
 * From the top of the page to what is asked: its first control, or the panel itself. While others move, the panel: a
 * control in it would go when the question comes, and the focus with it.
 */
export function skipToAction(): void {
  if (!myTurn.value || (!goTo("c") && !goTo("a"))) document.getElementById("action")?.focus();
}

const DEEDS: Record<string, () => void> = {
  "?": () => (keysOpen.value = true),
  l: toggleLog,
  w: () => setChances(!chances.value),
  e: () => askFor("around"),
  r: () => askFor("rules"),
  y: () => askFor("why"),
  b: () => {
    // on a phone another tab would hide what it says
    tab.value = "action";
    document.querySelector<HTMLElement>("[data-ask-advice]")?.click();
  },
  t: () => document.querySelector<HTMLElement>("[data-chat]")?.click(),
  u: () => {
    const seat = undoSeat.value;
    if (past.value === null && seat !== null && mySeats.value.includes(seat)) void undo(seat);
  },
};

function press(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target instanceof Element && event.target.closest("input:not([type=range]), select, textarea")) return;
  const deed = DEEDS[event.key];
  deed?.();
  if (deed || goTo(event.key)) event.preventDefault();
}

export function Shortcuts(): JSX.Element | null {
  useEffect(() => {
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  return keysOpen.value ? <Keys onClose={() => (keysOpen.value = false)} /> : null;
}

/** In the menu, for those who do not know the key yet. */
export function KeysButton(): JSX.Element {
  return (
    <button
      type="button"
      class="button is-small"
      data-show-keys
      onClick={() => {
        menuOpen.value = false;
        keysOpen.value = true;
      }}
    >
      {t("keys")}
    </button>
  );
}
