// My pre-set moves, and the decisions that they make.
import { signal } from "@preact/signals";
import type { PresetMovesOut, View } from "../generated/api";

export const createPresets = () => ({
  /** What my seat has pre-set; null until the server has told it, or where nothing can be pre-set. */
  mine: signal<PresetMovesOut | null>(null),
  /** Grows whenever the server says that something was used or given up. */
  changes: signal(0),
  /** Whether this server lets players pre-set moves, as far as it is known. */
  offered: signal(false),
  /** The decision for which a pre-set move did not come in time, or was cancelled: the player decides. */
  overdue: signal(""),
});

export const decisionKey = (view: View): string => `${view.version}/${view.decision?.seat}`;

/** Whether a pre-set move makes the decision of a view, which is mine. */
export function isPreset(view: View, now: PresetMovesOut): boolean {
  const kind = view.decision?.kind;
  const same = now.round === view.round;
  const holds = (scope: PresetMovesOut["run"]) => scope === "always" || (same && scope === "round");
  const dropped = (what: string) => same && now.dropped.includes(what);
  if (kind === "fuel") return (same && now.fuel !== null) || (holds(now.buy_nothing) && !dropped("fuel"));
  if (kind === "build") return (same && now.build !== null) || (holds(now.build_nothing) && !dropped("build"));
  if (kind === "run") return holds(now.run);
  if (!same) return false;
  if (kind === "auction") return now.pass_phase;
  return kind === "bid" && (now.pass_phase || now.bids.some((one) => String(one.plant) === String(view.auction?.card)));
}
