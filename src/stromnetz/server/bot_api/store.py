"""SQL of programs that play for guests."""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, insert, select

from stromnetz.server.accounts.store import add_guest, log_out
from stromnetz.server.core.database.db_schema import guests, programs, seats, tables
from stromnetz.tables.time import now_ms


def add_program(c: Connection, id: str, owner: str, name: str) -> int:
    """Add a program, which is a guest, too; return the time."""
    at = now_ms()
    add_guest(c, id, name)
    c.execute(insert(programs).values(guest=id, owner=owner, created_at=at))
    return at


def programs_of(c: Connection, owner: str) -> list[tuple[str, str, int]]:
    """Return id, name and creation time of a guest's programs, oldest first."""
    query = select(programs.c.guest, guests.c.name, programs.c.created_at).join(guests, guests.c.id == programs.c.guest)
    found = c.execute(query.where(programs.c.owner == owner).order_by(programs.c.created_at, programs.c.guest))
    return [(row[0], row[1], row[2]) for row in found]


def end_program(c: Connection, id: str, owner: str | None = None) -> int | None:
    """Delete a program; return the generation of new tokens, or None if there is no such program.

    Without an owner, any program.
    """
    mine = () if owner is None else (programs.c.owner == owner,)
    if c.execute(delete(programs).where(programs.c.guest == id, *mine)).rowcount == 0:
        return None
    return log_out(c, id)


def tables_played(c: Connection, id: str) -> int:
    """Count the unfinished tables at which a program sits."""
    query = select(func.count(func.distinct(seats.c.table_id))).join(tables, tables.c.id == seats.c.table_id)
    return c.execute(query.where(seats.c.guest == id, tables.c.state != "finished")).scalar_one()
