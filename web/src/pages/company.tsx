// Who one plays with at a new table, and what follows from it: the seats, who can join, and the clock.
import type { JSX } from "preact";
import type { ClockWish, Features, PageNewWord, SeatIn } from "../generated/api";
import { Sym } from "../parts/icon";
import { pageText, t } from "../words";
import { liveClock, usualClock } from "./clockfield";

export const say = (key: PageNewWord, values?: Record<string, string | number>): string => pageText("page_new", key, values);

export type Company = "bots" | "friends" | "anyone" | "screen";

/** The seat of somebody who plays at this screen beside me. */
export const besideMe = (seat: number): SeatIn => ({ kind: "person", name: `${t("guest")} ${seat + 1}` });

/** A seat beside mine. */
export function seatFor(company: Company, seat: number, bot: string): SeatIn {
  if (company === "bots") return { kind: "bot", bot };
  return company === "screen" ? besideMe(seat) : { kind: "open" };
}

export const clockFor = (company: Company): ClockWish => (company === "anyone" ? liveClock() : usualClock());

/** Strangers meet only where the host lists tables. */
export const companies = (has: Partial<Features>): Company[] =>
  OFFLINE ? ["bots", "screen"] : (["bots", "friends", "anyone", "screen"] as const).filter((one) => one !== "anyone" || has.public_tables);

const PLACES: Record<Company, [symbol: string, x: number, y: number, size: number][]> = {
  bots: [["house-blue", 4, 21, 27], ["face-easy", 41, 8, 22], ["face-normal", 65, 8, 22], ["face-hard", 53, 28, 22]],
  friends: [["house-blue", 8, 20, 30], ["house-vermilion", 58, 20, 30]],
  anyone: [["house-blue", 36, 24, 25], ["house-green", 4, 8, 18], ["house-yellow", 74, 6, 18], ["house-purple", 6, 38, 15], ["house-vermilion", 76, 36, 16]],
  screen: [["house-blue", 22, 12, 20], ["house-vermilion", 54, 12, 20], ["house-green", 22, 31, 16], ["house-yellow", 56, 31, 16]],
};
const LINES: Partial<Record<Company, string>> = {
  friends: "M23 22C30 6 66 6 73 22",
  anyone: "M48 30L13 18M48 30L83 16M48 36L14 46M48 36L84 44",
};

function Picture({ company }: { company: Company }): JSX.Element {
  return (
    <svg class="company-picture" viewBox="0 0 96 56" aria-hidden="true">
      {company === "screen" && <rect class="company-screen" x="12" y="4" width="72" height="48" rx="6" />}
      {LINES[company] && <path class="company-lines" d={LINES[company]} />}
      {PLACES[company].map(([symbol, x, y, size]) => (
        <use key={symbol} href={`#${symbol}`} x={x} y={y} width={size} height={size} />
      ))}
    </svg>
  );
}

const KINDS: Record<Company, string> = { bots: "gas", friends: "garbage", anyone: "eco", screen: "uranium" };

interface Props {
  has: Partial<Features>;
  value: Company;
  onPick: (company: Company) => void;
}

export function CompanyPick({ has, value, onPick }: Props): JSX.Element {
  return (
    <div class="company-pick" role="radiogroup" aria-label={say("who")}>
      {companies(has).map((one) => (
        <button
          key={one}
          type="button"
          role="radio"
          aria-checked={one === value}
          class={`choice-card kind-${KINDS[one]}${one === value ? " is-active" : ""}`}
          data-company={one}
          onClick={() => onPick(one)}
        >
          <Picture company={one} />
          <span>
            <b>{say(one)}</b>
            <small>{say(`${one}_text`)}</small>
          </span>
          {one === value && <Sym id="check" cls="chosen-mark" />}
        </button>
      ))}
    </div>
  );
}
