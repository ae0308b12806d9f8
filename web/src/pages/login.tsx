// Make an account, log in, and set a new password where it was forgotten.
import { useState } from "preact/hooks";
import type { JSX } from "preact";
import { Pick } from "../parts/controls";
import { change, makePasskey, passkeysWork, usePasskey } from "../store/account";
import { sendJson } from "../store/api";
import { me } from "../store/session";
import { t } from "../words";
import { goThere, Input, useDoing, w } from "./accountforms";

/** A guest becomes somebody, or somebody is here again. */
export function WayIn({ provider, emails, done }: { provider: string | null; emails: boolean; done: () => void }): JSX.Element {
  const [fresh, setFresh] = useState(!new URLSearchParams(location.search).has("login"));
  const [name, setName] = useState(me.value.name ?? "");
  const [password, setPassword] = useState("");
  const { said, busy, run } = useDoing();
  const submit = (event: Event): void => {
    event.preventDefault();
    run(() => change(fresh ? "" : "/log-in", { name, password }).then(done));
  };
  return (
    <section class="panel" data-way-in>
      <Pick
        name={w("title")}
        value={fresh ? "new" : "old"}
        values={[
          { value: "new", label: w("new") },
          { value: "old", label: w("log_in") },
        ]}
        onPick={(value) => setFresh(value === "new")}
      />
      <p class="text-muted">{fresh ? w("new_text") : w("log_in_text")}</p>
      <form onSubmit={submit}>
        <Input label={t("your_name")} name="username" value={name} set={setName} />
        <Input label={w("password")} name="password" value={password} set={setPassword} secret={fresh ? "new-password" : "current-password"} hint={fresh ? w("password_text") : undefined} />
        <div class="main-actions">
          <button type="submit" class="button is-primary" data-submit disabled={busy}>
            {fresh ? w("make") : w("log_in")}
          </button>
          {passkeysWork() && (
            <button type="button" class="button" data-passkey disabled={busy || (fresh && !name.trim())} onClick={() => run(() => (fresh ? makePasskey(name) : usePasskey()).then((made) => (made && done(), made)))}>
              {fresh ? w("make_passkey") : w("log_in_passkey")}
            </button>
          )}
          {provider && (
            <button type="button" class="button" data-provider disabled={busy} onClick={() => run(goThere)}>
              {w("provider_in", { site: provider })}
            </button>
          )}
        </div>
      </form>
      {said}
      {!fresh && <Forgotten emails={emails} />}
    </section>
  );
}

/** A link by email, or word of whom to ask for one. */
function Forgotten({ emails }: { emails: boolean }): JSX.Element {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");
  const { said, busy, run } = useDoing();
  return (
    <div data-forgotten>
      <button type="button" class="button is-small" aria-expanded={open} onClick={() => setOpen(!open)}>
        {w("forgotten")}
      </button>
      {open && <p class="text-muted">{w(emails ? "forgotten_text" : "forgotten_host")}</p>}
      {open && emails && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            run(() => sendJson("/api/account/password-reset", { name }), w("forgotten_sent"));
          }}
        >
          <Input label={t("your_name")} name="forgotten" value={name} set={setName} />
          <button type="submit" class="button is-small" disabled={busy}>
            {w("forgotten_ask")}
          </button>
        </form>
      )}
      {said}
    </div>
  );
}

/** By the link of such an email. What stands after # goes to the server only when it is used. */
export function Reset({ token, done }: { token: string; done: () => void }): JSX.Element {
  const [fresh, setFresh] = useState("");
  const { said, busy, run } = useDoing();
  return (
    <section class="panel" data-reset>
      <h2>{w("reset")}</h2>
      <p class="text-muted">{w("reset_text")}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          run(() => change("/reset", { token, new: fresh }).then(done));
        }}
      >
        <Input label={w("password_new")} name="new" value={fresh} set={setFresh} secret="new-password" hint={w("password_text")} />
        <button type="submit" class="button is-primary" disabled={busy}>
          {w("password_set")}
        </button>
      </form>
      {said}
    </section>
  );
}
