"""The queue of bots' turns: its interface, and the implementation for a single server."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Protocol

from stromnetz.server.core.database.database import Database
from stromnetz.server.tables import store as sql
from stromnetz.server.tables.cache import TableUsage
from stromnetz.tables.table import Table

from .bot_queue import BotQueue, owner_of, queue_of


class TurnQueue(Protocol):
    """Tables with due bots, of one server or of all servers on a database."""

    async def start(self) -> None:
        """Find tables with due bots."""

    async def stop(self) -> None:
        """Stop looking for tables."""

    def schedule(self, table: Table) -> None:
        """Queue a table at which a bot or a program is due."""

    async def next(self, queues: Sequence[int], patience: float) -> str | None:
        """Take the next table of these queues; None if there is none for ``patience`` seconds."""

    async def finish(self, id: str, queue: int) -> None:
        """The bot at a table has moved."""

    async def retry(self, id: str, queue: int, seconds: float) -> None:
        """The bot at a table could not move; retry after so many seconds."""

    async def drop(self, id: str) -> None:
        """No bot is due at a table."""

    async def waiting(self) -> int:
        """Count the waiting tables."""


class LocalTurnQueue:
    """Tables with due bots of a single server."""

    def __init__(self, database: Database, usage: TableUsage, pace: float) -> None:
        """``pace``: seconds that a bot waits at tables with people."""
        self._database = database
        self._pace = pace
        self._queue = BotQueue(usage.watched.__contains__)
        self._paused: set[str] = set()

    async def start(self) -> None:
        for id, owner, queue in await self._database.read(sql.tables_with_bots_due):
            self._queue.put(id, owner, queue)

    async def stop(self) -> None:
        pass

    def schedule(self, table: Table) -> None:
        if table.program_due():
            return
        if not self._pace or not table.has_people():
            self._queue.put(table.id, owner_of(table), queue_of(table))
        elif table.id not in self._paused:
            self._paused.add(table.id)
            asyncio.get_running_loop().call_later(self._pace, self._put_paused, table)

    def _put_paused(self, table: Table) -> None:
        self._paused.discard(table.id)
        self._queue.put(table.id, owner_of(table), queue_of(table))

    async def next(self, queues: Sequence[int], patience: float) -> str | None:
        return await self._queue.take(queues, patience)

    async def finish(self, id: str, queue: int) -> None:
        pass

    async def retry(self, id: str, queue: int, seconds: float) -> None:
        asyncio.get_running_loop().call_later(seconds, self._queue.put, id, id, queue)

    async def drop(self, id: str) -> None:
        pass

    async def waiting(self) -> int:
        return len(self._queue)
