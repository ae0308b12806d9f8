"""Wakes up when the time of a turn is out, and notes who is there. What is true stands in the database alone.

Several processes may do this at once: a turn is claimed by whoever commits first.
"""

from __future__ import annotations

import asyncio
import logging

from stromnetz.server.database import clocks as sql
from stromnetz.server.database.store import Store
from stromnetz.server.database.text import now_ms

from .desk import Desk
from .drawer import OpenTable
from .errors import NotFound, Stale, Unavailable
from .live import Hub

log = logging.getLogger("stromnetz.clocks")

LONGEST = 5.0
"""Seconds after which it looks even where nothing is due: another process may have ended."""
NOTE = 15_000
"""Milliseconds between two notes that the server runs."""
ATTENDANCE = 30_000
"""The same for who is there."""


class Timekeeper:
    def __init__(self, desk: Desk, store: Store, hub: Hub) -> None:
        self._desk = desk
        self._store = store
        self._hub = hub
        self._wake = asyncio.Event()
        self._planned = 0
        self._noted = 0
        self._attended = 0
        self._broken: set[str] = set()

    def changed(self, opened: OpenTable) -> None:
        """A turn may have begun that is over sooner than it was going to look."""
        turn = opened.table.turn
        if turn is not None and turn.deadline is not None and turn.deadline < self._planned:
            self._wake.set()

    async def start(self) -> None:
        """Clocks go on after the time that the server was down."""
        await self._store.write(lambda c: sql.begin_to_watch(c, now_ms()))
        if self._desk.clocks_run:
            await self._store.write(lambda c: sql.wake_up(c, now_ms()))
            self._noted = now_ms()

    async def run(self) -> None:
        """As long as the server runs."""
        while True:
            wait = LONGEST
            try:
                wait = await self.round()
            except Unavailable as error:
                log.warning("clocks wait for the database: %s", error)
            except Exception:
                log.exception("clocks could not be looked at")
            self._planned = now_ms() + int(wait * 1000)
            self._wake.clear()
            try:
                async with asyncio.timeout(wait):
                    await self._wake.wait()
            except TimeoutError:
                continue

    async def round(self) -> float:
        """Do what is due; how many seconds there are until something is again."""
        now = now_ms()
        if now - self._attended >= ATTENDANCE:
            await self.attend()
            self._attended = now
        if not self._desk.clocks_run:
            return LONGEST
        if now - self._noted >= NOTE:
            await self._store.write(lambda c: sql.note_alive(c, now))
            self._noted = now
        await self.look()
        due = await self._store.read(sql.next_deadline)
        if due is None or due <= now_ms():
            return LONGEST
        return min(LONGEST, max(0.01, (due - now_ms()) / 1000))

    async def look(self) -> int:
        """Let bots answer where time is out; at how many tables."""
        found = await self._store.read(lambda c: sql.overdue(c, now_ms()))
        count = 0
        for id in found:
            if id in self._broken:
                continue
            try:
                count += await self._desk.time_out(id)
            except Stale:
                continue  # somebody was faster
            except NotFound:
                self._broken.add(id)
                log.warning("time is out at a table that cannot be read", extra={"table": id})
        return count

    async def attend(self) -> None:
        """Note who is there; read what other processes have noted, and tell viewers who is away by now."""
        rooms = self._hub.running()
        for opened, seats in rooms:
            self._desk.saw(opened, seats, stays=True)
        fresh, self._desk.seen = self._desk.seen, {}
        if fresh:
            await self._store.write(lambda c: sql.note_seen(c, fresh))
        ids = [opened.table.id for opened, _ in rooms]
        if not ids:
            return
        known = await self._store.read(lambda c: sql.last_seen(c, ids))
        for (id, number), at in known.items():
            if (known_here := self._desk.at_hand(id)) is not None:
                seat = known_here.table.seats[number]
                seat.seen_at = max(seat.seen_at or 0, at)
        self._hub.look_at_clocks()
