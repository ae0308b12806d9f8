"""Looking back: records, rows and earlier versions, as text that is ready to be sent.

These are the costly reads. They are counted by what they cost, worked out in a thread and one at a time, since threads
share the processor with everybody's moves, and kept as long as there is room: what has happened does not change.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Annotated, Any

from fastapi import Depends

from stromnetz.server.core.dependencies import provided
from stromnetz.server.core.rate_limits import Spend
from stromnetz.server.live.updates import encode
from stromnetz.server.tables.cache import LoadedTable

from .game_history import GameHistory

CHEAP = 0.5
"""What it costs to answer with what is kept, in milliseconds."""
RECORD, VERSION, ROW = 20.0, 8.0, 0.03
"""What it costs to work out a record, an earlier version, a row of the history."""


class SizedCache:
    """Texts up to so many bytes; the ones used longest ago go first."""

    def __init__(self, most: int) -> None:
        self._most = most
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
        while self.size > self._most:
            self.size -= len(self._texts.popitem(last=False)[1])


class HistoryReader:
    def __init__(self, history: GameHistory, most: int) -> None:
        self._history = history
        self.kept = SizedCache(most)
        self._turn = asyncio.Semaphore(1)

    async def record(self, opened: LoadedTable, spend: Spend) -> bytes:
        game, table = opened.running_game(), opened.table

        async def make() -> bytes:
            data = await self._history.record(opened)
            return await asyncio.to_thread(_text, data)

        return await self.look(("record", table.id, game.version, table.state), make, RECORD, spend)

    async def view(self, opened: LoadedTable, version: int, seat: int | None, spend: Spend) -> bytes:
        """What a seat saw after an earlier move."""

        async def make() -> bytes:
            game = await self._history.game_at(opened, version)
            return await asyncio.to_thread(lambda: _text(game.view(seat).to_json()))

        return await self.look(("view", opened.table.id, version, seat), make, VERSION, spend)

    async def rows(self, opened: LoadedTable, seats: list[int], after: int, limit: int, spend: Spend) -> bytes:
        """The rows after one, as far as these seats may know them."""
        game = opened.running_game()
        wanted = game.rows[after + 1 : after + 1 + limit]

        async def make() -> bytes:
            return await asyncio.to_thread(lambda: _text([row.seen_by(seats) for row in wanted]))

        key = ("rows", opened.table.id, tuple(seats), after, len(wanted))
        rows = await self.look(key, make, ROW * len(wanted), spend)
        return b'{"version":%d,"rows":%b}' % (game.version, rows)

    async def look(self, key: Hashable, make: Callable[[], Any], cost: float, spend: Spend) -> bytes:
        """What is kept, or what is made now and kept from then on."""
        if (text := self.kept.get(key)) is not None:
            spend(CHEAP)
            return text
        spend(max(cost, CHEAP))
        async with self._turn:
            text = self.kept.get(key)  # somebody else may have asked for the same
            if text is None:
                text = await make()
                self.kept.put(key, text)
            return text


def _text(data: Any) -> bytes:
    return encode(data).encode()


HistoryReaderDep = Annotated[HistoryReader, Depends(provided(HistoryReader))]
