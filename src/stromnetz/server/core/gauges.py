"""The levels that a server shows to who watches it: how much of something there is now."""

from __future__ import annotations

import asyncio

from stromnetz.server.multiprocess import bot_turn_store
from stromnetz.tables.errors import Unavailable

from . import jobs_store
from .dependencies import Parts
from .metrics import LEAST, SAME, Metrics

UPDATE_SECONDS = 1.0
"""Seconds after which levels are shown again to other processes."""
LOOK = 5.0
"""Seconds between two looks at what waits in the database."""


class GaugeUpdater:
    def __init__(self, parts: Parts, meters: Metrics) -> None:
        self._parts, self._meters = parts, meters
        self._jobs = self._errands = 0
        store = parts.store
        meters.level("sockets", "Live connections", lambda: len(parts.hub))
        meters.level("open_tables", "Tables in memory", lambda: len(parts.desk))
        meters.level("bots_waiting", "Tables that wait for a bot", self._bots, SAME)
        meters.level("errands_waiting", "Reviews and tournaments that are not done", lambda: self._errands, SAME)
        about = "Whether news of other servers comes; without, they are looked up"
        meters.level("bus_up", about, lambda: store.bus.up, LEAST)
        about = "Whether the last question to the database was answered"
        meters.level("database_up", about, lambda: store.answers, LEAST)
        meters.show()

    def _bots(self) -> int:
        return self._jobs if self._parts.store.bus.shared else len(self._parts.bots)

    async def run(self) -> None:
        """As long as the server runs."""
        loop = asyncio.get_running_loop()
        looked = -LOOK
        while True:
            if loop.time() - looked >= LOOK:
                looked = loop.time()
                await self._look()
            self._meters.show()
            await asyncio.sleep(UPDATE_SECONDS)

    async def _look(self) -> None:
        """What waits there waits for all servers; a database that does not answer is told of by its own level."""
        store = self._parts.store
        try:
            if store.bus.shared:
                self._jobs = await store.read(bot_turn_store.waiting)
            self._errands = await store.read(jobs_store.waiting)
        except Unavailable:
            return
