"""The statements about players whom the host has removed from a table before the game."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, insert, select

from stromnetz.server.tables import Table

from .schema import removals


def save_removals(c: Connection, before: Table, table: Table) -> None:
    """Write what has changed since ``before``."""
    if table.removed != before.removed:
        c.execute(delete(removals).where(removals.c.table_id == table.id))
        if table.removed:
            c.execute(insert(removals), [{"table_id": table.id, "guest": guest} for guest in sorted(table.removed)])


def removed_from(c: Connection, ids: Sequence[str]) -> dict[str, set[str]]:
    """The removed guests of each of these tables."""
    found: dict[str, set[str]] = {}
    if ids:
        for id, guest in c.execute(select(removals.c.table_id, removals.c.guest).where(removals.c.table_id.in_(ids))):
            found.setdefault(id, set()).add(guest)
    return found
