// Colours of the three themes: text, edges and players can be told from what they lie on.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const STYLES = join(import.meta.dirname, "../../src/styles");
const css = ["tokens", "contrast"].map((name) => readFileSync(join(STYLES, `${name}.css`), "utf8")).join("\n");

/** The colours that a selector sets, by name. */
function colours(selector) {
  const block = css.split(`${selector}{`)[1].split("}")[0];
  return Object.fromEntries([...block.matchAll(/--([\w-]+):\s*(#[0-9A-Fa-f]{6})\b/g)].map(([, name, colour]) => [name, colour]));
}

const PAPER = colours(":root");
const THEMES = {
  light: PAPER,
  dark: { ...PAPER, ...colours(":root[data-theme=dark]") },
  contrast: { ...PAPER, ...colours(":root[data-theme=contrast]") },
};

function luminance(colour) {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast of two colours as WCAG defines it: 1 to 21. */
function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ["paper", "card", "raise"];
const PLAYERS = ["blue", "vermilion", "green", "yellow", "purple", "graphite"];

/** All pairs of a theme below a ratio. */
const below = (theme, least, names, grounds) =>
  names.flatMap((name) => grounds.filter((ground) => contrast(theme[name], theme[ground]) < least).map((ground) => `${name} on ${ground}: ${contrast(theme[name], theme[ground]).toFixed(2)}`));

for (const [name, theme] of Object.entries(THEMES)) {
  const high = name === "contrast";
  test(`${name}: text has a contrast of at least ${high ? 7 : 4.5}`, () => {
    assert.deepEqual(below(theme, high ? 7 : 4.5, ["ink", "ink2", "signal", "ok"], GROUNDS), []);
    assert.deepEqual(below(theme, high ? 7 : 4.5, ["on-signal"], ["signal"]), []);
    assert.deepEqual(below(theme, high ? 7 : 4.5, ["ink"], ["well", "sea", "land", "plate", "signal-soft"]), []);
  });
}

test("high contrast: what is drawn in the colours of players has a contrast of at least 4.5, their names 7", () => {
  assert.deepEqual(below(THEMES.contrast, 4.5, PLAYERS, GROUNDS), []);
  assert.deepEqual(below(THEMES.contrast, 7, PLAYERS.map((one) => `${one}-t`), GROUNDS), []);
});

test("high contrast: edges of controls, plates and regions have a contrast of at least 7", () => {
  assert.deepEqual(below(THEMES.contrast, 7, ["line", "line2", "edge", "r-edge", "plate-line"], [...GROUNDS, "plate"]), []);
});
