// Short animations that show where something went: a house to its place, markers to a plant, money to a player, a card
// from the deck to the market. They run beside the game: nothing waits for them, and nothing else moves.
import { effect } from "@preact/signals";
import { partsOf } from "../editions/registry";
import type { CardRef, GameEvent, Row } from "../generated/api";
import { colour } from "../parts/symbols";
import { moves } from "../settings";
import type { Table } from "../store/table";

const TIME = 240;
/** Pixels of what flies. */
const SIZE = 22;

function pulse(element: Element | null): void {
  element?.animate([{ transform: "scale(1)" }, { transform: "scale(1.14)" }, { transform: "scale(1)" }], { duration: TIME, easing: "ease-out" });
}

function fly(symbol: string, from: Element | null, to: Element | null, delay: number): boolean {
  if (!from || !to) return false;
  const [a, b] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  if (!a.width || !b.width) return false;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#${symbol}`);
  svg.append(use);
  svg.classList.add("flying");
  document.body.append(svg);
  const at = (box: DOMRect, scale: number) =>
    `translate(${box.left + box.width / 2 - SIZE / 2}px, ${box.top + box.height / 2 - SIZE / 2}px) scale(${scale})`;
  const flight = svg.animate([{ transform: at(a, 1.3) }, { transform: at(b, Math.min(1, b.width / SIZE)) }], {
    duration: TIME,
    delay,
    easing: "ease-out",
    fill: "both",
  });
  flight.onfinish = () => svg.remove();
  flight.oncancel = () => svg.remove();
  return true;
}

/** Turn a card over, from its edge to its face. */
function flip(element: Element | null, delay: number): void {
  element?.animate([{ transform: "perspective(600px) rotateY(90deg)" }, { transform: "perspective(600px) rotateY(0)" }], { duration: TIME, delay, easing: "ease-out", fill: "backwards" });
}

/** A card comes from the deck into the market, and is turned over there. */
function reveal({ find }: Table, card: CardRef, delay: number): boolean {
  const there = find(`.market [data-plant="${card}"]`);
  if (!there) return false;
  const back = find(".deck use")?.getAttribute("href")?.slice(1);
  const flies = back !== undefined && fly(back, find(".deck svg"), there, delay);
  flip(there, delay + (flies ? TIME : 0));
  return true;
}

/** New markers slide into the market; the cheapest spaces are filled last. */
function refill({ findAll }: Table, fuel: Record<string, number>, delay: number): void {
  for (const [id, count] of Object.entries(fuel)) {
    for (const piece of findAll(`.fuel [data-fuel="${id}"] .fuel-pieces > span`).slice(0, count)) {
      piece.animate([{ opacity: 0, transform: "translateX(-12px)" }, { opacity: 1, transform: "none" }], { duration: TIME, delay, easing: "ease-out", fill: "backwards" });
    }
  }
}

/** Count from one number to another in an element as wide as the new one, unless that changes meanwhile. */
function count(element: HTMLElement, from: number, to: number): void {
  const text = element.firstChild;
  if (!(text instanceof Text) || text.data !== String(to)) return;
  const { style } = element;
  const begun = performance.now();
  style.display = "inline-block";
  style.width = `${element.getBoundingClientRect().width}px`;
  let last = text.data;
  const step = (now: number) => {
    const share = Math.min(1, (now - begun) / TIME);
    // somebody else has written a newer number
    if (text.data === last) {
      last = text.data = String(Math.round(from + (to - from) * share));
      if (share < 1) return void requestAnimationFrame(step);
    }
    style.removeProperty("display");
    style.removeProperty("width");
  };
  step(begun);
}

/** Let money count whenever somebody pays or earns; returns what ends it. */
export function countMoney(table: Table): () => void {
  let before: (number | null)[] | null = null;
  return effect(() => {
    const old = before;
    const now = (before = table.live.value?.players.map((one) => one.money) ?? null);
    if (!old || !now || !moves() || table.past.peek() || document.visibilityState !== "visible") return;
    requestAnimationFrame(() => {
      now.forEach((money, seat) => {
        const from = old[seat];
        if (money === null || from === null || from === undefined || from === money) return;
        for (const one of table.findAll(`[data-money="${seat}"] b`)) count(one, from, money);
      });
    });
  });
}

/** A house flies from its owner to its place and is seen there when it lands; without an owner in sight it drops. */
function settle(table: Table, city: string, seat: number, delay: number): void {
  const { find } = table;
  const house = find(`[data-house="${city}/${seat}"]`);
  if (!house) return;
  const hidden = { opacity: 0 };
  if (fly(`house-${colour(table, seat)}`, find(`.player-card[data-seat="${seat}"]`), house, delay)) house.animate([hidden, hidden], delay + TIME);
  else house.animate([{ opacity: 0, transform: "translateY(-14px)" }, { opacity: 1, transform: "none" }], { duration: TIME, delay, easing: "ease-out", fill: "backwards" });
}

function show(table: Table, event: GameEvent, delay: number): boolean {
  const { edition, find } = table;
  switch (event.kind) {
    case "city-connected":
      settle(table, event.city, event.seat, delay);
      return true;
    case "fuel-bought":
      fly(`fuel-${event.fuel}`, find(`[data-fuel="${event.fuel}"]`), find(`.player-card[data-seat="${event.seat}"] .plant-tiles`), delay);
      return true;
    case "plants-ran":
      if (event.income > 0) fly("coin", find(".turn-bar"), find(`[data-money="${event.seat}"]`), delay);
      return true;
    case "plant-bought":
      flip(find(`.player-card[data-seat="${event.seat}"] [data-plant="${event.plant}"]`), delay);
      return true;
    case "card-drawn":
      return reveal(table, event.card, delay);
    case "fuel-refilled":
      refill(table, event.fuel, delay);
      return true;
    case "bid-made":
    case "auction-opened":
      pulse(find("[data-high]"));
      return true;
    default:
      return partsOf(edition.value ?? "").animate?.(table, event, delay, { fly, pulse }) ?? false;
  }
}

/** Called when rows have come, after the screen shows the new position. */
export function animate(table: Table, fresh: Row[]): void {
  const { past } = table;
  if (!moves() || past.value || document.visibilityState !== "visible" || fresh.length > 12) return;
  requestAnimationFrame(() => {
    let delay = 0;
    for (const row of fresh) {
      for (const event of row.events ?? []) {
        if (show(table, event, delay)) delay = Math.min(delay + 60, 480);
      }
    }
  });
}
