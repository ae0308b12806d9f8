// Who is away, whether a bot should stand in, and the seat that a bot holds for me.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { JSX } from "preact";
import type { TableOut, View } from "../generated/api";
import { levelName } from "../parts/bots";
import { House } from "../parts/symbols";
import { offered, Refused, sendJson } from "../store/api";
import { clock, seatClock } from "../store/clock";
import { refusal } from "../store/play";
import { mySeats, table, takeTable } from "../store/table";
import { t } from "../words";
import { nameOf } from "./players";

const voted = signal(false);

async function send(path: string, body: unknown): Promise<void> {
  try {
    await takeTable(await sendJson<TableOut>(`/api/tables/${table.value!.id}/seats/${path}`, body));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    refusal.value = { message: error.body.message, rule: null, text: "" };
  }
}

/** A bot plays for me. */
export function Held({ view, seat }: { view: View; seat: number }): JSX.Element {
  return (
    <>
      <div class="ab calm" data-held={seat}>
        <div class="waitfor">
          <House seat={seat} />
          <div>
            <h2>{t("held")}</h2>
            <p>{t("held_text", { level: levelName(seatClock(seat)?.stand_in ?? null), name: nameOf(view, seat) })}</p>
          </div>
        </div>
      </div>
      <div class="bar">
        <button type="button" class="btn pri" data-take-back onClick={() => void send(`${seat}/return`, {})}>
          {t("held_back")}
        </button>
      </div>
    </>
  );
}

/** Everybody who is away, with a vote for those who play here. */
export function Away({ view }: { view: View }): JSX.Element | null {
  useEffect(() => {
    offered((one) => (voted.value = one.stand_ins));
  }, []);
  const mine = mySeats.value;
  const gone = clock.value?.seats.filter((one) => one.away && !one.stand_in && !mine.includes(one.seat)) ?? [];
  if (!voted.value || !gone.length || !mine.length || table.value?.settings.clock.kind !== "none") return null;
  return (
    <ul class="awaylist">
      {gone.map(({ seat, votes }) => {
        const voted = votes.some((one) => mine.includes(one));
        return (
          <li key={seat} data-away={seat}>
            <p>
              <b>{t("is_away", { name: nameOf(view, seat) })}</b> {votes.length > 0 && t("votes_n", { n: votes.length })}
            </p>
            <button type="button" class={`btn sm${voted ? " on" : ""}`} aria-pressed={voted} data-vote={seat} onClick={() => void send(`${seat}/stand-in`, { vote: !voted })}>
              {t("vote_stand_in")}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
