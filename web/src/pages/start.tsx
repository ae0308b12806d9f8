// The start page: play now, a new table, a code, my tables, public ones, bots to watch.
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { Found, TableOut } from "../generated/api";
import { seatName } from "../panels/players";
import { Face, levelName, levels } from "../parts/bots";
import { Pick } from "../parts/pick";
import { House } from "../parts/symbols";
import { setLevel } from "../settings";
import { getJson } from "../store/api";
import { boardList, editionList } from "../store/reference";
import { go, loadMe, loadTables, me, myTables, publicTables, logOut, wished } from "../store/session";
import { named, t } from "../words";
import { Head } from "./head";
import { openTable, Problem, usualBot } from "./opening";

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

function TableRow({ table }: { table: TableOut }): JSX.Element {
  const edition = editionList.value.find((one) => one.id === table.settings.edition);
  const board = boardList.value.find((one) => one.id === table.settings.map);
  const mine = table.to_act !== null && table.seats[table.to_act]?.mine;
  const open = table.seats.filter((seat) => seat.kind === "open").length;
  const state =
    table.state === "finished"
      ? t("state_finished")
      : table.state === "lobby"
        ? t("state_lobby", { n: open })
        : mine
          ? t("your_turn")
          : t("turn_of", { name: table.to_act === null ? "" : seatName(table.seats[table.to_act], table) });
  return (
    <li>
      <a
        href={`/tables/${table.id}`}
        data-table={table.id}
        onClick={(event) => {
          event.preventDefault();
          go(`/tables/${table.id}`);
        }}
      >
        <span class="seats" style={{ "--cols": table.seats.length === 4 ? 2 : 3 }}>
          {table.seats.map((seat) => (
            <House key={seat.seat} seat={seat.seat} />
          ))}
        </span>
        <span class="what">
          <b>{table.seats.map((seat) => seatName(seat, table) || t("open_seat")).join(", ")}</b>
          <small>
            {named(edition?.name)}, {named(board?.name)}
          </small>
        </span>
        <span class={`tag${mine ? " act" : ""}`}>{state}</span>
      </a>
    </li>
  );
}

function Tables({ title, tables, empty }: { title: string; tables: TableOut[] | null; empty: string }): JSX.Element {
  return (
    <section class="panel tables">
      <h2>{title}</h2>
      {tables?.length ? (
        <ul>
          {tables.slice(0, 8).map((one) => (
            <TableRow key={one.id} table={one} />
          ))}
        </ul>
      ) : (
        <p class="mut">{tables ? empty : t("loading")}</p>
      )}
    </section>
  );
}

/** In two steps: whoever logs out keeps only those seats whose links are kept elsewhere. */
function LogOut(): JSX.Element | null {
  const [sure, setSure] = useState(false);
  if (!me.value.guest) return null;
  return (
    <>
      <h2>{t("log_out")}</h2>
      <p class="mut">{t("log_out_text")}</p>
      <button
        type="button"
        class={`btn sm${sure ? " sig" : ""}`}
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

export function Start(): JSX.Element {
  const [code, setCode] = useState("");
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    void loadMe();
    void loadTables().catch(setError);
    const timer = setInterval(() => void loadTables().catch(() => undefined), 8000);
    return () => clearInterval(timer);
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
          <div class="words">
            <h1>{t("hero")}</h1>
            <p>{t("hero_text")}</p>
            <label class="field">
              <span>{t("your_name")}</span>
              <input value={wished.value} maxLength={24} placeholder={t("guest")} data-name onInput={(event) => (wished.value = event.currentTarget.value)} />
            </label>
            {levels().length > 0 && (
              <div class="field" data-levels>
                <span>{t("level")}</span>
                <Pick
                  name={t("level")}
                  value={usualBot()}
                  values={levels().map((value) => ({
                    value,
                    label: (
                      <>
                        <Face bot={value} /> {levelName(value)}
                      </>
                    ),
                  }))}
                  onPick={setLevel}
                />
              </div>
            )}
            <div class="go">
              <button type="button" class="btn pri big" data-play-now disabled={busy} onClick={() => attempt(playNow)}>
                {t("play_now")}
                <small>{t("play_now_text")}</small>
              </button>
              <button type="button" class="btn big" data-new-table onClick={() => go("/new")}>
                {t("new_table")}
                <small>{t("new_table_text")}</small>
              </button>
            </div>
            <Problem error={error} />
          </div>
          <div class="poster" aria-hidden="true">
            {(["coal", "eco", "uranium", "garbage"] as const).map((kind) => (
              <div key={kind} class={`k-${kind}`}>
                <svg viewBox="0 0 120 64" preserveAspectRatio="xMidYMax slice">
                  <use href={`#plant-${kind}`} width="120" height="64" />
                </svg>
              </div>
            ))}
          </div>
        </section>
        <div class="cols">
          <Tables title={t("my_tables")} tables={myTables.value} empty={t("no_tables")} />
          <Tables title={t("public_tables")} tables={publicTables.value && publicTables.value.filter((one) => !one.seats.some((seat) => seat.mine))} empty={t("no_public_tables")} />
          <section class="panel">
            <h2>{t("join_code")}</h2>
            <form
              class="codeform"
              onSubmit={(event) => {
                event.preventDefault();
                attempt(async () => {
                  const found = await getJson<Found>(`/api/codes/${encodeURIComponent(code.trim())}`);
                  go(`/tables/${found.id}`);
                });
              }}
            >
              <input value={code} data-code aria-label={t("code")} placeholder="ABCDE-FGHJK" maxLength={11} onInput={(event) => setCode(event.currentTarget.value)} />
              <button type="submit" class="btn sm" disabled={code.trim().length < 10}>
                {t("join")}
              </button>
            </form>
            <h2>{t("watch")}</h2>
            <p class="mut">{t("watch_text")}</p>
            <button type="button" class="btn sm" data-watch disabled={busy} onClick={() => attempt(watchBots)}>
              {t("watch_bots")}
            </button>
            <LogOut />
          </section>
        </div>
      </main>
    </div>
  );
}
