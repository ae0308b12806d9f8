// One of our own symbols.
import type { JSX } from "preact";

export function Sym({ id, title, cls }: { id: string; title?: string; cls?: string }): JSX.Element {
  return (
    <svg class={cls} aria-hidden={title ? undefined : true} role={title ? "img" : undefined} aria-label={title}>
      <use href={`#${id}`} />
    </svg>
  );
}
