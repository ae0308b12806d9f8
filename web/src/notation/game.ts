// Whole games in notation, as docs/reference/notation.md specifies them. The rules are in the server: this reads what a
// game says, and does not play it.
import type { Move } from "../generated/moves";
import { parseMove } from "./moves";
import { NotationError, ValueReader, type Value } from "./values";

const FIRST_LINE = "stromnetz-game 1";

/** A move, or without one an undo. `seat` is null where only the rules know it; `joined` moves belong to the row before. */
export interface NotationRow { seat: number | null; move: Move | null; joined: boolean }

export interface NotationGame {
  edition: string;
  map: string;
  players: number;
  revision: number;
  /** All fields of the header, also those that this version does not know. */
  header: Record<string, Value>;
  /** From row 1 on: row 0 is the set-up. */
  rows: NotationRow[];
}

/** Add the number of the line to an error. */
function at<T>(line: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof NotationError ? new NotationError(`line ${line}: ${error.message}`) : error;
  }
}

function readField(line: string): [string, Value] {
  const colon = line.indexOf(":");
  if (colon < 0) throw new NotationError(`a line of the header is 'NAME: VALUE', not '${line}'`);
  const reader = new ValueReader(line.slice(colon + 1).trim());
  const value = reader.value();
  reader.end();
  return [line.slice(0, colon), value];
}

function readRow(line: string): NotationRow {
  const found = /^(\+|[0-9]{1,3}) +(.*)$/.exec(line);
  const [who, text] = found ? [found[1]!, found[2]!] : ["", line];
  const move = text.trim() === "undo" ? null : parseMove(text);
  return { seat: who === "" || who === "+" ? null : Number(who), move, joined: who === "+" };
}

/** The game of a text; throws a `NotationError` that names the line. */
export function parseGame(text: string): NotationGame {
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/).map((line, i): [number, string] => [i + 1, line.trim()]);
  const first = lines.findIndex(([, line]) => line !== "");
  if (first < 0 || lines[first]![1] !== FIRST_LINE) throw new NotationError(`a game begins with '${FIRST_LINE}'`);
  const rest = lines.slice(first + 1);
  const end = rest.findIndex(([, line]) => line === "");
  const says = ([, line]: [number, string]) => line !== "" && !line.startsWith("#");
  const header: Record<string, Value> = {};
  for (const [number, line] of (end < 0 ? rest : rest.slice(0, end)).filter(says)) {
    const [key, value] = at(number, () => readField(line));
    if (Object.hasOwn(header, key)) throw new NotationError(`line ${number}: '${key}' is there twice`);
    header[key] = value;
  }
  const rows = end < 0 ? [] : rest.slice(end).filter(says).map(([number, line]) => at(number, () => readRow(line)));
  const { edition, map, players, revision } = header;
  if (typeof edition !== "string" || typeof map !== "string" || typeof players !== "number" || typeof revision !== "number") {
    throw new NotationError("the header needs edition, map, players and revision");
  }
  let seat: number | null = null;
  for (const row of rows) {
    if (row.joined) row.seat = seat;
    seat = row.seat;
  }
  return { edition, map, players, revision, header, rows };
}
