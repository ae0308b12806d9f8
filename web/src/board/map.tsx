// The map. State in, callbacks out: it knows no rules and no table, and draws replays as well.
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import { linePath } from "../maps/draw";
import { closeView, type Fitting, fittingOf, fitView, legible, placementAt, plateScale, rectsOf } from "../maps/fit";
import type { Rect } from "../maps/rects";
import { Sym } from "../parts/icon";
import type { Art, Language } from "./art";
import { CityHit, CityPlate, type CityState, OpenPlate, type Way } from "./city";
import { type Draft, Ground, RegionNames } from "./ground";
import { Minimap, minimapSize } from "./minimap";
import { MapNames } from "./names";
import { createSight, type Sight } from "./sight";
import { tagSpot } from "./tags";
import { type Home, Viewport } from "./viewport";

export interface Tag {
  city: string;
  text: string;
}

export interface BoardProps {
  art: Art;
  /** Cities in play; the others are shown faded. */
  cities: Map<string, CityState>;
  regions: Set<string>;
  draft: Draft | null;
  /** Paths that are lit, each a list of cities. */
  lit: string[][];
  /** The networks that are drawn in the colours of their players, as paths. */
  networks: { seat: number; paths: string[][] }[];
  /** Whether they are only looked at, not about to be built. */
  calm: boolean;
  tags: Tag[];
  /** Whose map it is, and the name of each seat's colour. */
  seat: number | null;
  colour: (seat: number) => string;
  language: Language;
  labels: { map: string; zoomIn: string; zoomOut: string; fit: string };
  /** Whether it is used by touch: buttons are larger then. */
  finger: boolean;
  /** What is seen of it, for a page that puts boxes on the map. */
  sight?: Sight;
  /** Whether the window is small: nothing but its buttons lies on it. */
  small: boolean;
  /** What to look at more closely first. */
  focus: string | null;
  /** A city that must be in sight. */
  reveal: string | null;
  onChoose: (id: string) => void;
  onLook: (id: string | null) => void;
}

/** The buttons in the corner, the one for the last moves above them, and the room that box should have. */
const BUTTONS = { mouse: { edge: 14, w: 34, h: 97, more: 42 }, finger: { edge: 14, w: 42, h: 124, more: 50 } };
/** In a small window, each of the two buttons in its upper corners. */
const SMALL = 50;
const ROOM = [224, 92] as const;
const FINGER = 44;

function limitOf({ bodies }: Fitting): Home["limit"] {
  const all = bodies.play.plates;
  const [xs, ys] = [all.map((one) => one.x), all.map((one) => one.y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** What always lies over the map. */
function fixtures(width: number, height: number, small: boolean, finger: boolean, mini: [number, number] | null): Rect[] {
  if (small) return [0, width - SMALL].map((x) => ({ x, y: 0, w: SMALL, h: SMALL }));
  const { edge, w, h, more } = BUTTONS[finger ? "finger" : "mouse"];
  const out = [{ x: width - edge - w, y: height - edge - h - more, w, h: h + more }];
  if (mini) out.push({ x: width - edge - w - 8 - mini[0] - 2, y: height - edge - mini[1] - 2, w: mini[0] + 2, h: mini[1] + 2 });
  return out;
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

/** Left to right, row by row. */
function readingOrder(art: Art): number[] {
  const row = (i: number) => Math.round(art.play.plates[i]![1] / 60);
  return art.cities.map((_, i) => i).sort((a, b) => row(a) - row(b) || art.play.plates[a]![0] - art.play.plates[b]![0]);
}

/** The nearest city in a direction. */
function neighbour(art: Art, from: number, way: Way, inPlay: (i: number) => boolean): number | null {
  const { plates } = art.play;
  const across = way === "ArrowLeft" || way === "ArrowRight";
  const sign = way === "ArrowRight" || way === "ArrowDown" ? 1 : -1;
  let best: number | null = null;
  let least = Infinity;
  plates.forEach(([x, y], i) => {
    if (i === from || !inPlay(i)) return;
    const [dx, dy] = [x - plates[from]![0], y - plates[from]![1]];
    const ahead = sign * (across ? dx : dy);
    const aside = Math.abs(across ? dy : dx);
    if (ahead <= 0 || aside > ahead * 1.5) return;
    if (ahead + 2 * aside < least) [best, least] = [i, ahead + 2 * aside];
  });
  return best;
}

export function BoardMap(props: BoardProps): JSX.Element {
  const { art, cities, regions, draft, lit, networks, calm, tags, seat, colour, language, labels, finger, small, focus, reveal, onChoose, onLook } = props;
  const [sight] = useState(() => props.sight ?? createSight());
  const { fixed, rest, taken, zoomedIn } = sight;
  const above = sight.covered.value;
  const clip = useId();
  const svg = useRef<SVGSVGElement>(null);
  const port = useRef<Viewport | null>(null);
  const [zoom, setZoom] = useState(1);
  const [stop, setStop] = useState<string | null>(null);
  const inPlay = (i: number) => cities.has(art.cities[i]!.id);
  const played = [...cities.keys()].join();
  const fitting = useMemo(() => fittingOf(art, inPlay), [art, played]);
  const order = useMemo(() => readingOrder(art), [art]);
  const index = useMemo(() => new Map(art.cities.map((one, i) => [one.id, i])), [art]);

  useLayoutEffect(() => {
    const view = new Viewport(svg.current!, (now) => {
      setZoom(now.k);
      sight.moved(now);
    });
    port.current = view;
    return () => {
      view.destroy();
      sight.gone();
    };
  }, []);

  const homeOf = (width: number, height: number): Home => {
    const window = { width: Math.max(80, width), height: Math.max(80, height) };
    const whole = fitView(fitting, { ...window, keep: fixtures(width, height, small, finger, null), room: small ? null : ROOM });
    const limit = limitOf(fitting);
    const plate = art.play.plates[index.get(focus ?? "") ?? -1];
    const close = draft || legible(fitting, whole, small && plate ? "play" : "whole") ? null : closeView(fitting, window, plate ?? null);
    return { ...whole, close, limit };
  };

  useLayoutEffect(() => {
    port.current!.settle(homeOf);
  }, [fitting, small, finger]);

  useEffect(() => {
    const plate = art.play.plates[index.get(reveal ?? "") ?? -1];
    if (plate) port.current!.reveal(plate[0], plate[1], above);
  }, [reveal, above]);

  const kind = placementAt(fitting, zoom);
  const layout = art[kind];
  const compact = kind === "whole";
  const size = plateScale(fitting, kind, zoom);
  const unit = size / zoom;
  const choose = (id: string) => {
    if (!port.current?.dragged) onChoose(id);
  };
  const litHops = useMemo(() => hops(lit), [lit]);
  const owned = useMemo(() => networks.map(({ seat: owner, paths }) => ({ owner, hops: hops(paths) })), [networks]);
  const edges = art.lines.map((line, i) => {
    const ends = line.slice(1) as number[];
    let [on, faded] = [false, true];
    const owners = new Set<number>();
    for (let j = 0; j < ends.length; j += 2) {
      const [a, b] = [ends[j]!, ends[j + 1]!];
      on ||= litHops.has(`${art.cities[a]!.id}|${art.cities[b]!.id}`);
      for (const one of owned) if (one.hops.has(`${art.cities[a]!.id}|${art.cities[b]!.id}`)) owners.add(one.owner);
      faded &&= !inPlay(a) || !inPlay(b);
    }
    return { d: linePath(art, layout, i, 1), on, faded, owners: [...owners] };
  });

  // compact plates open where one looks
  const opened = compact ? order.filter((i) => cities.get(art.cities[i]!.id)?.lit) : [];
  const openSize = Math.max(1, size);
  const here = rest.value;
  const frame = here && { x: here.cx * zoom - here.width / 2, y: here.cy * zoom - here.height / 2, w: here.width, h: here.height };
  const around = rectsOf(fitting, kind, { k: zoom, cx: 0, cy: 0 }, 0, 0);
  const tagged = tags.flatMap(({ city, text }) => {
    const i = index.get(city);
    if (i === undefined) return [];
    const [x, y] = layout.plates[i]!;
    const [as, by] = opened.includes(i) ? [art.play, openSize] : [layout, size];
    const [w, h] = [as.plates[i]![2] * by, as.height * by];
    const wide = 14 + text.length * 9;
    return [{ city, text, wide, at: tagSpot({ x: x * zoom - w / 2, y: y * zoom - h / 2, w, h }, wide, around, frame) }];
  });

  const mini = !small && zoom > (port.current?.homeK ?? zoom) * 1.04;

  useLayoutEffect(() => {
    if (here?.k !== zoom) return;
    const dx = here.width / 2 - here.cx * here.k;
    const dy = here.height / 2 - here.cy * here.k;
    taken.value = around.map((one) => ({ ...one, x: one.x + dx, y: one.y + dy }));
    zoomedIn.value = mini;
    fixed.value = fixtures(here.width, here.height, small, finger, mini ? minimapSize(art) : null);
  }, [here, kind, tagged.map((one) => one.city + one.text).join(), mini, fitting, finger]);

  const cost = (i: number) => {
    const value = art.lines[i]![0];
    const [x, y] = layout.lines[i]!;
    const w = layout.cost[value !== null && value < 10 ? 0 : 1];
    const h = layout.cost[2];
    return (
      <g key={i} class={edges[i]!.on ? "is-active" : undefined} transform={`translate(${x} ${y}) scale(${unit})`}>
        <rect class="cost-plate" x={-w / 2} y={-h / 2} width={w} height={h} rx={h / 2} />
        <text class="cost-text" y={compact ? 4 : 4.6}>{value ?? ""}</text>
      </g>
    );
  };
  const shownLines = art.lines.map((_, i) => i).filter((i) => !edges[i]!.faded);
  const shownCities = order.filter(inPlay);
  const first = stop !== null && cities.has(stop) ? stop : art.cities[shownCities[0] ?? 0]?.id;

  return (
    <section class="map" onKeyDown={(event) => port.current?.key(event) && event.preventDefault()}>
      <svg ref={svg} class={`map-drawing ${kind}${calm ? " is-calm" : ""}`} role="group" aria-label={labels.map} tabindex={0}>
        <Ground art={art} clip={clip} regions={regions} draft={draft} dragged={() => port.current?.dragged ?? false} />
        <MapNames art={art} kind={kind} bare={draft !== null} inPlay={inPlay} size={size} language={language} sight={sight} />
        {draft && <RegionNames art={art} draft={draft} language={language} sight={sight} />}
        {edges.map((one, i) => one.faded && <path key={i} class="idle-connection" d={one.d} stroke-width={1.2 / zoom} />)}
        {edges.map((one, i) => !one.faded && !one.on && <path key={i} class="connection" d={one.d} stroke-width={2.2 * unit} />)}
        {edges.map((one, i) => !one.faded && !one.on && one.owners.length > 0 && <path key={i} class="highlight-outline" d={one.d} stroke-width={7.6 * unit} />)}
        {/* players who share a connection take turns along it */}
        {edges.map((one, i) => !one.faded && !one.on && one.owners.map((owner, n, { length }) => (
          <path key={`${i}/${owner}`} class="network" data-network={owner} d={one.d} stroke={`var(--${colour(owner)}-t)`} stroke-width={4.8 * unit} stroke-dasharray={length > 1 ? `${9 * unit} ${9 * unit * (length - 1)}` : undefined} stroke-dashoffset={-9 * unit * n} />
        )))}
        {edges.map((one, i) => one.on && <path key={i} class="highlight-outline" d={one.d} stroke-width={11 * unit} />)}
        {edges.map((one, i) => one.on && <path key={i} class="is-highlighted" d={one.d} stroke-width={6 * unit} />)}
        {(layout.cards ?? []).map(([x, y, w, h], i) => art.metropolises?.[i]?.some(inPlay) && (
          <rect key={i} class="metro" x={x - (w / 2) * unit} y={y - (h / 2) * unit} width={w * unit} height={h * unit} rx={6 * unit} />
        ))}
        {shownLines.filter((i) => edges[i]!.d).map(cost)}
        {shownCities.map((i) => {
          const [x, y, w] = layout.plates[i]!;
          const { id } = art.cities[i]!;
          return <CityHit key={id} id={id} x={x} y={y} w={Math.max(w * size, FINGER) / zoom} h={Math.max(layout.height * size, FINGER) / zoom} onChoose={choose} />;
        })}
        {shownCities.map((i) => {
          const { id } = art.cities[i]!;
          const [x, y, w] = layout.plates[i]!;
          return (
            <CityPlate
              key={id}
              city={cities.get(id)!}
              x={x}
              y={y}
              width={w}
              height={layout.height}
              scale={unit}
              compact={compact}
              seat={seat}
              colour={colour}
              stop={id === first}
              onChoose={choose}
              onLook={onLook}
              onFocus={(city) => {
                setStop(city);
                port.current?.reveal(x, y, above);
              }}
              onMove={(_, way) => {
                const next = neighbour(art, i, way, inPlay);
                if (next !== null) svg.current?.querySelector<SVGGElement>(`[data-city="${art.cities[next]!.id}"] [role]`)?.focus();
              }}
            />
          );
        })}
        {shownLines.filter((i) => !edges[i]!.d).map(cost)}
        {opened.map((i) => {
          const [x, y] = layout.plates[i]!;
          const { id } = art.cities[i]!;
          return (
            <OpenPlate key={id} city={cities.get(id)!} x={x} y={y} width={art.play.plates[i]![2]} height={art.play.height} scale={openSize / zoom} compact={false} seat={seat} colour={colour} />
          );
        })}
        {tagged.map(({ city, text, wide, at }) => (
          <g key={city} class="sum-tag" data-tag={city} transform={`translate(${at[0] / zoom} ${at[1] / zoom}) scale(${1 / zoom})`}>
            <rect x={-wide / 2} y="-11" width={wide} height="22" rx="11" />
            <text y="5.5">{text}</text>
          </g>
        ))}
      </svg>
      <div class="zoom">
        {mini && <Minimap art={art} clip={clip} regions={regions} sight={sight} onLook={(x, y) => port.current?.lookAt(x, y)} />}
        <div class="zoom-buttons">
          <button type="button" class="only-wide" aria-label={labels.zoomIn} onClick={() => port.current?.zoom(1.25)}>
            <Sym id="plus" />
          </button>
          <button type="button" class="only-wide" aria-label={labels.zoomOut} onClick={() => port.current?.zoom(0.8)}>
            <Sym id="minus" />
          </button>
          <button type="button" aria-label={labels.fit} onClick={() => port.current?.toggle()}>
            <Sym id="fit" />
          </button>
        </div>
      </div>
    </section>
  );
}
