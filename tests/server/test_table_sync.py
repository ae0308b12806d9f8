"""Tables in memory follow changes by another server on the same database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from stromnetz.server.chat.service import ChatPosted
from stromnetz.server.core.cluster import (
    CHAT,
    GONE,
    LOOK,
    PEOPLE,
    PRESET_MOVES,
    RATED,
    ROWS,
    TABLE,
    Bus,
    BusMessage,
    BusMessageReceived,
    BusReconnected,
)
from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.events import EventBus
from stromnetz.server.core.identity import GuestLoggedOut, IdentityRegistry
from stromnetz.server.matchmaking.rating_service import GamesRated
from stromnetz.server.multiprocess import consumer as bus_consumer
from stromnetz.server.multiprocess.cluster import PostgresCluster
from stromnetz.server.multiprocess.table_sync import TableSync
from stromnetz.server.table_play.preset_moves import PresetMovesChanged
from stromnetz.server.tables.cache import LoadedTable, TableCache
from stromnetz.server.tables.events import TableClosed, TableSynced
from tests.server.local_server import MakeServer, choose

LATER = 10**15
CLOCK = {"kind": "live", "bank": 300, "increment": 15}


class Follower:
    """A second server on the database of Ann's, which follows it when the test says so."""

    def __init__(self, make_server: MakeServer, **settings: Any) -> None:
        self.first = make_server()
        self.second = make_server(self.first.config.database, **settings)
        self.ann = self.first.ann
        self.events, self.told = EventBus(), list[object]()
        for kind in (TableSynced, TableClosed, GuestLoggedOut, ChatPosted, PresetMovesChanged, GamesRated):
            self.events.subscribe(kind, self.told.append)
        self.cache = self.second.service(TableCache)
        self.sync = TableSync(self.second.service(Database), self.cache, self.events)

    def load(self, *kinds: str, **settings: Any) -> tuple[str, LoadedTable]:
        """Open a table, and load it on the second server."""
        id = self.ann.open(*(kinds or ("person", "person")), **settings)
        return id, self.second.run(self.cache.load, id)

    def move(self, id: str) -> None:
        game = self.first.game(id)
        assert game.decision is not None
        self.ann.move(id, game.decision.seat, choose(game, Random(1)), game.version)

    def run(self, work: Callable[..., Any], *arguments: Any) -> Any:
        return self.second.run(work, *arguments)

    def take_told(self) -> list[object]:
        out, self.told[:] = list(self.told), []
        return out


@pytest.fixture
def pair(make_server: MakeServer) -> Follower:
    return Follower(make_server)


@pytest.mark.parametrize("clocks", [True, False])
def test_moves_are_applied_to_the_table_in_memory(make_server: MakeServer, clocks: bool) -> None:
    pair = Follower(make_server, no_clocks=not clocks)
    id, opened = pair.load(start=True, clock=CLOCK)
    pair.cache.touch_presence(opened, [0], stays=True)
    came_at = opened.table.seats[0].came_at
    pair.move(id)
    opened.table.seats[0].seen_at, opened.table.seats[1].seen_at = 7, LATER
    pair.run(pair.sync.catch_up, id)
    assert pair.take_told() == [TableSynced(opened)]
    assert pair.cache.get_cached(id) is opened
    assert (opened.table.seats[0].seen_at or 0) > 7
    assert opened.table.seats[1].seen_at == LATER
    assert opened.table.seats_of(opened.table.host) == [0, 1]
    assert opened.game is not None
    assert (opened.game.version, opened.table.version) == (1, 1)
    assert opened.table.to_act == pair.first.game(id).position.seat
    assert (opened.table.turn is not None) == clocks
    assert (opened.table.seats[0].came_at, opened.table.seats[1].came_at) == (came_at, None)


def test_started_game_is_loaded_and_closed_table_is_dropped(pair: Follower) -> None:
    id, lobby = pair.load()
    pair.ann.post(f"/api/tables/{id}/start")
    pair.run(pair.sync.catch_up, id)
    opened = pair.cache.get_cached(id)
    assert lobby.stale
    assert opened is not None
    assert opened.game is not None
    assert pair.take_told() == []
    closed, opened = pair.load()
    pair.ann.post(f"/api/tables/{closed}/leave", status=204)
    pair.run(pair.sync.catch_up, closed)
    assert opened.stale
    assert pair.cache.get_cached(closed) is None
    assert pair.take_told() == [TableClosed(closed)]


def test_check_updates_tables_in_use_and_evicts_the_others(pair: Follower) -> None:
    used, unused, busy, same, closed = (pair.load(start=start)[0] for start in (True, True, True, True, False))
    pair.cache.usage.watched.add(used)
    for id in (used, unused, busy):
        pair.move(id)
    pair.ann.post(f"/api/tables/{closed}/leave", status=204)

    async def check() -> int:
        opened = pair.cache.get_cached(busy)
        assert opened is not None
        async with opened.lock:
            return await pair.sync.check_all()

    assert pair.run(check) == 4
    assert set(pair.cache.ids()) == {used, busy, same}
    found = pair.cache.get_cached(used)
    assert found is not None
    assert found.table.version == 1
    assert pair.take_told() == [TableSynced(found), TableClosed(closed)]
    assert pair.run(pair.sync.check_all) == 1, "only the one that was locked"
    assert pair.run(pair.sync.check_all) == 0


def test_request_gets_the_current_table(pair: Follower) -> None:
    id, opened = pair.load(start=True)
    assert not pair.run(pair.sync.ensure_fresh, id)
    pair.move(id)

    async def twice() -> list[bool]:
        return await asyncio.gather(*(pair.sync.ensure_fresh(id) for _ in range(2)))

    assert pair.run(twice) == [True, True]
    assert opened.table.version == 1
    assert not pair.run(pair.sync.ensure_fresh, id)
    assert not pair.run(pair.sync.ensure_fresh, "unknown")


def test_watched_tables_are_loaded_again(pair: Follower) -> None:
    id, opened = pair.load()
    pair.cache.evict(opened)
    pair.run(pair.sync.reload_watched, [id, "closed meanwhile"])
    assert pair.cache.get_cached(id) is not None
    assert pair.take_told() == [TableClosed("closed meanwhile")]


# --- messages ---------------------------------------------------------------------------------------------------------


def consumer(pair: Follower) -> bus_consumer.BusConsumer:
    service = pair.second.service
    config, database, identities = service(ServerConfig), service(Database), service(IdentityRegistry)
    return PostgresCluster(config, database, pair.cache, identities, pair.events).consumer


def test_message_about_known_state_changes_nothing(pair: Follower) -> None:
    bus = consumer(pair)
    id, opened = pair.load(start=True)
    pair.cache.usage.watched.add(id)
    pair.move(id)

    def version_after(kind: str, number: int = 0) -> int:
        pair.events.publish(BusMessageReceived(BusMessage(kind, id, number)))
        pair.run(bus.catch_up)
        return opened.table.version

    assert version_after(ROWS, 0) == 0
    assert version_after(TABLE, opened.table.revision) == 0
    pair.events.publish(BusMessageReceived(BusMessage(LOOK, "not loaded")))
    pair.run(bus.catch_up)
    assert pair.take_told() == []
    assert version_after(ROWS, 1) == 1
    pair.move(id)
    assert version_after(TABLE, opened.table.revision + 1) == 2
    pair.move(id)
    assert version_after(LOOK) == 3


def test_changed_table_without_viewers_is_evicted(pair: Follower) -> None:
    bus = consumer(pair)
    id, opened = pair.load(start=True)
    pair.move(id)
    pair.events.publish(BusMessageReceived(BusMessage(ROWS, id, 1)))
    pair.run(bus.catch_up)
    assert opened.stale
    gone, opened = pair.load()
    pair.events.publish(BusMessageReceived(BusMessage(GONE, gone)))
    assert opened.stale
    assert pair.take_told() == [TableClosed(gone)]


def test_lost_chat_messages_are_found_after_an_interruption(pair: Follower) -> None:
    bus = consumer(pair)
    id, _ = pair.load(start=True)
    pair.load()
    pair.cache.usage.watched.add(id)
    stranger = pair.first.guest()
    stranger.post("/api/me", {"name": "Eve"})

    def found() -> list[object]:
        pair.events.publish(BusReconnected())
        pair.run(bus.catch_up)
        return pair.take_told()

    assert found() == []
    for guest, players in ((pair.ann, True), (stranger, False)):
        guest.post(f"/api/tables/{id}/chat", {"text": "hello", "key": "k"}, 201)
        assert found() == [ChatPosted(id, players, others_know=True)]
    assert found() == []


def test_messages_become_events(pair: Follower) -> None:
    consumer(pair)
    for message, event in (
        (BusMessage(CHAT, "table", 1), ChatPosted("table", True, others_know=True)),
        (BusMessage(CHAT, "table", 0), ChatPosted("table", False, others_know=True)),
        (BusMessage(PRESET_MOVES, "table", 3), PresetMovesChanged("table", 3, others_know=True)),
        (BusMessage(RATED, "table"), GamesRated(["table"])),
        (BusMessage(GONE, "table"), TableClosed("table")),
    ):
        pair.events.publish(BusMessageReceived(message))
        assert pair.take_told() == [event]


def test_events_of_this_server_become_messages(pair: Follower, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[BusMessage] = []
    monkeypatch.setattr(Bus, "publish", lambda self, c, *messages: sent.extend(messages))
    bus = consumer(pair)

    async def publish(*events: object) -> None:
        for event in events:
            pair.events.publish(event)
        await bus.stop()

    here = (ChatPosted("one", True), ChatPosted("two", False), PresetMovesChanged("one", 2), GuestLoggedOut("ann"))
    pair.run(publish, *here, GuestLoggedOut(None))
    about = (CHAT, "one", 1), (CHAT, "two", 0), (PRESET_MOVES, "one", 2), (PEOPLE, "ann", 0)
    assert sorted(sent) == sorted(about)
    sent.clear()
    pair.run(publish, ChatPosted("one", True, others_know=True), GuestLoggedOut("ann", others_know=True))
    pair.run(publish, PresetMovesChanged("one", 2, others_know=True))
    assert sent == []


def test_messages_are_followed_at_once(pair: Follower, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not only at the next poll."""
    monkeypatch.setattr(bus_consumer, "POLL_SECONDS", 3600.0)
    bus = consumer(pair)
    id, opened = pair.load(start=True)
    pair.cache.usage.watched.add(id)
    pair.move(id)

    async def until_told(message: BusMessage) -> list[object]:
        pair.told.clear()
        following = asyncio.create_task(bus.run())
        pair.events.publish(BusMessageReceived(message))
        async with asyncio.timeout(60):
            while not pair.told:
                await asyncio.sleep(0.001)
        following.cancel()
        return pair.take_told()

    assert pair.run(until_told, BusMessage(PEOPLE, "ann")) == [GuestLoggedOut("ann", others_know=True)]
    assert pair.run(until_told, BusMessage(ROWS, id, 1)) == [TableSynced(opened)]
