"""Seeking a game: who would play the same is seated together, and bots fill up for those who do not want to wait."""

from __future__ import annotations

import asyncio
import logging

from sqlalchemy import Connection

from stromnetz.server.database import guests
from stromnetz.server.database import seeking as sql
from stromnetz.server.database.store import Store
from stromnetz.server.database.text import now_ms

from .bus import SEEKS, News
from .desk import Desk
from .errors import Stale
from .matching import Group, Seek, find_group, table_for
from .people import SigningKey, seat_token, token_digest
from .rounds import round_of, woken

log = logging.getLogger("stromnetz.seeking")

GONE = 150_000
"""Milliseconds after which whoever has not asked is gone. Browsers let pages in the background ask once a minute."""
KEPT = 24 * 3600 * 1000
"""How long it is kept which table was found."""
EVERY, IDLE = 1.0, 10.0
"""Seconds between two looks: while somebody seeks, and while nobody does."""


class Seeking:
    """Looks whether people can be seated, as long as the server runs. Several processes may do so at once."""

    def __init__(self, desk: Desk, store: Store, key: SigningKey, on: bool) -> None:
        self._on = on
        self._desk = desk
        self._store = store
        self._key = key
        self._wake = asyncio.Event()
        self._lock = asyncio.Lock()

    def wake(self) -> None:
        self._wake.set()

    async def run(self) -> None:
        while self._on:
            wait = IDLE
            with round_of(log, "seeking waits for the database", "seekers could not be seated"):
                wait = EVERY if await self.look() else IDLE
            self._wake.clear()
            await woken(self._wake, wait)

    async def look(self) -> bool:
        """Seat whoever can be; whether somebody still seeks."""
        async with self._lock:
            while True:
                now = now_ms()
                seeks = await self._known(now - GONE, now - KEPT)
                group = find_group(seeks, now)
                if group is None:
                    return bool(seeks)
                await self._seat(group)

    async def _known(self, gone: int, kept: int) -> list[Seek]:
        seeks, old = await self._store.read(lambda c: (sql.active(c, gone), sql.any_old(c, gone, kept)))
        if old:
            await self._store.write(lambda c: sql.sweep(c, gone, kept))
        return seeks

    async def _seat(self, group: Group) -> None:
        table = table_for(group, self._desk.clocks_run)
        mine = [seat for seat in table.seats if seat.link is not None]
        tokens = {seat.seat: seat_token(table.id, seat.seat, seat.link or "", self._key.text) for seat in mine}
        people = [one.guest for one in group.people]

        def more(c: Connection) -> None:
            guests.set_recovery(c, table.id, {seat: token_digest(token) for seat, token in tokens.items()})
            sql.found(c, people, table.id)
            self._store.bus.tell(c, News(SEEKS))

        try:
            await self._desk.add(table, more)
        except Stale:
            return  # another process was faster, or somebody has changed their mind
        await self._desk.start(table.id, table.host)
        log.info("people who were seeking have been seated", extra={"table": table.id})
