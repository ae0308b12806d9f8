// Table events in words, and which moves a bot made in the place of a player.
import type { Row, TableEventOut } from "../generated/api";
import { levelName } from "../parts/bots";
import type { Table } from "../store/table";
import { nameOfSeat } from "./players";

/** What happened, in a sentence. */
export function tableEventText(table: Table, { kind, seat, bot, reason }: TableEventOut): string {
  const { words: { maybe } } = table;
  const by = kind === "stand-in" || (kind === "closed" && reason !== "admin");
  const why = by ? `_${reason}` : kind === "resigned" && bot ? "_bot" : "";
  const key = `event_${kind}${why}`.replaceAll("-", "_");
  return maybe(key, { name: seat === null ? "" : nameOfSeat(table, seat), level: levelName(bot) });
}

const ENDS_TURN = new Set(["round-began", "phase-began"]);

/** Follows table events and rows in their order: the events before a row, and whether a bot made its move for a player. */
export class TableLog {
  private next = 0;
  /** The seats that a bot plays until their players take them back. */
  private readonly held = new Set<number>();
  /** The seat whose time is up: a bot plays the rest of this turn. */
  private late: number | null = null;

  constructor(private readonly table: Table) {}

  /** The events that have happened before this row, since the last one asked about. */
  before(row: Row | null): TableEventOut[] {
    const found: TableEventOut[] = [];
    for (const event of this.table.tableEvents.value.slice(this.next)) {
      if (row && event.version >= row.seq) break;
      this.take(event);
      found.push(event);
      this.next++;
    }
    return found;
  }

  private take({ kind, seat, bot }: TableEventOut): void {
    if (seat === null) return;
    if (kind === "time-out") this.late = seat;
    else if (kind === "returned" || kind === "handed-over") {
      this.held.delete(seat);
      this.late = null;
    } else if (bot) this.held.add(seat);
  }

  /** Whether a bot made this move for its player; to be asked of each row, after what was before it. */
  byBot(row: Row): boolean {
    const seat = row.seat ?? -1;
    if (seat !== this.late) this.late = null;
    const found = this.held.has(seat) || seat === this.late;
    if (row.events?.some((event) => ENDS_TURN.has(event.kind))) this.late = null;
    return found;
  }
}
