"""What belongs to a guest, wherever it stands: every column that refers to ``guests.id``, of later tables too."""

from __future__ import annotations

import json
from collections.abc import Iterator

from sqlalchemy import Column, Connection, Table, UniqueConstraint, and_, delete, exists, select, union, update

from .accounts_schema import accounts, pending, sessions
from .everything import metadata
from .guests import log_out
from .schema import chat_mutes, guests, seat_keys, seats, tables
from .text import compact

OWN = (accounts, sessions, pending)
"""What an account has for itself: it is not handed on."""


def belongings() -> Iterator[tuple[Table, Column[str]]]:
    """Every column that says whose something is."""
    for table in metadata.sorted_tables:
        for column in table.columns:
            if any(key.column is guests.c.id for key in column.foreign_keys):
                yield table, column


def tables_of(c: Connection, guest: str) -> list[str]:
    """The tables of which a guest is a part: it opened them, sits there, or has a seat open by its link."""
    query = union(
        select(tables.c.id).where(tables.c.host == guest),
        select(seats.c.table_id).where(seats.c.guest == guest),
        select(seat_keys.c.table_id).where(seat_keys.c.guest == guest),
    )
    return sorted(c.execute(query).scalars())


def hand_over(c: Connection, old: str, new: str) -> tuple[list[str], int]:
    """All that belongs to one guest belongs to another; what both have, the other keeps.

    The tables that have changed by it, and the generation of the first guest: its cookies have ended.
    """
    changed = tables_of(c, old)
    for table, column in belongings():
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


def _hand_over_votes(c: Connection, old: str, new: str) -> None:
    """Who wants a stand-in somewhere is written down by guests, too."""
    query = select(seats.c.table_id, seats.c.seat, seats.c.votes_json).where(seats.c.votes_json.contains(old))
    for table_id, seat, text in c.execute(query).all():
        votes = {new if guest == old else guest: at for guest, at in json.loads(text).items()}
        where = (seats.c.table_id == table_id, seats.c.seat == seat)
        c.execute(update(seats).where(*where).values(votes_json=compact(votes)))
