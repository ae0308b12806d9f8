"""Renames a guest on all their seats."""

from __future__ import annotations

import re
from collections.abc import Container
from contextlib import suppress

from stromnetz.server.core.database.database import Database
from stromnetz.server.tables.service import TableService
from stromnetz.tables.errors import NotFound
from stromnetz.tables.names import confusable_key
from stromnetz.tables.seats import make_name_distinct
from stromnetz.tables.table import FINISHED, Seat, Table

from . import guest_store as sql

_NUMBER = re.compile(r" [0-9]+$")
"""Distinguishes players of the same name at a table."""


async def rename_seats(
    database: Database, table_service: TableService, guest: str, old: str, new: str, named: Container[str | None]
) -> None:
    """Rename a guest at all unfinished tables. Finished games keep their names."""
    for id in await database.read(lambda c: sql.unfinished_tables_of(c, guest)):
        with suppress(NotFound):
            if _outdated_seats((await table_service.get(id)).table, guest, old, new):
                await table_service.update(id, lambda table: _rename(table, guest, old, new, named))


def _rename(table: Table, guest: str, old: str, new: str, named: Container[str | None]) -> None:
    for seat in _outdated_seats(table, guest, old, new):
        seat.name = new
        make_name_distinct(table.seats, seat, named)


def _outdated_seats(table: Table, guest: str, old: str, new: str) -> list[Seat]:
    """Return the seats of a guest that have to be renamed.

    Players who share a screen sit on seats of one guest: only the first seat with the old name is renamed.
    """
    if table.state == FINISHED:
        return []
    mine = [seat for seat in table.seats if seat.guest == guest and seat.name]
    if len(mine) > 1:
        mine = [
            seat for seat in mine if confusable_key(_NUMBER.sub("", seat.name)) == confusable_key(_NUMBER.sub("", old))
        ][:1]
    return [seat for seat in mine if seat.name != new]
