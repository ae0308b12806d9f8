"""SQL of merging, exporting and erasing guests, over all columns that refer to ``guests.id``, present and future."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    RowMapping,
    Table,
    UniqueConstraint,
    and_,
    delete,
    exists,
    or_,
    select,
    union,
    update,
)

from stromnetz.server.core.database.db_schema import (
    accounts,
    admin_actions,
    chat_mutes,
    chat_report_lines,
    chat_reports,
    guests,
    lessons,
    metadata,
    pending_logins,
    seat_keys,
    seats,
    sessions,
    tables,
    to_compact_json,
)
from stromnetz.tables.settings import DEFAULT_BOT

from .store import log_out, rename_guest

ACCOUNT_TABLES = (accounts, sessions, pending_logins)
"""Tables of the account itself, which are not merged."""


def guest_columns() -> Iterator[tuple[Table, Column[str]]]:
    """Yield every column that refers to a guest."""
    for table in metadata.sorted_tables:
        for column in table.columns:
            if any(key.column is guests.c.id for key in column.foreign_keys):
                yield table, column


def tables_of(c: Connection, guest: str) -> list[str]:
    """Return the tables that a guest has opened, sits or sat at, or has a seat of by its link."""
    query = union(
        select(tables.c.id).where(tables.c.host == guest),
        select(seats.c.table_id).where(or_(seats.c.guest == guest, seats.c.resigned_by == guest)),
        select(seat_keys.c.table_id).where(seat_keys.c.guest == guest),
    )
    return sorted(c.execute(query).scalars())


def merge_guest(c: Connection, old: str, new: str) -> tuple[list[str], int]:
    """Move everything of one guest to another, who keeps what both have.

    Return the changed tables and the new generation of the first guest, whose cookies become invalid.
    """
    changed = tables_of(c, old)
    for table, column in guest_columns():
        if table in ACCOUNT_TABLES:
            continue
        for others in _unique_with(table, column):
            twin = table.alias()
            same = and_(twin.c[column.name] == new, *(twin.c[name] == table.c[name] for name in others))
            c.execute(delete(table).where(column == old, exists().where(same)))
        c.execute(update(table).where(column == old).values({column.name: new}))
    c.execute(delete(chat_mutes).where(chat_mutes.c.guest == new, chat_mutes.c.muted == new))
    c.execute(delete(pending_logins).where(pending_logins.c.guest == old))
    _replace_votes(c, old, new)
    increment_revisions(c, changed)
    return changed, log_out(c, old)


def increment_revisions(c: Connection, ids: list[str]) -> None:
    """Mark tables as changed: servers that have loaded them will notice when they write."""
    c.execute(update(tables).where(tables.c.id.in_(ids)).values(revision=tables.c.revision + 1))


def _unique_with(table: Table, column: Column[str]) -> Iterator[list[str]]:
    """Yield the columns that together with this one are unique."""
    groups = [table.primary_key, *(one for one in table.constraints if isinstance(one, UniqueConstraint))]
    for group in groups:
        names = [one.name for one in group.columns]
        if column.name in names:
            yield [name for name in names if name != column.name]


def _replace_votes(c: Connection, old: str, new: str | None) -> None:
    """Replace or remove a guest in votes for stand-ins, which are stored as JSON."""
    query = select(seats.c.table_id, seats.c.seat, seats.c.votes_json).where(seats.c.votes_json.contains(old))
    for table_id, seat, text in c.execute(query).all():
        votes = {new if guest == old else guest: at for guest, at in json.loads(text).items()}
        votes.pop(None, None)
        where = (seats.c.table_id == table_id, seats.c.seat == seat)
        c.execute(update(seats).where(*where).values(votes_json=to_compact_json(votes)))


def delete_unused_guests(c: Connection, before: int) -> int:
    """Delete guests from before a time who have no data; return their number."""
    c.execute(delete(lessons).where(lessons.c.table_id.is_(None), lessons.c.done_at.is_(None)))
    unused = [guests.c.id.not_in(select(column).where(column.is_not(None))) for _, column in guest_columns()]
    # guests who have logged out are kept, so that their cookies stay invalid
    return c.execute(delete(guests).where(guests.c.created_at < before, guests.c.generation == 0, *unused)).rowcount


# --- export and deletion ---------------------------------------------------------------------------------------------

SECRET = ("password", "confusable_key", "recovery", "link", "votes_json", "public_key", "key", "digest")
"""Columns that are secrets or refer to other people."""
ABOUT_GUEST = (chat_reports.c.guest, chat_report_lines.c.guest)
"""Reports by others about a guest belong to the others."""
ANONYMIZED = (chat_reports.c.reporter,)
"""Reports by a guest are kept without their name."""


def everything_of(c: Connection, guest: str) -> dict[str, list[dict[str, Any]]]:
    """Return all rows of a guest by table, without data of other people."""
    out: dict[str, list[dict[str, Any]]] = {
        "guests": [_export_row(row, guest) for row in c.execute(select(guests).where(guests.c.id == guest)).mappings()]
    }
    for table, column in guest_columns():
        if column in ABOUT_GUEST or table is pending_logins:
            continue
        rows = [_export_row(row, guest) for row in c.execute(select(table).where(column == guest)).mappings()]
        if rows:
            out.setdefault(table.name, []).extend(rows)
    return out


def _export_row(row: RowMapping, guest: str) -> dict[str, Any]:
    people = {column.name for _, column in guest_columns()} | {"id"}
    out: dict[str, Any] = {}
    for name, value in row.items():
        if name in SECRET or (name in people and value == guest):
            continue
        if name.endswith("_json"):
            out[name.removesuffix("_json")] = None if value is None else json.loads(value)
        elif name not in ("guest", "muted", "owner", "reporter", "host", "resigned_by"):
            out[name] = value
    return out


def erase_guest(c: Connection, guest: str) -> tuple[list[str], int]:
    """Delete all data of a guest; finished games stay without the name.

    Return the changed tables and the new generation of the guest, whose cookies become invalid.
    """
    changed = tables_of(c, guest)
    mine = seats.c.guest == guest
    nobody = {"name": "", "recovery": None, "link": None, "invited": False, "advice": False}
    for state, becomes in (("lobby", {"kind": "open"}), ("running", {"kind": "bot", "bot": DEFAULT_BOT})):
        there = seats.c.table_id.in_(select(tables.c.id).where(tables.c.state == state))
        c.execute(update(seats).where(mine, there).values(**becomes))
    c.execute(update(seats).where(mine).values(**nobody))
    c.execute(update(seats).where(seats.c.resigned_by == guest).values(name=""))
    _replace_votes(c, guest, None)
    for table, column in guest_columns():
        if column in ANONYMIZED:
            continue
        if column.nullable:
            c.execute(update(table).where(column == guest).values({column.name: None}))
        else:
            c.execute(delete(table).where(column == guest))
    rename_guest(c, guest, "")
    _anonymize_admin_actions(c, guest)
    increment_revisions(c, changed)
    return changed, log_out(c, guest)


def _anonymize_admin_actions(c: Connection, guest: str) -> None:
    """Remove name and reason from admin actions about a guest; the actions are kept."""
    log = admin_actions
    for id, text in c.execute(
        select(log.c.id, log.c.about_json).where(log.c.about_json.contains(guest, autoescape=True))
    ).all():
        about = json.loads(text)
        if about.get("guest") == guest:
            kept = {key: value for key, value in about.items() if key not in ("name", "reason")}
            c.execute(update(log).where(log.c.id == id).values(about_json=to_compact_json(kept)))
