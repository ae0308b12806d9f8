// What every panel of a decision has: what it is given, and its heading.
import type { JSX } from "preact";
import type { Option, PlayerView, View } from "../generated/api";

export interface PanelProps {
  view: View;
  me: PlayerView;
  options: Option[];
}

export function Ask({ title, side }: { title: string; side?: string | undefined }): JSX.Element {
  return (
    <div class="ask">
      <h2>{title}</h2>
      {side && <span>{side}</span>}
    </div>
  );
}
