// The action panel: one component for each kind of decision, always in the same place.
import type { ComponentChildren, ComponentType, JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { modulesOf, partsOf } from "../editions/registry";
import type { Move, View } from "../generated/api";
import { Bulb } from "../parts/bulb";
import { lazy } from "../parts/lazy";
import { House } from "../parts/symbols";
import { useTable } from "../store/table";
import { cap, useText, useWords } from "../words";
import { Ask, type PanelProps } from "./ask";
import { BidPanel, OpenPanel } from "./bidding";
import { BuildPanel } from "./build";
import { AssignPanel, DiscardFuelPanel, PlacePanel, ChooseRegionPanel, ScrapPanel } from "./choices";
import { BuyPanel } from "./buying";
import { RunPanel } from "./running";
import { Income } from "./income";
import { nameOf } from "./players";
import { SeatBack } from "./seatback";
import { WarningNote } from "./warnings";

const AdvicePanel = lazy(() => import("./advice").then((one) => one.AdvicePanel), "advice");
const PresetMoves = lazy(() => import("./presetmoves").then((one) => one.PresetMoves));
const PresetComing = lazy(() => import("./presetmoves").then((one) => one.PresetComing));
const Dropped = lazy(() => import("./presetmoves").then((one) => one.Dropped));
const Away = lazy(() => import("./standin").then((one) => one.Away));
const Held = lazy(() => import("./standin").then((one) => one.Held));
const Replay = lazy(() => import("./replay").then((one) => one.Replay));

/** An edition brings panels for what only it asks; where there is none the plain list of the options does. */
const PANELS: Record<string, ComponentType<PanelProps>> = {
  region: ChooseRegionPanel,
  auction: OpenPanel,
  bid: BidPanel,
  scrap: ScrapPanel,
  "discard-fuel": DiscardFuelPanel,
  assign: AssignPanel,
  fuel: BuyPanel,
  build: BuildPanel,
  run: RunPanel,
  place: PlacePanel,
};

/** Any decision: every option is a button, and sent back as it came: the server says whether it is a move. */
function PlainPanel({ view, options }: PanelProps): JSX.Element {
  const { play: { act } } = useTable();
  const { decisionText } = useWords();
  return (
    <>
      <div class="action-body">
        <Ask title={cap(decisionText(view.decision!.kind))} />
        <ul class="plain-list">
          {options.map((option, i) => (
            <li key={i}>
              <button type="button" class="button is-small" onClick={() => void act(option as Move)}>
                {Object.values(option).join(" ")}
              </button>
            </li>
          ))}
        </ul>
      </div>
      <div class="button-bar" />
    </>
  );
}

/** Two lines of it, or all. */
function Refusal(): JSX.Element | null {
  const { play: { refusal }, ui: { askFor } } = useTable();
  const t = useText();
  const found = refusal.value;
  const box = useRef<HTMLParagraphElement>(null);
  const [whole, setWhole] = useState<string | null>(null);
  const [clipped, setClipped] = useState(false);
  const short = found !== null && whole !== found.message;
  useLayoutEffect(() => setClipped(short && !!box.current && box.current.scrollHeight > box.current.clientHeight + 1), [found, short]);
  if (!found) return null;
  const showAll = () => setWhole(found.message);
  return (
    <div class="note is-error" role="alert">
      <div>
        {/* the focus may get to a rule in what is cut off */}
        <p ref={box} class={short ? "is-clamped" : ""} onFocusCapture={showAll}>
          {!found.unreachable && <b>{t("refused")}</b>} {found.message}
          {found.rule && (
            <span class="rule">
              {" "}
              <button type="button" class="rule-id" data-rule={found.rule} onClick={() => askFor("rules", found.rule)}>
                {found.rule}
              </button>{" "}
              {found.text}
            </span>
          )}
        </p>
        {clipped && (
          <button type="button" class="show-all" data-show-all onClick={showAll}>
            {t("show_all")}
          </button>
        )}
      </div>
      <button type="button" class="dismiss-button" aria-label={t("close")} data-close onClick={() => (refusal.value = null)}>
        ×
      </button>
    </div>
  );
}

function Waiting({ view }: { view: View }): JSX.Element {
  const table = useTable();
  const { advice: { withPeople }, clocks: { clock }, due, eyes, info, iResigned, mySeats, presetTurn } = table;
  const { decisionText, t } = useWords();
  const seat = view.decision?.seat;
  const spectator = mySeats.value.length === 0;
  const me = eyes.value === null ? null : view.players[eyes.value];
  return (
    <div class="action-body is-calm">
      {presetTurn.value && <PresetComing seat={seat!} />}
      {seat !== undefined && !presetTurn.value && (
        <div class="waiting-note">
          <House seat={seat} />
          <div>
            <h2>{t("waiting_for", { name: nameOf(table, view, seat) })}</h2>
            <p>{cap(decisionText(view.decision!.kind))}</p>
          </div>
          {withPeople.value && <Bulb />}
        </div>
      )}
      {clock.value?.seats.some((one) => one.votable || one.holiday) && <Away view={view} />}
      {/* where another seat of this screen decides, nobody is waited for */}
      {me && !due.value && info.value?.seats[me.seat]?.kind === "person" && <PresetMoves view={view} me={me} />}
      {spectator && <p class="text-muted">{t(iResigned.value ? "you_resigned" : "you_watch")}</p>}
      {spectator && !iResigned.value && view.players.some((one) => info.value?.seats[one.seat]?.kind === "person") && <SeatBack />}
      {me && <Income edition={view.edition} now={Math.min(me.supplies, me.cities)} then={null} />}
    </div>
  );
}

/** What is asked; the children say what it is about, where nothing else on the screen does. */
export function Action({ children }: { children?: ComponentChildren }): JSX.Element | null {
  const { advice: { adviceOpen }, clocks: { seatClock }, eyes, live, myTurn, past, play: { busy }, presets: { mine } } = useTable();
  const t = useText();
  const now = live.value;
  if (!now) return null;
  if (past.value || now.result) return <Replay />;
  const held = eyes.value;
  if (held !== null && seatClock(held)?.stand_in) {
    return (
      <section id="action" tabIndex={-1} class="action is-idle" aria-label={t("tab_action")} aria-live="polite">
        <Refusal />
        <Held view={now} seat={held} />
      </section>
    );
  }
  const options = now.decision?.options;
  const me = eyes.value === null ? null : now.players[eyes.value];
  if (!myTurn.value || !options || !me) {
    return (
      <section id="action" tabIndex={-1} class="action is-idle" aria-label={t("tab_action")} aria-live="polite">
        <Refusal />
        {children}
        {adviceOpen.value && <AdvicePanel />}
        <Waiting view={now} />
      </section>
    );
  }
  const kind = now.decision!.kind;
  const own = [partsOf(now.edition), ...modulesOf(now)].map((one) => one.panels?.[kind]).find(Boolean);
  const Panel = own ?? PANELS[kind] ?? PlainPanel;
  return (
    <section id="action" tabIndex={-1} class="action is-mine" aria-label={t("tab_action")} data-decision={now.decision!.kind} data-busy={busy.value || undefined} aria-live="polite">
      <Refusal />
      <WarningNote />
      {mine.value && <Dropped view={now} me={me} />}
      {children}
      {adviceOpen.value && <AdvicePanel />}
      <Panel view={now} me={me} options={options} />
    </section>
  );
}
