// Checks the committed maps: `node check.mjs [--fresh]`. With --fresh every map is built again and compared.

import { existsSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { BOARDS } from "./boards.mjs";
import { OUT, readBoard } from "./data.mjs";
import { problems } from "./rules.mjs";

const MOST = 30_000; // bytes of a file as it is; see the budgets

function compare(map, board) {
  const found = [];
  const same = (what, a, b) => {
    if (JSON.stringify(a) !== JSON.stringify(b)) found.push(`${map.id}: ${what} differ from the data of the game`);
  };
  const ids = map.cities.map((c) => c.id);
  same("regions", map.regions.map((r) => r.id), board.regions.map((r) => r.id));
  same(
    "cities",
    map.cities.map((c) => [c.id, c.name, map.regions[c.region].id]),
    board.cities.map((c) => [c.id, c.name, c.region]),
  );
  same(
    "connections",
    map.lines.map(([cost, ...ends]) => [cost, ...ends.map((c) => ids[c])]),
    board.lines.map((l) => [l.cost, ...l.pairs.flat().map((c) => ids[c])]),
  );
  return found;
}

// building needs the packages of this folder, checking does not
const { buildBoard } = process.argv.includes("--fresh") ? await import("./build.mjs") : {};

let wrong = 0;
for (const config of BOARDS) {
  const file = new URL(`${config.id}.json`, OUT);
  if (!existsSync(file)) {
    console.log(`${config.id}: there is no picture yet; run build-maps ${config.id}`);
    wrong += 1;
    continue;
  }
  const text = readFileSync(file, "utf8");
  const map = JSON.parse(text);
  const found = [...problems(map), ...compare(map, readBoard(config))];
  const size = Buffer.byteLength(text);
  if (size > MOST) found.push(`${map.id}: ${size} bytes, more than ${MOST}`);
  if (buildBoard && buildBoard(config).text !== text)
    found.push(`${map.id}: building again gives another file; run build-maps`);
  for (const line of found) console.log(line);
  console.log(`${map.id}: ${size} bytes, ${gzipSync(text).length} with gzip, ${found.length} problems`);
  wrong += found.length;
}
process.exitCode = wrong ? 1 : 0;
