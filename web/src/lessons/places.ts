// The parts of the board that a lesson can point at, and where on the screen they are.
import { layout } from "../layout";
import type { Table } from "../store/table";

const PARTS: Record<string, string> = {
  market: ".market",
  fuel: ".fuel",
  players: ".player-list, .sheet-body .player-card",
  order: ".player-list, .sheet-body .player-card",
  map: ".map-drawing",
  action: "#action",
  income: ".income-chart",
  phases: ".phase-list",
  step: ".lamps",
  undo: "[data-undo]",
  me: ".player-card.is-viewer",
};
const ONE_OF: Record<string, (name: string) => string> = {
  plant: (name) => `.auction [data-plant="${name}"], .market [data-plant="${name}"], .player-card.is-viewer [data-plant="${name}"]`,
  fuel: (name) => `.compact [data-buy="${name}"], .fuel [data-fuel="${name}"]`,
  city: (name) => `[data-city="${name}"]`,
  player: (name) => `.player-card[data-seat="${name}"]`,
};
/** The tab behind which a part lies, where the sheet has tabs. */
const TABS: Record<string, "market" | "players" | "company" | "action"> = {
  market: "market",
  plant: "market",
  fuel: "market",
  players: "players",
  order: "players",
  player: "players",
  me: "company",
  income: "company",
};

/** The elements of a part that are there now: all players, or one of anything else. */
function elements({ findAll }: Table, at: string): Element[] {
  const [what = "", name] = at.split(":");
  const selector = name === undefined ? PARTS[what] : ONE_OF[what]?.(name);
  if (!selector) return [];
  const there = findAll<Element>(selector).filter((one) => one.getClientRects().length > 0);
  return what === "players" || what === "order" ? there : there.slice(0, 1);
}

/** What scrolls: what lies outside of it is not seen. */
const FRAMES = ".sheet-body, .sheet-action, .action-body, .scroll-area";

/** What is seen of an element. */
function seenOf(one: Element): DOMRect[] {
  const box = one.getBoundingClientRect();
  const frame = one.parentElement?.closest(FRAMES)?.getBoundingClientRect() ?? box;
  const [left, top] = [Math.max(box.left, frame.left), Math.max(box.top, frame.top)];
  const [width, height] = [Math.min(box.right, frame.right) - left, Math.min(box.bottom, frame.bottom) - top];
  return width > 0 && height > 0 ? [new DOMRect(left, top, width, height)] : [];
}

/** The part as it is seen now: several elements of one kind count as one. */
export function rectOf(table: Table, at: string): DOMRect | null {
  const boxes = elements(table, at).flatMap(seenOf);
  if (!boxes.length) return null;
  const left = Math.min(...boxes.map((one) => one.left));
  const top = Math.min(...boxes.map((one) => one.top));
  return new DOMRect(left, top, Math.max(...boxes.map((one) => one.right)) - left, Math.max(...boxes.map((one) => one.bottom)) - top);
}

/** Bring the part to where it can be seen; the last text of a step leaves what is asked in view. */
export function reveal(table: Table, at: string | null, last: boolean): void {
  const { ui: { looked, tab } } = table;
  const [what = "", name] = at?.split(":") ?? [];
  looked.value = what === "city" && name ? name : null;
  if (layout.value !== "wide") tab.value = last ? "action" : (TABS[what] ?? "action");
  if (at && what !== "city" && what !== "map") requestAnimationFrame(() => elements(table, at)[0]?.scrollIntoView({ block: "nearest" }));
}
