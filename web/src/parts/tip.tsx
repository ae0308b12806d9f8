// A figure that explains itself: by hovering, by focus, by a tap.
import { useId } from "preact/hooks";
import type { ComponentChildren, JSX } from "preact";

export function Tip({ children, text }: { children: ComponentChildren; text: string }): JSX.Element {
  const id = useId();
  return (
    <button type="button" class="tooltip-button" aria-describedby={id}>
      {children}
      <span role="tooltip" id={id}>
        {text}
      </span>
    </button>
  );
}
