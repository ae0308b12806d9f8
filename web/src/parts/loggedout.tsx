// A note for whoever has been logged out.
import type { JSX } from "preact";
import { loggedOut, logInAgain, logOut, me } from "../store/session";
import { t } from "../words";

/** I have been logged out, here or elsewhere: say so, and on a page that is open, too. */
export function LoggedOut({ floating }: { floating?: boolean }): JSX.Element | null {
  if (!loggedOut.value) return null;
  return (
    <div class={floating ? "toast is-logged-out" : "note is-calm is-logged-out"} role="alert" data-logged-out>
      <b>{t("not_known_here")}</b>
      {me.value.account !== null && (
        <button type="button" class={`button is-small${floating ? "" : " is-primary"}`} data-log-in onClick={() => void logInAgain()}>
          {t("log_in")}
        </button>
      )}
      <button type="button" class="button is-small" data-afresh onClick={() => void logOut()}>
        {t("start_afresh")}
      </button>
    </div>
  );
}
