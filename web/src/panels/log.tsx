// The log in the words of the rulebook, each row linked to the position after it.
import { useEffect, useRef } from "preact/hooks";
import type { JSX } from "preact";
import type { Row, TableEventOut, View } from "../generated/api";
import { Doer, Sym } from "../parts/symbols";
import { type Table, useTable } from "../store/table";
import { useText } from "../words";
import { nameOf } from "./players";
import { contextOf, doer } from "./recent";
import { TableLog, tableEventText } from "./tablelog";

const HEADS = new Set(["round-began", "phase-began"]);
/** The rule at the end of a sentence. */
const RULE = /\(([A-Z]{1,2}\d+[a-z]?)\)\.$/;
const QUIET = new Set(["cards-removed"]);

interface Line {
  seq: number;
  seat: number | null;
  text: string;
  head: boolean;
  /** The round that begins here. */
  round?: number;
  gone: boolean;
  /** Whether it is no move, but something that happened at the table. */
  told?: boolean;
  /** Whether a bot did it in the place of its player. */
  byBot?: boolean;
}

/** Bots take their answers back before the move that they answered is: all of that is one taking back. */
function givesWay({ info }: Table, row: Row): boolean {
  const seat = info.value?.seats[row.seat ?? -1];
  return seat?.kind === "bot" || seat?.resigned === true;
}

export function logLines(table: Table, view: View): Line[] {
  const { rows, takenBack, words: { eventText, phaseName, t, term } } = table;
  const where = contextOf(table, view);
  const back = takenBack();
  const out: Line[] = [];
  const log = new TableLog(table);
  const tell = (event: TableEventOut) =>
    out.push({ seq: event.version, seat: event.seat, text: tableEventText(table, event), head: false, gone: false, told: true });
  let [round, said] = [0, 0];
  for (const row of rows.value) {
    log.before(row).forEach(tell);
    const byBot = log.byBot(row);
    if (row.undo !== undefined) {
      if (givesWay(table, row)) continue;
      const text = t("took_back", { name: nameOf(table, view, row.seat ?? 0) });
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
      const seat = head ? null : doer(event);
      const begins = head && round > said && !back(row);
      if (begins) said = round;
      out.push({ seq: row.seq, seat, text, head, gone: back(row), byBot: byBot && seat === row.seat, round: begins ? round : undefined });
    }
  }
  log.before(null).forEach(tell);
  return out;
}

export function LogList({ view }: { view: View }): JSX.Element {
  const table = useTable();
  const { past, showVersion, ui: { askFor, summary } } = table;
  const t = useText();
  const list = useRef<HTMLOListElement>(null);
  const lines = logLines(table, view);
  const last = lines.at(-1)?.seq;
  useEffect(() => {
    // whatever scrolls around it: the drawer's list itself, or the sheet of the phone
    if (!past.value) list.current?.lastElementChild?.scrollIntoView({ block: "nearest" });
  }, [lines.length]);
  // a long game has thousands of lines: the newest are enough at once
  const shown = lines.slice(-400).map((line) => ({ ...line, rule: RULE.exec(line.text)?.[1] }));
  return (
    <ol ref={list} class="log-list">
      {shown.map((line, i) =>
        line.head ? (
          <li key={i} class="log-phase">
            {line.text}
            {line.round !== undefined && (
              <button type="button" data-round={line.round} aria-label={`${line.text}: ${t("round_summary")}`} onClick={() => (summary.value = { round: line.round!, automatic: false })}>
                {t("round_summary")}
              </button>
            )}
          </li>
        ) : (
          <li key={i} class={`${line.seq === (past.value?.version ?? last) ? "is-current" : ""}${line.gone ? " is-undone" : ""}${line.told ? " is-announcement" : ""}`}>
            <button type="button" onClick={() => void showVersion(line.seq)} data-show={line.seq}>
              <Doer seat={line.seat} />
              <span>
                {line.text}
                {line.byBot && <em class="bot-note"> {t("played_by_bot")}</em>}
              </span>
              <small>{t("show")}</small>
            </button>
            {line.rule && (
              <button type="button" class="rule-id" data-rule={line.rule} onClick={() => askFor("rules", line.rule)}>
                {line.rule}
              </button>
            )}
          </li>
        ),
      )}
    </ol>
  );
}

export function LogDrawer({ view }: { view: View }): JSX.Element | null {
  const { ui: { logOpen } } = useTable();
  const t = useText();
  if (!logOpen.value) return null;
  return (
    <aside class="log-drawer" aria-label={t("log")}>
      <div class="panel-header">
        <h2>{t("log")}</h2>
        <button type="button" class="close-button" aria-label={t("close")} data-close onClick={() => (logOpen.value = false)}>
          <Sym id="x" />
        </button>
      </div>
      <LogList view={view} />
    </aside>
  );
}
