"""Rates games that are over, soon after they are. What is true stands in the database alone."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Annotated, Any

from fastapi import Depends
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from stromnetz.server.core import cluster as core_cluster
from stromnetz.server.core.cluster import BusMessage
from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.dependencies import provided
from stromnetz.server.core.events import EventBus
from stromnetz.server.core.periodic import log_failures, wait_or_timeout
from stromnetz.server.tables.events import TableChanged
from stromnetz.tables.errors import Conflict
from stromnetz.tables.table import FINISHED

from . import rating_store as sql

TTL_SECONDS = 10.0
MAX_ENTRIES = 200


class LadderCache:
    """Pages of the ladder and profiles, up to a few seconds old; all go when a game is rated."""

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

    def on_games_rated(self, event: GamesRated) -> None:
        self.clear()


log = logging.getLogger("stromnetz.ratings")

POLL_SECONDS = 60.0
"""Seconds after which it looks even where nothing has ended here: another process may have been stopped."""


@dataclass(frozen=True, slots=True)
class GamesRated:
    """The games of these tables have been rated."""

    tables: Sequence[str]


class RatingService:
    def __init__(self, store: Database, config: ServerConfig, events: EventBus) -> None:
        self._store = store
        self._events = events
        self._wake = asyncio.Event()
        self.runs = not config.no_ratings and not config.no_accounts and find_spec("openskill") is not None
        """Whether the host wants ratings, and has what they need."""
        if not config.no_ratings and find_spec("openskill") is None:
            log.info("there are no ratings, as openskill is not installed (stromnetz[host])")

    def require_enabled(self) -> None:
        if not self.runs:
            raise Conflict(case="ratings-off")

    def on_table_changed(self, event: TableChanged) -> None:
        opened = event.opened
        if opened.table.state == FINISHED and opened.table.settings.rated:
            self._wake.set()

    async def run(self) -> None:
        """As long as the server runs."""
        while self.runs:
            self._wake.clear()
            with log_failures(log, "ratings wait for the database", "games could not be rated"):
                await self.rate_finished()
            await wait_or_timeout(self._wake, POLL_SECONDS)

    async def rate_finished(self) -> int:
        """Rate what is over, and tell the viewers of these tables; returns the number of games."""
        if not await self._store.read(sql.due):
            return 0
        try:
            rated = await self._store.write(self._rate)
        except IntegrityError:
            return 0  # another process has rated at the same moment: look again in a while
        self._events.publish(GamesRated(rated))
        return len(rated)

    def _rate(self, c: Connection) -> list[str]:
        rated = sql.rate_due(c)
        self._store.bus.publish(c, *(BusMessage(core_cluster.RATED, id) for id in rated))
        return rated


RatingServiceDep = Annotated[RatingService, Depends(provided(RatingService))]
LadderCacheDep = Annotated[LadderCache, Depends(provided(LadderCache))]
