"""Export and deletion of a person's data."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

from stromnetz.server.bot_api import store as bot_api_store
from stromnetz.server.core.database.database import Database
from stromnetz.server.tables.service import TableService
from stromnetz.tables import endings
from stromnetz.tables.errors import Forbidden, NotFound
from stromnetz.tables.table import LOBBY, RUNNING
from stromnetz.tables.time import now_ms

from . import guest_store, privacy_store


async def export_person(database: Database, table_service: TableService, guest: str) -> AsyncIterator[str]:
    """Stream all data about a person as JSON, table by table, since the records would not fit into memory."""
    rows = await database.read(lambda c: privacy_store.everything_of(c, guest))
    yield f'{{"rows":{json.dumps(rows)},"games":['
    comma = ""
    for id in await database.read(lambda c: privacy_store.tables_of(c, guest)):
        game = await _game(table_service, id, guest)
        if game is not None:
            yield comma + json.dumps(game)
            comma = ","
    yield "]}"


async def _game(table_service: TableService, id: str, guest: str) -> dict[str, Any] | None:
    """Return a game with its record; hidden information is removed unless the game is over."""
    with suppress(NotFound):  # closed meanwhile, or unreadable
        opened = await table_service.get(id)
        if opened.game is not None:
            seats = [seat.seat for seat in opened.table.former_seats(guest)]
            events = [event.to_json() for event in opened.table.events]
            return {"table": id, "seats": seats, "events": events, "record": await table_service.history.record(opened)}
    return None


async def leave_tables(database: Database, table_service: TableService, guest: str) -> None:
    """Leave tables that have not started; let a bot take over in running games."""
    for id in await database.read(lambda c: privacy_store.tables_of(c, guest)):
        with suppress(NotFound, Forbidden):
            state = (await table_service.get(id)).table.state
            if state == LOBBY:
                await table_service.leave(id, guest)
            elif state == RUNNING:
                await table_service.update(
                    id,
                    lambda table: endings.resign_all(table, guest, now_ms()),
                    lambda c, seats, id=id: guest_store.set_recovery(c, id, dict.fromkeys(seats)),  # type: ignore[misc]
                )


async def end_programs(database: Database, guest: str) -> dict[str, int]:
    """Invalidate the tokens of all programs of a guest; return their new generations."""
    found = await database.read(lambda c: bot_api_store.programs_of(c, guest))
    out: dict[str, int] = {}
    for id, _, _ in found:
        generation = await database.write(lambda c, id=id: bot_api_store.end_program(c, id, guest))  # type: ignore[misc]
        if generation is not None:
            out[id] = generation
    return out
