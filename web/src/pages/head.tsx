// The head of the pages around the table, with the way to each of them: in the bar, on phones at the foot of the window.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Features } from "../generated/api";
import { Home } from "../parts/home";
import { Languages } from "../parts/languages";
import { LoggedOut } from "../parts/loggedout";
import { NextTable } from "../parts/nexttable";
import { ThemeButton } from "../parts/themes";
import { offered } from "../store/api";
import { go, me, path } from "../store/session";
import { waitingForMe } from "../store/turns";
import { t } from "../words";
import { hrefOf } from "../address";

const BOLT = "M11.5 1.5L3.5 11.5H9l-1 7 8.5-10.5H11z";
const BOOK = "M10 5.2C8 3.8 5.4 3.4 2.5 4v11.6c2.9-.6 5.5-.2 7.5 1.2 2-1.4 4.6-1.8 7.5-1.2V4c-2.9-.6-5.5-.2-7.5 1.2zM10 5.2v11.6";
const PIECE = "M3 7h4.2a2.4 2.4 0 1 1 4.6 0H16v4.2a2.4 2.4 0 1 0 0 4.6V18H3z";
const PEOPLE = "M7 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM1.5 16.5c.3-3 2.4-4.8 5.5-4.8s5.2 1.8 5.5 4.8zM13 4a3 3 0 0 1 0 5.4M14.5 12c2.3.5 3.7 2.2 4 4.5";
const STEPS = "M2.5 17.5v-5h5v5zM7.5 17.5v-13h5v13zM12.5 17.5v-8h5v8z";
const PERSON = "M10 9.5a3.6 3.6 0 1 0 0-7.2 3.6 3.6 0 0 0 0 7.2zM3 17.7c.4-3.7 3-5.9 7-5.9s6.6 2.2 7 5.9z";

interface Place {
  to: string;
  label: string;
  title?: string;
  icon: string;
  /** The addresses that belong to it. */
  parts: RegExp;
  mark?: Record<string, boolean>;
}

function places(has: Partial<Features>): Place[] {
  return [
    { to: "/", label: t("nav_play"), icon: BOLT, parts: /^\/($|new|games)/ },
    { to: "/learn", label: t("nav_learn"), icon: BOOK, parts: /^\/(learn|rules)/ },
    { to: "/puzzles", label: t("nav_puzzles"), icon: PIECE, parts: /^\/puzzles/ },
    ...(has.public_tables || has.seeking ? [{ to: "/find-players", label: t("nav_players"), title: t("find_players"), icon: PEOPLE, parts: /^\/find-players/ }] : []),
    ...(has.ratings ? [{ to: "/ladder", label: t("ladder"), icon: STEPS, parts: /^\/(ladder|players|account\/profile)/ }] : []),
    ...(!OFFLINE && (me.value.account !== null || me.value.guest) ? [{ to: "/account", label: t("account"), icon: PERSON, parts: /^\/account(?!\/profile)/, mark: { "data-account": true } }] : []),
  ];
}

function Places(): JSX.Element {
  const [has, setHas] = useState<Partial<Features>>({});
  useEffect(() => offered(setHas), []);
  const n = waitingForMe();
  return (
    <nav class="page-nav" aria-label={t("nav")}>
      {places(has).map(({ to, label, title, icon, parts, mark }) => (
        <a
          key={to}
          href={hrefOf(to)}
          title={title}
          aria-label={title}
          aria-current={parts.test(path.value) ? "page" : undefined}
          {...mark}
          onClick={(event) => {
            event.preventDefault();
            go(to);
          }}
        >
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d={icon} />
          </svg>
          {label}
          {to === "/" && n > 0 && (
            <b role="img" aria-label={t("tables_wait", { n })}>
              {Math.min(n, 99)}
            </b>
          )}
        </a>
      ))}
    </nav>
  );
}

/** At a table that waits for its players nothing leads away but the sign of the house. */
export function Head({ places = true }: { places?: boolean }): JSX.Element {
  return (
    <>
      <header class="page-header">
        <Home mark="home-link" />
        {places && <Places />}
        <NextTable />
        <Languages />
        <ThemeButton />
      </header>
      <LoggedOut />
    </>
  );
}
