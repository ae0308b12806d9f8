"""Graceful shutdown: viewers move to another server, requests are finished.

First the server reports that it is not ready, so that a load balancer sends no new clients. Then it refuses connections
and tells viewers to reconnect, spread over a while so that the other servers can keep up.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Annotated

from fastapi import Depends

from stromnetz.server.core.dependencies import provided
from stromnetz.server.core.events import EventBus

from .events import ServerDraining
from .hub import LiveHub

log = logging.getLogger("stromnetz.server")

MS_PER_VIEWER = 2
"""Time that another server needs to accept a viewer."""
MIN_SPREAD_MS, MAX_SPREAD_MS = 100, 5_000
DISCONNECT_SECONDS = 1.0
"""How long viewers have to receive the message before they are cut off."""


class ConnectionDrain:
    def __init__(self, hub: LiveHub, events: EventBus) -> None:
        self._hub = hub
        self._events = events
        self.begun = False

    async def begin(self, wait: float) -> None:
        """Report not ready; continue serving for ``wait`` seconds."""
        self.begun = True
        if wait:
            log.info("stopping in %g s", wait)
            await asyncio.sleep(wait)

    async def disconnect_viewers(self) -> None:
        count = len(self._hub)
        if count:
            log.info("disconnecting %d viewers", count)
            within = max(MIN_SPREAD_MS, min(MAX_SPREAD_MS, count * MS_PER_VIEWER))
            self._events.publish(ServerDraining(within))
        loop = asyncio.get_running_loop()
        end = loop.time() + DISCONNECT_SECONDS
        while len(self._hub) and loop.time() < end:
            await asyncio.sleep(0.01)


ConnectionDrainDep = Annotated[ConnectionDrain, Depends(provided(ConnectionDrain))]
