"""Cached reads of records, rows and earlier versions, as encoded JSON.

These reads are costly: they are charged to the reader, run in a thread one at a time, since threads compete with
everyone's moves, and are cached, since the past does not change.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Annotated, Any

from fastapi import Depends

from stromnetz.server.core.database.db_schema import to_compact_json
from stromnetz.server.core.dependencies import provided
from stromnetz.server.core.rate_limits import Spend
from stromnetz.server.tables.cache import LoadedTable

from .game_history import GameHistory

CACHED_COST_MS = 0.5
"""Charge for a cached result."""
RECORD_COST_MS, VERSION_COST_MS, ROW_COST_MS = 20.0, 8.0, 0.03
"""Charges for a record, an earlier version, and a row of the history."""


class SizedCache:
    """A cache of texts, limited by their total size; the least recently used are dropped."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._texts: OrderedDict[Hashable, bytes] = OrderedDict()
        self.size = 0

    def get(self, key: Hashable) -> bytes | None:
        if key in self._texts:
            self._texts.move_to_end(key)
        return self._texts.get(key)

    def put(self, key: Hashable, text: bytes) -> None:
        self.size -= len(self._texts.pop(key, b""))
        self._texts[key] = text
        self.size += len(text)
        while self.size > self._max_bytes:
            self.size -= len(self._texts.popitem(last=False)[1])


class HistoryReader:
    def __init__(self, history: GameHistory, cache_bytes: int) -> None:
        self._history = history
        self.cache = SizedCache(cache_bytes)
        self._lock = asyncio.Semaphore(1)

    async def record(self, opened: LoadedTable, spend: Spend) -> bytes:
        game, table = opened.running_game(), opened.table

        async def make() -> bytes:
            data = await self._history.record(opened)
            return await asyncio.to_thread(_text, data)

        return await self.cached(("record", table.id, game.version, table.state), make, RECORD_COST_MS, spend)

    async def notation(self, opened: LoadedTable, spend: Spend) -> bytes:
        game, table = opened.running_game(), opened.table

        async def make() -> bytes:
            return (await self._history.notation(opened)).encode()

        names = tuple([seat.name for seat in table.seats])
        return await self.cached(("notation", table.id, game.version, table.state, names), make, RECORD_COST_MS, spend)

    async def view(self, opened: LoadedTable, version: int, seat: int | None, spend: Spend) -> bytes:
        """Return what a seat saw at an earlier version."""

        async def make() -> bytes:
            game = await self._history.game_at(opened, version)
            return await asyncio.to_thread(lambda: _text(game.view(seat).to_json()))

        return await self.cached(("view", opened.table.id, version, seat), make, VERSION_COST_MS, spend)

    async def move_times(self, opened: LoadedTable, spend: Spend) -> bytes:
        """Return how long the people took for their moves in a finished game."""

        async def make() -> bytes:
            found = await self._history.move_times(opened)
            return _text({"players": [one.to_json() for one in found]})

        return await self.cached(
            ("times", opened.table.id, opened.running_game().version), make, VERSION_COST_MS, spend
        )

    async def rows(self, opened: LoadedTable, seats: list[int], after: int, limit: int, spend: Spend) -> bytes:
        """Return the rows after a version, as far as these seats may see them."""
        game = opened.running_game()
        wanted = game.rows[after + 1 : after + 1 + limit]

        async def make() -> bytes:
            return await asyncio.to_thread(lambda: _text([row.seen_by(seats) for row in wanted]))

        key = ("rows", opened.table.id, tuple(seats), after, len(wanted))
        rows = await self.cached(key, make, ROW_COST_MS * len(wanted), spend)
        return b'{"version":%d,"rows":%b}' % (game.version, rows)

    async def cached(self, key: Hashable, make: Callable[[], Any], cost: float, spend: Spend) -> bytes:
        """Return the cached text, or make and cache it; charge the cost."""
        if (text := self.cache.get(key)) is not None:
            spend(CACHED_COST_MS)
            return text
        spend(max(cost, CACHED_COST_MS))
        async with self._lock:
            text = self.cache.get(key)  # another request may have made it meanwhile
            if text is None:
                text = await make()
                self.cache.put(key, text)
            return text


def _text(data: Any) -> bytes:
    return to_compact_json(data).encode()


HistoryReaderDep = Annotated[HistoryReader, Depends(provided(HistoryReader))]
