// The summary of a round: what everybody bought, built and earned, and what is new in the market.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { PageRoundWord, View } from "../generated/api";
import { layout } from "../layout";
import { Dialog } from "../parts/controls";
import { House, Sym } from "../parts/symbols";
import { useTable } from "../store/table";
import { pageText, useText, useWords } from "../words";
import { bidsText } from "./bids";
import { nameOf } from "./players";
import { type Round, type Share, roundsOf } from "./rounds";

const say = (key: PageRoundWord, values?: Record<string, string | number>): string => pageText("page_round", key, values);

/** A column of the table: its heading, and what it says about a player; "" is nothing. */
interface Column {
  key: PageRoundWord;
  text: (share: Share) => string;
  /** More about it, for a pointer. */
  title?: (share: Share) => string;
}

function Figures({ view, round }: { view: View; round: Round }): JSX.Element {
  const table = useTable();
  const { cardText, fuelText } = useWords();
  const { eyes } = table;
  const forCost = (what: string | number, cost: number) => say("for_cost", { what, cost });
  const all: Column[] = [
    { key: "bought", text: ({ bought }) => bought.map(({ card, price }) => (price === null ? cardText(card) : forCost(cardText(card), price))).join(", ") },
    { key: "resources", text: ({ spent, fuel }) => (Object.keys(fuel).length ? String(spent) : ""), title: ({ fuel }) => fuelText(view.edition, fuel) },
    { key: "built", text: ({ built, cities }) => (cities.size ? (built ? forCost(cities.size, built) : String(cities.size)) : "") },
    { key: "earned", text: ({ income }) => (income === null ? "" : `+${income}`) },
  ];
  const shares = [...round.shares.values()];
  const fought = shares.flatMap(({ bought }) => bought).filter(({ bids }) => bids.length > 1);
  const columns = all.filter(({ text }) => shares.some((share) => text(share)));
  return (
    <>
      {columns.length ? (
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span class="visually-hidden">{say("player")}</span>
              </th>
              {columns.map(({ key }) => (
                <th key={key} scope="col" data-column={key}>{say(key)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {view.order.map((seat) => {
              const share = round.shares.get(seat);
              return (
                <tr key={seat} class={seat === eyes.value ? "is-viewer" : ""} data-share={seat}>
                  <th scope="row">
                    <House seat={seat} />
                    <span dir="auto">{nameOf(table, view, seat)}</span>
                  </th>
                  {columns.map(({ key, text, title }) => {
                    const shown = share ? text(share) : "";
                    return <td key={key} title={shown && share ? title?.(share) : undefined}>{shown || "–"}</td>;
                  })}
                </tr>
              );
            })}
          </tbody>
        </table>
      ) : (
        <p class="text-muted">{say("nothing")}</p>
      )}
      {round.drawn.length > 0 && (
        <p data-drawn>
          {say("drawn")}: <b>{round.drawn.map(cardText).join(", ")}</b>
        </p>
      )}
      {fought.length > 0 && (
        <details data-bids>
          <summary>{say("bids")}</summary>
          {fought.map(({ card, bids }) => (
            <p key={card}>
              <b>{cardText(card)}</b> {bidsText(table, view, bids)}
            </p>
          ))}
        </details>
      )}
    </>
  );
}

/** Lies over the map, where nothing is asked while auctions run. In small windows it is a line that opens it. */
export function RoundSummary({ view }: { view: View }): JSX.Element | null {
  const table = useTable();
  const { live, myTurn, play: { busy }, standing, ui: { summary } } = table;
  const t = useText();
  const [opened, setOpened] = useState(false);
  const wanted = summary.value;
  const now = live.value ?? view;
  const rounds = useMemo(() => roundsOf(now, standing.value), [now, standing.value]);
  const at = rounds.findIndex(({ round }) => round === wanted?.round);
  const round = rounds[at];
  const automatic = wanted?.automatic ?? false;
  // where the map is asked it lies in the way, and an end that was taken back is none
  const away = automatic && ((myTurn.value && now.decision?.kind === "build") || round?.over === false);
  useEffect(() => {
    if (away) summary.value = null;
  }, [away]);
  const shown = automatic && wanted?.round;
  useEffect(() => setOpened(false), [shown]);
  useEffect(() => {
    if (!shown) return undefined;
    // the move that ended the round may still be under way
    let before = busy.peek();
    return busy.subscribe((acts) => {
      if (acts && !before) summary.value = null;
      before = acts;
    });
  }, [shown]);
  if (!wanted || !round || away) return null;
  const close = () => (summary.value = null);
  const title = say(round.over ? "title" : "so_far", { round: round.round });
  const small = layout.value !== "wide";
  if (small && automatic && !opened) {
    return (
      <div class="round-line" role="status">
        <button type="button" data-open-summary onClick={() => setOpened(true)}>{title}</button>
        <button type="button" class="close-button" aria-label={t("close")} data-close onClick={close}>
          <Sym id="x" />
        </button>
      </div>
    );
  }
  const turn = (to: number, key: PageRoundWord, symbol: string) => (
    <button type="button" class="close-button" aria-label={say(key)} title={say(key)} aria-disabled={!rounds[to] || undefined} onClick={() => rounds[to] && (summary.value = { round: rounds[to].round, automatic: false })}>
      <span aria-hidden="true">{symbol}</span>
    </button>
  );
  const others = rounds.length > 1 && (
    <nav class="round-pages">
      {turn(at - 1, "earlier", "←")}
      {turn(at + 1, "later", "→")}
    </nav>
  );
  if (small) {
    return (
      <Dialog title={title} onClose={close}>
        <div class="round-summary" data-summary={round.round}>
          <Figures view={now} round={round} />
          {others}
        </div>
      </Dialog>
    );
  }
  return (
    <section class="round-summary is-card" aria-label={title} data-summary={round.round}>
      <header>
        <h2>{title}</h2>
        {others}
        <button type="button" class="close-button" aria-label={t("close")} data-close onClick={close}>
          <Sym id="x" />
        </button>
      </header>
      <Figures view={now} round={round} />
    </section>
  );
}
