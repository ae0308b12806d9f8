"""Rates finished games soon after they end. The database alone decides which games are due."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from stromnetz.extras import install_command, missing
from stromnetz.server.core import cluster as core_cluster
from stromnetz.server.core.cluster import BusMessage
from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.dependencies import provided
from stromnetz.server.core.events import EventBus
from stromnetz.server.core.periodic import log_failures, wait_or_timeout
from stromnetz.server.tables.events import GameEnded
from stromnetz.tables.errors import Conflict

from . import rating_store as sql

TTL_SECONDS = 10.0
MAX_ENTRIES = 200


class LadderCache:
    """Cache of ladder pages and profiles, cleared when a game is rated."""

    def __init__(self, seconds: float = TTL_SECONDS, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._clock = clock
        self._entries: OrderedDict[str, tuple[float, Any]] = OrderedDict()

    async def get(self, name: str, make: Callable[[], Awaitable[Any]]) -> Any:
        """Return the cached value, or make and cache it."""
        found = self._entries.get(name)
        if found is not None and found[0] > self._clock():
            return found[1]
        value = await make()
        self._entries[name] = (self._clock() + self._seconds, value)
        self._entries.move_to_end(name)
        while len(self._entries) > MAX_ENTRIES:
            self._entries.popitem(last=False)
        return value

    def clear(self) -> None:
        self._entries.clear()

    def on_games_rated(self, event: GamesRated) -> None:
        self.clear()


log = logging.getLogger("stromnetz.ratings")

POLL_SECONDS = 60.0
"""Games that ended on a process that was stopped are found by polling."""


@dataclass(frozen=True, slots=True)
class GamesRated:
    """The games of these tables have been rated."""

    tables: Sequence[str]


class RatingService:
    def __init__(self, database: Database, config: ServerConfig, events: EventBus) -> None:
        self._database = database
        self._events = events
        self._wake = asyncio.Event()
        self.runs = not config.no_ratings and not config.no_accounts and not missing("openskill")
        """Whether ratings are switched on and their library is installed."""
        if not config.no_ratings and missing("openskill"):
            log.info("there are no ratings: they need openskill: %s", install_command("host"))

    def require_enabled(self) -> None:
        if not self.runs:
            raise Conflict(case="ratings-off")

    def on_game_ended(self, event: GameEnded) -> None:
        if event.table.settings.rated:
            self._wake.set()

    async def run(self) -> None:
        """Rate games until cancelled."""
        while self.runs:
            with log_failures(log, "ratings wait for the database", "games could not be rated"):
                await self.rate_finished()
            await wait_or_timeout(self._wake, POLL_SECONDS)

    async def rate_finished(self) -> int:
        """Rate all due games and update their viewers; return their number."""
        if not await self._database.read(sql.due):
            return 0
        try:
            rated = await self._database.write(self._rate)
        except IntegrityError:
            return 0  # another process rated at the same moment; retry in the next round
        self._events.publish(GamesRated(rated))
        return len(rated)

    def _rate(self, c: Connection) -> list[str]:
        rated = sql.rate_due(c)
        self._database.bus.publish(c, *(BusMessage(core_cluster.RATED, id) for id in rated))
        return rated


RatingServiceDep = Annotated[RatingService, Depends(provided(RatingService))]
LadderCacheDep = Annotated[LadderCache, Depends(provided(LadderCache))]
