// A part of the page whose code is fetched when it is first shown.
import { signal } from "@preact/signals";
import type { ComponentType, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { learn } from "../words";

const AGAIN = 2000;

export type Lazy<P> = ComponentType<P> & { load: () => Promise<void> };

/** Shows nothing until its code is there, and the words it has of its own; `load` fetches it before. Without network it is tried again. */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>, words = ""): Lazy<P> {
  const found = signal<ComponentType<P> | null>(null);
  let asked: Promise<void> | null = null;
  const fetch = (): Promise<void> =>
    (asked ??= Promise.all([load(), words && learn(words)]).then(
      ([part]) => {
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
