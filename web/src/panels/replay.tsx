// Looking back: any position of the game, one move after another, or as a film.
import { useEffect, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import { greyed, Primary } from "../parts/controls";
import { type Table, useTable } from "../store/table";
import { cap, percent, useText } from "../words";
import { Ask } from "./ask";
import { nameOf } from "./players";

const FRAME = 700;
const SPEEDS: [number, string][] = [[0.5, "½"], [1, "1"], [2, "2"], [4, "4"]];

/** What the move that led to this position did, in words. */
export function happened(table: Table, at: number): string {
  const { rows, view, words: { eventText } } = table;
  const now = view.value;
  const row = rows.value[at];
  if (!now || !row?.events) return "";
  const names = now.players.map((one) => nameOf(table, now, one.seat));
  return row.events
    .slice(0, 2)
    .map((event) => eventText(event, { edition: now.edition, map: now.map, names }))
    .join(" ");
}

/** Why a bot made this move, for whoever asks: where advice is given. */
function Why({ at }: { at: number }): JSX.Element | null {
  const { advice: { askReason, reason }, info, rows } = useTable();
  const t = useText();
  const row = rows.value[at];
  if (!info.value?.advised || !row?.move || info.value?.seats[row.seat ?? -1]?.kind !== "bot") return null;
  const found = reason.value?.version === at ? reason.value : null;
  const others = found?.candidates.slice(1) ?? [];
  const best = found?.candidates[0];
  if (!found || !best) {
    return (
      <button type="button" class="button is-small" data-why onClick={() => void askReason(at)}>
        {t("advice_why")}
      </button>
    );
  }
  return (
    <div class="note is-calm advice" role="status" data-reason>
      <div>
        {found.text || cap(best.text)}
        <ul>
          {others.map((one) => (
            <li key={one.text}>
              {cap(one.text)} <span>{found.unit === "money" ? t("advice_less", { n: best.worth - one.worth }) : percent(one.worth)}</span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

type Wanted = (at: number, last: number) => number;
const FIRST: Wanted = () => 0;
const BACK: Wanted = (at) => at - 1;
const ON: Wanted = (at) => at + 1;
const LAST: Wanted = (_, last) => last;
const KEYS: Record<string, Wanted> = { ArrowLeft: BACK, ArrowRight: ON, Home: FIRST, End: LAST };

/** Arrows step, Home and End jump; not where they have a meaning of their own. */
function useKeys(go: (wanted: Wanted) => void): void {
  const { isMeant } = useTable();
  const latest = useRef(go);
  latest.current = go;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const wanted = KEYS[event.key];
      if (!wanted || event.ctrlKey || event.metaKey || event.altKey || !isMeant(event)) return;
      if (event.target instanceof Element && event.target.closest("input, select, textarea, dialog, svg, [role=tablist]")) return;
      event.preventDefault();
      latest.current(wanted);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

export function Replay(): JSX.Element | null {
  const table = useTable();
  const { live, past, showVersion, ui: { reviewOpen }, version } = table;
  const t = useText();
  const last = version.value ?? 0;
  const at = past.value?.version ?? last;
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  /** The position that is on its way. The last wish counts: none is lost because an earlier one is being fetched. */
  const aim = useRef<number | null>(null);
  const show = async (wanted: Wanted) => {
    const underway = aim.current !== null;
    aim.current = Math.max(0, Math.min(last, wanted(aim.current ?? at, last)));
    if (underway) return;
    try {
      for (let got: number | null = null; got !== aim.current; ) {
        got = aim.current;
        await showVersion(got);
      }
    } finally {
      aim.current = null;
    }
  };
  useEffect(() => {
    if (!playing) return undefined;
    if (at >= last) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => void show(() => at + 1), FRAME / speed);
    return () => clearTimeout(timer);
  }, [playing, at, speed]);
  useKeys((wanted) => {
    setPlaying(false);
    void show(wanted);
  });
  const step = (label: string, sign: string, to: Wanted, off: boolean) => (
    <button
      type="button"
      class="quick-button"
      aria-label={label}
      title={label}
      {...greyed(off, () => {
        setPlaying(false);
        void show(to);
      })}
    >
      {sign}
    </button>
  );
  const toggle = async () => {
    // at the end it starts over
    if (!playing && at >= last) await show(FIRST);
    setPlaying(!playing);
  };
  return (
    <section id="action" tabIndex={-1} class="action is-past" aria-label={t("replay")} data-replay>
      <div class="action-body">
        <Ask title={t(past.value ? "earlier" : "replay")} side={t("position_of", { at, last })} />
        <p class="hint replay-text">{happened(table, at)}</p>
        <Why at={at} />
        <input
          type="range"
          min="0"
          max={last}
          value={at}
          aria-label={t("replay")}
          onInput={(event) => {
            setPlaying(false);
            const wanted = Number(event.currentTarget.value);
            void show(() => wanted);
          }}
        />
        <div class="replay-buttons">
          {step(t("first_move"), "|◀", FIRST, at <= 0)}
          {step(t("previous_move"), "◀", BACK, at <= 0)}
          <button type="button" class="quick-button" data-film aria-pressed={playing} onClick={() => void toggle()}>
            {t(playing ? "pause" : "film")}
          </button>
          {step(t("next_move"), "▶", ON, at >= last)}
          {step(t("last_move"), "▶|", LAST, at >= last)}
        </div>
        <div class="replay-buttons speed-buttons" role="group" aria-label={t("speed")}>
          {SPEEDS.map(([value, label]) => (
            <button key={value} type="button" class={`quick-button${value === speed ? " is-active" : ""}`} data-speed={value} aria-pressed={value === speed} onClick={() => setSpeed(value)}>
              {`${label}×`}
            </button>
          ))}
        </div>
      </div>
      <div class="button-bar">
        {past.value && (
          <Primary
            onClick={() => {
              setPlaying(false);
              void showVersion(null);
            }}
          >
            {t("back_to_now")}
          </Primary>
        )}
        {live.value?.result && (
          <button type="button" class="button" data-review aria-expanded={reviewOpen.value} onClick={() => (reviewOpen.value = !reviewOpen.value)}>
            {t("review")}
          </button>
        )}
      </div>
    </section>
  );
}
