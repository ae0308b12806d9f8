// The link of the table, to be copied.
import { useState } from "preact/hooks";
import type { JSX } from "preact";
import { table } from "../store/table";
import { t } from "../words";

export function CopyField({ value, label }: { value: string; label: string }): JSX.Element {
  const [copied, setCopied] = useState(false);
  return (
    <div class="share">
      <input readOnly value={value} aria-label={label} onFocus={(event) => event.currentTarget.select()} />
      <button
        type="button"
        class="button is-small"
        onClick={() => {
          void navigator.clipboard?.writeText(value).then(() => setCopied(true));
        }}
      >
        {copied ? t("copied") : t("copy")}
      </button>
    </div>
  );
}

export function ShareLink(): JSX.Element {
  return <CopyField value={`${location.origin}/tables/${table.value?.id ?? ""}`} label={t("link")} />;
}
