"""Seeking a game: who would play the same is seated together, and bots fill up for those who do not want to wait."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from sqlalchemy import Connection

from stromnetz.server.accounts import guest_store
from stromnetz.server.core.cluster import SEEKS, BusMessage
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.dependencies import provided
from stromnetz.server.core.identity import SigningKey, seat_token, token_digest
from stromnetz.server.core.periodic import log_failures, wait_or_timeout
from stromnetz.server.tables.service import TableService
from stromnetz.tables.errors import Stale
from stromnetz.tables.time import now_ms

from . import store as sql
from .seeks import Seek, SeekGroup, find_group, table_for

log = logging.getLogger("stromnetz.seeking")

SEEK_TIMEOUT_MS = 150_000
"""Milliseconds after which whoever has not asked is gone. Browsers let pages in the background ask once a minute."""
FOUND_TTL_MS = 24 * 3600 * 1000
"""How long it is kept which table was found."""
EVERY, IDLE = 1.0, 10.0
"""Seconds between two looks: while somebody seeks, and while nobody does."""


@dataclass(frozen=True, slots=True)
class SeeksChanged:
    """Who seeks a game has changed."""


class Matchmaker:
    """Looks whether people can be seated, as long as the server runs. Several processes may do so at once."""

    def __init__(self, table_service: TableService, store: Database, key: SigningKey, on: bool) -> None:
        self._on = on
        self._table_service = table_service
        self._store = store
        self._key = key
        self._wake = asyncio.Event()
        self._lock = asyncio.Lock()

    def wake(self) -> None:
        self._wake.set()

    async def run(self) -> None:
        while self._on:
            wait = IDLE
            with log_failures(log, "seeking waits for the database", "seekers could not be seated"):
                wait = EVERY if await self.seat_groups() else IDLE
            self._wake.clear()
            await wait_or_timeout(self._wake, wait)

    async def seat_groups(self) -> bool:
        """Seat whoever can be; whether somebody still seeks."""
        async with self._lock:
            while True:
                now = now_ms()
                seeks = await self._known(now - SEEK_TIMEOUT_MS, now - FOUND_TTL_MS)
                group = find_group(seeks, now)
                if group is None:
                    return bool(seeks)
                await self._seat(group)

    async def _known(self, gone: int, kept: int) -> list[Seek]:
        seeks, old = await self._store.read(lambda c: (sql.active(c, gone), sql.any_old(c, gone, kept)))
        if old:
            await self._store.write(lambda c: sql.sweep(c, gone, kept))
        return seeks

    async def _seat(self, group: SeekGroup) -> None:
        table = table_for(group, self._table_service.cache.clocks_run)
        mine = [seat for seat in table.seats if seat.link is not None]
        tokens = {seat.seat: seat_token(table.id, seat.seat, seat.link or "", self._key.text) for seat in mine}
        people = [one.guest for one in group.people]

        def more(c: Connection) -> None:
            guest_store.set_recovery(c, table.id, {seat: token_digest(token) for seat, token in tokens.items()})
            sql.assign_table(c, people, table.id)
            self._store.bus.publish(c, BusMessage(SEEKS))

        try:
            await self._table_service.add(table, more)
        except Stale:
            return  # another process was faster, or somebody has changed their mind
        await self._table_service.start(table.id, table.host)
        log.info("people who were seeking have been seated", extra={"table": table.id})


MatchmakerDep = Annotated[Matchmaker, Depends(provided(Matchmaker))]
