"""The bus that PostgreSQL brings along: NOTIFY inside the commit, LISTEN on a connection of its own."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any

import psycopg
from sqlalchemy import Connection, Engine, bindparam, func, select

from .bus import Bus, News, read_news

log = logging.getLogger("stromnetz.bus")

CHANNEL = "stromnetz"
NAME = "stromnetz bus"
"""By which an administrator of the database knows the connection."""
BEAT = "beat"
"""The news that a server sends to itself: only what comes round proves that the bus is there."""
EVERY = 3.0
"""Seconds between two of them."""
AGAIN = 1.0
"""Seconds after which it is tried again."""

_NOTIFY = select(func.pg_notify(CHANNEL, bindparam("news")))


class Notify(Bus):
    kind = "postgresql"
    shared = True

    def __init__(self, engine: Engine, seconds: float) -> None:
        super().__init__()
        self._address = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._seconds = seconds
        self._task: asyncio.Task[None] | None = None
        self._up = False
        self._lost = False
        self._began = asyncio.Event()

    @property
    def up(self) -> bool:
        return self._up

    def tell(self, c: Connection, *news: News) -> None:
        for one in news:
            c.execute(_NOTIFY, {"news": one.text(self.me)})

    async def start(self) -> None:
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
            except (psycopg.Error, OSError, TimeoutError) as error:
                if self._up or not self._lost:
                    log.warning("no news comes from PostgreSQL, tables are looked up instead: %s", error)
                self._up, self._lost = False, True
            await asyncio.sleep(AGAIN)

    async def _listen(self) -> None:
        async with asyncio.timeout(self._seconds):
            connection = await psycopg.AsyncConnection.connect(self._address, autocommit=True, application_name=NAME)
        try:
            async with asyncio.timeout(self._seconds):
                await connection.execute(f"LISTEN {CHANNEL}")
            while True:
                await self._hear(connection)
        finally:
            self._up = False
            with suppress(Exception):
                await asyncio.wait_for(connection.close(), 1)

    async def _hear(self, connection: psycopg.AsyncConnection[Any]) -> None:
        """Hear news for a while; what was sent round in the beginning has to be there by the end."""
        beat = News(BEAT)
        async with asyncio.timeout(self._seconds):
            await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, beat.text(self.me)))
        came = False
        async for one in connection.notifies(timeout=EVERY):
            found = read_news(one.payload)
            if found is None:
                continue
            sender, news = found
            if sender == self.me:
                came = came or news.kind == BEAT
                if came:
                    self._back()
            else:
                self.heard(news)
        if not came:
            raise TimeoutError("what was sent did not come round")

    def _back(self) -> None:
        if self._up:
            return
        self._up = True
        self._began.set()
        if self._lost:
            self._lost = False
            log.info("news comes from PostgreSQL again")
            self.returned()
