// The values of game and position notation, as docs/reference/notation.md specifies them.

export type Value = number | boolean | null | string | Value[] | { [key: string]: Value };

/** A text that is not in notation; the message says what there must be, and `line` or `column` where. */
export class NotationError extends Error {}

const WORD = /[A-Za-z0-9_.-]+/y;
const NUMBER = /^-?[0-9]{1,300}$/;
const QUOTED = /"(?:[^"\\\x00-\x1f]|\\.)*"/y;
const CONSTANTS: Record<string, boolean | null> = { true: true, false: false, null: null };
const MAX_DEPTH = 16;

/** Reads values from a line, from left to right. */
export class ValueReader {
  at = 0;

  constructor(readonly line: string) {}

  value(depth = 0): Value {
    if (depth > MAX_DEPTH) throw this.bad(`at most ${MAX_DEPTH} lists in one another`);
    if (this.skip("[")) return this.items("]", () => this.value(depth + 1));
    if (this.skip("{")) {
      const pairs = this.items("}", () => this.pair(depth));
      if (new Set(pairs.map(([key]) => key)).size < pairs.length) throw this.bad("an object that names each of its fields once");
      return Object.fromEntries(pairs);
    }
    if (this.line[this.at] === '"') return this.quoted();
    const word = this.word();
    if (NUMBER.test(word)) return Number(word);
    return Object.hasOwn(CONSTANTS, word) ? CONSTANTS[word]! : word;
  }

  word(): string {
    const found = this.match(WORD);
    if (found === null) throw this.bad("a value");
    return found;
  }

  /** Whether this mark comes next; if so, go past it. */
  skip(mark: string): boolean {
    if (!this.line.startsWith(mark, this.at)) return false;
    this.at += mark.length;
    return true;
  }

  /** Check that nothing follows. */
  end(): void {
    if (this.at < this.line.length) throw this.bad("the end of the line");
  }

  bad(wanted: string): NotationError {
    const rest = this.line.slice(this.at);
    const found = rest ? JSON.stringify(rest.slice(0, 12)) : "the end of the line";
    return new NotationError(`column ${this.at + 1}: there must be ${wanted}, not ${found}`);
  }

  private quoted(): string {
    const start = this.at;
    try {
      return JSON.parse(this.match(QUOTED) ?? "") as string;
    } catch {
      this.at = start;
      throw this.bad("a text in quotation marks, as in JSON");
    }
  }

  private pair(depth: number): [string, Value] {
    const key = this.line[this.at] === '"' ? this.quoted() : this.word();
    if (!this.skip(":")) throw this.bad("':'");
    return [key, this.value(depth + 1)];
  }

  private items<T>(last: string, read: () => T): T[] {
    const out: T[] = [];
    if (this.skip(last)) return out;
    for (;;) {
      out.push(read());
      if (this.skip(last)) return out;
      if (!this.skip(",")) throw this.bad(`',' or '${last}'`);
    }
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.line);
    if (found === null) return null;
    this.at += found[0].length;
    return found[0];
  }
}
