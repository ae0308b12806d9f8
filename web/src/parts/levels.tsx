// The level of the bots, as a row of faces.
import type { JSX } from "preact";
import { t } from "../words";
import { Face, levelName, levels } from "./bots";

export function LevelPick({ value, onPick }: { value: string; onPick: (level: string) => void }): JSX.Element | null {
  if (!levels().length) return null;
  return (
    <div class="level-pick" role="radiogroup" aria-label={t("level")} data-levels>
      {levels().map((one) => (
        <button key={one} type="button" role="radio" aria-checked={one === value} class={one === value ? "is-active" : ""} data-value={one} onClick={() => onPick(one)}>
          <Face bot={one} />
          <span>{levelName(one)}</span>
        </button>
      ))}
    </div>
  );
}
