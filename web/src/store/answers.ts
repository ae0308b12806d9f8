// What I have said in advance, when to look at it again, and how to say something else.
import { signal } from "@preact/signals";
import type { AnswersBody, AnswersOut } from "../generated/api";
import { getJson, sendJson } from "./api";
import { refuse } from "./play";

export const said = signal<AnswersOut | null>(null);
/** Grows whenever the server says that something was used or given up. */
export const toldAnswers = signal(0);

/** How many changes are not answered yet, and what the last answer to one of them was: the next change is made to that. */
let unanswered = 0;
let known: { path: string; answers: AnswersOut } | null = null;
let sent = Promise.resolve();

/** Ask what a seat has said; who is just saying something is told by the answer to that. */
export async function askAnswers(path: string): Promise<void> {
  const found = await getJson<AnswersOut>(path).catch(() => null);
  if (found && !unanswered) said.value = found;
}

/** Change what a seat has said: one change after another, each to what the server has taken of those before. */
export function sayInAdvance(path: string, now: AnswersOut, change: (before: AnswersBody) => Partial<AnswersBody>): void {
  const { round } = now;
  const send = async () => {
    const before = known?.path === path && known.answers.round === round ? known.answers : now;
    const { bids, pass_phase, fuel, build } = { ...before, ...change(before) };
    const answers = await sendJson<AnswersOut>(path, { round, bids, pass_phase, fuel, build }, "PUT");
    known = { path, answers };
    said.value = answers;
  };
  unanswered += 1;
  sent = sent
    .then(send)
    .catch(refuse)
    .finally(() => {
      unanswered -= 1;
      if (!unanswered) known = null;
    });
}
