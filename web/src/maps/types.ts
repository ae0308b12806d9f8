// The maps of the boards, as `web/maps` writes them. See web/maps/README.md.

/** Words in the languages of the game. */
export interface Words {
  readonly en: string;
  readonly de: string;
  readonly nl: string;
}

/** A point in units of the map: pixels at the scale of the placement `play`. */
export type Point = readonly [x: number, y: number];

/** Middle in units of the map, width in pixels. */
export type Plate = readonly [x: number, y: number, width: number];

/** Middle in units of the map, width and height in pixels. */
export type Card = readonly [x: number, y: number, width: number, height: number];

/** Middle of the cost plate; with four numbers the line is a quadratic curve, and the last two are its control point. */
export type LineSpot =
  | readonly [x: number, y: number]
  | readonly [x: number, y: number, controlX: number, controlY: number];

/** Where everything stands, for all scales from `scale` up. Widths and heights are pixels at every scale. */
export interface Placement {
  /** Pixels per unit from which on nothing overlaps. */
  readonly scale: number;
  /** Height of a city's plate. */
  readonly height: number;
  /** Cost plates: width with one digit, width with two, height. */
  readonly cost: readonly [one: number, two: number, height: number];
  /** By city. */
  readonly plates: readonly Plate[];
  /** By line. */
  readonly lines: readonly LineSpot[];
  /** By metropolis: the card its plates lie on; lines end at its middle. */
  readonly cards?: readonly Card[];
}

export interface MapRegion {
  readonly id: string;
  readonly name: Words;
  readonly color?: string;
  /** Goes far beyond the coast: clip it to `land`. */
  readonly path: string;
}

export interface MapCity {
  readonly id: string;
  readonly name: string;
  /** Index of the region. */
  readonly region: number;
  /** The true spot. */
  readonly at: Point;
}

/** Cost (null: not known before the game), then pairs of cities by index; only metropolises have more than one pair. */
export type MapLine = readonly [cost: number | null, from: number, to: number, ...more: number[]];

export interface MapName {
  readonly text: Words;
  readonly sea?: true;
  /** Middle of the words; null where there is no room. */
  readonly play: Point | null;
  readonly whole: Point | null;
}

export interface BoardMap {
  readonly id: string;
  readonly name: Words;
  /** Width and height of the whole board in units; its corner is 0, 0. */
  readonly size: readonly [width: number, height: number];
  readonly land: string;
  readonly others: string;
  readonly water?: string;
  /** The landscape of an imaginary planet; clip it to `land`. */
  readonly relief?: { readonly light: string; readonly dark: string; readonly line: string };
  readonly regions: readonly MapRegion[];
  readonly cities: readonly MapCity[];
  readonly lines: readonly MapLine[];
  /** The cities of each metropolis, by index. */
  readonly metropolises?: readonly (readonly number[])[];
  /** Full plates, for regions in play that fill the map's part of the window. */
  readonly play: Placement;
  /** Compact plates, for the whole board in view. */
  readonly whole: Placement;
  readonly names: readonly MapName[];
}
