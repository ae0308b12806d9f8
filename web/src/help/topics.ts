// The things of the board that explain themselves: where they stand on the page, and under which name they are explained.
import { connectOptions } from "../panels/build";
import { planned, purchases } from "../panels/fuel";
import type { Move } from "../generated/api";
import { plantFacts } from "../store/reference";
import { chosen, plan } from "../store/play";
import { live, myTurn } from "../store/table";

/** The first that fits an element counts; an element inside another goes before it. */
const TOPICS: [string, string][] = [
  [".rnd", "round"],
  [".lamps", "step"],
  [".turn .who", "turn"],
  ["[data-undo]", "undo"],
  ["[data-log]", "log"],
  [".clock", "clock"],
  [".pl .ord", "place"],
  [".pl .tag", "tag"],
  [".pl .fig[data-money]", "money"],
  [".pl .fig", "cities"],
  [".pl .sup", "supply"],
  [".company .cb, .slots", "slots"],
  [".company .cw, .hires", "crew"],
  [".pl .mp, .company [data-plant], .chip, .runs .mp", "own_plant"],
  [".race", "race"],
  [".pc .num", "number"],
  [".pc .cut", "least"],
  [".pc .fu", "burns"],
  [".pc .hc", "output"],
  [".pc, .strip .s", "plant"],
  ["[data-leaving]", "leaving"],
  [".market .dk", "deck"],
  [".market .fut, .market .sub", "future"],
  [".market", "market"],
  [".bidrow", "bid"],
  [".calc", "calc"],
  [".auc", "auction"],
  [".fuel .nx, .buys .nx", "price"],
  [".fuel .stepr, .buys .stepr", "stepper"],
  [".fuel .rf", "refill"],
  [".fuel .sp", "spaces"],
  [".fuel, .buys li", "fuel"],
  [".inc", "income"],
  [".sums", "sums"],
  [".bulb", "advice"],
  [".ranking", "ranking"],
  ["[data-city]", "city"],
  [".geo .ed, .geo [data-edge]", "connection"],
  ["[data-primary]", "confirm"],
  ["[data-secondary], [data-quiet]", "without"],
  ["[data-chat]", "talk"],
  ["[data-menu]", "menu"],
  [".rts", "tiles"],
];
const SOME = [...TOPICS.map(([selector]) => selector), "[data-phase-name]", ".action"].join();

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
export function topicAt(target: EventTarget | null): Found | null {
  for (let one = target instanceof Element ? target : null; one; one = one.parentElement) {
    const key = keyOf(one);
    if (key) return { key, element: one };
  }
  return null;
}

/** All that is in sight, in the order of the page; of what there are many alike, the first. */
export function allTopics(): Found[] {
  const out = new Map<string, Found>();
  for (const element of document.querySelectorAll(`.table :is(${SOME})`)) {
    const { width, height } = element.getBoundingClientRect();
    const key = keyOf(element);
    if (!key || !width || !height || !element.checkVisibility({ visibilityProperty: true })) continue;
    const off = isOff(element) ? "/off" : "";
    if (!out.has(key + off)) out.set(key + off, { key, element });
  }
  return [...out.values()];
}

const isOff = (one: Element): boolean => one.matches(":disabled, [aria-disabled], .off") || !!one.querySelector(":disabled");

function opening(card: HTMLElement): Move[] | null {
  const view = live.value;
  if (!view || (card.matches("button") && !card.matches(".off"))) return null;
  const name = card.dataset.plant!;
  const plant = /^\d+$/.test(name) ? Number(name) : name;
  const at = view.current.indexOf(plant);
  const bid = at < 0 ? plantFacts(view.edition, plant)?.number : view.minimum_bids[at];
  return bid === undefined ? null : [{ kind: "open", plant, bid }];
}

function raising(button: Element): Move[] | null {
  const value = Number(button.closest(".bidrow")?.querySelector<HTMLInputElement>("input")?.value) + 1;
  if (live.value?.auction) return [{ kind: "bid", amount: value }];
  return chosen.value === null ? null : [{ kind: "open", plant: chosen.value, bid: value }];
}

/** The moves that a part of the board stands for, where it does not offer them: the server says why not. */
export function notOffered(target: Element): Move[] | null {
  const card = target.closest<HTMLElement>(".market [data-plant]");
  if (card) return opening(card);
  const city = target.closest<HTMLElement>("[data-city]")?.dataset.city;
  if (city) {
    const building = myTurn.value && live.value?.decision?.kind === "build";
    return building && !connectOptions().has(city) && !plan.value.some((one) => "city" in one && one.city === city)
      ? [...plan.value, { kind: "connect", city }]
      : null;
  }
  const more = target.closest("button:disabled:last-child");
  if (!more) return null;
  const row = more.closest<HTMLElement>("[data-fuel], [data-buy]");
  const fuel = row?.dataset.fuel ?? row?.dataset.buy;
  if (fuel) return purchases({ ...planned(), [fuel]: (planned()[fuel] ?? 0) + 1 });
  return more.closest(".bid") ? raising(more) : null;
}
