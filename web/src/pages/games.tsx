// My tables: all of them, by turn and state, with an archive.
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { TableOut, Tables } from "../generated/api";
import { Pick } from "../parts/controls";
import { getJson, sendJson } from "../store/api";
import { listen } from "../store/hall";
import { go } from "../store/session";
import { dated, m, t } from "../words";
import { Head } from "./head";
import { Problem } from "./opening";
import { TableRow } from "./tablerow";

const SHOWN = ["all", "turn", "lobby", "running", "finished", "archived"] as const;
type Shown = (typeof SHOWN)[number];
const EVERY = 8000;
const PAGE = 30;

function facts(table: TableOut): string {
  const date = dated(table.changed_at, { dateStyle: "medium", timeStyle: "short" });
  const round = table.round === null ? [] : [m("round_n", { n: table.round })];
  return [date, ...round, ...(table.origin ? [m("by_seek")] : [])].join(" · ");
}

export function GamesPage(): JSX.Element {
  const [show, setShow] = useState<Shown>("all");
  const [list, setList] = useState<TableOut[] | null>(null);
  const [more, setMore] = useState<string | null>(null);
  const [pages, setPages] = useState(1);
  const [error, setError] = useState<unknown>(null);
  const load = async (wanted = () => true): Promise<void> => {
    let next: string | null = null;
    const found: TableOut[] = [];
    for (let page = 0; page < pages && (page === 0 || next); page++) {
      const part: Tables = await getJson<Tables>(`/api/me/tables?show=${show}&limit=${PAGE}${next ? `&before=${next}` : ""}`);
      found.push(...part.tables);
      next = part.next;
    }
    // what was asked for before something else was chosen comes too late
    if (!wanted()) return;
    setList(found);
    setMore(next);
  };
  useEffect(() => {
    let there = true;
    const again = () => load(() => there).catch((reason: unknown) => there && setError(reason));
    void again();
    const end = listen(async () => void (await again()), EVERY);
    return () => {
      there = false;
      end();
    };
  }, [show, pages]);
  const archive = (table: TableOut) => {
    const archived = show !== "archived";
    void sendJson(`/api/me/tables/${table.id}/archived`, { archived }, "PUT").then(() => load()).catch(setError);
  };
  return (
    <div class="page my-games">
      <Head />
      <main>
        <h1>{t("my_tables")}</h1>
        <Pick
          name={t("my_tables")}
          value={show}
          values={SHOWN.map((value) => ({ value, label: m(`mine_${value}`) }))}
          onPick={(value) => {
            setList(null);
            setPages(1);
            setShow(value);
          }}
        />
        <Problem error={error} />
        <section class="panel table-list" data-show={show} aria-live="polite">
          {list?.length ? (
            <ul>
              {list.map((table) => (
                <li key={table.id} class="table-entry">
                  <TableRow table={table}>{facts(table)}</TableRow>
                  <button type="button" class="button is-small" data-archive={table.id} onClick={() => archive(table)}>
                    {show === "archived" ? m("unarchive") : m("archive")}
                  </button>
                </li>
              ))}
            </ul>
          ) : (
            <p class="text-muted">{list ? m("mine_none") : t("loading")}</p>
          )}
        </section>
        <div class="button-bar">
          {more && (
            <button type="button" class="button" data-more onClick={() => setPages(pages + 1)}>
              {m("mine_more")}
            </button>
          )}
          <button type="button" class="button" onClick={() => go("/")}>
            {t("back")}
          </button>
        </div>
      </main>
    </div>
  );
}
