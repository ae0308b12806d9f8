"""The statements about table events."""

from __future__ import annotations

from sqlalchemy import Connection, insert, select

from stromnetz.server.core.database.db_schema import table_events
from stromnetz.tables.events import TableEvent
from stromnetz.tables.table import Table


def save_events(c: Connection, before: Table, table: Table) -> None:
    """Write the events that have come since ``before``."""
    known = len(before.events)
    new = [{"table_id": table.id, "seq": known + n, **event.to_json()} for n, event in enumerate(table.events[known:])]
    if new:
        c.execute(insert(table_events), new)


def events_of(c: Connection, table_id: str) -> list[TableEvent]:
    """The events of a table, in their order."""
    columns = [table_events.c[name] for name in TableEvent.__slots__]
    found = c.execute(select(*columns).where(table_events.c.table_id == table_id).order_by(table_events.c.seq))
    return [TableEvent(*row) for row in found]
