"""Updates tables in memory that other servers have changed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection

from stromnetz.engine.errors import StromnetzError
from stromnetz.play.files.stored_games import replay_rows
from stromnetz.play.game import Game
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.events import EventBus
from stromnetz.server.table_play import game_store
from stromnetz.server.tables import store as sql
from stromnetz.server.tables.cache import LoadedTable, TableCache
from stromnetz.server.tables.events import DeadlineSet, TableClosed, TableSynced
from stromnetz.tables.errors import NotFound, Unavailable
from stromnetz.tables.settings import NONE
from stromnetz.tables.table import LOBBY, RUNNING, Table

log = logging.getLogger("stromnetz.tables")

State = tuple[int, int]
"""Revision and version of a table."""


def state_of(opened: LoadedTable) -> State:
    return opened.table.revision, opened.table.version


class StateBatcher:
    """Reads the states of tables; requests that arrive during a read are combined."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._wanted: dict[str, asyncio.Future[State | None]] = {}
        self._task: asyncio.Task[None] | None = None

    async def state(self, id: str) -> State | None:
        """Return the state in the database; None if there is no such table."""
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
                found = await self._database.read(lambda c: sql.states_of(c, wanted))  # noqa: B023  (awaited here)
            except BaseException:
                for answer in wanted.values():
                    if not answer.done():
                        answer.set_exception(Unavailable(case="no-database"))
                        answer.exception()  # its caller may have been cancelled
            else:
                for id, answer in wanted.items():
                    if not answer.done():
                        answer.set_result(found.get(id))
        self._task = None


class TableSync:
    """Updates tables in memory from the database."""

    def __init__(self, database: Database, cache: TableCache, events: EventBus) -> None:
        self._database = database
        self._cache = cache
        self._events = events
        self._states = StateBatcher(database)

    async def ensure_fresh(self, id: str) -> bool:
        """Update a table in memory if it is stale; return whether it was."""
        opened = self._cache.get_cached(id)
        if opened is None:
            return False
        known = state_of(opened)
        if await self._states.state(id) == known or opened.stale:
            return opened.stale
        if state_of(opened) != known:
            return True  # updated meanwhile
        await self.catch_up(id)
        return True

    async def catch_up(self, id: str) -> None:
        """Load the changes by other servers to a table in memory."""
        opened = self._cache.get_cached(id)
        if opened is None:
            return
        async with opened.lock:
            if opened.stale:
                return
            found = await self._database.read(lambda c: _changes(c, opened.table, opened.game))
            applied = found is not None and await self._apply(opened, *found)
            if not applied:
                self._cache.evict(opened)
        if applied:
            self._events.publish(TableSynced(opened))
            if (turn := opened.table.turn) is not None and turn.deadline is not None:
                self._events.publish(DeadlineSet(turn.deadline))
        elif found is None:
            self._events.publish(TableClosed(id))
        else:
            await self._cache.load(id)  # which updates the viewers

    async def _apply(self, opened: LoadedTable, table: Table, rows: list[dict[str, Any]]) -> bool:
        """Apply changes; return False if the table has to be reloaded."""
        game, id = opened.game, table.id
        if game is None and table.state != LOBBY:
            return False
        try:
            after = game if game is None or not rows else await asyncio.to_thread(replay_rows, game, rows)
        except StromnetzError as error:
            log.warning("a game could not be updated and is reloaded: %s", error, extra={"table": id})
            return False
        opened.session = replace(opened.session, table=self._with_local_state(table, opened.table, after), game=after)
        return True

    def _with_local_state(self, fresh: Table, before: Table, game: Game | None) -> Table:
        """Complete a table with what only this server knows: since when players are present."""
        if not self._cache.clocks_run:
            fresh.turn = None
        for old, seat in zip(before.seats, fresh.seats, strict=False):
            if old.guest == seat.guest:
                at = max(old.seen_at or 0, seat.seen_at or 0)
                fresh.replace_seat(replace(seat, seen_at=at or None, came_at=old.came_at))
        fresh.index()
        if game is not None and fresh.state == RUNNING:
            fresh.update_from_game(game)
        return fresh

    async def check_all(self) -> int:
        """Compare all tables in memory with the database; return how many were stale.

        Tables in use are updated, the others are evicted.
        """
        wanted = {id: opened for id in self._cache.ids() if (opened := self._cache.get_cached(id)) is not None}
        known = {id: state_of(opened) for id, opened in wanted.items()}
        states = await self._database.read(lambda c: sql.states_of(c, known)) if known else {}
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
        """Load watched tables that are not in memory, for example after an error."""
        for id in ids:
            if self._cache.get_cached(id) is None:
                try:
                    await self._cache.load(id)
                except NotFound:
                    self._events.publish(TableClosed(id))


def _changes(c: Connection, table: Table, game: Game | None) -> tuple[Table, list[dict[str, Any]]] | None:
    """Return the current table and the new rows of its game; None if it was deleted.

    Without a clock, and if only the game has advanced, the rows contain all changes of the table, too.
    """
    if game is None:
        fresh = sql.read_table(c, table.id)
        return None if fresh is None else (fresh, [])
    found = game_store.rows_after(c, table.id, game.version)
    if found is None:
        return None
    revision, changed_at, rows = found
    if revision == table.revision and table.settings.clock.kind == NONE:
        return replace(table, changed_at=changed_at), rows
    fresh = sql.read_table(c, table.id)
    return None if fresh is None else (fresh, rows)
