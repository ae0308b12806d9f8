// The readers of game and position notation (docs/reference/notation.md), with what Python writes of every golden game.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { build } from "esbuild";

const ROOT = resolve(import.meta.dirname, "../../..");
const SOURCE = join(ROOT, "web/src/notation");
const entry = ["values", "moves", "game", "position"].map((name) => `export * from "./${name}";`).join("\n");
const { outputFiles } = await build({ stdin: { contents: entry, resolveDir: SOURCE }, bundle: true, format: "esm", write: false });
const { NotationError, ValueReader, parseGame, parseMove, parsePosition } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);

const python = process.env.STROMNETZ_PYTHON ?? "python3";
const written = execFileSync(python, ["-m", "tests.web.notation"], { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 26 });
const samples = written.trim().split("\n").map((line) => JSON.parse(line));

test("Python writes every golden game", () => {
  const files = readdirSync(join(ROOT, "tests/golden/games")).map((file) => file.replace(".txt", ""));
  assert.deepEqual(samples.map((sample) => sample.name).sort(), [...files, "with undos"].sort());
});

for (const { name, text, names, header, position, rows, lines } of samples) {
  test(`a game is read as Python wrote it: ${name}`, () => {
    const game = parseGame(text);
    assert.deepEqual({ ...game.header, ...header }, game.header);
    assert.deepEqual([game.edition, game.map, game.players, game.revision], [header.edition, header.map, header.players, header.revision]);
    assert.deepEqual(game.header.names, names);
    assert.deepEqual(game.header.position ?? null, position);
    assert.deepEqual(game.rows, rows);
    assert.deepEqual(parseGame(`\ufeff\r\n${text.replaceAll("\n", "\r\n")}`), game);
    for (const { line, fields } of lines) assert.deepEqual(parsePosition(` ${line}\n`), fields);
  });
}

test("the games have undone moves, moves made together, and every kind of move", () => {
  const all = samples.flatMap((sample) => sample.rows);
  assert.ok(all.some((row) => row.move === null));
  assert.ok(all.some((row) => row.joined));
  assert.equal(new Set(all.flatMap((row) => row.move?.kind ?? [])).size, 19);
});

test("moves that their notation does not give back are JSON", () => {
  assert.deepEqual(parseMove('{"kind":"run","plants":[],"burn":{}}'), { kind: "run", plants: [], burn: {} });
  assert.deepEqual(parseMove("RUN 04 05a coal 2"), { kind: "run", plants: [4, "05a"], burn: { coal: 2 } });
  assert.deepEqual(parseMove("open 4 @ 7"), { kind: "open", plant: 4, bid: 7 });
});

const GAME = "stromnetz-game 1\nedition: classic-2004\nmap: germany\nplayers: 2\nrevision: 3\nlater: [1]\n\n# a remark\n0 connect essen\n+ done\n0 undo\npass\n";

test("fields of later versions, remarks and lines without a seat are read", () => {
  const game = parseGame(GAME);
  assert.deepEqual(game.header.later, [1]);
  assert.deepEqual(game.rows, [
    { seat: 0, move: { kind: "connect", city: "essen" }, joined: false },
    { seat: 0, move: { kind: "done" }, joined: true },
    { seat: 0, move: null, joined: false },
    { seat: null, move: { kind: "pass" }, joined: false },
  ]);
});

for (const [what, read, message] of [
  ["another version", () => parseGame(GAME.replace("game 1", "game 2")), /a game begins with 'stromnetz-game 1'/],
  ["nothing", () => parseGame(""), /a game begins with/],
  ["a line without a colon", () => parseGame(GAME.replace("map: ", "map ")), /line 3: a line of the header is 'NAME: VALUE'/],
  ["a field twice", () => parseGame(GAME.replace("later: [1]", "map: usa")), /line 6: 'map' is there twice/],
  ["no map", () => parseGame(GAME.replace("map: germany\n", "")), /the header needs edition, map/],
  ["half a list", () => parseGame(GAME.replace("[1]", "[1")), /line 6: column 3: there must be ',' or ']', not the end of the line/],
  ["an unknown move", () => parseGame(GAME.replace("connect", "conect")), /line 9: 'conect essen' isn't a move/],
  ["a value too many", () => parseGame(GAME.replace("essen", "essen now")), /line 9: .* 'now' is too much/],
  ["a missing value", () => parseMove("bid"), /a value is missing/],
  ["a word for a number", () => parseMove("bid x"), /there must be a number, not 'x'/],
  ["broken JSON", () => parseMove("{"), /is not JSON/],
  ["a name of every object", () => parseMove("constructor"), /isn't a move/],
  ["no position", () => parsePosition("stromnetz-position 2 round=1"), /a position begins with 'stromnetz-position 1'/],
  ["a field without a value", () => parsePosition("stromnetz-position 1 round"), /column 27: there must be '=', not the end/],
  ["a position's field twice", () => parsePosition("stromnetz-position 1 round=1 round=1"), /'round' is there twice/],
  ["no space", () => parsePosition("stromnetz-position 1 round=1,"), /column 29: there must be a space or the end of the line, not ","/],
  ["a broken text", () => new ValueReader('"a').value(), /column 1: there must be a text in quotation marks/],
  ["a key twice", () => new ValueReader("{a:1,a:2}").value(), /names each of its fields once/],
  ["deep lists", () => new ValueReader("[".repeat(50)).value(), /at most 16 lists/],
]) {
  test(`${what} is refused`, () => assert.throws(read, (error) => error instanceof NotationError && message.test(error.message)));
}
