// The voice of a lesson: a card beside what it speaks of, and a ring around that.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { LessonOut } from "../generated/api";
import { layout } from "../layout";
import { shortGame } from "../pages/opening";
import { greyed } from "../parts/controls";
import { Sym } from "../parts/symbols";
import { go } from "../store/session";
import { type Table, useTable } from "../store/table";
import { language, t } from "../words";
import { rectOf, reveal } from "./places";
import { createLesson, play } from "./store";
import { say } from "./words";

const GAP = 14;
const EDGE = 8;
const OFTEN = 250;
const px = (n: number): string => `${n}px`;

interface Spot {
  left: number;
  top: number;
}

const mapRect = ({ find }: Table) => find(".map-frame, .compact .map")?.getBoundingClientRect();

/** Beside the part, on the side with room; where there is none, in the corner of the map. Never over players, plants or what is asked. */
function beside(table: Table, target: DOMRect | null, at: string | null, width: number, height: number): Spot {
  const map = mapRect(table);
  const corner = { left: (map?.left ?? 0) + EDGE, top: Math.max(map?.top ?? 0, 52) + EDGE };
  if (!target || layout.value !== "wide") return corner;
  const over = (box: DOMRect, spot: Spot) => spot.left < box.right && spot.left + width > box.left && spot.top < box.bottom && spot.top + height > box.top;
  // what is on the map needs the map around it, and the fuel market lies at its foot
  if (map && /^(city|map|fuel)/.test(at ?? "")) {
    const foot = { left: corner.left, top: map.bottom - height - EDGE };
    return at !== "map" && over(target, foot) ? corner : foot;
  }
  const columns = table.findAll(".main > aside").map((one) => one.getBoundingClientRect());
  const column = columns.find((one) => one.left <= target.left && one.right >= target.right) ?? target;
  const top = Math.min(Math.max(target.top, 60), innerHeight - height - EDGE);
  const left = Math.min(Math.max(target.left, EDGE), innerWidth - width - EDGE);
  const right: Spot = { left: column.right + GAP, top };
  const before: Spot = { left: column.left - GAP - width, top };
  const above: Spot = { left, top: target.top - GAP - height };
  const below: Spot = { left, top: target.bottom + GAP };
  const fits = (spot: Spot) => !columns.some((one) => over(one, spot)) && spot.left >= EDGE && spot.top >= 56 && spot.left + width <= innerWidth - EDGE && spot.top + height <= innerHeight - EDGE;
  const first = target.left + target.width / 2 > innerWidth / 2 ? [before, right] : [right, before];
  return [...first, above, below].find(fits) ?? corner;
}

/** A ring around the part, within the window. */
function around({ left, top, right, bottom }: DOMRect): Record<string, string> {
  const [x, y] = [Math.max(1, left - 4), Math.max(1, top - 4)];
  return { left: px(x), top: px(y), width: px(Math.min(innerWidth - 1, right + 4) - x), height: px(Math.min(innerHeight - 1, bottom + 4) - y) };
}

const same = (a: DOMRect | null, b: DOMRect | null): boolean => a === b || (!!a && !!b && a.left === b.left && a.top === b.top && a.width === b.width && a.height === b.height);

/** Where the part is; looked at again and again, since panels open and maps move. */
function useTarget(at: string | null): DOMRect | null {
  const table = useTable();
  const [rect, setRect] = useState<DOMRect | null>(null);
  useEffect(() => {
    const look = () => {
      const found = at === null ? null : rectOf(table, at);
      setRect((before) => (same(before, found) ? before : found));
    };
    look();
    const timer = setInterval(look, OFTEN);
    addEventListener("resize", look);
    return () => {
      clearInterval(timer);
      removeEventListener("resize", look);
    };
  }, [at]);
  return rect;
}

function Over({ at }: { at: LessonOut }): JSX.Element {
  return (
    <>
      <h2>{say(at.left ? "over_left" : "over")}</h2>
      {at.good && <p>{at.good}</p>}
      <p>{at.left ? say("left", { n: at.left }) : at.end}</p>
      <div class="coach-buttons">
        {at.next && (
          <button type="button" class="button is-primary" data-coach-main data-next-lesson onClick={() => void play(at.next!)}>
            {say("next_lesson")}
          </button>
        )}
        {!at.steps && (
          <button type="button" class="button" data-short-game title={t("short_game_text")} onClick={() => void shortGame()}>
            {t("short_game")}
          </button>
        )}
        <button type="button" class="button is-small" data-begin-again onClick={() => void play(at.id, true)}>
          {say("begin_again")}
        </button>
        <button type="button" class="button is-small" onClick={() => go("/learn")}>
          {say("all")}
        </button>
      </div>
    </>
  );
}

/** Another move than the step wants: what it leads to, and both ways from there. */
function Elsewhere({ at }: { at: LessonOut }): JSX.Element {
  const table = useTable();
  const { play: { busy } } = table;
  const { carriedOn, goBack } = table.own(createLesson);
  return (
    <>
      <h2>{say("other")}</h2>
      <p data-other>{at.other}</p>
      <div class="coach-buttons">
        <button type="button" class="button is-primary" data-coach-main data-take-back {...greyed(busy.value, () => void goBack())}>
          {say("take_back")}
        </button>
        <button type="button" class="button is-small" data-carry-on onClick={() => (carriedOn.value = at.version)}>
          {say("carry_on")}
        </button>
      </div>
    </>
  );
}

function Texts({ at }: { at: LessonOut }): JSX.Element {
  const table = useTable();
  const { advice: { openAdvice }, myTurn } = table;
  const { page } = table.own(createLesson);
  const number = Math.min(page.value, at.texts.length - 1);
  const text = at.texts[number];
  const last = number >= at.texts.length - 1;
  return (
    <>
      {at.good && number <= 0 && <p class="is-good">{at.good}</p>}
      {text ? <p data-text={number}>{text.text}</p> : <p class="text-muted">{say("guided")}</p>}
      {last && at.asked && myTurn.value && text && <p class="your-turn">{say("your_turn")}</p>}
      {!at.asked && !myTurn.value && <p class="text-muted">{say("their_turn")}</p>}
      <div class="coach-buttons">
        {!last && (
          <button type="button" class="button is-primary" data-coach-main data-next-text onClick={() => (page.value = number + 1)}>
            {say("next")}
          </button>
        )}
        {number > 0 && (
          <button type="button" class="button is-small" data-text-before onClick={() => (page.value = number - 1)}>
            {say("before")}
          </button>
        )}
        {last && at.asked && myTurn.value && (
          <button type="button" class="button is-small" data-wise onClick={openAdvice}>
            <Sym id="bulb" /> {say("wise")}
          </button>
        )}
      </div>
    </>
  );
}

function body(table: Table, at: LessonOut): JSX.Element {
  const { carriedOn } = table.own(createLesson);
  if (at.other && carriedOn.value !== at.version) return <Elsewhere at={at} />;
  if (at.over) return <Over at={at} />;
  return <Texts at={at} />;
}

export function Coach(): JSX.Element | null {
  const table = useTable();
  const { live, past, sight: { covered }, ui: { endOpen, reviewOpen } } = table;
  const { carriedOn, folded, follow, page, standing } = table.own(createLesson);
  useEffect(follow, []);
  useEffect(() => () => void (covered.value = 0), []);
  const card = useRef<HTMLElement>(null);
  const [spot, setSpot] = useState<Spot | null>(null);
  const at = standing.value;
  const elsewhere = !!at?.other && carriedOn.value !== at.version;
  const reading = at && !at.over && !elsewhere ? at.texts[Math.min(page.value, at.texts.length - 1)] : undefined;
  const last = !at || page.value >= at.texts.length - 1;
  const about = folded.value || past.value ? null : (reading?.at ?? null);
  const target = useTarget(about);
  useEffect(() => reveal(table, about, last), [about, last, at?.step]);
  useLayoutEffect(() => {
    const box = card.current;
    if (!box) return;
    const next = beside(table, target, about, box.offsetWidth, box.offsetHeight);
    // on a phone the card lies on the map: what is looked for there comes out from under it
    covered.value = layout.value === "wide" ? 0 : next.top + box.offsetHeight - (mapRect(table)?.top ?? 0);
    setSpot((before) => (before && before.left === next.left && before.top === next.top ? before : next));
  }, [target, at, page.value, folded.value, layout.value, language.value, elsewhere]);
  // who has won a guided game, its end and its review tell first
  if (!at || past.value || (!at.steps && (endOpen.value || reviewOpen.value) && live.value?.result)) return null;
  const ring = target && around(target);
  return (
    <>
      {ring && <div class="highlight-ring" aria-hidden="true" style={ring} />}
      <section ref={card} class={`coach${folded.value ? " is-folded" : ""}${at.over ? " is-over" : ""}`} style={spot ? { left: px(spot.left), top: px(spot.top) } : { visibility: "hidden" }} aria-label={at.title} data-coach={at.id} data-step={at.step}>
        <header>
          <b>{at.title}</b>
          {at.steps > 1 && (
            <span class="progress-dots" role="img" aria-label={say("step", { n: Math.min(at.step + 1, at.steps), of: at.steps })}>
              {Array.from({ length: at.steps }, (_, i) => (
                <i key={i} class={i < at.step ? "is-done" : i === at.step ? "is-active" : ""} />
              ))}
            </span>
          )}
          <button type="button" class="dismiss-button" aria-label={say(folded.value ? "unfold" : "fold")} aria-expanded={!folded.value} data-fold onClick={() => (folded.value = !folded.value)}>
            <Sym id={folded.value ? "plus" : "minus"} />
          </button>
          <button type="button" class="dismiss-button" aria-label={say("leave")} title={say("leave")} data-leave onClick={() => go("/learn")}>
            <Sym id="x" />
          </button>
        </header>
        {!folded.value && (
          <div class="coach-body" aria-live="polite">
            {body(table, at)}
          </div>
        )}
      </section>
    </>
  );
}
