"""A bus over PostgreSQL: NOTIFY in the commit, LISTEN on a separate connection."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import psycopg
from sqlalchemy import Connection, Engine, bindparam, func, select

from stromnetz.server.core.cluster import BusMessage

from .bus import HEARTBEAT_SECONDS, HeartbeatBus

CHANNEL = "stromnetz"
CONNECTION_NAME = "stromnetz bus"
"""Identifies the connection to administrators of the database."""

_NOTIFY = select(func.pg_notify(CHANNEL, bindparam("message")))


class PostgresBus(HeartbeatBus):
    kind = "postgresql"
    name = "PostgreSQL"
    failures = (psycopg.Error, OSError, TimeoutError)

    def __init__(self, engine: Engine, seconds: float) -> None:
        super().__init__(seconds)
        self._address = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)

    def publish(self, c: Connection, *messages: BusMessage) -> None:
        for one in messages:
            c.execute(_NOTIFY, {"message": one.text(self.server_id)})

    async def _listen(self) -> None:
        async with asyncio.timeout(self._seconds):
            connection = await psycopg.AsyncConnection.connect(
                self._address, autocommit=True, application_name=CONNECTION_NAME
            )
        try:
            async with asyncio.timeout(self._seconds):
                await connection.execute(f"LISTEN {CHANNEL}")
            while True:
                await self._receive(connection)
        finally:
            with suppress(Exception):
                await asyncio.wait_for(connection.close(), 1)

    async def _receive(self, connection: psycopg.AsyncConnection[Any]) -> None:
        """Receive messages for a while; raise if our own heartbeat does not arrive."""
        async with asyncio.timeout(self._seconds):
            await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, self._heartbeat()))
        alive = False
        async for one in connection.notifies(timeout=HEARTBEAT_SECONDS):
            alive = self._handle(one.payload) or alive
        if not alive:
            raise TimeoutError("the heartbeat did not arrive")
