// A table in a list: who sits there, what is played, how it stands.
import type { ComponentChildren, JSX } from "preact";
import type { SeatOut, TableOut } from "../generated/api";
import { seatName } from "../panels/players";
import { levelName } from "../parts/bots";
import { House } from "../parts/symbols";
import { clockText, spanText } from "../store/clock";
import { boardList, editionList } from "../store/reference";
import { go } from "../store/session";
import { turns } from "../store/turns";
import { dayText, named, plainWords, t } from "../words";
import { hrefOf } from "../address";

const plays = (seat: SeatOut | undefined): boolean => !!seat?.mine && !seat.resigned;

/** Whether it is my turn at a table, and neither a bot nor a pre-set move plays it for me. */
export const myMove = ({ id, to_act, seats, clock }: TableOut): boolean =>
  to_act !== null && plays(seats[to_act]) && !clock.seats[to_act]?.stand_in && !clock.timed_out && !turns.value.preset.includes(id);

/** What my clock has left, as of when the list was asked for; nothing where none runs. */
const timeLeft = ({ clock }: TableOut): string =>
  clock.deadline === null ? "" : t("left_to_play", { time: spanText(Math.max(0, clock.deadline - clock.now)) });

const invitesMe = (table: TableOut): boolean => table.state === "lobby" && table.seats.some((seat) => seat.mine && seat.invited);

export const played = ({ edition, map }: { edition: string; map: string | null }): string =>
  [editionList.value.find((one) => one.id === edition)?.name, boardList.value.find((one) => one.id === map)?.name]
    .filter((names) => names !== undefined)
    .map(named)
    .join(", ");

export const botsOf = (table: TableOut): string[] => [...new Set(table.seats.flatMap((seat) => (seat.bot ? [levelName(seat.bot)] : [])))];

const onHoliday = (table: TableOut, seat: number): string => {
  const last = table.clock.seats[seat]?.holiday;
  return last ? `${seatName(plainWords, table.seats[seat], table)}: ${t("on_holiday", { date: dayText(last) })}` : "";
};

const factsOf = (table: TableOut): string => {
  const bots = botsOf(table).join(", ");
  const holidays = table.seats.flatMap(({ seat }) => (seat === table.to_act ? [] : [onHoliday(table, seat)]));
  return [table.settings.rated && t("rated_tag"), played(table.settings), clockText(table.settings.clock), bots && t("seat_bot", { bot: bots }), ...holidays].filter(Boolean).join(" · ");
};

function standing(table: TableOut): string {
  const { state, ending } = table;
  if (state === "finished") return t(ending === "closed" || ending === "abandoned" ? `state_${ending}` : "state_finished");
  if (table.seats.some((seat) => seat.mine && seat.resigned) && !table.seats.some(plays)) return t("you_resigned_short");
  if (invitesMe(table)) return t("you_are_invited");
  if (table.state === "lobby") return t("state_lobby", { n: table.seats.filter((seat) => seat.kind === "open").length });
  if (myMove(table)) return [t("your_turn"), timeLeft(table)].filter(Boolean).join(" · ");
  if (table.to_act === null) return "";
  return onHoliday(table, table.to_act) || t("turn_of", { name: seatName(plainWords, table.seats[table.to_act], table) });
}

export function TableRow({ table, children }: { table: TableOut; children?: ComponentChildren }): JSX.Element {
  return (
    <a
      href={hrefOf(`/tables/${table.id}`)}
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
      <span class="description">
        <b>{table.seats.map((seat) => seatName(plainWords, seat, table) || t("open_seat")).join(", ")}</b>
        <small>{factsOf(table)}</small>
        {children && <small>{children}</small>}
      </span>
      <span class={`tag${myMove(table) || invitesMe(table) ? " is-urgent" : ""}`}>{standing(table)}</span>
    </a>
  );
}
