// The things of the board that explain themselves: where they stand on the page, and under which name they are explained.
import { partsOf } from "../editions/registry";
import { connectOptions } from "../panels/build";
import { planned, purchases } from "../panels/fuel";
import type { CardRef, Move } from "../generated/api";
import { plantFacts } from "../store/reference";
import type { Table } from "../store/table";

/** The first that fits an element counts; an element inside another goes before it. */
const TOPICS: [string, string][] = [
  [".round", "round"],
  [".lamps", "step"],
  [".turn-bar .turn-player", "turn"],
  ["[data-undo]", "undo"],
  ["[data-log], .log-list", "log"],
  [".clock", "clock"],
  [".player-card .turn-position", "place"],
  [".player-card .tag", "tag"],
  [".player-card .stat[data-money]", "money"],
  [".player-card .stat", "cities"],
  [".player-card .supply", "supply"],
  [".company .company-slots, .slots", "slots"],
  [".company .company-crew, .hire-list", "crew"],
  [".player-card .plant-tile, .company [data-plant], .chip, .is-selectable .plant-tile", "own_plant"],
  [".race", "race"],
  [".plant-card .card-number", "number"],
  [".plant-card .discount", "least"],
  [".plant-card .fuel-icons", "burns"],
  [".plant-card .capacity-badge", "output"],
  [".plant-card, .strip .strip-card", "plant"],
  ["[data-leaving]", "leaving"],
  [".market .deck", "deck"],
  [".market .future-market, .market .subheading", "future"],
  [".market", "market"],
  [".bid-row", "bid"],
  [".forecast-table, [data-calc]", "calc"],
  [".auction", "auction"],
  [".fuel .next-price, .purchase-list .next-price", "price"],
  [".fuel .stepper, .purchase-list .stepper", "stepper"],
  [".fuel .refill", "refill"],
  [".fuel .space", "spaces"],
  [".fuel, .purchase-list li", "fuel"],
  [".income-chart", "income"],
  [".plan-totals", "sums"],
  ["[data-why-not]", "why_not"],
  [".hint-button", "advice"],
  [".fill-buttons", "fill"],
  ["[data-city-offer], [data-plan-toggle], .plan-list .remove-button", "planning"],
  [".site-kinds", "sites"],
  [".choice, .plain-list .button", "choice"],
  [".burn-options", "ways"],
  [".replay-buttons, .action.is-past", "replay"],
  ["[data-review]", "review"],
  ["[data-recent]", "recent"],
  ["[data-tab]", "tabs"],
  [".zoom", "zoom"],
  [".ranking", "ranking"],
  ["[data-city], [data-site]", "city"],
  [".map-drawing g:has(> .cost-plate)", "connection"],
  ["[data-primary][aria-disabled]", "confirm_off"],
  ["[data-primary]", "confirm"],
  ["[data-secondary], [data-quiet]", "without"],
  [".round-pages button", "rounds"],
  [".message-form button", "send"],
  ["[data-report]", "report"],
  ["[data-chat]", "talk"],
  ["[data-menu]", "menu"],
  [".tile-row", "tiles"],
];
const SOME = [...TOPICS.map(([selector]) => selector), "[data-phase-name]", ".action"].join();

const OFF = ":is(:disabled, [aria-disabled])";

export interface Found {
  key: string;
  element: Element;
}

function keyOf(one: Element): string | null {
  const phase = one.getAttribute("data-phase-name");
  if (phase) return `phase_${phase}`;
  const found = TOPICS.find(([selector]) => one.matches(selector));
  if (found) return found[1];
  const asked = one.getAttribute("data-decision");
  return asked ? `ask_${asked}` : null;
}

/** What an element on the board belongs to that can be explained. */
export function topicAt({ root }: Table, target: EventTarget | null): Found | null {
  if (!(target instanceof Element)) return null;
  const around = target.closest(".table");
  // another table on this page explains itself
  if (around && around !== root.current) return null;
  for (let one: Element | null = target; one; one = one.parentElement) {
    const key = keyOf(one);
    if (key) return { key, element: one };
  }
  return null;
}

/** All that is in sight, in the order of the page; of what there are many alike, the first. */
export function allTopics({ findAll }: Table): Found[] {
  const out = new Map<string, Found>();
  for (const element of findAll(`.table :is(${SOME})`)) {
    const { width, height } = element.getBoundingClientRect();
    const key = keyOf(element);
    if (!key || !width || !height || !element.checkVisibility({ visibilityProperty: true })) continue;
    const off = isOff(element) ? "/off" : "";
    if (!out.has(key + off)) out.set(key + off, { key, element });
  }
  return [...out.values()];
}

const isOff = (one: Element): boolean => one.matches(`${OFF}, .is-disabled`) || !!one.querySelector(OFF);

const cardOf = (name: string): CardRef => (/^\d+$/.test(name) ? Number(name) : name);

function opening({ live }: Table, card: HTMLElement): Move[] | null {
  const view = live.value;
  if (!view || (card.matches("button") && !card.matches(".is-disabled"))) return null;
  const plant = cardOf(card.dataset.plant!);
  const at = view.current.indexOf(plant);
  const bid = at < 0 ? plantFacts(view.edition, plant)?.number : view.minimum_bids[at];
  return bid === undefined ? null : [{ kind: "open", plant, bid }];
}

/** One more than stands there; one less where it is the button for less that is off. */
function raising({ live, play: { chosen } }: Table, button: Element): Move[] | null {
  const by = button.closest(".bid-field") && button.matches(":first-child") ? -1 : 1;
  const value = Number(button.closest(".bid-row")?.querySelector<HTMLInputElement>("input")?.value) + by;
  if (live.value?.auction) return [{ kind: "bid", amount: value }];
  return chosen.value === null ? null : [{ kind: "open", plant: chosen.value, bid: value }];
}

/** What the main button would do if it could: where nothing is chosen yet, nothing forbids it. */
function confirming({ findAll, live, myTurn, play: { chosen } }: Table): Move[] | null {
  const view = live.value;
  const kind = myTurn.value && view?.decision?.kind;
  if (kind === "bid" && view?.auction) return [{ kind: "bid", amount: view.auction.bid + 1 }];
  if (kind === "auction" && view && chosen.value === null && !view.decision?.options?.some((one) => one.kind === "open")) {
    const [plant, bid] = [view.current[0], view.minimum_bids[0]];
    return plant === undefined || bid === undefined ? null : [{ kind: "open", plant, bid }];
  }
  if (kind !== "run") return null;
  const plants = findAll(".action .is-selectable .is-chosen[data-plant]").map((one) => cardOf(one.dataset.plant!));
  return [{ kind: "run", plants, burn: null }];
}

/** The moves that a part of the board stands for, where it does not offer them: the server says why not. */
export function notOffered(table: Table, target: Element): Move[] | null {
  const { edition, live, myTurn, play: { plan } } = table;
  const card = target.closest<HTMLElement>(".market [data-plant]");
  if (card) return opening(table, card);
  const own = partsOf(edition.value ?? "").notOffered?.(table, target);
  if (own) return own;
  const city = target.closest<HTMLElement>("[data-city]")?.dataset.city;
  if (city) {
    const building = myTurn.value && live.value?.decision?.kind === "build";
    return building && !connectOptions(table).has(city) && !plan.value.some((one) => "city" in one && one.city === city)
      ? [...plan.value, { kind: "connect", city }]
      : null;
  }
  const off = target.closest(`button${OFF}`);
  if (!off) return null;
  if (off.matches("[data-primary]")) return confirming(table);
  if (off.closest(".bid-row")) return raising(table, off);
  const row = off.closest<HTMLElement>("[data-fuel], [data-buy]");
  const fuel = row?.dataset.fuel ?? row?.dataset.buy;
  const buying = myTurn.value && live.value?.decision?.kind === "fuel";
  return fuel && buying && off.matches(":last-child") ? purchases({ ...planned(table), [fuel]: (planned(table)[fuel] ?? 0) + 1 }) : null;
}
