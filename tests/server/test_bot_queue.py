"""The order in which bots move: tables with people first, and addresses take turns."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import select

from stromnetz.server.core.database.database import Database
from stromnetz.server.core.database.db_schema import tables
from stromnetz.server.table_play.bot_queue import BOTS_ONLY, PEOPLE, BotQueue
from stromnetz.server.table_play.bot_turns import BotTurnService
from stromnetz.server.table_play.game_store import count_bot_games
from stromnetz.server.tables.cache import TableUsage
from stromnetz.server.tables.store import tables_with_bots_due
from stromnetz.tables.table import Table
from tests.server.local_server import LocalServer, MakeServer
from tests.server.test_bots import bot_is_due


@pytest.mark.alone  # it stops the bots of its server
def test_tables_are_queued_fairly(sqlite_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables with people come first, then watched ones, and addresses take turns."""
    server, ann = sqlite_server, sqlite_server.ann
    queue = server.service(BotTurnService)._queue
    server.run(server.service(BotTurnService).stop)
    many = [ann.open("plain", "plain", start=True) for _ in range(4)]
    monkeypatch.setattr("stromnetz.server.tables.routes.address_digest", lambda address, key: "another")
    one = ann.open("plain", "plain", start=True)
    watched = ann.open("plain", "plain", start=True)
    mine = next(id for id in (ann.open("person", "plain", start=True) for _ in range(50)) if bot_is_due(ann, id))
    # a table that people have left to bots is queued with those of bots
    left = next(id for id in (ann.open("person", "plain", start=True) for _ in range(50)) if not bot_is_due(ann, id))
    server.stand_in(left, 0)
    server.service(TableUsage).watched.add(watched)
    # the queue is the same after a restart
    queues = {id: queue for id, _, queue in server.read(tables_with_bots_due)}
    assert queues[mine] == PEOPLE
    assert {id for id, queue in queues.items() if queue == BOTS_ONLY} == {*many, one, watched, left}

    async def take_all(*queues: int) -> list[str]:
        return [await queue.next(queues, 1) or "" for _ in range(await queue.waiting())]

    order = server.run(take_all, PEOPLE, BOTS_ONLY)
    assert order[0] == mine
    bots_only = [id for id in order if id in {*many, one, watched, left}]
    assert bots_only[0] == watched
    assert bots_only.index(one) <= 2, "not after all of another address"
    assert set(bots_only) == {*many, one, watched, left}
    assert server.run(queue.next, (PEOPLE, BOTS_ONLY), 0.01) is None


def test_owner_with_many_tables_gets_every_other_move() -> None:
    async def moves() -> list[str]:
        queue = BotQueue(lambda id: False)
        for number in range(28):
            queue.put(f"many {number}", "many", BOTS_ONLY)
        out: list[str] = []
        queue.put("one", "one", BOTS_ONLY)
        while len(out) < 20:
            id = await queue.take([BOTS_ONLY], 1)
            assert id is not None
            out.append(id.partition(" ")[0])
            queue.put(id, out[-1], BOTS_ONLY)
        return out

    assert asyncio.run(moves()).count("one") >= 9


def test_games_between_bots_are_limited_by_address(make_server: MakeServer) -> None:
    """Games with people do not count, and finished ones make room."""
    server = make_server(bot_games_each=1, rate=1000.0, burst=10_000)
    server.run(server.service(BotTurnService).stop)
    id = server.ann.open("plain", "plain", start=True)
    person = server.ann.open("person", "plain", "plain", start=True)
    other = server.guest()
    waits = other.open("plain", "plain")
    refused = other.post(f"/api/tables/{waits}/start", status=409)["error"]
    assert "1 running bot-only game." in refused["message"]
    assert other.get(f"/api/tables/{waits}")["state"] == "lobby"
    other.open("person", "plain", start=True)
    with server.service(Database).engine.connect() as c:
        (digest,) = c.execute(select(tables.c.started_from).where(tables.c.id == id)).scalars()
    assert digest is not None
    assert "testclient" not in digest

    def end(table: Table) -> None:
        table.state, table.started_from = "finished", None

    server.update(id, end)
    other.post(f"/api/tables/{waits}/start")
    # leaving a game to its bots counts as starting one
    server.ann.post(f"/api/tables/{person}/resign", {"seat": 0})
    assert server.read(lambda c: count_bot_games(c, digest)) == 2
