"""Servers on one database that know of each other: which run, who looks at a table by which, what was spent where.

What each holds it writes down as rows of its own, which go with it.
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

CHECK_SECONDS = 1.0
"""Seconds between two rounds: what guests have spent is told the others as often."""
HEARTBEAT_SECONDS = 3.0
"""Seconds between two signs that this server runs."""
LEAST = 0.1
"""Whoever has spent less than this part of what they may spend at once is not told of."""


class ClusterMembership:
    def __init__(
        self,
        store: Database,
        usage: TableUsage,
        events: EventBus,
        key: SigningKey,
        most: int,
        most_each: int,
        exempt: Container[str],
    ) -> None:
        self._buckets: Mapping[str, TokenBuckets] = {}
        """What is limited, by a name that all servers know."""
        self._store = store
        self._bus = store.bus
        self._usage = usage
        self._events = events
        self._key = key
        self._limits = most, most_each
        self._exempt = exempt
        self._numbers = count()
        self._held: dict[int, Socket] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._beaten = 0.0
        self._since: int | None = None
        self._known: dict[tuple[str, str, str], float] = {}

    def digest(self, text: str) -> str:
        """What stands for an address or a guest in the database."""
        return hashlib.blake2b(text.encode(), key=self._key.text.encode()[:32], digest_size=12).hexdigest()

    async def start(self, limits: Mapping[str, TokenBuckets]) -> None:
        self._buckets = limits
        for bucket in limits.values():
            bucket.share(self.digest)
        await self._beat()

    async def stop(self) -> None:
        await asyncio.gather(*self._tasks, return_exceptions=True)
        try:
            await self._store.write_async_commit(self._leave)
        except Unavailable as error:
            log.warning("that this server ends was not written down: %s", error)

    def _leave(self, c: Connection) -> None:
        self._bus.publish(c, *(BusMessage(PRESENCE, id) for id in sql.leave(c, self._bus.server_id)))

    # --- who looks on ---

    async def admit_viewer(self, id: str, guest: str | None, address: str) -> int:
        """Let somebody look on; the number of the socket. Too many are refused, counted over all servers."""
        number = next(self._numbers)
        socket = Socket(number, id, guest, self.digest(address), now_ms())
        most, most_each = self._limits
        if address in self._exempt:
            most_each = most
        most -= len(self._held)
        most_each -= sum(one.address == socket.address for one in self._held.values())
        self._held[number] = socket

        def work(c: Connection) -> bool:
            self._bus.publish(c, BusMessage(PRESENCE, id))
            return sql.admit(c, self._bus.server_id, socket, most, most_each)

        try:
            good = await self._store.write_async_commit(work)
        except Unavailable:
            good = True  # who is counted here alone; the row is written when the database is back
        except BaseException:
            self.release_viewer(number)
            raise
        if not good:
            del self._held[number]
            raise RateLimited(case="too-many-sockets")
        return number

    def release_viewer(self, number: int) -> None:
        """Somebody has gone."""
        socket = self._held.pop(number, None)
        if socket is not None:
            task = asyncio.ensure_future(self._let_go(socket))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _let_go(self, socket: Socket) -> None:
        def work(c: Connection) -> None:
            sql.let_go(c, self._bus.server_id, [socket.number])
            self._bus.publish(c, BusMessage(PRESENCE, socket.table_id))

        try:
            await self._store.write_async_commit(work)
        except Unavailable:
            return  # the next sign of life puts it right

    async def update_presence(self, ids: Iterable[str]) -> None:
        """Learn who looks at tables by other servers."""
        wanted = [id for id in ids if id in self._usage.watched]
        if wanted:
            found = await self._store.read(lambda c: sql.looking(c, self._bus.server_id, wanted))
            for id, others in found.items():
                self._events.publish(RemoteViewersChanged(id, others))

    # --- signs of life, and what was spent ---

    async def run(self) -> None:
        """As long as the server runs."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            with log_failures(
                log,
                "other servers are not told that this one runs",
                "other servers could not be told that this one runs",
            ):
                await self.heartbeat()

    async def heartbeat(self) -> None:
        await self._exchange()
        now = asyncio.get_running_loop().time()
        if now - self._beaten >= HEARTBEAT_SECONDS:
            await self._beat()
            self._beaten = now
            await self.update_presence(list(self._usage.watched))

    async def _beat(self) -> None:
        held = dict(self._held)

        def work(c: Connection) -> None:
            sql.heartbeat(c, self._bus.server_id)
            changed = {*sql.remove_dead_servers(c), *sql.reconcile_viewers(c, self._bus.server_id, held)}
            self._bus.publish(c, *(BusMessage(PRESENCE, id) for id in sorted(changed)))

        await self._store.write_async_commit(work)

    async def _exchange(self) -> None:
        """Tell what was spent here, and count what was spent elsewhere."""
        totals = {
            (name, who): total for name, bucket in self._buckets.items() for who, total in bucket.totals(LEAST).items()
        }

        first = self._since is None

        def work(c: Connection) -> tuple[int, list[tuple[str, str, str, float]]]:
            if totals:
                sql.spend(c, self._bus.server_id, totals)
            return sql.spent(c, self._bus.server_id, self._since or 0)

        self._since, found = await self._store.write_async_commit(work)
        fresh = {}
        for server, name, who, total in found:
            place = (server, name, who)
            fresh[place] = total
            known = self._known.get(place, 0.0)
            more = total - known if total >= known else total  # counted anew
            if more > 0 and name in self._buckets and not first:
                self._buckets[name].charge(who, more)
        self._known |= fresh
        if len(self._known) > 50_000:
            self._known = fresh
