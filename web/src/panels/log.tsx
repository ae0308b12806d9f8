// The log in the words of the rulebook, each row linked to the position after it; and the last moves on the map.
import { useEffect, useRef } from "preact/hooks";
import type { JSX } from "preact";
import type { GameEvent, Row, View } from "../generated/api";
import { corners, roomy } from "../board/corners";
import { House, Sym } from "../parts/symbols";
import { past, rows, showVersion, standing, table } from "../store/table";
import { eventText, phaseName, t, term } from "../words";
import { logOpen } from "./topbar";
import { looked, tapped } from "./mapview";
import { nameOf } from "./players";

const HEADS = new Set(["round-began", "phase-began"]);
const QUIET = new Set(["cards-removed"]);

interface Line {
  seq: number;
  seat: number | null;
  text: string;
  head: boolean;
  gone: boolean;
}

function seatOf(event: GameEvent, row: Row): number | null {
  return "seat" in event ? event.seat : (row.seat ?? null);
}

export function logLines(view: View): Line[] {
  const where = {
    edition: view.edition,
    map: view.map,
    names: view.players.map((one) => nameOf(view, one.seat)),
  };
  const back = new Set(rows.value.filter((row) => row.undo !== undefined).map((row) => row.undo));
  const out: Line[] = [];
  let round = 0;
  for (const row of rows.value) {
    if (row.undo !== undefined) {
      const text = t("took_back", { name: nameOf(view, row.seat ?? 0) });
      out.push({ seq: row.seq, seat: row.seat ?? null, text, head: false, gone: false });
      continue;
    }
    for (const event of row.events ?? []) {
      if (QUIET.has(event.kind)) continue;
      if (event.kind === "round-began") {
        round = event.round;
        continue;
      }
      const head = HEADS.has(event.kind);
      const text =
        event.kind === "phase-began" ? `${term("round")} ${round}: ${phaseName(event.phase)}` : eventText(event, where);
      out.push({ seq: row.seq, seat: head ? null : seatOf(event, row), text, head, gone: back.has(row.seq) });
    }
  }
  return out;
}

export function LogList({ view }: { view: View }): JSX.Element {
  const list = useRef<HTMLOListElement>(null);
  const lines = logLines(view);
  const id = table.value!.id;
  const last = lines.at(-1)?.seq;
  useEffect(() => {
    if (!past.value) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [lines.length]);
  // a long game has thousands of lines: the newest are enough at once
  const shown = lines.slice(-400);
  return (
    <ol ref={list} class="loglist">
      {shown.map((line, i) =>
        line.head ? (
          <li key={i} class="ph">{line.text}</li>
        ) : (
          <li key={i} class={`${line.seq === (past.value?.version ?? last) ? "now" : ""}${line.gone ? " gone" : ""}`}>
            {line.seat !== null ? <House seat={line.seat} /> : <span />}
            <span>{line.text}</span>
            <button type="button" onClick={() => void showVersion(id, line.seq)} data-show={line.seq}>
              {t("show")}
            </button>
          </li>
        ),
      )}
    </ol>
  );
}

export function LogDrawer({ view }: { view: View }): JSX.Element | null {
  if (!logOpen.value) return null;
  return (
    <aside class="log" aria-label={t("log")}>
      <div class="hd">
        <h2>{t("log")}</h2>
        <button type="button" class="close" aria-label={t("close")} onClick={() => (logOpen.value = false)}>
          <Sym id="x" />
        </button>
      </div>
      <LogList view={view} />
    </aside>
  );
}

/** The last moves, in a corner of the map. */
export function Ticker({ view }: { view: View }): JSX.Element | null {
  // the card of a city takes its place
  if (logOpen.value || looked.value || tapped.value || !roomy.value) return null;
  const where = {
    edition: view.edition,
    map: view.map,
    names: view.players.map((one) => nameOf(view, one.seat)),
  };
  const lines: { seat: number; text: string }[] = [];
  for (const row of [...standing.value].reverse()) {
    if (row.seat === undefined) continue;
    const event = row.events?.find((one) => "seat" in one && one.seat === row.seat);
    if (event) lines.push({ seat: row.seat, text: eventText(event, where) });
    if (lines.length === 3) break;
  }
  if (!lines.length) return null;
  return (
    <div class={`ticker at-${corners.value[0]}`}>
      <div class="hd">
        <h3>{t("last_moves")}</h3>
        <button type="button" onClick={() => (logOpen.value = true)}>{t("whole_log")}</button>
      </div>
      <ol>
        {lines.map((line, i) => (
          <li key={i}>
            <House seat={line.seat} />
            <span>{line.text}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
