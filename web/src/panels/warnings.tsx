// Warnings before a costly slip: asked once, then the player's word counts; each can be switched off.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { muted, setWarning, type Warning } from "../settings";
import { type Table, useTable } from "../store/table";
import { useText } from "../words";

interface Asked {
  name: Warning;
  text: string;
  at: number | null;
  go: () => void;
}

const createAsked = () => signal<Asked | null>(null);

/** Do it, or ask first where it looks like a slip. */
export function careful(table: Table, name: Warning, text: string | null, go: () => void): void {
  const { version } = table;
  const asked = table.own(createAsked);
  if (text === null || muted.value.includes(name)) {
    asked.value = null;
    go();
  } else {
    asked.value = { name, text, at: version.value, go };
  }
}

export function WarningNote(): JSX.Element | null {
  const table = useTable();
  const { version } = table;
  const asked = table.own(createAsked);
  const t = useText();
  const found = asked.value;
  if (!found || found.at !== version.value) return null;
  return (
    <div class="warning" role="alertdialog" aria-label={t("sure")}>
      <p>{found.text}</p>
      <label>
        <input type="checkbox" onChange={(event) => setWarning(found.name, !event.currentTarget.checked)} /> {t("never_warn")}
      </label>
      <div class="halves">
        <button type="button" class="button is-small" data-close onClick={() => (asked.value = null)}>
          {t("back")}
        </button>
        <button
          type="button"
          class="button is-small is-danger"
          data-anyway
          onClick={() => {
            asked.value = null;
            found.go();
          }}
        >
          {t("anyway")}
        </button>
      </div>
    </div>
  );
}
