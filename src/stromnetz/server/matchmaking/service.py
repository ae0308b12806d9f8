"""Seats people who seek the same game together, and fills tables with bots for those who do not want to wait."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from sqlalchemy import Connection

from stromnetz.server.accounts import store
from stromnetz.server.core.cluster import SEEKS, BusMessage
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.dependencies import provided
from stromnetz.server.core.identity import SigningKey, seat_token, token_digest
from stromnetz.server.core.periodic import log_failures, wait_or_timeout
from stromnetz.server.tables.service import TableService
from stromnetz.tables.errors import Stale
from stromnetz.tables.time import DAY_MS, now_ms

from . import store as sql
from .seeks import Seek, SeekGroup, find_group, table_for

log = logging.getLogger("stromnetz.seeking")

SEEK_TIMEOUT_MS = 150_000
"""Time without a request after which a seek ends. Browser tabs in the background ask once a minute."""
FOUND_TTL_MS = DAY_MS
"""How long the table of a finished seek is remembered."""
POLL_SECONDS, IDLE_POLL_SECONDS = 1.0, 10.0
"""Interval of attempts, with and without seeks."""


@dataclass(frozen=True, slots=True)
class SeeksChanged:
    """Seeks were added or removed."""


class Matchmaker:
    """Seats groups periodically. Several processes may do so at once."""

    def __init__(self, table_service: TableService, database: Database, key: SigningKey, on: bool) -> None:
        self._on = on
        self._table_service = table_service
        self._database = database
        self._key = key
        self._wake = asyncio.Event()
        self._lock = asyncio.Lock()

    def wake(self) -> None:
        self._wake.set()

    async def run(self) -> None:
        while self._on:
            wait = IDLE_POLL_SECONDS
            with log_failures(log, "seeking waits for the database", "seekers could not be seated"):
                wait = POLL_SECONDS if await self.seat_groups() else IDLE_POLL_SECONDS
            await wait_or_timeout(self._wake, wait)

    async def seat_groups(self) -> bool:
        """Seat all complete groups; return whether seeks remain."""
        async with self._lock:
            while True:
                now = now_ms()
                seeks = await self._active_seeks(now - SEEK_TIMEOUT_MS, now - FOUND_TTL_MS)
                group = find_group(seeks, now)
                if group is None:
                    return bool(seeks)
                await self._seat(group)

    async def _active_seeks(self, seen_after: int, found_after: int) -> list[Seek]:
        seeks, old = await self._database.read(
            lambda c: (sql.active(c, seen_after), sql.any_old(c, seen_after, found_after))
        )
        if old:
            await self._database.write(lambda c: sql.delete_old(c, seen_after, found_after))
        return seeks

    async def _seat(self, group: SeekGroup) -> None:
        table = table_for(group, self._table_service.cache.clocks_run)
        mine = [seat for seat in table.seats if seat.link is not None]
        tokens = {seat.seat: seat_token(table.id, seat.seat, seat.link or "", self._key.text) for seat in mine}
        people = [one.guest for one in group.people]

        def more(c: Connection) -> None:
            store.set_recovery(c, table.id, {seat: token_digest(token) for seat, token in tokens.items()})
            sql.assign_table(c, people, table.id)
            self._database.bus.publish(c, BusMessage(SEEKS))

        try:
            await self._table_service.add(table, more)
        except Stale:
            return  # another process was faster, or someone has stopped seeking
        await self._table_service.start(table.id, table.host)
        log.info("people who were seeking have been seated", extra={"table": table.id})


MatchmakerDep = Annotated[Matchmaker, Depends(provided(Matchmaker))]
