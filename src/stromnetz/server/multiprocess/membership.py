"""Servers on one database: which run, who watches tables on which, and what was spent of rate limits.

Each server writes its own rows, which are deleted with it.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Container, Iterable, Mapping
from itertools import count

from sqlalchemy import Connection

from stromnetz.server.core.cluster import PRESENCE, BusMessage
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.events import EventBus
from stromnetz.server.core.identity import SigningKey
from stromnetz.server.core.periodic import log_failures
from stromnetz.server.core.rate_limits import TokenBuckets
from stromnetz.server.live.events import RemoteViewersChanged
from stromnetz.server.tables.cache import TableUsage
from stromnetz.tables.errors import RateLimited, Unavailable
from stromnetz.tables.time import now_ms

from . import membership_store as sql
from .membership_store import Socket

log = logging.getLogger("stromnetz.bus")

EXCHANGE_SECONDS = 1.0
"""Interval of exchanging what was spent of rate limits."""
HEARTBEAT_SECONDS = 3.0
MIN_SHARED_PART = 0.1
"""Part of a burst that a key must have spent before other servers are told."""


class ClusterMembership:
    def __init__(
        self,
        database: Database,
        usage: TableUsage,
        events: EventBus,
        key: SigningKey,
        max_sockets: int,
        max_per_address: int,
        exempt: Container[str],
    ) -> None:
        self._buckets: Mapping[str, TokenBuckets] = {}
        """Rate limits by names that all servers know."""
        self._database = database
        self._bus = database.bus
        self._usage = usage
        self._events = events
        self._key = key
        self._limits = max_sockets, max_per_address
        self._exempt = exempt
        self._numbers = count()
        self._held: dict[int, Socket] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._heartbeat_at = 0.0
        self._since: int | None = None
        self._known: dict[tuple[str, str, str], float] = {}

    def digest(self, text: str) -> str:
        """Return the pseudonym of an address or a guest in the database."""
        return hashlib.blake2b(text.encode(), key=self._key.text.encode()[:32], digest_size=12).hexdigest()

    async def start(self, limits: Mapping[str, TokenBuckets]) -> None:
        self._buckets = limits
        for bucket in limits.values():
            bucket.share(self.digest)
        await self._save_heartbeat()

    async def stop(self) -> None:
        await asyncio.gather(*self._tasks, return_exceptions=True)
        try:
            await self._database.write_async_commit(self._leave)
        except Unavailable as error:
            log.warning("other servers were not told that this one stops: %s", error)

    def _leave(self, c: Connection) -> None:
        self._bus.publish(c, *(BusMessage(PRESENCE, id) for id in sql.leave(c, self._bus.server_id)))

    # --- viewers ---

    async def admit_viewer(self, id: str, guest: str | None, address: str) -> int:
        """Count a viewer; return the number of the socket. Refuse too many, over all servers."""
        number = next(self._numbers)
        socket = Socket(number, id, guest, self.digest(address), now_ms())
        most, most_per_address = self._limits
        if address in self._exempt:
            most_per_address = most
        most -= len(self._held)
        most_per_address -= sum(one.address == socket.address for one in self._held.values())
        self._held[number] = socket

        def work(c: Connection) -> bool:
            self._bus.publish(c, BusMessage(PRESENCE, id))
            return sql.admit(c, self._bus.server_id, socket, most, most_per_address)

        try:
            admitted = await self._database.write_async_commit(work)
        except Unavailable:
            admitted = True  # counted on this server; the row is written when the database is back
        except BaseException:
            self.release_viewer(number)
            raise
        if not admitted:
            del self._held[number]
            raise RateLimited(case="too-many-sockets")
        return number

    def release_viewer(self, number: int) -> None:
        """Forget a viewer who has left."""
        socket = self._held.pop(number, None)
        if socket is not None:
            task = asyncio.ensure_future(self._remove_viewer(socket))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _remove_viewer(self, socket: Socket) -> None:
        def work(c: Connection) -> None:
            sql.remove_viewers(c, self._bus.server_id, [socket.number])
            self._bus.publish(c, BusMessage(PRESENCE, socket.table_id))

        try:
            await self._database.write_async_commit(work)
        except Unavailable:
            return  # the next heartbeat corrects it

    async def update_presence(self, ids: Iterable[str]) -> None:
        """Read who watches tables on other servers."""
        wanted = [id for id in ids if id in self._usage.watched]
        if wanted:
            found = await self._database.read(lambda c: sql.remote_viewers(c, self._bus.server_id, wanted))
            for id, others in found.items():
                self._events.publish(RemoteViewersChanged(id, others))

    # --- heartbeats and rate limits ---

    async def run(self) -> None:
        """Exchange data with other servers until cancelled."""
        while True:
            await asyncio.sleep(EXCHANGE_SECONDS)
            with log_failures(log, "heartbeats wait for the database", "a heartbeat failed"):
                await self.heartbeat()

    async def heartbeat(self) -> None:
        await self._exchange()
        now = asyncio.get_running_loop().time()
        if now - self._heartbeat_at >= HEARTBEAT_SECONDS:
            await self._save_heartbeat()
            self._heartbeat_at = now
            await self.update_presence(list(self._usage.watched))

    async def _save_heartbeat(self) -> None:
        held = dict(self._held)

        def work(c: Connection) -> None:
            sql.heartbeat(c, self._bus.server_id)
            changed = {*sql.remove_dead_servers(c), *sql.reconcile_viewers(c, self._bus.server_id, held)}
            self._bus.publish(c, *(BusMessage(PRESENCE, id) for id in sorted(changed)))

        await self._database.write_async_commit(work)

    async def _exchange(self) -> None:
        """Save what was spent on this server, and charge what was spent on others."""
        totals = {
            (name, who): total
            for name, bucket in self._buckets.items()
            for who, total in bucket.totals(MIN_SHARED_PART).items()
        }

        first = self._since is None

        def work(c: Connection) -> tuple[int, list[tuple[str, str, str, float]]]:
            if totals:
                sql.spend(c, self._bus.server_id, totals)
            return sql.spent(c, self._bus.server_id, self._since or 0)

        self._since, found = await self._database.write_async_commit(work)
        fresh = {}
        for server, name, who, total in found:
            place = (server, name, who)
            fresh[place] = total
            known = self._known.get(place, 0.0)
            more = total - known if total >= known else total  # restarted from 0
            if more > 0 and name in self._buckets and not first:
                self._buckets[name].charge(who, more)
        self._known |= fresh
        if len(self._known) > 50_000:
            self._known = fresh
