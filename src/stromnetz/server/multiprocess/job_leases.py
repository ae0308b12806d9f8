"""The queue of bots' turns that servers and workers share, with renewable claims."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress

from stromnetz.server.core.cluster import JOB, BusMessageReceived
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.jobs_store import LEASE_MS
from stromnetz.server.core.periodic import stop_tasks, wait_or_timeout
from stromnetz.server.tables.events import TablesEdited
from stromnetz.tables.errors import Unavailable
from stromnetz.tables.table import Table

from . import bot_turn_store as sql

log = logging.getLogger("stromnetz.bots")

IDLE_SECONDS = 2.0
"""Interval at which expired claims are looked for."""
RENEW_SECONDS = LEASE_MS / 1000 / 3
ADD_MISSING_SECONDS = 60.0
LOCK = 7_265_112
"""Arbitrary number of the advisory lock; must never change."""


class JobLeases:
    def __init__(self, database: Database, pace: float) -> None:
        """``pace``: seconds that a bot waits at tables with people."""
        self._database = database
        self._pace = pace
        self._me = database.bus.server_id
        self._held: set[str] = set()
        self._missing = asyncio.Event()
        """Set when turns may be missing in the queue."""
        self._takers: set[asyncio.Event] = set()
        """Set when a turn may be due: one event per waiting caller."""
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        self._tasks = [asyncio.create_task(self._renew()), asyncio.create_task(self._add_missing())]

    async def stop(self) -> None:
        await stop_tasks(self._tasks)

    def on_bus_message(self, event: BusMessageReceived) -> None:
        """Wake up when another server has added a turn."""
        if event.message.kind == JOB:
            self.wake()

    def on_tables_edited(self, event: TablesEdited) -> None:
        self._missing.set()

    def schedule(self, table: Table) -> None:
        """Wake up when the turn is due; the commit of the table has added it."""
        self.wake(self._pace if table.has_people() else 0.0)

    def wake(self, seconds: float = 0.0) -> None:
        """Wake up waiting callers, now or after a delay."""
        if seconds > 0:
            asyncio.get_running_loop().call_later(seconds, self.wake)
        else:
            for taker in self._takers:
                taker.set()

    async def next(self, queues: Sequence[int], patience: float) -> str | None:
        """Claim the next turn of these queues; return its table, or None if there was none for a while."""
        loop = asyncio.get_running_loop()
        end = loop.time() + patience
        called = asyncio.Event()
        self._takers.add(called)
        try:
            while loop.time() < end:
                if (id := await self._claim(queues)) is not None:
                    self._held.add(id)
                    self.wake()  # there may be more turns for other callers
                    return id
                await wait_or_timeout(called, await self._pause(queues))
        finally:
            self._takers.discard(called)
        return None

    async def _claim(self, queues: Sequence[int]) -> str | None:
        try:
            return await self._database.write_async_commit(lambda c: sql.claim(c, self._me, queues))
        except Unavailable as error:
            log.warning("bots' turns cannot be claimed: %s", error)
            await asyncio.sleep(IDLE_SECONDS)
            return None

    async def _pause(self, queues: Sequence[int]) -> float:
        """Return the seconds until the next known turn is due."""
        try:
            due = await self._database.read(lambda c: sql.next_due(c, queues))
        except Unavailable as error:
            log.warning("bots' turns cannot be read: %s", error)
            return IDLE_SECONDS
        return IDLE_SECONDS if due is None else min(IDLE_SECONDS, max(0.02, due / 1000))

    async def finish(self, id: str, queue: int) -> None:
        """Forget a turn after the move, whose commit has deleted or replaced it."""
        self._held.discard(id)

    async def retry(self, id: str, queue: int, seconds: float) -> None:
        """Let any server retry a turn after a delay."""
        self._held.discard(id)
        delay = int(seconds * 1000)
        with suppress(Unavailable):  # then the claim expires
            await self._database.write_async_commit(lambda c: sql.release(c, self._me, id, delay))
            self.wake(seconds)

    async def drop(self, id: str) -> None:
        self._held.discard(id)
        with suppress(Unavailable):  # as above
            await self._database.write_async_commit(lambda c: sql.drop(c, self._me, id))

    async def waiting(self) -> int:
        return await self._database.read(sql.waiting)

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            await self.renew()

    async def renew(self) -> None:
        """Renew the claims of turns that this server works on."""
        held = list(self._held)
        if held:
            try:
                await self._database.write_async_commit(lambda c: sql.renew(c, self._me, held))
            except Unavailable as error:
                log.warning("claims could not be renewed: %s", error)

    async def _add_missing(self) -> None:
        while True:
            await self.add_missing()
            await wait_or_timeout(self._missing, ADD_MISSING_SECONDS)

    async def add_missing(self) -> None:
        """Add missing turns to the queue, unless another server is doing so."""
        try:
            async with self._database.advisory_lock(LOCK) as mine:
                if mine:
                    await self._database.write(sql.add_missing)
                    self.wake()
        except Unavailable as error:
            log.warning("missing turns of bots cannot be added: %s", error)
