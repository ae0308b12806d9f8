// What has happened since my last turn, as results: an auction that is over is who bought what for how much.
import { modulesOf, partsOf } from "../editions/registry";
import type { GameEvent, Row, View } from "../generated/api";
import type { Table } from "../store/table";
import { TableLog, tableEventText } from "./tablelog";
import { cityName, type Context, type Words } from "../words";
import { nameOf } from "./players";

export interface Recent {
  /** Null where it is the table that does something. */
  seat: number | null;
  text: string;
}

/** What is told elsewhere on the screen, or by what follows from it. */
const NOISE = new Set([
  "regions-chosen",
  "tiles-laid",
  "order-set",
  "cards-removed",
  "deck-shuffled",
  "round-began",
  "phase-began",
  "card-drawn",
  "marker-laid",
  "marker-removed",
]);
const BIDDING = new Set(["auction-opened", "bid-made", "passed"]);
const MOST = 40;
const WATCHED = 12;

/** A line while it still grows: fuel bought and cities connected one after another are one. */
interface Draft {
  seat: number | null;
  kind: string;
  events: GameEvent[];
  /** What happened at the table besides moves, in words. */
  text?: string;
}

/** Who did it; what follows from a move by the rules is the table's. */
export function doer(event: GameEvent): number | null {
  return "seat" in event ? event.seat : null;
}

export function contextOf(table: Table, view: View): Context {
  return { edition: view.edition, map: view.map, names: view.players.map((one) => nameOf(table, view, one.seat)) };
}

/** The rows from my last turn on; for people who look on, the last few. */
function since({ eyes, standing }: Table, view: View): Row[] {
  const all = standing.value.filter((row) => row.seq <= view.version);
  const me = eyes.value;
  if (me === null) return all.slice(-WATCHED);
  let at = all.length - 1;
  // the turn that I am in does not hide what came before it
  while (at >= 0 && all[at]!.seat === me) at--;
  while (at >= 0 && all[at]!.seat !== me) at--;
  return all.slice(Math.max(0, at));
}

/** What is built on the map, of whatever kind, says where and for how much. */
const isBuilt = (event: GameEvent): event is Extract<GameEvent, { city: string; place_cost: number }> => "place_cost" in event && "city" in event;

const groupOf = (event: GameEvent): string => (event.kind === "fuel-bought" ? "fuel" : isBuilt(event) ? "build" : event.kind);

function add(out: Draft[], event: GameEvent, noise: string[]): void {
  if (NOISE.has(event.kind) || noise.includes(event.kind)) return;
  const seat = doer(event);
  const last = out.at(-1);
  const kind = groupOf(event);
  if (kind === "plant-bought" || kind === "card-won") {
    while (out.length && BIDDING.has(out.at(-1)!.kind)) out.pop();
  } else if (last && last.seat === seat && (last.kind === kind ? kind in LINES : kind === "plant-scrapped" && last.kind === "plant-bought")) {
    last.events.push(event);
    return;
  }
  out.push({ seat, kind, events: [event] });
}

/** The short lines: what it was, and what it cost. */
const LINES: Record<string, (words: Words, view: View, events: GameEvent[]) => { what: string; cost: number }> = {
  fuel: ({ fuelText }, view, events) => {
    const amounts: Record<string, number> = {};
    let cost = 0;
    for (const event of events) {
      if (event.kind !== "fuel-bought") continue;
      amounts[event.fuel] = (amounts[event.fuel] ?? 0) + event.count;
      cost += event.cost;
    }
    return { what: fuelText(view.edition, amounts), cost };
  },
  build: (_, view, events) => {
    const cities = new Set<string>();
    let cost = 0;
    for (const event of events) {
      if (!isBuilt(event)) continue;
      cities.add(cityName(view.map, event.city));
      cost += event.place_cost + event.connection_cost;
    }
    return { what: [...cities].join(", "), cost };
  },
};

function bought({ cardText, t, term }: Words, name: string, events: GameEvent[]): string {
  const [first, ...rest] = events;
  if (first?.kind !== "plant-bought") return "";
  const out = [t("ticker_line", { name, what: `${term("plant")} ${cardText(first.plant)}`, n: first.price })];
  for (const event of rest) if (event.kind === "plant-scrapped") out.push(t("scrap_n", { plant: cardText(event.plant) }));
  return out.join(", ");
}

function told(table: Table, view: View, { seat, kind, events, text }: Draft): string {
  const { words: { eventText, t } } = table;
  if (text !== undefined) return text;
  const name = seat === null ? "" : nameOf(table, view, seat);
  const line = LINES[kind];
  if (line) {
    const { what, cost } = line(table.words, view, events);
    return t("ticker_line", { name, what, n: cost });
  }
  const [event] = events;
  if (event?.kind === "plant-bought") return bought(table.words, name, events);
  if (event?.kind === "plants-ran") return t("ticker_income", { name, n: event.supplied, income: event.income });
  return eventText(event!, contextOf(table, view));
}

/** The newest first. */
export function recent(table: Table, view: View): Recent[] {
  const out: Draft[] = [];
  const noise = [partsOf(view.edition), ...modulesOf(view)].flatMap((one) => one.noise ?? []);
  const shown = since(table, view);
  const log = new TableLog(table);
  const first = shown[0]?.seq ?? 0;
  const tell = (row: Row | null) => {
    for (const event of log.before(row)) if (event.version >= first) out.push({ seat: event.seat, kind: event.kind, events: [], text: tableEventText(table, event) });
  };
  for (const row of shown) {
    tell(row);
    for (const event of row.events ?? []) add(out, event, noise);
  }
  tell(null);
  return out
    .slice(-MOST)
    .reverse()
    .map((draft) => ({ seat: draft.seat, text: told(table, view, draft) }));
}
