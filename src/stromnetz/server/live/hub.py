"""Live tables: one WebSocket a viewer, and each is told what its seats may see.

Nothing is queued. A change marks what a viewer has not been told; its sender then tells the newest state in one
message. So a slow viewer gets fewer and larger messages, costs no memory, and one that takes nothing at all is dropped.

Messages to a viewer, each an object with a ``type``:

- ``hello``: ``protocol``, ``table``, ``events``, ``presence``, and the game's ``version`` (null before it begins)
- ``state``: ``version``, ``undo``, ``views``: everything, after ``hello`` or when the gap is too large; ``undo`` is the
  seat that may take its last move back
- ``rows``: ``after``, ``version``, ``undo``, ``rows``, ``views``: what happened since version ``after``
- ``table``: ``table``, when seats or settings changed, and ``events``: all that has happened there besides moves
- ``clock``: ``clock``, when a turn has begun or ended, somebody is away or back, or a bot holds a seat or gives it back
- ``answers``: ``seat``, to whoever plays it alone: what was said in advance has been used or given up
- ``presence``: ``presence``: which seats somebody looks from, how many look on
- ``notice``: ``texts``, a line of the host's for everybody, by language
- ``ratings``: the game has been rated: GET …/ratings tells the ratings before and after it
- ``chat``: there is more to read in the chat, or it was closed or opened; ``pong``, ``error``
- ``leaving``: ``within``: the server is being stopped; come back, elsewhere, after any time up to so many milliseconds

A socket that is closed with 4004 watched a table that was given up before it began; with 4001, its guest has logged
out; with 1012, the server is being stopped.

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
from stromnetz.tables.results import final_fields
from stromnetz.tables.table import FINISHED, RUNNING
from stromnetz.tables.time import now_ms

from .events import RemoteViewersChanged, ServerDraining, TableWatched
from .updates import UpdateEncoder, encode
from .viewers import ROWS, SEND_SECONDS, Viewer, clock_state, receive, table_state

PROTOCOL = 1
MAX_ROWS = 500
"""A larger gap is told as a whole state."""
MAX_CACHED_UPDATES = 1024 * 1024
"""Characters of messages that are kept for the viewers of one table."""

TABLE, CLOCK, PRESENCE, CHAT, NOTICE, RATINGS = "table", "clock", "presence", "chat", "notice", "ratings"
ANSWERS = tuple(f"answers {seat}" for seat in range(8))
CLOSED, LOGGED_OUT, LEAVING = "closed", "logged-out", "leaving"
TABLE_CLOSED = 4004
"""The code with which a socket is closed when its table is."""
COOKIE_ENDED = 4001
"""The code with which a socket is closed when its guest has logged out."""
RESTART = 1012
"""The code with which a socket is closed when the server is being stopped."""
AGAIN = 1013
"""The code with which a socket is closed that may come again later."""


class Room:
    """The viewers of one table."""

    def __init__(self, opened: LoadedTable, meters: Metrics) -> None:
        self.opened = opened
        self.meters = meters
        self._told = table_state(opened.table)
        self._clocks = clock_state(opened.table)
        self.viewers: set[Viewer] = set()
        self.others: list[str | None] = []
        """Who looks on by other servers."""
        self._texts: dict[Any, str] = {}
        """Messages that several viewers get, until the next change."""
        self._telling: UpdateEncoder | None = None

    def on_table_changed(self, opened: LoadedTable) -> None:
        state = table_state(opened.table)
        told = TABLE if state != self._told else ROWS
        ended = state[-1] != self._told[-1]
        self.opened, self._told = opened, state
        self._texts.clear()
        self._telling = None
        for viewer in self.viewers:
            viewer.set_seats(opened.table.seats_of(viewer.guest))
            viewer.version = None if ended else viewer.version  # nothing may have moved, but views differ
            viewer.mark_dirty(ROWS, told)
        self.update_clocks()

    def update_clocks(self) -> None:
        """Tell how the clocks stand, where that has changed."""
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
        """A message for a viewer; None when there is nothing to tell."""
        table, game = self.opened.table, self.opened.game
        if what == PRESENCE:
            return encode({"type": "presence", "presence": self.presence()})
        if what == CLOCK:
            return encode({"type": "clock", "clock": clock_json(table, now_ms())})
        if what in (CHAT, RATINGS):
            return encode({"type": what})
        if what == LEAVING:
            return encode({"type": "leaving", "within": viewer.spread})
        if what == NOTICE:
            return encode({"type": "notice", "texts": viewer.notice})
        if what in ANSWERS:
            return encode({"type": "answers", "seat": ANSWERS.index(what)})
        if what == TABLE:
            return self._shared((TABLE, viewer.guest), lambda: encode({"type": TABLE, **table.told_to(viewer.guest)}))
        if game is None or viewer.version == game.version:
            return None
        seats, after = tuple(table.seats_of(viewer.guest)), viewer.version
        viewer.version = game.version
        if after is not None and not 0 <= game.version - after <= MAX_ROWS:
            after = None
        return self._shared((seats, after), lambda: self._timed_news(game, seats, after))

    def _timed_news(self, game: Game, seats: tuple[int, ...], after: int | None) -> str:
        with self.meters.stage(VIEWS):
            return self._news(game, seats, after)

    def _news(self, game: Game, seats: tuple[int, ...], after: int | None) -> str:
        """What a viewer with these seats has not seen; all of it where it knows nothing."""
        if self._telling is None:
            now = self.opened.table
            self._telling = UpdateEncoder(game, now.program_seats(), final_fields(now, game))
        undo = encode(self.opened.table.undo_seat(game))
        views = self._telling.views(seats)
        if after is None:
            return f'{{"type":"state","version":{game.version},"undo":{undo},"views":{views}}}'
        rows = self._telling.rows(seats, after)
        version = f'"after":{after},"version":{game.version}'
        return f'{{"type":"rows",{version},"undo":{undo},"rows":{rows},"views":{views}}}'

    def _shared(self, key: Any, make: Callable[[], str]) -> str:
        if key not in self._texts:
            text = make()
            if sum(map(len, self._texts.values())) + len(text) > MAX_CACHED_UPDATES:
                # whoever asks for ever other gaps fills no memory
                self._texts.clear()
                self._telling = None
            self._texts[key] = text
        return self._texts[key]


class LiveHub:
    """The rooms of all tables that somebody watches."""

    def __init__(
        self,
        table_service: TableService,
        events: EventBus,
        most: int,
        most_each: int,
        costs: ReadBudget,
        exempt: Container[str] = (),
    ) -> None:
        self._table_service = table_service
        self._usage = table_service.cache.usage
        self._events = events
        self._read_budget = costs
        self._most = most
        self._most_each = most_each
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
        """The games that are looked at, with the seats that somebody looks from."""
        rooms = [room for room in self._rooms.values() if room.opened.table.state == RUNNING]
        return [(room.opened, room.presence()["seats"]) for room in rooms]

    def on_presets_changed(self, event: PresetMovesChanged) -> None:
        """Tell the players of the seat, and nobody else."""
        if (room := self._rooms.get(event.table)) is not None:
            for viewer in room.viewers:
                if event.seat in viewer.seats:
                    viewer.mark_dirty(ANSWERS[event.seat])

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
        """Disconnect the viewers of a table that is no more."""
        if (room := self._rooms.get(event.table)) is not None:
            for viewer in room.viewers:
                viewer.mark_dirty(CLOSED)

    def on_chat_posted(self, event: ChatPosted) -> None:
        """Tell the viewers who may read it that there is more."""
        if (room := self._rooms.get(event.table)) is not None:
            table = room.opened.table
            for viewer in room.viewers:
                plays = bool(table.seats_of(viewer.guest))
                if plays == event.players or (plays and table.state == FINISHED):
                    viewer.mark_dirty(CHAT)

    def on_games_rated(self, event: GamesRated) -> None:
        """Tell the viewers of a table that its game has been rated."""
        for id in event.tables:
            if (room := self._rooms.get(id)) is not None:
                for viewer in room.viewers:
                    viewer.mark_dirty(RATINGS)

    def announce(self, texts: dict[str, str]) -> None:
        """Tell everybody who looks on, at whatever table, a line of the host's."""
        for room in self._rooms.values():
            for viewer in room.viewers:
                viewer.notice = texts
                viewer.mark_dirty(NOTICE)

    def on_draining(self, event: ServerDraining) -> None:
        """Tell everybody to connect to another server, spread over a while."""
        for room in self._rooms.values():
            for viewer in room.viewers:
                viewer.spread = event.within
                viewer.mark_dirty(LEAVING)

    def on_guest_logged_out(self, event: GuestLoggedOut) -> None:
        """Disconnect the viewers whose cookie has ended."""
        for room in self._rooms.values():
            for viewer in room.viewers:
                if viewer.guest is not None and event.guest in (None, viewer.guest):
                    viewer.mark_dirty(LOGGED_OUT)

    def check(self, address: str) -> None:
        """Refuse a socket too many."""
        each = 0 if address in self._exempt else self._by_address.get(address, 0)
        if len(self) >= self._most or each >= self._most_each:
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
        """Everything of one socket, from its acceptance to its end."""
        viewer = Viewer(guest, address, since)
        await socket.accept()
        try:
            opened = await self._table_service.cache.load(id)
        except StromnetzError:
            await _close(socket, AGAIN)  # it is too late for an answer
            return
        # looked up and entered in one go: nothing can happen at the table in between
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
        """Send and receive until one of the two ends; then the other ends too."""
        table, game = room.opened.table, room.opened.game
        hello = {
            "type": "hello",
            "protocol": PROTOCOL,
            **table.told_to(viewer.guest),
            "presence": room.presence(),
            "version": None if game is None else game.version,
        }
        await socket.send_text(encode(hello))
        if game is not None and viewer.version == game.version:
            viewer.version = None  # it knows the rows, but a reloaded page wants the views too
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
    """Tell what was marked; the code to close with, or None when the viewer is gone."""
    while True:
        await viewer.woken.wait()
        viewer.woken.clear()
        if CLOSED in viewer.pending:
            return TABLE_CLOSED
        if LOGGED_OUT in viewer.pending:
            return COOKIE_ENDED
        leaves = LEAVING in viewer.pending
        for what in (TABLE, ROWS, CLOCK, PRESENCE, CHAT, RATINGS, NOTICE, *ANSWERS, LEAVING):
            if what in viewer.pending:
                viewer.pending.discard(what)
                text = room.text(viewer, what)
                if text is not None:
                    try:
                        with room.meters.stage(SEND):
                            async with asyncio.timeout(SEND_SECONDS):
                                await socket.send_text(text)
                        room.meters.message_sent()
                    except TimeoutError:
                        room.meters.dropped()
                        return AGAIN
                    except (WebSocketDisconnect, RuntimeError):
                        return None
        if leaves:
            return RESTART


async def _close(socket: WebSocket, code: int) -> None:
    with suppress(TimeoutError, RuntimeError, WebSocketDisconnect):
        await asyncio.wait_for(socket.close(code), 1)


LiveHubDep = Annotated[LiveHub, Depends(provided(LiveHub))]
