// Where the focus goes when what had it is gone: to the action panel after a decision, else back to where it was before.
import type { Table } from "../store/table";

/** What a decision is made in. */
const DECIDES = ".action, .auction, .market, .fuel";
const MOST = 8;

interface Focused {
  element: HTMLElement | SVGElement;
  decides: boolean;
}

const isShown = (one: Element): boolean => one.isConnected && one.getClientRects().length > 0;

/** Keep the focus off the body until the table is left. */
export function keepFocus(table: Table): () => void {
  let had: Focused[] = [];

  function note(element: Element | null): void {
    if (!(element instanceof HTMLElement || element instanceof SVGElement) || element === document.body || !table.root.current?.contains(element)) return;
    had = [{ element, decides: element.closest(DECIDES) !== null }, ...had.filter((one) => one.element !== element)].slice(0, MOST);
  }

  function check(): void {
    const [last, ...before] = had;
    if (document.activeElement !== document.body || !last || isShown(last.element)) return;
    const panel = table.find("#action");
    const back = last.decides ? panel : (before.find(({ element }) => isShown(element))?.element ?? panel);
    back?.focus({ preventScroll: true });
  }

  const hear = ({ target }: FocusEvent) => note(target as Element);
  const watcher = new MutationObserver(check);
  note(document.activeElement);
  addEventListener("focusin", hear);
  watcher.observe(document.body, { childList: true, subtree: true });
  return () => {
    removeEventListener("focusin", hear);
    watcher.disconnect();
  };
}
