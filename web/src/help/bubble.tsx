// An explanation beside the thing that it is about, and the list of what is not on offer.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { PageHelpWord, RefusedMoves, RefusedMoveOut } from "../generated/api";
import { Dialog } from "../parts/controls";
import { Sym } from "../parts/symbols";
import { useTable } from "../store/table";
import { cap, pageText } from "../words";
import type { Reason, Shown } from "./store";

const say = (key: PageHelpWord, values?: Record<string, string | number>): string => pageText("page_help", key, values);

const EDGE = 8;
/** So far from the foot of the window the bar of explanations reaches. */
const BAR = 120;

interface Spot {
  left: number;
  top: number;
}

/** Below or above the thing, within the window. */
function beside(target: DOMRect, width: number, height: number): Spot {
  const left = Math.max(EDGE, Math.min(innerWidth - width - EDGE, target.left + target.width / 2 - width / 2));
  const below = target.bottom + EDGE;
  const above = target.top - EDGE - height;
  if (below + height <= innerHeight - EDGE) return { left, top: below };
  if (above >= EDGE) return { left, top: above };
  // it is as high as the window: over its foot
  return { left, top: Math.max(EDGE, innerHeight - height - EDGE) };
}

export function RuleLinks({ ids }: { ids: string[] }): JSX.Element | null {
  const { ui: { askFor } } = useTable();
  if (!ids.length) return null;
  return (
    <span class="rule-ids">
      {ids.map((id) => (
        <button key={id} type="button" class="rule-id" data-rule={id} aria-label={say("in_full", { id })} onClick={() => askFor("rules", id)}>
          {id}
        </button>
      ))}
    </span>
  );
}

interface BubbleProps {
  now: Shown;
  /** Whoever walks by keyboard comes to the rules in it by Tab. */
  focused: boolean;
  onClose: () => void;
}

export function Bubble({ now, focused, onClose }: BubbleProps): JSX.Element {
  const box = useRef<HTMLElement>(null);
  const [spot, setSpot] = useState<Spot | null>(null);
  useLayoutEffect(() => {
    if (!box.current) return;
    setSpot(beside(now.element.getBoundingClientRect(), box.current.offsetWidth, box.current.offsetHeight));
    if (focused) box.current.focus();
  }, [now]);
  return (
    <aside ref={box} class="help-bubble" tabIndex={-1} aria-label={say("topic")} aria-live="polite" data-topic={now.key} style={spot ? { left: `${spot.left}px`, top: `${spot.top}px` } : { visibility: "hidden" }}>
      {now.stays && (
        <button type="button" class="dismiss-button" aria-label={say("close")} onClick={onClose}>
          <Sym id="x" />
        </button>
      )}
      {now.name && <b>{cap(now.name)}</b>}
      <p>{now.topic.text}</p>
      {now.reason && (
        <p class="reason" data-reason>
          <b>{say("not_now")}</b> {now.reason.message}
        </p>
      )}
      <RuleLinks ids={[...new Set([...(now.reason?.rule ? [now.reason.rule] : []), ...now.topic.rules])]} />
    </aside>
  );
}

export function ExplainBar({ at, onEnd }: { at: DOMRect | undefined; onEnd: () => void }): JSX.Element {
  const ring = at && { left: `${at.left - 4}px`, top: `${at.top - 4}px`, width: `${at.width + 8}px`, height: `${at.height + 8}px` };
  // not over what is explained, nor its explanation
  const up = at && at.bottom > innerHeight - BAR;
  return (
    <>
      {ring && <div class="highlight-ring" aria-hidden="true" style={ring} />}
      <div class={`explain-bar${up ? " is-top" : ""}`} role="status" data-explaining>
        <span>{say("explain_text")}</span>
        <button
          type="button"
          class="button is-small"
          data-explain-end
          onClick={onEnd}
        >
          {say("explain_end")}
        </button>
      </div>
    </>
  );
}

/** So many that a rule forbids stand one below the other; of more, one stands for all. */
const FEW = 3;

/** What one rule forbids, kind by kind. */
function byRule(moves: RefusedMoveOut[]): RefusedMoveOut[][] {
  const out = new Map<string, RefusedMoveOut[]>();
  for (const one of moves) out.set(`${one.kind} ${one.rule}`, [...(out.get(`${one.kind} ${one.rule}`) ?? []), one]);
  return [...out.values()].flatMap((all) => (all.length > FEW ? [all] : all.map((one) => [one])));
}

/** A move that is not on offer, and behind it what the same rule forbids. */
function RefusedGroup({ moves, open }: { moves: RefusedMoveOut[]; open: boolean }): JSX.Element {
  const [one, ...more] = moves as [RefusedMoveOut, ...RefusedMoveOut[]];
  return (
    <li data-why={one.kind}>
      <b>{cap(one.text)}</b>
      <p>{one.message}</p>
      <RuleLinks ids={one.rule ? [one.rule] : []} />
      {more.length > 0 && (
        <details open={open}>
          <summary>{say("why_more", { n: more.length })}</summary>
          <ul>
            {more.map((other) => (
              <li key={other.text}>
                <b>{cap(other.text)}</b>
                <p>{other.message}</p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

/** "Why can't I?": everything that is not on offer now, with the rule that forbids it. */
export function WhyNot({ found, onClose: close }: { found: RefusedMoves | Reason; onClose: () => void }): JSX.Element {
  const [wanted, setWanted] = useState("");
  if (!("moves" in found)) {
    return (
      <Dialog title={say("why_title")} onClose={close}>
        <p data-why-wait>{say("why_wait", { message: found.message })}</p>
        <RuleLinks ids={found.rule ? [found.rule] : []} />
      </Dialog>
    );
  }
  const words = wanted.trim().toLowerCase();
  const shown = found.moves.filter((one) => `${one.text} ${one.message}`.toLowerCase().includes(words));
  return (
    <Dialog title={say("why_title")} onClose={close}>
      {found.moves.length === 0 && <p>{say("why_all")}</p>}
      {found.moves.length > 8 && (
        <input class="rule-search" type="search" aria-label={say("why_filter")} placeholder={say("why_filter")} value={wanted} onInput={(event) => setWanted(event.currentTarget.value)} />
      )}
      <ul class="reason-list" data-why-list>
        {byRule(shown).map((moves) => (
          <RefusedGroup key={moves[0]!.text} moves={moves} open={words !== ""} />
        ))}
      </ul>
    </Dialog>
  );
}
