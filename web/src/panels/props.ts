// What every panel of a decision is given.
import type { Option, PlayerView, View } from "../generated/api";

export interface PanelProps {
  view: View;
  me: PlayerView;
  options: Option[];
}
