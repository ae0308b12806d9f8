// How large things are on the screen, in CSS pixels: the sizes of plates, from the metrics of the real typeface.

import { readFileSync } from "node:fs";
import * as fontkit from "fontkit";

const FILES = "node_modules/@fontsource/barlow-condensed/files/";

const fonts = new Map();

/** The subsets of one weight, the common one first. */
function subsets(weight) {
  if (!fonts.has(weight)) {
    const load = (subset) =>
      fontkit.create(
        readFileSync(new URL(`${FILES}barlow-condensed-${subset}-${weight}-normal.woff`, import.meta.url)),
      );
    fonts.set(weight, [load("latin"), load("latin-ext")]);
  }
  return fonts.get(weight);
}

/** Width of a text in Barlow Condensed. */
export function textWidth(text, size, weight = 600, spacing = 0) {
  let width = 0;
  const all = subsets(weight);
  const whole = all.find((font) => [...text].every((c) => font.hasGlyphForCodePoint(c.codePointAt(0))));
  for (const part of whole ? [text] : [...text]) {
    const font = whole ?? all.find((f) => f.hasGlyphForCodePoint(part.codePointAt(0)));
    if (!font) throw new Error(`No glyph for ${part} in ${text}`);
    width += (font.layout(part).advanceWidth / font.unitsPerEm) * size;
  }
  return width + spacing * text.length;
}

/** Sizes and distances of the two kinds of placement. */
export const STYLES = {
  play: { height: 42, least: 66, pad: 11, font: 15, cost: [18, 22], costHeight: 17, air: 11, clear: 4, margin: 10 },
  whole: { height: 30, least: 44, pad: 8, font: 14, cost: [15, 19], costHeight: 14, air: 6, clear: 2, margin: 8 },
};

export function plateWidth(name, style) {
  return Math.max(style.least, Math.ceil(textWidth(name, style.font) + style.pad));
}

/** The width of a cost plate; a cost that is not known before the game gets the room of two digits. */
export function costWidth(cost, style) {
  return style.cost[cost === null || cost > 9 ? 1 : 0];
}

/** The name of a country: capitals, spaced by 0.22 em. */
export function countryWidth(text) {
  return textWidth(text.toUpperCase(), 12, 500, 12 * 0.22);
}
