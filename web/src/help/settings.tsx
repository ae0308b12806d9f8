// In the menu: the rules, the board explained, and whether things explain themselves unasked.
import type { JSX } from "preact";
import { Switch } from "../parts/controls";
import { explanations, setExplanations } from "../settings";
import { askFor, type Wish } from "../store/help";
import { own, t } from "../words";

export function HelpSettings({ onDone }: { onDone: () => void }): JSX.Element {
  const open = (what: Wish["what"]) => {
    onDone();
    askFor(what);
  };
  return (
    <>
      <h3>{t("rules")}</h3>
      <div class="halves">
        <button type="button" class="button is-small" data-open-rules onClick={() => open("rules")}>
          {t("rules")}
        </button>
        <button type="button" class="button is-small" data-explain-board onClick={() => open("around")}>
          {own("page_help", "explain")}
        </button>
      </div>
      <Switch label={own("page_help", "explanations")} on={explanations.value} onChange={setExplanations} />
    </>
  );
}
