"""Names on seats: people who change their name are called by it wherever they play, and whoever looks on is told."""

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
"""What keeps namesakes at a table apart."""


async def rename_seats(
    store: Database, table_service: TableService, guest: str, old: str, new: str, named: Container[str | None]
) -> None:
    """Call a guest by a new name at all tables that wait or run. Games that are over keep the names of their time."""
    for id in await store.read(lambda c: sql.unfinished_tables_of(c, guest)):
        with suppress(NotFound):
            if _named_so((await table_service.get(id)).table, guest, old, new):
                await table_service.update(id, lambda table: _rename(table, guest, old, new, named))


def _rename(table: Table, guest: str, old: str, new: str, named: Container[str | None]) -> None:
    for seat in _named_so(table, guest, old, new):
        seat.name = new
        make_name_distinct(table.seats, seat, named)


def _named_so(table: Table, guest: str, old: str, new: str) -> list[Seat]:
    """The seats on which somebody is called by a name that is not theirs any more.

    Where several people share a screen, their seats belong to one guest: only the first of that name is meant.
    """
    if table.state == FINISHED:
        return []
    mine = [seat for seat in table.seats if seat.guest == guest and seat.name]
    if len(mine) > 1:
        mine = [
            seat for seat in mine if confusable_key(_NUMBER.sub("", seat.name)) == confusable_key(_NUMBER.sub("", old))
        ][:1]
    return [seat for seat in mine if seat.name != new]
