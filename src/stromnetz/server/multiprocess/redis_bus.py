"""A bus over Redis, for many servers: messages are sent after the commit.

Unlike with NOTIFY, commits do not wait for each other. Messages that Redis does not accept are lost, which is harmless:
servers also poll the database.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from sqlalchemy import Connection

from stromnetz.server.core.cluster import BusMessage
from stromnetz.server.core.events import EventBus

from .bus import HEARTBEAT_SECONDS, HeartbeatBus

CLIENT_NAME = "stromnetz-bus"
"""Identifies the connections to administrators of Redis."""
STOP_SECONDS = 1.0
"""How long a stopping server tries to send its last messages."""
PENDING = "stromnetz messages"
"""Key in the ``info`` of a database connection for messages of its transaction."""


class RedisBus(HeartbeatBus):
    kind = "redis"
    name = "Redis"
    failures = (RedisError, OSError, TimeoutError)

    def __init__(self, address: str, seconds: float) -> None:
        super().__init__(seconds)
        self._client: Any = Redis.from_url(
            address,
            socket_timeout=seconds,
            socket_connect_timeout=seconds,
            client_name=CLIENT_NAME,
            retry=Retry(NoBackoff(), 0),  # `HeartbeatBus` reconnects, without blocking anything
        )
        # channels are shared by all databases of a Redis server, so the name contains the number of the database
        self._channel = f"stromnetz {self._client.connection_pool.connection_kwargs.get('db', 0)}"
        self._loop: asyncio.AbstractEventLoop | None = None
        self._outgoing: asyncio.Queue[list[str]] | None = None

    def publish(self, c: Connection, *messages: BusMessage) -> None:
        c.info.setdefault(PENDING, []).extend(one.text(self.server_id) for one in messages)

    @contextmanager
    def deliver_after_commit(self, c: Connection) -> Iterator[None]:
        c.info.pop(PENDING, None)
        yield
        texts = c.info.pop(PENDING, None)
        if texts and self._loop is not None:
            with suppress(RuntimeError):  # the server is stopping
                self._loop.call_soon_threadsafe(self._put, texts)

    def _put(self, texts: list[str]) -> None:
        if self._outgoing is not None:
            self._outgoing.put_nowait(texts)

    async def start(self, events: EventBus) -> None:
        self._loop = asyncio.get_running_loop()
        await super().start(events)

    async def stop(self) -> None:
        if self._outgoing is not None:
            with suppress(*self.failures):
                async with asyncio.timeout(STOP_SECONDS):
                    await self._outgoing.join()
        await super().stop()
        with suppress(*self.failures):
            await self._client.aclose()

    async def _listen(self) -> None:
        async with self._client.pubsub() as channel:
            async with asyncio.timeout(self._seconds):
                await channel.subscribe(self._channel)
            self._outgoing = asyncio.Queue()
            sending = asyncio.create_task(self._send(self._outgoing))
            try:
                while True:
                    await self._receive(channel, sending)
            finally:
                self._outgoing = None
                sending.cancel()
                await asyncio.gather(sending, return_exceptions=True)

    async def _receive(self, channel: Any, sending: asyncio.Task[None]) -> None:
        """Receive messages for a while; raise if our own heartbeat does not arrive."""
        self._put([self._heartbeat()])
        alive = False
        loop = asyncio.get_running_loop()
        end = loop.time() + HEARTBEAT_SECONDS
        while (left := end - loop.time()) > 0:
            message = await channel.get_message(ignore_subscribe_messages=True, timeout=left)
            if message is not None:
                alive = self._handle(message["data"].decode()) or alive
            if sending.done():
                sending.result()
        if not alive:
            raise TimeoutError("the heartbeat did not arrive")

    async def _send(self, outgoing: asyncio.Queue[list[str]]) -> None:
        """Send messages, in batches if several have accumulated."""
        while True:
            texts = await outgoing.get()
            while not outgoing.empty():
                texts += outgoing.get_nowait()
                outgoing.task_done()
            async with self._client.pipeline(transaction=False) as pipe:
                for text in texts:
                    pipe.publish(self._channel, text)
                await pipe.execute()
            outgoing.task_done()
