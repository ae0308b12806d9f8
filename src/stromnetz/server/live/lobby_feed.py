"""The WebSocket of the lobby: tells clients which lists have changed, so that they request them again.

A message is ``{"type": "changed", "what": [...]}`` with ``tables`` (public ones), ``seeks`` and ``mine`` (a table of
the listener). It contains no data, so that there is one way to read a list. Changes within a second are combined. A
server that stops sends ``leaving``, as to viewers of a table, and closes with 1012. Messages of other servers trigger a
look into the database, which is also polled while someone listens.
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
from stromnetz.server.core.database.db_schema import to_compact_json
from stromnetz.server.core.dependencies import provided
from stromnetz.server.core.identity import GuestLoggedOut
from stromnetz.server.core.periodic import log_failures, wait_or_timeout
from stromnetz.server.core.rate_limits import ReadBudget
from stromnetz.server.matchmaking.service import SeeksChanged
from stromnetz.server.matchmaking.store import guests_at, lobby_fingerprint
from stromnetz.server.tables.events import TableChanged, TableClosed
from stromnetz.tables.errors import Unavailable
from stromnetz.tables.table import FINISHED, Table

from .events import ServerDraining
from .viewers import COOKIE_ENDED, RESTART, RETRY, SEND_SECONDS, Viewer, receive

log = logging.getLogger("stromnetz.server")

TABLES, SEEKS, MINE = "tables", "seeks", "mine"
POLL_SECONDS = 5.0
"""Interval at which the database is polled without messages of other servers."""
BATCH_SECONDS = 1.0
"""Minimum time between two messages to a listener, and between two polls."""
LISTS = "-"
"""Stands for the lists where viewers of tables have a table's id."""
LOGGED_OUT, LEAVING = "logged-out", "leaving"


class LobbyFeed:
    def __init__(self, database: Database, costs: ReadBudget) -> None:
        self._database = database
        self._read_budget = costs
        self._listeners: set[Viewer] = set()
        self._known: dict[str, tuple[Any, ...]] = {}
        """The state of each public table that was last reported."""
        self._fingerprint: Any = None
        self._remote_changes: set[str] = set()
        """Tables that other servers have changed."""
        self._wake = asyncio.Event()

    # --- changes ---

    def on_table_changed(self, event: TableChanged) -> None:
        """Notify listeners if lists have changed; a mere move may not change them."""
        if not self._listeners:
            self._known.clear()
            return
        table = event.opened.table
        for one in self._listeners:
            if one.guest in table.seats_by_guest:
                one.mark_dirty(MINE)
        before = self._known.pop(table.id, None)
        if table.public and table.state != FINISHED:
            self._known[table.id] = _listed_state(table)
        if self._known.get(table.id) != before:
            self.mark_changed(TABLES)

    def on_bus_message(self, event: BusMessageReceived) -> None:
        """Mark what another server has changed; `poll` finds out whose lists are affected."""
        message = event.message
        if not self._listeners:
            return
        if message.kind == core_cluster.SEEKS:
            self.mark_changed(SEEKS)
        elif message.kind in (core_cluster.ROWS, core_cluster.TABLE, core_cluster.LOOK):
            self._remote_changes.add(message.about)
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
        """Tell listeners to reconnect to another server, spread over a while."""
        for one in self._listeners:
            one.spread = event.within
            one.mark_dirty(LEAVING)

    async def run(self) -> None:
        """Poll for changes of other processes until cancelled."""
        while True:
            await wait_or_timeout(self._wake, POLL_SECONDS)
            with log_failures(log, "changes of lists cannot be read", "changes of lists could not be found"):
                await self.poll()
            await asyncio.sleep(BATCH_SECONDS)

    async def _remember(self) -> None:
        """Take the first fingerprint, so that later changes are noticed."""
        if self._fingerprint is None:
            with suppress(Unavailable):
                self._fingerprint = await self._database.read(lobby_fingerprint)

    async def poll(self) -> None:
        changed, self._remote_changes = self._remote_changes, set()
        if not self._listeners:
            self._fingerprint = None
            return
        guests = {one.guest for one in self._listeners if one.guest is not None}
        try:
            found, affected = await self._database.read(lambda c: (lobby_fingerprint(c), guests_at(c, changed, guests)))
        except Unavailable:
            self._remote_changes |= changed
            raise
        before, self._fingerprint = self._fingerprint, found
        for one in self._listeners:
            if one.guest in affected:
                one.mark_dirty(MINE)
        if before is not None and found != before:
            self.mark_changed(TABLES, SEEKS)

    # --- listeners ---

    async def serve(self, socket: WebSocket, guest: str | None, address: str) -> None:
        """Serve one WebSocket until it ends. Clients read the lists themselves when they connect."""
        listener = Viewer(guest, address, None)
        self._listeners.add(listener)
        try:
            await self._remember()
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
            # not gathered: if this task is cancelled meanwhile, gather would raise the error of the other one
            await asyncio.wait(pending)
        for task in done:
            code = task.result()
            if code is not None:
                with suppress(TimeoutError, RuntimeError, WebSocketDisconnect):
                    await asyncio.wait_for(socket.close(code), 1)


def _listed_state(table: Table) -> tuple[Any, ...]:
    """Return what lists show of a public table, except whose turn it is."""
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
                    await socket.send_text(to_compact_json(message))
        except TimeoutError:
            return RETRY
        except (WebSocketDisconnect, RuntimeError):
            return None
        if LEAVING in what:
            return RESTART
        await _pause(listener)


async def _pause(listener: Viewer) -> None:
    """Wait to combine changes, but not if the socket is about to close."""
    loop = asyncio.get_running_loop()
    end = loop.time() + BATCH_SECONDS
    while not listener.pending & {LOGGED_OUT, LEAVING} and (left := end - loop.time()) > 0:
        await wait_or_timeout(listener.woken, left)
    if listener.pending:
        listener.woken.set()


LobbyFeedDep = Annotated[LobbyFeed, Depends(provided(LobbyFeed))]
