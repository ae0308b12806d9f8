// The last moves, where the map has room for them; elsewhere, and on a small screen, behind a button.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { View } from "../generated/api";
import { Doer, Sym } from "../parts/symbols";
import { useTable } from "../store/table";
import { useText } from "../words";
import { type Recent, recent } from "./recent";

const AT_ONCE = 3;
/** Pixels that so many lines take at most. */
const ROOM = 132;

function Lines({ lines, all }: { lines: Recent[]; all: boolean }): JSX.Element {
  const t = useText();
  const list = (
    <ol>
      {(all ? lines : lines.slice(0, AT_ONCE)).map((line, i) => (
        <li key={i}>
          <Doer seat={line.seat} />
          <span>{line.text}</span>
        </li>
      ))}
    </ol>
  );
  if (!all) return list;
  // what scrolls can be reached by keys
  return (
    <section class="all-moves" tabIndex={0} aria-label={t("last_moves")}>
      {list}
    </section>
  );
}

function Toggle({ open, small, onClick }: { open: boolean; small: boolean; onClick: () => void }): JSX.Element {
  const t = useText();
  return (
    <button type="button" class={`recent-moves-button${small ? " is-small" : ""}`} data-recent aria-label={t("last_moves")} title={t("last_moves")} aria-expanded={open} data-close={open || undefined} onClick={onClick}>
      <Sym id="log" />
    </button>
  );
}

export function Ticker({ view, small }: { view: View; small: boolean }): JSX.Element | null {
  const table = useTable();
  const { sight: { dock, fixed, rest, taken, undock, zoomedIn }, ui: { logOpen, looked, tapped } } = table;
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(true);
  const [open, setOpen] = useState(false);
  const lines = recent(table, view);
  // the card of a city takes its place, and so do the names of the regions while they are drafted
  const drafted = view.decision?.kind === "region";
  const covered = !small && (logOpen.value || looked.value !== null || tapped.value !== null);
  const away = covered || drafted || !lines.length;
  // who has zoomed in wants to see the map
  const asked = open || (!small && !zoomedIn.value);
  const around = [rest.value, taken.value, fixed.value];
  useLayoutEffect(() => {
    if (small) return;
    if (box.current && asked) setRoom(dock("ticker", box.current, ["full"], open ? [] : null, ROOM));
    else undock("ticker");
    if (!asked) setRoom(false);
  }, [small, away, asked, open, lines.map((one) => one.text).join(), ...around]);
  useLayoutEffect(() => () => undock("ticker"), []);
  if (away) return null;
  const more = open ? 0 : lines.length - AT_ONCE;
  return (
    <>
      {small || !room || open ? <Toggle open={open} small={small} onClick={() => setOpen(!open)} /> : null}
      {(!small || open) && (
        <div ref={box} class={`recent-moves${small ? " is-small" : room ? "" : " is-unplaced"}`} data-last-moves>
          <div class="panel-header">
            <h3>{t("last_moves")}</h3>
            {more > 0 && (
              <button type="button" data-more onClick={() => setOpen(true)}>
                {t("earlier_moves", { n: more })}
              </button>
            )}
            {!small && (
              <button type="button" onClick={() => (logOpen.value = true)}>
                {t("whole_log")}
              </button>
            )}
          </div>
          <Lines lines={lines} all={open} />
        </div>
      )}
    </>
  );
}
