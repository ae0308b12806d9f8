"""The bus that PostgreSQL brings along: NOTIFY inside the commit, LISTEN on a connection of its own."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import psycopg
from sqlalchemy import Connection, Engine, bindparam, func, select

from stromnetz.server.core.cluster import BusMessage

from .bus import CHECK_SECONDS, HeartbeatBus

CHANNEL = "stromnetz"
NAME = "stromnetz bus"
"""By which an administrator of the database knows the connection."""

_NOTIFY = select(func.pg_notify(CHANNEL, bindparam("news")))


class PostgresBus(HeartbeatBus):
    kind = "postgresql"
    name = "PostgreSQL"
    failures = (psycopg.Error, OSError, TimeoutError)

    def __init__(self, engine: Engine, seconds: float) -> None:
        super().__init__(seconds)
        self._address = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)

    def publish(self, c: Connection, *news: BusMessage) -> None:
        for one in news:
            c.execute(_NOTIFY, {"news": one.text(self.server_id)})

    async def _listen(self) -> None:
        async with asyncio.timeout(self._seconds):
            connection = await psycopg.AsyncConnection.connect(self._address, autocommit=True, application_name=NAME)
        try:
            async with asyncio.timeout(self._seconds):
                await connection.execute(f"LISTEN {CHANNEL}")
            while True:
                await self._hear(connection)
        finally:
            with suppress(Exception):
                await asyncio.wait_for(connection.close(), 1)

    async def _hear(self, connection: psycopg.AsyncConnection[Any]) -> None:
        """Hear news for a while; what was sent round in the beginning has to be there by the end."""
        async with asyncio.timeout(self._seconds):
            await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, self._beat()))
        came = False
        async for one in connection.notifies(timeout=CHECK_SECONDS):
            came = self._heard(one.payload) or came
        if not came:
            raise TimeoutError("what was sent did not come round")
