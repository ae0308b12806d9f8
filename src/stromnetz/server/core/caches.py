"""What is asked for often and may be a few seconds old. It never holds more than so many things."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

TTL_SECONDS = 10.0
MAX_ENTRIES = 200


class TtlCache:
    def __init__(self, seconds: float = TTL_SECONDS, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._clock = clock
        self._things: OrderedDict[str, tuple[float, Any]] = OrderedDict()

    async def get(self, name: str, make: Callable[[], Awaitable[Any]]) -> Any:
        """What is there, or what is made now."""
        found = self._things.get(name)
        if found is not None and found[0] > self._clock():
            return found[1]
        made = await make()
        self._things[name] = (self._clock() + self._seconds, made)
        self._things.move_to_end(name)
        while len(self._things) > MAX_ENTRIES:
            self._things.popitem(last=False)
        return made

    def clear(self) -> None:
        self._things.clear()
