// What I have said in advance, and when to look at it again.
import { signal } from "@preact/signals";
import type { AnswersOut } from "../generated/api";

export const said = signal<AnswersOut | null>(null);
/** Grows whenever the server says that something was used or given up. */
export const toldAnswers = signal(0);
