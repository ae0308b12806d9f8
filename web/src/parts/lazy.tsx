// A part of the page whose code is fetched when it is first shown.
import { signal } from "@preact/signals";
import { type ComponentType, type JSX } from "preact";
import { useEffect } from "preact/hooks";

const AGAIN = 2000;

export type Lazy<P> = ComponentType<P> & { load: () => Promise<void> };

/** Shows nothing until its code is there; `load` fetches it before. Without network it is tried again. */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): Lazy<P> {
  const found = signal<ComponentType<P> | null>(null);
  let asked: Promise<void> | null = null;
  const fetch = (): Promise<void> =>
    (asked ??= load().then(
      (part) => {
        found.value = part;
      },
      async () => {
        await new Promise((done) => setTimeout(done, AGAIN));
        asked = null;
        return fetch();
      },
    ));
  function Part(props: P): JSX.Element | null {
    const Found = found.value;
    useEffect(() => {
      void fetch();
    }, []);
    return Found && <Found {...props} />;
  }
  return Object.assign(Part, { load: fetch });
}
