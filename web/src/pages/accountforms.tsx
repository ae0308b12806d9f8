// What the forms of the account page share: fields, words, and what became of them.
import { useState } from "preact/hooks";
import type { JSX } from "preact";
import type { RedirectOut, PageAccountWord } from "../generated/api";
import { Refused, sendJson } from "../store/api";
import { pageText, t } from "../words";

export const w = (key: PageAccountWord, values?: Record<string, string | number>): string => pageText("page_account", key, values);

/** What a part of the page has done, or why it could not. */
export function useDoing(): { said: JSX.Element | null; busy: boolean; run: (work: () => Promise<unknown>, done?: string) => void } {
  const [said, setSaid] = useState<{ text: string; wrong: boolean } | null>(null);
  const [busy, setBusy] = useState(false);
  const run = (work: () => Promise<unknown>, done = ""): void => {
    setBusy(true);
    setSaid(null);
    void work()
      .then(
        (worked) => setSaid(worked === false ? { text: w("passkey_none"), wrong: true } : done ? { text: done, wrong: false } : null),
        (error: unknown) => setSaid({ text: error instanceof Refused ? error.body.message : t("no_server"), wrong: true }),
      )
      .finally(() => setBusy(false));
  };
  const shown = said && (
    <p class={`note ${said.wrong ? "" : "is-calm"}`} role={said.wrong ? "alert" : "status"}>
      {said.text}
    </p>
  );
  return { said: shown, busy, run };
}

interface InputProps {
  label: string;
  name: string;
  value: string;
  set: (value: string) => void;
  secret?: "current-password" | "new-password";
  hint?: string;
}

export function Input({ label, name, value, set, secret, hint }: InputProps): JSX.Element {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        name={name}
        {...(secret ? { type: "password" as const } : { type: "text" as const })}
        autocomplete={secret ?? "username"}
        maxLength={secret ? 200 : 24}
        value={value}
        required
        onInput={(event) => set(event.currentTarget.value)}
      />
      {hint && <small class="text-muted">{hint}</small>}
    </label>
  );
}

/** To the other site that can say who somebody is, and back to this page. */
export async function goThere(): Promise<void> {
  location.assign((await sendJson<RedirectOut>("/api/account/oidc", {})).url);
}
