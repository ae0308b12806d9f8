// The link of the table, to be copied.
import { useState } from "preact/hooks";
import type { JSX } from "preact";
import { useTable } from "../store/table";
import { useText } from "../words";

export function CopyField({ value, label }: { value: string; label: string }): JSX.Element {
  const t = useText();
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
  const { id } = useTable();
  const t = useText();
  return <CopyField value={`${location.origin}/tables/${id}`} label={t("link")} />;
}
