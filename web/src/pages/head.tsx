// The head of the pages around the table.
import type { JSX } from "preact";
import { Home } from "../parts/home";
import { Languages } from "../parts/languages";
import { Sym } from "../parts/symbols";
import { theme, toggleTheme } from "../settings";
import { go, logOut, me } from "../store/session";
import { t } from "../words";

/** This browser brings a cookie that is worth nothing here: say so before it is replaced. */
function Unreadable(): JSX.Element | null {
  if (!me.value.unreadable) return null;
  return (
    <p class="note calm" role="status">
      {t("not_known_here")}{" "}
      <button type="button" class="btn sm" data-afresh onClick={() => void logOut()}>
        {t("start_afresh")}
      </button>
    </p>
  );
}

export function Head(): JSX.Element {
  return (
    <>
      <header class="head">
        <Home mark="mark" />
        {me.value.account !== null && (
          <a
            href="/account"
            class="ib"
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
        <button type="button" class="ib" aria-label={t("light_dark")} title={t("light_dark")} aria-pressed={theme.value === "dark"} onClick={toggleTheme}>
          <Sym id="sun" />
        </button>
      </header>
      <Unreadable />
    </>
  );
}
