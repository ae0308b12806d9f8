// The map. State in, callbacks out: it knows no rules and draws replays as well.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import { Sym } from "../parts/symbols";
import { language, t } from "../words";
import { linePath, placementAt } from "../maps/draw";
import type { Placement } from "../maps/types";
import { measureCorners } from "./corners";
import { type Art, type Kind, tint } from "./art";
import { CityPlate, type CityState } from "./city";
import { type Box, Viewport } from "./viewport";

export interface Tag {
  city: string;
  text: string;
}

interface Props {
  art: Art;
  /** Cities in play; the others are shown faded. */
  cities: Map<string, CityState>;
  regions: Set<string>;
  /** Paths that are lit, each a list of cities. */
  lit: string[][];
  tags: Tag[];
  seat: number | null;
  /** The smallest scale to begin with (phones), else everything in play is shown. */
  scale: number | null;
  /** Where to look first when the scale is given. */
  focus: string | null;
  inset: [number, number, number, number];
  /** A city that must be in sight. */
  reveal: string | null;
  onChoose: (id: string) => void;
  onLook: (id: string | null) => void;
}

/** How much larger than at the scale it was made for a plate may become. */
const LARGEST = 1.3;
/** And how much smaller, in a small window; further out plates overlap. */
const SMALLEST = 0.72;

/** The box round what is in play, in both placements. */
function boxOf(art: Art, inPlay: (i: number) => boolean): Box {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { plates, height, scale } of [art.play, art.whole]) {
    plates.forEach(([x, y, w], i) => {
      if (!inPlay(i)) return;
      const half = w / 2 / scale;
      x0 = Math.min(x0, x - half);
      x1 = Math.max(x1, x + half);
      y0 = Math.min(y0, y - height / 2 / scale);
      y1 = Math.max(y1, y + height / 2 / scale);
    });
  }
  const pad = 12;
  return { x: x0 - pad, y: y0 - pad, w: x1 - x0 + 2 * pad, h: y1 - y0 + 2 * pad };
}

/** Outlines and regions: drawn once. */
function Ground({ art, regions, kind, k }: { art: Art; regions: Set<string>; kind: Kind; k: number }): JSX.Element {
  return (
    <>
      {art.land && (
        <defs>
          <clipPath id="land">
            <path d={art.land} />
          </clipPath>
        </defs>
      )}
      <path class="nb" d={art.others} />
      <g clip-path={art.land ? "url(#land)" : undefined}>
        <path class="nb" d={art.land} />
        {art.regions.map((one, i) =>
          regions.has(one.id) ? <path key={one.id} class={`rg t-${one.color ?? tint(i)}`} d={one.path} /> : <path key={one.id} class="faded" d={one.path} />,
        )}
      </g>
      <path class="de" d={art.land} />
      {art.water && <path class="water" d={art.water} />}
      {art.names.map((one, i) => {
        const at = one[kind];
        return at ? (
          <text key={i} class={one.sea ? "cn sea" : "cn"} transform={`translate(${at[0]} ${at[1]}) scale(${1 / k})`} y="4">
            {one.text[language.value].toUpperCase()}
          </text>
        ) : null;
      })}
    </>
  );
}

/** The connections of some paths, in both directions. */
function hops(paths: string[][]): Set<string> {
  const out = new Set<string>();
  for (const path of paths) {
    for (let i = 1; i < path.length; i++) {
      out.add(`${path[i - 1]}|${path[i]}`);
      out.add(`${path[i]}|${path[i - 1]}`);
    }
  }
  return out;
}

/** The emptiest of eight places round a plate, for a tag as wide as that. */
function freeSpot(
  layout: Placement,
  city: number,
  wide: number,
  k: number,
  inPlay: (i: number) => boolean,
  taken: [number, number, number, number][],
): [number, number] {
  const [x, y, w] = layout.plates[city]!;
  const high = 22;
  const [dx, dy] = [(w + wide) / 2 + 2, (layout.height + high) / 2 + 1];
  const places = [[dx, 0], [0, -dy], [0, dy], [-dx, 0], [dx, -dy], [-dx, -dy], [dx, dy], [-dx, dy]] as const;
  const boxes = layout.plates
    .map(([px, py, pw], i) => (i === city || !inPlay(i) ? null : [px, py, pw, layout.height]))
    .concat(layout.lines.map(([px, py]) => [px, py, layout.cost[1], layout.cost[2]]))
    .concat(taken);
  let best: [number, number] = [x, y];
  let least = Infinity;
  for (const [ox, oy] of places) {
    const at: [number, number] = [x + ox / k, y + oy / k];
    let covered = 0;
    for (const box of boxes) {
      if (!box) continue;
      const [px, py, pw, ph] = box as [number, number, number, number];
      const across = (wide + pw) / 2 - Math.abs(at[0] - px) * k;
      const down = (high + ph) / 2 - Math.abs(at[1] - py) * k;
      if (across > 0 && down > 0) covered += Math.min(across, pw) * Math.min(down, ph);
    }
    if (covered < least) [best, least] = [at, covered];
  }
  taken.push([...best, wide, high]);
  return best;
}

export function BoardMap(props: Props): JSX.Element {
  const { art, cities, regions, lit, tags, seat, scale, focus, inset, reveal, onChoose, onLook } = props;
  const svg = useRef<SVGSVGElement>(null);
  const port = useRef<Viewport | null>(null);
  const [zoom, setZoom] = useState(1);
  const inPlay = (i: number) => cities.has(art.cities[i]!.id);
  const home = useMemo(() => boxOf(art, inPlay), [art, [...regions].join()]);

  useEffect(() => {
    const view = new Viewport(svg.current!, (k) => {
      setZoom(k);
      measureCorners(svg.current!);
    });
    port.current = view;
    return () => view.destroy();
  }, []);

  useEffect(() => {
    const view = port.current!;
    view.inset = inset;
    view.fit(home, scale);
    const index = art.cities.findIndex((one) => one.id === focus);
    if (scale !== null && index >= 0) view.lookAt(art.play.plates[index]![0], art.play.plates[index]![1]);
  }, [home, scale, inset.join()]);

  useEffect(() => {
    const index = art.cities.findIndex((one) => one.id === reveal);
    if (index >= 0) port.current?.reveal(art.play.plates[index]![0], art.play.plates[index]![1]);
  }, [reveal]);

  const kind = placementAt(art, zoom);
  const layout = art[kind];
  // plates keep their size in pixels, and grow a little when there is room
  const k = zoom / Math.max(SMALLEST, Math.min(LARGEST, zoom / layout.scale));
  const compact = kind === "whole";
  const litHops = useMemo(() => hops(lit), [lit]);
  const middle = (i: number) => layout.plates[i]!;
  const edge = (index: number): { d: string; on: boolean; faded: boolean } => {
    const ends = art.lines[index]!.slice(1) as number[];
    let [on, faded] = [false, true];
    for (let i = 0; i < ends.length; i += 2) {
      const [a, b] = [ends[i]!, ends[i + 1]!];
      on ||= litHops.has(`${art.cities[a]!.id}|${art.cities[b]!.id}`);
      faded &&= !inPlay(a) || !inPlay(b);
    }
    return { d: linePath(art, layout, index, 1), on, faded };
  };
  const edges = art.lines.map((_, i) => edge(i));
  const taken: [number, number, number, number][] = [];

  return (
    <section class="map" onKeyDown={(event) => port.current?.key(event) && event.preventDefault()}>
      <svg ref={svg} class={`geo ${kind}`} role="group" aria-label={t("map_label")} tabIndex={0}>
        <Ground art={art} regions={regions} kind={kind} k={k} />
        {edges.map((one, i) => one.faded && <path key={i} class="fe" d={one.d} stroke-width={1.2 / k} />)}
        {edges.map((one, i) => !one.faded && !one.on && <path key={i} class="e" d={one.d} stroke-width={2.2 / k} />)}
        {edges.map((one, i) => one.on && <path key={i} class="lit0" d={one.d} stroke-width={11 / k} />)}
        {edges.map((one, i) => one.on && <path key={i} class="lit" d={one.d} stroke-width={6 / k} />)}
        {(layout.cards ?? []).map(([x, y, w, h], i) => art.metropolises?.[i]?.some(inPlay) && (
          <rect key={i} class="metro" x={x - w / 2 / k} y={y - h / 2 / k} width={w / k} height={h / k} rx={6 / k} />
        ))}
        {art.lines.map((line, i) => {
          if (edges[i]!.faded) return null;
          const [x, y] = layout.lines[i]!;
          const cost = line[0];
          const w = layout.cost[cost !== null && cost < 10 ? 0 : 1];
          const h = layout.cost[2];
          return (
            <g key={i} class={edges[i]!.on ? "on" : undefined} transform={`translate(${x} ${y}) scale(${1 / k})`}>
              <rect class="kp" x={-w / 2} y={-h / 2} width={w} height={h} rx={h / 2} />
              <text class="kt" y={compact ? 4 : 4.6}>{cost ?? ""}</text>
            </g>
          );
        })}
        {art.cities.map((city, i) => {
          if (cities.has(city.id)) return null;
          const [x, y] = middle(i);
          return (
            <g key={city.id} class="off" transform={`translate(${x} ${y}) scale(${1 / k})`}>
              <circle class="fc" r="3" cy="-7" />
              <text class="fn" y="8">{city.name}</text>
            </g>
          );
        })}
        {art.cities.map((city, i) => {
          const state = cities.get(city.id);
          if (!state) return null;
          const [x, y, w] = middle(i);
          return (
            <CityPlate
              key={city.id}
              city={state}
              x={x}
              y={y}
              width={w}
              height={layout.height}
              scale={k}
              compact={compact}
              seat={seat}
              onChoose={(id) => {
                if (!port.current?.dragged) onChoose(id);
              }}
              onLook={onLook}
            />
          );
        })}
        {tags.map(({ city, text }) => {
          const i = art.cities.findIndex((one) => one.id === city);
          if (i < 0) return null;
          const wide = 14 + text.length * 9;
          const [x, y] = freeSpot(layout, i, wide, k, inPlay, taken);
          return (
            <g key={city} class="sumtag" data-tag={city} transform={`translate(${x} ${y}) scale(${1 / k})`}>
              <rect x={-wide / 2} y="-12" width={wide} height="22" rx="11" />
              <text y="4.5">{text}</text>
            </g>
          );
        })}
      </svg>
      <div class="zoom">
        <div class="zb">
          <button type="button" class="only-wide" aria-label={t("zoom_in")} onClick={() => port.current?.zoom(1.25)}>
            <Sym id="plus" />
          </button>
          <button type="button" class="only-wide" aria-label={t("zoom_out")} onClick={() => port.current?.zoom(0.8)}>
            <Sym id="minus" />
          </button>
          <button type="button" aria-label={t("zoom_fit")} onClick={() => port.current?.fit(home, scale)}>
            <Sym id="fit" />
          </button>
        </div>
      </div>
    </section>
  );
}
