"""Moves of people and bots, each written in one commit before anyone is told.

A repeated request gets the response of the first one.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from stromnetz.engine.errors import BadInput, StromnetzError
from stromnetz.engine.moves import Move
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.database.db_schema import to_compact_json
from stromnetz.server.core.dependencies import provided
from stromnetz.server.core.metrics import BOT, PERSON, RULES
from stromnetz.server.tables.cache import LoadedTable
from stromnetz.server.tables.service import TableService, Work, nothing
from stromnetz.tables.errors import VersionConflict
from stromnetz.tables.preset_moves import PresetMoves
from stromnetz.tables.session import Change, TableSession
from stromnetz.tables.table import FINISHED, RUNNING
from stromnetz.tables.time import now_ms

from . import game_store, preset_store

log = logging.getLogger("stromnetz.tables")


@dataclass(frozen=True, slots=True)
class PlayRequest:
    """A player's request to change a game: seat, version that the client has, and idempotency key."""

    table: str
    guest: str | None
    seat: int
    version: int
    key: str

    def digest(self, operation: str, *more: Any) -> str:
        """Return the digest of the request, so that its key cannot be used for another."""
        request = [operation, self.seat, *more, self.version]
        return hashlib.sha256(to_compact_json(request).encode()).hexdigest()


class PlayService:
    """Makes and undoes moves."""

    def __init__(self, table_service: TableService, database: Database) -> None:
        self._table_service = table_service
        self._cache = table_service.cache
        self._database = database
        self._meters = database.meters

    async def submit_moves(self, request: PlayRequest, moves: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """Make one or several moves in one commit, or none of them."""

        def act(session: TableSession) -> Change:
            return session.submit_moves(request.seat, moves, request.version, now_ms())

        return await self._play(request, request.digest("moves", moves), act)

    async def undo(self, request: PlayRequest) -> dict[str, Any]:
        """Undo a player's last move; in games without other people, also the bots' moves after it."""
        seat = request.seat
        undone: list[tuple[int, str]] = []

        def act(session: TableSession) -> Change:
            change = session.undo(seat, request.version, now_ms())
            position = change.after.running_game().position
            undone[:] = [(position.round, position.kind)]
            return change

        def revoke(c: Connection) -> None:
            # a pre-set move would make the same move again
            preset_store.revoke_undone(c, request.table, seat, undone)

        return await self._play(request, request.digest("undo"), act, revoke)

    async def rewind_lesson(self, request: PlayRequest, to_row: int) -> dict[str, Any]:
        """Undo everything after a row of a lesson."""

        def act(session: TableSession) -> Change:
            return session.rewind_lesson(to_row, request.version, now_ms())

        return await self._play(request, request.digest("rewind"), act)

    async def _play(
        self, request: PlayRequest, digest: str, act: Callable[[TableSession], Change], more: Work = nothing
    ) -> dict[str, Any]:
        async def once() -> dict[str, Any]:
            async with self._cache.locked(request.table) as opened:
                opened.session.require_player(request.guest, request.seat)
                self._cache.touch_presence(opened, [request.seat])
                try:
                    with self._meters.stage(RULES):
                        change = act(opened.session)
                except VersionConflict:
                    raise
                except StromnetzError:
                    await self._check_key(request, digest)
                    raise
                await self._commit(opened, change, PERSON, request.key, digest, more)
                return _move_result(opened, change.after.table.version, request.guest)

        try:
            return await self._table_service.retry_if_stale(request.table, once)
        except (VersionConflict, IntegrityError):  # the key was used before, or another server wrote this row
            return await self._repeated(request, digest)

    async def _repeated(self, request: PlayRequest, digest: str) -> dict[str, Any]:
        """Return the response to a repeated request; raise if it is a new one for an outdated version."""
        id = request.table
        found = await self._database.read(lambda c: game_store.row_by_key(c, id, request.key))
        opened = await self._table_service.get(id)
        current = opened.running_game().version
        if found is None:
            raise VersionConflict(facts={"version": current, "expected": request.version}, case="version-passed")
        seq, first = found
        if first != digest:
            raise _key_used(request.key)
        if seq > current:
            # written by another server, and not loaded here yet
            self._cache.evict(opened)
            opened = await self._table_service.get(id)
        return _move_result(opened, seq, request.guest)

    async def _check_key(self, request: PlayRequest, digest: str) -> None:
        """Report that a key was used for another request, which takes precedence over other errors."""
        found = await self._database.read(lambda c: game_store.row_by_key(c, request.table, request.key))
        if found is not None and found[1] != digest:
            raise _key_used(request.key)

    async def play_bot_move(self, id: str, seat: int, move: Move | Mapping[str, Any] | None, version: int) -> bool:
        """Make a bot's move, or a default one without it, if it is still due; return whether it was made."""
        async with self._cache.locked(id) as opened:
            with self._meters.stage(RULES):
                change = opened.session.play_bot_move(seat, move, version, now_ms())
            if change is None:
                return False
            await self._commit(opened, change, BOT)
            return True

    async def play_preset(self, id: str, seat: int, preset: PresetMoves, version: int) -> None:
        """Make the pre-set moves of a seat that still has to act at this version."""
        async with self._cache.locked(id) as opened:
            game, table = opened.game, opened.table
            if game is None or game.version != version or table.state != RUNNING or table.bot_acts_for(seat):
                return
            with self._meters.stage(RULES):
                change, left = await asyncio.to_thread(opened.session.play_preset, seat, preset, now_ms())

            def use(c: Connection) -> None:
                preset_store.consume_preset(c, id, seat, preset, left)

            if change is not None:
                await self._commit(opened, change, PERSON, more=use)
            elif left != preset:
                await self._database.write(use)

    async def _commit(
        self,
        opened: LoadedTable,
        change: Change,
        by: str,
        key: str | None = None,
        digest: str | None = None,
        more: Work = nothing,
    ) -> None:
        """Write the new rows of a game."""

        def work(c: Connection) -> None:
            more(c)
            game_store.append_rows(c, change, key, digest)

        await self._table_service.commit(opened, change, work)
        self._meters.moved(by, len(change.rows))
        table = change.after.table
        if table.state == FINISHED:
            log.info("a game has ended", extra={"table": table.id, "version": table.version})


PlayServiceDep = Annotated[PlayService, Depends(provided(PlayService))]


def _key_used(key: str) -> BadInput:
    return BadInput("this key was used for another request", {"key": key})


def _move_result(opened: LoadedTable, seq: int, guest: str | None) -> dict[str, Any]:
    """Return the rows of a request, given the last of them."""
    rows, seats = opened.running_game().rows, opened.table.seats_of(guest)
    plan = rows[seq].plan
    return {"version": seq, "rows": [row.seen_by(seats) for row in rows[seq if plan is None else plan : seq + 1]]}
