// Positions on one line, as docs/reference/notation.md specifies them.
import { NotationError, ValueReader, type Value } from "./values";

const START = "stromnetz-position 1 ";

/** The values of a saved position that its line leaves out. */
const EMPTY: Record<string, Value> = {
  ended: false,
  bought: [],
  sat_out: [],
  tiles: [],
  under_deck: [],
  mixed: [],
  out_of_game: [],
  removed: [],
  reshuffle: null,
  neutral: [],
  houses: {},
  modules: {},
};

/** The fields of a position, as in its JSON form. `deck` is a number where its order is hidden. */
export function parsePosition(text: string): Record<string, Value> {
  const line = text.replace(/^\ufeff/, "").trim();
  if (!line.startsWith(START)) throw new NotationError(`a position begins with '${START.trim()}'`);
  const reader = new ValueReader(line);
  reader.at = START.length;
  const out: Record<string, Value> = {};
  while (reader.at < line.length) {
    const key = reader.word();
    if (!reader.skip("=")) throw reader.bad("'='");
    if (Object.hasOwn(out, key)) throw new NotationError(`'${key}' is there twice`);
    out[key] = reader.value();
    if (reader.at < line.length && !reader.skip(" ")) throw reader.bad("a space or the end of the line");
    while (reader.skip(" ")) { /* further spaces mean nothing */ }
  }
  return "agenda" in out ? { ...structuredClone(EMPTY), asked_in: out.round ?? null, ...out } : out;
}
