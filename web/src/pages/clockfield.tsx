// The clock of a new table: none, live, or by correspondence; and who answers when somebody does not.
import type { JSX } from "preact";
import type { ClockWish } from "../generated/api";
import { levelName, levels } from "../parts/bots";
import { Pick } from "../parts/controls";
import { inWords } from "../store/clock";
import { botList } from "../store/reference";
import { t } from "../words";

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;
const LIVE: [number, number][] = [[5, 10], [10, 10], [20, 15], [45, 30]];
const TURNS = [8 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY];
const AWAY = [10 * MINUTE, HOUR, DAY, 3 * DAY];

export const usualClock = (): ClockWish => ({ kind: "none", away: 3 * DAY });

/** A live clock as most want it. */
export const liveClock = (): ClockWish => ({ kind: "live", bank: 20 * MINUTE, increment: 15 });

interface ClockProps {
  clock: ClockWish;
  change: (clock: ClockWish) => void;
}

export function ClockField({ clock, change }: ClockProps): JSX.Element {
  const kind = clock.kind ?? "none";
  const bot = clock.bot ?? "normal";
  const offered = levels().length ? levels() : botList.value;
  const begin = (next: "none" | "live" | "correspondence") => {
    const level = clock.bot === undefined ? {} : { bot: clock.bot };
    if (next === "live") change({ ...liveClock(), ...level });
    else if (next === "correspondence") change({ kind: next, turn: DAY, ...level });
    else change({ ...usualClock(), ...level });
  };
  return (
    <div class="clock-field" data-clock-field>
      <Pick
        name={t("clock")}
        value={kind}
        values={[
          { value: "none" as const, label: t("clock_none") },
          { value: "live" as const, label: t("clock_live") },
          { value: "correspondence" as const, label: t("clock_mail") },
        ]}
        onPick={begin}
      />
      {kind === "live" && (
        <Pick
          name={t("clock_live")}
          value={`${clock.bank! / MINUTE}+${clock.increment}`}
          values={LIVE.map(([bank, more]) => ({ value: `${bank}+${more}`, label: t("live_n", { bank, more }) }))}
          onPick={(value) => {
            const [bank, increment] = value.split("+").map(Number);
            change({ ...clock, bank: bank! * MINUTE, increment: increment! });
          }}
        />
      )}
      {kind === "correspondence" && (
        <Pick name={t("clock_mail")} value={clock.turn!} values={TURNS.map((value) => ({ value, label: inWords(value) }))} onPick={(turn) => change({ ...clock, turn })} />
      )}
      {kind === "none" && (
        <>
          <p>{t("away_after")}</p>
          <Pick name={t("away_after")} value={clock.away!} values={AWAY.map((value) => ({ value, label: inWords(value) }))} onPick={(away) => change({ ...clock, away })} />
        </>
      )}
      <label>
        {kind === "none" ? t("who_stands_in") : t("who_answers")}{" "}
        <select value={bot} data-stand-in-level onChange={(event) => change({ ...clock, bot: event.currentTarget.value })}>
          {(offered.includes(bot) ? offered : [bot, ...offered]).map((one) => (
            <option key={one} value={one}>
              {levelName(one)}
            </option>
          ))}
        </select>
      </label>
      {kind === "correspondence" && <p>{t("rest_hint")}</p>}
    </div>
  );
}
