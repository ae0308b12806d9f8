// The tests of several files with one server and one browser:  node tests/browser/together.mjs FILE.test.mjs FILE.test.mjs
// To start these takes longer than many a file's tests. One file alone: node --test tests/browser/FILE.test.mjs
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { share } from "./stage.mjs";

const files = process.argv.slice(2);
const wanted = {};
for (const file of files) {
  const found = /await stage\((?:"(\w+)")?\)/.exec(readFileSync(join(import.meta.dirname, file), "utf8"));
  if (found?.[1]) wanted[file] = found[1];
}
const { turn, clear, end } = await share(wanted);
for (const file of files) {
  turn(file);
  await import(`./${file}`);
  // tests run one after another: when this one is through, so are those of the file
  await test(`${file} is over`, clear);
}
await test("the server is closed", end);
