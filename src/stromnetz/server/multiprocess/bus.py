"""A bus between servers that may go away: what a server sends to itself has to come round, else nothing is believed."""

from __future__ import annotations

import asyncio
import logging
import secrets
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import ClassVar

from sqlalchemy import Connection

from stromnetz.server.core.cluster import BusMessage, BusMessageReceived, BusReconnected, read_bus_message
from stromnetz.server.core.events import EventBus

log = logging.getLogger("stromnetz.bus")

HEARTBEAT_SECONDS = "beat"
"""The news that a server sends to itself: only what comes round proves that the bus is there."""
CHECK_SECONDS = 3.0
"""Seconds between two of them."""
RETRY_SECONDS = 1.0
"""Seconds after which it is tried again."""


class HeartbeatBus(ABC):
    shared = True
    kind = ""
    name = ""
    """What it is called in the log."""
    failures: ClassVar[tuple[type[Exception], ...]] = (OSError, TimeoutError)
    """How its library says that it is gone."""

    def __init__(self, seconds: float) -> None:
        self.server_id = secrets.token_hex(4)
        self._seconds = seconds
        self._events = EventBus()
        self._task: asyncio.Task[None] | None = None
        self._up = False
        self._lost = False
        self._began = asyncio.Event()

    @property
    def up(self) -> bool:
        return self._up

    @abstractmethod
    def publish(self, c: Connection, *news: BusMessage) -> None:
        """Tell other servers with the commit of this transaction."""

    @contextmanager
    def deliver_after_commit(self, c: Connection) -> Iterator[None]:
        """What was published is part of the transaction."""
        yield

    async def start(self, events: EventBus) -> None:
        self._events = events
        self._task = asyncio.create_task(self._run())
        with suppress(TimeoutError):
            await asyncio.wait_for(self._began.wait(), self._seconds)

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            try:
                await self._listen()
            except self.failures as error:
                if self._up or not self._lost:
                    log.warning("no news comes from %s, tables are looked up instead: %s", self.name, error)
                self._lost = True
            finally:
                self._up = False
            await asyncio.sleep(RETRY_SECONDS)

    @abstractmethod
    async def _listen(self) -> None:
        """Connect, and hear news until the connection is lost."""

    def _beat(self) -> str:
        return BusMessage(HEARTBEAT_SECONDS).text(self.server_id)

    def _heard(self, text: str) -> bool:
        """Take news as it came; whether it was our own sign."""
        found = read_bus_message(text)
        if found is None:
            return False
        sender, news = found
        if sender != self.server_id:
            self._events.publish(BusMessageReceived(news))
        elif news.kind == HEARTBEAT_SECONDS:
            self._back()
            return True
        return False

    def _back(self) -> None:
        if self._up:
            return
        self._up = True
        self._began.set()
        if self._lost:
            self._lost = False
            log.info("news comes from %s again", self.name)
            self._events.publish(BusReconnected())
