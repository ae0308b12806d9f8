// One request at a time: what a second click on a button must not do again.
import { useRef, useState } from "preact/hooks";

/** A function that runs an action unless the one before has not ended, and whether one is running. */
export function usePending(): [run: (action: () => Promise<unknown>) => void, pending: boolean] {
  const running = useRef(false);
  const [pending, setPending] = useState(false);
  const run = (action: () => Promise<unknown>) => {
    if (running.current) return;
    running.current = true;
    setPending(true);
    void action().finally(() => {
      running.current = false;
      setPending(false);
    });
  };
  return [run, pending];
}
