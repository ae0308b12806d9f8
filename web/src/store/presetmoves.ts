// My pre-set moves: when to ask the server for them again, and how to change them.
import type { PresetMovesIn, PresetMovesOut } from "../generated/api";
import { getJson, sendJson } from "./api";
import { decisionKey } from "./preset";
import type { Table } from "./table";

/** How long a pre-set move is waited for; the server makes it within three seconds. */
const MAX_WAIT_MS = 6000;

export type Change = (before: PresetMovesIn) => Partial<PresetMovesIn>;

export function createPresetMoves({ id, eyes, follow, live, onEnd, play: { refuse }, presets: { overdue, mine }, presetTurn, whatIf: { cityWish, fuelWish } }: Table) {
  /** How many changes are under way, and what the server saved last: the next change is applied to that. */
  let pending = 0;
  let known: { path: string; moves: PresetMovesOut } | null = null;
  let sent = Promise.resolve();
  let shown = "";

  /** Decide myself instead of waiting for the pre-set move. */
  function decideMyself(): void {
    if (live.value) overdue.value = decisionKey(live.value);
  }

  /** Cancel what is pre-set for this decision, and decide myself. */
  function cancelPreset(): void {
    const [view, now] = [live.value, mine.value];
    if (!view || !now) return;
    const kind = view.decision?.kind;
    const card = view.auction?.card;
    decideMyself();
    void savePresetMoves(presetPath(), now, ({ bids }) => {
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

  /** The address of the pre-set moves of my seat. */
  const presetPath = (): string => `/api/tables/${id}/seats/${eyes.value}/preset-moves`;

  /** Load the pre-set moves of a seat, unless a change is under way, whose reply brings them. */
  async function loadPresetMoves(path: string): Promise<void> {
    if (path !== shown) mine.value = null;
    shown = path;
    const found = await getJson<PresetMovesOut>(path).catch(() => null);
    if (found && !pending && path === shown) mine.value = found;
  }

  /** Change the pre-set moves of a seat: one change after another, each applied to what the server saved before. */
  function savePresetMoves(path: string, now: PresetMovesOut, change: Change): Promise<boolean> {
    const { round } = now;
    const send = async () => {
      const before = known?.path === path && known.moves.round === round ? known.moves : now;
      const { bids, pass_phase, fuel, build, buy_nothing, build_nothing, run } = { ...before, ...change(before) };
      const moves = await sendJson<PresetMovesOut>(path, { round, bids, pass_phase, fuel, build, buy_nothing, build_nothing, run }, "PUT");
      known = { path, moves };
      mine.value = moves;
    };
    pending += 1;
    const done = sent.then(send).then(
      () => true,
      (error: unknown) => refuse(error).then(() => false),
    );
    sent = done.then(() => {
      pending -= 1;
      if (!pending) known = null;
    });
    return done;
  }

  /** Pre-set a purchase of fuel, in the place of whatever was pre-set for it. */
  async function presetFuel(buy: Record<string, number>, most: number): Promise<void> {
    const now = mine.value;
    if (now && (await savePresetMoves(presetPath(), now, () => ({ fuel: { buy, most }, buy_nothing: null })))) fuelWish.value = {};
  }

  /** Pre-set cities, in the place of whatever was pre-set for building. */
  async function presetCities(cities: string[], most: number): Promise<void> {
    const now = mine.value;
    if (now && (await savePresetMoves(presetPath(), now, () => ({ build: { cities, most }, build_nothing: null })))) cityWish.value = null;
  }

  return { loadPresetMoves, cancelPreset, presetCities, presetFuel, savePresetMoves };
}
