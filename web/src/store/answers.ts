// My pre-set moves: when to ask the server for them again, and how to change them.
import type { PresetMovesIn, PresetMovesOut } from "../generated/api";
import { getJson, sendJson } from "./api";
import { decisionKey } from "./preset";
import type { Table } from "./table";

/** How long a pre-set move is waited for; the server makes it within three seconds. */
const MAX_WAIT_MS = 6000;

export type Change = (before: PresetMovesIn) => Partial<PresetMovesIn>;

export function createAnswers({ id, eyes, follow, live, onEnd, play: { refuse }, presets: { overdue, said }, presetTurn, whatIf: { cityWish, fuelWish } }: Table) {
  /** How many changes are not answered yet, and what the last answer to one of them was: the next change is made to that. */
  let unanswered = 0;
  let known: { path: string; answers: PresetMovesOut } | null = null;
  let sent = Promise.resolve();
  let shown = "";

  /** Decide myself what a pre-set move was to answer. */
  function decideMyself(): void {
    if (live.value) overdue.value = decisionKey(live.value);
  }

  /** Cancel what is pre-set for this decision, and decide myself. */
  function cancelPreset(): void {
    const [view, now] = [live.value, said.value];
    if (!view || !now) return;
    const kind = view.decision?.kind;
    const card = view.auction?.card;
    decideMyself();
    void sayInAdvance(answersPath(), now, ({ bids }) => {
      if (kind === "fuel") return { fuel: null, buy_nothing: null };
      if (kind === "build") return { build: null, build_nothing: null };
      if (kind === "run") return { run: null };
      return { pass_phase: false, bids: (bids ?? []).filter((one) => one.plant !== card) };
    });
  }

  let timer = 0;
  follow(() => {
    clearTimeout(timer);
    if (presetTurn.value) timer = window.setTimeout(decideMyself, MAX_WAIT_MS);
  });
  onEnd(() => clearTimeout(timer));

  /** Where the pre-set moves of the seat that looks are kept. */
  const answersPath = (): string => `/api/tables/${id}/seats/${eyes.value}/preset-moves`;

  /** Ask what a seat has said; who is just saying something is told by the answer to that. */
  async function askAnswers(path: string): Promise<void> {
    if (path !== shown) said.value = null;
    shown = path;
    const found = await getJson<PresetMovesOut>(path).catch(() => null);
    if (found && !unanswered && path === shown) said.value = found;
  }

  /** Change what a seat has said: one change after another, each to what the server has taken of those before. */
  function sayInAdvance(path: string, now: PresetMovesOut, change: Change): Promise<boolean> {
    const { round } = now;
    const send = async () => {
      const before = known?.path === path && known.answers.round === round ? known.answers : now;
      const { bids, pass_phase, fuel, build, buy_nothing, build_nothing, run } = { ...before, ...change(before) };
      const answers = await sendJson<PresetMovesOut>(path, { round, bids, pass_phase, fuel, build, buy_nothing, build_nothing, run }, "PUT");
      known = { path, answers };
      said.value = answers;
    };
    unanswered += 1;
    const done = sent.then(send).then(
      () => true,
      (error: unknown) => refuse(error).then(() => false),
    );
    sent = done.then(() => {
      unanswered -= 1;
      if (!unanswered) known = null;
    });
    return done;
  }

  /** Pre-set a purchase of fuel, in the place of whatever was pre-set for it. */
  async function presetFuel(buy: Record<string, number>, most: number): Promise<void> {
    const now = said.value;
    if (now && (await sayInAdvance(answersPath(), now, () => ({ fuel: { buy, most }, buy_nothing: null })))) fuelWish.value = {};
  }

  /** Pre-set cities, in the place of whatever was pre-set for building. */
  async function presetCities(cities: string[], most: number): Promise<void> {
    const now = said.value;
    if (now && (await sayInAdvance(answersPath(), now, () => ({ build: { cities, most }, build_nothing: null })))) cityWish.value = null;
  }

  return { askAnswers, cancelPreset, presetCities, presetFuel, sayInAdvance };
}
