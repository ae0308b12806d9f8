// What is to be drawn of each board: projection, countries, names on the map.

const name = (en, de, nl, lon, lat) => ({ text: { en, de, nl }, at: [lon, lat] });

/** Countries are given by their ISO numbers, as Natural Earth has them. */
export const BOARDS = [
  {
    id: "germany",
    file: "maps/germany.toml",
    projection: { rotate: -10.5, parallels: [48, 54] },
    land: [276],
    choice: 4,
    zoom: 1.12,
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
      name("North Sea", "Nordsee", "Noordzee", 6.4, 54.3),
      name("Baltic Sea", "Ostsee", "Oostzee", 13.3, 54.9),
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
      name("Pacific Ocean", "Pazifik", "Stille Oceaan", -127, 36),
      name("Atlantic Ocean", "Atlantik", "Atlantische Oceaan", -73, 32),
      name("Gulf of Mexico", "Golf von Mexiko", "Golf van Mexico", -90, 26.5),
      name("Cuba", "Kuba", "Cuba", -79.5, 22.2),
    ],
  },
];
