// The end: ranking, plots over the rounds, rematch.
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { Ranked, Times, View } from "../generated/api";
import { lazy } from "../parts/lazy";
import { colour, House } from "../parts/symbols";
import { getJson } from "../store/api";
import { go } from "../store/session";
import { type Table, useTable } from "../store/table";
import { cap, language, useWords, type Words } from "../words";
import { nameOf } from "./players";
import { tableEventText } from "./tablelog";

const RatingChange = lazy(() => import("./endratings").then((one) => one.RatingChange), "ratings");
const RatingNote = lazy(() => import("./endratings").then((one) => one.RatingNote), "ratings");

const Story = lazy(() => import("./story").then((one) => one.Story), "story");
const Celebration = lazy(() => import("./story").then((one) => one.Celebration), "story");
/** Have them before the screen is shown: nothing moves when they come. */
export const loadStory = (): Promise<unknown> => Promise.all([Story.load(), Celebration.load()]);

interface Round {
  round: number;
  players: PlayerRound[];
}

/** A player at the end of a round. */
interface PlayerRound {
  cities: number;
  money: number | null;
  income: number | null;
  capacity: number;
  /** What was paid for resources in this round. */
  resources: number;
  /** What a city has cost on average so far; null before the first. */
  cityCost: number | null;
}

/** What the events of a round say of a player: income and expenses. */
interface Account {
  income: number | null;
  resources: number;
  cities: number;
  cityCosts: number;
}

const createCourse = () => signal<Round[]>([]);

/** What everybody earned and spent, round by round; the round in which the game ends brings no income any more. */
function accounts({ standing }: Table): Record<number, Account>[] {
  const out: Record<number, Account>[] = [];
  for (const row of standing.value) {
    for (const event of row.events ?? []) {
      if (event.kind === "round-began") out.push({});
      const round = out.at(-1);
      if (!round || !("seat" in event)) continue;
      const account = (round[event.seat] ??= { income: null, resources: 0, cities: 0, cityCosts: 0 });
      if (event.kind === "plants-ran") account.income = event.income;
      if (event.kind === "fuel-bought") account.resources += event.cost;
      if (event.kind === "city-connected") {
        account.cities++;
        account.cityCosts += event.place_cost + event.connection_cost;
      }
    }
  }
  return out;
}

/** What a city has cost a player on average up to a round; null before the first. */
function cityCost(rounds: Record<number, Account>[], upTo: number, seat: number): number | null {
  const own = rounds.slice(0, upTo + 1).flatMap((round) => round[seat] ?? []);
  const cities = own.reduce((sum, one) => sum + one.cities, 0);
  return cities ? own.reduce((sum, one) => sum + one.cityCosts, 0) / cities : null;
}

const AGAIN = 2000;

/** A position of the game; whoever has asked for much lately gets it a little later. */
async function viewAt({ id, left }: Table, version: number): Promise<View | null> {
  while (!left()) {
    const found = await getJson<View>(`/api/tables/${id}/view?version=${version}`).catch(() => null);
    if (found) return found;
    await new Promise((done) => setTimeout(done, AGAIN));
  }
  return null;
}

/** The version of the position at the end of every round. */
function roundEnds({ rows }: Table): number[] {
  const starts = rows.value.filter((row) => row.events?.some((one) => one.kind === "round-began")).map((row) => row.seq);
  return [...new Set([...starts.slice(1), rows.value.length - 1])];
}

/** The position at the end of every round, asked for one by one; it is drawn when all are there. */
async function loadCourse(table: Table): Promise<void> {
  const course = table.own(createCourse);
  const rounds: Round[] = [];
  const booked = accounts(table);
  for (const version of roundEnds(table)) {
    const view = await viewAt(table, version);
    if (!view) return;
    rounds.push({
      round: rounds.length + 1,
      players: view.players
        .filter((one) => !one.neutral)
        .map((one) => ({
          cities: one.cities,
          money: one.money,
          capacity: one.output,
          income: booked[rounds.length]?.[one.seat]?.income ?? null,
          resources: booked[rounds.length]?.[one.seat]?.resources ?? 0,
          cityCost: cityCost(booked, rounds.length, one.seat),
        })),
    });
  }
  course.value = rounds;
}

/** One figure of all players, round by round; an empty frame until the rounds are loaded, so that nothing below it moves. */
function Plot({ view, title, rounds: all, pick }: { view: View; title: string; rounds: Round[]; pick: (one: PlayerRound) => number | null }): JSX.Element | null {
  const table = useTable();
  const rounds = all.filter((round) => round.players.every((one) => pick(one) !== null));
  const values = rounds.flatMap((round) => round.players.map((one) => pick(one) ?? 0));
  const most = Math.ceil(Math.max(1, ...values));
  /** Where the lines end, in words. */
  const said = (rounds.at(-1)?.players ?? []).map((one, seat) => `${nameOf(table, view, seat)} ${Math.round(pick(one) ?? 0)}`).join(", ");
  const [w, h] = [250, 110];
  const x = (i: number) => 26 + ((w - 40) * i) / (rounds.length - 1);
  const y = (n: number) => h - 16 - ((h - 28) * n) / most;
  if (all.length && rounds.length < 2) return null;
  if (!all.length) {
    return (
      <figure class="plot" aria-busy="true">
        <figcaption>{title}</figcaption>
        <svg viewBox={`0 0 ${w} ${h}`} aria-hidden="true" />
      </figure>
    );
  }
  return (
    <figure class="plot">
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${w} ${h}`} role="img" aria-label={`${title}: ${said}`}>
        <line x1="26" y1={y(0)} x2={w - 10} y2={y(0)} class="axis" />
        <text x="20" y={y(most) + 4} text-anchor="end">{most}</text>
        <text x="20" y={y(0) + 4} text-anchor="end">0</text>
        <text x={x(0)} y={h - 2} text-anchor="middle">{rounds[0]!.round}</text>
        <text x={x(rounds.length - 1)} y={h - 2} text-anchor="middle">{rounds.at(-1)!.round}</text>
        {rounds[0]?.players.map((_, seat) => (
          <g key={seat}>
            <polyline
              points={rounds.map((round, i) => `${x(i)},${y(pick(round.players[seat]!) ?? 0)}`).join(" ")}
              stroke={`var(--${colour(table, seat)})`}
            />
            <svg x={x(rounds.length - 1) - 5} y={y(pick(rounds.at(-1)!.players[seat]!) ?? 0) - 5} width="10" height="10" viewBox="0 0 20 20">
              <use href={`#dot-${colour(table, seat)}`} />
            </svg>
          </g>
        ))}
      </svg>
    </figure>
  );
}

/** Seconds, minutes or hours, as few digits as tell players apart. */
function durationText({ t }: Words, seconds: number): string {
  if (seconds < 90) return t("seconds_n", { n: seconds < 10 ? seconds.toFixed(1) : Math.round(seconds) });
  if (seconds < 5400) return t("minutes_n", { n: Math.round(seconds / 60) });
  return t("hours_n", { n: Math.round(seconds / 3600) });
}

/** How long people took for half of their moves at most; an empty frame until that is known. */
function MoveTimes({ view }: { view: View }): JSX.Element | null {
  const table = useTable();
  const words = useWords();
  const [times, setTimes] = useState<Times["players"] | null>(null);
  useEffect(() => {
    void getJson<Times>(`/api/tables/${table.id}/times`).then((one) => setTimes(one.players), () => setTimes([]));
  }, []);
  if (times && !times.length) return null;
  const most = Math.max(0.1, ...(times ?? []).map((one) => one.median_seconds));
  return (
    <figure class="plot move-times" aria-busy={!times || undefined} data-times>
      <figcaption>{words.t("time_per_move")}</figcaption>
      <ul>
        {(times ?? []).map((one) => (
          <li key={one.seat}>
            <House seat={one.seat} />
            <span>{nameOf(table, view, one.seat)}</span>
            <i style={{ width: `${(100 * one.median_seconds) / most}%`, background: `var(--${colour(table, one.seat)})` }} />
            <b>{durationText(words, one.median_seconds)}</b>
          </li>
        ))}
      </ul>
    </figure>
  );
}

/** Why everybody stands where they stand, as the server puts it, with the rules behind it. */
function Why(): JSX.Element | null {
  const { id, ui: { askFor } } = useTable();
  const [why, setWhy] = useState<Ranked | null>(null);
  useEffect(() => {
    void getJson<Ranked>(`/api/tables/${id}/ranking?language=${language.value}`).then(setWhy, () => undefined);
  }, [language.value]);
  if (!why) return null;
  return (
    <ul class="ranking-reasons" data-why-so>
      {why.sentences.map((one) => (
        <li key={one}>{one}</li>
      ))}
      <li>
        {why.rules.map((rule) => (
          <button key={rule} type="button" class="rule-id" data-rule={rule} onClick={() => askFor("rules", rule)}>
            {rule}
          </button>
        ))}
      </li>
    </ul>
  );
}

function Ranking({ view, ranking, rated }: { view: View; ranking: NonNullable<View["result"]>["ranking"]; rated: boolean }): JSX.Element {
  const table = useTable();
  const { info } = table;
  const { t, term } = useWords();
  return (
    <table class="ranking">
      <thead>
        <tr>
          <th>
            <span class="visually-hidden">{term("rank")}</span>
          </th>
          <th>
            <span class="visually-hidden">{term("player")}</span>
          </th>
          <th>{term("supplied")}</th>
          <th>{term("money")}</th>
          <th>{term("cities")}</th>
        </tr>
      </thead>
      <tbody>
        {ranking.map((row) => (
          <tr key={row.seat} class={row.rank === 1 ? "is-first" : ""} data-ranked={row.seat}>
            <td>{row.rank}</td>
            <td>
              <House seat={row.seat} /> {nameOf(table, view, row.seat)}
              {info.value?.seats[row.seat]?.resigned && <em> {t("resigned_tag")}</em>}
              {rated && (
                <small data-rating={row.seat}>
                  <RatingChange seat={row.seat} />
                </small>
              )}
            </td>
            <td>{row.supplied}</td>
            <td>{row.money}</td>
            <td>{row.cities}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function EndScreen({ view }: { view: View }): JSX.Element | null {
  const table = useTable();
  const { info, play: { tableAction }, rows, tableEvents, ui: { endOpen, reviewOpen } } = table;
  const course = table.own(createCourse);
  const { t, term } = useWords();
  const { result } = view;
  useEffect(() => {
    if (result && rows.value.length && !course.value.length) void loadCourse(table);
  }, [result !== null, rows.value.length > 0]);
  if (!result) return null;
  const rounds = course.value;
  const winners = result.winners.map((seat) => nameOf(table, view, seat)).join(", ");
  const mine = info.value?.seats.flatMap((one, seat) => (one.mine ? [seat] : [])) ?? [];
  const won = mine.length === 1 && result.winners.length === 1 && result.winners[0] === mine[0];
  const ending = info.value?.ending ?? null;
  const noWinner = ending === "closed" || ending === "abandoned";
  const winning = won ? "you_win" : result.winners.length > 1 ? "share_win" : "wins";
  const title = noWinner ? t(`end_${ending}`) : t(winning, { names: winners });
  const last = tableEvents.value.at(-1);
  const { rated = false, unrated = null } = info.value?.settings ?? {};
  const played = info.value?.seats.some((one) => one.mine);
  const again = async () => {
    const next = await tableAction("rematch");
    if (next) go(`/tables/${next.id}`);
  };
  return (
    <div class="end-overlay" role="dialog" aria-label={term("game_over")} data-end>
      <div class="end-screen">
        <p class="end-summary">
          {term("game_over")}
          {rated && <span class="tag">{cap(t("rated_tag"))}</span>}
        </p>
        <h1>
          {result.winners.map((seat) => (
            <House key={seat} seat={seat} />
          ))}
          {title}
        </h1>
        {!noWinner && <Celebration winners={result.winners} cities={result.ranking[0]?.supplied ?? 0} rain={!mine.length || mine.some((seat) => result.winners.includes(seat))} />}
        {noWinner && (
          <p data-no-winner>
            {last && tableEventText(table, last)} {rated && t("end_unrated")}
          </p>
        )}
        {result.ranking.length > 0 && <Ranking view={view} ranking={result.ranking} rated={rated} />}
        {(rated || unrated) && (
          <p class="rating-note" role="status" data-rating-note>
            <RatingNote />
          </p>
        )}
        {!noWinner && <Story view={view} />}
        {!noWinner && <Why />}
        {roundEnds(table).length > 1 && (
          <div class="plots">
            <Plot view={view} title={term("cities")} rounds={rounds} pick={(one) => one.cities} />
            <Plot view={view} title={term("capacity")} rounds={rounds} pick={(one) => one.capacity} />
            <Plot view={view} title={cap(t("income"))} rounds={rounds} pick={(one) => one.income} />
            <Plot view={view} title={term("money")} rounds={rounds} pick={(one) => one.money} />
            <Plot view={view} title={t("resource_costs")} rounds={rounds} pick={(one) => one.resources} />
            <Plot view={view} title={t("city_costs")} rounds={rounds} pick={(one) => one.cityCost} />
            <MoveTimes view={view} />
          </div>
        )}
        {played && info.value?.rematch && (
          <p class="note is-calm" role="status" data-rematch-notice>
            {t("rematch_offered")}
          </p>
        )}
        <div class="button-bar">
          {played ? (
            <button type="button" class="button is-primary" data-rematch onClick={() => void again()}>
              {t(info.value?.rematch ? "rematch_join" : "rematch")}
            </button>
          ) : (
            <button type="button" class="button is-primary" onClick={() => go("/")}>
              {t("to_start")}
            </button>
          )}
          <button
            type="button"
            class="button"
            data-review
            onClick={() => {
              endOpen.value = false;
              reviewOpen.value = true;
            }}
          >
            {t("review")}
          </button>
          <button type="button" class="button" data-close onClick={() => (endOpen.value = false)}>
            {t("look_at_board")}
          </button>
        </div>
      </div>
    </div>
  );
}
