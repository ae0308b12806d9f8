"""Wakes up when the time of a turn is out, and notes who is there. What is true stands in the database alone.

Several processes may do this at once: a turn is claimed by whoever commits first.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import Annotated, Protocol

from fastapi import Depends
from sqlalchemy import Connection

from stromnetz.server.core.cluster import Cluster
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.dependencies import provided
from stromnetz.server.core.events import EventBus
from stromnetz.server.core.periodic import log_failures, wait_or_timeout
from stromnetz.server.tables.cache import LoadedTable
from stromnetz.server.tables.events import TableChanged, TableSynced
from stromnetz.server.tables.service import TableService
from stromnetz.tables.errors import NotFound, Stale
from stromnetz.tables.time import now_ms

from . import clock_store as sql

log = logging.getLogger("stromnetz.clocks")

MAX_SLEEP_SECONDS = 5.0
"""Seconds after which it looks even where nothing is due: another process may have ended."""
NOTE = 15_000
"""Milliseconds between two notes that the server runs."""
ATTENDANCE = 30_000
"""The same for who is there."""


@dataclass(frozen=True, slots=True)
class PresenceStored:
    """It was stored who is at which table, and read whom other servers have seen."""


class WatchedGames(Protocol):
    def running(self) -> list[tuple[LoadedTable, list[int]]]:
        """The games that somebody watches, with the seats from which they do."""


class ClockService:
    def __init__(
        self, table_service: TableService, store: Database, watched: WatchedGames, cluster: Cluster, events: EventBus
    ) -> None:
        self._table_service = table_service
        self._store = store
        self._watched, self._events = watched, events
        self._wake = asyncio.Event()
        self._planned = 0
        self._noted = 0
        self._attended = 0
        self._broken: set[str] = set()
        self._cluster = cluster

    def on_table_changed(self, event: TableChanged | TableSynced) -> None:
        """A turn may have begun that is over sooner than it was going to look."""
        turn = event.opened.table.turn
        if turn is not None and turn.deadline is not None and turn.deadline < self._planned:
            self._wake.set()

    async def start(self) -> None:
        """Clocks go on after the time that the server was down."""
        if self._table_service.cache.clocks_run:
            await self._store.write(self._wake_up)
            self._noted = now_ms()

    def _wake_up(self, c: Connection) -> None:
        """Clocks stood still only where no other server ran."""
        if not self._cluster.others_run(c):
            sql.shift_deadlines(c, now_ms())

    async def run(self) -> None:
        """As long as the server runs."""
        while True:
            wait = MAX_SLEEP_SECONDS
            with log_failures(log, "clocks wait for the database", "clocks could not be looked at"):
                wait = await self.run_once()
            self._planned = now_ms() + int(wait * 1000)
            self._wake.clear()
            await wait_or_timeout(self._wake, wait)

    async def run_once(self) -> float:
        """Do what is due; how many seconds there are until something is again."""
        now = now_ms()
        if now - self._attended >= ATTENDANCE:
            await self.store_presence()
            self._attended = now
        if not self._table_service.cache.clocks_run:
            return MAX_SLEEP_SECONDS
        if now - self._noted >= NOTE:
            await self._store.write(lambda c: sql.note_alive(c, now))
            self._noted = now
        await self.expire_due_turns()
        due = await self._store.read(sql.next_deadline)
        if due is None or due <= now_ms():
            return MAX_SLEEP_SECONDS if due is None else self._cluster.overdue_poll_seconds
        return min(MAX_SLEEP_SECONDS, max(0.01, (due - now_ms()) / 1000))

    async def expire_due_turns(self) -> int:
        """Let bots answer where time is out; at how many tables."""
        found = await self._cluster.claim_overdue_turns(now_ms())
        count = 0
        for id in found:
            if id in self._broken:
                continue
            try:
                await self._table_service.get(id)  # as it is now, wherever the last move was made
                count += await self._table_service.expire_turn(id)
            except Stale:
                continue  # somebody was faster
            except NotFound:
                self._broken.add(id)
                log.warning("time is out at a table that cannot be read", extra={"table": id})
        return count

    async def store_presence(self) -> None:
        """Note who is there; read what other processes have noted, and tell viewers who is away by now."""
        rooms = self._watched.running()
        for opened, seats in rooms:
            self._table_service.cache.touch_presence(opened, seats, stays=True)
        fresh, self._table_service.cache.seen = self._table_service.cache.seen, {}
        if fresh:
            await self._store.write(lambda c: sql.note_seen(c, fresh))
        ids = [opened.table.id for opened, _ in rooms]
        if not ids:
            return
        known = await self._store.read(lambda c: sql.last_seen(c, ids))
        for (id, number), at in known.items():
            if (known_here := self._table_service.cache.get_cached(id)) is not None:
                seat = known_here.table.seats[number]
                seat.seen_at = max(seat.seen_at or 0, at)
        self._events.publish(PresenceStored())


ClockServiceDep = Annotated[ClockService, Depends(provided(ClockService))]
