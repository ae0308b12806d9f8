"""Gauges of the metrics: how much of something there is now."""

from __future__ import annotations

import asyncio

from stromnetz.server.live.hub import LiveHub
from stromnetz.server.table_play.bot_turns import BotTurnService
from stromnetz.server.tables.service import TableService
from stromnetz.tables.errors import Unavailable

from . import jobs_store
from .database.database import Database
from .metrics import LEAST, SAME

UPDATE_SECONDS = 1.0
"""Interval of updates for other processes of this server."""
POLL_SECONDS = 5.0
"""Interval of counts in the database."""


class GaugeUpdater:
    def __init__(
        self, hub: LiveHub, table_service: TableService, bot_turns: BotTurnService, database: Database
    ) -> None:
        self._bot_turns, self._database, self._meters = bot_turns, database, database.meters
        self._bot_turns_waiting = self._jobs_waiting = 0
        meters = database.meters
        meters.set_gauge("sockets", "Live connections", lambda: len(hub))
        meters.set_gauge("open_tables", "Tables in memory", lambda: len(table_service.cache))
        meters.set_gauge("bots_waiting", "Tables that wait for a bot", lambda: self._bot_turns_waiting, SAME)
        meters.set_gauge("jobs_waiting", "Unfinished reviews and tournaments", lambda: self._jobs_waiting, SAME)
        about = "Whether messages from other servers arrive; else changes are polled"
        meters.set_gauge("bus_up", about, lambda: database.bus.up, LEAST)
        about = "Whether the database has responded to the last request"
        meters.set_gauge("database_up", about, lambda: database.answers, LEAST)
        meters.show()

    async def run(self) -> None:
        """Update the gauges until cancelled."""
        loop = asyncio.get_running_loop()
        polled = -POLL_SECONDS
        while True:
            if loop.time() - polled >= POLL_SECONDS:
                polled = loop.time()
                await self._poll()
            self._meters.show()
            await asyncio.sleep(UPDATE_SECONDS)

    async def _poll(self) -> None:
        """Count what waits for any server. Whether the database answers has its own gauge."""
        database = self._database
        try:
            self._bot_turns_waiting = await self._bot_turns.waiting()
            self._jobs_waiting = await database.read(jobs_store.waiting)
        except Unavailable:
            return
