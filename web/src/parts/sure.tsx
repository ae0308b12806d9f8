// A button that asks once more before it does what cannot be undone.
import { useState } from "preact/hooks";
import type { JSX } from "preact";

export function Sure({ label, again, act }: { label: string; again: string; act: () => void }): JSX.Element {
  const [sure, setSure] = useState(false);
  return (
    <button
      type="button"
      class={`btn sm${sure ? " sig" : ""}`}
      onBlur={() => setSure(false)}
      onClick={() => {
        if (sure) act();
        setSure(!sure);
      }}
    >
      {sure ? again : label}
    </button>
  );
}
