"""Makes pre-set moves when their turn comes.

After every move that makes a person's turn due, the same happens with or without pre-set moves: a random delay, then
one look into the database. So other players only learn of pre-set moves by their result.
"""

from __future__ import annotations

import asyncio
import logging
import random
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from sqlalchemy.exc import IntegrityError

from stromnetz.engine.errors import StromnetzError
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.dependencies import provided
from stromnetz.server.core.events import EventBus
from stromnetz.server.tables.events import PersonDue
from stromnetz.server.tables.service import TableService
from stromnetz.tables.errors import NotFound, Stale, Unavailable
from stromnetz.tables.table import Table
from stromnetz.tables.time import now_ms

from . import preset_store as sql
from .service import PlayService

log = logging.getLogger("stromnetz.preset_moves")

DELAY_SECONDS = (1.0, 2.5)
"""Range of the random delay."""
ADOPT_MS = (5_000, 60_000)
"""Range of time since the last change of a table in which moves of another server's tables are adopted."""
RETRY_SECONDS = 2.0
"""Delay before a retry if the database was unavailable."""


@dataclass(frozen=True, slots=True)
class PresetMovesChanged:
    """The pre-set moves of a seat were set, used or dropped."""

    table: str
    seat: int
    others_know: bool = False
    """Whether other servers on the same database have been notified."""


class PresetMovePlayer:
    def __init__(
        self, table_service: TableService, play_service: PlayService, database: Database, events: EventBus, on: bool
    ) -> None:
        self._table_service = table_service
        self._play_service = play_service
        self._database = database
        self._events = events
        self._on = on
        self._waiting: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Continue where the server stopped."""
        if self._on:
            for id in await self._database.read(sql.tables_with_presets_due):
                self._wait(id, random.uniform(*DELAY_SECONDS))

    async def stop(self) -> None:
        for handle in self._waiting.values():
            handle.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def adopt(self) -> None:
        """Make the pre-set moves of tables of another server, which may have stopped before it could."""
        while self._on:
            await asyncio.sleep(ADOPT_MS[0] / 1000)
            try:
                now = now_ms()
                found = await self._database.read(
                    lambda c: sql.tables_with_presets_due(c, now - ADOPT_MS[1], now - ADOPT_MS[0])  # noqa: B023
                )
            except Unavailable as error:
                log.warning("pre-set moves cannot be read: %s", error)
                continue
            for id in found:
                if id not in self._waiting:
                    self._wait(id, random.uniform(*DELAY_SECONDS))

    def on_person_due(self, event: PersonDue) -> None:
        self.schedule(event.table)

    def schedule(self, table: Table) -> None:
        """Schedule a look at a table at which a person has to act."""
        if self._on:
            self._wait(table.id, random.uniform(*DELAY_SECONDS))

    def _wait(self, id: str, seconds: float) -> None:
        if (handle := self._waiting.pop(id, None)) is not None:
            handle.cancel()
        self._waiting[id] = asyncio.get_running_loop().call_later(seconds, self._begin, id)

    def _begin(self, id: str) -> None:
        self._waiting.pop(id, None)
        task = asyncio.ensure_future(self._try_play(id))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _try_play(self, id: str) -> None:
        try:
            await self.play_due(id)
        except NotFound:
            return
        except (Stale, IntegrityError, Unavailable):
            self._wait(id, RETRY_SECONDS)
        except Exception:
            log.exception("a pre-set move could not be made", extra={"table": id})

    async def play_due(self, id: str) -> None:
        """Make the pre-set moves of the seat to act, if there are any."""
        opened = await self._table_service.get(id)
        table, game = opened.table, opened.game
        if game is None or table.to_act is None or not table.person_due():
            return
        seat, version = table.to_act, game.version
        presets = await self._database.read(lambda c: sql.read_presets(c, id, seat))
        if presets is None:
            return
        try:
            await self._play_service.play_preset(id, seat, presets, version)
        except StromnetzError as error:
            if isinstance(error, Unavailable | NotFound | Stale):
                raise
            log.warning("a pre-set move is not possible: %s", error, extra={"table": id, "seat": seat})
        self._events.publish(PresetMovesChanged(id, seat))


PresetMovePlayerDep = Annotated[PresetMovePlayer, Depends(provided(PresetMovePlayer))]
