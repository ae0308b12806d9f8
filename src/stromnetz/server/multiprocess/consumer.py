"""What becomes of news from other servers; and without news, looking into the database from time to time.

The bus may lose any of it, or be away: a look at all tables that are open here finds out what was missed.
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
from stromnetz.server.core.identity import GuestLoggedOut, IdentityRegistry, known_accounts, renew
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

CALM, ALONE = 4.0, 0.5
"""Seconds between two looks: while news comes, which may still have been lost on the way, and while none does."""
IDENTITY_POLL_SECONDS = 5.0
"""Seconds between two looks at who has logged out, while no news comes."""
MAX_CONCURRENT_CHECKS = 8
"""Tables that catch up at the same time."""


class BusConsumer:
    def __init__(
        self,
        store: Database,
        cache: TableCache,
        sync: TableSync,
        identities: IdentityRegistry,
        membership: ClusterMembership,
        events: EventBus,
    ) -> None:
        self._store = store
        self._bus = store.bus
        self._cache = cache
        self._sync = sync
        self._usage = cache.usage
        self._identities = identities
        self._membership = membership
        self._events = events
        self._wake = asyncio.Event()
        self._due: set[str] = set()
        self._people: set[str] = set()
        self._attended: set[str] = set()
        self._people_at = 0.0
        self._all = False
        self._was_lost = False
        """Whether the bus was away since chats were compared with the database."""
        self._lines: dict[str, tuple[int, int]] = {}
        """How much was said at the tables that are watched, as far as it was looked up."""
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        await self._bus.start(self._events)

    async def stop(self) -> None:
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._bus.stop()

    def publish_later(self, news: BusMessage) -> None:
        """Tell others what is in the database already."""
        task = asyncio.ensure_future(self._spread(news))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _spread(self, news: BusMessage) -> None:
        try:
            await self._store.write(lambda c: self._bus.publish(c, news))
        except Unavailable as error:
            log.warning("others were not told: %s", error)

    def on_guest_logged_out(self, event: GuestLoggedOut) -> None:
        if event.guest is not None and not event.others_know:
            self.publish_later(BusMessage(kinds.PEOPLE, event.guest))

    def on_presets_changed(self, event: PresetMovesChanged) -> None:
        if not event.others_know:
            self.publish_later(BusMessage(kinds.ANSWERS, event.table, event.seat))

    def on_chat_posted(self, event: ChatPosted) -> None:
        if not event.others_know:
            self.publish_later(BusMessage(kinds.CHAT, event.table, int(event.players)))

    def on_table_watched(self, event: TableWatched) -> None:
        self.update_presence(event.table)

    def on_message(self, event: BusMessageReceived) -> None:
        self._store.meters.bus_message_received()
        kind, about, number = event.message
        if kind in (kinds.ROWS, kinds.TABLE, kinds.LOOK):
            if self._is_news(kind, about, number):
                self._due.add(about)
                self._wake.set()
        elif kind == kinds.GONE:
            if (opened := self._cache.get_cached(about)) is not None:
                self._cache.evict(opened)
            self._events.publish(TableClosed(about))
        elif kind == kinds.CHAT:
            self._events.publish(ChatPosted(about, bool(number), others_know=True))
        elif kind == kinds.ANSWERS:
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
        """Who looks at a table by other servers is looked up."""
        self._attended.add(id)
        self._wake.set()

    def _is_news(self, kind: str, id: str, number: int) -> bool:
        opened = self._cache.get_cached(id)
        if opened is None:
            return id in self._usage.watched
        table = opened.table
        return kind == kinds.LOOK or number > (table.version if kind == kinds.ROWS else table.revision)

    def on_reconnect(self, event: BusReconnected) -> None:
        """News comes again: whatever happened meanwhile is looked up."""
        self._all = self._was_lost = True
        self._wake.set()

    # --- looking ---

    async def run(self) -> None:
        """As long as the server runs."""
        while True:
            if not await wait_or_timeout(self._wake, CALM if self._bus.up else ALONE):
                self._all = True
            self._wake.clear()
            try:
                await self.catch_up()
            except Unavailable as error:
                log.warning("whether others have changed tables cannot be read: %s", error)
                self._all = True
                await asyncio.sleep(ALONE)
            except Exception:
                log.exception("what others have done could not be followed")

    async def catch_up(self) -> None:
        """Follow what is known to be new; now and then everything."""
        due, self._due = self._due, set()
        people, self._people = self._people, set()
        whole, self._all = self._all, False
        now = asyncio.get_running_loop().time()
        if people or (whole and not self._bus.up and now - self._people_at > IDENTITY_POLL_SECONDS):
            self._people_at = now
            await self._look_at_people(people)
        await self._catch_up(due)
        if self._attended:
            attended, self._attended = self._attended, set()
            await self._membership.update_presence(attended)
        if whole:
            watched = list(self._usage.watched)
            missed = await self._sync.check_all()
            await self._sync.reload_watched(watched)
            if missed or self._was_lost or not self._bus.up:
                self._store.meters.bus_messages_missed(missed)
                await self._look_at_chats(watched)
                self._was_lost = False

    async def _catch_up(self, ids: Iterable[str]) -> None:
        here = list(ids)
        for at in range(0, len(here), MAX_CONCURRENT_CHECKS):
            await asyncio.gather(*(self._one(id) for id in here[at : at + MAX_CONCURRENT_CHECKS]))

    async def _one(self, id: str) -> None:
        if self._usage.is_in_use(id):
            try:
                await (self._sync.catch_up(id) if self._cache.get_cached(id) is not None else self._cache.load(id))
            except NotFound:
                self._events.publish(TableClosed(id))
        elif (opened := self._cache.get_cached(id)) is not None and not opened.lock.locked():
            self._cache.evict(opened)  # nobody looks: whoever asks for it next loads it

    async def _look_at_people(self, people: Iterable[str]) -> None:
        await renew(self._identities, self._store)
        await known_accounts(self._identities, self._store)
        ended = await self._identities.sessions.refresh()
        for guest in ended.union(people):
            self._events.publish(GuestLoggedOut(guest, others_know=True))

    async def _look_at_chats(self, ids: list[str]) -> None:
        """Where no news comes, what was said is found by its count; and so may answers have been used."""
        found = await self._store.read(lambda c: sql.last_lines(c, ids)) if ids else {}
        for id, (players, others) in found.items():
            # where nothing was looked up yet, whatever was said may be new: to be told once too often does no harm
            before_players, before_others = self._lines.get(id, (0, 0))
            for said, before, ours in ((players, before_players, True), (others, before_others, False)):
                if said != before:
                    self._events.publish(ChatPosted(id, ours, others_know=True))
        self._lines = found
