// The seats of a new table, one by one: who sits there, under what name, and in which colour.
import type { JSX } from "preact";
import type { SeatIn } from "../generated/api";
import { Face, levelName, levels } from "../parts/bots";
import { House } from "../parts/symbols";
import { botList } from "../store/reference";
import { me, wished } from "../store/session";
import { t, useText } from "../words";
import { besideMe } from "./company";
import { ColourPick } from "./sitting";

/** The bots that are no level: of use for tests and programs. */
export const otherBots = (): string[] => (levels().length ? botList.value.filter((one) => !levels().includes(one)) : []);

interface SeatsProps {
  seats: SeatIn[];
  /** The names of companies that nobody plays: they take the last seats. */
  others: string[];
  change: (seats: SeatIn[]) => void;
  colours: number[];
  paint: (colours: number[]) => void;
  /** Whether the names are asked for elsewhere. */
  named: boolean;
  /** Whether bots that are no level are offered. */
  all: boolean;
}

export function Seats({ seats, others, change, colours, paint, named, all }: SeatsProps): JSX.Element {
  const t = useText();
  const people = seats.length - others.length;
  // whoever had the colour before gets mine
  const pick = (i: number, colour: number) => paint(colours.map((one, j) => (j === i ? colour : one === colour ? (colours[i] ?? one) : one)));
  const set = (i: number, seat: SeatIn) => change(seats.map((one, j) => (j === i ? seat : one)));
  const bots = all || !levels().length ? botList.value : levels();
  return (
    <ul class="seat-list">
      {seats.map((seat, i) => (
        <li key={i}>
          <House seat={i} own={colours[i]} />
          {i >= people && <span class="seat-label">{others[i - people]}</span>}
          <select
            hidden={i >= people}
            aria-label={t("seat_n", { n: i + 1 })}
            value={seat.kind === "bot" ? `bot:${seat.bot}` : i === 0 && seat.kind === "person" ? "me" : seat.kind}
            onChange={(event) => {
              const value = event.currentTarget.value;
              if (value.startsWith("bot:")) set(i, { kind: "bot", bot: value.slice(4) });
              else if (value === "me") set(i, { kind: "person" });
              else if (value === "person") set(i, besideMe(i));
              else set(i, { kind: "open" });
            }}
          >
            {i === 0 ? <option value="me">{t("seat_me")}</option> : <option value="person">{t("seat_person")}</option>}
            <option value="open">{t("seat_open")}</option>
            {(seat.bot && !bots.includes(seat.bot) ? [...bots, seat.bot] : bots).map((bot) => (
              <option key={bot} value={`bot:${bot}`}>
                {t("seat_bot", { bot: levelName(bot) })}
              </option>
            ))}
          </select>
          {i < people && seat.kind === "bot" && <Face bot={seat.bot ?? null} />}
          {seat.kind === "person" && i > 0 && i < people && !named && (
            <input value={seat.name ?? ""} maxLength={24} aria-label={t("name_of_seat", { n: i + 1 })} onInput={(event) => set(i, { kind: "person", name: event.currentTarget.value })} />
          )}
          {seat.kind === "person" && i < people && <ColourPick seat={i} colour={colours[i]} pick={(colour) => pick(i, colour)} />}
        </li>
      ))}
    </ul>
  );
}

interface NamesProps {
  /** Without the seats that nobody plays. */
  seats: SeatIn[];
  colours: number[];
  change: (seat: number, name: string) => void;
}

/** The names of all who play at this screen. */
export function Names({ seats, colours, change }: NamesProps): JSX.Element {
  return (
    <div class="name-list">
      {seats.map((seat, i) => {
        if (seat.kind !== "person") return null;
        const mine = i === 0;
        return (
          <label key={i}>
            <House seat={i} own={colours[i]} />
            <input
              value={mine ? wished.value : (seat.name ?? "")}
              disabled={mine && !!me.value.account}
              maxLength={24}
              placeholder={mine ? t("your_name") : t("guest")}
              aria-label={mine ? t("your_name") : t("name_of_seat", { n: i + 1 })}
              onInput={(event) => {
                const name = event.currentTarget.value;
                if (mine) wished.value = name;
                else change(i, name);
              }}
            />
          </label>
        );
      })}
    </div>
  );
}
