"""The end of a server, in which nobody loses anything: whoever looks on is sent elsewhere, moves are finished.

First it says that it is not ready any more, so that a balancer sends nobody new. Then it takes no more connections, and
whoever looks at a table or at lists is told to come back, which by then leads elsewhere. They come back spread over a
while: a thousand at once would be hard on whoever has to take them in.
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

EACH_MS = 2
"""Milliseconds in which a server can take another viewer in."""
LEAST_MS, MOST_MS = 100, 5_000
GOING_SECONDS = 1.0
"""How long is waited for viewers to take the message; then they are only cut off."""


class ConnectionDrain:
    def __init__(self, hub: LiveHub, events: EventBus) -> None:
        self._hub = hub
        self._events = events
        self.begun = False

    async def begin(self, wait: float) -> None:
        """Not ready any more; for so many seconds everything else goes on."""
        self.begun = True
        if wait:
            log.info("stopping in %g s", wait)
            await asyncio.sleep(wait)

    async def disconnect_viewers(self) -> None:
        count = len(self._hub)
        if count:
            log.info("sending %d viewers elsewhere", count)
            within = max(LEAST_MS, min(MOST_MS, count * EACH_MS))
            self._events.publish(ServerDraining(within))
        loop = asyncio.get_running_loop()
        end = loop.time() + GOING_SECONDS
        while len(self._hub) and loop.time() < end:
            await asyncio.sleep(0.01)


ConnectionDrainDep = Annotated[ConnectionDrain, Depends(provided(ConnectionDrain))]
