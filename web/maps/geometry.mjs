// Plane geometry of boxes and lines, for placing and for checking.

/** Length of the part of the segment that lies in the box round (x, y) with half sizes hw and hh. */
export function inBox(ax, ay, bx, by, x, y, hw, hh) {
  if (ax < x - hw && bx < x - hw) return 0;
  if (ax > x + hw && bx > x + hw) return 0;
  if (ay < y - hh && by < y - hh) return 0;
  if (ay > y + hh && by > y + hh) return 0;
  const dx = bx - ax;
  const dy = by - ay;
  let t0 = 0;
  let t1 = 1;
  if (dx === 0) {
    if (Math.abs(ax - x) > hw) return 0;
  } else {
    const p = (x - hw - ax) / dx;
    const q = (x + hw - ax) / dx;
    t0 = Math.max(t0, Math.min(p, q));
    t1 = Math.min(t1, Math.max(p, q));
  }
  if (dy === 0) {
    if (Math.abs(ay - y) > hh) return 0;
  } else {
    const p = (y - hh - ay) / dy;
    const q = (y + hh - ay) / dy;
    t0 = Math.max(t0, Math.min(p, q));
    t1 = Math.min(t1, Math.max(p, q));
  }
  return t1 > t0 ? (t1 - t0) * Math.hypot(dx, dy) : 0;
}

/** Do the segments ab and cd cross? */
export function crosses(ax, ay, bx, by, cx, cy, dx, dy) {
  const side = (px, py, qx, qy, rx, ry) => (qx - px) * (ry - py) - (qy - py) * (rx - px);
  return (
    side(ax, ay, bx, by, cx, cy) * side(ax, ay, bx, by, dx, dy) < 0 &&
    side(cx, cy, dx, dy, ax, ay) * side(cx, cy, dx, dy, bx, by) < 0
  );
}

/** How far apart two boxes are; negative where they overlap. */
export function gap(x1, y1, w1, h1, x2, y2, w2, h2) {
  return Math.max(Math.abs(x1 - x2) - (w1 + w2) / 2, Math.abs(y1 - y2) - (h1 + h2) / 2);
}

/** Control point of the quadratic curve from a to b that bulges by `bend` to the right of its direction. */
export function control(ax, ay, bx, by, bend) {
  const length = Math.hypot(bx - ax, by - ay) || 1;
  return [(ax + bx) / 2 - ((by - ay) / length) * bend * 2, (ay + by) / 2 + ((bx - ax) / length) * bend * 2];
}

export function onCurve(ax, ay, cx, cy, bx, by, t) {
  const s = 1 - t;
  return [s * s * ax + 2 * s * t * cx + t * t * bx, s * s * ay + 2 * s * t * cy + t * t * by];
}

/** Random numbers in [0, 1) from a seed. */
export function random(seed) {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), a | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
