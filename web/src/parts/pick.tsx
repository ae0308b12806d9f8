// One of a few, each a button.
import type { ComponentChildren, JSX } from "preact";

interface PickProps<T> {
  name: string;
  value: T;
  values: { value: T; label: ComponentChildren }[];
  onPick: (value: T) => void;
}

export function Pick<T extends string | number | boolean>({ name, value, values, onPick }: PickProps<T>): JSX.Element {
  return (
    <div class="pick" role="radiogroup" aria-label={name}>
      {values.map((one) => (
        <button
          key={String(one.value)}
          type="button"
          role="radio"
          aria-checked={one.value === value}
          class={one.value === value ? "on" : ""}
          data-value={String(one.value)}
          onClick={() => onPick(one.value)}
        >
          {one.label}
        </button>
      ))}
    </div>
  );
}
