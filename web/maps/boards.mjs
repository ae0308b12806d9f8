// What is to be drawn of each board: projection, countries, names on the map.

const name = (en, de, nl, lon, lat) => ({ text: { en, de, nl }, at: [lon, lat] });
const sea = (...words) => ({ ...name(...words), sea: true });

/**
 * `land`: the countries of the board by their ISO numbers, as Natural Earth has them, or by name; `lakes`: how many
 * square kilometres a lake has to have; `belongs`: spots that lie in a region wherever its plates are; `detail`: how many
 * square pixels a bay has to have.
 */
export const BOARDS = [
  {
    id: "germany",
    file: "maps/germany.toml",
    projection: { rotate: -10.5, parallels: [48, 54] },
    land: [276],
    choice: 4,
    seed: 11,
    names: [
      name("Netherlands", "Niederlande", "Nederland", 5.6, 52.2),
      name("Belgium", "Belgien", "België", 4.9, 50.6),
      name("France", "Frankreich", "Frankrijk", 6.0, 48.4),
      name("Switzerland", "Schweiz", "Zwitserland", 8.0, 47.0),
      name("Austria", "Österreich", "Oostenrijk", 13.3, 47.5),
      name("Czechia", "Tschechien", "Tsjechië", 14.2, 49.8),
      name("Poland", "Polen", "Polen", 15.9, 52.3),
      name("Denmark", "Dänemark", "Denemarken", 9.2, 55.4),
      name("Italy", "Italien", "Italië", 11.2, 46.4),
      sea("North Sea", "Nordsee", "Noordzee", 6.4, 54.3),
      sea("Baltic Sea", "Ostsee", "Oostzee", 13.3, 54.9),
    ],
  },
  {
    id: "usa",
    file: "maps/usa.toml",
    projection: { rotate: 96, parallels: [30, 45] },
    land: [840],
    lakes: 3000,
    choice: 4,
    seed: 21,
    names: [
      name("Canada", "Kanada", "Canada", -104, 51),
      name("Mexico", "Mexiko", "Mexico", -104.5, 27.5),
      sea("Pacific Ocean", "Pazifik", "Stille Oceaan", -127, 36),
      sea("Atlantic Ocean", "Atlantik", "Atlantische Oceaan", -73, 32),
      sea("Gulf of Mexico", "Golf von Mexiko", "Golf van Mexico", -90, 26.5),
      name("Cuba", "Kuba", "Cuba", -79.5, 22.2),
    ],
  },
  {
    id: "europe",
    file: "maps/europe.toml",
    projection: { rotate: -16, parallels: [40, 58] },
    land: [
      8, 20, 40, 56, 70, 100, 112, 191, 203, 208, 233, 246, 250, 276, 300, 336, 348, 372, 380, 428, 438, 440, 442, 470,
      492, 498, 499, 528, 578, 616, 620, 642, 643, 674, 688, 703, 705, 724, 752, 756, 792, 804, 807, 826, 833,
      "Kosovo",
    ],
    lakes: 1800,
    belongs: [
      ["southwest", -4, 48.2],
      ["southwest", 0, 48.5],
      ["west", 6.3, 53],
      ["north", 9.5, 56],
    ],
    detail: 3.2,
    choice: 4,
    seed: 31,
    names: [
      sea("Atlantic Ocean", "Atlantik", "Atlantische Oceaan", -11, 46.5),
      sea("North Sea", "Nordsee", "Noordzee", 2.6, 56.5),
      sea("Baltic Sea", "Ostsee", "Oostzee", 19.5, 57.2),
      sea("Black Sea", "Schwarzes Meer", "Zwarte Zee", 34.5, 43.4),
      sea("Mediterranean Sea", "Mittelmeer", "Middellandse Zee", 6, 39.2),
      sea("Norwegian Sea", "Europäisches Nordmeer", "Noorse Zee", 2, 63),
      name("Morocco", "Marokko", "Marokko", -5.5, 33.5),
      name("Algeria", "Algerien", "Algerije", 3, 35.2),
      name("Tunisia", "Tunesien", "Tunesië", 9.5, 35),
      name("Syria", "Syrien", "Syrië", 38.5, 35.5),
      name("Kazakhstan", "Kasachstan", "Kazachstan", 50, 49.5),
    ],
  },
  {
    id: "north-america",
    file: "maps/north-america.toml",
    projection: { rotate: 97, parallels: [25, 50] },
    land: [124, 484, 840],
    lakes: 5000,
    belongs: [
      ["southwest", -89, 20.5],
      ["southwest", -111, 25],
    ],
    detail: 2.4,
    choice: 4,
    seed: 41,
    names: [
      sea("Pacific Ocean", "Pazifik", "Stille Oceaan", -125, 29),
      sea("Atlantic Ocean", "Atlantik", "Atlantische Oceaan", -72, 32),
      sea("Gulf of Mexico", "Golf von Mexiko", "Golf van Mexico", -91, 25.5),
      sea("Hudson Bay", "Hudson Bay", "Hudsonbaai", -86, 58.5),
      sea("Caribbean Sea", "Karibik", "Caribische Zee", -78, 17.5),
      name("Cuba", "Kuba", "Cuba", -79.5, 22.2),
      name("Guatemala", "Guatemala", "Guatemala", -90.3, 15.6),
    ],
  },
  {
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
  },
];
