"""Carries out answers in advance at their turn.

After every move at which a person is to act the same happens, whether anything was said or not: a wait whose length is
drawn by chance alone, then one look into the database. So nothing but the answer tells others that there was one.
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
from stromnetz.server.tables.cache import LoadedTable
from stromnetz.server.tables.events import TableChanged
from stromnetz.server.tables.service import TableService
from stromnetz.tables.errors import NotFound, Stale, Unavailable
from stromnetz.tables.time import now_ms

from . import preset_store as sql
from .service import PlayService

log = logging.getLogger("stromnetz.answers")

DELAY_SECONDS = (1.0, 2.5)
"""Seconds between which every wait lies."""
POLL_SECONDS = (5_000, 60_000)
"""Milliseconds since the last change of a table between which an answer may have been forgotten with a server."""
RETRY_SECONDS = 2.0
"""Seconds after which it looks again where the database did not answer."""


@dataclass(frozen=True, slots=True)
class PresetMovesChanged:
    """The pre-set moves of a seat were set, used or given up."""

    table: str
    seat: int
    others_know: bool = False
    """Whether other servers on the same database have been told."""


class PresetMovePlayer:
    def __init__(
        self, table_service: TableService, play_service: PlayService, store: Database, events: EventBus, on: bool
    ) -> None:
        self._table_service = table_service
        self._play_service = play_service
        self._store = store
        self._events = events
        self._on = on
        self._waiting: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Go on where the server stopped."""
        if self._on:
            for id in await self._store.read(sql.tables_with_presets_due):
                self._wait(id, random.uniform(*DELAY_SECONDS))

    async def stop(self) -> None:
        for handle in self._waiting.values():
            handle.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def adopt(self) -> None:
        """Play the pre-set moves that another server was to play: it may have ended before it did."""
        while self._on:
            await asyncio.sleep(POLL_SECONDS[0] / 1000)
            try:
                now = now_ms()
                found = await self._store.read(
                    lambda c: sql.tables_with_presets_due(c, now - POLL_SECONDS[1], now - POLL_SECONDS[0])  # noqa: B023
                )
            except Unavailable as error:
                log.warning("answers in advance cannot be read: %s", error)
                continue
            for id in found:
                if id not in self._waiting:
                    self._wait(id, random.uniform(*DELAY_SECONDS))

    def on_table_changed(self, event: TableChanged) -> None:
        self.schedule(event.opened)

    def schedule(self, opened: LoadedTable) -> None:
        """Somebody is to act at this table."""
        table = opened.table
        if self._on and table.person_due():
            self._wait(table.id, random.uniform(*DELAY_SECONDS))

    def _wait(self, id: str, seconds: float) -> None:
        if (handle := self._waiting.pop(id, None)) is not None:
            handle.cancel()
        self._waiting[id] = asyncio.get_running_loop().call_later(seconds, self._begin, id)

    def _begin(self, id: str) -> None:
        self._waiting.pop(id, None)
        task = asyncio.ensure_future(self._safely(id))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _safely(self, id: str) -> None:
        try:
            await self.play_due(id)
        except NotFound:
            return
        except (Stale, IntegrityError, Unavailable):
            self._wait(id, RETRY_SECONDS)
        except Exception:
            log.exception("an answer in advance could not be given", extra={"table": id})

    async def play_due(self, id: str) -> None:
        """Answer for the seat that is to act, if it has said what."""
        opened = await self._table_service.get(id)
        table, game = opened.table, opened.game
        if game is None or table.to_act is None or not table.person_due():
            return
        seat, version = table.to_act, game.version
        said = await self._store.read(lambda c: sql.read_presets(c, id, seat))
        if said is None:
            return
        try:
            await self._play_service.play_preset(id, seat, said, version)
        except StromnetzError as error:
            if isinstance(error, Unavailable | NotFound | Stale):
                raise
            log.warning("an answer in advance is not possible: %s", error, extra={"table": id, "seat": seat})
        self._events.publish(PresetMovesChanged(id, seat))


PresetMovePlayerDep = Annotated[PresetMovePlayer, Depends(provided(PresetMovePlayer))]
