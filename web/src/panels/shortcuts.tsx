// Keys: a letter goes to a part of the table or does what a button does; "?" lists them.
import { useEffect } from "preact/hooks";
import type { JSX } from "preact";
import { lazy } from "../parts/lazy";
import { chances, setChances } from "../settings";
import { type Table, useTable } from "../store/table";
import { useText } from "../words";

const Keys = lazy(() => import("./keys").then((one) => one.Keys));

/** What can be pressed now, and is not help. */
const ON = ":not([aria-disabled], .icon-button)";
/** What each letter goes to: the first of these that is there and can be used. */
const PLACES: Record<string, string[]> = {
  a: [".action [data-anyway]", `.action :is([data-primary], [data-secondary], [data-quiet])${ON}`, `.action button${ON}`, ".action button"],
  c: [`.action .action-body :is(button, input)${ON}`, ".market button.plant-card:not(.is-disabled)", '.map-drawing .city.is-available [tabindex="0"]', ".map-drawing .city.is-available [tabindex]"],
  p: [".market button.plant-card:not(.is-disabled)", ".market button.plant-card"],
  f: [`.fuel button${ON}`],
  h: [".coach [data-coach-main]", ".coach button"],
  m: ['.map-drawing .city [tabindex="0"]'],
};

function goTo(table: Table, letter: string): boolean {
  for (const selector of PLACES[letter] ?? []) {
    const found = table.findAll<HTMLElement | SVGElement>(selector).find((one) => one.getClientRects().length > 0);
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
export function skipToAction(table: Table): void {
  const { myTurn } = table;
  if (!myTurn.value || (!goTo(table, "c") && !goTo(table, "a"))) table.find("#action")?.focus();
}

const DEEDS: Record<string, (table: Table) => void> = {
  "?": ({ ui }) => (ui.keysOpen.value = true),
  // the last of several lies on top
  Escape: ({ findAll }) => findAll("[data-close]").at(-1)?.click(),
  l: ({ ui }) => ui.toggleLog(),
  w: () => setChances(!chances.value),
  e: ({ ui }) => ui.askFor("around"),
  r: ({ ui }) => ui.askFor("rules"),
  y: ({ ui }) => ui.askFor("why"),
  b: ({ find, ui }) => {
    // on a phone another tab would hide what it says
    ui.tab.value = "action";
    find("[data-ask-advice]")?.click();
  },
  t: ({ find }) => find("[data-chat]")?.click(),
  u: ({ mySeats, past, play, undoSeat }) => {
    const seat = undoSeat.value;
    if (past.value === null && seat !== null && mySeats.value.includes(seat)) void play.undo(seat);
  },
};

/** Where letters are typed; Escape is none. The amount of a bid has none. */
const TYPED = "input:not([type=range], [inputmode=numeric]), select, textarea";

function press(table: Table, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || !table.isMeant(event)) return;
  if (event.key !== "Escape" && event.target instanceof Element && event.target.closest(TYPED)) return;
  const deed = DEEDS[event.key];
  deed?.(table);
  if (deed || goTo(table, event.key)) event.preventDefault();
}

export function Shortcuts(): JSX.Element | null {
  const table = useTable();
  const { ui: { keysOpen } } = table;
  useEffect(() => {
    const hear = (event: KeyboardEvent) => press(table, event);
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, [table]);
  return keysOpen.value ? <Keys onClose={() => (keysOpen.value = false)} /> : null;
}

/** In the menu, for those who do not know the key yet. */
export function KeysButton(): JSX.Element {
  const { ui: { keysOpen, menuOpen } } = useTable();
  const t = useText();
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
