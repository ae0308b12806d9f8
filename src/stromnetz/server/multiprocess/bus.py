"""Base of buses: a heartbeat to itself shows whether the bus works, else the server polls more often."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from contextlib import suppress
from typing import ClassVar

from stromnetz.server.core.cluster import Bus, BusMessage, BusMessageReceived, BusReconnected, read_bus_message
from stromnetz.server.core.events import EventBus
from stromnetz.server.core.periodic import stop_tasks

log = logging.getLogger("stromnetz.bus")

HEARTBEAT = "beat"
"""Kind of the message that a server sends to itself."""
HEARTBEAT_SECONDS = 3.0
RETRY_SECONDS = 1.0
"""Time between attempts to connect."""


class HeartbeatBus(Bus, ABC):
    shared = True
    name = ""
    """The name in the log."""
    failures: ClassVar[tuple[type[Exception], ...]] = (OSError, TimeoutError)
    """Exceptions of its library when the connection is lost."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._seconds = seconds
        self._events = EventBus()
        self._tasks: list[asyncio.Task[None]] = []
        self._up = False
        self._lost = False
        self._began = asyncio.Event()

    @property
    def up(self) -> bool:
        return self._up

    async def start(self, events: EventBus) -> None:
        self._events = events
        self._tasks = [asyncio.create_task(self._run())]
        with suppress(TimeoutError):
            await asyncio.wait_for(self._began.wait(), self._seconds)

    async def stop(self) -> None:
        await stop_tasks(self._tasks)

    async def _run(self) -> None:
        while True:
            try:
                await self._listen()
            except self.failures as error:
                if self._up or not self._lost:
                    log.warning("no messages from %s, tables are polled instead: %s", self.name, error)
                self._lost = True
            finally:
                self._up = False
            await asyncio.sleep(RETRY_SECONDS)

    @abstractmethod
    async def _listen(self) -> None:
        """Connect, and receive messages until the connection is lost."""

    def _heartbeat(self) -> str:
        return BusMessage(HEARTBEAT).text(self.server_id)

    def _handle(self, text: str) -> bool:
        """Handle a message; return whether it was our own heartbeat."""
        found = read_bus_message(text)
        if found is None:
            return False
        sender, message = found
        if sender != self.server_id:
            self._events.publish(BusMessageReceived(message))
        elif message.kind == HEARTBEAT:
            self._on_heartbeat()
            return True
        return False

    def _on_heartbeat(self) -> None:
        if self._up:
            return
        self._up = True
        self._began.set()
        if self._lost:
            self._lost = False
            log.info("messages from %s again", self.name)
            self._events.publish(BusReconnected())
