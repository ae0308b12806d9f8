// A sketch of cities: where they lie in a small picture, and where names and costs stand so that all can be read.
import type { Drawing } from "../generated/api";
import { covered, near, type Rect } from "./rects";

export type Point = readonly [number, number];

export interface Sketched {
  readonly size: Point;
  readonly cities: readonly Point[];
  /** What stands beside the cities: their names, and what is to be paid where a place is free. */
  readonly texts: readonly string[];
  /** Where that stands: so wide it is drawn, whatever the font. */
  readonly names: readonly Rect[];
  /** Middles of the costs. */
  readonly costs: readonly Point[];
}

/** Half of a city's square with its line, half of a cost's plate, the height of a name. */
const [CITY, COST, HIGH] = [7, 9, 13];
/** Between names and the edge, and between a city and its name. */
const [EDGE, AIR] = [2, 1.5];
/** Between cities. */
const APART = 40;

/** As wide as a name is in the typeface of the board at 13 px, about. */
export function wide(name: string): number {
  return [...name].reduce((sum, letter) => sum + (/[ijlItfr1.' -]/.test(letter) ? 3.5 : /[mwMW]/.test(letter) ? 8.3 : 5.8), 2);
}

const around = ([x, y]: Point, far: number): Rect => ({ x: x - far, y: y - far, w: 2 * far, h: 2 * far });

/** A place for something, and how bad it is by itself. */
type Place = readonly [at: Rect, bad: number];

/** What stands somewhere: a name or a cost. */
interface Item {
  readonly name: boolean;
  readonly places: readonly Place[];
  now: Place;
  /** Those that it can touch at all. */
  near: readonly Item[];
}

/** Places for a name: around its city, close first, then farther off. */
function* namePlaces([x, y]: Point, w: number, [width, height]: Point): Generator<Place> {
  for (const [ring, far] of [0, 9, 18, 28].entries()) {
    const out = CITY + AIR + far;
    const along = [0, -0.25, 0.25, -0.5, 0.5].map((share) => x - w / 2 + share * w);
    const beside = [0, -5, 5, -10, 10].map((more) => y - HIGH / 2 + more * (1 + ring / 2));
    const spots = [
      ...along.flatMap((left, i) => [[left, y + out, i], [left, y - out - HIGH, i + 1]] as const),
      ...beside.flatMap((top, i) => [[x + out, top, i], [x - out - w, top, i]] as const),
    ];
    for (const [left, top, worse] of spots) {
      const inside = left >= EDGE && top >= EDGE && left + w <= width - EDGE && top + HIGH <= height - EDGE;
      if (inside) yield [{ x: left, y: top, w, h: HIGH }, worse + 25 * ring];
    }
  }
}

/** Places for a cost: in the middle of its connection, then nearer to one of its ends. */
function costPlaces([ax, ay]: Point, [bx, by]: Point): Place[] {
  return [0, -1, 1, -2, 2, -3, 3].map((step) => {
    const share = 0.5 + step * 0.08;
    return [around([ax + (bx - ax) * share, ay + (by - ay) * share], COST), 2 * Math.abs(step)];
  });
}

/** Two names over each other are worst, then what lies over a city. */
const [NAMES, CITIES, OTHERS] = [60, 4, 3];
/** So bad that others have to give way. */
const TROUBLE = 40;

/** How bad it is that two stand where they stand: names keep a little farther off each other. */
function touching(a: Item, [at]: Place, b: Item): number {
  const one = b.now[0];
  const [gap, weight] = a.name && b.name ? [1, NAMES] : [0, OTHERS];
  const w = Math.min(at.x + at.w, one.x + one.w) - Math.max(at.x, one.x) + gap;
  if (w <= 0) return 0;
  const h = Math.min(at.y + at.h, one.y + one.h) - Math.max(at.y, one.y) + gap;
  return h <= 0 ? 0 : w * h * weight;
}

/** All that the places of something cover. */
function reach({ places }: Item): Rect {
  const [x, y] = [Math.min(...places.map(([at]) => at.x)), Math.min(...places.map(([at]) => at.y))];
  return { x, y, w: Math.max(...places.map(([at]) => at.x + at.w)) - x, h: Math.max(...places.map(([at]) => at.y + at.h)) - y };
}

/** Let each stand where it covers least, until none finds better; then let those that still touch push others away. */
function settle(items: readonly Item[]): void {
  const reaches = new Map(items.map((item) => [item, reach(item)]));
  for (const item of items) item.near = items.filter((one) => one !== item && near(reaches.get(one)!, reaches.get(item)!, 1));
  const touched = (item: Item, place: Place): number => item.near.reduce((sum, one) => sum + touching(item, place, one), 0);
  const moved = (item: Item): boolean => {
    const before = item.now;
    let least = touched(item, before) + before[1] - 0.01;
    for (const place of item.places) {
      const sum = place[1] < least ? touched(item, place) + place[1] : Infinity;
      if (sum < least) [item.now, least] = [place, sum];
    }
    return item.now !== before;
  };
  const rest = (some: readonly Item[]) => {
    for (let pass = 0; pass < 6 && some.filter(moved).length; pass++);
  };
  const total = (): number => items.reduce((sum, item) => sum + item.now[1] + touched(item, item.now) / 2, 0);
  rest(items);
  for (const item of [...items, ...items]) {
    if (touched(item, item.now) + item.now[1] < TROUBLE) continue;
    let least = total() - 0.01;
    let kept = items.map((one) => one.now);
    for (const place of item.places) {
      item.now = place;
      rest(item.near.filter((one) => touching(item, place, one)));
      const sum = total();
      if (sum < least) [least, kept] = [sum, items.map((one) => one.now)];
      items.forEach((one, i) => (one.now = kept[i]!));
    }
  }
}

/** Cities that lie so close that no cost fits between them are drawn farther apart. */
function spread(cities: readonly Point[], [width, height]: Point, [edge, rim]: Point): Point[] {
  const now = cities.map(([x, y]): [number, number] => [x, y]);
  for (let pass = 0; pass < 40; pass++) {
    now.forEach((a, i) =>
      now.slice(0, i).forEach((b) => {
        const [dx, dy] = [a[0] - b[0], a[1] - b[1]];
        const far = Math.hypot(dx, dy) || 1;
        const push = Math.max(0, APART - far) / far / 4;
        a[0] += dx * push;
        a[1] += dy * push;
        b[0] -= dx * push;
        b[1] -= dy * push;
      }),
    );
    for (const one of now) {
      one[0] = Math.min(Math.max(one[0], edge), width - edge);
      one[1] = Math.min(Math.max(one[1], rim), height - rim);
    }
  }
  return now;
}

/** Everything of a drawing in its place: upright in a narrow window, and the higher there the more cities there are. */
export function sketched({ cities, connections }: Drawing, narrow: boolean): Sketched {
  const [width, height] = narrow ? [350, Math.max(460, 22 * cities.length)] : [640, 400];
  const texts = cities.map(({ name, mine, place }) => (mine || !place ? name : `${name} ${place}`));
  const xs = cities.map((one) => one.x);
  const ys = cities.map((one) => one.y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [across, down] = [Math.max(...xs) - left || 1, Math.max(...ys) - top || 1];
  const [edge, rim] = [width / 12, 22];
  const places = cities.map((one): Point => [edge + ((one.x - left) / across) * (width - 2 * edge), rim + ((one.y - top) / down) * (height - 2 * rim)]);
  const points = spread(places, [width, height], [edge, rim]);
  const at = new Map(cities.map((one, i) => [one.id, points[i]!]));
  const fixed = points.map((point) => around(point, CITY));
  const item = (name: boolean, spots: Iterable<Place>): Item => {
    const found = Array.from(spots, ([rect, bad]): Place => [rect, bad + CITIES * covered(rect, fixed)]);
    return { name, places: found, now: found[0]!, near: [] };
  };
  const names = points.map((point, i) => item(true, namePlaces(point, wide(texts[i]!), [width, height])));
  const costs = connections.map(([a, b]) => item(false, costPlaces(at.get(a)!, at.get(b)!)));
  settle([...names, ...costs]);
  return { size: [width, height], cities: points, texts, names: names.map((one) => one.now[0]), costs: costs.map(({ now: [{ x, y }] }) => [x + COST, y + COST]) };
}
