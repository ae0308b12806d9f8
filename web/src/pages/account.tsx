// My account: put a name on me, log in, where I am logged in, take everything along, leave.
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { AccountOut, Features, Me, PageAccountWord, PasskeyOut } from "../generated/api";
import { Link } from "../parts/link";
import { getJson, sendJson } from "../store/api";
import { NotificationSettings } from "../panels/notificationsettings";
import { RestSettings } from "../panels/resthours";
import { change, loadAccount, makePasskey, passkeysWork, remove, state } from "../store/account";
import { becomeNobody, go, loadMe, logOut, me } from "../store/session";
import { dated, t } from "../words";
import { ThemePick } from "../parts/themes";
import { goThere, Input, useDoing, w } from "./accountforms";
import { lazy } from "../parts/lazy";
import { Head } from "./head";

const Reset = lazy(() => import("./login").then((one) => one.Reset));
const WayIn = lazy(() => import("./login").then((one) => one.WayIn));

const day = (ms: number): string => dated(ms, { dateStyle: "medium" });
const time = (ms: number): string => dated(ms, { dateStyle: "medium", timeStyle: "short" });

function Provider({ account, site }: { account: AccountOut; site: string }): JSX.Element {
  const { said, busy, run } = useDoing();
  return (
    <div data-linked>
      <h2>{w("provider")}</h2>
      {account.provider && <p class="text-muted">{w("provider_on", { site })}</p>}
      <button type="button" class="button is-small" disabled={busy} onClick={() => run(account.provider ? () => remove("/oidc") : goThere)}>
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
      <button type="submit" class="button is-small" disabled={busy || name === account.name}>
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
      <button type="submit" class="button is-small" disabled={busy}>
        {w("password_set")}
      </button>
      {said}
    </form>
  );
}

interface PasskeyProps {
  one: PasskeyOut;
  busy: boolean;
  run: (work: () => Promise<unknown>) => void;
}

/** A passkey in the list, with a name of my own. */
function Passkey({ one, busy, run }: PasskeyProps): JSX.Element {
  const [label, setLabel] = useState<string | null>(null);
  const shown = one.label || w("unknown_device");
  if (label !== null) {
    return (
      <li>
        <form
          class="rename-form"
          data-rename-passkey
          onSubmit={(event) => {
            event.preventDefault();
            run(() => change(`/passkeys/${one.id}`, { label }, "PUT").then(() => setLabel(null)));
          }}
        >
          <input aria-label={w("passkey_label")} value={label} maxLength={40} required autofocus onInput={(event) => setLabel(event.currentTarget.value)} onKeyDown={(event) => event.key === "Escape" && setLabel(null)} />
          <button type="submit" class="button is-small" disabled={busy || !label.trim()}>
            {w("passkey_save")}
          </button>
        </form>
      </li>
    );
  }
  return (
    <li>
      <span class="seat-label">
        {shown} <small class="text-muted">{w("since", { date: day(one.created_at) })}</small>
      </span>
      <button type="button" class="button is-small" data-rename disabled={busy} aria-label={`${w("passkey_rename")}: ${shown}`} onClick={() => setLabel(one.label)}>
        {w("passkey_rename")}
      </button>
      <button type="button" class="button is-small" data-remove disabled={busy} aria-label={`${w("remove")}: ${shown}`} onClick={() => run(() => remove(`/passkeys/${one.id}`))}>
        {w("remove")}
      </button>
    </li>
  );
}

function Passkeys({ account }: { account: AccountOut }): JSX.Element {
  const { said, busy, run } = useDoing();
  return (
    <div data-passkeys>
      <h2>{w("passkeys")}</h2>
      <p class="text-muted">{w("passkeys_text")}</p>
      <ul class="seat-list">
        {account.passkeys.map((one) => (
          <Passkey key={one.id} one={one} busy={busy} run={run} />
        ))}
      </ul>
      {passkeysWork() && (
        <button type="button" class="button is-small" data-add-passkey disabled={busy} onClick={() => run(() => makePasskey())}>
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
      <ul class="seat-list">
        {account.sessions.map((one) => (
          <li key={one.id}>
            <span class="seat-label">
              {one.device || w("unknown_device")} <small class="text-muted">{one.here ? w("here") : w("seen", { time: time(one.seen_at) })}</small>
            </span>
            {!one.here && (
              <button type="button" class="button is-small" disabled={busy} aria-label={`${t("log_out")}: ${one.device}`} onClick={() => run(() => remove(`/sessions/${one.id}`))}>
                {t("log_out")}
              </button>
            )}
          </li>
        ))}
      </ul>
      <div class="halves">
        <button type="button" class="button is-small" data-log-out disabled={busy} onClick={() => run(() => logOut().then(loadAccount))}>
          {w("log_out_here")}
        </button>
        {account.sessions.length > 1 && (
          <button type="button" class="button is-small" data-end-others disabled={busy} onClick={() => run(() => remove("/sessions"))}>
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
    becomeNobody({ ...me.value, guest: false, name: null });
    await Promise.all([loadMe(), loadAccount()]);
  };
  return (
    <section class="panel" data-mine>
      <h2>{w("mine")}</h2>
      <p class="text-muted">{w("export_text")}</p>
      <button type="button" class="button is-small" data-export onClick={() => location.assign("/api/me/export")}>
        {w("export")}
      </button>
      <h2>{w("delete")}</h2>
      <p class="text-muted">{w("delete_text")}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (sure) run(leave);
          else setSure(true);
        }}
      >
        {sure && account?.password && <Input label={w("password")} name="password" value={password} set={setPassword} secret="current-password" />}
        <button type="submit" class={`button is-small${sure ? " is-danger" : ""}`} data-delete disabled={busy}>
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
    [features.ratings, "/account/profile", "profile"],
    [features.programs, "/account/tokens", "bots"],
    [account.admin, "/admin", "admin"],
  ];
  return (
    <nav class="actions" aria-label={w("more")}>
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
  const { offered, account, provider, emails } = state.value;
  const back = /^\/(?!\/)[\w/-]*$/.exec(new URLSearchParams(location.search).get("back") ?? "")?.[0] ?? null;
  const used = (): void => {
    history.replaceState(history.state, "", location.pathname);
    setToken(null);
  };
  return (
    <div class="page account">
      <Head />
      <main>
        <h1>{account ? account.name : w("title")}</h1>
        {back?.startsWith("/tables/") && (
          <button type="button" class="button is-small" data-back onClick={() => go(back)}>
            {w("back_to_table")}
          </button>
        )}
        {account && <Elsewhere account={account} features={features} />}
        {location.search === "?refused" && (
          <p class="note" role="alert">
            {w("provider_refused")}
          </p>
        )}
        {token && offered && <Reset token={token} done={used} />}
        <div class="columns halves" hidden={!!token && offered}>
          <div>
            {account ? (
              <section class="panel" key={account.name}>
                <Name account={account} />
                <Password account={account} />
                <Passkeys account={account} />
                {provider && <Provider account={account} site={provider} />}
              </section>
            ) : offered ? (
              <WayIn provider={provider} emails={emails} done={() => back && go(back)} />
            ) : (
              <section class="panel">
                <p>{w("none_here")}</p>
              </section>
            )}
            {account && <Sessions account={account} />}
          </div>
          <div>
            <section class="panel">
              <h2>{t("looks")}</h2>
              <ThemePick />
            </section>
            <section class="panel">
              <NotificationSettings />
            </section>
            {me.value.guest && (
              <section class="panel">
                <RestSettings />
              </section>
            )}
            {me.value.guest && <Mine account={account} />}
          </div>
        </div>
      </main>
    </div>
  );
}
