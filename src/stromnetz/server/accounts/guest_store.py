"""SQL of guests, recovery links of seats, and the server's own values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from stromnetz.server.core.database.db_schema import guests, meta, seats, tables
from stromnetz.tables.errors import NotFound
from stromnetz.tables.time import now_ms

# --- values of the server --------------------------------------------------------------------------------------------


def get_meta(c: Connection, name: str) -> str | None:
    return c.execute(select(meta.c.value).where(meta.c.name == name)).scalar_one_or_none()


def set_meta(c: Connection, name: str, value: str) -> None:
    """Insert or update a value; safe if two servers do so at the same time."""
    row = _insert_meta(c).values(name=name, value=value)
    c.execute(row.on_conflict_do_update(index_elements=[meta.c.name], set_={"value": value}))


def get_or_create(c: Connection, name: str, make: Callable[[], str]) -> str:
    """Return a value, created if missing; if servers create it at the same time, the first one counts."""
    found = get_meta(c, name)
    if found is None:
        c.execute(_insert_meta(c).values(name=name, value=make()).on_conflict_do_nothing())
        found = get_meta(c, name)
        assert found is not None
    return found


def _insert_meta(c: Connection) -> Any:
    return (postgresql if c.dialect.name == "postgresql" else sqlite).insert(meta)


# --- guests ----------------------------------------------------------------------------------------------------------


def add_guest(c: Connection, id: str, name: str) -> None:
    c.execute(insert(guests).values(id=id, name=name, created_at=now_ms()))


def rename_guest(c: Connection, id: str, name: str) -> None:
    c.execute(update(guests).where(guests.c.id == id).values(name=name))


def guest_name(c: Connection, id: str) -> str | None:
    return c.execute(select(guests.c.name).where(guests.c.id == id)).scalar_one_or_none()


def unfinished_tables_of(c: Connection, id: str) -> list[str]:
    """Return the unfinished tables at which a guest has a seat or an invitation."""
    query = select(tables.c.id).join(seats, seats.c.table_id == tables.c.id)
    return list(c.execute(query.where(tables.c.state != "finished", seats.c.guest == id).distinct()).scalars())


def log_out(c: Connection, id: str) -> int:
    """Invalidate all cookies of a guest; return the generation of new ones."""
    c.execute(update(guests).where(guests.c.id == id).values(generation=guests.c.generation + 1))
    return generation(c, id)


def generation(c: Connection, id: str) -> int:
    """Return how often a guest has logged out."""
    return c.execute(select(guests.c.generation).where(guests.c.id == id)).scalar_one_or_none() or 0


def generations(c: Connection) -> dict[str, int]:
    """Return all guests who have logged out, and how often."""
    found = c.execute(select(guests.c.id, guests.c.generation).where(guests.c.generation > 0))
    return {row[0]: row[1] for row in found}


# --- recovery links of seats -----------------------------------------------------------------------------------------


def set_recovery(c: Connection, table_id: str, digests: Mapping[int, str | None]) -> None:
    for seat, digest in digests.items():
        where = (seats.c.table_id == table_id, seats.c.seat == seat)
        c.execute(update(seats).where(*where).values(recovery=digest))


def seat_by_recovery(c: Connection, digest: str) -> tuple[str, int, str | None] | None:
    """Return table, seat and guest of a recovery link."""
    row = c.execute(
        select(seats.c.table_id, seats.c.seat, seats.c.guest).where(seats.c.recovery == digest)
    ).one_or_none()
    return None if row is None else (row[0], row[1], row[2])


def require_recovery(c: Connection, digest: str) -> None:
    """Refuse a recovery link that was replaced while it was being used."""
    if seat_by_recovery(c, digest) is None:
        raise no_seat_link()


def no_seat_link() -> NotFound:
    return NotFound(case="no-seat-link")
