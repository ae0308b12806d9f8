"""Expires turns when their time is out, and records presence. The state is in the database only.

Several processes may do this at once: the first commit expires a turn.
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
from stromnetz.server.tables.events import DeadlineSet
from stromnetz.server.tables.service import TableService
from stromnetz.tables.errors import NotFound, Stale
from stromnetz.tables.time import now_ms

from . import clock_store as sql

log = logging.getLogger("stromnetz.clocks")

MAX_SLEEP_SECONDS = 5.0
"""Maximum time between checks: turns of a process that has stopped are found by polling."""
ALIVE_INTERVAL_MS = 15_000
"""Interval of recording that the server runs."""
PRESENCE_INTERVAL_MS = 30_000
"""Interval of recording presence."""


@dataclass(frozen=True, slots=True)
class PresenceStored:
    """Presence was saved, and read from other servers."""


class WatchedGames(Protocol):
    def running(self) -> list[tuple[LoadedTable, list[int]]]:
        """Return the watched games with the seats whose players watch."""


class ClockService:
    def __init__(
        self, table_service: TableService, database: Database, watched: WatchedGames, cluster: Cluster, events: EventBus
    ) -> None:
        self._table_service = table_service
        self._database = database
        self._watched, self._events = watched, events
        self._wake = asyncio.Event()
        self._next_check = 0
        self._alive_saved_at = 0
        self._presence_saved_at = 0
        self._broken: set[str] = set()
        self._cluster = cluster

    def on_deadline_set(self, event: DeadlineSet) -> None:
        """Wake up if a turn expires before the next check."""
        if event.at < self._next_check:
            self._wake.set()

    async def start(self) -> None:
        """Correct deadlines after downtime."""
        if self._table_service.cache.clocks_run:
            await self._database.write(self._shift_deadlines)
            self._alive_saved_at = now_ms()

    def _shift_deadlines(self, c: Connection) -> None:
        """Clocks only stopped if no other server was running."""
        if not self._cluster.others_run(c):
            sql.shift_deadlines(c, now_ms())

    async def run(self) -> None:
        """Check clocks until cancelled."""
        while True:
            wait = MAX_SLEEP_SECONDS
            with log_failures(log, "clocks wait for the database", "clocks could not be checked"):
                wait = await self.run_once()
            self._next_check = now_ms() + int(wait * 1000)
            await wait_or_timeout(self._wake, wait)

    async def run_once(self) -> float:
        """Do what is due; return the seconds until the next check."""
        now = now_ms()
        if now - self._presence_saved_at >= PRESENCE_INTERVAL_MS:
            await self.store_presence()
            self._presence_saved_at = now
        if not self._table_service.cache.clocks_run:
            return MAX_SLEEP_SECONDS
        if now - self._alive_saved_at >= ALIVE_INTERVAL_MS:
            await self._database.write(lambda c: sql.save_alive(c, now))
            self._alive_saved_at = now
        await self.expire_due_turns()
        due = await self._database.read(sql.next_deadline)
        if due is None or due <= now_ms():
            return MAX_SLEEP_SECONDS if due is None else self._cluster.overdue_poll_seconds
        return min(MAX_SLEEP_SECONDS, max(0.01, (due - now_ms()) / 1000))

    async def expire_due_turns(self) -> int:
        """Expire overdue turns; return at how many tables."""
        found = await self._cluster.claim_overdue_turns(now_ms())
        count = 0
        for id in found:
            if id in self._broken:
                continue
            try:
                await self._table_service.get(id)  # loads the moves of other servers
                count += await self._table_service.expire_turn(id)
            except Stale:
                continue  # another process was faster
            except NotFound:
                self._broken.add(id)
                log.warning("time is out at a table that cannot be read", extra={"table": id})
        return count

    async def store_presence(self) -> None:
        """Save presence, read it from other processes, and update viewers."""
        rooms = self._watched.running()
        for opened, seats in rooms:
            self._table_service.cache.touch_presence(opened, seats, stays=True)
        fresh, self._table_service.cache.seen = self._table_service.cache.seen, {}
        if fresh:
            await self._database.write(lambda c: sql.save_seen(c, fresh))
        ids = [opened.table.id for opened, _ in rooms]
        if not ids:
            return
        known = await self._database.read(lambda c: sql.last_seen(c, ids))
        for (id, number), at in known.items():
            if (known_here := self._table_service.cache.get_cached(id)) is not None:
                seat = known_here.table.seats[number]
                seat.seen_at = max(seat.seen_at or 0, at)
        self._events.publish(PresenceStored())


ClockServiceDep = Annotated[ClockService, Depends(provided(ClockService))]
