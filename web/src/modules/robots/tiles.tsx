// Robots as their five tiles: a row on a player's card, a figure from head to feet elsewhere.
import { useEffect, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { PlayerView, RobotView, View } from "../../generated/api";
import { type Table, useTable } from "../../store/table";
import { useWords, type Words } from "../../words";

/** From head to feet. */
export const SLOTS = ["first-city", "auction", "resources", "building", "ability"] as const;
export type Slot = (typeof SLOTS)[number];

export const tileName = (words: Words, tile: string): string => words.own("tiles", tile);
export const tileText = (words: Words, tile: string): string => words.own("tile_texts", tile);
export const slotName = (words: Words, slot: Slot): string => words.own("slots", slot);

export const robotOf = (view: View, seat: number): RobotView | undefined => view.modules.robots?.robots.find((one) => one.seat === seat);

/** The tile that acts: the one by which somebody decides now, else the one that spoke last in this phase. */
export function acting({ standing }: Table, view: View, seat: number): string | null {
  const deciding = view.modules.robots?.deciding;
  if (deciding) return deciding.seat === seat ? deciding.tile : null;
  const rows = standing.value;
  for (let i = rows.length - 1; i >= 0; i--) {
    if (rows[i]!.seq > view.version) continue;
    for (const event of [...(rows[i]!.events ?? [])].reverse()) {
      if (event.kind === "phase-began") return null;
      if ("tile" in event && event.seat === seat) return event.tile;
    }
  }
  return null;
}

export function TilePicture({ slot, tile }: { slot: Slot; tile: string | null }): JSX.Element {
  return (
    <span class={`robot-tile robot-tile-${slot}`}>
      <svg viewBox="0 0 60 40" aria-hidden="true">
        <use href={`#tile-${tile ?? "unknown"}`} />
      </svg>
    </span>
  );
}

/** The five tiles of a robot; each tells what it does by hovering, by focus, or by a tap. */
export function Tiles({ tiles, lit }: { tiles: string[]; lit: string | null }): JSX.Element {
  const words = useWords();
  const [hovered, setHovered] = useState<string | null>(null);
  const [held, setHeld] = useState<string | null>(null);
  const looked = hovered ?? held;
  const slot = looked === null ? -1 : tiles.indexOf(looked);
  const tip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // not under a mouse: it would be elsewhere then
    if (held !== null && hovered === null) tip.current?.scrollIntoView({ block: "nearest" });
  }, [held]);
  return (
    <div class="tile-row" onPointerLeave={() => setHovered(null)}>
      {tiles.map((tile, i) => (
        <button
          key={tile}
          type="button"
          class={tile === lit ? "is-highlighted" : ""}
          aria-label={`${slotName(words, SLOTS[i]!)}: ${tileName(words, tile)}, ${tileText(words, tile)}`}
          aria-current={tile === lit ? "true" : undefined}
          data-tile={tile}
          onPointerEnter={(event) => event.pointerType === "mouse" && setHovered(tile)}
          onFocus={() => setHeld(tile)}
          onBlur={() => setHeld(null)}
          onClick={() => setHeld(tile)}
        >
          <TilePicture slot={SLOTS[i]!} tile={tile} />
        </button>
      ))}
      {looked !== null && slot >= 0 && (
        <div ref={tip} class={`robot-tooltip robot-tile-${SLOTS[slot]!}`} aria-hidden="true">
          <small>{slotName(words, SLOTS[slot]!)}</small>
          <b>{tileName(words, looked)}</b>
          <span>{tileText(words, looked)}</span>
        </div>
      )}
    </div>
  );
}

export function PlayerLine({ view, player }: { view: View; player: PlayerView }): JSX.Element | null {
  const table = useTable();
  const robot = robotOf(view, player.seat);
  return robot ? <Tiles tiles={robot.tiles} lit={acting(table, view, player.seat)} /> : null;
}

/** The tiles one above the other: a head, shoulders, a torso, legs and feet. */
export function Figure({ tiles }: { tiles: (string | null)[] }): JSX.Element {
  return (
    <div class="robot-figure" aria-hidden="true">
      {SLOTS.map((slot, i) => (
        <TilePicture key={slot} slot={slot} tile={tiles[i] ?? null} />
      ))}
    </div>
  );
}
