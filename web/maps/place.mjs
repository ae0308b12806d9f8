// Places the plates of one board at one scale: simulated annealing from a fixed seed. All lengths are pixels.
//
// What is moved: the plates, the place of each cost plate on its line, and how far a line bends. What counts: plates
// and cost plates keep clear of each other and of foreign lines, the compass direction between neighbours stays true,
// plates stay near their true spots, lines stay straight and do not cross.

import { Delaunay } from "d3-delaunay";
import { control, crosses, gap, inBox, onCurve, random } from "./geometry.mjs";

const PIECES = 8; // segments of a bent line
const REACH = 32; // further from its line than this nothing of it reaches, its cost plate included
const WEIGHT = { hard: 14, shift: 1, turn: 60, cross: 30, narrow: 6, bend: 0.9, lone: 0.4 };

/**
 * `bodies`: {x, y, w, h} at the true spots; `lines`: {a, b, w, h} with the size of the cost plate; `limit`: the frame
 * [x0, y0, x1, y1] that plates must not leave; `pull`: how much a plate minds being off its spot.
 */
export function place({ bodies, lines, style, limit, seed, moves, start, pull = 1 }) {
  const n = bodies.length;
  const m = lines.length;
  const rand = random(seed);
  const X = Float64Array.from(start ?? bodies, (b) => b.x);
  const Y = Float64Array.from(start ?? bodies, (b) => b.y);
  const W = Float64Array.from(bodies, (b) => b.w);
  const H = Float64Array.from(bodies, (b) => b.h);
  const T = new Float64Array(m).fill(0.5);
  const B = new Float64Array(m);
  const CX = new Float64Array(m);
  const CY = new Float64Array(m);
  const pts = lines.map(() => new Float64Array(2 * (PIECES + 1)));
  const count = new Int32Array(m).fill(2);
  const box = lines.map(() => new Float64Array(4));
  const incident = bodies.map((_, i) => lines.flatMap((l, k) => (l.a === i || l.b === i ? [k] : [])));
  const pairs = neighbours(bodies, lines);
  const near = bodies.map((_, i) => pairs.filter((p) => p.i === i || p.j === i));

  function clampBody(i) {
    X[i] = Math.min(Math.max(X[i], limit[0] + W[i] / 2), limit[2] - W[i] / 2);
    Y[i] = Math.min(Math.max(Y[i], limit[1] + H[i] / 2), limit[3] - H[i] / 2);
  }

  function refresh(k) {
    const { a, b } = lines[k];
    const p = pts[k];
    const [ax, ay, bx, by] = [X[a], Y[a], X[b], Y[b]];
    let t0;
    let t1;
    if (B[k] === 0) {
      count[k] = 2;
      p[0] = ax;
      p[1] = ay;
      p[2] = bx;
      p[3] = by;
      const dx = Math.abs(bx - ax);
      const dy = Math.abs(by - ay);
      t0 = Math.min(W[a] / 2 / dx, H[a] / 2 / dy, 1);
      t1 = 1 - Math.min(W[b] / 2 / dx, H[b] / 2 / dy, 1);
      const t = t1 > t0 ? t0 + (t1 - t0) * T[k] : 0.5;
      CX[k] = ax + (bx - ax) * t;
      CY[k] = ay + (by - ay) * t;
    } else {
      const [cx, cy] = control(ax, ay, bx, by, B[k]);
      count[k] = PIECES + 1;
      for (let s = 0; s <= PIECES; s++) {
        const q = onCurve(ax, ay, cx, cy, bx, by, s / PIECES);
        p[2 * s] = q[0];
        p[2 * s + 1] = q[1];
      }
      const inside = (t, i) => {
        const q = onCurve(ax, ay, cx, cy, bx, by, t);
        return Math.abs(q[0] - X[i]) < W[i] / 2 && Math.abs(q[1] - Y[i]) < H[i] / 2;
      };
      for (t0 = 0; t0 < 1 && inside(t0, a); ) t0 += 0.04;
      for (t1 = 1; t1 > 0 && inside(t1, b); ) t1 -= 0.04;
      const q = onCurve(ax, ay, cx, cy, bx, by, t1 > t0 ? t0 + (t1 - t0) * T[k] : 0.5);
      CX[k] = q[0];
      CY[k] = q[1];
    }
    const e = box[k];
    e[0] = e[1] = Infinity;
    e[2] = e[3] = -Infinity;
    for (let s = 0; s < count[k]; s++) {
      e[0] = Math.min(e[0], p[2 * s]);
      e[1] = Math.min(e[1], p[2 * s + 1]);
      e[2] = Math.max(e[2], p[2 * s]);
      e[3] = Math.max(e[3], p[2 * s + 1]);
    }
  }

  const hard = (depth) => (depth > 0 ? WEIGHT.hard * (0.4 + depth * 0.25 + depth * depth * 0.02) : 0);

  function through(k, x, y, hw, hh) {
    const e = box[k];
    if (e[2] < x - hw || e[0] > x + hw || e[3] < y - hh || e[1] > y + hh) return 0;
    const p = pts[k];
    let sum = 0;
    for (let s = 0; s + 1 < count[k]; s++)
      sum += inBox(p[2 * s], p[2 * s + 1], p[2 * s + 2], p[2 * s + 3], x, y, hw, hh);
    return sum;
  }

  const lineOnPlate = (k, i) => hard(through(k, X[i], Y[i], W[i] / 2 + style.clear + 2, H[i] / 2 + style.clear + 2) / 2);
  const lineOnCost = (k, c) => hard(through(k, CX[c], CY[c], lines[c].w / 2 + 2, lines[c].h / 2 + 2) / 2);
  const costOnPlate = (k, i) =>
    hard(style.clear - gap(CX[k], CY[k], lines[k].w, lines[k].h, X[i], Y[i], W[i], H[i]));
  const costOnCost = (k, c) =>
    hard(style.clear - gap(CX[k], CY[k], lines[k].w, lines[k].h, CX[c], CY[c], lines[c].w, lines[c].h));
  const plateOnPlate = (i, j) => {
    const d = style.air - gap(X[i], Y[i], W[i], H[i], X[j], Y[j], W[j], H[j]);
    return d > 0 ? hard(d) * 1.5 : 0;
  };

  function lineOnLine(k, c) {
    const e = box[k];
    const f = box[c];
    if (e[2] < f[0] || e[0] > f[2] || e[3] < f[1] || e[1] > f[3]) return 0;
    const K = lines[k];
    const C = lines[c];
    const shared = K.a === C.a || K.a === C.b ? K.a : K.b === C.a || K.b === C.b ? K.b : -1;
    const p = pts[k];
    const q = pts[c];
    if (shared < 0) {
      for (let s = 0; s + 1 < count[k]; s++)
        for (let r = 0; r + 1 < count[c]; r++)
          if (
            crosses(p[2 * s], p[2 * s + 1], p[2 * s + 2], p[2 * s + 3], q[2 * r], q[2 * r + 1], q[2 * r + 2], q[2 * r + 3])
          )
            return WEIGHT.cross;
      return 0;
    }
    const at = (line, d, w) => (lines[line].a === shared ? d[w] : d[2 * (count[line] - 2) + w]) - 0;
    const k2 = K.a === shared ? 2 : 0;
    const c2 = C.a === shared ? 2 : 0;
    const ux = at(k, p, k2) - X[shared];
    const uy = at(k, p, k2 + 1) - Y[shared];
    const vx = at(c, q, c2) - X[shared];
    const vy = at(c, q, c2 + 1) - Y[shared];
    const cos = (ux * vx + uy * vy) / (Math.hypot(ux, uy) * Math.hypot(vx, vy) || 1);
    return cos > 0.93 ? WEIGHT.narrow * ((cos - 0.93) / 0.05) ** 2 : 0;
  }

  function turn(p) {
    const dx = X[p.j] - X[p.i];
    const dy = Y[p.j] - Y[p.i];
    const d = Math.hypot(dx, dy) || 1;
    const cos = (dx * p.ux + dy * p.uy) / d;
    const off = 1 - cos;
    return WEIGHT.turn * p.weight * (off + (off > 0.2 ? (off - 0.2) * 8 : 0));
  }

  function shift(i) {
    const d2 = (X[i] - bodies[i].x) ** 2 + (Y[i] - bodies[i].y) ** 2;
    return WEIGHT.shift * pull * (d2 / 400 + (d2 / 3000) ** 2);
  }

  function lineEnergy(k) {
    let e = B[k] ? WEIGHT.lone + (WEIGHT.bend * Math.abs(B[k])) / 4 : 0;
    e += (T[k] - 0.5) ** 2 * 2;
    const { a, b } = lines[k];
    const [x0, y0, x1, y1] = [box[k][0] - REACH, box[k][1] - REACH, box[k][2] + REACH, box[k][3] + REACH];
    for (let i = 0; i < n; i++) {
      if (X[i] + W[i] / 2 < x0 || X[i] - W[i] / 2 > x1 || Y[i] + H[i] / 2 < y0 || Y[i] - H[i] / 2 > y1) continue;
      if (i !== a && i !== b) e += lineOnPlate(k, i);
      e += costOnPlate(k, i);
    }
    for (let c = 0; c < m; c++) {
      const f = box[c];
      if (c === k || f[2] < x0 || f[0] > x1 || f[3] < y0 || f[1] > y1) continue;
      e += costOnCost(k, c) + lineOnCost(k, c) + lineOnCost(c, k) + lineOnLine(k, c);
    }
    return e;
  }

  function bodyEnergy(i) {
    let e = shift(i);
    for (const p of near[i]) e += turn(p);
    for (let j = 0; j < n; j++) if (j !== i) e += plateOnPlate(i, j);
    const [x0, y0] = [X[i] - W[i] / 2 - REACH, Y[i] - H[i] / 2 - REACH];
    const [x1, y1] = [X[i] + W[i] / 2 + REACH, Y[i] + H[i] / 2 + REACH];
    for (let k = 0; k < m; k++) {
      const f = box[k];
      if (f[2] < x0 || f[0] > x1 || f[3] < y0 || f[1] > y1 || lines[k].a === i || lines[k].b === i) continue;
      e += lineOnPlate(k, i) + costOnPlate(k, i);
    }
    for (const k of incident[i]) e += lineEnergy(k);
    return e;
  }

  function total() {
    let e = 0;
    for (let i = 0; i < n; i++) {
      e += shift(i);
      for (let j = 0; j < i; j++) e += plateOnPlate(i, j);
    }
    for (const p of pairs) e += turn(p);
    for (let k = 0; k < m; k++) e += lineEnergy(k);
    return e;
  }

  for (let i = 0; i < n; i++) clampBody(i);
  for (let k = 0; k < m; k++) refresh(k);
  const gauss = () => Math.sqrt(-2 * Math.log(1 - rand())) * Math.cos(2 * Math.PI * rand());
  const [hot, cold] = start ? [12, 0.05] : [90, 0.05];
  for (let step = 0; step < moves; step++) {
    const part = step / moves;
    const heat = hot * (cold / hot) ** part;
    const kind = rand();
    if (kind < 0.6) {
      const i = Math.floor(rand() * n);
      const [ox, oy] = [X[i], Y[i]];
      const before = bodyEnergy(i);
      const reach = 2 + 26 * (1 - part) ** 2;
      X[i] += gauss() * reach;
      Y[i] += gauss() * reach;
      clampBody(i);
      for (const k of incident[i]) refresh(k);
      const change = bodyEnergy(i) - before;
      if (change > 0 && rand() >= Math.exp(-change / heat)) {
        X[i] = ox;
        Y[i] = oy;
        for (const k of incident[i]) refresh(k);
      }
    } else {
      const k = Math.floor(rand() * m);
      const [t, b] = [T[k], B[k]];
      const before = lineEnergy(k);
      if (kind < 0.88 || part < 0.35) T[k] = Math.min(Math.max(rand() < 0.5 ? rand() : t + gauss() * 0.1, 0), 1);
      else {
        const most = 0.16 * Math.hypot(X[lines[k].a] - X[lines[k].b], Y[lines[k].a] - Y[lines[k].b]);
        B[k] = rand() < 0.35 ? 0 : Math.max(-most, Math.min(most, b + gauss() * 8));
        if (Math.abs(B[k]) < 3) B[k] = 0;
      }
      refresh(k);
      const change = lineEnergy(k) - before;
      if (change > 0 && rand() >= Math.exp(-change / heat)) {
        T[k] = t;
        B[k] = b;
        refresh(k);
      }
    }
  }
  return {
    energy: total(),
    plates: bodies.map((_, i) => ({ x: X[i], y: Y[i] })),
    lines: lines.map((_, k) => ({ x: CX[k], y: CY[k], bend: B[k], t: T[k] })),
  };
}

/** Pairs whose compass direction is to stay true: connected cities above all, and neighbours on the map. */
function neighbours(bodies, lines) {
  const found = new Map();
  const add = (i, j, weight) => {
    const [p, q] = i < j ? [i, j] : [j, i];
    const [dx, dy] = [bodies[q].x - bodies[p].x, bodies[q].y - bodies[p].y];
    const d = Math.hypot(dx, dy);
    const known = found.get(p * 1000 + q);
    if (!known || known.weight < weight) {
      const sure = Math.min(1, 0.3 + d / 40);
      found.set(p * 1000 + q, { i: p, j: q, ux: dx / d, uy: dy / d, weight: weight * sure });
    }
  };
  const delaunay = Delaunay.from(bodies, (b) => b.x, (b) => b.y);
  bodies.forEach((_, i) => {
    for (const j of delaunay.neighbors(i)) add(i, j, 0.5);
  });
  for (const { a, b } of lines) add(a, b, 1);
  return [...found.values()];
}
