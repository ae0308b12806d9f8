// The landscape of the imaginary planet: the file holds what the build draws, and nothing lies under a plate or a line's cost.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { BOARDS } from "../../maps/boards.mjs";
import { planetRelief } from "../../maps/relief.mjs";

const map = JSON.parse(readFileSync(join(import.meta.dirname, "../../src/maps/planet.json"), "utf8"));
const plates = map.cities.map(({ region }, i) => ({ x: map.play.plates[i][0], y: map.play.plates[i][1], w: map.play.plates[i][2], h: map.play.height, region }));
const costs = map.play.lines.map(([x, y]) => ({ x, y, w: map.play.cost[1], h: map.play.cost[2] }));
const { seed } = BOARDS.find((one) => one.id === map.id);

test("the landscape of the planet is what the build draws, the same each time", () => {
  assert.deepEqual(map.relief, planetRelief([...plates, ...costs], plates, map.size, seed));
});

test("the landscape has mountains, craters and dunes, within the board and beside the middle of plates", () => {
  const starts = Object.fromEntries(Object.entries(map.relief).map(([name, path]) => [name, [...path.matchAll(/M(-?\d+) (-?\d+)/g)].map(([, x, y]) => [Number(x), Number(y)])]));
  for (const [name, spots] of Object.entries(starts)) {
    assert.ok(spots.length > 40, `${spots.length} shapes: ${name}`);
    for (const [x, y] of spots) assert.ok(x > -60 && y > -60 && x < map.size[0] + 60 && y < map.size[1] + 60);
  }
  const covered = starts.dark.filter(([x, y]) => plates.some((one) => Math.abs(x - one.x) < one.w / 4 && Math.abs(y - one.y) < one.h / 4));
  assert.deepEqual(covered, []);
});
