"""SQL of seeks and archived tables."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import Connection, delete, exists, func, insert, or_, select, union, update

from stromnetz.server.core.database.db_schema import archived_tables, guests, seat_keys, seats, seeks, tables
from stromnetz.tables.errors import Stale

from .seeks import Seek

_SEEKS = select(seeks, guests.c.name).join(guests, guests.c.id == seeks.c.guest)


def active(c: Connection, since: int, limit: int = 500) -> list[Seek]:
    """Return the seeks of people who were seen since a time, in the order of arrival."""
    query = _SEEKS.where(seeks.c.table_id.is_(None), seeks.c.seen_at >= since)
    return [Seek(**row) for row in c.execute(query.order_by(seeks.c.since, seeks.c.guest).limit(limit)).mappings()]


def seek_of(c: Connection, guest: str) -> Seek | None:
    row = c.execute(_SEEKS.where(seeks.c.guest == guest)).mappings().one_or_none()
    return None if row is None else Seek(**row)


def set_seek(c: Connection, guest: str, values: dict[str, Any]) -> None:
    values = {**values, "table_id": None}
    if c.execute(update(seeks).where(seeks.c.guest == guest).values(**values)).rowcount == 0:
        c.execute(insert(seeks).values(guest=guest, **values))


def end_seek(c: Connection, guest: str) -> None:
    c.execute(delete(seeks).where(seeks.c.guest == guest))


def touch_seek(c: Connection, guest: str, now: int) -> None:
    """Record that a seeker is still there."""
    c.execute(update(seeks).where(seeks.c.guest == guest).values(seen_at=now))


def assign_table(c: Connection, people: Sequence[str], table_id: str) -> None:
    """Assign a table to all these seeks; raise if one of them has ended."""
    still = (seeks.c.guest.in_(people), seeks.c.table_id.is_(None))
    if c.execute(update(seeks).where(*still).values(table_id=table_id)).rowcount != len(people):
        raise Stale(case="changed-meanwhile")


def _old(seen_after: int, found_after: int) -> Any:
    return or_(seeks.c.table_id.is_(None) & (seeks.c.seen_at < seen_after), seeks.c.seen_at < found_after)


def any_old(c: Connection, seen_after: int, found_after: int) -> bool:
    return c.execute(select(exists().where(_old(seen_after, found_after)))).scalar_one()


def delete_old(c: Connection, seen_after: int, found_after: int) -> None:
    """Delete seeks of people who have left, and old results."""
    c.execute(delete(seeks).where(_old(seen_after, found_after)))


def lobby_fingerprint(c: Connection) -> tuple[Any, ...]:
    """Return values that change whenever an open public table or a seek is added, changed or removed."""
    open_tables = select(func.count(), func.max(tables.c.changed_at)).where(tables.c.public, tables.c.state == "lobby")
    sought = select(func.count(), func.max(seeks.c.since)).where(seeks.c.table_id.is_(None))
    return *c.execute(open_tables).one(), *c.execute(sought).one()


def guests_at(c: Connection, ids: Collection[str], people: Collection[str]) -> set[str]:
    """Return which of these people have one of these tables in their list."""
    if not ids or not people:
        return set()
    sits = select(seats.c.guest).where(seats.c.table_id.in_(ids), seats.c.guest.in_(people))
    came = select(seat_keys.c.guest).where(seat_keys.c.table_id.in_(ids), seat_keys.c.guest.in_(people))
    opened = select(tables.c.host).where(tables.c.id.in_(ids), tables.c.host.in_(people))
    return set(c.execute(union(sits, came, opened)).scalars())


# --- archived tables --------------------------------------------------------------------------------------------------


def set_archived(c: Connection, guest: str, table_id: str, on: bool) -> None:
    where = (archived_tables.c.guest == guest, archived_tables.c.table_id == table_id)
    there = c.execute(select(archived_tables.c.guest).where(*where)).first() is not None
    if on and not there:
        c.execute(insert(archived_tables).values(guest=guest, table_id=table_id))
    elif not on:
        c.execute(delete(archived_tables).where(*where))
