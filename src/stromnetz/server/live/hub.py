"""WebSockets of tables: each viewer receives what their seats may see.

Nothing is queued: a change marks what a viewer has not received, and the sender then sends the newest state in one
message. A slow viewer thus gets fewer and larger messages and costs no memory; one that receives nothing is dropped.

Messages to a viewer, each an object with a ``type``:

- ``hello``: ``protocol``, ``table``, ``events``, ``presence``, and the game's ``version`` (null before it begins)
- ``state``: ``version``, ``undo``, ``views``: everything, after ``hello`` or if the gap is too large; ``undo`` is the
  seat that may undo its last move
- ``rows``: ``after``, ``version``, ``undo``, ``rows``, ``views``: everything since version ``after``
- ``table``: ``table`` and ``events`` (all events besides moves), when seats or settings changed
- ``clock``: ``clock``, when a turn began or ended, a player is away or back, or a stand-in begins or ends
- ``preset-moves``: ``seat``, only to its player: a pre-set move was used or dropped
- ``presence``: ``presence``: seats whose players watch, and the number of spectators
- ``notice``: ``texts``, a broadcast of an admin, by language
- ``ratings``: the game was rated: GET …/ratings returns the ratings before and after it
- ``chat``: there are new chat messages, or the chat was closed or opened; ``pong``, ``error``
- ``leaving``: ``within``: the server stops; reconnect after a random time up to so many milliseconds

Close codes: 4004 if the table was closed before the game began, 4001 if the guest has logged out, 1012 if the server
stops.

Messages from a viewer: ``{"type": "resume", "version": n}`` and ``{"type": "ping"}``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Container
from contextlib import suppress
from typing import Annotated, Any

from fastapi import Depends
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from stromnetz.engine.errors import StromnetzError
from stromnetz.play.game import Game
from stromnetz.server.chat.service import ChatPosted
from stromnetz.server.core.database.db_schema import to_compact_json
from stromnetz.server.core.dependencies import provided
from stromnetz.server.core.events import EventBus
from stromnetz.server.core.identity import GuestLoggedOut
from stromnetz.server.core.metrics import SEND, VIEWS, Metrics
from stromnetz.server.core.rate_limits import ReadBudget
from stromnetz.server.matchmaking.rating_service import GamesRated
from stromnetz.server.table_play.clock_service import PresenceStored
from stromnetz.server.table_play.preset_moves import PresetMovesChanged
from stromnetz.server.tables.cache import LoadedTable
from stromnetz.server.tables.events import TableChanged, TableClosed, TableSynced
from stromnetz.server.tables.service import TableService
from stromnetz.tables.clocks import clock_json
from stromnetz.tables.errors import RateLimited
from stromnetz.tables.table import FINISHED, RUNNING
from stromnetz.tables.time import now_ms
from stromnetz.tables.views import TableViews

from .events import RemoteViewersChanged, ServerDraining, TableWatched
from .updates import UpdateEncoder
from .viewers import (
    COOKIE_ENDED,
    RESTART,
    RETRY,
    ROWS,
    SEND_SECONDS,
    TABLE_CLOSED,
    Viewer,
    clock_state,
    receive,
    table_state,
)

PROTOCOL = 1
MAX_ROWS = 500
"""Larger gaps are closed by sending the whole state."""
MAX_CACHED_UPDATES = 1024 * 1024
"""Characters of cached messages per table."""

TABLE, CLOCK, PRESENCE, CHAT, NOTICE, RATINGS = "table", "clock", "presence", "chat", "notice", "ratings"
PRESET_MOVES = tuple(f"preset-moves {seat}" for seat in range(8))
CLOSED, LOGGED_OUT, LEAVING = "closed", "logged-out", "leaving"


class Room:
    """The viewers of one table."""

    def __init__(self, opened: LoadedTable, meters: Metrics) -> None:
        self.opened = opened
        self.meters = meters
        self._table_state = table_state(opened.table)
        self._clocks = clock_state(opened.table)
        self.viewers: set[Viewer] = set()
        self.others: list[str | None] = []
        """Viewers on other servers."""
        self._texts: dict[Any, str] = {}
        """Messages for several viewers, until the next change."""
        self._encoder: UpdateEncoder | None = None

    def on_table_changed(self, opened: LoadedTable) -> None:
        state = table_state(opened.table)
        changed = TABLE if state != self._table_state else ROWS
        ended = state[-1] != self._table_state[-1]
        self.opened, self._table_state = opened, state
        self._texts.clear()
        self._encoder = None
        for viewer in self.viewers:
            viewer.set_seats(opened.table.seats_of(viewer.guest))
            viewer.version = None if ended else viewer.version  # no move, but views have changed
            viewer.mark_dirty(ROWS, changed)
        self.update_clocks()

    def update_clocks(self) -> None:
        """Send the clocks if they have changed."""
        state = clock_state(self.opened.table)
        if state != self._clocks:
            self._clocks = state
            for viewer in self.viewers:
                viewer.mark_dirty(CLOCK)

    def presence(self) -> dict[str, Any]:
        mine = [self.opened.table.seats_of(guest) for guest in [*(one.guest for one in self.viewers), *self.others]]
        seats, spectators = {seat for each in mine for seat in each}, sum(not each for each in mine)
        return {"seats": sorted(seats), "spectators": spectators}

    def text(self, viewer: Viewer, what: str) -> str | None:
        """Return a message for a viewer; None if there is nothing new."""
        table, game = self.opened.table, self.opened.game
        if what == PRESENCE:
            return to_compact_json({"type": "presence", "presence": self.presence()})
        if what == CLOCK:
            return to_compact_json({"type": "clock", "clock": clock_json(table, now_ms())})
        if what in (CHAT, RATINGS):
            return to_compact_json({"type": what})
        if what == LEAVING:
            return to_compact_json({"type": "leaving", "within": viewer.spread})
        if what == NOTICE:
            return to_compact_json({"type": "notice", "texts": viewer.notice})
        if what in PRESET_MOVES:
            return to_compact_json({"type": "preset-moves", "seat": PRESET_MOVES.index(what)})
        if what == TABLE:
            return self._shared(
                (TABLE, viewer.guest), lambda: to_compact_json({"type": TABLE, **table.update_json(viewer.guest)})
            )
        if game is None or viewer.version == game.version:
            return None
        seats, after = tuple(table.seats_of(viewer.guest)), viewer.version
        viewer.version = game.version
        if after is not None and not 0 <= game.version - after <= MAX_ROWS:
            after = None
        return self._shared((seats, after), lambda: self._update(game, seats, after))

    def _update(self, game: Game, seats: tuple[int, ...], after: int | None) -> str:
        with self.meters.stage(VIEWS):
            if self._encoder is None:
                self._encoder = UpdateEncoder(TableViews(self.opened.table, game))
            return self._encoder.update(seats, after)

    def _shared(self, key: Any, make: Callable[[], str]) -> str:
        if key not in self._texts:
            text = make()
            if sum(map(len, self._texts.values())) + len(text) > MAX_CACHED_UPDATES:
                # viewers that ask for many different gaps must not fill the memory
                self._texts.clear()
                self._encoder = None
            self._texts[key] = text
        return self._texts[key]


class LiveHub:
    """The rooms of all tables with viewers."""

    def __init__(
        self,
        table_service: TableService,
        events: EventBus,
        max_sockets: int,
        max_per_address: int,
        costs: ReadBudget,
        exempt: Container[str] = (),
    ) -> None:
        self._table_service = table_service
        self._usage = table_service.cache.usage
        self._events = events
        self._read_budget = costs
        self._max_sockets = max_sockets
        self._max_per_address = max_per_address
        self._exempt = exempt
        self._rooms: dict[str, Room] = {}
        self._by_address: dict[str, int] = {}
        self._sockets: set[WebSocket] = set()

    def __len__(self) -> int:
        return len(self._sockets)

    def on_table_changed(self, event: TableChanged | TableSynced) -> None:
        if (room := self._rooms.get(event.opened.table.id)) is not None:
            room.on_table_changed(event.opened)

    def running(self) -> list[tuple[LoadedTable, list[int]]]:
        """Return the running games with viewers, and the seats of those viewers."""
        rooms = [room for room in self._rooms.values() if room.opened.table.state == RUNNING]
        return [(room.opened, room.presence()["seats"]) for room in rooms]

    def on_presets_changed(self, event: PresetMovesChanged) -> None:
        """Tell only the players of the seat."""
        if (room := self._rooms.get(event.table)) is not None:
            for viewer in room.viewers:
                if event.seat in viewer.seats:
                    viewer.mark_dirty(PRESET_MOVES[event.seat])

    def on_remote_viewers_changed(self, event: RemoteViewersChanged) -> None:
        if (room := self._rooms.get(event.table)) is None:
            return
        before, room.others = room.presence(), [guest for guest, _ in event.viewers]
        for guest, came_at in event.viewers:
            for number in room.opened.table.seats_of(guest):
                seat = room.opened.table.seats[number]
                seat.came_at = min(seat.came_at or came_at, came_at)
        if room.presence() != before:
            for viewer in room.viewers:
                viewer.mark_dirty(PRESENCE)
            room.update_clocks()

    def on_presence_stored(self, event: PresenceStored) -> None:
        for room in self._rooms.values():
            room.update_clocks()

    def on_table_closed(self, event: TableClosed) -> None:
        """Disconnect the viewers of a table that was closed."""
        if (room := self._rooms.get(event.table)) is not None:
            for viewer in room.viewers:
                viewer.mark_dirty(CLOSED)

    def on_chat_posted(self, event: ChatPosted) -> None:
        """Tell the viewers who may read the message."""
        if (room := self._rooms.get(event.table)) is not None:
            table = room.opened.table
            for viewer in room.viewers:
                plays = bool(table.seats_of(viewer.guest))
                if plays == event.players or (plays and table.state == FINISHED):
                    viewer.mark_dirty(CHAT)

    def on_games_rated(self, event: GamesRated) -> None:
        """Tell the viewers of these tables."""
        for id in event.tables:
            if (room := self._rooms.get(id)) is not None:
                for viewer in room.viewers:
                    viewer.mark_dirty(RATINGS)

    def announce(self, texts: dict[str, str]) -> None:
        """Send a broadcast to all viewers of tables."""
        for room in self._rooms.values():
            for viewer in room.viewers:
                viewer.notice = texts
                viewer.mark_dirty(NOTICE)

    def on_draining(self, event: ServerDraining) -> None:
        """Tell viewers to reconnect to another server, spread over a while."""
        for room in self._rooms.values():
            for viewer in room.viewers:
                viewer.spread = event.within
                viewer.mark_dirty(LEAVING)

    def on_guest_logged_out(self, event: GuestLoggedOut) -> None:
        """Disconnect the viewers of this guest."""
        for room in self._rooms.values():
            for viewer in room.viewers:
                if viewer.guest is not None and event.guest in (None, viewer.guest):
                    viewer.mark_dirty(LOGGED_OUT)

    def check(self, address: str) -> None:
        """Refuse a socket if there are too many."""
        each = 0 if address in self._exempt else self._by_address.get(address, 0)
        if len(self) >= self._max_sockets or each >= self._max_per_address:
            raise RateLimited(case="too-many-sockets")

    def count_in(self, socket: WebSocket, address: str) -> None:
        self._sockets.add(socket)
        self._by_address[address] = self._by_address.get(address, 0) + 1

    def count_out(self, socket: WebSocket, address: str) -> None:
        self._sockets.discard(socket)
        left = self._by_address[address] - 1
        if left:
            self._by_address[address] = left
        else:
            del self._by_address[address]

    async def serve(self, socket: WebSocket, id: str, guest: str | None, address: str, since: int | None) -> None:
        """Serve one WebSocket until it ends."""
        viewer = Viewer(guest, address, since)
        await socket.accept()
        try:
            opened = await self._table_service.cache.load(id)
        except StromnetzError:
            await _close(socket, RETRY)  # accepted already, so there is no error response
            return
        # no await between loading and entering, so that no change is missed
        room = self._enter(id, opened, viewer, socket)
        try:
            await self._talk(socket, room, viewer)
        finally:
            self._leave(id, room, viewer, socket)
            if socket.application_state is not WebSocketState.DISCONNECTED:
                await _close(socket, 1011)

    def _enter(self, id: str, opened: LoadedTable, viewer: Viewer, socket: WebSocket) -> Room:
        room = self._rooms.get(id)
        if room is None:
            room = self._rooms[id] = Room(opened, self._table_service.cache.meters)
            self._usage.watched.add(id)
            self._events.publish(TableWatched(id))
        room.viewers.add(viewer)
        viewer.seats = opened.table.seats_of(viewer.guest)
        self._table_service.cache.touch_presence(opened, viewer.seats, stays=True)
        self.count_in(socket, viewer.address)
        for other in room.viewers - {viewer}:
            other.mark_dirty(PRESENCE)
        room.update_clocks()
        return room

    def _leave(self, id: str, room: Room, viewer: Viewer, socket: WebSocket) -> None:
        room.viewers.discard(viewer)
        self._table_service.cache.touch_presence(room.opened, viewer.seats)
        for seat in set(viewer.seats) - set(room.presence()["seats"]):
            room.opened.table.seats[seat].came_at = None
        self.count_out(socket, viewer.address)
        if not room.viewers:
            del self._rooms[id]
            self._usage.watched.discard(id)
        for other in room.viewers:
            other.mark_dirty(PRESENCE)

    async def _talk(self, socket: WebSocket, room: Room, viewer: Viewer) -> None:
        """Send and receive until one of them ends, then stop the other."""
        table, game = room.opened.table, room.opened.game
        hello = {
            "type": "hello",
            "protocol": PROTOCOL,
            **table.update_json(viewer.guest),
            "presence": room.presence(),
            "version": None if game is None else game.version,
        }
        await socket.send_text(to_compact_json(hello))
        if game is not None and viewer.version == game.version:
            viewer.version = None  # a reloaded page has the rows, but needs the views
        viewer.mark_dirty(ROWS)
        sender = asyncio.create_task(_send(socket, room, viewer))
        receiver = asyncio.create_task(receive(socket, viewer, self._read_budget))
        done, pending = await asyncio.wait({sender, receiver}, return_when=asyncio.FIRST_COMPLETED)
        for task in pending:
            task.cancel()
        await asyncio.gather(*pending, return_exceptions=True)
        for task in done:
            code = task.result()
            if code is not None:
                await _close(socket, code)


async def _send(socket: WebSocket, room: Room, viewer: Viewer) -> int | None:
    """Send pending messages; return the close code, or None if the viewer has disconnected."""
    while True:
        await viewer.woken.wait()
        viewer.woken.clear()
        if CLOSED in viewer.pending:
            return TABLE_CLOSED
        if LOGGED_OUT in viewer.pending:
            return COOKIE_ENDED
        leaves = LEAVING in viewer.pending
        for what in (TABLE, ROWS, CLOCK, PRESENCE, CHAT, RATINGS, NOTICE, *PRESET_MOVES, LEAVING):
            if what in viewer.pending:
                viewer.pending.discard(what)
                text = room.text(viewer, what)
                if text is not None:
                    try:
                        with room.meters.stage(SEND):
                            async with asyncio.timeout(SEND_SECONDS):
                                await socket.send_text(text)
                        room.meters.socket_messages.inc()
                    except TimeoutError:
                        room.meters.sockets_dropped.inc()
                        return RETRY
                    except (WebSocketDisconnect, RuntimeError):
                        return None
        if leaves:
            return RESTART


async def _close(socket: WebSocket, code: int) -> None:
    with suppress(TimeoutError, RuntimeError, WebSocketDisconnect):
        await asyncio.wait_for(socket.close(code), 1)


LiveHubDep = Annotated[LiveHub, Depends(provided(LiveHub))]
