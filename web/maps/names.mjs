// Names of countries and seas: as near to the wished spot as nothing else stands.

import { gap, inBox } from "./geometry.mjs";
import { countryWidth } from "./metrics.mjs";
import { FRAME, pixels } from "./rules.mjs";

const HEIGHT = 12;

/** For each name its words and its spots [x, y] in both placements; null where no room is left. */
export function placeNames(map, config, projection, { land, others }) {
  const names = (config.names ?? []).map((n) => ({ ...n, spot: n.point ?? projection(n.at) }));
  const taken = { play: [], whole: [] };
  const on = (rings, x, y) => rings.reduce((odd, ring) => odd !== inside(ring, x, y), false);
  return names.map(({ text, spot, sea }) => {
    const w = Math.max(...Object.values(text).map(countryWidth)) + 8;
    const dry = (x, y) => on(land, x, y) || (sea && on(others, x, y));
    const done = sea ? { text, sea } : { text };
    for (const kind of ["play", "whole"]) {
      const found = freeSpot(map, kind, spot, w, taken[kind], dry);
      if (found) taken[kind].push(found);
      const k = kind === "play" ? 1 : FRAME[0] / map.size[0];
      done[kind] = found ? [found.x, found.y].map((v) => Math.round((v / k) * 10) / 10) : null;
    }
    return done;
  });
}

function inside(ring, x, y) {
  let odd = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [[ax, ay], [bx, by]] = [ring[i], ring[j]];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  }
  return odd;
}

function freeSpot(map, kind, spot, w, taken, dry) {
  const k = kind === "play" ? 1 : FRAME[0] / map.size[0];
  const { bodies, lines } = pixels(map, kind, k);
  const frame = map.size.map((v) => v * k);
  const free = (x, y) => {
    if (x - w / 2 < 4 || y - HEIGHT < 4 || x + w / 2 > frame[0] - 4 || y + HEIGHT > frame[1] - 4) return false;
    const clear = (b, more) => gap(x, y, w, HEIGHT, b.x, b.y, b.w, b.h) >= more;
    if (!bodies.every((b) => clear(b, 5)) || !taken.every((b) => clear(b, 10))) return false;
    if (!lines.every((l) => clear(l.label, 4))) return false;
    for (let f = -0.5; f <= 0.5; f += 0.125)
      for (const dy of [-6, 6]) if (dry((x + f * w) / k, (y + dy) / k)) return false;
    return lines.every(({ points }) => {
      for (let s = 0; s + 1 < points.length; s++)
        if (inBox(...points[s], ...points[s + 1], x, y, w / 2 + 3, HEIGHT / 2 + 3) > 0) return false;
      return true;
    });
  };
  const [x, y] = spot.map((v) => v * k);
  for (let r = 0; r <= 90; r += 5)
    for (let a = 0; a < (r ? 16 : 1); a++) {
      const [px, py] = [x + r * Math.cos((a * Math.PI) / 8), y + r * Math.sin((a * Math.PI) / 8) * 0.7];
      if (free(px, py)) return { x: Math.round(px), y: Math.round(py), w, h: HEIGHT };
    }
  return null;
}
