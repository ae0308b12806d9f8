// Who is away, whether a bot should stand in, and the seat that a bot holds for me.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { JSX } from "preact";
import type { SeatClock, TableOut, View } from "../generated/api";
import { levelName } from "../parts/bots";
import { House } from "../parts/symbols";
import { offered, Refused, sendJson } from "../store/api";
import { type Table, useTable } from "../store/table";
import { dated, dayText, useText } from "../words";
import { nameOf } from "./players";

const createVoted = () => signal(false);

async function send({ id, left, play: { refusal }, takeTable }: Table, path: string, body: unknown): Promise<void> {
  try {
    const changed = await sendJson<TableOut>(`/api/tables/${id}/seats/${path}`, body);
    await takeTable(changed, () => !left());
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    refusal.value = { message: error.body.message, rule: error.body.rule ?? null, text: "" };
  }
}

/** A bot plays for me. */
export function Held({ view, seat }: { view: View; seat: number }): JSX.Element {
  const table = useTable();
  const { clocks: { seatClock } } = table;
  const t = useText();
  return (
    <>
      <div class="action-body is-calm" data-held={seat}>
        <div class="waiting-note">
          <House seat={seat} />
          <div>
            <h2>{t("held")}</h2>
            <p>{t("held_text", { level: levelName(seatClock(seat)?.stand_in ?? null), name: nameOf(table, view, seat) })}</p>
          </div>
        </div>
      </div>
      <div class="button-bar">
        <button type="button" class="button is-primary" data-take-back onClick={() => void send(table, `${seat}/return`, {})}>
          {t("held_back")}
        </button>
      </div>
    </>
  );
}

/** Why a player is not there; on holiday also from when on the others can vote. */
function Absence({ view, one }: { view: View; one: SeatClock }): JSX.Element {
  const table = useTable();
  const t = useText();
  const name = nameOf(table, view, one.seat);
  const from = one.vote_at !== null && !one.votable ? dated(one.vote_at, { day: "numeric", month: "short" }) : null;
  return (
    <p>
      <b>{one.holiday ? t("is_on_holiday", { name, date: dayText(one.holiday) }) : t("is_away", { name })}</b>
      {one.votable && ` ${t("votes_n", { n: one.votes.length, voters: one.voters, needed: Math.floor(one.voters / 2) + 1 })}`}
      {from && ` ${t("holiday_vote_from", { date: from })}`}
    </p>
  );
}

/** Everybody who is away, with a vote for those who play here; and whoever is on holiday while the game waits for them. */
export function Away({ view }: { view: View }): JSX.Element | null {
  const table = useTable();
  const { clocks: { clock }, mySeats } = table;
  const voted = table.own(createVoted);
  const t = useText();
  useEffect(() => {
    offered((one) => (voted.value = one.stand_ins));
  }, []);
  const mine = mySeats.value;
  const waited = view.decision?.seat;
  const others = clock.value?.seats.filter((one) => !one.stand_in && !mine.includes(one.seat)) ?? [];
  const gone = others.filter((one) => one.votable || (one.holiday && one.seat === waited));
  if (!voted.value || !gone.length || !mine.length) return null;
  return (
    <ul class="away-list">
      {gone.map((one) => {
        const { seat, votable } = one;
        const voted = one.votes.some((other) => mine.includes(other));
        return (
          <li key={seat} data-away={seat}>
            <Absence view={view} one={one} />
            {votable && (
              <button type="button" class={`button is-small${voted ? " is-active" : ""}`} aria-pressed={voted} data-vote={seat} onClick={() => void send(table, `${seat}/stand-in`, { vote: !voted })}>
                {t("vote_stand_in")}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
