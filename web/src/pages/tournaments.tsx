// Tournaments of bots: asked for here, played by whichever server is free, with what came out.
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { PageAdminWord, StandingsOut, TournamentRow, TournamentsOut } from "../generated/api";
import { Sure } from "../parts/controls";
import { getJson, sendJson } from "../store/api";
import { botList, boardList, editionList, loadLists } from "../store/reference";
import { named, pageText, percent } from "../words";
import { Problem } from "./opening";

const PATH = "/api/admin/tournaments";
const WAIT = 2000;
const a = (key: PageAdminWord, values?: Record<string, string | number>): string => pageText("page_admin", key, values);

function Wish({ ask }: { ask: (body: unknown) => void }): JSX.Element {
  const [edition, setEdition] = useState(editionList.value[0]?.id ?? "");
  const [wanted, setMap] = useState("");
  const [players, setPlayers] = useState(4);
  const [bots, setBots] = useState<string[]>([]);
  const [deals, setDeals] = useState(2);
  const facts = editionList.value.find((one) => one.id === edition);
  const map = facts?.maps.includes(wanted) ? wanted : (facts?.maps[0] ?? "");
  const counts = facts?.players_on[map] ?? [];
  const count = counts.includes(players) ? players : counts[0];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        ask({ edition, map, players: count, bots, deals });
      }}
    >
      <p class="text-muted">{a("tournament_text")}</p>
      <div class="actions">
        <select value={edition} aria-label={a("edition")} onChange={(event) => setEdition(event.currentTarget.value)}>
          {editionList.value.map((one) => (
            <option key={one.id} value={one.id}>
              {named(one.name)}
            </option>
          ))}
        </select>
        <select value={map} aria-label={a("map")} onChange={(event) => setMap(event.currentTarget.value)}>
          {facts?.maps.map((one) => (
            <option key={one} value={one}>
              {named(boardList.value.find((board) => board.id === one)?.name) || one}
            </option>
          ))}
        </select>
        <select value={count} aria-label={a("players")} onChange={(event) => setPlayers(Number(event.currentTarget.value))}>
          {counts.map((one) => (
            <option key={one} value={one}>
              {a("seats_n", { n: one })}
            </option>
          ))}
        </select>
        <label class="field">
          <span>{a("deals")}</span>
          <input type="number" required min="1" max="200" value={deals} onInput={(event) => setDeals(Number(event.currentTarget.value))} />
        </label>
      </div>
      <fieldset class="bot-list" data-bots>
        <legend>{a("bots")}</legend>
        {botList.value.map((one) => (
          <label key={one}>
            <input
              type="checkbox"
              checked={bots.includes(one)}
              onChange={(event) => setBots(event.currentTarget.checked ? [...bots, one] : bots.filter((other) => other !== one))}
            />
            {one}
          </label>
        ))}
      </fieldset>
      <button type="submit" class="button is-primary" disabled={bots.length < 2 || !count}>
        {a("let_play")}
      </button>
    </form>
  );
}

function Standings({ id }: { id: string }): JSX.Element | null {
  const [found, setFound] = useState<StandingsOut | null>(null);
  useEffect(() => void getJson<StandingsOut>(`${PATH}/${id}`).then(setFound, () => setFound(null)), [id]);
  const shareText = (share: number) => percent(Math.round(share * 100));
  return (
    found && (
      <table data-standings>
        <thead>
          <tr>
            {(["bot", "wins", "fair", "rank"] as const).map((one) => (
              <th key={one}>{a(one)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {found.standings.map((one) => (
            <tr key={one.bot}>
              <td>{one.bot}</td>
              <td>{shareText(one.share)}</td>
              <td>{shareText(one.fair)}</td>
              <td>{one.mean_rank.toFixed(2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )
  );
}

function Row({ row, drop }: { row: TournamentRow; drop: () => void }): JSX.Element {
  const [kind] = row.plan.kinds;
  const played = a("games_of", { n: row.done, of: row.of });
  return (
    <li>
      <b>{row.plan.bots.join(", ")}</b>
      <small>{[kind?.edition, kind?.map, a("seats_n", { n: kind?.players ?? 0 }), row.state === "failed" ? a("gave_up") : played].join(" · ")}</small>
      {row.state === "open" && <progress max={row.of} value={row.done} aria-label={played} />}
      {row.state === "done" && <Standings id={row.id} />}
      <div class="actions">
        {row.state === "done" && (
          <a class="button is-small" href={`${PATH}/${row.id}/report`} download>
            {a("whole_report")}
          </a>
        )}
        <Sure label={a("delete")} again={a("sure")} act={drop} />
      </div>
    </li>
  );
}

export function Tournaments(): JSX.Element {
  const [rows, setRows] = useState<TournamentRow[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [listed, setListed] = useState(editionList.value.length > 0);
  const take = (found: TournamentsOut) => setRows(found.tournaments);
  const look = () => void getJson<TournamentsOut>(PATH).then(take, setError);
  const plays = rows?.some((one) => one.state === "open");
  useEffect(look, []);
  useEffect(() => {
    if (!listed) void loadLists().then(() => setListed(true), setError);
  }, []);
  useEffect(() => {
    if (!plays) return undefined;
    const timer = setInterval(look, WAIT);
    return () => clearInterval(timer);
  }, [plays]);
  const ask = (body: unknown) => {
    setError(null);
    void sendJson<TournamentsOut>(PATH, body).then(take, setError);
  };
  const drop = (id: string) => void sendJson(`${PATH}/${id}`, undefined, "DELETE").then(look, setError);
  return (
    <>
      {listed && <Wish ask={ask} />}
      <Problem error={error} />
      {rows?.length === 0 && <p class="text-muted">{a("nothing")}</p>}
      <ul class="admin-list">
        {rows?.map((row) => (
          <Row key={row.id} row={row} drop={() => drop(row.id)} />
        ))}
      </ul>
    </>
  );
}
