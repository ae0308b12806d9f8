// What is to be drawn: every map with a table `drawing` in its data file, and the boards that are drawn by code.

import { readFileSync, readdirSync } from "node:fs";
import { parse } from "smol-toml";

/** Where the data of the game is. */
export const EDITIONS = new URL("../../src/stromnetz/editions/", import.meta.url);

/** The drawing hints of a map (docs/data-files.md), as the build takes them. */
function geographic(file) {
  const { id, drawing } = parse(readFileSync(new URL(file, EDITIONS), "utf8"));
  if (!drawing) return [];
  const { rotate, parallels, ...hints } = drawing;
  return [{ id, file, projection: { rotate, parallels }, ...hints }];
}

const PLANET = {
  id: "planet",
  file: "outpost/reconstruction.toml",
  table: "map",
  colors: ["red", "yellow", "cyan"],
  belongs: [-420, 420].flatMap((y) => [
    ["west", 215, y],
    ["central", 345, y],
    ["central", 855, y],
    ["east", 985, y],
  ]),
  // Rows of cities stand close: stagger them, use the height that the frame has, and set the areas apart.
  spot: ({ x, y, region }) => [
    x + { west: -30, central: 0, east: 30 }[region],
    (y - 300) * 1.6 + (Math.round((x - 330) / 90) % 2 ? 28 : -28),
  ],
  styles: { play: { least: 88 }, whole: { least: 54 } }, // a fourth place, for the company
  choice: 3,
  zoom: 1.05,
  seed: 51,
  names: [],
};

export const BOARDS = [
  ...readdirSync(new URL("maps/", EDITIONS))
    .filter((name) => name.endsWith(".toml"))
    .sort()
    .flatMap((name) => geographic(`maps/${name}`)),
  PLANET,
];
