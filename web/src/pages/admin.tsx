// For those who look after the server: people, tables, reports, a line for everybody, and what was done.
import { useEffect, useState } from "preact/hooks";
import type { ComponentChildren, JSX } from "preact";
import type { ActionsOut, BanOut, PageAdminWord, PeopleOut, PersonRow, ReportRow, ReportsOut, TableRow, TablesFound } from "../generated/api";
import { layout } from "../layout";
import { lazy } from "../parts/lazy";
import { Link } from "../parts/link";
import { Pick, Sure, Switch } from "../parts/controls";
import { getJson, sendJson } from "../store/api";
import { dated, isolated, LANGUAGE_NAMES, LANGUAGES, own, pageText, t } from "../words";
import { Head } from "./head";
import { Problem } from "./opening";

const TABS = ["people", "tables", "reports", "broadcast", "tournaments", "log"] as const;
const Tournaments = lazy(() => import("./tournaments").then((one) => one.Tournaments));
/** What looks after itself. */
const OWN: ReadonlySet<Tab> = new Set(["broadcast", "tournaments"]);
type Tab = (typeof TABS)[number];
type Act = (method: string, path: string, body?: unknown) => void;

const a = (key: PageAdminWord, values?: Record<string, string | number>): string => pageText("page_admin", key, values);
const time = (at: number): string => dated(at, { dateStyle: "short", timeStyle: "short" });
const at = encodeURIComponent;

interface ItemProps {
  title: ComponentChildren;
  text: string;
  /** Whether there is so much to do with it that small windows show it only when asked. */
  much?: boolean;
  children?: ComponentChildren;
}

function Item({ title, text, much, children }: ItemProps): JSX.Element {
  return (
    <li>
      <b>{title}</b>
      <small>{text}</small>
      {much && layout.value !== "wide" ? (
        <details>
          <summary class="button is-small">{a("manage")}</summary>
          <div class="actions">{children}</div>
        </details>
      ) : (
        <div class="actions">{children}</div>
      )}
    </li>
  );
}

interface BanProps {
  id: string;
  /** Whether it is an account: only the address of a guest can be banned. */
  account: boolean;
  suggested?: string;
  act: Act;
}

function Ban({ id, account, suggested = "", act }: BanProps): JSX.Element {
  const [reason, setReason] = useState(suggested);
  const [days, setDays] = useState("");
  const [address, setAddress] = useState(false);
  return (
    <form
      class="actions"
      onSubmit={(event) => {
        event.preventDefault();
        act("PUT", `people/${at(id)}/ban`, { reason, days: days ? Number(days) : null, address });
      }}
    >
      <input required maxLength={300} value={reason} aria-label={a("reason")} placeholder={a("reason")} onInput={(event) => setReason(event.currentTarget.value)} />
      <input type="number" min="1" max="3650" value={days} aria-label={a("days")} placeholder={a("days")} onInput={(event) => setDays(event.currentTarget.value)} />
      <button type="submit" class="button is-small">
        {a("ban")}
      </button>
      {!account && (
        <div>
          <Switch label={a("ban_address")} on={address} onChange={setAddress} />
          <small>{a("ban_address_text")}</small>
        </div>
      )}
    </form>
  );
}

/** For somebody who has forgotten their password: shown once, to be passed on. */
function PasswordLink({ path }: { path: string }): JSX.Element {
  const [link, setLink] = useState("");
  const [error, setError] = useState<unknown>(null);
  const make = () => void sendJson<{ link: string }>(`/api/admin/${path}/password-link`, {}).then((made) => setLink(made.link), setError);
  return (
    <>
      {link ? (
        <label class="field is-wide" data-password-link>
          <span>{a("password_link_text")}</span>
          <input readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
        </label>
      ) : (
        <Sure label={a("password_link")} again={a("sure")} act={make} />
      )}
      <Problem error={error} />
    </>
  );
}

function banText({ until, reason }: BanOut): string {
  return `${a("banned")}${until ? ` ${a("until", { date: time(until) })}` : ""}: ${reason}`;
}

function Person({ person, act }: { person: PersonRow; act: Act }): JSX.Element {
  const { banned } = person;
  const path = `people/${at(person.id)}`;
  const kind = a(person.admin ? "admin" : person.account ? "account" : "guest");
  const text = [kind, time(person.since), a("sits_at", { n: person.tables }), ...(banned ? [banText(banned)] : [])].join(" · ");
  return (
    <Item title={person.name} text={text} much>
      {banned ? (
        <button type="button" class="button is-small" onClick={() => act("DELETE", `${path}/ban`)}>
          {a("unban")}
        </button>
      ) : (
        !person.admin && <Ban id={person.id} account={person.account} act={act} />
      )}
      {!person.admin && <Sure label={a("delete")} again={a("sure")} act={() => act("DELETE", path)} />}
      {person.account && !person.admin && <PasswordLink path={path} />}
      {person.account && (
        <Sure label={a(person.admin ? "revoke" : "grant")} again={a("sure")} act={() => act("PUT", `${path}/right`, { admin: !person.admin })} />
      )}
    </Item>
  );
}

function HandOver({ table, act }: { table: TableRow; act: Act }): JSX.Element | null {
  const people = table.seats.filter((seat) => seat.kind === "person");
  const [seat, setSeat] = useState(people[0]?.seat ?? 0);
  const [to, setTo] = useState("");
  if (!people.length) return null;
  return (
    <form
      class="actions"
      onSubmit={(event) => {
        event.preventDefault();
        act("PUT", `tables/${table.id}/seats/${seat}`, { to });
      }}
    >
      <select value={seat} aria-label={a("seat")} onChange={(event) => setSeat(Number(event.currentTarget.value))}>
        {people.map((one) => (
          <option key={one.seat} value={one.seat}>
            {one.name}
          </option>
        ))}
      </select>
      <input required maxLength={64} value={to} aria-label={a("to")} placeholder={a("to")} onInput={(event) => setTo(event.currentTarget.value)} />
      <button type="submit" class="button is-small">
        {a("hand_over")}
      </button>
    </form>
  );
}

function Table({ table, act }: { table: TableRow; act: Act }): JSX.Element {
  const names = table.seats.map((seat) => isolated(seat.name || a("open"))).join(", ");
  return (
    <Item title={<Link to={`/tables/${table.id}`}>{names}</Link>} text={[table.code, table.edition, table.map, a(table.state), time(table.changed_at)].join(" · ")} much>
      {table.state !== "finished" && (
        <>
          <HandOver table={table} act={act} />
          <Sure label={a("close")} again={a("sure")} act={() => act("POST", `tables/${table.id}/close`)} />
        </>
      )}
      <Sure label={a("delete")} again={a("sure")} act={() => act("DELETE", `tables/${table.id}`)} />
    </Item>
  );
}

/** A reported message: who reported it and why, what was said around it, and what to do about it. */
function Report({ report, act }: { report: ReportRow; act: Act }): JSX.Element {
  const { banned } = report;
  const reason = report.reason ? t(`report_${report.reason}`) : a("no_reason");
  const name = isolated(report.reporter_name || a("deleted_user"));
  return (
    <li data-report={report.id}>
      <b>{`${isolated(report.name)}: ${isolated(report.said)}`}</b>
      <small>
        <strong>{reason}</strong> · {a("reported_by", { name, date: time(report.at) })}
      </small>
      {report.note && <blockquote>{isolated(report.note)}</blockquote>}
      {report.context.length > 1 && (
        <ol class="context" aria-label={a("report_context")}>
          {report.context.map((line) => (
            <li key={line.seq} aria-current={line.seq === report.seq || undefined}>
              <time>{time(line.at)}</time> <b>{isolated(line.name)}</b> <span dir="auto">{line.phrase ? own("phrases", line.phrase) : line.text}</span>
            </li>
          ))}
        </ol>
      )}
      {banned && <small>{banText(banned)}</small>}
      <div class="actions">
        {banned ? (
          <button type="button" class="button is-small" onClick={() => act("DELETE", `people/${at(report.guest)}/ban`)}>
            {a("unban")}
          </button>
        ) : (
          !report.admin && <Ban id={report.guest} account={report.account} suggested={report.reason ? t(`report_${report.reason}`) : ""} act={act} />
        )}
        <button type="button" class="button is-small" onClick={() => act("POST", `reports/${report.id}/settle`)}>
          {a("settle")}
        </button>
        <Link to={`/tables/${report.table_id}`}>{a("table")}</Link>
      </div>
    </li>
  );
}

function Broadcast({ act }: { act: Act }): JSX.Element {
  const [texts, setTexts] = useState<Record<string, string>>({});
  const all = LANGUAGES.every((one) => texts[one]?.trim());
  const only = LANGUAGES.map((one) => texts[one]?.trim()).filter(Boolean);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        act("POST", "broadcast", all ? { texts } : { text: only[0] });
        setTexts({});
      }}
    >
      <p class="text-muted">{a("broadcast_text")}</p>
      {LANGUAGES.map((one) => (
        <label key={one} class="field">
          <span>{LANGUAGE_NAMES[one]}</span>
          <input maxLength={300} value={texts[one] ?? ""} onInput={(event) => setTexts({ ...texts, [one]: event.currentTarget.value })} />
        </label>
      ))}
      <button type="submit" class="button is-primary" disabled={!all && only.length !== 1}>
        {a("send")}
      </button>
    </form>
  );
}

function List({ tab, found, act }: { tab: Tab; found: unknown; act: Act }): JSX.Element {
  const rows = (): JSX.Element[] => {
    if (tab === "people") return (found as PeopleOut).people.map((one) => <Person key={one.id} person={one} act={act} />);
    if (tab === "tables") return (found as TablesFound).tables.map((one) => <Table key={one.id} table={one} act={act} />);
    if (tab === "reports") {
      return (found as ReportsOut).reports.map((one) => <Report key={one.id} report={one} act={act} />);
    }
    return (found as ActionsOut).actions.map((one) => (
      <Item key={one.id} title={`${one.action} · ${one.who ?? a("command_line")}`} text={`${time(one.at)} · ${JSON.stringify(one.about)}`} />
    ));
  };
  const made = rows();
  return made.length ? <ul class="admin-list">{made}</ul> : <p class="text-muted">{a("nothing")}</p>;
}

export function AdminPage(): JSX.Element {
  const [tab, setTab] = useState<Tab>("people");
  const [find, setFind] = useState("");
  const [found, setFound] = useState<[string, unknown] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [times, setTimes] = useState(0);
  const searches = tab === "people" || tab === "tables";
  const address = tab === "log" ? "actions" : searches ? `${tab}?find=${at(find)}` : tab;
  useEffect(() => {
    if (OWN.has(tab)) return;
    let current = true;
    void getJson(`/api/admin/${address}`).then((one) => current && setFound([address, one]), (problem) => current && setError(problem));
    return () => {
      current = false;
    };
  }, [address, times]);
  const act: Act = (method, path, body) => {
    setError(null);
    void sendJson(`/api/admin/${path}`, body, method).then(() => setTimes(times + 1), setError);
  };
  return (
    <div class="page admin">
      <Head />
      <main>
        <h1>{a("title")}</h1>
        <Pick name={a("title")} value={tab} values={TABS.map((value) => ({ value, label: a(value) }))} onPick={setTab} />
        <Problem error={error} />
        <section class="panel">
          {searches && <input type="search" value={find} maxLength={64} aria-label={a("find")} placeholder={a("find")} onInput={(event) => setFind(event.currentTarget.value)} />}
          {tab === "broadcast" && <Broadcast act={act} />}
          {tab === "tournaments" && <Tournaments />}
          {!OWN.has(tab) && found?.[0] === address && <List tab={tab} found={found[1]} act={act} />}
        </section>
      </main>
    </div>
  );
}
