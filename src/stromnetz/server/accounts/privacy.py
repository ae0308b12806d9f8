"""Taking everything along, and leaving for good."""

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


async def export_person(store: Database, table_service: TableService, guest: str) -> AsyncIterator[str]:
    """All that is kept about somebody as JSON, table after table: the records would not fit into memory at once."""
    rows = await store.read(lambda c: privacy_store.everything_of(c, guest))
    yield f'{{"rows":{json.dumps(rows)},"games":['
    comma = ""
    for id in await store.read(lambda c: privacy_store.tables_of(c, guest)):
        game = await _game(table_service, id, guest)
        if game is not None:
            yield comma + json.dumps(game)
            comma = ","
    yield "]}"


async def _game(table_service: TableService, id: str, guest: str) -> dict[str, Any] | None:
    """A game with its record: whole when it is over, else without what players may not know."""
    with suppress(NotFound):  # it was closed meanwhile, or cannot be read any more
        opened = await table_service.get(id)
        if opened.game is not None:
            seats = [seat.seat for seat in opened.table.sat(guest)]
            events = [event.to_json() for event in opened.table.events]
            return {"table": id, "seats": seats, "events": events, "record": await table_service.history.record(opened)}
    return None


async def leave_tables(store: Database, table_service: TableService, guest: str) -> None:
    """Get up where the game has not begun, and let a bot play on where it has."""
    for id in await store.read(lambda c: privacy_store.tables_of(c, guest)):
        with suppress(NotFound, Forbidden):
            state = (await table_service.get(id)).table.state
            if state == LOBBY:
                await table_service.leave(id, guest)
            elif state == RUNNING:
                await table_service.update(
                    id,
                    lambda table: endings.give_up(table, guest, now_ms()),
                    lambda c, seats, id=id: guest_store.set_recovery(c, id, dict.fromkeys(seats)),  # type: ignore[misc]
                )


async def end_programs(store: Database, guest: str) -> dict[str, int]:
    """The programs of somebody, and the generations of their tokens that are worth nothing any more."""
    found = await store.read(lambda c: bot_api_store.programs_of(c, guest))
    out: dict[str, int] = {}
    for id, _, _ in found:
        generation = await store.write(lambda c, id=id: bot_api_store.end_program(c, id, guest))  # type: ignore[misc]
        if generation is not None:
            out[id] = generation
    return out
