// What is seen of buildings, boards and workers.
import type { GameEvent } from "../../generated/api";
import type { Table } from "../../store/table";
import type { Motion } from "../registry";
import { siteSymbol } from "./symbols";

export function animate(table: Table, event: GameEvent, delay: number, { fly, pulse }: Motion): boolean {
  const { find } = table;
  switch (event.kind) {
    case "building-built":
      fly(siteSymbol(table, event.site, event.seat), find(`[data-seat="${event.seat}"]`), find(`[data-site="${event.city}"]`), delay);
      return true;
    case "built-on-card":
      pulse(find(`.player-card[data-seat="${event.seat}"] [data-plant="${event.card}"]`));
      return true;
    case "company-arranged":
      pulse(find(`.player-card[data-seat="${event.seat}"] .company-slots`));
      return true;
    case "workers-hired":
      if (event.seasonal + event.permanent > 0) fly("fuel-workers", find(".labour .is-next-price, .labour"), find(`.player-card[data-seat="${event.seat}"] .company-crew`), delay);
      return true;
    case "workers-dismissed":
      fly("fuel-workers", find(`.player-card[data-seat="${event.seat}"] .company-crew`), find(".labour .is-next-price, .labour"), delay);
      return true;
    case "robot-made":
      pulse(find(`.player-card[data-seat="${event.seat}"] .company-crew`));
      return true;
    default:
      return false;
  }
}
