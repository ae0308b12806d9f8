"""Claims on jobs that several servers and workers share: what to do next, and that one is still at it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress

from stromnetz.server.core.cluster import JOB, BusMessageReceived
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.jobs_store import LEASE
from stromnetz.server.core.periodic import wait_or_timeout
from stromnetz.server.tables.events import TablesEdited
from stromnetz.tables.errors import Unavailable
from stromnetz.tables.table import Table

from . import bot_turn_store as sql

log = logging.getLogger("stromnetz.bots")

IDLE_SECONDS = 2.0
"""Seconds after which is looked for something to do, though nobody has called: claims may have run out."""
RENEW_SECONDS = LEASE / 1000 / 3
ADOPT_SECONDS = 60.0
"""Seconds between two looks for what is due and nobody knows of."""
LOCK = 7_265_112
"""Any number, as long as it stays the same."""


class JobLeases:
    def __init__(self, store: Database, pace: float) -> None:
        """Where people play, a bot waits ``pace`` seconds."""
        self._store = store
        self._pace = pace
        self._me = store.bus.server_id
        self._held: set[str] = set()
        self._missing = asyncio.Event()
        """Set when there may be turns that nobody knows of."""
        self._takers: set[asyncio.Event] = set()
        """Of each who looks for something to do: set when there may be something."""
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        self._tasks = [asyncio.create_task(self._renew()), asyncio.create_task(self._find())]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def on_bus_message(self, event: BusMessageReceived) -> None:
        """Another server says that there is something to do."""
        if event.message.kind == JOB:
            self.wake()

    def on_tables_edited(self, event: TablesEdited) -> None:
        self._missing.set()

    def schedule(self, table: Table) -> None:
        """The bot's turn has been in the database since the commit of the table."""
        if table.bot_due():
            self.wake(self._pace if table.has_people() else 0.0)

    def wake(self, seconds: float = 0.0) -> None:
        """There may be something to do, now or in a while."""
        if seconds > 0:
            asyncio.get_running_loop().call_later(seconds, self.wake)
        else:
            for taker in self._takers:
                taker.set()

    async def next(self, queues: Sequence[int], patience: float) -> str | None:
        """The table of these queues at which a move is to be made here; None when there was none for a while."""
        loop = asyncio.get_running_loop()
        end = loop.time() + patience
        called = asyncio.Event()
        self._takers.add(called)
        try:
            while loop.time() < end:
                called.clear()
                if (id := await self._claim(queues)) is not None:
                    self._held.add(id)
                    self.wake()  # where there is one, there may be more, for whoever is free
                    return id
                await wait_or_timeout(called, await self._pause(queues))
        finally:
            self._takers.discard(called)
        return None

    async def _claim(self, queues: Sequence[int]) -> str | None:
        try:
            return await self._store.write_async_commit(lambda c: sql.claim(c, self._me, queues))
        except Unavailable as error:
            log.warning("what is to be done cannot be claimed: %s", error)
            await asyncio.sleep(IDLE_SECONDS)
            return None

    async def _pause(self, queues: Sequence[int]) -> float:
        """Seconds until something is due, as far as is known."""
        try:
            due = await self._store.read(lambda c: sql.next_due(c, queues))
        except Unavailable as error:
            log.warning("what is to be done cannot be read: %s", error)
            return IDLE_SECONDS
        return IDLE_SECONDS if due is None else min(IDLE_SECONDS, max(0.02, due / 1000))

    async def finish(self, id: str, queue: int) -> None:
        """The bot has moved: with its commit the job is gone, or another one."""
        self._held.discard(id)

    async def retry(self, id: str, queue: int, seconds: float) -> None:
        """Let any server try again in so many seconds."""
        self._held.discard(id)
        delay = int(seconds * 1000)
        with suppress(Unavailable):  # then the lease runs out
            await self._store.write_async_commit(lambda c: sql.give_back(c, self._me, id, delay))
            self.wake(seconds)

    async def drop(self, id: str) -> None:
        self._held.discard(id)
        with suppress(Unavailable):  # as above
            await self._store.write_async_commit(lambda c: sql.drop(c, self._me, id))

    async def waiting(self) -> int:
        return await self._store.read(sql.waiting)

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            held = list(self._held)
            if held:
                try:
                    await self._store.write_async_commit(lambda c, held=held: sql.renew(c, self._me, held))  # type: ignore[misc]
                except Unavailable as error:
                    log.warning("claims could not be renewed: %s", error)

    async def _find(self) -> None:
        while True:
            await self.add_missing()
            await wait_or_timeout(self._missing, ADOPT_SECONDS)
            self._missing.clear()

    async def add_missing(self) -> None:
        """Look for what is due and nobody knows of, unless another server does."""
        try:
            async with self._store.advisory_lock(LOCK) as mine:
                if mine:
                    await self._store.write(sql.add_missing)
                    self.wake()
        except Unavailable as error:
            log.warning("whether bots are due cannot be read: %s", error)
