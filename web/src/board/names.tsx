// Names on the ground: countries, seas, cities that are not in play. One that would be cut or covered is left out.
import type { JSX } from "preact";
import type { Kind } from "../maps/fit";
import { near, type Rect } from "../maps/rects";
import type { Art, Language } from "./art";
import type { Sight } from "./sight";

/** Room for a letter: capitals with their spacing, and small letters. */
const CAPITAL = 8.3;
const LETTER = 6.2;
const EDGE = 5;
/** How far a name may be moved to be wholly in sight. */
const NUDGE = 46;

interface Props {
  art: Art;
  kind: Kind;
  /** Without those of countries and seas, where the names of regions are shown. */
  bare: boolean;
  inPlay: (city: number) => boolean;
  /** The size of plates. */
  size: number;
  language: Language;
  sight: Sight;
}

export function MapNames({ art, kind, bare, inPlay, size, language, sight }: Props): JSX.Element | null {
  const { docked, fixed, rest, taken } = sight;
  const view = rest.value;
  if (!view) return null;
  const { k, width, height } = view;
  const boxes = [...taken.value, ...fixed.value, ...Object.values(docked.value)];
  const onScreen = (x: number, y: number): [number, number] => [(x - view.cx) * k + width / 2, (y - view.cy) * k + height / 2];
  const free = (box: Rect, gap: number) => !boxes.some((one) => near(box, one, gap));
  const inside = (box: Rect) => box.x >= EDGE && box.y >= EDGE && box.x + box.w <= width - EDGE && box.y + box.h <= height - EDGE;
  const place = (x: number, y: number) => `translate(${(x - width / 2) / k + view.cx} ${(y - height / 2) / k + view.cy}) scale(${1 / k})`;
  const texts: JSX.Element[] = [];
  art.names.forEach((one, i) => {
    const at = one[kind];
    if (!at || bare) return;
    const text = one.text[language].toUpperCase();
    const w = text.length * CAPITAL;
    const [x, y] = onScreen(at[0], at[1]);
    const nx = Math.min(width - EDGE - w / 2, Math.max(EDGE + w / 2, x));
    const ny = Math.min(height - EDGE - 8, Math.max(EDGE + 8, y));
    if (Math.hypot(nx - x, ny - y) > NUDGE) return;
    const box = { x: nx - w / 2, y: ny - 8, w, h: 16 };
    if (!free(box, 2)) return;
    boxes.push(box);
    texts.push(<text key={`n${i}`} class={one.sea ? "ground-name is-sea" : "ground-name"} transform={place(nx, ny)} y="4">{text}</text>);
  });
  art.cities.forEach((city, i) => {
    if (inPlay(i)) return;
    const plate = art[kind].plates[i]!;
    const [x, y] = onScreen(plate[0], plate[1]);
    const w = city.name.length * LETTER * size;
    const named = { x: x - w / 2, y: y - 11 * size, w, h: 22 * size };
    texts.push(
      <g key={city.id} transform={`translate(${plate[0]} ${plate[1]}) scale(${size / k})`}>
        <circle class="idle-city-dot" r="3" cy="-7" />
        {inside(named) && free(named, 0) && <text class="idle-city-name" y="8">{city.name}</text>}
      </g>,
    );
  });
  return <>{texts}</>;
}
