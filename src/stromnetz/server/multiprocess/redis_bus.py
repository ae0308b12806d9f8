"""The bus of a host with many servers: news goes by Redis, once what it is about is committed.

Commits need not stand in line for it, as they do with NOTIFY. What Redis does not take is lost, which is no harm:
others look into the database from time to time anyway.
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

from .bus import CHECK_SECONDS, HeartbeatBus

NAME = "stromnetz-bus"
"""By which an administrator of Redis knows the connections."""
LAST = 1.0
"""Seconds in which a server that ends says what it has still to say."""
WAITING = "stromnetz news"
"""Where a connection to the database keeps what is told with its commit."""


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
            client_name=NAME,
            retry=Retry(NoBackoff(), 0),  # we try again by ourselves, and others are served meanwhile
        )
        # channels do not belong to a database of Redis; so that several houses can share one, the number is in the name
        self._channel = f"stromnetz {self._client.connection_pool.connection_kwargs.get('db', 0)}"
        self._loop: asyncio.AbstractEventLoop | None = None
        self._outgoing: asyncio.Queue[list[str]] | None = None

    def publish(self, c: Connection, *news: BusMessage) -> None:
        c.info.setdefault(WAITING, []).extend(one.text(self.server_id) for one in news)

    @contextmanager
    def deliver_after_commit(self, c: Connection) -> Iterator[None]:
        c.info.pop(WAITING, None)
        yield
        told = c.info.pop(WAITING, None)
        if told and self._loop is not None:
            with suppress(RuntimeError):  # the server ends just now
                self._loop.call_soon_threadsafe(self._put, told)

    def _put(self, told: list[str]) -> None:
        if self._outgoing is not None:
            self._outgoing.put_nowait(told)

    async def start(self, events: EventBus) -> None:
        self._loop = asyncio.get_running_loop()
        await super().start(events)

    async def stop(self) -> None:
        if self._outgoing is not None:
            with suppress(*self.failures):
                async with asyncio.timeout(LAST):
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
                    await self._hear(channel, sending)
            finally:
                self._outgoing = None
                sending.cancel()
                await asyncio.gather(sending, return_exceptions=True)

    async def _hear(self, channel: Any, sending: asyncio.Task[None]) -> None:
        """Hear news for a while; what was sent round in the beginning has to be there by the end."""
        self._put([self._beat()])
        came = False
        loop = asyncio.get_running_loop()
        end = loop.time() + CHECK_SECONDS
        while (left := end - loop.time()) > 0:
            message = await channel.get_message(ignore_subscribe_messages=True, timeout=left)
            if message is not None:
                came = self._heard(message["data"].decode()) or came
            if sending.done():
                sending.result()
        if not came:
            raise TimeoutError("what was sent did not come round")

    async def _send(self, outgoing: asyncio.Queue[list[str]]) -> None:
        """Whatever has gathered meanwhile goes out together."""
        while True:
            told = await outgoing.get()
            while not outgoing.empty():
                told += outgoing.get_nowait()
                outgoing.task_done()
            async with self._client.pipeline(transaction=False) as pipe:
                for text in told:
                    pipe.publish(self._channel, text)
                await pipe.execute()
            outgoing.task_done()
