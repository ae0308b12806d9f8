// A city: name plate with its places and their owners.
import type { JSX } from "preact";

/** The place of a city besides those for houses. */
export interface SiteState {
  kind: string;
  cost: number;
  owner: number | null;
  planned: boolean;
  /** The path around a free one, and the symbol on one that has an owner. */
  outline: string;
  symbol: string;
  onChoose: () => void;
}

export interface CityState {
  id: string;
  name: string;
  /** Seats in the order of their places. */
  owners: number[];
  places: number[];
  /** How many places are open. */
  open: number;
  mine: boolean;
  planned: boolean;
  /** The whole price of connecting it, where it can be connected. */
  price: number | null;
  /** It can be chosen, at no price. */
  offered: boolean;
  picked: boolean;
  lit: boolean;
  /** What there is to tell beyond its name and the numbers on its plate. */
  label: string;
  /** A place besides those for houses, where the edition has such. */
  site?: SiteState;
}

function SitePlace({ site, city, at, size }: { site: SiteState; city: string; at: [number, number]; size: number }): JSX.Element {
  if (site.owner !== null) {
    return (
      <svg class="owner-mark" data-site={city} x={at[0] - size / 2} y={at[1] - size / 2} width={size} height={size} viewBox="0 0 20 20">
        <use href={`#${site.symbol}`} />
      </svg>
    );
  }
  return (
    <g
      class="site"
      data-site={city}
      transform={`translate(${at[0]} ${at[1]}) scale(${size / 16})`}
      onClick={(event) => {
        event.stopPropagation();
        site.onChoose();
      }}
    >
      <rect class="hit-area" x="-10" y="-11" width="20" height="22" />
      <path class={site.planned ? "ghost" : "house-slot"} d={site.outline} />
      {" "}
      {site.planned ? <circle class="ghost-dot" r="2.2" cy="2" /> : <text class="place-cost" y="5.4">{site.cost}</text>}
    </g>
  );
}

export type Way = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";
const WAYS = new Set<string>(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]);

/** What a plate needs to be drawn. */
interface Face {
  city: CityState;
  x: number;
  y: number;
  /** Pixels, before `scale`. */
  width: number;
  height: number;
  /** Units of the map per pixel of the plate. */
  scale: number;
  compact: boolean;
  seat: number | null;
  /** The name of a seat's colour. */
  colour: (seat: number) => string;
}

interface Props extends Face {
  /** Whether the tabulator stops here. */
  stop: boolean;
  onChoose: (id: string) => void;
  onLook: (id: string | null) => void;
  onFocus: (id: string) => void;
  onMove: (id: string, way: Way) => void;
}

function classOf(city: CityState): string {
  return `city${city.mine ? " is-mine" : ""}${city.planned || city.site?.planned ? " is-planned" : ""}${city.lit ? " is-highlighted" : ""}${city.price !== null || city.offered ? " is-available" : ""}${city.offered ? " is-offered" : ""}${city.picked ? " is-picked" : ""}`;
}

const ownColour = ({ seat, colour }: Face) => (seat === null ? undefined : { "--own": `var(--${colour(seat)}-t)` });

/** The numbers on a plate, as they are read. */
function pricesShown({ places, owners, planned, site }: CityState, compact: boolean): number[] {
  if (compact) return [];
  const free = places.slice(owners.length + (planned ? 1 : 0));
  return site && site.owner === null && !site.planned ? [...free, site.cost] : free;
}

/** The plate and the name on it, which is set ten times as large and scaled down: WebKit may round the width of letters. */
function Plate({ city, width, height, compact }: Face): JSX.Element {
  const alone = compact && city.owners.length === 0 && !city.planned && !siteShown(city, compact);
  return (
    <>
      <rect class="city-plate" x={-width / 2} y={-height / 2} width={width} height={height} rx="4" />
      <text class="city-name" y={10 * (alone ? 5 : -height / 2 + (compact ? 13 : 15.5))}>{city.name}</text>
    </>
  );
}

/** A company place that is drawn: on a compact plate only what stands or is planned there. */
function siteShown({ site }: CityState, compact: boolean): SiteState | null {
  return site && (!compact || site.owner !== null || site.planned) ? site : null;
}

/** The row below the name: houses, and the places that are left with their prices. */
function Places({ city, height, compact, colour, copy }: Face & { copy?: boolean }): JSX.Element {
  const step = compact ? 14 : 19;
  const house = compact ? 12 : 16;
  const shown = compact ? city.owners.length + (city.planned ? 1 : 0) : city.places.length;
  const site = siteShown(city, compact);
  const gap = site && shown > 0 ? 3 : 0;
  const first = (-step * (shown + (site ? 1 : 0) - 1) - gap) / 2;
  const row = compact ? height / 2 - 8.5 : height / 2 - 12;
  return (
    <g aria-hidden="true">
      {Array.from({ length: shown }, (_, i) => {
        const at = first + i * step;
        const owner = city.owners[i];
        if (owner !== undefined) {
          return (
            <g key={`h${owner}`} class="owner-mark" data-house={copy ? undefined : `${city.id}/${owner}`}>
              <svg x={at - house / 2} y={row - house / 2} width={house} height={house} viewBox="0 0 20 20">
                <use href={`#house-${colour(owner)}`} />
              </svg>
            </g>
          );
        }
        const ghost = city.planned && i === city.owners.length;
        const locked = i >= city.open;
        return (
          <g key={`s${i}`} transform={`translate(${at} ${row})`}>
            <path class={ghost ? "ghost" : `house-slot${locked ? " is-locked" : ""}`} d={compact ? "M0-5.4l5.4 4.4v6.2h-10.8v-6.2z" : "M0-7.5l7.5 6v8.6h-15v-8.6z"} />
            {/* a space, so that the numbers stay apart where only the text is taken */ " "}
            {!compact && !ghost && <text class={`place-cost${locked ? " is-locked" : ""}`} y="5">{city.places[i]}</text>}
            {ghost && <circle class="ghost-dot" r={compact ? 1.6 : 2.2} cy={compact ? 1.2 : 1.6} />}
          </g>
        );
      })}
      {site && <SitePlace site={site} city={city.id} at={[first + shown * step + gap, row]} size={house} />}
    </g>
  );
}

/** The button is the plate with its name. The numbers beside it are told by its label, whatever part of them the edge
 * of the map has cut off. */
export function CityPlate(props: Props): JSX.Element {
  const { city, x, y, scale, compact, stop, onChoose, onLook, onFocus, onMove } = props;
  return (
    <g
      class={classOf(city)}
      transform={`translate(${x} ${y}) scale(${scale})`}
      data-city={city.id}
      data-compact={compact ? "" : undefined}
      style={ownColour(props)}
      onClick={() => onChoose(city.id)}
      onPointerEnter={(event) => event.pointerType === "mouse" && onLook(city.id)}
      onPointerLeave={(event) => event.pointerType === "mouse" && onLook(null)}
    >
      <g
        role="button"
        tabindex={stop ? 0 : -1}
        aria-label={`${[city.name, ...pricesShown(city, compact)].join(" ")}: ${city.label}`}
        onKeyDown={(event) => {
          if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            onChoose(city.id);
          } else if (WAYS.has(event.key)) {
            event.preventDefault();
            event.stopPropagation();
            onMove(city.id, event.key as Way);
          }
        }}
        onFocus={(event) => {
          onFocus(city.id);
          // a pointer that presses has looked already, or taps
          if (event.currentTarget.matches(":focus-visible")) onLook(city.id);
        }}
        onBlur={() => onLook(null)}
      >
        <Plate {...props} />
      </g>
      <Places {...props} />
    </g>
  );
}

/** The full plate of a compact one that is looked at, above everything else. */
export function OpenPlate(props: Face): JSX.Element {
  return (
    <g class={`${classOf(props.city)} is-open`} aria-hidden="true" transform={`translate(${props.x} ${props.y}) scale(${props.scale})`} style={ownColour(props)}>
      <Plate {...props} />
      <Places {...props} copy />
    </g>
  );
}

/** Where fingers may touch, below all plates so that none takes what belongs to its neighbour. */
export function CityHit({ id, x, y, w, h, onChoose }: { id: string; x: number; y: number; w: number; h: number; onChoose: (id: string) => void }): JSX.Element {
  return <rect class="hit-area" data-hit={id} x={x - w / 2} y={y - h / 2} width={w} height={h} onClick={() => onChoose(id)} />;
}
