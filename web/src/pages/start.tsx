// The start page: the game that waits for me, play now, a new table, the puzzle of the day; then my tables and others.
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { Features, LessonList, LessonShort, TableOut, TableRef } from "../generated/api";
import { Thumbnail } from "../board/thumbnail";
import { play } from "../lessons/store";
import { seatName } from "../panels/players";
import { levels } from "../parts/bots";
import { Link } from "../parts/link";
import { lazy } from "../parts/lazy";
import { LevelPick } from "../parts/levels";
import { setLevel } from "../settings";
import { getJson, offered } from "../store/api";
import { clockText } from "../store/clock";
import { listen } from "../store/hall";
import { go, loadMe, loadTables, logOut, me, tables, wished } from "../store/session";
import { drawings, loadThumbnails } from "../store/thumbnails";
import { turns } from "../store/turns";
import { stored } from "../theme";
import { language, plainWords, t } from "../words";
import { Head } from "./head";
import { openTable, Problem, shortGame, usualBot } from "./opening";
import { myMove, played, TableRow } from "./tablerow";

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

/** A game that explains itself: the first thing for whoever has never been here. */
const GUIDED = "first-game";

interface ActionProps {
  title: string;
  text: string;
  busy?: boolean;
  featured?: boolean;
  primary?: boolean;
  mark: Record<string, boolean>;
  onClick: () => void;
}

function Large({ title, text, busy, featured, primary, mark, onClick }: ActionProps): JSX.Element {
  return (
    <button type="button" class={`button is-large${featured ? " is-featured" : ""}${primary ? " is-primary" : ""}`} disabled={busy} {...mark} onClick={onClick}>
      {featured && <em>{t("new_here")}</em>}
      {title}
      <small>{text}</small>
    </button>
  );
}

/** The game to go on with: one that waits for me, else one that runs. */
function currentGame(): { id: string; table: TableOut | undefined; waits: boolean } | null {
  const mine = tables.value.mine ?? [];
  const [first] = turns.value.tables;
  if (first !== undefined) return { id: first, table: mine.find((one) => one.id === first), waits: true };
  const table = mine.find((one) => one.state === "running" && one.seats.some((seat) => seat.mine && !seat.resigned));
  return table ? { id: table.id, table, waits: myMove(table) } : null;
}

function Continue(): JSX.Element | null {
  useEffect(() => {
    void loadThumbnails();
  }, []);
  const game = currentGame();
  if (!game) return null;
  const { id, table, waits } = game;
  const n = turns.value.count;
  const art = table?.settings.map ? drawings.value[table.settings.map] : undefined;
  return (
    <section class="continue-game" data-current-game={id}>
      <div>
        <h1>{t(waits ? "your_turn" : "continue_title")}</h1>
        {table && (
          <p>
            <b>{table.seats.map((seat) => seatName(plainWords, seat, table)).join(", ")}</b>
            <span>{[played(table.settings), clockText(table.settings.clock)].filter(Boolean).join(" · ")}</span>
          </p>
        )}
        <div class="continue-buttons">
          <button type="button" class="button is-primary is-large" data-go-on onClick={() => go(`/tables/${id}`)}>
            {t("continue_game")}
          </button>
          {n > 1 && <Link to="/games">{t("tables_wait", { n })}</Link>}
        </div>
      </div>
      <div class="continue-map">{art && <Thumbnail art={art} />}</div>
    </section>
  );
}

/** After the guided game: the next lesson, or a game that forgives mistakes. */
function WhatNext({ busy, attempt }: { busy: boolean; attempt: (work: () => Promise<void>) => void }): JSX.Element | null {
  const [lessons, setLessons] = useState<LessonShort[]>([]);
  useEffect(() => {
    void getJson<LessonList>("/api/lessons").then((found) => setLessons(found.lessons), () => undefined);
  }, [language.value]);
  const beginner = tables.value.mine?.every((one) => one.settings.lesson || one.state !== "finished");
  if (!beginner || !lessons.some((one) => one.id === GUIDED && one.state === "done")) return null;
  const next = lessons.find((one) => one.state !== "done");
  return (
    <section class="what-next" data-what-next>
      <h2>{t("what_next")}</h2>
      <div class="main-actions">
        {next && <Large title={t("next_lesson")} text={next.title} busy={busy} mark={{ "data-next-lesson": true }} onClick={() => attempt(() => play(next.id))} />}
        <Large title={t("short_game")} text={t("short_game_text")} busy={busy} mark={{ "data-short-game": true }} onClick={() => attempt(shortGame)} />
      </div>
    </section>
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
  const back = me.value.guest;
  const going = currentGame() !== null;
  const actions = (
    <>
      <div class="main-actions">
        {!back && (
          <Large title={t("first_game")} text={t("first_game_text")} featured busy={busy} mark={{ "data-first-game": true }} onClick={() => attempt(() => play(GUIDED))} />
        )}
        <Large title={t("play_now")} text={t("play_now_text")} primary={back && !going} busy={busy} mark={{ "data-play-now": true }} onClick={() => attempt(playNow)} />
        <Large title={t("new_table")} text={t("new_table_text")} mark={{ "data-new-table": true }} onClick={() => go("/new")} />
        <Daily />
        <Large title={t("learn_to_play")} text={t("learn_to_play_text")} mark={{ "data-learn": true }} onClick={() => go("/learn")} />
      </div>
      <Problem error={error} />
      <div class="start-settings">
        {levels().length > 0 && (
          <div class="level-field">
            <span>{t("level")}</span>
            <LevelPick value={usualBot()} onPick={setLevel} />
          </div>
        )}
        <label class="field" hidden={!!me.value.account}>
          <span>{t("your_name")}</span>
          <input value={wished.value} maxLength={24} placeholder={t("guest")} data-name onInput={(event) => (wished.value = event.currentTarget.value)} />
        </label>
      </div>
    </>
  );
  return (
    <div class="page start">
      <Head />
      <main>
        {back ? (
          <>
            {going ? <Continue /> : <h1>{t("hero")}</h1>}
            <WhatNext busy={busy} attempt={attempt} />
            {actions}
          </>
        ) : (
          <section class="hero">
            <div class="hero-text">
              <h1>{t("hero")}</h1>
              <p>{t("hero_text")}</p>
              {actions}
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
        )}
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
            {!OFFLINE && (
              <>
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
              </>
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
            {!OFFLINE && <LogOut />}
          </section>
        </div>
      </main>
    </div>
  );
}
