// What every panel of a decision has: what it is given, and its heading.
import type { JSX } from "preact";
import { Sym } from "../parts/symbols";
import { advisable, askAdvice } from "../store/advice";
import { t } from "../words";

export type { PanelProps } from "./props";

export function Ask({ title, side }: { title: string; side?: string | undefined }): JSX.Element {
  return (
    <div class="ask">
      <h2>{title}</h2>
      {side && <span>{side}</span>}
      {advisable.value && (
        <button type="button" class="ib bulb" data-ask-advice title={t("advice_ask")} aria-label={t("advice_ask")} onClick={() => void askAdvice()}>
          <Sym id="bulb" />
        </button>
      )}
    </div>
  );
}
