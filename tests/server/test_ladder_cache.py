"""The cache of the ladder."""

from __future__ import annotations

import asyncio

from stromnetz.server.matchmaking.rating_service import MAX_ENTRIES, LadderCache


def test_entry_expires() -> None:
    now = [100.0]
    made: list[float] = []
    cache = LadderCache(5, clock=lambda: now[0])

    async def make() -> float:
        made.append(now[0])
        return now[0]

    def ask(at: float, name: str = "ladder") -> float:
        now[0] = at
        return float(asyncio.run(cache.get(name, make)))

    assert [ask(100.0), ask(104.9), ask(105.0), ask(109.9)] == [100.0, 100.0, 105.0, 105.0]
    assert made == [100.0, 105.0]
    cache.clear()
    assert ask(109.9) == 109.9


def test_oldest_entry_is_evicted() -> None:
    made: list[int] = []
    cache = LadderCache(5, clock=lambda: 0.0)

    async def ask(number: int) -> None:
        async def make() -> None:
            made.append(number)

        await cache.get(str(number), make)

    async def ask_all() -> None:
        for number in (*range(MAX_ENTRIES), 0, MAX_ENTRIES, 1, 0):
            await ask(number)

    asyncio.run(ask_all())
    assert made == [*range(MAX_ENTRIES), MAX_ENTRIES, 0]
