"""Handles messages of other servers; without messages, polls the database.

Messages may be lost: comparing all open tables with the database finds what was missed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable

from stromnetz.server.chat import store as sql
from stromnetz.server.chat.service import ChatPosted
from stromnetz.server.core import cluster as kinds
from stromnetz.server.core.cluster import BusMessage, BusMessageReceived, BusReconnected
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.events import EventBus
from stromnetz.server.core.identity import GuestLoggedOut, IdentityRegistry, load_accounts, load_generations
from stromnetz.server.core.periodic import wait_or_timeout
from stromnetz.server.live.events import TableWatched
from stromnetz.server.matchmaking.rating_service import GamesRated
from stromnetz.server.table_play.preset_moves import PresetMovesChanged
from stromnetz.server.tables.cache import TableCache
from stromnetz.server.tables.events import TableClosed
from stromnetz.tables.errors import NotFound, Unavailable

from .membership import ClusterMembership
from .table_sync import TableSync

log = logging.getLogger("stromnetz.bus")

POLL_SECONDS, POLL_WITHOUT_BUS_SECONDS = 4.0, 0.5
"""Intervals of polling: while messages arrive, of which some may be lost, and while none do."""
IDENTITY_POLL_SECONDS = 5.0
"""Interval of reading log-outs without messages."""
MAX_CONCURRENT_CHECKS = 8
"""Tables that are updated in parallel."""


class BusConsumer:
    def __init__(
        self,
        database: Database,
        cache: TableCache,
        sync: TableSync,
        identities: IdentityRegistry,
        membership: ClusterMembership,
        events: EventBus,
    ) -> None:
        self._database = database
        self._bus = database.bus
        self._cache = cache
        self._sync = sync
        self._usage = cache.usage
        self._identities = identities
        self._membership = membership
        self._events = events
        self._wake = asyncio.Event()
        self._changed: set[str] = set()
        self._people: set[str] = set()
        self._presence: set[str] = set()
        self._people_at = 0.0
        self._check_all = False
        self._was_lost = False
        """Whether the bus was interrupted since chats were last compared with the database."""
        self._lines: dict[str, tuple[int, int]] = {}
        """The last known message numbers of watched tables."""
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        await self._bus.start(self._events)

    async def stop(self) -> None:
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._bus.stop()

    def publish_later(self, message: BusMessage) -> None:
        """Send a message about something that is committed already."""
        task = asyncio.ensure_future(self._publish(message))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _publish(self, message: BusMessage) -> None:
        try:
            await self._database.write(lambda c: self._bus.publish(c, message))
        except Unavailable as error:
            log.warning("other servers were not notified: %s", error)

    def on_guest_logged_out(self, event: GuestLoggedOut) -> None:
        if event.guest is not None and not event.others_know:
            self.publish_later(BusMessage(kinds.PEOPLE, event.guest))

    def on_presets_changed(self, event: PresetMovesChanged) -> None:
        if not event.others_know:
            self.publish_later(BusMessage(kinds.PRESET_MOVES, event.table, event.seat))

    def on_chat_posted(self, event: ChatPosted) -> None:
        if not event.others_know:
            self.publish_later(BusMessage(kinds.CHAT, event.table, int(event.players)))

    def on_table_watched(self, event: TableWatched) -> None:
        self.update_presence(event.table)

    def on_message(self, event: BusMessageReceived) -> None:
        self._database.meters.bus_messages.inc()
        kind, about, number = event.message
        if kind in (kinds.ROWS, kinds.TABLE, kinds.LOOK):
            if self._is_new(kind, about, number):
                self._changed.add(about)
                self._wake.set()
        elif kind == kinds.GONE:
            if (opened := self._cache.get_cached(about)) is not None:
                self._cache.evict(opened)
            self._events.publish(TableClosed(about))
        elif kind == kinds.CHAT:
            self._events.publish(ChatPosted(about, bool(number), others_know=True))
        elif kind == kinds.PRESET_MOVES:
            self._events.publish(PresetMovesChanged(about, number, others_know=True))
        elif kind == kinds.RATED:
            self._events.publish(GamesRated([about]))
        elif kind == kinds.PRESENCE:
            if about in self._usage.watched:
                self.update_presence(about)
        elif kind == kinds.PEOPLE:
            self._people.add(about)
            self._wake.set()

    def update_presence(self, id: str) -> None:
        """Schedule reading who watches a table on other servers."""
        self._presence.add(id)
        self._wake.set()

    def _is_new(self, kind: str, id: str, number: int) -> bool:
        opened = self._cache.get_cached(id)
        if opened is None:
            return id in self._usage.watched
        table = opened.table
        return kind == kinds.LOOK or number > (table.version if kind == kinds.ROWS else table.revision)

    def on_reconnect(self, event: BusReconnected) -> None:
        """Check everything after an interruption."""
        self._check_all = self._was_lost = True
        self._wake.set()

    # --- catching up ---

    async def run(self) -> None:
        """Catch up until cancelled."""
        while True:
            if not await wait_or_timeout(self._wake, POLL_SECONDS if self._bus.up else POLL_WITHOUT_BUS_SECONDS):
                self._check_all = True
            try:
                await self.catch_up()
            except Unavailable as error:
                log.warning("changes by other servers cannot be read: %s", error)
                self._check_all = True
                await asyncio.sleep(POLL_WITHOUT_BUS_SECONDS)
            except Exception:
                log.exception("changes by other servers could not be applied")

    async def catch_up(self) -> None:
        """Apply reported changes; if due, check everything."""
        changed, self._changed = self._changed, set()
        people, self._people = self._people, set()
        whole, self._check_all = self._check_all, False
        now = asyncio.get_running_loop().time()
        if people or (whole and not self._bus.up and now - self._people_at > IDENTITY_POLL_SECONDS):
            self._people_at = now
            await self._refresh_people(people)
        await self._refresh_tables(changed)
        if self._presence:
            presence, self._presence = self._presence, set()
            await self._membership.update_presence(presence)
        if whole:
            watched = list(self._usage.watched)
            missed = await self._sync.check_all()
            await self._sync.reload_watched(watched)
            if missed or self._was_lost or not self._bus.up:
                self._database.meters.bus_messages_missed.inc(missed)
                await self._refresh_chats(watched)
                self._was_lost = False

    async def _refresh_tables(self, ids: Iterable[str]) -> None:
        here = list(ids)
        for at in range(0, len(here), MAX_CONCURRENT_CHECKS):
            await asyncio.gather(*(self._refresh_table(id) for id in here[at : at + MAX_CONCURRENT_CHECKS]))

    async def _refresh_table(self, id: str) -> None:
        if self._usage.is_in_use(id):
            try:
                await (self._sync.catch_up(id) if self._cache.get_cached(id) is not None else self._cache.load(id))
            except NotFound:
                self._events.publish(TableClosed(id))
        elif (opened := self._cache.get_cached(id)) is not None and not opened.lock.locked():
            self._cache.evict(opened)  # unused: loaded again when needed

    async def _refresh_people(self, people: Iterable[str]) -> None:
        await load_generations(self._identities, self._database)
        await load_accounts(self._identities, self._database)
        ended = await self._identities.sessions.refresh()
        for guest in ended.union(people):
            self._events.publish(GuestLoggedOut(guest, others_know=True))

    async def _refresh_chats(self, ids: list[str]) -> None:
        """Find new chat messages by their numbers."""
        found = await self._database.read(lambda c: sql.last_lines(c, ids)) if ids else {}
        for id, (players, others) in found.items():
            # without known numbers any message may be new; a redundant notification is harmless
            before_players, before_others = self._lines.get(id, (0, 0))
            for said, before, ours in ((players, before_players, True), (others, before_others, False)):
                if said != before:
                    self._events.publish(ChatPosted(id, ours, others_know=True))
        self._lines = found
