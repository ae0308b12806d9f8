"""Turns of programs: wakes requests that wait for one, and makes default moves for slow programs.

The database says who has to act at which version. A timer only checks whether that is still so; after a restart,
loading a table sets its timer again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Annotated

from fastapi import Depends
from sqlalchemy.exc import IntegrityError

from stromnetz.server.core.dependencies import provided
from stromnetz.server.core.periodic import stop_tasks
from stromnetz.server.table_play.service import PlayService
from stromnetz.server.tables.cache import LoadedTable
from stromnetz.server.tables.events import BotDue, TableChanged, TableClosed, TableSynced
from stromnetz.server.tables.service import TableService
from stromnetz.tables.errors import NotFound, RateLimited, Stale, Unavailable

log = logging.getLogger("stromnetz.bots")

MAX_WAITING = 20
"""Per guest, at the same time."""
MAX_REPORTED_ENDS = 10_000
RETRY_SECONDS = 2.0
"""Delay before a failed default move is retried."""


class ProgramTurns:
    def __init__(self, table_service: TableService, play_service: PlayService, seconds: float) -> None:
        self._table_service = table_service
        self._play_service = play_service
        self._usage = table_service.cache.usage
        self._seconds = seconds
        self._timers: set[tuple[str, int]] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._waiting: dict[str, set[asyncio.Event]] = {}
        self._waits: dict[str, int] = {}
        self._reported_ends: OrderedDict[tuple[str, str], None] = OrderedDict()

    # --- waiting requests ---

    def on_table_changed(self, event: TableChanged | TableSynced) -> None:
        """Wake requests that wait for this table."""
        self._wake(event.opened.table.id)

    def on_table_closed(self, event: TableClosed) -> None:
        self._wake(event.table)

    def on_bot_due(self, event: BotDue) -> None:
        """Start the timer of a program that has to move."""
        table = event.table
        if table.program_due():
            self._start_timer(table.id, table.version, self._seconds)

    def _wake(self, id: str) -> None:
        for event in self._waiting.get(id, ()):
            event.set()

    @asynccontextmanager
    async def waiting(self, id: str, guest: str) -> AsyncIterator[asyncio.Event]:
        """Yield an event that is set when a table changes."""
        if self._waits.get(guest, 0) >= MAX_WAITING:
            raise RateLimited(facts={"seconds": 1}, case="too-many")
        event = asyncio.Event()
        self._waits[guest] = self._waits.get(guest, 0) + 1
        self._waiting.setdefault(id, set()).add(event)
        self._usage.awaited.add(id)
        try:
            yield event
        finally:
            self._waiting[id].discard(event)
            if not self._waiting[id]:
                del self._waiting[id]
                self._usage.awaited.discard(id)
            self._waits[guest] -= 1
            if not self._waits[guest]:
                del self._waits[guest]

    def was_end_reported(self, id: str, guest: str) -> bool:
        """Return whether a guest was told that the game of a table is over."""
        return (id, guest) in self._reported_ends

    def report_end(self, id: str, guest: str) -> None:
        """Remember that a guest was told; the oldest entries are forgotten."""
        self._reported_ends[id, guest] = None
        if len(self._reported_ends) > MAX_REPORTED_ENDS:
            self._reported_ends.popitem(last=False)

    # --- timers ---

    def _start_timer(self, id: str, version: int, seconds: float) -> None:
        if (id, version) not in self._timers:
            self._timers.add((id, version))
            asyncio.get_running_loop().call_later(seconds, self._on_timeout, id, version)

    def _on_timeout(self, id: str, version: int) -> None:
        self._timers.discard((id, version))
        task = asyncio.create_task(self._try_default_move(id, version))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def play_default_move(self, id: str, version: int) -> None:
        """Make a default move for a program that has not moved in time."""
        opened = await self._table_service.get(id)
        table, game = opened.table, opened.game
        if game is None or table.version != version or table.to_act is None or not table.program_due():
            return
        log.warning("a program did not answer in time", extra={"table": id, "seat": table.to_act})
        await self._play_service.play_bot_move(id, table.to_act, None, version)

    async def _try_default_move(self, id: str, version: int) -> None:
        try:
            await self.play_default_move(id, version)
        except NotFound:
            return
        except (IntegrityError, Stale, Unavailable):
            self._start_timer(id, version, RETRY_SECONDS)

    async def stop(self) -> None:
        await stop_tasks(self._tasks)


Ready = Callable[[LoadedTable], bool]


async def wait_until(
    program_turns: ProgramTurns, table_service: TableService, id: str, guest: str, ready: Ready, seconds: float
) -> LoadedTable:
    """Return the table when it is ready, at the latest after so many seconds."""
    opened = await table_service.get(id)
    if ready(opened) or seconds <= 0:
        return opened
    try:
        async with asyncio.timeout(seconds), program_turns.waiting(id, guest) as event:
            while not ready(opened := await table_service.get(id)):
                await event.wait()
                event.clear()
    except TimeoutError:
        opened = await table_service.get(id)
    return opened


ProgramTurnsDep = Annotated[ProgramTurns, Depends(provided(ProgramTurns))]
