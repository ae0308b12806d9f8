// Names of cities can be read: for every choice of regions, in the panes that the map gets in small windows.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { build } from "esbuild";
import { BOARDS } from "../../maps/boards.mjs";
import { readBoard, regionChoices } from "../../maps/data.mjs";

const SOURCE = join(import.meta.dirname, "../../src");
const { outputFiles } = await build({ entryPoints: [join(SOURCE, "maps/fit.ts")], bundle: true, format: "esm", write: false });
const { fitView, fittingOf, placementAt, plateScale } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);

/** The map in windows of 1024 x 768, 1280 x 720 and 768 x 1024, as map.test.mjs measures it, with its buttons. */
const PANES = [[592, 532], [710, 484], [768, 524]];
const FONT = 15;
const LEAST = 11;

for (const config of BOARDS) {
  test(`names are at least ${LEAST} px for every choice of regions: ${config.id}`, () => {
    const map = JSON.parse(readFileSync(join(SOURCE, `maps/${config.id}.json`), "utf8"));
    const board = readBoard(config);
    const choices = map.regions.flatMap((_, i) => regionChoices(board, i + 1));
    assert.ok(choices.length >= 3);
    for (const chosen of choices.filter((one) => one.length <= Math.min(5, map.regions.length))) {
      const fitting = fittingOf(map, (city) => chosen.includes(map.cities[city].region));
      for (const [width, height] of PANES) {
        const keep = [{ x: width - 48, y: height - 153, w: 34, h: 139 }];
        const { k } = fitView(fitting, { width, height, keep, room: [224, 92] });
        const size = FONT * plateScale(fitting, placementAt(fitting, k), k);
        assert.ok(size >= LEAST, `${chosen.map((one) => map.regions[one].id)} in ${width} x ${height}: ${size}`);
      }
    }
  });
}
