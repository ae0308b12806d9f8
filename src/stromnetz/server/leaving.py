"""Taking everything along, and leaving for good."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

from stromnetz.server.database.store import Store

from . import endings
from .database import belongings, guests, programs
from .desk import Desk
from .errors import Forbidden, NotFound
from .tables import LOBBY, RUNNING


async def export(store: Store, desk: Desk, guest: str) -> AsyncIterator[str]:
    """All that is kept about somebody as JSON, table after table: the records would not fit into memory at once."""
    rows = await store.read(lambda c: belongings.everything_of(c, guest))
    yield f'{{"rows":{json.dumps(rows)},"games":['
    comma = ""
    for id in await store.read(lambda c: belongings.tables_of(c, guest)):
        game = await _game(desk, id, guest)
        if game is not None:
            yield comma + json.dumps(game)
            comma = ","
    yield "]}"


async def _game(desk: Desk, id: str, guest: str) -> dict[str, Any] | None:
    """A game with its record: whole when it is over, else without what players may not know."""
    with suppress(NotFound):  # it was closed meanwhile, or cannot be read any more
        opened = await desk.get(id)
        if opened.game is not None:
            seats = [seat.seat for seat in opened.table.sat(guest)]
            events = [event.to_json() for event in opened.table.events]
            return {"table": id, "seats": seats, "events": events, "record": await desk.record(opened)}
    return None


async def leave_tables(store: Store, desk: Desk, guest: str) -> None:
    """Get up where the game has not begun, and let a bot play on where it has."""
    for id in await store.read(lambda c: belongings.tables_of(c, guest)):
        with suppress(NotFound, Forbidden):
            state = (await desk.get(id)).table.state
            if state == LOBBY:
                await desk.leave(id, guest)
            elif state == RUNNING:
                await desk.change(
                    id,
                    lambda table: endings.give_up(table, guest),
                    lambda c, seats, id=id: guests.set_recovery(c, id, dict.fromkeys(seats)),  # type: ignore[misc]
                )


async def end_programs(store: Store, guest: str) -> dict[str, int]:
    """The programs of somebody, and the generations of their tokens that are worth nothing any more."""
    found = await store.read(lambda c: programs.programs_of(c, guest))
    out: dict[str, int] = {}
    for id, _, _ in found:
        generation = await store.write(lambda c, id=id: programs.end_program(c, id, guest))  # type: ignore[misc]
        if generation is not None:
            out[id] = generation
    return out
