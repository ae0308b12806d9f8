// The sketches of puzzles, all that ship: every name can be read, wide and on a phone. They say the same in all
// languages, as cities are called the same in all; that answers name no other city is looked at in each of them.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { test } from "node:test";
import { build } from "esbuild";

const entry = new URL("../../src/maps/sketch.ts", import.meta.url).pathname;
const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: "esm", write: false });
const { sketched } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
const more = { cwd: resolve(import.meta.dirname, "../../.."), encoding: "utf8", maxBuffer: 2 ** 26 };
const ALL = JSON.parse(execFileSync(process.env.STROMNETZ_PYTHON ?? "python3", ["-m", "tests.web.puzzles"], more));

/** So much of two rectangles lies over each other. */
function shared(a, b) {
  const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  return w > 0 && h > 0 ? w * h : 0;
}

for (const [window, narrow] of [["wide", false], ["on a phone", true]]) {
  test(`no name in a sketch lies over another or leaves the picture, ${window}`, () => {
    assert.ok(ALL.length >= 50, `${ALL.length} sketches are not all`);
    const found = [];
    for (const { id, drawing, spoken } of ALL) {
      const { size, cities, names, texts, costs } = sketched(drawing, narrow);
      assert.deepEqual([cities.length, names.length, costs.length], [drawing.cities.length, drawing.cities.length, drawing.connections.length]);
      for (const city of spoken) assert.ok(drawing.cities.some((one) => one.name === city), `${id}: ${city} is not drawn`);
      names.forEach((one, i) => {
        if (one.x < 0 || one.y < 0 || one.x + one.w > size[0] || one.y + one.h > size[1]) found.push(`${id}: ${texts[i]} leaves the picture`);
        names.slice(0, i).forEach((other, j) => {
          if (shared(one, other)) found.push(`${id}: ${texts[i]} lies over ${texts[j]}`);
        });
      });
      for (const [x, y] of [...cities, ...costs]) assert.ok(x > 8 && y > 8 && x < size[0] - 8 && y < size[1] - 8, id);
    }
    assert.deepEqual(found, []);
  });
}
