// The whole board in small, with the part that is seen; shown when the map is larger than its window.
import { useRef } from "preact/hooks";
import type { JSX, TargetedPointerEvent } from "preact";
import { type Art, tint } from "./art";
import type { Sight } from "./sight";

const MOST = 96;

/** Width and height in pixels. */
export function minimapSize(art: Art): [number, number] {
  const scale = MOST / Math.max(...art.size);
  return [Math.round(art.size[0] * scale), Math.round(art.size[1] * scale)];
}

interface Props {
  art: Art;
  /** The name of what is land, on the map. */
  clip: string;
  regions: Set<string>;
  sight: Sight;
  onLook: (x: number, y: number) => void;
}

export function Minimap({ art, clip, regions, sight, onLook }: Props): JSX.Element | null {
  const held = useRef(false);
  const view = sight.seen.value;
  if (!view) return null;
  const [w, h] = minimapSize(art);
  const unit = art.size[0] / w;
  const look = (event: TargetedPointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    onLook((event.clientX - box.left) * unit, (event.clientY - box.top) * unit);
  };
  // the frame stays within the picture, however far out one looks
  const [left, top] = [Math.max(0, view.cx - view.width / view.k / 2), Math.max(0, view.cy - view.height / view.k / 2)];
  const right = Math.min(art.size[0], view.cx + view.width / view.k / 2);
  const bottom = Math.min(art.size[1], view.cy + view.height / view.k / 2);
  // it is a layer of its own, moved and not painted again with every frame
  const frame = {
    width: `${Math.max(0, right - left) / unit}px`,
    height: `${Math.max(0, bottom - top) / unit}px`,
    transform: `translate(${left / unit}px,${top / unit}px)`,
  };
  return (
    <div
      class="minimap only-wide"
      aria-hidden="true"
      data-minimap
      style={{ width: `${w}px`, height: `${h}px` }}
      onPointerDown={(event) => {
        held.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        look(event);
      }}
      onPointerMove={(event) => held.current && look(event)}
      onPointerUp={() => (held.current = false)}
      onPointerCancel={() => (held.current = false)}
    >
      <svg width={w} height={h} viewBox={`0 0 ${art.size[0]} ${art.size[1]}`}>
        <g clip-path={art.land ? `url(#${clip})` : undefined}>
          {art.regions.map((one, i) => (
            <path key={one.id} class={regions.has(one.id) ? `tint-${one.color ?? tint(i)}` : "is-faded"} d={one.path} />
          ))}
        </g>
        <path class="land-outline" d={art.land} stroke-width={unit} />
      </svg>
      <div class="map-window" style={frame} />
    </div>
  );
}
