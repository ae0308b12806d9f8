"""Shared state of servers on one PostgreSQL: bots' turns, rate limits, presence."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from typing import Any
from unittest.mock import AsyncMock

import psycopg
import pytest
from sqlalchemy import Connection, Engine, delete, select, update
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from stromnetz import parse_game
from stromnetz.play.catalogue import default_edition
from stromnetz.server.accounts import store
from stromnetz.server.core.cluster import Cluster
from stromnetz.server.core.config import database_url
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.database.db_schema import bot_turns, rate_spending, servers, sockets
from stromnetz.server.core.database.engine import open_database, writing
from stromnetz.server.core.jobs_store import NOW
from stromnetz.server.core.rate_limits import TokenBuckets
from stromnetz.server.live import lobby_feed
from stromnetz.server.multiprocess import bot_turn_store as sql
from stromnetz.server.multiprocess import membership_store
from stromnetz.server.multiprocess.bot_turn_store import BotDelays
from stromnetz.server.multiprocess.cluster import PostgresCluster
from stromnetz.server.multiprocess.membership_store import Socket
from stromnetz.server.table_play.bot_queue import BOTS_ONLY, PEOPLE
from stromnetz.tables.errors import Unavailable
from tests.server.conftest import Time
from tests.server.local_server import LocalServer, MakeServer

QUEUES = (PEOPLE, BOTS_ONLY)


@pytest.fixture
def database(postgres_database: str) -> str:
    return postgres_database


def cluster(server: LocalServer) -> PostgresCluster:
    found = server.service(Cluster)
    assert isinstance(found, PostgresCluster)
    return found


def at_once(engine: Engine, work: Callable[[Connection], Any]) -> list[Any]:
    """Run a function in two transactions, the second before the first one commits; return both results."""
    found: list[Any] = []

    def second() -> None:
        with engine.begin() as c:
            begun.set()
            found.append(work(c))

    begun, other = threading.Event(), threading.Thread(target=second)
    with engine.begin() as c:
        found.append(work(c))
        other.start()
        begun.wait()
        other.join(0.3)
    other.join()
    return found


def test_servers_can_start_at_the_same_time(database: str, make_server: MakeServer) -> None:
    server = make_server(database, no_work=True)
    engine, numbers = server.service(Database).engine, itertools.count(1)
    # one key is created, and both sign with it
    assert at_once(engine, lambda c: store.get_or_create(c, "a-key", lambda: str(next(numbers)))) == ["1", "1"]
    # the last value counts
    at_once(engine, lambda c: store.set_meta(c, "a-note", str(next(numbers))))
    with engine.begin() as c:
        assert store.get_meta(c, "a-note") == "4"


def test_claim_belongs_to_one_server_until_it_expires(database: str, make_server: MakeServer) -> None:
    server = make_server(database, no_work=True)
    ids = {server.ann.open("plain", "plain", start=True) for _ in range(2)}
    engine = server.service(Database).engine
    with engine.begin() as one, engine.begin() as other:
        # at the same time neither waits for the other, and they get different turns
        assert {sql.claim(one, "one", QUEUES), sql.claim(other, "other", QUEUES)} == ids
    with writing(engine).begin() as c:
        assert sql.claim(c, "third", QUEUES) is None
        c.execute(update(bot_turns).where(bot_turns.c.worker == "one").values(lease_until=NOW - 1))
        lost = sql.claim(c, "third", QUEUES)
        assert lost is not None
        # a late worker cannot renew, release or delete the claim of another
        sql.renew(c, "one", [lost])
        sql.release(c, "one", lost, 0)
        sql.drop(c, "one", lost)
        assert sql.claim(c, "fourth", QUEUES) is None
        sql.release(c, "third", lost, 60_000)
        assert sql.claim(c, "fourth", QUEUES) is None
        assert 50_000 < (sql.next_due(c, QUEUES) or 0) <= 60_000


def test_servers_share_the_order_of_the_queue(database: str, make_server: MakeServer) -> None:
    """People come first, then watched tables, and addresses take turns."""
    server = make_server(database, no_work=True)
    ids = [server.ann.open("plain", "plain", start=True) for _ in range(6)]
    with server.transaction() as c:
        c.execute(delete(bot_turns))

        def put(id: str, owner: str, *, watched: bool = False, person: bool = False) -> None:
            before = server.opened(id).table
            table = replace(before, started_from=owner)
            if person:  # while the bot of the other seat has to act
                other = next(seat for seat in table.seats if seat.seat != table.to_act)
                table.replace_seat(replace(other, kind="person", guest="g"))
            if watched:
                membership_store.admit(c, "here", Socket(1, id, None, "a", 0), 10, 10)
            sql.update_bot_turn(c, before, table, BotDelays())

        for id in ids[:4]:
            put(id, "many tables")
        assert sql.claim(c, "w", QUEUES) == ids[0]
        put(ids[4], "one table")
        put(ids[5], "a third", person=True)
        # workers of one queue do not take turns of the other
        assert sql.claim(c, "w", [PEOPLE]) == ids[5]
        assert sql.claim(c, "w", [PEOPLE]) is None
        assert sql.next_due(c, [PEOPLE]) is None
        put(ids[0], "many tables")  # its next move
        order = [sql.claim(c, "w", [BOTS_ONLY]) for _ in range(2)]
        assert ids[4] in order, "not after three others of the same address"
        put(ids[3], "many tables", watched=True)
        assert sql.claim(c, "w", QUEUES) == ids[3]


def test_failed_turn_is_retried_after_a_delay(database: str, make_server: MakeServer) -> None:
    server = make_server(database, no_work=True)
    id = server.ann.open("plain", "plain", start=True)
    queue = cluster(server).turn_queue

    async def fail() -> str | None:
        taken = await queue.next(QUEUES, 60)
        await queue.retry(id, BOTS_ONLY, 30)
        return taken

    assert server.run(fail) == id
    with server.service(Database).engine.connect() as c:
        assert 20_000 < (sql.next_due(c, QUEUES) or 0) <= 30_000


@pytest.mark.parametrize("end", ["finish", "retry", "drop"])
def test_claim_expires_after_the_work(
    database: str, make_server: MakeServer, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    """Also if the database was away at its end."""
    server = make_server(database, no_work=True)
    for _ in range(2):
        server.ann.open("plain", "plain", start=True)
    queue, shared = cluster(server).turn_queue, server.service(Database)
    arguments: dict[str, tuple[object, ...]] = {"finish": (BOTS_ONLY,), "retry": (BOTS_ONLY, 30.0), "drop": ()}

    async def work() -> str | None:
        done, _ = [await queue.next(QUEUES, 60) for _ in range(2)]
        assert not queue._takers
        with monkeypatch.context() as patch:
            patch.setattr(shared, "write_async_commit", AsyncMock(side_effect=Unavailable("away")))
            await getattr(queue, end)(done, *arguments[end])
        await shared.write(lambda c: c.execute(update(bot_turns).values(lease_until=NOW - 1)))
        await queue.renew()
        return done

    done = server.run(work)
    with shared.engine.begin() as c:
        assert [sql.claim(c, "another", QUEUES) for _ in range(2)] == [done, None]


def test_turn_of_dead_worker_is_played_by_another(database: str, make_server: MakeServer) -> None:
    first = make_server(database, no_work=True)
    id = first.ann.open("plain", "random", start=True, options={"short": True})
    with first.transaction() as c:
        assert sql.claim(c, "dead", QUEUES) == id
        c.execute(update(bot_turns).values(lease_until=NOW + 300))
    second = make_server(database)
    second.wait_for_end(id)
    parse_game(first.ann.get(f"/api/tables/{id}/record"))
    with psycopg.connect(database) as c:
        assert c.execute("SELECT count(*) FROM bot_turns").fetchone() == (0,)


def test_two_servers_play_games_of_bots(database: str, make_server: MakeServer) -> None:
    servers = [make_server(database) for _ in range(2)]
    ids = [servers[n % 2].ann.open("plain", "random", start=True, options={"short": True}) for n in range(4)]
    for id in ids:
        servers[0].wait(lambda id=id: servers[1].ann.get(f"/api/tables/{id}")["state"] == "finished", "the end")  # type: ignore[misc]
        assert servers[0].game(id) == servers[1].game(id)
        parse_game(servers[0].ann.get(f"/api/tables/{id}/record"))


def test_missing_turns_are_added(database: str, make_server: MakeServer) -> None:
    server = make_server(database, no_work=True)
    id = server.ann.open("plain", "random", start=True, options={"short": True})
    with psycopg.connect(database) as c:
        c.execute("DELETE FROM bot_turns")
    server.restart(no_work=False)
    server.wait_for_end(id)


def test_overdue_turn_is_claimed_once(database: str, make_server: MakeServer) -> None:
    clock = {"kind": "live", "bank": 300, "increment": 15}
    server = make_server(database, no_work=True)
    id = server.ann.open("person", "person", start=True, clock=clock)
    with server.service(Database).engine.begin() as one, server.service(Database).engine.begin() as other:
        late = 4_000_000_000_000
        assert sql.claim_overdue(one, late) == [id]
        assert sql.claim_overdue(other, late) == []


def test_one_server_at_a_time_cleans_up(database: str, make_server: MakeServer) -> None:
    servers = [make_server(database) for _ in range(2)]

    async def nested() -> tuple[bool, bool, bool]:
        one, other = (server.service(Database) for server in servers)
        async with one.advisory_lock(1) as first, other.advisory_lock(1) as second:
            pass
        async with other.advisory_lock(1) as third:
            return first, second, third

    assert servers[0].run(nested) == (True, False, True)


def test_lists_follow_other_servers_at_once(
    database: str, make_server: MakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By messages instead of polling; and only listeners whose lists are affected are told."""
    monkeypatch.setattr(lobby_feed, "POLL_SECONDS", 3600.0)
    monkeypatch.setattr(lobby_feed, "BATCH_SECONDS", 0.0)
    first, second = make_server(database), make_server(database)
    ann, bob = first.ann, first.guest()
    id = ann.open("person", "open")
    second.ann.client.cookies = ann.client.cookies
    path = "ws://localhost/api/live"

    def hears(socket: WebSocketTestSession, what: str) -> bool:
        told: list[str] = socket.receive_json()["what"]
        return what in told or hears(socket, what)

    with second.ann.client.websocket_connect(path) as mine, second.guest().client.websocket_connect(path) as stranger:
        bob.post(f"/api/tables/{id}/join", {"name": "Bob"})
        assert hears(mine, "mine")
        ann.post(f"/api/tables/{id}/start")
        assert hears(mine, "mine")
        stranger.send_json({"type": "ping"})
        assert stranger.receive_json()["type"] == "pong"
        other = bob.open("person", "open", public=True)
        assert hears(stranger, "tables")
        bob.put(f"/api/tables/{other}/public", {"public": False})
        assert hears(stranger, "tables")
        bob.put("/api/me/seek", {"edition": default_edition()})
        assert hears(stranger, "seeks")
        bob.call("DELETE", "/api/me/seek")
        assert hears(stranger, "seeks")
        ann.post("/api/me/log-out", {"stay": False})
        with pytest.raises(WebSocketDisconnect) as caught:
            hears(mine, "nothing")
        assert caught.value.code == 4001


def test_limits_hold_over_all_servers(database: str, make_server: MakeServer) -> None:
    """Sockets of one address are counted exactly, requests within a second or two."""
    servers = [make_server(database, sockets_each=3, rate=0.01, burst=40) for _ in range(2)]

    def exchange() -> None:
        for server in servers:
            server.run(cluster(server).membership.heartbeat)

    exchange()  # what was spent before a server started does not count there
    ann = servers[0].ann
    id = ann.open("person", "person", start=True)
    servers[1].ann.client.cookies = ann.client.cookies
    with ExitStack() as stack:
        for at in (0, 1):
            stack.enter_context(servers[at].ann.live(id)).receive_json()
        lists = "ws://localhost/api/live"
        stack.enter_context(servers[0].ann.client.websocket_connect(lists))
        with pytest.raises(WebSocketDisconnect), servers[1].ann.live(id) as fourth:
            fourth.receive_json()
        with pytest.raises(WebSocketDisconnect), servers[1].ann.client.websocket_connect(lists):
            pass
    for _ in range(30):
        ann.get("/api/me")
    exchange()
    # a few of forty are left, on the other server, too
    found = [servers[1].ann.client.get("/api/me").status_code for _ in range(12)]
    assert found[0] == 200
    assert found[-1] == 429


def test_fractions_of_a_limit_are_shared(database: str, make_server: MakeServer) -> None:
    servers, limits = [make_server(database) for _ in range(2)], [TokenBuckets(0.001, 1.0) for _ in range(2)]

    def exchange() -> None:
        for server in servers:
            server.run(cluster(server).membership.heartbeat)

    for server, bucket in zip(servers, limits, strict=True):
        server.run(cluster(server).membership.start, {"a limit": bucket})
    exchange()
    assert limits[0].try_spend("ann", 0.75) == 0
    exchange()
    assert limits[1].try_spend("ann", 0.5) > 0
    assert limits[1].try_spend("ann", 0.2) == 0


def test_statements_are_cancelled_when_the_server_gives_up(database: str, make_server: MakeServer) -> None:
    server = make_server(database, database_time=1.5)
    with server.service(Database).engine.connect() as c:
        for name in ("statement_timeout", "lock_timeout"):
            assert c.exec_driver_sql(f"SHOW {name}").scalar_one() == "1500ms"


def test_viewers_of_dead_server_are_removed(database: str, make_server: MakeServer) -> None:
    server = make_server(database)
    id = server.ann.open("person", "person", start=True)
    dead = Socket(1, id, None, "somewhere", 1)
    with server.transaction() as c:
        membership_store.heartbeat(c, "dead")
        assert membership_store.admit(c, "dead", dead, 10, 10)
    with server.ann.live(id) as socket:
        told = [socket.receive_json() for _ in range(3)]
        assert told[-1]["presence"] == {"seats": [0, 1], "spectators": 1}
        with server.transaction() as c:
            c.execute(update(servers).where(servers.c.id == "dead").values(alive_at=NOW - membership_store.DEAD_MS))
        assert socket.receive_json()["presence"] == {"seats": [0, 1], "spectators": 0}


def test_servers_write_only_their_own_rows(database: str) -> None:
    engine, store = open_database(database_url(database)), membership_store

    def viewer(number: int, table: str = "t", address: str = "a") -> Socket:
        return Socket(number, table, f"guest {number}", address, number)

    with writing(engine).begin() as c:
        store.heartbeat(c, "one")
        assert not store.others_run(c, "one")
        for server in ("two", "dead"):
            store.heartbeat(c, server)
        assert store.others_run(c, "one")
        for server, socket in (
            ("one", viewer(1)),
            ("two", viewer(1)),
            ("two", viewer(2, "u", "b")),
            ("dead", viewer(3)),
        ):
            assert store.admit(c, server, socket, 10, 10)
            store.spend(c, server, {("heavy", "ann"): 5.0, ("guest", f"of {server}"): 1.0})
        c.execute(update(servers).where(servers.c.id == "dead").values(alive_at=NOW - store.DEAD_MS))
        # those of running servers count: two in all, one from address a
        counted = [store.admit(c, "one", viewer(9), most, each) for most, each in ((2, 9), (9, 1), (3, 2))]
        assert counted == [False, False, True]
        store.remove_viewers(c, "one", [2, 9])
        assert store.remote_viewers(c, "one", ["t", "u", "v"]) == {
            "t": [("guest 1", 1)],
            "u": [("guest 2", 2)],
            "v": [],
        }
        assert store.remove_dead_servers(c) == ["t"]
        assert store.remove_dead_servers(c) == []
        assert sorted(c.execute(select(servers.c.id)).scalars()) == ["one", "two"]
        assert store.reconcile_viewers(c, "two", {1: viewer(1), 4: viewer(4, "v")}) == ["u", "v"]
        assert store.reconcile_viewers(c, "two", {1: viewer(1), 4: viewer(4, "v")}) == []
        left = c.execute(select(sockets.c.server, sockets.c.number).order_by(sockets.c.server, sockets.c.number)).all()
        assert [tuple(row) for row in left] == [("one", 1), ("two", 1), ("two", 4)]
        # what is a minute old is no longer told, and neither is what was told before
        c.execute(
            update(rate_spending).where(rate_spending.c.server == "dead").values(at=NOW - 2 * store.SPENDING_TTL_MS)
        )
        since, found = store.spent(c, "one", 0)
        assert sorted(row[0] for row in found) == ["dead", "dead", "two", "two"]
        store.remove_dead_servers(c)
        assert sorted(store.spent(c, "one", 0)[1]) == [("two", "guest", "of two", 1.0), ("two", "heavy", "ann", 5.0)]
        assert store.spent(c, "one", since + 3_600_000)[1] == []
        assert store.leave(c, "two") == ["t", "v"]
        assert not store.others_run(c, "one")
        assert sorted({row[0] for row in store.spent(c, "two", 0)[1]}) == ["one"]
        assert c.execute(select(sockets.c.server)).scalars().all() == ["one"]
    engine.dispose()


def test_viewers_of_one_address_are_admitted_one_after_another(database: str) -> None:
    """Otherwise, two servers could each admit the last one."""
    engine, names = open_database(database_url(database)), iter(("one", "two"))
    with writing(engine).begin() as c:
        for name in ("one", "two"):
            membership_store.heartbeat(c, name)
    last = Socket(1, "t", None, "a", 0)
    assert at_once(engine, lambda c: membership_store.admit(c, next(names), last, 1, 1)) == [True, False]
    engine.dispose()


def test_lost_unlogged_rows_are_restored(database: str, make_server: MakeServer) -> None:
    """PostgreSQL empties unlogged tables after a crash."""
    server = make_server(database)
    id = server.ann.open("person", "person", start=True)
    with server.ann.live(id) as socket:
        socket.receive_json()
        with psycopg.connect(database) as c:
            c.execute("TRUNCATE sockets, servers")

        def found() -> bool:
            with psycopg.connect(database) as c:
                return c.execute("SELECT count(*) FROM sockets").fetchone() == (1,)

        server.wait(found, "the row of the viewer again")


def test_clocks_keep_running_while_another_server_runs(database: str, make_server: MakeServer, time: Time) -> None:
    clock = {"kind": "live", "bank": 300, "increment": 15}
    first = make_server(database)
    id = first.ann.open("person", "person", start=True, clock=clock)
    before = first.ann.get(f"/api/tables/{id}")["clock"]["deadline"]
    time.pass_by(10)
    second = make_server(database)
    assert second.ann.get(f"/api/tables/{id}")["clock"]["deadline"] == before
