// The ladder of each group of editions, and the profiles of those who play rated tables.
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { ProfileGame, GroupStanding, Groups, Ladder, LadderRow, PageRatingsWord, Profile } from "../generated/api";
import { levelName } from "../parts/bots";
import { Link } from "../parts/link";
import { Pick } from "../parts/controls";
import { getJson, Refused, sendJson } from "../store/api";
import { boardList, editionList, loadGame } from "../store/reference";
import { go, me, path } from "../store/session";
import { cardWords, dated, named, pageText, percent } from "../words";
import { Head } from "./head";
import { Problem } from "./opening";

type Values = Record<string, string | number>;
const r = (key: PageRatingsWord, values?: Values): string => pageText("page_ratings", key, values);
const editionName = (id: string): string => named(editionList.value.find((one) => one.id === id)?.name) || id;
const share = (wins: number, games: number): string => percent(Math.round((100 * wins) / Math.max(1, games)));

/** Fetch JSON from an address, again when the address changes; an answer for an earlier address is ignored. */
function useJson<T>(address: string): [T | null, unknown, (found: T) => void] {
  const [found, setFound] = useState<[string, T] | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    let current = true;
    setError(null);
    void getJson<T>(address).then((one) => current && setFound([address, one]), (problem) => current && setError(problem));
    return () => {
      current = false;
    };
  }, [address]);
  return [found?.[0] === address ? found[1] : null, error, (one) => setFound([address, one])];
}

function Row({ row }: { row: LadderRow }): JSX.Element {
  return (
    <tr class={row.bot ? "text-muted" : ""}>
      <td>{row.place ?? ""}</td>
      <th scope="row">
        <Link to={`/players/${encodeURIComponent(row.name)}`}>{row.bot ? levelName(row.name) : row.name}</Link>
        {row.bot && <small> {r("bot")}</small>}
      </th>
      <td>
        <b>{row.points}</b> <small>±{row.deviation}</small>
      </td>
      <td>{row.games}</td>
      <td>{share(row.wins, row.games)}</td>
    </tr>
  );
}

export function LadderPage(): JSX.Element {
  const wanted = decodeURIComponent(path.value.split("/")[2] ?? "");
  const [first, setFirst] = useState(0);
  const [groups, problem] = useJson<Groups>("/api/ratings");
  const usual = groups?.groups.find((one) => one.editions.includes(editionList.value.find((e) => e.default)?.id ?? ""));
  const group = wanted || usual?.id || groups?.groups[0]?.id;
  const [ladder, error] = useJson<Ladder>(group ? `/api/ratings/${encodeURIComponent(group)}?first=${first}` : "/api/ratings");
  const rows = ladder?.players ?? [];
  return (
    <div class="page ratings">
      <Head />
      <main>
        <h1>{r("ladder")}</h1>
        <p class="text-muted">{r("ladder_text")}</p>
        <Problem error={problem ?? error} />
        {groups && group && (
          <Pick
            name={r("ladder")}
            value={group}
            values={groups.groups.map((one) => ({ value: one.id, label: one.editions.map(editionName).join(" · ") }))}
            onPick={(id) => {
              setFirst(0);
              go(`/ladder/${id}`);
            }}
          />
        )}
        {ladder && (
          <section class="panel">
            {rows.some((row) => !row.bot) || <p>{r("ranked_nobody")}</p>}
            {rows.length > 0 && (
              <table>
                <thead>
                  <tr>
                    <td />
                    {(["player", "rating", "games", "wins"] as const).map((key) => (
                      <th key={key} scope="col">
                        {r(key)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <Row key={row.name} row={row} />
                  ))}
                </tbody>
              </table>
            )}
            {ladder.next !== null && (
              <button type="button" class="button is-small" onClick={() => setFirst(ladder.next!)}>
                {r("more")}
              </button>
            )}
          </section>
        )}
      </main>
    </div>
  );
}

function Curve({ standing }: { standing: GroupStanding }): JSX.Element {
  // everybody begins with the average; so one game is a line already
  const points = [1500, ...standing.curve.map(([, value]) => value)];
  const [low, high] = [Math.min(...points), Math.max(...points)];
  const x = (i: number) => (100 * i) / (points.length - 1);
  const y = (value: number) => (high > low ? 4 + (32 * (high - value)) / (high - low) : 20);
  const about = `${r("curve")}: ${points[0] ?? 1500} → ${standing.points}`;
  return (
    <svg class="curve" viewBox="0 0 100 40" preserveAspectRatio="none" role="img" aria-label={about}>
      <line x1="0" x2="100" y1={y(1500)} y2={y(1500)} />
      <polyline points={points.map((value, i) => `${x(i)},${y(value)}`).join(" ")} />
    </svg>
  );
}

function Standings({ profile }: { profile: Profile }): JSX.Element {
  const [groups] = useJson<Groups>("/api/ratings");
  const editionsOf = (group: string): string[] => groups?.groups.find((one) => one.id === group)?.editions ?? [group];
  return (
    <>
      {profile.standings.map((one) => (
        <section key={one.group} class="panel">
          <h2>{editionsOf(one.group).map(editionName).join(" · ")}</h2>
          <p>
            <b class="rating-value">
              {one.points}
              {one.provisional && "?"}
            </b>{" "}
            ±{one.deviation}
            {one.provisional && (
              <span class="tag" title={r("provisional_text")}>
                {r("provisional")}
              </span>
            )}
          </p>
          <Curve standing={one} />
          <p class="text-muted">{r("won_of", { won: one.wins, games: one.games })}</p>
        </section>
      ))}
    </>
  );
}

function Shares({ title, rows }: { title: string; rows: { name: string; games: number; wins: number }[] }): JSX.Element {
  return (
    <>
      <h2>{title}</h2>
      <dl class="facts">
        {rows.map((one) => (
          <div key={one.name}>
            <dt>{one.name}</dt>
            <dd>
              {share(one.wins, one.games)} <small>{r("won_of", { won: one.wins, games: one.games })}</small>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Game({ game }: { game: ProfileGame }): JSX.Element {
  const board = named(boardList.value.find((one) => one.id === game.map)?.name);
  const what = `${editionName(game.edition)}, ${board}`;
  const sign = game.change === null ? "" : ` (${game.change < 0 ? "−" : "+"}${Math.abs(game.change)})`;
  return (
    <div>
      <dt>
        {game.table ? <Link to={`/tables/${game.table}`}>{what}</Link> : what} <small>{dated(game.at, { dateStyle: "medium" })}</small>
      </dt>
      <dd>
        {game.resigned ? r("resigned") : r("place", { rank: game.rank, players: game.players })}
        <small>
          {" "}
          {game.points}
          {sign}
        </small>
      </dd>
    </div>
  );
}

function Told({ profile }: { profile: Profile }): JSX.Element {
  useEffect(() => {
    // the names of cards are the edition's
    for (const { edition } of profile.plants) {
      const map = editionList.value.find((one) => one.id === edition)?.maps[0];
      if (map) void loadGame(edition, map);
    }
  }, [profile]);
  if (!profile.games.length) return <p>{r("no_games")}</p>;
  return (
    <div class="columns">
      <div>
        <Standings profile={profile} />
      </div>
      <section class="panel">
        <Shares title={r("by_edition")} rows={profile.editions.map((one) => ({ ...one, name: editionName(one.edition) }))} />
        <Shares title={r("by_seat")} rows={profile.seats.map((one) => ({ ...one, name: r("seat", { n: one.seat + 1 }) }))} />
        {profile.plants.length > 0 && <h2>{r("plants")}</h2>}
        <dl class="facts">
          {profile.plants.map((one) => (
            <div key={`${one.edition} ${one.plant}`}>
              <dt>{cardWords(one.edition, one.plant)}</dt>
              <dd>{r("times", { n: one.times })}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section class="panel">
        <h2>{r("last_games")}</h2>
        <dl class="facts" data-last-games>
          {profile.games.map((game) => (
            <Game key={`${game.table} ${game.at}`} game={game} />
          ))}
        </dl>
      </section>
    </div>
  );
}

export function ProfilePage(): JSX.Element {
  const name = /^\/players\/([^/]+)/.exec(path.value)?.[1] ?? "";
  // my own is asked for without a name: it may be hidden, and I may be called otherwise by now
  const [profile, error, change] = useJson<Profile>(name ? `/api/players/${name}` : "/api/me/profile");
  const [refused, setRefused] = useState<unknown>(null);
  // whoever has played no rated game yet has no profile: that is nothing wrong
  const none = !name && error instanceof Refused && error.status === 404;
  const hide = (hidden: boolean) => void sendJson<Profile>("/api/me/profile", { hidden }, "PUT").then(change, setRefused);
  return (
    <div class="page ratings">
      <Head />
      <main>
        <Problem error={none ? null : (error ?? refused)} />
        {none && (
          <>
            <h1>{me.value.name}</h1>
            <p>{r("no_games")}</p>
          </>
        )}
        {profile && (
          <>
            <h1>
              {profile.bot ? levelName(profile.name) : profile.name}
              {profile.bot && <small> {r("bot")}</small>}
            </h1>
            {profile.since !== null && <p class="text-muted">{r("member_since", { date: dated(profile.since, { dateStyle: "medium" }) })}</p>}
            {profile.hidden && <p class="note is-calm">{r("hidden")}</p>}
            <Told profile={profile} />
            {profile.mine && (
              <label class="checkbox">
                <input type="checkbox" data-hide checked={profile.hidden} onChange={(event) => hide(event.currentTarget.checked)} /> {r("hide")}
              </label>
            )}
          </>
        )}
        <p>
          <Link to="/ladder">{r("ladder")}</Link>
        </p>
      </main>
    </div>
  );
}
