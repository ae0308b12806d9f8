// The ground: outlines and regions; while regions are drafted they can be chosen here.
import type { JSX } from "preact";
import { covered, type Rect } from "../maps/rects";
import { type Art, type Language, tint } from "./art";
import type { Sight } from "./sight";

/** Regions that are being chosen. */
export interface Draft {
  offered: Set<string>;
  taken: Set<string>;
  picked: string | null;
  onPick: (region: string) => void;
}

interface Props {
  art: Art;
  /** The name of what is land. */
  clip: string;
  /** Regions in play. */
  regions: Set<string>;
  draft: Draft | null;
  /** Whether the pointer has dragged the map, and did not click. */
  dragged: () => boolean;
}

export function Ground({ art, clip, regions, draft, dragged }: Props): JSX.Element {
  // the picked one comes last: its edge lies above its neighbours
  const order = art.regions.map((_, i) => i).sort((a, b) => Number(art.regions[a]!.id === draft?.picked) - Number(art.regions[b]!.id === draft?.picked));
  return (
    <>
      {art.land && (
        <defs>
          <clipPath id={clip}>
            <path d={art.land} />
          </clipPath>
        </defs>
      )}
      <path class="land" d={art.others} />
      <g clip-path={art.land ? `url(#${clip})` : undefined}>
        <path class="land" d={art.land} />
        {order.map((i) => {
          const one = art.regions[i]!;
          if (!regions.has(one.id)) return <path key={one.id} class="is-faded" d={one.path} />;
          const cls = `region tint-${one.color ?? tint(i)}`;
          if (!draft) return <path key={one.id} class={cls} d={one.path} />;
          const open = draft.offered.has(one.id);
          const state = draft.taken.has(one.id) ? " is-chosen" : open ? " is-offered" : " is-closed";
          return (
            <path
              key={one.id}
              class={`${cls}${state}${draft.picked === one.id ? " is-picked" : ""}`}
              d={one.path}
              data-region={one.id}
              onClick={() => open && !dragged() && draft.onPick(one.id)}
            />
          );
        })}
        {art.relief && (
          <g class="relief">
            <path class="relief-light" d={art.relief.light} />
            <path class="relief-dark" d={art.relief.dark} />
            <path class="relief-line" d={art.relief.line} />
          </g>
        )}
      </g>
      <path class="land-outline" d={art.land} />
      {art.water && <path class="water" d={art.water} />}
    </>
  );
}

const LETTER = 15;
const HIGH = 30;
/** From this width of the window on, names have their full size. */
const ROOMY = 440;
const REACH = 150;
const STEP = 15;

/** The names of the regions, large, each in sight and where its region is emptiest. */
export function RegionNames({ art, draft, language, sight }: { art: Art; draft: Draft; language: Language; sight: Sight }): JSX.Element | null {
  const { fixed, rest, taken } = sight;
  const view = rest.value;
  if (!view) return null;
  const { k, width, height } = view;
  const size = Math.min(1, Math.max(0.7, width / ROOMY));
  const high = HIGH * size;
  const at = art.whole.plates.map(([x, y]): [number, number] => [(x - view.cx) * k + width / 2, (y - view.cy) * k + height / 2]);
  const regionAt = (x: number, y: number) => {
    let best = -1;
    let least = Infinity;
    for (let i = 0; i < at.length; i++) {
      const far = (at[i]![0] - x) ** 2 + (at[i]![1] - y) ** 2;
      if (far < least) {
        least = far;
        best = art.cities[i]!.region;
      }
    }
    return best;
  };
  const used: Rect[] = [];
  return (
    <>
      {art.regions.map((one, i) => {
        const own = at.filter((_, city) => art.cities[city]!.region === i);
        if (!own.length) return null;
        const text = one.name[language];
        const w = text.length * LETTER * size;
        const [mx, my] = [0, 1].map((d) => own.reduce((sum, spot) => sum + spot[d]!, 0) / own.length) as [number, number];
        let best: [number, number] = [mx, my];
        let least = Infinity;
        for (let dx = -REACH; dx <= REACH; dx += STEP) {
          for (let dy = -REACH; dy <= REACH; dy += STEP) {
            const [x, y] = [mx + dx, my + dy];
            const box = { x: x - w / 2, y: y - high / 2, w, h: high };
            const cut = box.x < 4 || box.y < 4 || box.x + w > width - 4 || box.y + high > height - 4 ? 1 : 0;
            let bad = 40000 * cut + Math.hypot(dx, dy) * 2;
            // whose ground it is takes longest to find out, and most places are out of the question before
            if (bad < least) bad += 5 * covered(box, taken.value) + 4 * covered(box, used) + 40 * covered(box, fixed.value);
            for (let end = -1; end <= 1 && bad < least; end++) if (regionAt(x + (end * w) / 2, y) !== i) bad += end ? 400 : 8000;
            if (bad < least) {
              least = bad;
              best = [x, y];
            }
          }
        }
        used.push({ x: best[0] - w / 2, y: best[1] - high / 2, w, h: high });
        const closed = !draft.offered.has(one.id) && !draft.taken.has(one.id);
        return (
          <text
            key={one.id}
            class={`region-label${closed ? " is-closed" : ""}${draft.picked === one.id ? " is-picked" : ""}`}
            style={{ "--tint": `var(--t-${one.color ?? tint(i)})` }}
            transform={`translate(${(best[0] - width / 2) / k + view.cx} ${(best[1] - height / 2) / k + view.cy}) scale(${size / k})`}
            y="9"
          >
            {text}
          </text>
        );
      })}
    </>
  );
}
