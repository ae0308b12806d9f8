// The clocks of the table: what is left of them, by the time of the server.
import { computed, signal } from "@preact/signals";
import type { ClockWish, ClockOut, SeatClock, TableOut } from "../generated/api";
import { t } from "../words";
import type { Game } from "./game";

const SECOND = 1000;
const HOUR = 3600 * SECOND;
/** The most that a clock shows as low: of a live clock, and of one over days. */
const MAX_LOW_MS = { live: 30 * SECOND, correspondence: HOUR };
/** A short clock is low only when less than this share of it is left. */
const LOW_SHARE = 1 / 6;

type ClockSettings = TableOut["settings"]["clock"];

export interface Left {
  ms: number;
  runs: boolean;
  low: boolean;
}

/** The time left below which a clock is low: no more than a part of all that it began with. */
function lowLimit({ kind, bank, turn }: ClockSettings): number {
  return kind === "live" ? Math.min(MAX_LOW_MS.live, bank * SECOND * LOW_SHARE) : Math.min(MAX_LOW_MS.correspondence, turn * SECOND * LOW_SHARE);
}

export function createClock({ info, follow, onEnd }: Game) {
  const ticks = signal(0);
  /** How far the clock of the server is ahead of this one. */
  let ahead = 0;
  let from: ClockOut | null = null;
  let timer = 0;

  const clock = computed<ClockOut | null>(() => info.value?.clock ?? null);

  // a clock is only looked at while one runs
  follow(() => {
    const now = clock.value;
    if (now && now !== from) ahead = now.now - Date.now();
    from = now;
    clearInterval(timer);
    if (now?.deadline) timer = window.setInterval(() => ticks.value++, SECOND);
  });
  onEnd(() => clearInterval(timer));

  /** What a seat has left; null where nothing is counted for it. */
  function leftOf(seat: number): Left | null {
    const now = clock.value;
    const settings = info.value?.settings.clock;
    if (!now || info.value?.state !== "running" || !settings || settings.kind === "none" || now.seats[seat]?.stand_in) return null;
    const runs = now.seat === seat && now.deadline !== null;
    void (runs && ticks.value);
    const bank = now.seats[seat]?.bank ?? null;
    if (!runs && bank === null) return null;
    const out = now.seat === seat && now.timed_out;
    const ms = out ? 0 : Math.max(0, runs ? now.deadline! - (Date.now() + ahead) : bank!);
    return { ms, runs, low: runs && ms < lowLimit(settings) };
  }

  return { clock, leftOf, seatClock: (seat: number): SeatClock | null => clock.value?.seats[seat] ?? null };
}

/** A span of time as a clock shows it: 4:05, 1:02:09; where seconds tell nothing any more, whole hours or days. */
export function spanText(ms: number): string {
  const seconds = Math.ceil(ms / SECOND);
  const two = (n: number) => String(n).padStart(2, "0");
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (h > 71) return `${Math.floor(h / 24)} d`;
  if (h > 9) return t("n_hours", { n: h });
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** So many seconds in words. */
export function inWords(seconds: number): string {
  const minutes = seconds / 60;
  if (minutes % 60) return t("n_minutes", { n: minutes });
  return minutes % 1440 ? t("n_hours", { n: minutes / 60 }) : t("n_days", { n: minutes / 1440 });
}

/** How long people may think at a table; nothing where they may for ever. */
export const clockText = ({ kind, bank, increment, turn }: ClockWish): string =>
  kind === "live" ? t("live_n", { bank: bank! / 60, more: increment! }) : kind === "correspondence" ? inWords(turn!) : "";
