"""Tables and what is done at them: one act at a time at each table, and nothing told before it is committed."""

from __future__ import annotations

import hashlib
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, TypeVar

from fastapi import Depends
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from stromnetz.engine.chance import SEED_BITS
from stromnetz.engine.errors import BadInput, GameOver, StromnetzError
from stromnetz.engine.moves import Move
from stromnetz.play.files.commitments import commitment, new_salt
from stromnetz.play.files.position_json import dump
from stromnetz.play.game import Game
from stromnetz.server.accounts import guest_store
from stromnetz.server.core import cluster as core_cluster
from stromnetz.server.core import metrics
from stromnetz.server.core.cluster import BusMessage, Cluster
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.dependencies import provided
from stromnetz.server.core.events import EventBus
from stromnetz.server.core.json_text import to_compact_json
from stromnetz.server.core.metrics import PERSON, RULES
from stromnetz.server.table_play import game_store, preset_store
from stromnetz.server.table_play.clock_store import note_seen, rests_of
from stromnetz.server.table_play.game_history import GameHistory
from stromnetz.server.table_play.game_store import RowBatch
from stromnetz.server.tables.events import TableChanged, TableClosed
from stromnetz.tables import clocks, endings
from stromnetz.tables.errors import Conflict, Stale, Unavailable, VersionConflict
from stromnetz.tables.table import FINISHED, RUNNING, Table
from stromnetz.tables.time import now_ms

from . import store as sql
from .cache import LoadedTable, TableCache

T = TypeVar("T")
Act = Callable[[Table, Game], object]
"""What somebody does in the game of a table."""
Work = Callable[[Connection], None]
"""What is written in the same commit."""
log = logging.getLogger("stromnetz.tables")


def nothing(c: Connection) -> None:
    """Nothing more is written."""


class TableService:
    """Changes tables: loads them, writes what has changed, and tells of it after the commit."""

    def __init__(
        self,
        store: Database,
        cache: TableCache,
        cluster: Cluster,
        events: EventBus,
        register_rated: Callable[[Connection, Table], None],
    ) -> None:
        """``register_rated`` is called in the commit in which a rated game begins."""
        self._store = store
        self._cluster = cluster
        self._events = events
        self._register_rated = register_rated
        self.cache = cache
        self.history = GameHistory(store)
        self.bus = store.bus
        self.meters = store.meters

    async def get(self, id: str) -> LoadedTable:
        """A table as the database has it; where that does not answer, as it was known last."""
        opened = self.cache.get_cached(id)
        if opened is not None:
            try:
                await self._ensure_fresh(id)
            except Unavailable:
                return opened
        return await self.cache.load(id)

    async def _ensure_fresh(self, id: str) -> bool:
        return await self._cluster.ensure_fresh(id)

    async def _retry_if_stale(self, id: str, act: Callable[[], Awaitable[T]]) -> T:
        """Act; and once more, from what the database says, where another process has changed the table meanwhile."""
        try:
            return await act()
        except Stale:
            return await act()
        except StromnetzError:
            # what was refused may be allowed by what another server has done since
            if not await self._ensure_fresh(id):
                raise
            return await act()

    def _publish(self, c: Connection, before: Table, table: Table, news: BusMessage) -> None:
        """With the commit of a change: tell other servers, and who is to move next is a job for any of them."""
        job = self._cluster.update_bot_turn(c, before, table)
        self.bus.publish(c, news, *([BusMessage(core_cluster.JOB, table.id)] if job else []))

    # --- tables -------------------------------------------------------------------------------------------------------

    async def add(self, table: Table, more: Callable[[Connection], None] | None = None) -> LoadedTable:
        table.created_at = table.changed_at = now_ms()

        def work(c: Connection) -> None:
            sql.add_table(c, table)
            if more is not None:
                more(c)
            self.bus.publish(c, BusMessage(core_cluster.TABLE, table.id, table.revision))

        await self._store.write(work)
        return await self.get(table.id)

    async def add_rematch(self, table: Table, old: str, more: Callable[[Connection], None]) -> str:
        """A table for the game to be played again; the one that there is already, where two ask at once."""

        def told(c: Connection) -> None:
            more(c)
            self.bus.publish(c, BusMessage(core_cluster.LOOK, old))

        try:
            await self.add(table, told)
        except IntegrityError:
            found = await self._store.read(lambda c: sql.rematch_of(c, old))
            if found is None:
                raise
            return found
        async with self.cache.locked(old) as opened:
            opened.table = replace(opened.table, rematch=table.id)
            self._events.publish(TableChanged(opened))
        return table.id

    async def update(
        self, id: str, act: Callable[[Table], T], more: Callable[[Connection, T], None] | None = None
    ) -> tuple[LoadedTable, T]:
        """Change a table's own data: ``act`` changes a copy, ``more`` writes what belongs to it."""

        async def once() -> tuple[LoadedTable, T]:
            async with self.cache.locked(id) as opened:
                table = opened.table.copy()
                result = act(table)
                clocks.update_turn_owner(table, now_ms())
                if opened.game is not None:
                    table.follow(opened.game)
                await self._save(opened, table, lambda c: more(c, result) if more is not None else None)
                return opened, result

        return await self._retry_if_stale(id, once)

    async def _save(
        self, opened: LoadedTable, table: Table, more: Callable[[Connection], None], game: Game | None = None
    ) -> None:
        before = opened.table
        table.revision, table.changed_at = before.revision + 1, now_ms()
        table.index()

        def work(c: Connection) -> None:
            sql.save_table(c, table, before)
            more(c)
            self._publish(c, before, table, BusMessage(core_cluster.TABLE, table.id, table.revision))

        await self.cache.commit(opened, work)
        opened.table, opened.game = table, game or opened.game
        self._events.publish(TableChanged(opened))

    async def leave(self, id: str, guest: str) -> LoadedTable | None:
        """Get up; None when the table is closed, because nobody is left."""

        async def once() -> LoadedTable | None:
            async with self.cache.locked(id) as opened:
                table = opened.table.copy()
                if table.leave(guest):
                    await self._save(opened, table, lambda c: None)
                    return opened
                await self.remove(opened)
                return None

        return await self._retry_if_stale(id, once)

    async def remove(self, opened: LoadedTable) -> None:
        """Give a table up, for good."""
        table = opened.table

        def work(c: Connection) -> None:
            sql.delete_table(c, table)
            self.bus.publish(c, BusMessage(core_cluster.GONE, table.id))

        await self.cache.commit(opened, work)
        self.cache.evict(opened)
        self._events.publish(TableClosed(table.id))

    async def start(self, id: str, guest: str | None, started_from: str | None = None) -> LoadedTable:
        """Deal: the seed comes from the system, and its commitment is published before the first move.

        ``started_from`` is a digest of the address from which it is started.
        """
        return await self._retry_if_stale(id, partial(self._start, id, guest, started_from))

    async def _start(self, id: str, guest: str | None, started_from: str | None) -> LoadedTable:
        async with self.cache.locked(id) as opened:
            table = opened.table.copy()
            table.start(guest)
            table.started_from = started_from
            seed, salt = secrets.randbits(SEED_BITS), new_salt()
            game = table.settings.begin(seed)
            table.commitment = commitment(seed, salt)
            game.header |= {"commitment": table.commitment, "salt": salt}
            clocks.begin(table, now_ms(), await self._store.read(lambda c: rests_of(c, table.people())))
            self._follow(table, game)
            record = game.to_json()
            header = {key: value for key, value in record.items() if key not in ("rows", "snapshots")}
            position = dump(game.rules, game.position)
            # whoever sits there was there before: that the game has begun, only who looks from now on knows
            there = {(id, seat.seat): now_ms() - 1 for seat in table.seats if seat.guest is not None}

            def begin(c: Connection) -> None:
                game_store.add_game(c, id, header, position, record["rows"], [(0, position)])
                note_seen(c, there)
                if table.settings.rated:
                    self._register_rated(c, table)

            await self._save(opened, table, begin, game)
            return opened

    # --- moves -----------------------------------------------------------------------------------------------------

    async def move(
        self, id: str, guest: str | None, seat: int, move: dict[str, Any], version: int, key: str
    ) -> dict[str, Any]:
        """Make a move for a person; a repeated request gets the answer of the first."""
        digest = _digest(["move", seat, move, version])
        return await self._act(id, guest, seat, version, key, digest, lambda table, game: game.apply(move, seat))

    async def plan(
        self, id: str, guest: str | None, seat: int, moves: list[dict[str, Any]], version: int, key: str
    ) -> dict[str, Any]:
        """Make a person's moves in one go: in one commit that is told once, or none of them."""
        digest = _digest(["plan", seat, moves, version])
        made = await self._act(id, guest, seat, version, key, digest, lambda table, game: game.play(moves, seat))
        opened = await self.get(id)
        first = made["row"].get("plan", made["version"])
        seats = opened.table.seats_of(guest)
        wanted = opened.running_game().rows[first : made["version"] + 1]
        return {**made, "rows": [row.seen_by(seats) for row in wanted]}

    async def undo(self, id: str, guest: str | None, seat: int, version: int, key: str) -> dict[str, Any]:
        """Take back a person's last move. Where nobody else plays, the bots take theirs back before it."""
        digest = _digest(["undo", seat, version])

        undone: list[tuple[int, str]] = []

        def act(table: Table, game: Game) -> None:
            take_back(table, game, seat=seat)
            undone[:] = [(game.position.round, game.position.kind)]

        # what was said in advance would only say it again
        revoke = partial(preset_store.revoke_undone, table_id=id, seat=seat, undone=undone)
        return await self._act(id, guest, seat, version, key, digest, act, revoke)

    async def rewind(self, id: str, guest: str | None, seat: int, version: int, key: str, back: Act) -> dict[str, Any]:
        """Take back as much as ``back`` does."""
        return await self._act(id, guest, seat, version, key, _digest(["rewind", seat, version]), back)

    async def _act(
        self,
        id: str,
        guest: str | None,
        seat: int,
        version: int,
        key: str,
        digest: str,
        act: Act,
        more: Work = nothing,
    ) -> dict[str, Any]:
        async def once() -> dict[str, Any] | None:
            async with self.cache.locked(id) as opened:
                opened.table.own_seat(seat, guest)
                clocks.require_stand_in(opened.table, seat)
                if opened.table.ending is not None:
                    raise GameOver(case="game-over")
                self.cache.touch_presence(opened, [seat])
                if opened.running_game().version != version:
                    return None
                return await self._make(opened, guest, key, digest, act, more)

        made = await self._retry_if_stale(id, once)
        if made is None and await self._ensure_fresh(id):
            made = await self._retry_if_stale(id, once)
        return made or await self._repeated(id, guest, key, digest, version)

    async def _make(
        self, opened: LoadedTable, guest: str | None, key: str, digest: str, act: Act, more: Work
    ) -> dict[str, Any] | None:
        """Make one row or a plan's; None when the key was used before, or another server made this row."""
        after = opened.running_game().copy()
        try:
            with self.meters.stage(RULES):
                act(opened.table, after)
        except StromnetzError:
            await self._check_key(opened.table.id, key, digest)
            raise
        try:
            await self._append(opened, after, PERSON, key, digest, more)
        except IntegrityError:
            return None
        return _answer(opened, after.version, guest)

    async def _repeated(self, id: str, guest: str | None, key: str, digest: str, version: int) -> dict[str, Any]:
        """The answer to a request whose version has passed: the first answer, if it was made before."""
        found = await self._store.read(lambda c: game_store.row_by_key(c, id, key))
        opened = await self.get(id)
        current = opened.running_game().version
        if found is None:
            raise VersionConflict(facts={"version": current, "expected": version}, case="version-passed")
        seq, first = found
        if first != digest:
            raise _used(key)
        if seq > current:
            # another server made it, and this one has not seen it yet
            self.cache.evict(opened)
            opened = await self.get(id)
        return _answer(opened, seq, guest)

    async def _check_key(self, id: str, key: str, digest: str) -> None:
        """A key that was used for another request is the trouble to tell of first."""
        found = await self._store.read(lambda c: game_store.row_by_key(c, id, key))
        if found is not None and found[1] != digest:
            raise _used(key)

    async def play_bot_move(self, id: str, seat: int, move: Any, version: int) -> bool:
        """Make a bot's move, if it is still the one that is due."""
        async with self.cache.locked(id) as opened:
            game = opened.game
            table = opened.table
            if game is None or game.version != version or table.state != RUNNING or not table.by_bot(seat):
                return False
            after = game.copy()
            with self.meters.stage(RULES):
                after.apply(move, seat)
            await self._append(opened, after, metrics.BOT)
            return True

    async def play_preset(self, id: str, seat: int, moves: Sequence[Move], version: int, more: Work) -> None:
        """Make the moves that somebody has said in advance, as if by hand; ``more`` writes what is left to be said."""
        async with self.cache.locked(id) as opened:
            game = opened.game
            table = opened.table
            if game is None or game.version != version or table.state != RUNNING or table.by_bot(seat):
                return
            after = game.copy()
            with self.meters.stage(RULES):
                after.play(moves, seat)
            await self._append(opened, after, PERSON, more=more)

    async def _append(
        self,
        opened: LoadedTable,
        after: Game,
        by: str,
        key: str | None = None,
        digest: str | None = None,
        more: Work = nothing,
    ) -> None:
        table = replace(opened.table, changed_at=now_ms())
        self._follow(table, after)
        known = opened.running_game().version
        new = RowBatch(
            [row.to_json() for row in after.rows[known + 1 :]],
            dump(after.rules, after.position),
            [(seq, dump(after.rules, position)) for seq, position in after.snapshots if seq > known],
            key=key,
            digest=digest,
        )
        before = opened.table

        def work(c: Connection) -> None:
            more(c)
            game_store.append_rows(c, before, table, new)
            self._publish(c, before, table, BusMessage(core_cluster.ROWS, table.id, table.version))

        await self.cache.commit(opened, work)
        self.meters.moved(by, len(new.rows))
        if table.state == FINISHED:
            log.info("a game has ended", extra={"table": table.id, "version": table.version})
        opened.game, opened.table = after, table
        self._events.publish(TableChanged(opened))

    def _follow(self, table: Table, game: Game) -> None:
        """Take over where the game is now, and let the clock of whoever is to act run."""
        if self.cache.clocks_run:
            clocks.advance_turn(table, game, now_ms(), undone=game.rows[-1].undoes is not None)
        table.follow(game)

    async def expire_turn(self, id: str) -> bool:
        """Let a bot answer where the time of a turn is out. Whoever commits first does it, in whatever process."""
        async with self.cache.locked(id) as opened:
            table = opened.table.copy()
            if opened.game is None:
                return False
            # where clocks were switched off meanwhile, the turn that was kept may be long over
            clocks.advance_turn(table, opened.game, now_ms())
            if not clocks.expire_turn(table, now_ms()) and table.turn == opened.table.turn:
                return False
            table.follow(opened.game)
            await self._save(opened, table, lambda c: None)
            log.info("time is out", extra={"table": id, "seat": table.to_act})
            return True

    async def resign(self, id: str, guest: str | None, seat: int) -> LoadedTable:
        opened, _ = await self.update(
            id,
            lambda table: endings.resign(table, seat, guest),
            lambda c, s: guest_store.set_recovery(c, id, {s.seat: None}),
        )
        return opened


def take_back(table: Table, game: Game, seat: int) -> None:
    """Take back the last move of a seat, or refuse it; the bots that have answered go first."""
    if table.settings.rated:
        raise Conflict(case="rated-undo")
    if clocks.answered_for(table, seat):
        raise Conflict(facts={"seat": seat}, case="undo-clock")
    for bot in table.give_way(game, seat):
        game.undo(bot)
    game.undo(seat)


def _used(key: str) -> BadInput:
    return BadInput("this key was used for another request", {"key": key})


def _digest(request: Any) -> str:
    return hashlib.sha256(to_compact_json(request).encode()).hexdigest()


def _answer(opened: LoadedTable, seq: int, guest: str | None) -> dict[str, Any]:
    row = opened.running_game().rows[seq]
    return {"version": seq, "row": row.seen_by(opened.table.seats_of(guest))}


TableServiceDep = Annotated[TableService, Depends(provided(TableService))]
