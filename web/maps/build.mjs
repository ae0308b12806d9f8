// Writes ../src/maps/<board>.json: `node build.mjs [--keep] [board ...]`. With --keep the plates stay where the last
// build put them, which is quick: for work on outlines and names.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { BOARDS } from "./boards.mjs";
import { OUT, readBoard } from "./data.mjs";
import { outlines, pathOf, projectionOf, ringArea, simplify } from "./geo.mjs";
import { placement, scales } from "./layout.mjs";
import { placeNames } from "./names.mjs";
import { planetOutlines } from "./planet.mjs";
import { regionShapes } from "./regions.mjs";
import { planetRelief } from "./relief.mjs";
import { FRAME, leastScale, problems } from "./rules.mjs";

const costBoxes = ({ lines, cost }) => lines.map(([x, y]) => ({ x, y, w: cost[1], h: cost[2] }));
const point = ([x, y]) => ({ x, y });

export function buildBoard(config, log = () => {}, known = {}) {
  const board = readBoard(config);
  const projection = projectionOf(config.projection);
  const where = (c) => (config.projection ? [c.lon, c.lat] : config.spot(c));
  const km = board.cities.map((c) => projection(where(c)));
  const { play, whole, least } = scales(board, km, config);
  const k = whole / play;
  // Units of the map: pixels of the placement "play"; the origin is the corner of the whole board in its frame.
  const xs = km.map((p) => p[0]);
  const ys = km.map((p) => p[1]);
  const size = FRAME.map((v) => v / k);
  projection
    .scale(projection.scale() * play)
    .translate([
      size[0] / 2 - ((Math.min(...xs) + Math.max(...xs)) / 2) * play,
      size[1] / 2 - ((Math.min(...ys) + Math.max(...ys)) / 2) * play,
    ]);
  const spots = board.cities.map((c) => projection(where(c)));
  const bodySpots = board.bodies.map((members) =>
    [0, 1].map((d) => members.reduce((sum, c) => sum + spots[c][d], 0) / members.length),
  );
  const room = [-0.03 * size[0], -0.03 * size[1], 1.03 * size[0], 1.03 * size[1]];
  const moves = 500_000;
  const first = placement(board, bodySpots, "play", 1, {
    known: known.play,
    limit: room,
    seed: config.seed,
    moves: 2 * moves,
    pull: 1.4,
  });
  const edge = 8;
  const second = placement(board, bodySpots, "whole", k, {
    known: known.whole,
    limit: [edge, edge, FRAME[0] - edge, FRAME[1] - edge],
    seed: config.seed + 1,
    moves,
    pull: 0.8,
  });

  const sheet = [-0.3 * size[0], -0.3 * size[1], 1.3 * size[0], 1.3 * size[1]];
  const more = (config.belongs ?? []).map(([region, ...at]) => ({ ...point(projection(at)), w: 40, h: 40, region }));
  const boxes = board.cities.map((c, i) => {
    const [x, y, w] = first.json.plates[i];
    return { x, y, w, h: first.json.height, region: c.region };
  });
  const shapes = regionShapes([...boxes, ...more], board.regions, sheet);
  const { land, others, water } = config.projection
    ? outlines(config, projection, sheet)
    : planetOutlines([...boxes, ...costBoxes(first.json)], size, config.seed);
  const inRegion = boxes.map((box) => ({ ...box, region: board.regions.findIndex((r) => r.id === box.region) }));
  const relief = config.projection ? null : planetRelief([...boxes, ...costBoxes(first.json)], inRegion, size.map((v) => Math.round(v)), config.seed);
  // Coarser where the frame seldom looks.
  const detail = (base) => (x, y) => {
    const out = Math.max(-x, x - size[0], -y, y - size[1], 0);
    return base * (1 + (out / 60) ** 2);
  };
  const tidy = (rings, base, least) =>
    rings.map((r) => simplify(r, detail(base))).filter((r) => Math.abs(ringArea(r)) > least);
  const fine = config.detail ?? 2;
  const json = {
    id: board.id,
    name: board.name,
    size: size.map((v) => Math.round(v)),
    land: pathOf(tidy(land, fine, 6 * fine), fine > 2 ? 1 : 2),
    others: pathOf(tidy(others, fine * 5, 80)),
    ...(water.length ? { water: pathOf(tidy(water, fine * 3, 60)) } : {}),
    ...(relief ? { relief } : {}),
    regions: board.regions.map((r, i) => ({ id: r.id, name: r.name, color: r.color ?? config.colors[i], path: pathOf(shapes[i]) })),
    cities: board.cities.map((c, i) => ({
      id: c.id,
      name: c.name,
      region: board.regions.findIndex((r) => r.id === c.region),
      at: spots[i].map((v) => Math.round(v)),
    })),
    lines: board.lines.map((l) => [l.cost, ...l.pairs.flat()]),
    ...(first.json.cards ? { metropolises: board.bodies.filter((b) => b.length > 1) } : {}),
    play: first.json,
    whole: second.json,
  };
  json.names = placeNames(json, config, projection, { land, others });
  json.play.scale = leastScale(json, "play", 1);
  json.whole.scale = leastScale(json, "whole", k);
  const text = `${JSON.stringify(json)}\n`;
  for (const [kind, done] of [["play", first], ["whole", second]]) {
    const sorted = [...done.shifts].sort((a, b) => a - b);
    const far = done.shifts.indexOf(sorted.at(-1));
    log(
      `${board.id} ${kind}: shift median ${sorted[sorted.length >> 1].toFixed(0)},` +
        ` 90 % ${sorted[Math.floor(sorted.length * 0.9)].toFixed(0)}, largest ${sorted.at(-1).toFixed(0)}` +
        ` (${board.cities[board.bodies[far][0]].name}), bent ${done.json.lines.filter((l) => l.length > 2).length}`,
    );
  }
  const { length } = text;
  log(
    `${board.id}: play ${json.play.scale}, whole at ${k.toFixed(3)}, ${json.whole.scale}, least choice at ${(least / play).toFixed(2)}, land ${json.land.length},` +
      ` others ${json.others.length}, ${length} bytes, gzip ${gzipSync(text).length}`,
  );
  return { text, json };
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  mkdirSync(OUT, { recursive: true });
  const only = process.argv.slice(2).filter((a) => a !== "--keep");
  const keep = process.argv.includes("--keep");
  for (const config of BOARDS.filter((b) => !only.length || only.includes(b.id))) {
    const file = new URL(`${config.id}.json`, OUT);
    const { text, json } = buildBoard(config, console.log, keep ? JSON.parse(readFileSync(file, "utf8")) : {});
    writeFileSync(file, text);
    const found = problems(json);
    for (const p of found) console.log(`  ${p}`);
    if (found.length) process.exitCode = 1;
  }
}
