// A game looked at when it is over: the curve of chances, where it turned, what decisions cost; each leads to the board.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { CurvePoint, ReviewOut, View } from "../generated/api";
import { Switch } from "../parts/controls";
import { colour, Doer, House, Sym } from "../parts/symbols";
import { createReview } from "../store/review";
import { say, useReviewWords } from "../store/reviewwords";
import { type Table, useTable } from "../store/table";
import { cap, language, percent, useText, useWords } from "../words";
import { listed, percents } from "./chances";
import { nameOf } from "./players";
import { happened } from "./replay";

const [WIDTH, HEIGHT, LEFT, FOOT] = [380, 150, 30, 16];
const SMALL = 0.03;
const hundred = (share: number): string => String(Math.round(100 * share));
const tenths = (share: number): string => (100 * share).toLocaleString(language.value, { maximumFractionDigits: 1 });

/** The number of the point that the board shows. */
function pointAt({ past }: Table, curve: CurvePoint[]): number {
  const version = past.value?.version;
  if (version === undefined) return curve.length - 1;
  const found = curve.findIndex((one) => one.version >= version);
  return found < 0 ? curve.length - 1 : found;
}

function Curve({ view, curve }: { view: View; curve: CurvePoint[] }): JSX.Element {
  const table = useTable();
  const { review } = table.own(createReview);
  const { phaseName } = useWords();
  const at = pointAt(table, curve);
  const seats = curve[0]!.chances.map((_, seat) => seat);
  const x = (i: number) => LEFT + ((WIDTH - LEFT - 8) * i) / Math.max(1, curve.length - 1);
  const y = (share: number) => 6 + (HEIGHT - 6 - FOOT) * (1 - share);
  const rounds = curve.flatMap((one, i) => (i === 0 || one.round !== curve[i - 1]!.round ? [{ i, round: one.round }] : []));
  const every = rounds.length > 12 ? 2 : 1;
  const now = curve[at]!;
  const told = say("curve_at", { round: now.round, phase: phaseName(now.phase), list: listed(table, view, now.chances) });
  const go = (i: number) => void table.showVersion(curve[Math.max(0, Math.min(curve.length - 1, i))]!.version);
  const point = (event: PointerEvent & { currentTarget: SVGSVGElement }) => {
    const box = event.currentTarget.getBoundingClientRect();
    go(Math.round((((event.clientX - box.left) / box.width) * WIDTH - LEFT) / ((WIDTH - LEFT - 8) / Math.max(1, curve.length - 1))));
  };
  const KEYS: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, PageUp: at - 10, PageDown: at + 10, Home: 0, End: curve.length - 1 };
  return (
    <figure class="review-chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="slider"
        tabIndex={0}
        aria-label={say("curve")}
        aria-description={say("curve_help")}
        aria-valuemin={0}
        aria-valuemax={curve.length - 1}
        aria-valuenow={at}
        aria-valuetext={told}
        data-curve
        onPointerDown={point}
        onKeyDown={(event) => {
          const next = KEYS[event.key];
          if (next === undefined) return;
          event.preventDefault();
          go(next);
        }}
      >
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <line class="axis" x1={LEFT} x2={WIDTH - 8} y1={y(share)} y2={y(share)} />
            <text x={LEFT - 5} y={y(share) + 4} text-anchor="end">
              {hundred(share)}
            </text>
          </g>
        ))}
        {rounds.map(({ i, round }, n) => (
          <g key={i}>
            <line class="tick" x1={x(i)} x2={x(i)} y1={y(1)} y2={y(0)} />
            {n % every === 0 && (
              <text x={x(i)} y={HEIGHT - 3} text-anchor="middle">
                {round}
              </text>
            )}
          </g>
        ))}
        {seats.map((seat) => (
          <polyline key={seat} points={curve.map((one, i) => `${x(i).toFixed(1)},${y(one.chances[seat]!).toFixed(1)}`).join(" ")} stroke={`var(--${colour(table, seat)})`} class={seat === review.value?.seat ? "is-own" : ""} />
        ))}
        <line class="current-line" x1={x(at)} x2={x(at)} y1={y(1)} y2={y(0)} />
        {seats.map((seat) => (
          <svg key={seat} x={x(at) - 6} y={y(now.chances[seat]!) - 6} width="12" height="12" viewBox="0 0 20 20">
            <use href={`#dot-${colour(table, seat)}`} />
          </svg>
        ))}
      </svg>
      <figcaption>
        <b>{say("where", { round: now.round, phase: phaseName(now.phase) })}</b>
        {percents(now.chances).map((n, seat) => (
          <span key={seat}>
            <House seat={seat} /> {percent(n)}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

function Turns({ view, found }: { view: View; found: ReviewOut }): JSX.Element {
  const table = useTable();
  const { past } = table;
  const { phaseName } = useWords();
  return (
    <section>
      <h3>{say("turns")}</h3>
      {found.turns.length === 0 && <p class="text-muted">{say("turns_none")}</p>}
      <ol class="review-list">
        {found.turns.map((turn) => (
          <li key={turn.version}>
            <button type="button" data-turn={turn.version} class={past.value?.version === turn.version ? "is-current" : ""} onClick={() => void table.showVersion(turn.version)}>
              <Doer seat={turn.seat} />
              <span>
                <i>{say("where", { round: turn.round, phase: phaseName(turn.phase) })}</i>
                {happened(table, turn.version)}
                <b>{say("turn", { name: nameOf(table, view, turn.of), before: hundred(turn.before), after: hundred(turn.after) })}</b>
              </span>
              <small class={turn.after > turn.before ? "is-gain" : "is-loss"}>{`${turn.after > turn.before ? "▲" : "▼"} ${hundred(Math.abs(turn.after - turn.before))}`}</small>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

const NAMES = { slip: "name_slip", mistake: "name_mistake", blunder: "name_blunder" } as const;

function Choices({ found }: { found: ReviewOut }): JSX.Element {
  const table = useTable();
  const { past } = table;
  const { phaseName } = useWords();
  const [all, setAll] = useState(false);
  const shown = found.choices.filter((one) => (all ? one.cost > 0.004 : one.cost >= SMALL));
  const same = found.choices.filter((one) => one.cost === 0).length;
  return (
    <section>
      <h3>{say("choices")}</h3>
      {found.choices.length > 0 && (
        <p class="text-muted" data-cost>
          {cap(say("cost_mean", { n: tenths(found.cost) }))}. {say("same", { n: same, of: found.choices.length })}
        </p>
      )}
      {found.ready && shown.length === 0 && <p class="text-muted">{say("none", { n: hundred(SMALL) })}</p>}
      <ol class="review-list">
        {shown.map((one) => {
          const name = NAMES[one.name as keyof typeof NAMES];
          return (
            <li key={one.version}>
              <button type="button" data-choice-at={one.version} class={past.value?.version === one.version - 1 ? "is-current" : ""} onClick={() => void table.showVersion(one.version - 1)}>
                <Sym id={one.name ? `mark-${one.name}` : "mark-small"} cls={`mistake-mark mark-${one.name}`} />
                <span>
                  <i>
                    {say("where", { round: one.round, phase: phaseName(one.phase) })}
                    {name && `: ${say(name)}`}
                  </i>
                  <b>{cap(one.text)}</b>
                  {one.better_text && <em>{one.auction ? say("better_in_auction", { move: one.better_text, played: one.move_text }) : say("better", { move: one.better_text })}</em>}
                </span>
                <small class="is-loss">−{percent(tenths(one.cost))}</small>
              </button>
            </li>
          );
        })}
      </ol>
      {found.choices.some((one) => one.cost > 0.004 && one.cost < SMALL) && <Switch label={say("all")} on={all} onChange={setAll} />}
    </section>
  );
}

/** Symbols that nobody needs before: one, two and three strokes for what a decision cost. */
function Marks(): JSX.Element {
  const bars = (id: string, n: number) => (
    <symbol id={id} viewBox="0 0 20 20">
      <circle cx="10" cy="10" r="9" fill="currentColor" />
      {Array.from({ length: n }, (_, i) => (
        <rect key={i} x={10 - n * 2 + i * 4 + 0.8} y="5" width="2.4" height="10" rx="1" fill="var(--raise)" />
      ))}
    </symbol>
  );
  return (
    <svg hidden>
      {bars("mark-small", 0)}
      {bars("mark-slip", 1)}
      {bars("mark-mistake", 2)}
      {bars("mark-blunder", 3)}
    </svg>
  );
}

export function ReviewPanel(): JSX.Element | null {
  const table = useTable();
  const { eyes, live, ui: { reviewOpen } } = table;
  const { failed, follow, review } = table.own(createReview);
  const t = useText();
  const view = live.value;
  const ready = useReviewWords();
  const box = useRef<HTMLElement>(null);
  const [seat, setSeat] = useState(eyes.value ?? view?.result?.winners[0] ?? 0);
  const [tries, setTries] = useState(0);
  useEffect(() => follow(seat, language.value), [seat, language.value, tries]);
  useLayoutEffect(() => box.current?.focus(), [ready]);
  if (!view || !ready) return null;
  const found = review.value;
  const mine = found?.seat === seat ? found : null;
  const players = view.players.filter((one) => !one.neutral);
  return (
    <aside
      ref={box}
      class="log-drawer review"
      tabIndex={-1}
      aria-label={say("title")}
      data-review-panel={mine?.ready ? "ready" : "working"}
    >
      <div class="panel-header">
        <h2>{say("title")}</h2>
        <button type="button" class="close-button" aria-label={t("close")} data-close onClick={() => (reviewOpen.value = false)}>
          <Sym id="x" />
        </button>
      </div>
      <div class="review-body" tabIndex={0} role="group" aria-label={say("title")}>
        {failed.value ? (
          <p class="note" role="alert">
            <span>{failed.value}</span>
            <button type="button" class="button is-small" onClick={() => setTries(tries + 1)}>
              {say("retry")}
            </button>
          </p>
        ) : (
          !mine?.ready && (
            <p class="text-muted" role="status">
              {mine?.of ? say("working", { done: mine.done, of: mine.of }) : say("waits")}
              <progress max={mine?.of || 1} value={mine?.done ?? 0} aria-hidden="true" />
            </p>
          )
        )}
        {found && found.curve.length > 1 && (
          <>
            <Curve view={view} curve={found.curve} />
            <Turns view={view} found={found} />
          </>
        )}
        <div class="review-seats" role="group" aria-label={say("whose")}>
          {players.map((one) => (
            <button key={one.seat} type="button" class={`button is-small${one.seat === seat ? " is-active" : ""}`} aria-pressed={one.seat === seat} data-review-seat={one.seat} onClick={() => setSeat(one.seat)}>
              <House seat={one.seat} /> {nameOf(table, view, one.seat)}
            </button>
          ))}
        </div>
        {mine && <Choices found={mine} />}
        <p class="text-muted explanation">{say("about")}</p>
      </div>
      <Marks />
    </aside>
  );
}
