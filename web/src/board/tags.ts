// Where the sum of a plan goes: the emptiest of eight places round its plate.
import { covered, type Rect } from "../maps/rects";

const HIGH = 22;

/** The middle of a tag as wide as that beside a plate. All in pixels; what is found is taken from then on. */
export function tagSpot(plate: Rect, wide: number, taken: Rect[], frame: Rect | null): [number, number] {
  const [mx, my] = [plate.x + plate.w / 2, plate.y + plate.h / 2];
  const [dx, dy] = [(plate.w + wide) / 2 + 2, (plate.h + HIGH) / 2 + 1];
  const places = [[dx, 0], [0, -dy], [0, dy], [-dx, 0], [dx, -dy], [-dx, -dy], [dx, dy], [-dx, dy]] as const;
  let best: Rect | null = null;
  let least = Infinity;
  for (const [ox, oy] of places) {
    const box = { x: mx + ox - wide / 2, y: my + oy - HIGH / 2, w: wide, h: HIGH };
    const outside = frame ? wide * HIGH - covered(box, [frame]) : 0;
    const bad = covered(box, taken) + 3 * outside;
    if (bad < least) [best, least] = [box, bad];
  }
  taken.push(best!);
  return [best!.x + wide / 2, best!.y + HIGH / 2];
}
