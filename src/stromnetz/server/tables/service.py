"""Opens, changes and closes tables: one operation per table at a time, and events only after the commit."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Annotated, TypeVar

from fastapi import Depends
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from stromnetz.engine.chance import SEED_BITS
from stromnetz.engine.errors import StromnetzError
from stromnetz.play.files.commitments import new_salt
from stromnetz.server.accounts import guest_store
from stromnetz.server.core import cluster as core_cluster
from stromnetz.server.core.cluster import BusMessage, Cluster
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.dependencies import provided
from stromnetz.server.core.events import EventBus
from stromnetz.server.table_play import game_store
from stromnetz.server.table_play.clock_store import rest_hours_by_guest, save_seen
from stromnetz.server.table_play.game_history import GameHistory
from stromnetz.tables import endings
from stromnetz.tables.errors import Stale, Unavailable
from stromnetz.tables.session import Change
from stromnetz.tables.table import Table
from stromnetz.tables.time import now_ms

from . import store as sql
from .cache import LoadedTable, TableCache
from .events import TableClosed
from .schema import TableId

T = TypeVar("T")
Work = Callable[[Connection], None]
"""A write in the same commit."""
log = logging.getLogger("stromnetz.tables")


def nothing(c: Connection) -> None:
    """Write nothing more."""


class TableService:
    """Changes tables in memory and in the database, and publishes the changes."""

    def __init__(
        self,
        database: Database,
        cache: TableCache,
        cluster: Cluster,
        events: EventBus,
        register_rated: Callable[[Connection, Table], None],
    ) -> None:
        """``register_rated`` is called in the commit in which a rated game begins."""
        self._database = database
        self._cluster = cluster
        self._events = events
        self._register_rated = register_rated
        self.cache = cache
        self.history = GameHistory(database)
        self.bus = database.bus

    async def get(self, id: str) -> LoadedTable:
        """Return the current table; if the database is unavailable, the last known one."""
        opened = self.cache.get_cached(id)
        if opened is not None:
            try:
                await self._cluster.ensure_fresh(id)
            except Unavailable:
                return opened
        return await self.cache.load(id)

    async def retry_if_stale(self, id: str, act: Callable[[], Awaitable[T]]) -> T:
        """Act; if another process has changed the table meanwhile, reload it and act again."""
        try:
            return await act()
        except Stale:
            return await act()
        except StromnetzError:
            # a change by another server may allow what was refused
            if not await self._cluster.ensure_fresh(id):
                raise
            return await act()

    async def commit(self, opened: LoadedTable, change: Change, work: Work) -> None:
        """Write a change in one commit, then publish it."""

        def write(c: Connection) -> None:
            work(c)
            self._cluster.record_change(c, change.before.table, change.after.table)

        await self.cache.commit(opened, write)
        opened.session = change.after
        self.cache.publish(opened)

    async def _save(self, opened: LoadedTable, change: Change, more: Work = nothing) -> None:
        """Commit a change of the table itself."""

        def work(c: Connection) -> None:
            sql.save_table(c, change.after.table, change.before.table)
            more(c)

        await self.commit(opened, change, work)

    async def add(self, table: Table, more: Work = nothing) -> LoadedTable:
        table.created_at = table.changed_at = now_ms()

        def work(c: Connection) -> None:
            sql.add_table(c, table)
            more(c)
            self.bus.publish(c, BusMessage(core_cluster.TABLE, table.id, table.revision))

        await self._database.write(work)
        return await self.get(table.id)

    async def add_rematch(self, table: Table, old: str, more: Work) -> str:
        """Add a table for a rematch; if another request was faster, return its table."""

        def write(c: Connection) -> None:
            more(c)
            self.bus.publish(c, BusMessage(core_cluster.LOOK, old))

        try:
            await self.add(table, write)
        except IntegrityError:
            found = await self._database.read(lambda c: sql.rematch_of(c, old))
            if found is None:
                raise
            return found
        async with self.cache.locked(old) as opened:
            opened.session = replace(opened.session, table=replace(opened.table, rematch=table.id))
            self.cache.publish(opened)
        return table.id

    async def update(
        self, id: str, edit: Callable[[Table], T], more: Callable[[Connection, T], None] | None = None
    ) -> tuple[LoadedTable, T]:
        """Change the data of a table: ``edit`` changes a copy, ``more`` writes related data."""

        async def once() -> tuple[LoadedTable, T]:
            async with self.cache.locked(id) as opened:
                change, result = opened.session.update(edit, now_ms())
                await self._save(opened, change, nothing if more is None else lambda c: more(c, result))
                return opened, result

        return await self.retry_if_stale(id, once)

    async def leave(self, id: str, guest: str) -> LoadedTable | None:
        """Leave a table; return None if it is closed because nobody is left."""

        async def once() -> LoadedTable | None:
            async with self.cache.locked(id) as opened:
                change = opened.session.leave(guest, now_ms())
                if change is None:
                    await self.remove(opened)
                    return None
                await self._save(opened, change)
                return opened

        return await self.retry_if_stale(id, once)

    async def remove(self, opened: LoadedTable) -> None:
        """Remove a table."""
        table = opened.table

        def work(c: Connection) -> None:
            sql.delete_table(c, table)
            self.bus.publish(c, BusMessage(core_cluster.GONE, table.id))

        await self.cache.commit(opened, work)
        self.cache.evict(opened)
        self._events.publish(TableClosed(table.id))

    async def start(self, id: str, guest: str | None, started_from: str | None = None) -> LoadedTable:
        """Start the game with a random seed, whose commitment is published before the first move.

        ``started_from`` is a digest of the starter's address.
        """

        async def once() -> LoadedTable:
            async with self.cache.locked(id) as opened:
                people, now = opened.table.people(), now_ms()
                rest_hours = await self._database.read(lambda c: rest_hours_by_guest(c, people))
                seed = secrets.randbits(SEED_BITS)
                change = opened.session.start(guest, seed, new_salt(), now, rest_hours, started_from)
                table, game = change.after.table, change.after.running_game()
                # before `now`, so that players count as seen since the start only if they watch
                there = {(id, seat.seat): now - 1 for seat in table.seats if seat.guest is not None}

                def begin(c: Connection) -> None:
                    game_store.add_game(c, id, game)
                    save_seen(c, there)
                    if table.settings.rated:
                        self._register_rated(c, table)

                await self._save(opened, change, begin)
                return opened

        return await self.retry_if_stale(id, once)

    async def expire_turn(self, id: str) -> bool:
        """Expire an overdue turn, for which a bot then moves; the first process to commit does it."""
        async with self.cache.locked(id) as opened:
            change = opened.session.expire_turn(now_ms())
            if change is None:
                return False
            await self._save(opened, change)
            log.info("time is out", extra={"table": id, "seat": opened.table.to_act})
            return True

    async def resign(self, id: str, guest: str | None, seat: int) -> LoadedTable:
        opened, _ = await self.update(
            id,
            lambda table: endings.resign(table, seat, guest, now_ms()),
            lambda c, s: guest_store.set_recovery(c, id, {s.seat: None}),
        )
        return opened


TableServiceDep = Annotated[TableService, Depends(provided(TableService))]


async def _table(table_service: TableServiceDep, id: TableId) -> LoadedTable:
    return await table_service.get(id)


TableDep = Annotated[LoadedTable, Depends(_table)]
"""The table in the path of a request; 404 if there is none."""
