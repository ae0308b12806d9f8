// The head of the pages around the table.
import type { JSX } from "preact";
import { Home } from "../parts/home";
import { Languages } from "../parts/languages";
import { NextTable } from "../parts/nexttable";
import { Sym } from "../parts/symbols";
import { theme, toggleTheme } from "../settings";
import { go, loggedOut, logInAgain, logOut, me } from "../store/session";
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

export function Head(): JSX.Element {
  return (
    <>
      <header class="page-header">
        <Home mark="home-link" />
        <NextTable />
        {(me.value.account !== null || me.value.guest) && (
          <a
            href="/account"
            class="icon-button"
            aria-label={t("account")}
            title={t("account")}
            data-account
            onClick={(event) => {
              event.preventDefault();
              go("/account");
            }}
          >
            <Sym id="person" />
          </a>
        )}
        <Languages />
        <button type="button" class="icon-button" aria-label={t("light_dark")} title={t("light_dark")} aria-pressed={theme.value === "dark"} onClick={toggleTheme}>
          <Sym id="sun" />
        </button>
      </header>
      <LoggedOut />
    </>
  );
}
