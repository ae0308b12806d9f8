// How a rated game has changed the ratings of its players, or why it has not.
import { effect, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { JSX } from "preact";
import type { GameRatings, PageRatingsWord } from "../generated/api";
import { getJson } from "../store/api";
import { type Table, useTable } from "../store/table";
import { pageText } from "../words";

/** The server tells when the game is rated; in case that is lost, the page asks again. */
const AGAIN = 10_000;

const r = (key: PageRatingsWord): string => pageText("page_ratings", key);
const createRatings = () => signal<GameRatings | null>(null);
/** Ask for the ratings of a game until they are there; returns the function that ends it. */
function follow({ id, own, ratingsTold }: Table): () => void {
  const latest = own(createRatings);
  let timer = 0;
  let asked = 0;
  let done = false;
  const ask = async (): Promise<void> => {
    const mine = ++asked;
    clearTimeout(timer);
    const found = await getJson<GameRatings>(`/api/tables/${id}/ratings`).catch(() => null);
    if (done || mine !== asked) return;
    if (found) latest.value = found;
    done = found !== null && found.state !== "pending";
    if (!done) timer = window.setTimeout(() => void ask(), AGAIN);
  };
  const end = effect(() => {
    void ratingsTold.value;
    if (!done) void ask();
  });
  return () => {
    done = true;
    clearTimeout(timer);
    end();
  };
}

/** A player's rating before and after the game. */
export function RatingChange({ seat }: { seat: number }): JSX.Element | null {
  const one = useTable().own(createRatings).value?.seats.find((each) => each.seat === seat);
  if (!one) return null;
  const { before, after } = one;
  if (before === null || after === null) return <>{r("hidden_rating")}</>;
  const change = after - before;
  return (
    <>
      <span class="visually-hidden">{r("rating")}: </span>
      {before} → <b>{after}</b>
      {one.provisional && <abbr title={`${r("provisional")}: ${r("provisional_text")}`}>?</abbr>}{" "}
      <b class={change > 0 ? "is-gain" : change < 0 ? "is-loss" : ""}>({change < 0 ? "−" : change > 0 ? "+" : "±"}{Math.abs(change)})</b>
    </>
  );
}

/** What is to be said about the ratings: that they are still to come, that some are provisional, or why there are none. */
function noteOn({ state, reason, seats }: GameRatings): string {
  if (state === "pending") return r("updating");
  if (state === "rated") return seats.some((one) => one.provisional) ? r("provisional_note") : "";
  if (reason === "closed" || reason === "abandoned") return ""; // the end screen says so already
  return r(reason === "handed-over" ? "unrated_handed_over" : reason === "off" ? "unrated_off" : "unrated");
}

export function RatingNote(): JSX.Element {
  const table = useTable();
  useEffect(() => follow(table), [table]);
  const ratings = table.own(createRatings).value;
  return <>{ratings && noteOn(ratings)}</>;
}
