// The label of a rated table. What it means comes up by hovering, by focus or by a tap.
import type { JSX } from "preact";
import { useTable } from "../store/table";
import { cap, useText } from "../words";
import { Sym } from "./symbols";
import { Tip } from "./tip";

export function RatedLabel(): JSX.Element | null {
  const { info } = useTable();
  const t = useText();
  if (!info.value?.settings.rated) return null;
  return (
    <div class="rated" data-rated-label>
      <Tip text={t("rated_note")}>
        <Sym id="podium" />
        <b>{cap(t("rated_tag"))}</b>
      </Tip>
    </div>
  );
}
