"""Earlier versions and records of games, from the database."""

from __future__ import annotations

import asyncio
from typing import Any

from stromnetz.play.files.record_types import effective_rows
from stromnetz.play.files.stored_games import game_at_version
from stromnetz.play.game import Game
from stromnetz.server.core.database.database import Database
from stromnetz.server.tables.cache import LoadedTable
from stromnetz.tables.errors import NotFound
from stromnetz.tables.move_times import MoveTimes, move_times
from stromnetz.tables.table import FINISHED, PERSON

from . import game_store


class GameHistory:
    """Reads what is not kept in memory of a game."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def game_at(self, opened: LoadedTable, version: int) -> Game:
        """Return the game at an earlier version."""
        game, id = opened.running_game(), opened.table.id
        if version == game.version:
            return game
        stored = await self._database.read(lambda c: game_store.read_snapshots(c, id, up_to=version))
        return await asyncio.to_thread(game_at_version, game, version, stored)

    async def move_times(self, opened: LoadedTable) -> list[MoveTimes]:
        """Return how long the people at the table took for their moves."""
        id = opened.table.id
        timed = await self._database.read(lambda c: game_store.read_times(c, id))
        return move_times(timed, [seat.seat for seat in opened.table.seats if seat.kind == PERSON])

    async def record(self, opened: LoadedTable) -> dict[str, Any]:
        """Return the record; hidden information is removed unless the game is over."""
        if opened.table.state == FINISHED and opened.table.settings.lesson is None:
            return await self.whole_record(opened)
        return await asyncio.to_thread(opened.session.record)

    async def notation(self, opened: LoadedTable) -> str:
        """Return the game in notation, with the names of the players; without hidden information until it is over."""
        table = opened.table
        over = table.state == FINISHED and table.settings.lesson is None
        game = opened.running_game().copy()
        names = [seat.name for seat in table.seats]
        if game.names is None and all(names):
            game.names = names
        return await asyncio.to_thread(game.to_notation, over)

    async def whole_record(self, opened: LoadedTable) -> dict[str, Any]:
        """Return the complete record, including the seed."""
        game, id = opened.running_game(), opened.table.id
        stored = await self._database.read(lambda c: game_store.read_game(c, id))
        if stored is None:
            raise NotFound("there is no record of this table", {})
        valid = {row.seq for row in effective_rows(game.rows)}
        positions = {seq: position for seq, position in stored.snapshots if seq in valid}
        positions[game.version] = stored.position
        snapshots = [{"seq": seq, "position": position} for seq, position in positions.items()]
        return {**stored.header, "rows": stored.rows, "snapshots": snapshots}
