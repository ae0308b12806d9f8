"""The desk: tables in memory, one act at a time at each, and nothing told before it is committed.

A game is loaded when somebody needs it and dropped again when nobody has for a while. Whatever goes wrong while
something is written, the table is dropped too: what the database says is loaded anew.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from stromnetz.engine.chance import SEED_BITS
from stromnetz.engine.errors import BadInput, StromnetzError
from stromnetz.play.commitments import commitment, new_salt
from stromnetz.play.game import Game
from stromnetz.play.positions import dump
from stromnetz.play.resuming import at, resume, standing

from .errors import Conflict, NotFound, VersionConflict
from .storage import store as sql
from .storage.store import NewRow, Store, compact, now_ms
from .tables import BOT, FINISHED, LOBBY, RUNNING, Table

T = TypeVar("T")
log = logging.getLogger("stromnetz.desk")


@dataclass(slots=True, eq=False)
class OpenTable:
    """A table in memory. Table and game are replaced, never changed, so a look at them needs no lock."""

    table: Table
    game: Game | None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    stale: bool = False

    def running_game(self) -> Game:
        if self.game is None:
            raise Conflict("the game has not begun yet", {"state": self.table.state}, "not-begun")
        return self.game


class Desk:
    def __init__(self, store: Store, limit: int) -> None:
        self._store = store
        self._limit = limit
        self._open: OrderedDict[str, OpenTable] = OrderedDict()
        self._loading: dict[str, asyncio.Future[OpenTable]] = {}
        self.watched: Callable[[str], bool] = lambda id: False
        """Whether somebody looks on: such a table stays in memory."""
        self.changed: Callable[[OpenTable], None] = lambda opened: None
        """Called after every commit."""
        self.closed: Callable[[str], None] = lambda id: None
        """Called when a table is given up."""

    def __len__(self) -> int:
        return len(self._open)

    # --- loading ---------------------------------------------------------------------------------------------------

    def at_hand(self, id: str) -> OpenTable | None:
        """A table, where it is in memory already."""
        return self._open.get(id)

    async def get(self, id: str) -> OpenTable:
        """A table to look at."""
        if (opened := self._open.get(id)) is not None:
            self._open.move_to_end(id)
            return opened
        if id not in self._loading:
            self._loading[id] = asyncio.ensure_future(self._load(id))
            self._loading[id].add_done_callback(lambda _: self._loading.pop(id, None))
        # whoever asked first may go away; the others still wait for it
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> OpenTable:
        loaded = await self._store.read(lambda c: read_table(c, id))
        if loaded is None:
            raise NotFound("there is no such table", {}, "no-table")
        table, game, adopt = loaded
        if adopt is not None:
            await self._store.write(adopt)
            log.warning("the game goes on by changed rules", extra={"table": id})
        opened = OpenTable(table, game)
        self._open[id] = opened
        self._evict()
        return opened

    def _evict(self) -> None:
        """Drop what was not used for longest, save tables that are watched or busy."""
        surplus = len(self._open) - self._limit
        for id, opened in list(self._open.items()):
            if surplus <= 0:
                return
            if not opened.lock.locked() and not self.watched(id):
                self.forget(opened)
                surplus -= 1

    def forget(self, opened: OpenTable) -> None:
        opened.stale = True
        if self._open.get(opened.table.id) is opened:
            del self._open[opened.table.id]

    @asynccontextmanager
    async def alone(self, id: str) -> AsyncIterator[OpenTable]:
        """A table to change: one at a time."""
        while True:
            opened = await self.get(id)
            await opened.lock.acquire()
            if not opened.stale:
                break
            opened.lock.release()
        try:
            yield opened
        finally:
            opened.lock.release()

    async def commit(self, opened: OpenTable, work: Callable[[Connection], T]) -> T:
        try:
            return await self._store.write(work)
        except BaseException:
            # committed or not, the database knows; also when whoever waited for it is gone
            self.forget(opened)
            raise

    # --- tables ----------------------------------------------------------------------------------------------------

    async def add(self, table: Table, more: Callable[[Connection], None] | None = None) -> OpenTable:
        table.created_at = table.changed_at = now_ms()

        def work(c: Connection) -> None:
            sql.add_table(c, table)
            if more is not None:
                more(c)

        await self._store.write(work)
        return await self.get(table.id)

    async def add_rematch(self, table: Table, old: str) -> str:
        """A table for the game to be played again; the one that there is already, where two ask at once."""
        try:
            await self.add(table)
        except IntegrityError:
            found = await self._store.read(lambda c: sql.rematch_of(c, old))
            if found is None:
                raise
            return found
        async with self.alone(old) as opened:
            opened.table = replace(opened.table, rematch=table.id)
            self.changed(opened)
        return table.id

    async def change(
        self, id: str, act: Callable[[Table], T], more: Callable[[Connection, T], None] | None = None
    ) -> tuple[OpenTable, T]:
        """Change a table's own data: ``act`` changes a copy, ``more`` writes what belongs to it."""
        async with self.alone(id) as opened:
            table = opened.table.copy()
            result = act(table)
            if opened.game is not None:
                table.follow(opened.game)
            await self._save(opened, table, lambda c: more(c, result) if more is not None else None)
            return opened, result

    async def _save(
        self, opened: OpenTable, table: Table, more: Callable[[Connection], None], game: Game | None = None
    ) -> None:
        before = opened.table.revision
        table.revision, table.changed_at = before + 1, now_ms()
        table.index()

        def work(c: Connection) -> None:
            sql.save_table(c, table, before)
            more(c)

        await self.commit(opened, work)
        opened.table, opened.game = table, game or opened.game
        self.changed(opened)

    async def leave(self, id: str, guest: str) -> OpenTable | None:
        """Get up; None when the table is closed, because nobody is left."""
        async with self.alone(id) as opened:
            table = opened.table.copy()
            if table.leave(guest):
                await self._save(opened, table, lambda c: None)
                return opened
            await self.commit(opened, lambda c: sql.delete_table(c, opened.table))
            self.forget(opened)
            self.closed(id)
            return None

    async def start(self, id: str, guest: str | None) -> OpenTable:
        """Deal: the seed comes from the system, and its commitment is published before the first move."""
        async with self.alone(id) as opened:
            table = opened.table.copy()
            table.start(guest)
            seed, salt = secrets.randbits(SEED_BITS), new_salt()
            game = table.settings.begin(seed)
            table.commitment = commitment(seed, salt)
            game.header |= {"commitment": table.commitment, "salt": salt}
            table.follow(game)
            record = game.to_json()
            header = {key: value for key, value in record.items() if key not in ("rows", "snapshots")}
            position = dump(game.rules, game.position)
            await self._save(
                opened, table, lambda c: sql.add_game(c, id, header, position, record["rows"], [(0, position)]), game
            )
            return opened

    # --- moves -----------------------------------------------------------------------------------------------------

    async def move(
        self, id: str, guest: str | None, seat: int, move: dict[str, Any], version: int, key: str
    ) -> dict[str, Any]:
        """Make a move for a person; a repeated request gets the answer of the first."""
        digest = _digest(["move", seat, move, version])
        return await self._act(id, guest, seat, version, key, digest, lambda game: game.apply(move, seat))

    async def undo(self, id: str, guest: str | None, seat: int, version: int, key: str) -> dict[str, Any]:
        """Take back a person's last move. Where nobody else plays, the bots take theirs back before it."""
        digest = _digest(["undo", seat, version])
        async with self.alone(id) as opened:
            opened.table.own_seat(seat, guest)
            game = opened.running_game()
            if game.version == version:
                made = None
                with suppress(IntegrityError):  # another server has moved on: the look-up below tells
                    if bots := opened.table.give_way(game, seat):
                        await self._check_key(id, key, digest)
                    for bot in bots:
                        after = opened.running_game().copy()
                        after.undo(bot)
                        await self._append(opened, after)
                    made = await self._make(opened, guest, key, digest, lambda game: game.undo(seat))
                if made is not None:
                    return made
        return await self._repeated(id, guest, key, digest, version)

    async def _act(
        self,
        id: str,
        guest: str | None,
        seat: int,
        version: int,
        key: str,
        digest: str,
        act: Callable[[Game], object],
    ) -> dict[str, Any]:
        async with self.alone(id) as opened:
            opened.table.own_seat(seat, guest)
            if opened.running_game().version == version:
                made = await self._make(opened, guest, key, digest, act)
                if made is not None:
                    return made
        return await self._repeated(id, guest, key, digest, version)

    async def _make(
        self, opened: OpenTable, guest: str | None, key: str, digest: str, act: Callable[[Game], object]
    ) -> dict[str, Any] | None:
        """Make one row; None when its key was used before, or another server made this row."""
        after = opened.running_game().copy()
        try:
            act(after)
        except StromnetzError:
            await self._check_key(opened.table.id, key, digest)
            raise
        try:
            await self._append(opened, after, key, digest)
        except IntegrityError:
            return None
        return _answer(opened, after.version, guest)

    async def _repeated(self, id: str, guest: str | None, key: str, digest: str, version: int) -> dict[str, Any]:
        """The answer to a request whose version has passed: the first answer, if it was made before."""
        found = await self._store.read(lambda c: sql.row_by_key(c, id, key))
        opened = await self.get(id)
        current = opened.running_game().version
        if found is None:
            raise VersionConflict(
                f"the game stands at version {current}, not {version}",
                {"version": current, "expected": version},
                "version-passed",
            )
        seq, first = found
        if first != digest:
            raise _used(key)
        if seq > current:
            # another server made it, and this one has not seen it yet
            self.forget(opened)
            opened = await self.get(id)
        return _answer(opened, seq, guest)

    async def _check_key(self, id: str, key: str, digest: str) -> None:
        """A key that was used for another request is the trouble to tell of first."""
        found = await self._store.read(lambda c: sql.row_by_key(c, id, key))
        if found is not None and found[1] != digest:
            raise _used(key)

    async def bot_move(self, id: str, seat: int, move: Any, version: int) -> bool:
        """Make a bot's move, if it is still the one that is due."""
        async with self.alone(id) as opened:
            game = opened.game
            if game is None or game.version != version or opened.table.seats[seat].kind != BOT:
                return False
            after = game.copy()
            after.apply(move, seat)
            await self._append(opened, after)
            return True

    async def _append(self, opened: OpenTable, after: Game, key: str | None = None, digest: str | None = None) -> None:
        table = replace(opened.table, changed_at=now_ms())
        table.follow(after)
        new = NewRow(
            after.version,
            after.rows[-1].to_json(),
            dump(after.rules, after.position),
            snapshot=after.snapshots[-1][0] == after.version,
            key=key,
            digest=digest,
        )
        await self.commit(opened, lambda c: sql.append_row(c, table, new))
        if table.state == FINISHED:
            log.info("a game has ended", extra={"table": table.id, "version": table.version})
        opened.game, opened.table = after, table
        self.changed(opened)

    async def resign(self, id: str, guest: str | None, seat: int) -> OpenTable:
        opened, _ = await self.change(
            id, lambda table: table.resign(seat, guest), lambda c, s: sql.set_recovery(c, id, {s.seat: None})
        )
        return opened

    # --- looking back ----------------------------------------------------------------------------------------------

    async def game_at(self, id: str, version: int) -> Game:
        """The game as it stood after a row."""
        game = (await self.get(id)).running_game()
        if version == game.version:
            return game
        kept = await self._store.read(lambda c: sql.read_snapshots(c, id, up_to=version))
        return await asyncio.to_thread(at, game, version, kept)

    async def record(self, id: str) -> dict[str, Any]:
        """The record: whole when the game is over, else without what players may not know."""
        opened = await self.get(id)
        game = opened.running_game()
        if opened.table.state != FINISHED:
            return game.to_json(hidden=False)
        stored = await self._store.read(lambda c: sql.read_game(c, id))
        if stored is None:
            raise NotFound("there is no record of this table", {})
        there = {row.seq for row in standing(game.rows)}
        kept = {seq: position for seq, position in stored.snapshots if seq in there} | {game.version: stored.position}
        shots = [{"seq": seq, "position": position} for seq, position in kept.items()]
        return {**stored.header, "rows": stored.rows, "snapshots": shots}


def read_table(c: Connection, id: str) -> tuple[Table, Game | None, Callable[[Connection], None] | None] | None:
    """A table with its game; and what has to be written when the rules have changed since."""
    table = sql.read_table(c, id)
    if table is None:
        return None
    stored = sql.read_game(c, id)
    if stored is None:
        return table, None, None
    try:
        game = resume(stored.header, stored.rows, stored.snapshots, stored.position)
    except (StromnetzError, KeyError) as error:
        log.error("a kept game cannot be read: %s", error, extra={"table": id})
        raise NotFound("the game of this table cannot be read by this version of the server", {}) from error
    if table.state in (LOBBY, RUNNING):
        table.follow(game)
    revision = game.rules.edition.revision
    if stored.header["revision"] >= revision:
        return table, game, None
    header = {**stored.header, "revision": revision, "since": game.header["since"]}
    return table, game, lambda c: sql.adopt_revision(c, id, header, game.version, stored.position)


def _used(key: str) -> BadInput:
    return BadInput("this key was used for another request", {"key": key})


def _digest(request: Any) -> str:
    return hashlib.sha256(compact(request).encode()).hexdigest()


def _answer(opened: OpenTable, seq: int, guest: str | None) -> dict[str, Any]:
    row = opened.running_game().rows[seq]
    return {"version": seq, "row": row.seen_by(opened.table.seats_of(guest))}
