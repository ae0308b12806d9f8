// A table in a list: who sits there, what is played, how it stands.
import type { ComponentChildren, JSX } from "preact";
import type { TableOut } from "../generated/api";
import { seatName } from "../panels/players";
import { levelName } from "../parts/bots";
import { House } from "../parts/symbols";
import { clockText } from "../store/clock";
import { boardList, editionList } from "../store/reference";
import { go } from "../store/session";
import { named, t } from "../words";

export const myMove = (table: TableOut): boolean => table.to_act !== null && !!table.seats[table.to_act]?.mine;

export const played = ({ edition, map }: { edition: string; map: string | null }): string =>
  [editionList.value.find((one) => one.id === edition)?.name, boardList.value.find((one) => one.id === map)?.name]
    .filter((names) => names !== undefined)
    .map(named)
    .join(", ");

export const botsOf = (table: TableOut): string[] => [...new Set(table.seats.flatMap((seat) => (seat.bot ? [levelName(seat.bot)] : [])))];

const factsOf = (table: TableOut): string => {
  const bots = botsOf(table).join(", ");
  return [played(table.settings), clockText(table.settings.clock), bots && t("seat_bot", { bot: bots })].filter(Boolean).join(" · ");
};

function standing(table: TableOut): string {
  if (table.state === "finished") return t("state_finished");
  if (table.state === "lobby") return t("state_lobby", { n: table.seats.filter((seat) => seat.kind === "open").length });
  if (myMove(table)) return t("your_turn");
  return t("turn_of", { name: table.to_act === null ? "" : seatName(table.seats[table.to_act], table) });
}

export function TableRow({ table, children }: { table: TableOut; children?: ComponentChildren }): JSX.Element {
  return (
    <a
      href={`/tables/${table.id}`}
      data-table={table.id}
      onClick={(event) => {
        event.preventDefault();
        go(`/tables/${table.id}`);
      }}
    >
      <span class="seats" style={{ "--cols": table.seats.length === 4 ? 2 : 3 }}>
        {table.seats.map((seat) => (
          <House key={seat.seat} seat={seat.seat} own={seat.colour} />
        ))}
      </span>
      <span class="what">
        <b>{table.seats.map((seat) => seatName(seat, table) || t("open_seat")).join(", ")}</b>
        <small>{factsOf(table)}</small>
        {children && <small>{children}</small>}
      </span>
      <span class={`tag${myMove(table) ? " act" : ""}`}>{standing(table)}</span>
    </a>
  );
}
