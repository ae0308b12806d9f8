// The start page: play now, a new table, a code, my tables, public ones, bots to watch.
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { Features, TableRef, TableOut } from "../generated/api";
import { levels } from "../parts/bots";
import { Link } from "../parts/link";
import { lazy } from "../parts/lazy";
import { LevelPick } from "../parts/levels";
import { setLevel } from "../settings";
import { getJson, offered } from "../store/api";
import { listen } from "../store/hall";
import { go, loadMe, loadTables, logOut, me, tables, wished } from "../store/session";
import { stored } from "../theme";
import { t } from "../words";
import { Head } from "./head";
import { openTable, Problem, usualBot } from "./opening";
import { TableRow } from "./tablerow";

const Daily = lazy(() => import("./puzzles").then((one) => one.Daily));
const Filtered = lazy(() => import("./findplayers").then((one) => one.Filtered), "meeting");
const SeekBar = lazy(() => import("./seekbar").then((one) => one.SeekBar), "meeting");

async function playNow(): Promise<void> {
  const bot = () => ({ kind: "bot" as const, bot: usualBot() });
  const id = await openTable({ seats: [{ kind: "person" }, bot(), bot(), bot()] }, true);
  go(`/tables/${id}`);
}

async function watchBots(): Promise<void> {
  const bot = () => ({ kind: "bot" as const, bot: usualBot() });
  const id = await openTable({ seats: [bot(), bot(), bot(), bot()] }, true);
  go(`/tables/${id}`);
}

const MOST = 8;

interface ListProps {
  title: string;
  tables: TableOut[] | null;
  empty: string;
  more: string;
  to: string;
  /** Whether one chooses among them, where there is something to choose. */
  filtered?: boolean;
}

function Tables({ title, tables, empty, more, to, filtered }: ListProps): JSX.Element {
  return (
    <section class="panel table-list">
      <h2>{title}</h2>
      {filtered && tables && tables.length > 1 ? (
        <Filtered tables={tables} empty={empty} most={MOST} />
      ) : tables?.length ? (
        <ul>
          {tables.slice(0, MOST).map((one) => (
            <li key={one.id}>
              <TableRow table={one} />
            </li>
          ))}
        </ul>
      ) : (
        <p class="text-muted">{tables ? empty : t("loading")}</p>
      )}
      <button type="button" class="button is-small" data-to={to} onClick={() => go(to)}>
        {more}
      </button>
    </section>
  );
}

/** In two steps: whoever logs out keeps only those seats whose links are kept elsewhere. */
function LogOut(): JSX.Element | null {
  const [sure, setSure] = useState(false);
  if (!me.value.guest || me.value.account) return null;
  return (
    <>
      <h2>{t("log_out")}</h2>
      <p class="text-muted">{t("log_out_text")}</p>
      <button
        type="button"
        class={`button is-small${sure ? " is-danger" : ""}`}
        data-log-out
        onClick={() => {
          if (!sure) setSure(true);
          else void logOut().then(loadTables).then(() => setSure(false));
        }}
      >
        {sure ? t("log_out_sure") : t("log_out")}
      </button>
    </>
  );
}

/** To the lessons; whoever has not been here before sees them first. */
function Learn({ fresh = false }: { fresh?: boolean }): JSX.Element {
  return (
    <button type="button" class={`button is-large${fresh ? " is-featured" : ""}`} data-learn onClick={() => go("/learn")}>
      {fresh && <em>{t("new_here")}</em>}
      {t("learn_to_play")}
      <small>{t("learn_to_play_text")}</small>
    </button>
  );
}

export function Start(): JSX.Element {
  const [code, setCode] = useState("");
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [has, setHas] = useState<Features | null>(null);
  useEffect(() => {
    void loadMe();
    offered(setHas);
    void loadTables().catch(setError);
    return listen(loadTables, 8000);
  }, []);
  const attempt = (work: () => Promise<void>) => {
    setBusy(true);
    setError(null);
    void work()
      .catch(setError)
      .finally(() => setBusy(false));
  };
  return (
    <div class="page start">
      <Head />
      <main>
        <section class="hero">
          <div class="hero-text">
            <h1>{t("hero")}</h1>
            <p>{t("hero_text")}</p>
            <label class="field" hidden={!!me.value.account}>
              <span>{t("your_name")}</span>
              <input value={wished.value} maxLength={24} placeholder={t("guest")} data-name onInput={(event) => (wished.value = event.currentTarget.value)} />
            </label>
            {levels().length > 0 && (
              <div class="level-field">
                <span>{t("level")}</span>
                <LevelPick value={usualBot()} onPick={setLevel} />
              </div>
            )}
            <div class="main-actions">
              {!me.value.guest && <Learn fresh />}
              <button type="button" class="button is-primary is-large" data-play-now disabled={busy} onClick={() => attempt(playNow)}>
                {t("play_now")}
                <small>{t("play_now_text")}</small>
              </button>
              <button type="button" class="button is-large" data-new-table onClick={() => go("/new")}>
                {t("new_table")}
                <small>{t("new_table_text")}</small>
              </button>
              {me.value.guest && <Learn />}
              <Daily />
            </div>
            <Problem error={error} />
          </div>
          <div class="poster" aria-hidden="true">
            {(["coal", "eco", "uranium", "garbage"] as const).map((kind) => (
              <div key={kind} class={`kind-${kind}`}>
                <svg viewBox="0 0 120 64" preserveAspectRatio="xMidYMax slice">
                  <use href={`#plant-${kind}`} width="120" height="64" />
                </svg>
              </div>
            ))}
          </div>
        </section>
        {stored("seeking") === "on" && (
          <section class="panel table-list">
            <SeekBar />
          </section>
        )}
        <div class="columns">
          <Tables title={t("my_tables")} tables={tables.value.mine} empty={t("no_tables")} more={t("all_my_tables")} to="/games" />
          {has?.public_tables !== false && (
            <Tables title={t("public_tables")} tables={tables.value.others && tables.value.others.filter((one) => !one.seats.some((seat) => seat.mine))} empty={t("no_public_tables")} more={t("find_players")} to="/find-players" filtered />
          )}
          <section class="panel">
            <h2>{t("join_code")}</h2>
            <form
              class="code-form"
              onSubmit={(event) => {
                event.preventDefault();
                attempt(async () => {
                  const found = await getJson<TableRef>(`/api/codes/${encodeURIComponent(code.trim())}`);
                  go(`/tables/${found.id}`);
                });
              }}
            >
              <input value={code} data-code aria-label={t("code")} placeholder="ABCDE-FGHJK" maxLength={11} onInput={(event) => setCode(event.currentTarget.value)} />
              <button type="submit" class="button is-small" disabled={code.trim().length < 10}>
                {t("join")}
              </button>
            </form>
            {has && !has.public_tables && has.seeking && (
              <p>
                <Link to="/find-players">{t("find_players")}</Link>
              </p>
            )}
            {has?.ratings && (
              <p>
                <Link to="/ladder">{t("ladder")}</Link>
              </p>
            )}
            <p>
              <Link to="/rules">{t("rules")}</Link> · <Link to="/rules#glossary">{t("glossary")}</Link>
            </p>
            {has?.help && (
              <p>
                <a href="/help" data-manual>
                  {t("manual")}
                </a>
              </p>
            )}
            <h2>{t("watch")}</h2>
            <p class="text-muted">{t("watch_text")}</p>
            <button type="button" class="button is-small" data-watch disabled={busy} onClick={() => attempt(watchBots)}>
              {t("watch_bots")}
            </button>
            <LogOut />
          </section>
        </div>
      </main>
    </div>
  );
}
