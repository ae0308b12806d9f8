"""Tables in memory that other servers change too: what is behind the database catches up with it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection

from stromnetz.engine.errors import StromnetzError
from stromnetz.play.files.resuming import go_on
from stromnetz.play.game import Game
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.events import EventBus
from stromnetz.server.table_play import game_store
from stromnetz.server.tables import store as sql
from stromnetz.server.tables.cache import LoadedTable, TableCache
from stromnetz.server.tables.events import TableClosed, TableSynced
from stromnetz.tables.errors import NotFound, Unavailable
from stromnetz.tables.table import LOBBY, RUNNING, Table

log = logging.getLogger("stromnetz.tables")

State = tuple[int, int]
"""The revision and the version of a table."""


def state_of(opened: LoadedTable) -> State:
    return opened.table.revision, opened.table.version


class StateBatcher:
    """Questions for the states of tables: those that come while one is on its way are asked together."""

    def __init__(self, store: Database) -> None:
        self._store = store
        self._wanted: dict[str, asyncio.Future[State | None]] = {}
        self._task: asyncio.Task[None] | None = None

    async def state(self, id: str) -> State | None:
        """What the database says; None where there is no such table."""
        if id not in self._wanted:
            self._wanted[id] = asyncio.get_running_loop().create_future()
        answer = self._wanted[id]
        if self._task is None:
            self._task = asyncio.create_task(self._ask())
        return await asyncio.shield(answer)

    async def _ask(self) -> None:
        while self._wanted:
            wanted, self._wanted = self._wanted, {}
            try:
                found = await self._store.read(lambda c: sql.states_of(c, wanted))  # noqa: B023  (awaited here)
            except BaseException:
                for answer in wanted.values():
                    if not answer.done():
                        answer.set_exception(Unavailable(case="no-database"))
                        answer.exception()  # whoever asked may be gone
            else:
                for id, answer in wanted.items():
                    if not answer.done():
                        answer.set_result(found.get(id))
        self._task = None


class TableSync:
    """Keeps the tables in memory up to date with the database."""

    def __init__(self, store: Database, cache: TableCache, events: EventBus) -> None:
        self._store = store
        self._cache = cache
        self._events = events
        self._states = StateBatcher(store)

    async def ensure_fresh(self, id: str) -> bool:
        """Whether a table in memory was behind the database; it is not any more."""
        opened = self._cache.get_cached(id)
        if opened is None:
            return False
        known = state_of(opened)
        if await self._states.state(id) == known or opened.stale:
            return opened.stale
        if state_of(opened) != known:
            return True  # what was on its way here has come meanwhile
        await self.catch_up(id)
        return True

    async def catch_up(self, id: str) -> None:
        """Learn from the database what others have done at a table."""
        opened = self._cache.get_cached(id)
        if opened is None:
            return
        async with opened.lock:
            if opened.stale:
                return
            found = await self._store.read(lambda c: _missed(c, opened.table, opened.game))
            learned = found is not None and await self._learn(opened, *found)
            if not learned:
                self._cache.evict(opened)
        if learned:
            self._events.publish(TableSynced(opened))
        elif found is None:
            self._events.publish(TableClosed(id))
        else:
            await self._cache.load(id)  # which tells whoever looks on

    async def _learn(self, opened: LoadedTable, table: Table, rows: list[dict[str, Any]]) -> bool:
        """Take over what was read; False where it has to be loaded as a whole."""
        game, id = opened.game, table.id
        if game is None and table.state != LOBBY:
            return False
        try:
            after = game if game is None or not rows else await asyncio.to_thread(go_on, game, rows)
        except StromnetzError as error:
            log.warning("a game could not be caught up with, it is loaded again: %s", error, extra={"table": id})
            return False
        opened.session = replace(opened.session, table=self._as_seen(table, opened.table, after), game=after)
        return True

    def _as_seen(self, fresh: Table, before: Table, game: Game | None) -> Table:
        """A table that was read, with what only this server knows: since when somebody has been there."""
        if not self._cache.clocks_run:
            fresh.turn = None
        for old, seat in zip(before.seats, fresh.seats, strict=False):
            if old.guest == seat.guest:
                at = max(old.seen_at or 0, seat.seen_at or 0)
                fresh.put(replace(seat, seen_at=at or None, came_at=old.came_at))
        fresh.index()
        if game is not None and fresh.state == RUNNING:
            fresh.follow(game)
        return fresh

    async def check_all(self) -> int:
        """Compare all tables in memory with the database; how many were behind.

        Those that somebody looks at catch up, the others are dropped until somebody asks for them.
        """
        wanted = {id: opened for id in self._cache.ids() if (opened := self._cache.get_cached(id)) is not None}
        known = {id: state_of(opened) for id, opened in wanted.items()}
        states = await self._store.read(lambda c: sql.states_of(c, known)) if known else {}
        count = 0
        for id, opened in wanted.items():
            state = states.get(id)
            if opened.stale or state_of(opened) != known[id] or state == known[id]:
                continue
            count += 1
            if state is None or self._cache.usage.is_in_use(id):
                await self.catch_up(id)
            elif not opened.lock.locked():
                self._cache.evict(opened)
        return count

    async def reload_watched(self, ids: Iterable[str]) -> None:
        """Load tables that somebody looks at and that are not in memory, since something went wrong here."""
        for id in ids:
            if self._cache.get_cached(id) is None:
                try:
                    await self._cache.load(id)
                except NotFound:
                    self._events.publish(TableClosed(id))


def _missed(c: Connection, table: Table, game: Game | None) -> tuple[Table, list[dict[str, Any]]] | None:
    """A table as it is now, and the rows of its game that are not known; None where it is no more.

    Where nothing but the game has gone on, its rows tell all there is to know of the table, too.
    """
    if game is None:
        fresh = sql.read_table(c, table.id)
        return None if fresh is None else (fresh, [])
    revision, changed_at, rows = game_store.rows_after(c, table.id, game.version)
    if revision == table.revision and not table.settings.clock.runs:
        return replace(table, changed_at=changed_at), rows
    fresh = None if revision is None else sql.read_table(c, table.id)
    return None if fresh is None else (fresh, rows)
