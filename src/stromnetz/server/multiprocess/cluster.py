"""The cluster of servers on one PostgreSQL database."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from sqlalchemy import Connection

from stromnetz.server.chat.service import ChatPosted
from stromnetz.server.core.cluster import JOB, ROWS, TABLE, BusMessage, BusMessageReceived, BusReconnected, Cluster
from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.events import EventBus
from stromnetz.server.core.identity import GuestLoggedOut, IdentityRegistry
from stromnetz.server.core.rate_limits import TokenBuckets
from stromnetz.server.live.events import TableWatched
from stromnetz.server.table_play.preset_moves import PresetMovesChanged
from stromnetz.server.tables.cache import TableCache
from stromnetz.server.tables.events import TablesEdited
from stromnetz.tables.table import Table

from . import bot_turn_store, membership_store
from .bot_turn_store import BotDelays
from .consumer import BusConsumer
from .job_leases import JobLeases
from .membership import ClusterMembership
from .table_sync import TableSync


class PostgresCluster(Cluster):
    overdue_poll_seconds = 1.0

    def __init__(
        self,
        config: ServerConfig,
        database: Database,
        cache: TableCache,
        identities: IdentityRegistry,
        events: EventBus,
    ) -> None:
        super().__init__(database)
        self._delays = BotDelays(int(config.bot_pace * 1000), int(config.bot_time * 1000))
        self._sync = TableSync(database, cache, events)
        self.membership = ClusterMembership(
            database, cache.usage, events, identities.signing, config.sockets, config.sockets_each, config.exempt
        )
        self.consumer = BusConsumer(database, cache, self._sync, identities, self.membership, events)
        self.turn_queue = JobLeases(database, config.bot_pace)
        self._subscribe(events)

    def _subscribe(self, events: EventBus) -> None:
        events.subscribe(TableWatched, self.consumer.on_table_watched)
        events.subscribe(PresetMovesChanged, self.consumer.on_presets_changed)
        events.subscribe(ChatPosted, self.consumer.on_chat_posted)
        events.subscribe(GuestLoggedOut, self.consumer.on_guest_logged_out)
        events.subscribe(TablesEdited, self.turn_queue.on_tables_edited)
        events.subscribe(BusMessageReceived, self.consumer.on_message)
        events.subscribe(BusMessageReceived, self.turn_queue.on_bus_message)
        events.subscribe(BusReconnected, self.consumer.on_reconnect)

    async def start(self, limits: Mapping[str, TokenBuckets]) -> None:
        await self.membership.start(limits)
        await self.consumer.start()

    async def stop(self) -> None:
        await self.membership.stop()
        await self.consumer.stop()

    async def run(self) -> None:
        await asyncio.gather(self.membership.run(), self.consumer.run())

    async def admit_viewer(self, id: str, guest: str | None, address: str) -> int:
        return await self.membership.admit_viewer(id, guest, address)

    def release_viewer(self, number: int) -> None:
        self.membership.release_viewer(number)

    async def ensure_fresh(self, id: str) -> bool:
        return await self._sync.ensure_fresh(id)

    def record_change(self, c: Connection, before: Table, after: Table) -> None:
        messages = [change_message(before, after)]
        if bot_turn_store.update_bot_turn(c, before, after, self._delays):
            messages.append(BusMessage(JOB, after.id))  # any server may make the next move of a bot
        self._database.bus.publish(c, *messages)

    async def claim_overdue_turns(self, now: int) -> list[str]:
        return await self._database.write_async_commit(lambda c: bot_turn_store.claim_overdue(c, now))

    def others_run(self, c: Connection) -> bool:
        return membership_store.others_run(c, self._database.bus.server_id)


def change_message(before: Table, after: Table) -> BusMessage:
    """Return the message to other servers about a changed table: the table itself, or new rows of its game."""
    if after.revision != before.revision:
        return BusMessage(TABLE, after.id, after.revision)
    return BusMessage(ROWS, after.id, after.version)
