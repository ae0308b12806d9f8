"""The commands of ``stromnetz admin`` and ``stromnetz ratings``, which work on the database."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine

from stromnetz.engine.errors import BadInput
from stromnetz.extras import install_command, missing
from stromnetz.server.admin.store import NEW_KEY, affected, replace_key
from stromnetz.server.chat import store as chat_store
from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.database.engine import open_database, writing
from stromnetz.server.core.logs import log_digest
from stromnetz.server.matchmaking import rating_store
from stromnetz.server.notifications.email import reset_path
from stromnetz.tables.time import DAY_MS, now_ms

from . import store as sql
from .backups import back_up, restore

NEW_KEY_ENDS = (
    "Logged out: accounts on all devices ({sessions} sessions), guests without an account (seats at open tables: "
    "{seats}), bots (tokens: {programs}). Seat links and links in emails stop working too."
)
NEW_KEY_QUESTION = (
    f"new-key: everyone is logged out. {NEW_KEY_ENDS} Accounts can log in again, and owners can create new tokens for "
    "their bots. You can hand over the seats of guests (stromnetz admin hand-over)"
)
Json = Any
MAX_ROWS = 1000


@contextmanager
def open_engine(config: ServerConfig) -> Iterator[Engine]:
    """Open the database of a server."""
    engine = open_database(config.database_url, config.database_time)
    try:
        yield engine
    finally:
        engine.dispose()


def run(config: ServerConfig, args: Namespace) -> str:
    if args.what in ("backup", "restore"):
        return _run_backup(config, args)
    run_command, format_result = COMMANDS[args.what]
    _check(args)
    args.base = config.public_url.rstrip("/")
    with open_engine(config) as engine:
        with engine.connect() as c:
            question = _question(c, args)
        if question is not None and not _confirm(question):
            return "Nothing was changed."
        with writing(engine).begin() as c:
            found = run_command(c, args)
    return json.dumps(found, indent=2) if args.json else format_result(found)


def _run_backup(config: ServerConfig, args: Namespace) -> str:
    file = Path(args.file).expanduser()
    if args.what == "backup":
        size = back_up(config.database_url, file)
        return json.dumps({"file": str(file), "bytes": size}) if args.json else f"{file} has {size} bytes."
    done = restore(config.database_url, file, lambda question: args.yes or _confirm(question))
    if args.json:
        return json.dumps({"restored": done})
    return f"The database was restored from {file}." if done else "Nothing was changed."


def _check(args: Namespace) -> None:
    for name, least, most in (("most", 1, MAX_ROWS), ("days", 0.001, sql.MAX_BAN_DAYS)):
        value = getattr(args, name, None)
        if value is not None and not least <= value <= most:
            raise BadInput(f"--{name} is {least:g} to {most}, not {value:g}", {name: value})
    for name in ("reason", "text", "de", "nl"):
        value = getattr(args, name, None)
        if value is not None and not 1 <= (length := len(value.strip())) <= sql.MAX_TEXT_LENGTH:
            raise BadInput(f"the {name} has 1 to {sql.MAX_TEXT_LENGTH} characters, not {length}", {name: length})


def _question(c: Connection, args: Namespace) -> str | None:
    """Return the question to confirm; None if none is needed. Looks up people and tables first."""
    if getattr(args, "yes", True):
        return None
    parts = []
    if args.what == NEW_KEY:
        return NEW_KEY_QUESTION.format(**affected(c)._asdict())
    if "table" in args:
        parts.append(_table_line(sql.show_table(c, args.table)))
    if "who" in args:
        person = sql.require_person(c, args.who)
        parts.append(f"{person.name} ({person.guest})")
    return f"{args.what}: {'; '.join(parts)}"


def _confirm(question: str) -> bool:
    if not sys.stdin.isatty():
        raise BadInput(f"{question}: add --yes to confirm without a prompt", {})
    print(f"{question}\nContinue? Type yes: ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


# --- commands ---


def _reports(c: Connection, args: Namespace) -> Json:
    unknown = chat_store.resolve_reports(c, args.settle)
    if unknown:
        raise BadInput(f"there is no report {unknown[0]}", {"report": unknown[0]})
    for number in args.settle:
        sql.log_action(c, None, sql.SETTLE, report=number)
    return chat_store.reports(c, args.all)


def _log(c: Connection, args: Namespace) -> Json:
    found = sql.latest_actions(c, args.most)
    return [{"id": a.id, "at": a.at, "who": name, "action": a.action, "about": a.about} for a, name in found]


def _ban(c: Connection, args: Namespace) -> Json:
    until = None if args.days is None else now_ms() + int(args.days * DAY_MS)
    person = sql.require_person(c, args.who)
    sql.ban(c, None, person, args.reason.strip(), until, args.address)
    return sql.people(c, person.guest)


def _unban(c: Connection, args: Namespace) -> Json:
    person = sql.require_person(c, args.who)
    sql.unban(c, None, person)
    return sql.people(c, person.guest)


def _grant(c: Connection, args: Namespace) -> Json:
    person = sql.require_person(c, args.who)
    sql.grant(c, None, person, args.what == "grant")
    return sql.people(c, person.guest)


def _password_link(c: Connection, args: Namespace) -> Json:
    person = sql.require_person(c, args.who)
    path = reset_path(sql.password_link(c, None, person))
    return {"name": person.name, "link": f"{args.base}{path}", "hours": sql.LINK_MINUTES // 60}


def _delete_person(c: Connection, args: Namespace) -> Json:
    person = sql.require_person(c, args.who)
    return {"deleted": person.guest, "tables": sql.delete_person(c, None, person)}


def _close(c: Connection, args: Namespace) -> Json:
    return {"closed": sql.close(c, None, args.table)}


def _hand_over(c: Connection, args: Namespace) -> Json:
    return sql.show_table(c, sql.hand_over_seat(c, None, args.table, args.seat, sql.require_person(c, args.who)))


def _delete_table(c: Connection, args: Namespace) -> Json:
    return {"deleted": sql.delete_table(c, None, args.table)}


def _new_key(c: Connection, args: Namespace) -> Json:
    return replace_key(c, None)._asdict()


def _broadcast(c: Connection, args: Namespace) -> Json:
    if (args.de is None) != (args.nl is None):
        raise BadInput("give one text for everyone, or all of TEXT, --de and --nl", {})
    texts = {"en": args.text, "de": args.de or args.text, "nl": args.nl or args.text}
    sql.broadcast(c, None, texts)
    return texts


# --- output ---


def _time(at: int | None) -> str:
    return "never" if at is None else datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M")


def _lines(line: Callable[[Json], str], nothing: str) -> Callable[[Json], str]:
    return lambda found: "\n".join(map(line, found)) or nothing


def _report_line(report: Json) -> str:
    seen = ", resolved" if report["settled"] else ""
    said_at = _time(report["said_at"])
    about = ": ".join(filter(None, (report["reason"] or "no reason given", report["note"])))
    return "\n".join(
        [
            f"{report['id']}{seen}: {report['name']} at table {report['table_id']}, {said_at}: {report['said']}",
            f"  by {report['guest']}{_ban_text(report['banned'])}",
            f"  reported by {report['reporter_name'] or 'a deleted user'}, {_time(report['at'])}, {about}",
            *(_context_line(line, report["seq"]) for line in report["context"]),
        ]
    )


def _context_line(line: Json, reported: int) -> str:
    mark = ">" if line["seq"] == reported else " "
    return f"  {mark} {_time(line['at'])} {line['name']}: {line['text'] or '(' + line['phrase'] + ')'}"


def _person_line(person: Json) -> str:
    kind = "admin" if person["admin"] else "account" if person["account"] else "guest"
    since = f"since {_time(person['since'])}, {person['tables']} tables"
    return f"{person['id']}  {person['name']}, {kind}, {since}{_ban_text(person['banned'])}"


def _ban_text(ban: Json) -> str:
    if ban is None:
        return ""
    until = "" if ban["until"] is None else f" until {_time(ban['until'])}"
    return f", banned{until}: {ban['reason']}"


def _table_line(table: Json) -> str:
    names = ", ".join(seat["name"] or seat["kind"] for seat in table["seats"])
    rated = ", rated" if table["rated"] else ""
    what = f"{table['edition']} on {table['map']}, {table['state']}{rated}, {_time(table['changed_at'])}"
    return f"{table['id']}  {table['code']}  {what}: {names}"


def _table_text(table: Json) -> str:
    seats = [
        f"  {seat['seat']}: {seat['name'] or seat['kind']}, {seat['kind']}"
        f"{'' if seat['bot'] is None else ', played by ' + seat['bot']}"
        f"{'' if seat['person'] is None else '  ' + seat['person']}"
        for seat in table["seats"]
    ]
    return "\n".join([_table_line(table), *seats, f"  in the log: {log_digest(table['id'])}"])


def _action_line(action: Json) -> str:
    about = ", ".join(f"{key} {value}" for key, value in action["about"].items() if value is not None)
    return f"{action['id']}  {_time(action['at'])}  {action['who'] or 'command line'}: {action['action']}, {about}"


def _template(text: str) -> Callable[[Json], str]:
    return lambda found: text.format(**found) if isinstance(found, dict) else text


Command = tuple[Callable[[Connection, Namespace], Json], Callable[[Json], str]]
_PEOPLE = _lines(_person_line, "Nobody found.")
COMMANDS: dict[str, Command] = {
    "people": (lambda c, args: sql.people(c, args.find, args.most), _PEOPLE),
    "tables": (
        lambda c, args: sql.find_tables(c, args.find, args.state, args.most),
        _lines(_table_line, "No tables found."),
    ),
    "show": (lambda c, args: sql.show_table(c, args.table), _table_text),
    "reports": (_reports, _lines(_report_line, "No reports.")),
    "log": (_log, _lines(_action_line, "The log is empty.")),
    "ban": (_ban, _PEOPLE),
    "unban": (_unban, _PEOPLE),
    "grant": (_grant, _PEOPLE),
    "revoke": (_grant, _PEOPLE),
    "password-link": (
        _password_link,
        _template("{name} sets another password here, once, within {hours} hours:\n{link}"),
    ),
    "close": (_close, _template("Table {closed} is closed.")),
    "hand-over": (_hand_over, _table_text),
    "delete-table": (_delete_table, _template("Table {deleted} is deleted.")),
    "delete-person": (_delete_person, _template("{deleted} is deleted; finished games stay, under nobody's name.")),
    NEW_KEY: (_new_key, _template(f"There is a new key; servers that run take it within seconds. {NEW_KEY_ENDS}")),
    "broadcast": (_broadcast, _template("Everybody is told: {en}")),
}


# --- ratings ---


def rebuild_ratings(config: ServerConfig, check: bool, as_json: bool) -> str:
    """Recompute all ratings. A server may run meanwhile: games that end are not lost."""
    if missing("openskill"):
        raise BadInput(f"ratings need openskill: {install_command('host')}", {"missing": "openskill"})
    with open_engine(config) as engine:
        while True:
            with engine.connect() as c:
                rebuilt, before = rating_store.recompute(c), rating_store.all_standings(c)
            if check or _save(engine, rebuilt):
                break
    games, players = len(rebuilt.games), len({one for group in rebuilt.stands.values() for one in group})
    changed = sum(
        stand != before.get(pool, {}).get(player)
        for pool, stands in rebuilt.stands.items()
        for player, stand in stands.items()
    )
    if as_json:
        numbers = {"games": games, "players": players, "games_changed": rebuilt.different, "ratings_changed": changed}
        return json.dumps(numbers, indent=2)
    same = "Nothing has changed." if not (changed or rebuilt.different) else f"{changed} ratings changed."
    return f"{games} games, {players} players. {same}"


def _save(engine: Engine, rebuilt: rating_store.Rebuilt) -> bool:
    with writing(engine).begin() as c:
        return rating_store.replace_all(c, rebuilt)
