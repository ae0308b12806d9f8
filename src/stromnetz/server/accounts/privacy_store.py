"""What belongs to a guest, wherever it stands: every column that refers to ``guests.id``, of later tables too."""

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
    pending,
    seat_keys,
    seats,
    sessions,
    tables,
    to_compact_json,
)
from stromnetz.tables.settings import DEFAULT_BOT

from .guest_store import log_out, rename_guest

OWN = (accounts, sessions, pending)
"""What an account has for itself: it is not handed on."""


def guest_columns() -> Iterator[tuple[Table, Column[str]]]:
    """Every column that says whose something is."""
    for table in metadata.sorted_tables:
        for column in table.columns:
            if any(key.column is guests.c.id for key in column.foreign_keys):
                yield table, column


def tables_of(c: Connection, guest: str) -> list[str]:
    """The tables of which a guest is a part: it opened them, sits or sat there, or has a seat open by its link."""
    query = union(
        select(tables.c.id).where(tables.c.host == guest),
        select(seats.c.table_id).where(or_(seats.c.guest == guest, seats.c.resigned_by == guest)),
        select(seat_keys.c.table_id).where(seat_keys.c.guest == guest),
    )
    return sorted(c.execute(query).scalars())


def merge_guest(c: Connection, old: str, new: str) -> tuple[list[str], int]:
    """All that belongs to one guest belongs to another; what both have, the other keeps.

    The tables that have changed by it, and the generation of the first guest: its cookies have ended.
    """
    changed = tables_of(c, old)
    for table, column in guest_columns():
        if table in OWN:
            continue
        for others in _alone_by(table, column):
            twin = table.alias()
            same = and_(twin.c[column.name] == new, *(twin.c[name] == table.c[name] for name in others))
            c.execute(delete(table).where(column == old, exists().where(same)))
        c.execute(update(table).where(column == old).values({column.name: new}))
    c.execute(delete(chat_mutes).where(chat_mutes.c.guest == new, chat_mutes.c.muted == new))
    c.execute(delete(pending).where(pending.c.guest == old))
    _hand_over_votes(c, old, new)
    renew(c, changed)
    return changed, log_out(c, old)


def renew(c: Connection, ids: list[str]) -> None:
    """Whoever has loaded these tables finds out, when they write, that there is something newer."""
    c.execute(update(tables).where(tables.c.id.in_(ids)).values(revision=tables.c.revision + 1))


def _alone_by(table: Table, column: Column[str]) -> Iterator[list[str]]:
    """With which other columns a column must be unlike in every row."""
    groups = [table.primary_key, *(one for one in table.constraints if isinstance(one, UniqueConstraint))]
    for group in groups:
        names = [one.name for one in group.columns]
        if column.name in names:
            yield [name for name in names if name != column.name]


def _hand_over_votes(c: Connection, old: str, new: str | None) -> None:
    """Who wants a stand-in somewhere is written down by guests, too."""
    query = select(seats.c.table_id, seats.c.seat, seats.c.votes_json).where(seats.c.votes_json.contains(old))
    for table_id, seat, text in c.execute(query).all():
        votes = {new if guest == old else guest: at for guest, at in json.loads(text).items()}
        votes.pop(None, None)
        where = (seats.c.table_id == table_id, seats.c.seat == seat)
        c.execute(update(seats).where(*where).values(votes_json=to_compact_json(votes)))


def delete_unused_guests(c: Connection, before: int) -> int:
    """Delete guests from before a time who have nothing, neither tables nor anything else; how many they were."""
    c.execute(delete(lessons).where(lessons.c.table_id.is_(None), lessons.c.done_at.is_(None)))
    unused = [guests.c.id.not_in(select(column).where(column.is_not(None))) for _, column in guest_columns()]
    # those who have logged out stay known, so that their cookies stay worthless
    return c.execute(delete(guests).where(guests.c.created_at < before, guests.c.generation == 0, *unused)).rowcount


# --- taking it along, and leaving nothing ----------------------------------------------------------------------------

SECRET = ("password", "looks", "recovery", "link", "votes_json", "public_key", "key", "digest")
"""Columns that would let somebody in, or that speak of others."""
OTHERS = (chat_reports.c.guest, chat_report_lines.c.guest)
"""What others have said about somebody is theirs."""
KEPT = (chat_reports.c.reporter,)
"""What somebody has told the host about others stays; who it was is forgotten."""


def everything_of(c: Connection, guest: str) -> dict[str, list[dict[str, Any]]]:
    """All rows that belong to a guest, by their tables. Of others, only that there is somebody."""
    out: dict[str, list[dict[str, Any]]] = {
        "guests": [_told(row, guest) for row in c.execute(select(guests).where(guests.c.id == guest)).mappings()]
    }
    for table, column in guest_columns():
        if column in OTHERS or table is pending:
            continue
        rows = [_told(row, guest) for row in c.execute(select(table).where(column == guest)).mappings()]
        if rows:
            out.setdefault(table.name, []).extend(rows)
    return out


def _told(row: RowMapping, guest: str) -> dict[str, Any]:
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
    """Nothing is left of a guest but games under nobody's name.

    The tables that have changed by it, and the generation of the guest: its cookies have ended.
    """
    changed = tables_of(c, guest)
    mine = seats.c.guest == guest
    nobody = {"name": "", "recovery": None, "link": None, "invited": False, "advice": False}
    for state, becomes in (("lobby", {"kind": "open"}), ("running", {"kind": "bot", "bot": DEFAULT_BOT})):
        there = seats.c.table_id.in_(select(tables.c.id).where(tables.c.state == state))
        c.execute(update(seats).where(mine, there).values(**becomes))
    c.execute(update(seats).where(mine).values(**nobody))
    c.execute(update(seats).where(seats.c.resigned_by == guest).values(name=""))
    _hand_over_votes(c, guest, None)
    for table, column in guest_columns():
        if column in KEPT:
            continue
        if column.nullable:
            c.execute(update(table).where(column == guest).values({column.name: None}))
        else:
            c.execute(delete(table).where(column == guest))
    rename_guest(c, guest, "")
    _unname_in_log(c, guest)
    renew(c, changed)
    return changed, log_out(c, guest)


def _unname_in_log(c: Connection, guest: str) -> None:
    """What was done about somebody stays noted, not what they were called or what was said of them."""
    log = admin_actions
    for id, text in c.execute(
        select(log.c.id, log.c.about_json).where(log.c.about_json.contains(guest, autoescape=True))
    ).all():
        about = json.loads(text)
        if about.get("guest") == guest:
            kept = {key: value for key, value in about.items() if key not in ("name", "reason")}
            c.execute(update(log).where(log.c.id == id).values(about_json=to_compact_json(kept)))
