// The table: wide with three columns, elsewhere the map with a sheet beside it or at its foot.
import { useEffect, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import { loadFolders } from "../editions/folders";
import { partsOf } from "../editions/registry";
import type { BidOption, OpenOption, Row, View } from "../generated/api";
import { Action } from "../panels/action";
import { Auction, LastSale } from "../panels/auction";
import { FuelMarket } from "../panels/fuel";
import { Income } from "../panels/income";
import { LogDrawer, LogList } from "../panels/log";
import { CityLine, MapView } from "../panels/mapview";
import { Market } from "../panels/market";
import { PlayerCard, Players, Race, nameOf } from "../panels/players";
import { Shortcuts, skipToAction } from "../panels/shortcuts";
import { Ticker } from "../panels/ticker";
import { TopBar } from "../panels/topbar";
import { lazy } from "../parts/lazy";
import { LoggedOut } from "../parts/loggedout";
import { House } from "../parts/symbols";
import { layout, layoutClass, roomy, TABS } from "../layout";
import { chances, moves, sounds, summaries } from "../settings";
import { loadArt } from "../store/art";
import { reach } from "../store/help";
import { boards, plantFacts } from "../store/reference";
import { createTable, type Table, TableContext, useTable } from "../store/table";
import { addStyle } from "../stylesheet";
import { named, useText, WordsContext } from "../words";

const Calculator = lazy(() => import("../panels/calculator").then((one) => one.Calculator));
const ChancesBar = lazy(() => import("../panels/chances").then((one) => one.ChancesBar));
const ChatPanel = lazy(() => import("../panels/chat").then((one) => one.ChatPanel));
const Coach = lazy(() => import("../lessons/coach").then((one) => one.Coach));
const EndScreen = lazy(() => Promise.all([import("../panels/end"), addStyle(ENDSCREEN)]).then(([{ EndScreen: found, loadStory }]) => loadStory().then(() => found)));
const Head = lazy(() => Promise.all([import("./head"), addStyle(OPENING)]).then(([one]) => one.Head));
const Lobby = lazy(() => Promise.all([import("./lobby"), addStyle(OPENING)]).then(([one]) => one.Lobby), "meeting");
const Menu = lazy(() => import("../panels/menu").then((one) => one.Menu), "offer");
const OfferNotice = lazy(() => import("../panels/offer").then((one) => one.OfferNotice), "offer");
const ReviewPanel = lazy(() => import("../panels/review").then((one) => one.ReviewPanel));
const Revealed = lazy(() => import("../panels/revealed").then((one) => one.Revealed));
const RoundSummary = lazy(() => import("../panels/roundsummary").then((one) => one.RoundSummary), "round");

const DRAG = 28;

/** The sheet follows a finger on its tabs: down folds it, up unfolds it. */
function useDrag() {
  const { ui: { folded } } = useTable();
  const grabbed = useRef<number | null>(null);
  return {
    onPointerDown: (event: PointerEvent) => {
      grabbed.current = event.clientY;
    },
    onPointerMove: (event: PointerEvent) => {
      if (grabbed.current === null || Math.abs(event.clientY - grabbed.current) < DRAG) return;
      folded.value = event.clientY > grabbed.current;
      grabbed.current = null;
    },
    onPointerUp: () => {
      grabbed.current = null;
    },
  };
}

function Lost(): JSX.Element | null {
  const { status } = useTable();
  const t = useText();
  if (status.value !== "lost") return null;
  return (
    <div class="toast" role="alert">
      {t("lost")}
    </div>
  );
}

/** What the host says to everybody, until it is put away. */
function HostLine(): JSX.Element | null {
  const { hostLine } = useTable();
  const t = useText();
  const texts = hostLine.value;
  if (!texts) return null;
  return (
    <div class="toast" role="status" data-host-line>
      {t("from_host")}: {named(texts)}{" "}
      <button type="button" class="button is-small" onClick={() => (hostLine.value = null)}>
        {t("close")}
      </button>
    </div>
  );
}

/** Where several people share this screen, it is handed over; with hidden money behind a curtain. */
function Curtain({ view }: { view: View }): JSX.Element | null {
  const table = useTable();
  const { handed, past, waiting } = table;
  const t = useText();
  const next = waiting.value;
  const hidden = view.options.money === "hidden";
  useEffect(() => {
    if (next !== null && !hidden && !past.value) handed.value = next;
  }, [next, hidden]);
  if (next === null || !hidden) return null;
  return (
    <div class="curtain" role="dialog" aria-label={t("hand_over", { name: nameOf(table, view, next) })} data-curtain>
      <div>
        <House seat={next} />
        <h1>{t("hand_over", { name: nameOf(table, view, next) })}</h1>
        <p>{t("hand_over_text")}</p>
        <button type="button" class="button is-primary" onClick={() => (handed.value = next)}>
          {t("i_am", { name: nameOf(table, view, next) })}
        </button>
      </div>
    </div>
  );
}

function optionsOf({ myTurn }: Table, view: View): { opens: OpenOption[]; bid: BidOption | null } {
  const options = myTurn.value ? (view.decision?.options ?? []) : [];
  return {
    opens: options.filter((one): one is OpenOption => one.kind === "open"),
    bid: options.find((one): one is BidOption => one.kind === "bid") ?? null,
  };
}

function Wide({ view }: { view: View }): JSX.Element {
  const table = useTable();
  const { chatOpen, myTurn, ui: { reviewOpen, summary } } = table;
  const t = useText();
  const { opens, bid } = optionsOf(table, view);
  return (
    <main class="main">
      <aside class="left-column" tabIndex={0} aria-label={t("players")}>
        <Players view={view} />
      </aside>
      <div class="centre-column">
        <div class="map-frame">
          <MapView view={view} small={false} />
          <Ticker view={view} small={false} />
          {summary.value && <RoundSummary view={view} />}
          <LogDrawer view={view} />
          {chatOpen.value && <ChatPanel />}
          {reviewOpen.value && <ReviewPanel />}
        </div>
        <FuelMarket view={view} />
      </div>
      <aside class={`right-column${myTurn.value ? " is-mine" : ""}`} aria-label={t("play_side")}>
        <section class="scroll-area" tabIndex={0} aria-label={t("plant_market")}>
          <Market view={view} options={opens} />
          <Auction view={view} option={bid} />
        </section>
        <Action>
          <LastSale view={view} />
        </Action>
      </aside>
    </main>
  );
}

function Company({ view, seat }: { view: View; seat: number }): JSX.Element {
  const { whatIf: { calculated } } = useTable();
  const t = useText();
  const me = view.players[seat]!;
  return (
    <>
      <PlayerCard view={view} player={me} place={view.order.indexOf(seat) + 1} />
      {!partsOf(view.edition).PlayerBoard && (
        <button type="button" class="button is-small is-wide" data-calc onClick={() => (calculated.value = seat)}>
          {t("calc_title")}
        </button>
      )}
      <Income edition={view.edition} now={Math.min(me.supplies, me.cities)} then={null} />
    </>
  );
}

/** What is asked has a tab of its own, or a place beside the tabs where the sheet has room for both. */
function Compact({ view }: { view: View }): JSX.Element {
  const table = useTable();
  const { eyes, ui: { folded, summary, tab, tapped } } = table;
  const t = useText();
  const drag = useDrag();
  const { opens, bid } = optionsOf(table, view);
  const me = eyes.value;
  const city = tapped.value;
  const both = roomy.value;
  const open = both && tab.value === "action" ? "market" : tab.value;
  const foldable = layout.value === "foot" && !both;
  const fold = foldable && folded.value;
  const acting = !fold && (both || open === "action");
  const choosing = opens.length > 0;
  const shown = TABS.filter((one) => (one !== "company" || me !== null) && !(both && one === "action"));
  return (
    <main class={`main${fold ? " is-folded" : ""}`}>
      <MapView view={view} small />
      <Ticker view={view} small />
      {summary.value && <RoundSummary view={view} />}
      <section class="sheet">
        <nav class="tabs" role="tablist" {...drag}>
          {shown.map((one) => (
            <button
              key={one}
              type="button"
              role="tab"
              data-tab={one}
              aria-selected={one === open}
              class={one === open ? "is-active" : ""}
              onClick={() => {
                folded.value = one === open && foldable && !folded.value;
                tab.value = one;
              }}
            >
              {t(`tab_${one}`)}
            </button>
          ))}
        </nav>
        <section class="sheet-body" hidden={fold || open === "action"} tabIndex={0} aria-label={t(`tab_${open}`)}>
          <h2 class="visually-hidden">{t(`tab_${open}`)}</h2>
          {open === "market" && (
            <>
              <Market view={view} options={opens} />
              <FuelMarket view={view} />
            </>
          )}
          {open === "company" && me !== null && <Company view={view} seat={me} />}
          {open === "players" && (
            <>
              {view.order.map((seat, i) => (
                <PlayerCard key={seat} view={view} player={view.players[seat]!} place={i + 1} />
              ))}
              <Race view={view} order={view.order} />
            </>
          )}
          {open === "log" && <LogList view={view} />}
        </section>
        <div class={`sheet-action${acting ? "" : " only-bar"}`}>
          <Action>
            {acting && city && <CityLine view={view} id={city} />}
            {acting && <Auction view={view} option={bid} />}
            {acting && <LastSale view={view} />}
            {acting && choosing && open !== "market" && <Market view={view} options={opens} />}
          </Action>
        </div>
      </section>
    </main>
  );
}

/** Load what follows the table, and end it when it is not wanted any more or the table is left. */
function follow(table: Table, part: Promise<(table: Table) => () => void>): () => void {
  let end: (() => void) | null = null;
  let left = false;
  void part.then((one) => {
    if (!left) end = one(table);
  });
  const stop = () => {
    forget();
    left = true;
    end?.();
    end = null;
  };
  const forget = table.onEnd(stop);
  return stop;
}

const reached = (): Promise<void> =>
  new Promise((done) => {
    for (const what of ["pointermove", "pointerdown", "keydown"]) addEventListener(what, (by) => (done(), (reach.by = by)), { once: true });
  });

function TableContent(): JSX.Element {
  const table = useTable();
  const { advice: { alone }, chatOpen, info, live, past, problem, status, ui: { endOpen, menuOpen, revealed, reviewOpen }, view: shownView, views, whatIf: { calculated }, withOthers } = table;
  const t = useText();
  useEffect(() => follow(table, import("../notifications").then((one) => one.follow)), []);
  // help and counting money are fetched when somebody first moves, touches or types here
  useEffect(() => follow(table, reached().then(() => import("../help/explain")).then((one) => one.follow)), []);
  useEffect(() => follow(table, reached().then(() => import("../panels/focus")).then((one) => one.keepFocus)), []);
  useEffect(() => follow(table, reached().then(() => import("../panels/motion")).then((one) => one.countMoney)), []);
  const talk = withOthers.value;
  useEffect(() => (talk ? follow(table, import("../store/chat").then(({ createChat }) => ({ own }) => own(createChat).follow())) : undefined), [talk]);
  const board = boards.value[info.value?.settings.map ?? ""];
  useEffect(() => {
    if (board) void loadArt(board);
  }, [board]);

  if (status.value === "gone") {
    return (
      <div class="page">
        <Head />
        <main>
          <h1>{t("no_table")}</h1>
        </main>
      </div>
    );
  }
  if (status.value === "refused") {
    return (
      <div class="page">
        <Head />
        <main>
          <h1>{t("table_not_shown")}</h1>
          <p class="note is-error">{problem.value}</p>
          <p style={{ marginTop: "14px" }}>
            <button type="button" class="button is-primary" onClick={() => location.reload()}>
              {t("try_again")}
            </button>
          </p>
        </main>
      </div>
    );
  }
  if (!info.value) return <div class="loading">{status.value === "lost" ? t("lost") : t("loading")}</div>;
  if (info.value.state === "lobby") {
    return (
      <>
        <Lobby onSeated={table.renew} />
        {chatOpen.value && <ChatPanel />}
        <Lost />
        <HostLine />
      </>
    );
  }
  const view = shownView.value;
  if (!view || !views.value.length) return <div class="loading">{t("loading")}</div>;
  return (
    <div ref={table.root} class={`table ${layoutClass()}${past.value ? " in-past" : ""}`} data-version={live.value?.version} data-phase={view.phase}>
      <a
        class="skip-link"
        href="#action"
        data-skip
        onClick={(event) => {
          event.preventDefault();
          skipToAction(table);
        }}
      >
        {t("skip")}
      </a>
      <TopBar view={view} />
      {chances.value && (alone.value || live.value?.result) && <ChancesBar view={view} />}
      {info.value.settings.lesson && <Coach />}
      {layout.value === "wide" ? <Wide view={view} /> : <Compact view={view} />}
      {endOpen.value && !past.value && view.result && <EndScreen view={view} />}
      {revealed.value !== null && <Revealed card={revealed.value} />}
      <Curtain view={live.value!} />
      {calculated.value !== null && <Calculator view={live.value!} />}
      {(info.value.offer.agreed.length > 0 || info.value.offer.declined !== null) && <OfferNotice />}
      {menuOpen.value && <Menu />}
      {chatOpen.value && layout.value !== "wide" && <ChatPanel />}
      {reviewOpen.value && layout.value !== "wide" && <ReviewPanel />}
      <Shortcuts />
      <Lost />
      <LoggedOut floating />
      <HostLine />
    </div>
  );
}

/** Of more new rows than these, which come after an absence, no card is shown. */
const MAX_SEEN = 12;

/** Let new rows be seen and heard, and show the summary of a round that they ended. */
function present(table: Table, fresh: Row[]): void {
  if (moves()) void import("../panels/motion").then((one) => one.animate(table, fresh));
  if (sounds.value) void import("../sounds").then((one) => one.playRows(table, fresh));
  const { edition, info, ui: { revealed, summary } } = table;
  const drawn = fresh.flatMap((row) => row.events ?? []).findLast((event) => event.kind === "card-drawn" && !plantFacts(edition.value ?? "", event.card));
  if (drawn?.kind === "card-drawn" && fresh.length <= MAX_SEEN && !table.past.value) revealed.value = drawn.card;
  const began = fresh.flatMap((row) => row.events ?? []).find((event) => event.kind === "round-began");
  if (began && began.round > 1 && summaries.value && !info.value?.settings.lesson) summary.value = { round: began.round - 1, automatic: true };
}

/** A table of its own; leaving it ends all that belongs to it. */
export function TablePage({ id }: { id: string }): JSX.Element {
  const [table] = useState(() => createTable(id, loadFolders));
  useEffect(() => {
    table.connect(present);
    return table.dispose;
  }, []);
  return (
    <TableContext.Provider value={table}>
      <WordsContext.Provider value={table.words}>
        <TableContent />
      </WordsContext.Provider>
    </TableContext.Provider>
  );
}
