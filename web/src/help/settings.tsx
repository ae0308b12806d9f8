// In the menu: the rules, the board explained, and whether things explain themselves unasked.
import type { JSX } from "preact";
import { Switch } from "../parts/controls";
import { explanations, setExplanations } from "../settings";
import type { Wish } from "../store/help";
import { useTable } from "../store/table";
import { pageText, t } from "../words";
import { hrefOf } from "../address";

export function HelpSettings({ onDone }: { onDone: () => void }): JSX.Element {
  const { edition, ui: { askFor } } = useTable();
  const page = `/rules?edition=${edition.value}`;
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
          {pageText("page_help", "explain")}
        </button>
        <a class="button is-small" href={hrefOf(`${page}#game`)} target="_blank" data-game>
          {pageText("page_help", "ten_minutes")}
        </a>
        <a class="button is-small" href={hrefOf(`${page}#glossary`)} target="_blank" data-glossary>
          {t("glossary")}
        </a>
      </div>
      <Switch label={pageText("page_help", "explanations")} on={explanations.value} onChange={setExplanations} />
    </>
  );
}
