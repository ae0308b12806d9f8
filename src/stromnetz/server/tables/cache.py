"""Tables in memory.

A table is loaded when needed and evicted when it has not been used for a while, or when a write fails: then the
database decides.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TypeVar

from sqlalchemy import Connection

from stromnetz.engine.errors import StromnetzError
from stromnetz.play.files.stored_games import resume
from stromnetz.play.game import Game
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.events import EventBus
from stromnetz.server.core.metrics import COMMIT, WAIT
from stromnetz.server.table_play import game_store
from stromnetz.tables.errors import NotFound
from stromnetz.tables.session import TableSession
from stromnetz.tables.table import FINISHED, LOBBY, RUNNING, Table
from stromnetz.tables.time import now_ms

from . import store as sql
from .events import BotDue, DeadlineSet, GameEnded, PersonDue, TableChanged

T = TypeVar("T")
log = logging.getLogger("stromnetz.tables")


@dataclass(slots=True, eq=False)
class LoadedTable:
    """A table in memory. Its session is replaced, never changed, so that reading it needs no lock."""

    session: TableSession
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    stale: bool = False

    @property
    def table(self) -> Table:
        return self.session.table

    @property
    def game(self) -> Game | None:
        return self.session.game

    def running_game(self) -> Game:
        return self.session.running_game()


class TableUsage:
    """The tables that are in use on this server."""

    def __init__(self) -> None:
        self.watched: set[str] = set()
        """Tables with viewers."""
        self.awaited: set[str] = set()
        """Tables at which a program waits for its turn."""

    def is_in_use(self, id: str) -> bool:
        return id in self.watched or id in self.awaited


class TableCache:
    """Loads, locks and evicts tables."""

    def __init__(
        self, database: Database, usage: TableUsage, events: EventBus, limit: int, clocks_run: bool = True
    ) -> None:
        self._database = database
        self.meters = database.meters
        self.usage = usage
        self._events = events
        self._limit = limit
        self._open: OrderedDict[str, LoadedTable] = OrderedDict()
        self._loading: dict[str, asyncio.Future[LoadedTable]] = {}
        self.clocks_run = clocks_run
        """Whether clocks are switched on."""
        self.seen: dict[tuple[str, int], int] = {}
        """When players were last present (by table and seat), as far as this is not saved yet."""

    def __len__(self) -> int:
        return len(self._open)

    def ids(self) -> list[str]:
        """Return the ids of the tables in memory."""
        return list(self._open)

    def get_cached(self, id: str) -> LoadedTable | None:
        """Return a table if it is in memory."""
        return self._open.get(id)

    async def load(self, id: str) -> LoadedTable:
        """Return a table from memory, or load it."""
        if (opened := self._open.get(id)) is not None:
            self._open.move_to_end(id)
            return opened
        if id not in self._loading:
            self._loading[id] = asyncio.ensure_future(self._load(id))
            self._loading[id].add_done_callback(lambda _: self._loading.pop(id, None))
        # shielded: other requests wait for it even if the first one is cancelled
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> LoadedTable:
        loaded = await self._database.read(lambda c: read_table(c, id))
        if loaded is None:
            raise NotFound(case="no-table")
        table, game, update_revision = loaded
        if not self.clocks_run:
            table.turn = None
        if update_revision is not None:
            await self._database.write(update_revision)
            log.warning("the game continues with changed rules", extra={"table": id})
        opened = LoadedTable(TableSession(table, game, self.clocks_run))
        self._open[id] = opened
        # another process may have moved: update viewers here, and start bots that are due
        self.publish(opened)
        self._evict_surplus()
        return opened

    def publish(self, opened: LoadedTable) -> None:
        """Publish that a table was changed or loaded, and who has to act there."""
        self._events.publish(TableChanged(opened))
        table = opened.table
        if table.person_due():
            self._events.publish(PersonDue(table))
        elif table.bot_due():
            self._events.publish(BotDue(table))
        elif table.state == FINISHED:
            self._events.publish(GameEnded(table))
        if table.turn is not None and table.turn.deadline is not None:
            self._events.publish(DeadlineSet(table.turn.deadline))

    def _evict_surplus(self) -> None:
        """Evict the least recently used tables, except watched or locked ones."""
        surplus = len(self._open) - self._limit
        for id, opened in list(self._open.items()):
            if surplus <= 0:
                return
            if not opened.lock.locked() and id not in self.usage.watched:
                self.evict(opened)
                surplus -= 1

    def touch_presence(self, opened: LoadedTable, seats: list[int], stays: bool = False) -> None:
        """Record that players are present at these seats; saved later."""
        table = opened.table
        if table.state == RUNNING:
            at = now_ms()
            for seat in seats:
                one = table.seats[seat]
                one.seen_at = at
                one.came_at = (one.came_at or at) if stays else one.came_at
                self.seen[table.id, seat] = at

    def evict(self, opened: LoadedTable) -> None:
        opened.stale = True
        if self._open.get(opened.table.id) is opened:
            del self._open[opened.table.id]

    @asynccontextmanager
    async def locked(self, id: str) -> AsyncIterator[LoadedTable]:
        """Lock a table to change it."""
        while True:
            with self.meters.stage(WAIT):
                opened = await self.load(id)
                await opened.lock.acquire()
            if not opened.stale:
                break
            opened.lock.release()
        try:
            yield opened
        finally:
            opened.lock.release()

    async def commit(self, opened: LoadedTable, work: Callable[[Connection], T]) -> T:
        try:
            with self.meters.stage(COMMIT):
                return await self._database.write(work)
        except BaseException:
            # committed or not: reload it; also if the caller was cancelled
            self.evict(opened)
            raise


def read_table(c: Connection, id: str) -> tuple[Table, Game | None, Callable[[Connection], None] | None] | None:
    """Read a table with its game, and a write that is needed if the rules have changed since."""
    table = sql.read_table(c, id)
    if table is None:
        return None
    stored = game_store.read_game(c, id)
    if stored is None:
        return table, None, None
    try:
        game = resume(stored.header, stored.rows, stored.snapshots, stored.position)
    except (StromnetzError, KeyError) as error:
        log.error("a stored game cannot be read: %s", error, extra={"table": id})
        raise NotFound("the game of this table cannot be read by this version of the server", {}) from error
    if table.state in (LOBBY, RUNNING):
        table.update_from_game(game)
    revision = game.rules.edition.revision
    if stored.header["revision"] >= revision:
        return table, game, None
    header = {**stored.header, "revision": revision, "since": game.header["since"]}
    return table, game, lambda c: game_store.update_rules_revision(c, id, header, game.version, stored.position)
