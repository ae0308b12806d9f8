// What is seen of the map now and what lies there, for those who must not cover it: notes, cards, names.
import { signal } from "@preact/signals";
import { freePlace, leastCovering, type Rect, samePlace } from "../maps/rects";
import type { Seen } from "./glide";

const QUIET = 140;

export type Sight = ReturnType<typeof createSight>;

export function createSight() {
  /** Changes with every movement. */
  const seen = signal<Seen | null>(null);
  /** The same when the map has come to rest. */
  const rest = signal<Seen | null>(null);
  /** Plates, cost plates and sums at rest, in pixels of the window. */
  const taken = signal<Rect[]>([]);
  /** Buttons and the small overview: always there. */
  const fixed = signal<Rect[]>([]);
  /** How much of it lies under a card at its upper edge, in pixels. */
  const covered = signal(0);
  /** Whether less than everything is seen. */
  const zoomedIn = signal(false);
  /** Boxes that have found a place. */
  const docked = signal<Record<string, Rect>>({});

  let timer = 0;

  /** The map has moved; the first time, and when it jumps home, it rests at once. */
  function moved(now: Seen): void {
    seen.value = now;
    clearTimeout(timer);
    if (!rest.value) rest.value = now;
    else timer = window.setTimeout(() => (rest.value = now), QUIET);
  }

  function setDocked(name: string, at: Rect | null): void {
    const old = docked.peek()[name];
    if (!at) {
      if (!old) return;
      docked.value = Object.fromEntries(Object.entries(docked.peek()).filter(([key]) => key !== name));
    } else if (!old || old.x !== at.x || old.y !== at.y || old.w !== at.w || old.h !== at.h) {
      docked.value = { ...docked.peek(), [name]: at };
    }
  }

  /** Where boxes were last in a window of this size: there they stay, as long as they cover nothing. */
  const before = new Map<string, Rect>();

  function undock(name: string): void {
    setDocked(name, null);
  }

  /**
   * Put a box where it covers nothing, in the first of its shapes that has such a place. Where none has, the last shape
   * covers as little as it can, and nothing of what must be seen; without such a wish the box has no place. With `room`, a
   * box that may grow so high gets a place where it can, and keeps it.
   */
  function dock(name: string, box: HTMLElement, shapes: readonly string[], shown: readonly Rect[] | null, room = 0): boolean {
    const window = rest.value;
    if (!window) return false;
    const { width, height } = window;
    const all = [...taken.value, ...fixed.value];
    const key = `${name} ${width} ${height}`;
    const old = room ? before.get(key) : undefined;
    let at: Rect | null = null;
    for (const shape of shapes) {
      box.dataset.shape = shape;
      const [w, h] = [box.offsetWidth, box.offsetHeight];
      at = (old && samePlace(width, height, w, h, old, all)) ?? null;
      if (at) break;
      const found = freePlace(width, height, w, Math.max(h, room), all) ?? freePlace(width, height, w, h, all);
      if (!found) continue;
      before.set(key, found);
      at = samePlace(width, height, w, h, found, []);
      break;
    }
    if (!at && shown) at = leastCovering(width, height, box.offsetWidth, box.offsetHeight, all, shown);
    if (at) {
      box.style.left = `${at.x}px`;
      box.style.top = `${at.y}px`;
    }
    setDocked(name, at);
    return at !== null;
  }

  /** The map is not shown any more. */
  function gone(): void {
    clearTimeout(timer);
    seen.value = rest.value = null;
  }

  return { seen, rest, taken, fixed, covered, zoomedIn, docked, moved, gone, dock, undock };
}
