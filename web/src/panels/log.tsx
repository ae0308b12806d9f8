// The log in the words of the rulebook, each row linked to the position after it; and the last moves on the map.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { GameEvent, Row, View } from "../generated/api";
import { dock, fixed, rest, taken, undock, zoomedIn } from "../board/seen";
import { House, Sym } from "../parts/symbols";
import { past, rows, showVersion, standing, table } from "../store/table";
import { cardText, cityName, eventText, fuelText, phaseName, t, term } from "../words";
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
    // whatever scrolls around it: the drawer's list itself, or the sheet of the phone
    if (!past.value) list.current?.lastElementChild?.scrollIntoView({ block: "nearest" });
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
            <button type="button" onClick={() => void showVersion(id, line.seq)} data-show={line.seq}>
              {line.seat !== null ? <House seat={line.seat} /> : <span />}
              <span>{line.text}</span>
              <small>{t("show")}</small>
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

/** What happened, in one short line where there is one. */
function shortText(event: GameEvent, view: View): string {
  const where = { edition: view.edition, map: view.map, names: view.players.map((one) => nameOf(view, one.seat)) };
  const name = "seat" in event && event.seat !== null ? nameOf(view, event.seat) : "";
  const line = (what: string, n: number) => t("ticker_line", { name, what, n });
  switch (event.kind) {
    case "city-connected":
      return line(cityName(view.map, event.city), event.place_cost + event.connection_cost);
    case "fuel-bought":
      return line(fuelText(view.edition, { [event.fuel]: event.count }), event.cost);
    case "plant-bought":
      return line(`${term("plant")} ${cardText(event.plant)}`, event.price);
    case "plants-ran":
      return t("ticker_income", { name, n: event.supplied, income: event.income });
    default:
      return eventText(event, where);
  }
}

/** The last moves, where the map has room for them; elsewhere behind a button. */
export function Ticker({ view }: { view: View }): JSX.Element | null {
  const box = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(true);
  const [open, setOpen] = useState(false);
  const lines: { seat: number; text: string }[] = [];
  for (const row of [...standing.value].reverse()) {
    if (row.seat === undefined || row.seq > view.version) continue;
    const event = row.events?.find((one) => "seat" in one && one.seat === row.seat);
    if (event) lines.push({ seat: row.seat, text: shortText(event, view) });
    if (lines.length === 3) break;
  }
  // the card of a city takes its place
  // so do the names of the regions while they are drafted
  const drafted = view.decision?.kind === "region";
  const away = logOpen.value || looked.value !== null || tapped.value !== null || drafted || !lines.length;
  // who has zoomed in wants to see the map
  const asked = open || !zoomedIn.value;
  const around = [rest.value, taken.value, fixed.value];
  useLayoutEffect(() => {
    if (box.current && asked) setRoom(dock("ticker", box.current, ["full"], open ? [] : null));
    else undock("ticker");
    if (!asked) setRoom(false);
  }, [away, asked, open, lines.map((one) => one.text).join(), ...around]);
  useLayoutEffect(() => () => undock("ticker"), []);
  if (away) return null;
  return (
    <>
      {!room || open ? (
        <button type="button" class="tickbtn" aria-label={t("last_moves")} title={t("last_moves")} aria-expanded={open} onClick={() => setOpen(!open)}>
          <Sym id="log" />
        </button>
      ) : null}
      <div ref={box} class={`ticker${room ? "" : " nowhere"}`}>
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
    </>
  );
}
