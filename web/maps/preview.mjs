// Writes a page per board, placement and theme, to look at: `node preview.mjs [folder]`; prints the folder.

import { mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FRAME, pixels } from "./rules.mjs";

const MAPS = new URL("../src/maps/", import.meta.url);
const FONT = new URL("node_modules/@fontsource/barlow-condensed/files/", import.meta.url);

const TINTS = {
  light: { green: "#C7D3B8", brown: "#DCC8AC", red: "#EBC9BA", yellow: "#F0DFA9", blue: "#BFD2DC", purple: "#D8C9DF", orange: "#F1D2AE", cyan: "#BEDAD3" },
  dark: { green: "#2A392F", brown: "#3A3128", red: "#4A332F", yellow: "#453D26", blue: "#263B47", purple: "#3B3146", orange: "#4A3826", cyan: "#21403C" },
};
const THEME = {
  light: "--sea:#CFDCDB;--land:#E9E1CF;--land-line:#CFC5AF;--mapname:#69624F;--r-edge:#FAF6EC;--edge:#5B6163;--plate:#FFFDF7;--plate-line:#5B6163;--ink:#1D2225;--ink2:#51585A;--line2:#B5AA92",
  dark: "--sea:#0B1114;--land:#151D21;--land-line:#27333A;--mapname:#7D8A8F;--r-edge:#12181B;--edge:#A9B1B0;--plate:#1B2428;--plate-line:#74828A;--ink:#F1EADB;--ink2:#A9B1B0;--line2:#4C5A60",
};

function font(weight) {
  return ["latin-ext", "latin"]
    .map((subset) => {
      const data = readFileSync(new URL(`barlow-condensed-${subset}-${weight}-normal.woff2`, FONT)).toString("base64");
      const range = subset === "latin" ? "U+0000-00FF" : "U+0100-02BA";
      return `@font-face{font-family:BC;font-weight:${weight};unicode-range:${range};src:url(data:font/woff2;base64,${data})}`;
    })
    .join("");
}

const STYLE = `${font(500)}${font(600)}${font(700)}
body{margin:0;background:var(--sea)}text{font-family:BC;text-anchor:middle;text-rendering:geometricPrecision}
.others{fill:var(--land);stroke:var(--land-line)}.own{fill:none;stroke:var(--line2);stroke-width:1.6}
.region{stroke:var(--r-edge);stroke-width:3;stroke-linejoin:round}.water{fill:var(--sea)}
path{vector-effect:non-scaling-stroke;stroke-linejoin:round}
.line{fill:none;stroke:var(--edge);stroke-width:2.2;stroke-linecap:round}.cost,.plate{fill:var(--plate);stroke:var(--edge)}
.plate{stroke:var(--plate-line)}.card{fill:var(--land);stroke:var(--plate-line)}
.name{font-weight:500;font-size:12px;letter-spacing:.22em;fill:var(--mapname)}
.slot{fill:none;stroke:var(--line2)}.city{font-weight:600;fill:var(--ink)}.ct{font-weight:700;fill:var(--ink)}`;

function plate(p, compact) {
  const top = p.y - p.h / 2;
  const slots = [-1, 0, 1].map((s) =>
    compact
      ? `<circle class="slot" cx="${p.x + s * 12}" cy="${top + 23}" r="2.5"/>`
      : `<path class="slot" transform="translate(${p.x + s * 20} ${top + 31}) scale(1.6)" d="m0-5 5 4v6h-10v-6z"/>`,
  );
  return (
    `<rect class="plate" x="${p.x - p.w / 2}" y="${top}" width="${p.w}" height="${p.h}" rx="4"/>` +
    `<text class="city" font-size="${compact ? 14 : 15}" x="${p.x}" y="${top + 15}">${p.name}</text>${slots.join("")}`
  );
}

export function draw(map, kind, theme, language = "en") {
  const k = kind === "play" ? 1 : FRAME[0] / map.size[0];
  const [w, h] = map.size.map((v) => Math.round(v * k));
  const { plates, cards, lines } = pixels(map, kind, k);
  const tints = TINTS[theme];
  const spare = Object.values(tints);
  const scale = `transform="scale(${k})"`;
  const regions = map.regions
    .map((r, i) => `<path class="region" fill="${tints[r.color] ?? spare[i]}" d="${r.path}"/>`)
    .join("");
  const compact = kind === "whole";
  const body = [
    ...lines.map((l) => `<path class="line" d="M${l.points.map((p) => p.map((v) => v.toFixed(1))).join("L")}"/>`),
    ...cards.map((c) => `<rect class="card" x="${c.x - c.w / 2}" y="${c.y - c.h / 2}" width="${c.w}" height="${c.h}" rx="6"/>`),
    ...plates.map((p) => plate(p, compact)),
    ...lines.map(({ label: c }, i) => {
      const at = `x="${c.x - c.w / 2}" y="${c.y - c.h / 2}" width="${c.w}" height="${c.h}" rx="${c.h / 2}"`;
      const size = compact ? 11.5 : 13;
      return `<rect class="cost" ${at}/><text class="ct" font-size="${size}" x="${c.x}" y="${c.y + size * 0.35}">${map.lines[i][0] ?? ""}</text>`;
    }),
  ].join("");
  const names = map.names
    .filter((n) => n[kind])
    .map((n) => `<text class="name" x="${n[kind][0] * k}" y="${n[kind][1] * k + 4}">${n.text[language].toUpperCase()}</text>`)
    .join("");
  return `<svg width="${w + 60}" height="${h + 60}" viewBox="-30 -30 ${w + 60} ${h + 60}"><clipPath id="land"><path ${scale} d="${map.land}"/></clipPath>
<path class="others" ${scale} d="${map.others}"/><g clip-path="url(#land)"><g ${scale}>${regions}</g></g>
<path class="own" ${scale} d="${map.land}"/>${map.water ? `<path class="water" ${scale} d="${map.water}"/>` : ""}${names}${body}</svg>`;
}

const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), "maps-"));
mkdirSync(folder, { recursive: true });
for (const file of readdirSync(MAPS).filter((f) => f.endsWith(".json"))) {
  const map = JSON.parse(readFileSync(new URL(file, MAPS), "utf8"));
  for (const kind of ["play", "whole"])
    for (const theme of ["light", "dark"]) {
      const page = `<!doctype html><meta charset="utf-8"><title>${map.id}</title><style>:root{${THEME[theme]}}${STYLE}</style>${draw(map, kind, theme)}`;
      writeFileSync(join(folder, `${map.id}-${kind}-${theme}.html`), page);
    }
}
console.log(folder);
