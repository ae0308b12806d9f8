// Rectangles on the screen, and a free place for one more.

/** Left, top, width and height in pixels. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Whether two rectangles come closer than this. */
export function near(a: Rect, b: Rect, gap = 0): boolean {
  return a.x < b.x + b.w + gap && b.x < a.x + a.w + gap && a.y < b.y + b.h + gap && b.y < a.y + a.h + gap;
}

/** How much of a rectangle the others cover. */
export function covered(a: Rect, others: readonly Rect[]): number {
  let sum = 0;
  for (const b of others) {
    const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
    const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
    if (w > 0 && h > 0) sum += w * h;
  }
  return sum;
}

const EDGE = 14;
const STEP = 14;
const GAP = 5;

/** Places for a box in a window: its corners, then along its edges. */
function* places(width: number, height: number, w: number, h: number): Generator<Rect> {
  const [right, bottom] = [width - EDGE - w, height - EDGE - h];
  if (right < EDGE || bottom < EDGE) return;
  for (const [x, y] of [[right, EDGE], [EDGE, bottom], [EDGE, EDGE], [right, bottom]] as const) yield { x, y, w, h };
  for (let x = right; x >= EDGE; x -= STEP) {
    yield { x, y: EDGE, w, h };
    yield { x, y: bottom, w, h };
  }
  for (let y = EDGE; y <= bottom; y += STEP) {
    yield { x: EDGE, y, w, h };
    yield { x: right, y, w, h };
  }
}

/** A place at the edge of a window where a box covers nothing. */
export function freePlace(width: number, height: number, w: number, h: number, taken: readonly Rect[]): Rect | null {
  for (const at of places(width, height, w, h)) if (!taken.some((one) => near(at, one, GAP))) return at;
  return null;
}

/** The same place again for a box that may have grown, from the edges that it lay at; null where it covers something now. */
export function samePlace(width: number, height: number, w: number, h: number, old: Rect, taken: readonly Rect[]): Rect | null {
  const x = old.x + old.w === width - EDGE ? width - EDGE - w : old.x;
  const y = old.y + old.h === height - EDGE ? height - EDGE - h : old.y;
  const at = { x, y, w, h };
  const inside = x >= EDGE && y >= EDGE && x + w <= width - EDGE && y + h <= height - EDGE;
  return inside && !taken.some((one) => near(at, one, GAP)) ? at : null;
}

/** The place where a box covers least, away from what must be seen. */
export function leastCovering(width: number, height: number, w: number, h: number, taken: readonly Rect[], shown: readonly Rect[]): Rect {
  let best: Rect = { x: EDGE, y: EDGE, w, h };
  let least = Infinity;
  for (const at of places(width, height, w, h)) {
    const sum = covered(at, taken) + 50 * covered(at, shown);
    if (sum < least) [best, least] = [at, sum];
  }
  return best;
}
