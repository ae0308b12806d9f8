// The bar: round, step, phases, whose turn it is, undo, log, theme, menu.
import type { JSX } from "preact";
import type { View } from "../generated/api";
import { ChatButton } from "../parts/chatbutton";
import { Home } from "../parts/home";
import { NextTable } from "../parts/nexttable";
import { RatedLabel } from "../parts/rated";
import { House, Sym } from "../parts/symbols";
import { boards, editions } from "../store/reference";
import { useTable } from "../store/table";
import { cap, named, useWords } from "../words";
import { Clock } from "./clock";
import { nameOf } from "./players";

/** The phases of this round, as the edition has them. */
function phasesOf(view: View): string[] {
  const [first, later] = editions.value[view.edition]?.phases ?? [];
  return (view.round <= 1 ? first : later) ?? [];
}

function Turn({ view }: { view: View }): JSX.Element {
  const table = useTable();
  const { myTurn, past } = table;
  const { decisionText, maybe, t, term } = useWords();
  const decision = view.decision;
  if (past.value) return <div class="turn-player">{t("earlier")}</div>;
  if (!decision) return <div class="turn-player">{term("game_over")}</div>;
  const mine = myTurn.value;
  const next = view.next_seats[0];
  const asked = maybe(`asked_${decision.kind}`) || cap(decisionText(decision.kind));
  return (
    <div class="turn-player">
      <House seat={decision.seat} />
      <div class="ellipsis">
        {mine ? t("your_turn") : nameOf(table, view, decision.seat)}
        <small>{mine && next !== undefined ? t("then_name", { name: nameOf(table, view, next) }) : asked}</small>
      </div>
    </div>
  );
}

export function TopBar({ view }: { view: View }): JSX.Element {
  const table = useTable();
  const { info, mySeats, myTurn, past, play: { undo }, ui: { logOpen, menuOpen, toggleLog }, undoSeat } = table;
  const { phaseName, t, term } = useWords();
  const phases = phasesOf(view);
  const at = phases.indexOf(view.phase);
  const seat = undoSeat.value;
  const canUndo = past.value === null && seat !== null && mySeats.value.includes(seat);
  const board = boards.value[view.map];
  const decision = past.value ? null : view.decision;
  /** Shown with the phase where there is no room for a name of its own. */
  const turn = decision && (myTurn.value ? t("your_turn") : nameOf(table, view, decision.seat));
  // at a rated table nothing is ever undone
  const rated = info.value?.settings.rated;
  return (
    <header class={`top-bar${myTurn.value ? " is-mine" : ""}`}>
      <h1 class="visually-hidden">
        Stromnetz: {named(board?.name)}, {t("n_players", { n: info.value?.settings.players ?? 0 })}
      </h1>
      <div class="brand">
        <Home />
        <div class="game">
          <span>
            {named(board?.name)}, {t("n_players", { n: info.value?.settings.players ?? 0 })}
          </span>
          <RatedLabel />
        </div>
      </div>
      <div class="flow">
        <div class="round">
          {term("round")} <b>{view.round}</b>
        </div>
        <div class="lamps" role="img" aria-label={`${term("step")} ${view.step}`}>
          <span>{term("step")}</span>
          {[1, 2, 3].map((n) => (
            <i key={n} class={`lamp${n < view.step ? " is-past" : n === view.step ? " is-active" : ""}`}>
              {n}
            </i>
          ))}
        </div>
        <nav class="phase-list" aria-label={term("phase")}>
          <ul>
            {phases.map((phase, i) => (
              <li
                key={phase}
                class={i < at ? "is-done" : i === at ? "is-active" : ""}
                aria-current={i === at ? "step" : undefined}
                title={phaseName(phase)}
                data-phase-name={phase}
              >
                <i>{i < at ? <Sym id="check" /> : i + 1}</i>
                <em>{phaseName(phase)}</em>
                {i === at && turn && <small>{turn}</small>}
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div class="turn-bar">
        <Turn view={view} />
        <NextTable />
        {!past.value && view.decision && <Clock seat={view.decision.seat} speaks />}
        <RatedLabel />
        {!rated && (
          <button type="button" class="icon-button" data-undo aria-label={t("undo")} title={t("undo")} aria-disabled={!canUndo || undefined} onClick={() => canUndo && void undo(seat)}>
            <Sym id="undo" />
          </button>
        )}
        <ChatButton cls="icon-button" onOpen={() => (logOpen.value = false)} />
        <button type="button" class="icon-button only-wide" data-log aria-label={t("log")} title={t("log")} aria-expanded={logOpen.value} onClick={toggleLog}>
          <Sym id="log" />
        </button>
        <button type="button" class="icon-button" data-menu aria-label={t("menu")} title={t("menu")} onClick={() => (menuOpen.value = true)}>
          <Sym id="menu" />
        </button>
      </div>
    </header>
  );
}
