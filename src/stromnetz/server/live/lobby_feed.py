"""The hall before the tables: whoever looks at the lists is told when they have changed, and asks for them again.

A message is ``{"type": "changed", "what": [...]}`` with ``tables`` (public ones), ``seeks`` and ``mine`` (a table at
which the listener sits). Nothing of what has changed stands in it, so that there is one way to read a list. Whatever
happens within a second is told together. A server that is being stopped says ``leaving``, as to viewers of a table,
and closes with 1012. News of other servers says that it is time to look into the database; without
news it is looked at from time to time, while somebody listens.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Annotated, Any

from fastapi import Depends
from starlette.websockets import WebSocket, WebSocketDisconnect

from stromnetz.server.core import cluster as core_cluster
from stromnetz.server.core.cluster import BusMessageReceived
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.dependencies import provided
from stromnetz.server.core.identity import GuestLoggedOut
from stromnetz.server.core.periodic import log_failures, wait_or_timeout
from stromnetz.server.core.rate_limits import ReadBudget
from stromnetz.server.matchmaking.service import SeeksChanged
from stromnetz.server.matchmaking.store import lobby_fingerprint, whose
from stromnetz.server.tables.events import TableChanged, TableClosed
from stromnetz.tables.errors import Unavailable
from stromnetz.tables.table import FINISHED, Table

from .events import ServerDraining
from .updates import encode
from .viewers import SEND_SECONDS, Viewer, receive

log = logging.getLogger("stromnetz.server")

TABLES, SEEKS, MINE = "tables", "seeks", "mine"
POLL_SECONDS = 5.0
"""Seconds between two looks at what other processes do, while no news comes."""
BATCH_SECONDS = 1.0
"""Seconds between two messages to one listener, and between two looks."""
LISTS = "-"
"""What listeners look at, where others look at a table."""
LOGGED_OUT, LEAVING = "logged-out", "leaving"
COOKIE_ENDED, RESTART = 4001, 1012


class LobbyFeed:
    def __init__(self, store: Database, costs: ReadBudget) -> None:
        self._store = store
        self._read_budget = costs
        self._listeners: set[Viewer] = set()
        self._known: dict[str, tuple[Any, ...]] = {}
        """What was last told of each public table."""
        self._pulse: Any = None
        self._news: set[str] = set()
        """The tables of which other servers have told news."""
        self._wake = asyncio.Event()

    # --- what happens ---

    def on_table_changed(self, event: TableChanged) -> None:
        """A table has changed, perhaps only by a move."""
        if not self._listeners:
            self._known.clear()
            return
        table = event.opened.table
        for one in self._listeners:
            if one.guest in table.mine:
                one.mark_dirty(MINE)
        before = self._known.pop(table.id, None)
        if table.public and table.state != FINISHED:
            self._known[table.id] = _shown(table)
        if self._known.get(table.id) != before:
            self.mark_changed(TABLES)

    def on_bus_message(self, event: BusMessageReceived) -> None:
        """Another server has changed something: whether that is in somebody's list is looked up."""
        news = event.message
        if not self._listeners:
            return
        if news.kind == core_cluster.SEEKS:
            self.mark_changed(SEEKS)
        elif news.kind in (core_cluster.ROWS, core_cluster.TABLE, core_cluster.LOOK):
            self._news.add(news.about)
            self._wake.set()

    def on_table_closed(self, event: TableClosed) -> None:
        self._known.pop(event.table, None)
        self.mark_changed(TABLES, MINE)

    def mark_changed(self, *what: str) -> None:
        for one in self._listeners:
            one.mark_dirty(*what)

    def on_seeks_changed(self, event: SeeksChanged) -> None:
        self.mark_changed(SEEKS)

    def on_guest_logged_out(self, event: GuestLoggedOut) -> None:
        for one in self._listeners:
            if one.guest is not None and event.guest in (None, one.guest):
                one.mark_dirty(LOGGED_OUT)

    def on_draining(self, event: ServerDraining) -> None:
        """Tell everybody to connect to another server, spread over a while."""
        for one in self._listeners:
            one.spread = event.within
            one.mark_dirty(LEAVING)

    async def run(self) -> None:
        """Look what other processes have done, as long as the server runs and somebody listens."""
        while True:
            await wait_or_timeout(self._wake, POLL_SECONDS)
            self._wake.clear()
            with log_failures(
                log, "whether lists have changed cannot be read", "whether lists have changed could not be found out"
            ):
                await self.poll()
            await asyncio.sleep(BATCH_SECONDS)

    async def _begin(self) -> None:
        """Before the first listener comes: from now on it is known what is new."""
        if self._pulse is None:
            with suppress(Unavailable):
                self._pulse = await self._store.read(lobby_fingerprint)

    async def poll(self) -> None:
        news, self._news = self._news, set()
        if not self._listeners:
            self._pulse = None
            return
        guests = {one.guest for one in self._listeners if one.guest is not None}
        try:
            found, told = await self._store.read(lambda c: (lobby_fingerprint(c), whose(c, news, guests)))
        except Unavailable:
            self._news |= news
            raise
        before, self._pulse = self._pulse, found
        for one in self._listeners:
            if one.guest in told:
                one.mark_dirty(MINE)
        if before is not None and found != before:
            self.mark_changed(TABLES, SEEKS)

    # --- who listens ---

    async def serve(self, socket: WebSocket, guest: str | None, address: str) -> None:
        """Everything of one socket. What was missed before it came, it reads by itself."""
        listener = Viewer(guest, address, None)
        self._listeners.add(listener)
        try:
            await self._begin()
            await socket.accept()
            sender = asyncio.create_task(_send(socket, listener))
            receiver = asyncio.create_task(receive(socket, listener, self._read_budget))
            try:
                done, pending = await asyncio.wait({sender, receiver}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                sender.cancel()
                receiver.cancel()
        finally:
            self._listeners.discard(listener)
        if pending:
            # not gathered: whoever ends this task meanwhile would be told that it was the other one
            await asyncio.wait(pending)
        for task in done:
            code = task.result()
            if code is not None:
                with suppress(TimeoutError, RuntimeError, WebSocketDisconnect):
                    await asyncio.wait_for(socket.close(code), 1)


def _shown(table: Table) -> tuple[Any, ...]:
    """What of a public table stands in lists, save whose turn it is."""
    return table.state, table.settings.rated, *((seat.kind, seat.name, seat.colour) for seat in table.seats)


async def _send(socket: WebSocket, listener: Viewer) -> int | None:
    while True:
        await listener.woken.wait()
        listener.woken.clear()
        what, listener.pending = listener.pending, set()
        if LOGGED_OUT in what:
            return COOKIE_ENDED
        messages: list[dict[str, Any]] = []
        if lists := sorted(what - {LEAVING}):
            messages.append({"type": "changed", "what": lists})
        if LEAVING in what:
            messages.append({"type": "leaving", "within": listener.spread})
        try:
            for message in messages:
                async with asyncio.timeout(SEND_SECONDS):
                    await socket.send_text(encode(message))
        except TimeoutError:
            return 1013
        except (WebSocketDisconnect, RuntimeError):
            return None
        if LEAVING in what:
            return RESTART
        await _pause(listener)


async def _pause(listener: Viewer) -> None:
    """Gather what changes meanwhile; whoever is to go is not kept waiting."""
    loop = asyncio.get_running_loop()
    end = loop.time() + BATCH_SECONDS
    while not listener.pending & {LOGGED_OUT, LEAVING} and (left := end - loop.time()) > 0:
        listener.woken.clear()
        await wait_or_timeout(listener.woken, left)
    if listener.pending:
        listener.woken.set()


LobbyFeedDep = Annotated[LobbyFeed, Depends(provided(LobbyFeed))]
