// My account: put a name on me, log in, where I am logged in, take everything along, leave.
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { AccountOut, Features, GoThere, Me, PageAccountWord } from "../generated/api";
import { Link } from "../parts/link";
import { Pick } from "../parts/controls";
import { getJson, Refused, sendJson } from "../store/api";
import { change, loadAccount, makePasskey, passkeysWork, remove, state, usePasskey } from "../store/account";
import { loadMe, logOut, me } from "../store/session";
import { dated, own, t } from "../words";
import { Head } from "./head";

const day = (ms: number): string => dated(ms, { dateStyle: "medium" });
const time = (ms: number): string => dated(ms, { dateStyle: "medium", timeStyle: "short" });
const w = (key: PageAccountWord, values?: Record<string, string | number>): string => own("page_account", key, values);

/** What a part of the page has done, or why it could not. */
function useDoing(): { said: JSX.Element | null; busy: boolean; run: (work: () => Promise<unknown>, done?: string) => void } {
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
    <p class={`note ${said.wrong ? "" : "calm"}`} role={said.wrong ? "alert" : "status"}>
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

function Input({ label, name, value, set, secret, hint }: InputProps): JSX.Element {
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
      {hint && <small class="mut">{hint}</small>}
    </label>
  );
}

/** To the other site that can say who somebody is, and back to this page. */
async function goThere(): Promise<void> {
  location.assign((await sendJson<GoThere>("/api/account/oidc", {})).url);
}

/** A guest becomes somebody, or somebody is here again. */
function WayIn({ provider, letters }: { provider: string | null; letters: boolean }): JSX.Element {
  const [fresh, setFresh] = useState(true);
  const [name, setName] = useState(me.value.name ?? "");
  const [password, setPassword] = useState("");
  const { said, busy, run } = useDoing();
  const submit = (event: Event): void => {
    event.preventDefault();
    run(() => change(fresh ? "" : "/log-in", { name, password }));
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
      <p class="mut">{fresh ? w("new_text") : w("log_in_text")}</p>
      <form onSubmit={submit}>
        <Input label={t("your_name")} name="username" value={name} set={setName} />
        <Input label={w("password")} name="password" value={password} set={setPassword} secret={fresh ? "new-password" : "current-password"} hint={fresh ? w("password_text") : undefined} />
        <div class="go">
          <button type="submit" class="btn pri" data-submit disabled={busy}>
            {fresh ? w("make") : w("log_in")}
          </button>
          {passkeysWork() && (
            <button type="button" class="btn" data-passkey disabled={busy || (fresh && !name.trim())} onClick={() => run(() => (fresh ? makePasskey(name) : usePasskey()))}>
              {fresh ? w("make_passkey") : w("log_in_passkey")}
            </button>
          )}
          {provider && (
            <button type="button" class="btn" data-provider disabled={busy} onClick={() => run(goThere)}>
              {w("provider_in", { site: provider })}
            </button>
          )}
        </div>
      </form>
      {said}
      {!fresh && <Forgotten letters={letters} />}
    </section>
  );
}

/** A link by e-mail, or word of whom to ask for one. */
function Forgotten({ letters }: { letters: boolean }): JSX.Element {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");
  const { said, busy, run } = useDoing();
  return (
    <div data-forgotten>
      <button type="button" class="btn sm" aria-expanded={open} onClick={() => setOpen(!open)}>
        {w("forgotten")}
      </button>
      {open && <p class="mut">{w(letters ? "forgotten_text" : "forgotten_host")}</p>}
      {open && letters && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            run(() => sendJson("/api/account/forgotten", { name }), w("forgotten_sent"));
          }}
        >
          <Input label={t("your_name")} name="forgotten" value={name} set={setName} />
          <button type="submit" class="btn sm" disabled={busy}>
            {w("forgotten_ask")}
          </button>
        </form>
      )}
      {said}
    </div>
  );
}

/** By the link of such a letter. What stands after # goes to the server only when it is used. */
function Reset({ token, done }: { token: string; done: () => void }): JSX.Element {
  const [fresh, setFresh] = useState("");
  const { said, busy, run } = useDoing();
  return (
    <section class="panel" data-reset>
      <h2>{w("reset")}</h2>
      <p class="mut">{w("reset_text")}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          run(() => change("/reset", { token, new: fresh }).then(done));
        }}
      >
        <Input label={w("password_new")} name="new" value={fresh} set={setFresh} secret="new-password" hint={w("password_text")} />
        <button type="submit" class="btn pri" disabled={busy}>
          {w("password_set")}
        </button>
      </form>
      {said}
    </section>
  );
}

function Provider({ account, site }: { account: AccountOut; site: string }): JSX.Element {
  const { said, busy, run } = useDoing();
  return (
    <div data-linked>
      <h2>{w("provider")}</h2>
      {account.provider && <p class="mut">{w("provider_on", { site })}</p>}
      <button type="button" class="btn sm" disabled={busy} onClick={() => run(account.provider ? () => remove("/oidc") : goThere)}>
        {account.provider ? w("remove") : w("provider_add", { site })}
      </button>
      {said}
    </div>
  );
}

function Name({ account }: { account: AccountOut }): JSX.Element {
  const [name, setName] = useState(account.name);
  const { said, busy, run } = useDoing();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        run(() => change("/name", { name }, "PUT"), w("saved"));
      }}
    >
      <Input label={t("your_name")} name="username" value={name} set={setName} hint={w("since", { date: day(account.created_at) })} />
      <button type="submit" class="btn sm" disabled={busy || name === account.name}>
        {w("rename")}
      </button>
      {said}
    </form>
  );
}

function Password({ account }: { account: AccountOut }): JSX.Element {
  const [old, setOld] = useState("");
  const [fresh, setFresh] = useState("");
  const { said, busy, run } = useDoing();
  const save = async (): Promise<void> => {
    await change("/password", { old: account.password ? old : null, new: fresh }, "PUT");
    setOld("");
    setFresh("");
  };
  return (
    <form
      data-password
      onSubmit={(event) => {
        event.preventDefault();
        run(save, w("password_changed"));
      }}
    >
      <h2>{w("password")}</h2>
      <input type="text" name="username" autocomplete="username" value={account.name} hidden readOnly />
      {account.password && <Input label={w("password_old")} name="old" value={old} set={setOld} secret="current-password" />}
      <Input label={w("password_new")} name="new" value={fresh} set={setFresh} secret="new-password" hint={w("password_text")} />
      <button type="submit" class="btn sm" disabled={busy}>
        {w("password_set")}
      </button>
      {said}
    </form>
  );
}

function Passkeys({ account }: { account: AccountOut }): JSX.Element {
  const { said, busy, run } = useDoing();
  return (
    <div data-passkeys>
      <h2>{w("passkeys")}</h2>
      <p class="mut">{w("passkeys_text")}</p>
      <ul class="seatlist">
        {account.passkeys.map((one) => (
          <li key={one.id}>
            <span class="who">
              {one.label || w("unknown_device")} <small class="mut">{w("since", { date: day(one.created_at) })}</small>
            </span>
            <button type="button" class="btn sm" disabled={busy} aria-label={`${w("remove")}: ${one.label}`} onClick={() => run(() => remove(`/passkeys/${one.id}`))}>
              {w("remove")}
            </button>
          </li>
        ))}
      </ul>
      {passkeysWork() && (
        <button type="button" class="btn sm" data-add-passkey disabled={busy} onClick={() => run(() => makePasskey())}>
          {w("passkey_add")}
        </button>
      )}
      {said}
    </div>
  );
}

function Sessions({ account }: { account: AccountOut }): JSX.Element {
  const { said, busy, run } = useDoing();
  return (
    <section class="panel" data-sessions>
      <h2>{w("sessions")}</h2>
      <ul class="seatlist">
        {account.sessions.map((one) => (
          <li key={one.id}>
            <span class="who">
              {one.device || w("unknown_device")} <small class="mut">{one.here ? w("here") : w("seen", { time: time(one.seen_at) })}</small>
            </span>
            {!one.here && (
              <button type="button" class="btn sm" disabled={busy} aria-label={`${t("log_out")}: ${one.device}`} onClick={() => run(() => remove(`/sessions/${one.id}`))}>
                {t("log_out")}
              </button>
            )}
          </li>
        ))}
      </ul>
      <div class="two">
        <button type="button" class="btn sm" data-log-out disabled={busy} onClick={() => run(() => logOut().then(loadAccount))}>
          {w("log_out_here")}
        </button>
        {account.sessions.length > 1 && (
          <button type="button" class="btn sm" data-end-others disabled={busy} onClick={() => run(() => remove("/sessions"))}>
            {w("log_out_others")}
          </button>
        )}
      </div>
      {said}
    </section>
  );
}

/** In two steps: what is gone is gone. */
function Mine({ account }: { account: AccountOut | null }): JSX.Element {
  const [sure, setSure] = useState(false);
  const [password, setPassword] = useState("");
  const { said, busy, run } = useDoing();
  const leave = async (): Promise<void> => {
    await sendJson<Me>("/api/me/delete", { sure: true, password: password || null });
    setSure(false);
    setPassword("");
    await Promise.all([loadMe(), loadAccount()]);
  };
  return (
    <section class="panel" data-mine>
      <h2>{w("mine")}</h2>
      <p class="mut">{w("export_text")}</p>
      <button type="button" class="btn sm" data-export onClick={() => location.assign("/api/me/export")}>
        {w("export")}
      </button>
      <h2>{w("delete")}</h2>
      <p class="mut">{w("delete_text")}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (sure) run(leave);
          else setSure(true);
        }}
      >
        {sure && account?.password && <Input label={w("password")} name="password" value={password} set={setPassword} secret="current-password" />}
        <button type="submit" class={`btn sm${sure ? " sig" : ""}`} data-delete disabled={busy}>
          {sure ? w("delete_sure") : w("delete")}
        </button>
      </form>
      {said}
    </section>
  );
}

/** Where else something of mine is. */
function Elsewhere({ account, features }: { account: AccountOut; features: Features }): JSX.Element {
  const pages: [boolean, string, PageAccountWord][] = [
    [features.ratings, "/profile", "profile"],
    [features.programs, "/programs", "bots"],
    [account.admin, "/admin", "admin"],
  ];
  return (
    <nav class="acts" aria-label={w("more")}>
      {pages.map(([there, to, key]) => there && <Link key={to} to={to}>{w(key)}</Link>)}
    </nav>
  );
}

export function AccountPage(): JSX.Element | null {
  const [features, setFeatures] = useState<Features | null>(null);
  const [token, setToken] = useState(/^#reset=([\w-]{43})$/.exec(location.hash)?.[1] ?? null);
  useEffect(() => {
    void Promise.all([getJson<Features>("/api/features"), loadAccount(), loadMe()]).then(([one]) => setFeatures(one));
  }, []);
  if (!features || !state.value) return null;
  const { offered, account, provider, letters } = state.value;
  const used = (): void => {
    history.replaceState(history.state, "", location.pathname);
    setToken(null);
  };
  return (
    <div class="page account">
      <Head />
      <main>
        <h1>{account ? account.name : w("title")}</h1>
        {account && <Elsewhere account={account} features={features} />}
        {location.search === "?refused" && (
          <p class="note" role="alert">
            {w("provider_refused")}
          </p>
        )}
        {token && offered && <Reset token={token} done={used} />}
        <div class="cols two" hidden={!!token && offered}>
          {account ? (
            <>
              <section class="panel" key={account.name}>
                <Name account={account} />
                <Password account={account} />
                <Passkeys account={account} />
                {provider && <Provider account={account} site={provider} />}
              </section>
              <div>
                <Sessions account={account} />
                <Mine account={account} />
              </div>
            </>
          ) : offered ? (
            <WayIn provider={provider} letters={letters} />
          ) : (
            <section class="panel">
              <p>{w("none_here")}</p>
            </section>
          )}
          {!account && me.value.guest && <Mine account={null} />}
        </div>
      </main>
    </div>
  );
}
