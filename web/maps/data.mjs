// Reads a board from the data of the game: its regions, cities and connections.

import { readFileSync } from "node:fs";
import { parse } from "smol-toml";
import { EDITIONS } from "./boards.mjs";

/** Where the finished maps are. */
export const OUT = new URL("../src/maps/", import.meta.url);

const dataFile = (config) => new URL(config.file, EDITIONS);

/** A board as the game knows it. `bodies` are what is placed: a city, or the cities of a metropolis together. */
export function readBoard(config) {
  const file = parse(readFileSync(dataFile(config), "utf8"));
  const map = config.table ? file[config.table] : file;
  const ids = Object.keys(map.cities);
  const cities = ids.map((id) => ({ id, ...map.cities[id] }));
  const bodies = [];
  const bodyOf = new Map();
  for (const city of cities) {
    if (bodyOf.has(city.id)) continue;
    const metropolis = (map.metropolises ?? []).find((m) => m.cities.includes(city.id));
    const members = (metropolis ? metropolis.cities : [city.id]).map((id) => ids.indexOf(id));
    for (const c of members) bodyOf.set(ids[c], bodies.length);
    bodies.push(members);
  }
  const lines = [];
  const known = new Map();
  for (const [a, b, cost = null] of map.connections) {
    const ends = [bodyOf.get(a), bodyOf.get(b)];
    const key = [...ends].sort((p, q) => p - q).join();
    const pair = [ids.indexOf(a), ids.indexOf(b)];
    if (ends[0] === ends[1]) lines.push({ inner: ends[0], cost, pairs: [pair] });
    else if (known.has(key)) known.get(key).pairs.push(pair);
    else {
      const line = { ends, cost, pairs: [pair] };
      known.set(key, line);
      lines.push(line);
    }
  }
  return { id: map.id, name: map.name, styles: config.styles, regions: map.regions, cities, bodies, lines };
}

/** All choices of `count` regions that hang together by connections. */
export function regionChoices(board, count) {
  const names = board.regions.map((r) => r.id);
  const regionOf = (c) => names.indexOf(board.cities[c].region);
  const touch = names.map(() => new Set());
  for (const { pairs } of board.lines)
    for (const [a, b] of pairs) {
      touch[regionOf(a)].add(regionOf(b));
      touch[regionOf(b)].add(regionOf(a));
    }
  const found = [];
  for (let mask = 0; mask < 1 << names.length; mask++) {
    const chosen = names.map((_, i) => i).filter((i) => mask & (1 << i));
    if (chosen.length !== count) continue;
    const seen = new Set([chosen[0]]);
    for (const r of seen) for (const next of touch[r]) if (mask & (1 << next)) seen.add(next);
    if (seen.size === count) found.push(chosen);
  }
  return found;
}
