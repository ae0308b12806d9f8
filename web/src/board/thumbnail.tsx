// A board in small, to choose it by.
import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { tint } from "./art";

/** As web/maps/thumbnails.mjs writes it. */
export interface Drawing {
  size: [number, number];
  land: string;
  /** Color and outline of each. */
  regions: [string, string][];
  lines: string;
  cities: string;
}

export function Thumbnail({ art }: { art: Drawing }): JSX.Element {
  const clip = useId();
  return (
    <svg viewBox={`0 0 ${art.size[0]} ${art.size[1]}`} aria-hidden="true">
      <clipPath id={clip}>
        <path d={art.land} />
      </clipPath>
      <g clip-path={`url(#${clip})`}>
        {art.regions.map(([color, path], i) => (
          <path key={i} class={`tint-${color || tint(i)}`} d={path} />
        ))}
      </g>
      <path class="thumbnail-land" d={art.land} />
      <path class="thumbnail-lines" d={art.lines} />
      <path class="thumbnail-cities" d={art.cities} />
    </svg>
  );
}
