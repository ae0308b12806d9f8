// On the account page: how I am told that it is my turn while this browser is closed.
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { MailState, Notifications, PushState } from "../generated/api";
import { askPermission } from "../notifications";
import { Problem } from "../pages/opening";
import { Sure, Switch } from "../parts/controls";
import { getJson, sendJson } from "../store/api";
import { store, stored } from "../theme";
import { learn, language, m } from "../words";

const WORKER = "/sw.js";
const able = "serviceWorker" in navigator && "PushManager" in window;

/** The browser subscribes at its own service with the key of this server; the server is told where that is. */
async function subscribe(key: string): Promise<Notifications | null> {
  if (!(await askPermission())) return null;
  const worker = await navigator.serviceWorker.register(WORKER);
  await navigator.serviceWorker.ready;
  const old = await worker.pushManager.getSubscription();
  const made = old ?? (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  const { endpoint, keys } = made.toJSON();
  const told = await sendJson<Notifications>(`/api/me/push?language=${language.value}`, { endpoint, keys });
  // first, so that the switch knows this browser when it is drawn again
  store("push-subscription", told.push?.browsers.at(-1)?.id ?? "");
  return told;
}

async function unsubscribe(id: string): Promise<Notifications> {
  if (id === stored("push-subscription")) {
    store("push-subscription", "");
    const worker = await navigator.serviceWorker.getRegistration(WORKER);
    await (await worker?.pushManager.getSubscription())?.unsubscribe();
  }
  return sendJson<Notifications>(`/api/me/push/${id}`, {}, "DELETE");
}

interface Props<T> {
  state: T;
  attempt: (work: Promise<Notifications | null>) => void;
}

function Push({ state, attempt }: Props<PushState>): JSX.Element {
  const here = state.browsers.find((one) => one.id === stored("push-subscription"));
  return (
    <>
      {able ? (
        <Switch label={m("push_here")} on={here !== undefined} onChange={() => attempt(here ? unsubscribe(here.id) : subscribe(state.key))} />
      ) : (
        <p class="text-muted">{m("push_no")}</p>
      )}
      {state.browsers
        .filter((one) => one !== here)
        .map((one) => (
          <button key={one.id} type="button" class="button is-small" data-push={one.id} onClick={() => attempt(unsubscribe(one.id))}>
            {m("push_remove", { name: one.browser })}
          </button>
        ))}
    </>
  );
}

function Mail({ state, attempt }: Props<MailState>): JSX.Element {
  const [address, setAddress] = useState("");
  if (state.address) {
    return (
      <>
        <p role="status">{m(state.confirmed ? "mail_on" : "mail_sent", { address: state.address })}</p>
        {state.confirmed && <Switch label={m("mail_turns")} on={state.turns} onChange={(on) => attempt(sendJson<Notifications>("/api/me/mail/turns", { on }, "PUT"))} />}
        <div data-mail-off>
          <Sure label={m("mail_off")} again={m("mail_off_sure")} act={() => attempt(sendJson<Notifications>("/api/me/mail", {}, "DELETE"))} />
        </div>
      </>
    );
  }
  return (
    <form
      class="code-form mail-form"
      onSubmit={(event) => {
        event.preventDefault();
        attempt(sendJson<Notifications>(`/api/me/mail?language=${language.value}`, { address }, "PUT"));
      }}
    >
      <input type="email" required autocomplete="email" value={address} aria-label={m("mail_address")} placeholder={m("mail_address")} data-mail onInput={(event) => setAddress(event.currentTarget.value)} />
      <button type="submit" class="button is-small">
        {m("mail_save")}
      </button>
    </form>
  );
}

export function RemoteNotifications(): JSX.Element | null {
  const [known, setKnown] = useState<Notifications | null>(null);
  const [error, setError] = useState<unknown>(null);
  const attempt = (work: Promise<Notifications | null>) => {
    setError(null);
    void work.then((found) => found && setKnown(found)).catch(setError);
  };
  useEffect(() => attempt(Promise.all([getJson<Notifications>("/api/me/notifications"), learn("meeting")]).then(([found]) => found)), []);
  const { push, mail } = known ?? {};
  if (!push && !mail) return null;
  return (
    <section data-remote-notifications>
      {push && (
        <>
          <h3>{m("closed")}</h3>
          <Push state={push} attempt={attempt} />
        </>
      )}
      {mail && (
        <>
          <h3>{m("mail")}</h3>
          <Mail state={mail} attempt={attempt} />
        </>
      )}
      <Problem error={error} />
    </section>
  );
}
