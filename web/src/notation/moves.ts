// Moves in notation: "open 04@7" and so on, as docs/reference/notation.md specifies them.
import type { Move } from "../generated/moves";
import { MOVE_FIELDS, type FieldForm } from "../generated/notation";
import type { CardRef } from "../generated/parts";
import { NotationError } from "./values";

const isNumber = (word = ""): boolean => /^[0-9]+$/.test(word);

function text(words: string[]): string {
  const word = words.shift();
  if (word === undefined) throw new NotationError("a value is missing");
  return word.toLowerCase();
}

function number(words: string[]): number {
  const word = text(words);
  if (!isNumber(word)) throw new NotationError(`there must be a number, not '${word}'`);
  return Number(word);
}

function card(words: string[]): CardRef {
  const word = text(words);
  return isNumber(word) ? Number(word) : word;
}

/** All cards; before amounts of fuel, those up to the first word that is no number and stands before one. */
function cards(words: string[], last: boolean): CardRef[] {
  const out: CardRef[] = [];
  while (words.length && (last || isNumber(words[0]) || words.length % 2 || !isNumber(words[1]))) out.push(card(words));
  return out;
}

function amounts(words: string[]): Record<string, number> {
  const out: Record<string, number> = {};
  while (words.length) {
    const fuel = text(words);
    out[fuel] = number(words);
  }
  return out;
}

/** What a field takes from the words; `last` if no other field follows. */
const TAKE: Record<FieldForm, (words: string[], last: boolean) => unknown> = { text, city: text, number, card, cards, amounts };

/** The move that a line in notation, or JSON where its notation would lose something, describes. */
export function parseMove(line: string): Move {
  if (line.startsWith("{")) {
    try {
      return JSON.parse(line) as Move;
    } catch {
      throw new NotationError(`'${line}' is not JSON`);
    }
  }
  const words = line.split(/\s+/).filter(Boolean);
  const kind = words.shift()?.toLowerCase() ?? "";
  if (!Object.hasOwn(MOVE_FIELDS, kind)) throw new NotationError(`'${line}' isn't a move`);
  if (kind === "open") words.splice(0, words.length, ...words.join(" ").split(/[@ ]+/));
  const move: Record<string, unknown> = { kind };
  const fields = Object.entries(MOVE_FIELDS[kind as Move["kind"]]);
  for (const [i, [name, form]] of fields.entries()) {
    // the fuel of a run may be left out
    if (form === "amounts" && i > 0 && !words.length) continue;
    move[name] = TAKE[form](words, i === fields.length - 1);
  }
  if (words.length) throw new NotationError(`'${line}' isn't a move: '${words.join(" ")}' is too much`);
  return move as unknown as Move;
}
