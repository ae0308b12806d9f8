// Short animations that show where something went: a house to its place, markers to a plant, money to a player.
import { partsOf } from "../editions/registry";
import type { GameEvent, Row } from "../generated/api";
import { colour } from "../parts/symbols";
import { moves } from "../settings";
import type { Table } from "../store/table";

const TIME = 240;
/** Pixels of what flies. */
const SIZE = 22;

export function pulse(element: Element | null): void {
  element?.animate([{ transform: "scale(1)" }, { transform: "scale(1.14)" }, { transform: "scale(1)" }], { duration: TIME, easing: "ease-out" });
}

/** Let a symbol fly from one thing on the screen to another; false where one of them is not to be seen. */
export function fly(symbol: string, from: Element | null, to: Element | null, delay: number): boolean {
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
      pulse(find(`.player-card[data-seat="${event.seat}"] [data-plant="${event.plant}"]`));
      return true;
    case "bid-made":
    case "auction-opened":
      pulse(find("[data-high]"));
      return true;
    default:
      return partsOf(edition.value ?? "").animate?.(table, event, delay) ?? false;
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
