// What I have said in advance, when to look at it again, and how to say something else.
import { signal } from "@preact/signals";
import type { AnswersBody, AnswersOut } from "../generated/api";
import { getJson, sendJson } from "./api";
import { refuse } from "./play";

export const said = signal<AnswersOut | null>(null);
/** Grows whenever the server says that something was used or given up. */
export const toldAnswers = signal(0);

/** What was said last and is not answered yet, and for which seat: the next change is made to this. */
let wanted: { path: string; body: AnswersBody } | null = null;
let sent = Promise.resolve();

/** Ask what a seat has said; who is just saying something is told by the answer to that. */
export async function askAnswers(path: string): Promise<void> {
  const found = await getJson<AnswersOut>(path).catch(() => null);
  if (found && !wanted) said.value = found;
}

/** Change what a seat has said. */
export function sayInAdvance(path: string, now: AnswersOut, change: (before: AnswersBody) => Partial<AnswersBody>): void {
  const { round } = now;
  const before = wanted?.path === path && wanted.body.round === round ? wanted.body : now;
  const { bids, pass_phase, fuel, build } = { ...before, ...change(before) };
  const mine = (wanted = { path, body: { round, bids, pass_phase, fuel, build } });
  // one after another, or an older one may come last
  sent = sent
    .then(() => sendJson<AnswersOut>(path, mine.body, "PUT"))
    .then((one) => void (said.value = one), refuse)
    .finally(() => {
      if (wanted === mine) wanted = null;
    });
}
