// What every panel of a decision has: what it is given, and its heading.
import type { JSX } from "preact";
import { Bulb } from "../parts/bulb";
import { useTable } from "../store/table";
import { useText } from "../words";

export type { PanelProps } from "./props";

export function Ask({ title, side }: { title: string; side?: string | undefined }): JSX.Element {
  const { past, ui: { askFor } } = useTable();
  const t = useText();
  return (
    <div class="decision-title">
      <h2>{title}</h2>
      {side && <span>{side}</span>}
      <button type="button" class="icon-button hint-button is-why" data-why-not title={t("why_not")} aria-label={t("why_not")} onClick={() => askFor("why")}>
        ?
      </button>
      {!past.value && <Bulb />}
    </div>
  );
}
