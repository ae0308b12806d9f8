"""Opens, changes and closes tables: one operation per table at a time, and events only after the commit.

`Invitations` are links to tables and seats: the link of a seat lets any browser play it. Tables for lessons and puzzles
start with a game in progress.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from typing import Annotated, Any, TypeVar

from fastapi import Depends
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from stromnetz.engine.chance import SEED_BITS
from stromnetz.engine.errors import StromnetzError
from stromnetz.play.files.records import new_salt
from stromnetz.play.game import Game
from stromnetz.server.accounts import store
from stromnetz.server.accounts.guests import GuestService
from stromnetz.server.core import cluster as core_cluster
from stromnetz.server.core.cluster import BusMessage, Cluster
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.dependencies import provided
from stromnetz.server.core.events import EventBus
from stromnetz.server.core.identity import SigningKey, seat_token, token_digest
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
            lambda c, s: store.set_recovery(c, id, {s.seat: None}),
        )
        return opened


TableServiceDep = Annotated[TableService, Depends(provided(TableService))]


async def _table(table_service: TableServiceDep, id: TableId) -> LoadedTable:
    return await table_service.get(id)


TableDep = Annotated[LoadedTable, Depends(_table)]
"""The table in the path of a request; 404 if there is none."""


async def create_from_game(
    table_service: TableService,
    invitations: Invitations,
    table: Table,
    game: Game,
    you: int,
    and_then: Callable[[Connection], None] | None = None,
) -> None:
    """Save the table with its game and the link of the guest's seat."""

    def more(c: Connection) -> None:
        game_store.add_game(c, table.id, game)
        store.set_recovery(c, table.id, invitations.digests(table, [you]))
        if and_then is not None:
            and_then(c)

    await table_service.add(table, more)


class Invitations:
    def __init__(self, database: Database, table_service: TableService, guests: GuestService, key: SigningKey) -> None:
        self._database = database
        self._table_service = table_service
        self._guests = guests
        self._key = key

    def _token(self, table: Table, seat: int) -> str | None:
        """Return the token of a seat's link; None for an empty seat or an old link."""
        nonce = table.seats[seat].link
        return None if nonce is None else seat_token(table.id, seat, nonce, self._key.text)

    def digests(self, table: Table, seats: Iterable[int]) -> dict[int, str | None]:
        """Return the digests under which the links of these seats are stored."""
        tokens = {seat: self._token(table, seat) for seat in seats}
        return {seat: None if token is None else token_digest(token) for seat, token in tokens.items()}

    def links(self, base_url: str, table: Table, seats: Iterable[int]) -> list[dict[str, Any]]:
        tokens = [(seat, self._token(table, seat)) for seat in seats]
        return [{"seat": seat, "token": t, "link": f"{base_url}/recover/{t}"} for seat, t in tokens if t is not None]

    def joined_json(
        self, base_url: str, opened: LoadedTable, guest: str | None, seats: Iterable[int] = ()
    ) -> dict[str, Any]:
        """Return a table with the links of some seats."""
        table = opened.table
        link = f"{base_url}/tables/{table.id}"
        return {"table": table.to_json(guest), "link": link, "recovery": self.links(base_url, table, seats)}

    async def find_seat(self, token: str) -> tuple[str, int]:
        """Return table and seat of a recovery link."""
        found = await self._database.read(lambda c: store.seat_by_recovery(c, token_digest(token)))
        if found is None or found[2] is None:
            raise store.no_seat_link()
        return found[0], found[1]

    async def open_seat(self, guest: str | None, token: str) -> tuple[LoadedTable, str]:
        """Take a seat by its link; the browser keeps its guest for other tables."""
        id, seat = await self.find_seat(token)
        opened = await self._table_service.get(id)
        me, _ = await self._guests.get_or_create(guest, None, opened.table.seats[seat].name)
        if seat not in opened.table.seats_of(me):
            digest = token_digest(token)
            opened, _ = await self._table_service.update(
                id, lambda table: table.open_seat(seat, me), lambda c, _: store.require_recovery(c, digest)
            )
        return opened, me


InvitationsDep = Annotated[Invitations, Depends(provided(Invitations))]
