// Finding players: tables that wait, and seeking a game with whoever wants the same.
import { useEffect, useState } from "preact/hooks";
import type { ComponentChildren, JSX } from "preact";
import type { Features, SeekIn, Seeks, SeekWish, TableOut, Tables } from "../generated/api";
import { levelName, levels } from "../parts/bots";
import { Pick } from "../parts/controls";
import { Link } from "../parts/link";
import { getJson } from "../store/api";
import { listen } from "../store/hall";
import { boardList, editionList } from "../store/reference";
import { isSeeking, seek } from "../store/seek";
import { beNamed, go, me, wished } from "../store/session";
import { m, named, t } from "../words";
import { Head } from "./head";
import { Problem, usualBot } from "./opening";
import { SeekBar } from "./seekbar";
import { botsOf, played, TableRow } from "./tablerow";

const EVERY = 4000;
const FILLS = [-1, 0, 1, 2, 5, 10];
const CLOCKS = ["none", "live", "correspondence"] as const;
type Clock = (typeof CLOCKS)[number];
/** The live clock of tables that are found by seeking: minutes, and seconds for each turn. */
const LIVE = { bank: 20, more: 15 };

const clockName = (kind: Clock): string => t(kind === "none" ? "clock_none" : kind === "live" ? "clock_live" : "clock_mail");

function Choice({ label, children }: { label: string; children: ComponentChildren }): JSX.Element {
  return (
    <label class="field">
      <span>{label}</span>
      {children}
    </label>
  );
}

function SeekForm({ clocks, ratings, onError }: { clocks: boolean; ratings: boolean; onError: (error: unknown) => void }): JSX.Element | null {
  const [edition, setEdition] = useState(editionList.value.find((one) => one.default)?.id ?? editionList.value[0]?.id ?? "");
  const [map, setMap] = useState("");
  const [players, setPlayers] = useState(0);
  const [clock, setClock] = useState<Clock | "">("");
  const [fill, setFill] = useState(2);
  const [bot, setBot] = useState(usualBot());
  const [rated, setRated] = useState(false);
  const facts = editionList.value.find((one) => one.id === edition);
  if (!facts) return null;
  const counts = (map ? facts.players_on[map] : null) ?? facts.players;
  const begin = async () => {
    const name = await beNamed(t("guest"));
    const wish: SeekIn = { name, edition };
    if (map) wish.map = map;
    if (players && counts.includes(players)) wish.players = players;
    if (clock) wish.clock = clock;
    if (rated) wish.rated = true;
    if (fill >= 0) Object.assign(wish, { fill_after: fill * 60, bot });
    await seek(wish);
  };
  return (
    <form
      data-seek-form
      onSubmit={(event) => {
        event.preventDefault();
        onError(null);
        void begin().catch(onError);
      }}
    >
      {!me.value.account && (
        <Choice label={t("your_name")}>
          <input value={wished.value} maxLength={24} placeholder={t("guest")} data-name onInput={(event) => (wished.value = event.currentTarget.value)} />
        </Choice>
      )}
      <Choice label={t("edition")}>
        <select
          value={edition}
          data-seek-edition
          onChange={(event) => {
            setEdition(event.currentTarget.value);
            setMap("");
          }}
        >
          {editionList.value.map((one) => (
            <option key={one.id} value={one.id}>
              {named(one.name)}
            </option>
          ))}
        </select>
      </Choice>
      <Choice label={t("board")}>
        <select value={map} data-seek-map onChange={(event) => setMap(event.currentTarget.value)}>
          <option value="">{m("any")}</option>
          {facts.maps.map((one) => (
            <option key={one} value={one}>
              {named(boardList.value.find((board) => board.id === one)?.name)}
            </option>
          ))}
        </select>
      </Choice>
      <div class="field is-wide">
        <span>{t("how_many")}</span>
        <Pick name={t("how_many")} value={players} values={[{ value: 0, label: m("any") }, ...counts.map((n) => ({ value: n, label: String(n) }))]} onPick={setPlayers} />
      </div>
      {clocks && (
        <div class="field is-wide">
          <span>{t("clock")}</span>
          <Pick
            name={t("clock")}
            value={clock}
            values={[{ value: "" as Clock | "", label: m("any") }, ...CLOCKS.map((value) => ({ value, label: clockName(value) }))]}
            onPick={setClock}
          />
          {!clock && <small class="text-muted">{m("clock_any_hint", { clock: t("live_n", LIVE) })}</small>}
        </div>
      )}
      {ratings && (
        <div class="field is-wide" data-seek-rated>
          <span>{m("rated_seek")}</span>
          <Pick name={m("rated_seek")} value={rated} values={[false, true].map((value) => ({ value, label: m(value ? "rated_yes" : "rated_no") }))} onPick={setRated} />
        </div>
      )}
      <Choice label={m("bots_join")}>
        <select value={fill} data-seek-fill onChange={(event) => setFill(Number(event.currentTarget.value))}>
          {FILLS.map((n) => (
            <option key={n} value={n}>
              {n < 0 ? m("bots_never") : n ? m("bots_after", { n }) : m("bots_now")}
            </option>
          ))}
        </select>
      </Choice>
      {fill >= 0 && levels().length > 0 && (
        <Choice label={t("level")}>
          <select value={bot} data-seek-bot onChange={(event) => setBot(event.currentTarget.value)}>
            {levels().map((one) => (
              <option key={one} value={one}>
                {levelName(one)}
              </option>
            ))}
          </select>
        </Choice>
      )}
      <button type="submit" class="button is-primary" data-seek>
        {m("seek_go")}
      </button>
    </form>
  );
}

function Seeker({ one, onError }: { one: SeekWish; onError: (error: unknown) => void }): JSX.Element {
  const same = async () => {
    const { edition, map, players, clock, bot, fill_after, rated } = one;
    await seek({ name: await beNamed(t("guest")), edition, map, players, clock, bot, fill_after, rated });
  };
  const facts = [
    played(one),
    ...(one.map ? [] : [m("board_any")]),
    one.players ? t("n_players", { n: one.players }) : m("players_any"),
    one.clock ? clockName(one.clock) : m("clock_any"),
    ...(one.rated ? [m("rated_is")] : []),
  ];
  const needsAccount = one.rated && !me.value.account;
  return (
    <li class="table-entry">
      <span class="description">
        <b>{one.name}</b>
        <small>{facts.join(" · ")}</small>
        {needsAccount && (
          <small>
            {m("rated_needs_account")} <Link to="/account">{t("account")}</Link>
          </small>
        )}
      </span>
      {!needsAccount && (
        <button type="button" class="button is-small" data-same onClick={() => void same().catch(onError)}>
          {m("seek_same")}
        </button>
      )}
    </li>
  );
}

interface Filters {
  edition: string;
  clock: string;
  bots: string;
}

const fits = (table: TableOut, { edition, clock, bots }: Filters): boolean =>
  (!edition || table.settings.edition === edition) &&
  (!clock || table.settings.clock.kind === clock) &&
  (!bots || botsOf(table).length > 0 === (bots === "with"));

/** A list of tables with its filters; `most` are shown. */
export function Filtered({ tables, empty, most }: { tables: TableOut[] | null; empty: string; most?: number }): JSX.Element {
  const [filters, setFilters] = useState<Filters>({ edition: "", clock: "", bots: "" });
  const filter = (name: keyof Filters, label: string, values: [string, string][]) => (
    <Choice label={label}>
      <select value={filters[name]} data-filter={name} onChange={(event) => setFilters({ ...filters, [name]: event.currentTarget.value })}>
        <option value="">{m("every")}</option>
        {values.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Choice>
  );
  const found = tables?.filter((table) => fits(table, filters)).slice(0, most);
  return (
    <>
      <div class="filters">
        {filter("edition", m("filter_edition"), editionList.value.map((one) => [one.id, named(one.name)]))}
        {filter("clock", m("filter_clock"), CLOCKS.map((kind) => [kind, clockName(kind)]))}
        {filter("bots", m("filter_bots"), [["with", m("bots_with")], ["without", m("bots_without")]])}
      </div>
      {found?.length ? (
        <ul aria-live="polite">
          {found.map((table) => (
            <li key={table.id}>
              <TableRow table={table} />
            </li>
          ))}
        </ul>
      ) : (
        <p class="text-muted">{tables ? (tables.length ? m("none_match") : empty) : t("loading")}</p>
      )}
    </>
  );
}

const intro = ({ public_tables: listed, seeking: sought }: Features): string => (listed && sought ? m("find_text") : listed || sought ? "" : m("find_off"));

export function FindPlayersPage(): JSX.Element {
  const [tables, setTables] = useState<TableOut[] | null>(null);
  const [seeks, setSeeks] = useState<SeekWish[] | null>(null);
  const [features, setFeatures] = useState<Features | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    const load = async () => {
      const [open, others] = await Promise.all([getJson<Tables>("/api/tables?state=lobby&limit=100"), getJson<Seeks>("/api/seeks")]);
      setTables(open.tables.filter((table) => table.seats.some((seat) => seat.kind === "open")));
      setSeeks(others.seeks);
    };
    void getJson<Features>("/api/features").then(setFeatures, setError);
    void load().catch(setError);
    return listen(load, EVERY);
  }, []);
  const others = seeks?.filter((one) => !one.mine);
  return (
    <div class="page find-page">
      <Head />
      <main>
        <h1>{m("find_title")}</h1>
        <p class="text-muted">{features && intro(features)}</p>
        <Problem error={error} />
        <div class="columns halves">
          {features?.public_tables && (
            <section class="panel table-list" data-waiting>
              <h2>{m("waiting_tables")}</h2>
              <Filtered tables={tables} empty={m("none_waiting")} />
            </section>
          )}
          {features?.seeking && (
            <section class="panel table-list">
              <SeekBar />
              {!isSeeking() && (
                <>
                  <h2>{m("seek")}</h2>
                  <SeekForm clocks={features.clocks} ratings={features.ratings && !!me.value.account} onError={setError} />
                </>
              )}
              <h2>{m("seekers")}</h2>
              {others?.length ? (
                <ul data-seekers>
                  {others.map((one, i) => (
                    <Seeker key={i} one={one} onError={setError} />
                  ))}
                </ul>
              ) : (
                <p class="text-muted">{others ? m("no_seekers") : t("loading")}</p>
              )}
            </section>
          )}
        </div>
        <div class="button-bar">
          <button type="button" class="button" onClick={() => go("/")}>
            {t("back")}
          </button>
        </div>
      </main>
    </div>
  );
}
