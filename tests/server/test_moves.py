"""Safety of moves: expected version, idempotency key, one writer at a time."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import select

from stromnetz import parse_game
from stromnetz.server.core.cluster import Cluster
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.database.db_schema import rows, tables
from stromnetz.server.multiprocess.cluster import PostgresCluster
from stromnetz.server.table_play.bot_turns import BotTurnService
from stromnetz.server.tables.cache import TableCache
from tests.server.local_server import Guest, LocalServer, MakeServer, choose, new_key

OPEN = {"kind": "open", "plant": 4, "bid": 4}


def stored(server: LocalServer, id: str) -> list[int]:
    """Return the rows in the database."""
    query = select(rows.c.seq).where(rows.c.table_id == id).order_by(rows.c.seq)
    with server.service(Database).engine.connect() as connection:
        return list(connection.execute(query).scalars())


def two(server: LocalServer) -> tuple[str, int]:
    id = server.ann.open("person", "person", start=True)
    return id, server.game(id).position.seat


def test_repeated_request_gets_first_response(server: LocalServer) -> None:
    id, seat = two(server)
    body = {"seat": seat, "moves": [OPEN], "version": 0, "key": "one"}
    first = server.ann.post(f"/api/tables/{id}/moves", body)
    assert first["version"] == 1
    assert server.ann.post(f"/api/tables/{id}/moves", body) == first
    server.play(id, {0: server.ann, 1: server.ann}, moves=5)
    assert server.ann.post(f"/api/tables/{id}/moves", body) == first
    assert stored(server, id) == list(range(7))


def test_key_belongs_to_one_request(server: LocalServer) -> None:
    id, seat = two(server)
    server.ann.move(id, seat, OPEN, 0, key="one")
    for change in ({"bid": 5}, {"plant": 5}):
        error = server.ann.move(id, seat, {**OPEN, **change}, 0, key="one", status=422)["error"]
        assert error["kind"] == "bad-input"
        assert "key" in error["message"]
    # also if the move would be legal now
    assert server.ann.move(id, 1 - seat, {"kind": "pass"}, 1, key="one", status=422)["error"]["facts"] == {"key": "one"}
    assert stored(server, id) == [0, 1]
    server.ann.move(id, 1 - seat, {"kind": "pass"}, 1, key="two")


def test_same_key_at_another_table_is_independent(server: LocalServer) -> None:
    for _ in range(2):
        id, seat = two(server)
        server.ann.move(id, seat, OPEN, 0, key="one")


def test_outdated_version_is_a_conflict(server: LocalServer) -> None:
    id, seat = two(server)
    for version in (1, 7):
        error = server.ann.move(id, seat, OPEN, version, status=409)["error"]
        assert error["kind"] == "version-conflict"
        assert error["facts"] == {"version": 0, "expected": version}
    server.ann.move(id, seat, OPEN, 0)
    assert server.ann.move(id, seat, OPEN, 0, status=409)["error"]["facts"]["version"] == 1


def call(guest: Guest, id: str, body: dict[str, Any]) -> int:
    return guest.client.post(f"/api/tables/{id}/moves", json=body).status_code


def test_one_of_many_simultaneous_moves_is_made(server: LocalServer) -> None:
    """With different keys one wins and the others get a conflict; with the same key all get the same response."""
    id, seat = two(server)
    with ThreadPoolExecutor(8) as pool:
        bodies = [{"seat": seat, "moves": [{**OPEN, "bid": 4 + i}], "version": 0, "key": f"k{i}"} for i in range(8)]
        codes = list(pool.map(lambda body: call(server.ann, id, body), bodies))
        assert sorted(codes) == [200] + [409] * 7
        assert stored(server, id) == [0, 1]
        same = {"seat": 1 - seat, "moves": [{"kind": "pass"}], "version": 1, "key": "same"}
        assert list(pool.map(lambda _: call(server.ann, id, same), range(8))) == [200] * 8
    assert stored(server, id) == [0, 1, 2]
    assert server.game(id).version == 2


def test_two_sqlite_servers_never_both_move(database: str, make_server: MakeServer) -> None:
    """This setup is not supported, but still each row is written once, and both servers continue from it."""
    one, other = make_server(database), make_server(database)
    id = one.ann.open("person", "person", start=True, options={"short": True})
    twin = other.guest()
    twin.client.cookies = one.ann.client.cookies
    won = [0, 0]
    with ThreadPoolExecutor(2) as pool:
        for version in range(40):
            game = one.game(id) if one.game(id).version >= other.game(id).version else other.game(id)
            assert game.version == version
            seat = game.position.seat
            moves = [game.legal_moves[0].to_json(), game.legal_moves[-1].to_json()]
            bodies = [{"seat": seat, "moves": [move], "version": version, "key": new_key()} for move in moves]
            codes = list(pool.map(lambda pair: call(pair[0], id, pair[1]), zip((one.ann, twin), bodies, strict=True)))
            assert sorted(codes) == [200, 409], codes
            won[codes.index(200)] += 1
            # the loser has noticed the move: its next request uses the new version
            assert one.game(id).version == other.game(id).version == version + 1
    assert stored(one, id) == list(range(41))
    assert one.game(id) == other.game(id)
    assert sum(won) == 40


async def nothing() -> None:
    pass


def test_stale_table_is_never_written(database: str, make_server: MakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat is resigned on one server, and a move for it is made on a server that does not know: the bot plays on."""
    one = make_server(database, bot_processes=0)
    id = one.ann.open("person", "person", "person", start=True, options={"short": True})
    other = make_server(database)
    twin = other.guest()
    twin.client.cookies = one.ann.client.cookies
    game = other.game(id)
    seat, after = game.position.seat, game.copy()
    after.apply({"kind": "open", "plant": 4, "bid": 4})
    quitter = after.position.seat
    # bots are slow on this server, so due moves are left to the other, and it does not poll
    one.run(one.service(BotTurnService).stop)
    if isinstance(cluster := one.service(Cluster), PostgresCluster):
        monkeypatch.setattr(cluster.consumer, "catch_up", nothing)
    one.ann.post(f"/api/tables/{id}/resign", {"seat": quitter})
    twin.move(id, seat, {"kind": "open", "plant": 4, "bid": 4}, 0)
    other.wait(lambda: other.game(id).version > 1, "the bot's answer")
    with one.service(Database).engine.connect() as c:
        assert c.execute(select(tables.c.revision)).scalar_one() == 2
    # and vice versa: a change of seats here does not undo a move made there
    before = one.service(TableCache).get_cached(id)
    assert before is not None
    assert before.table.version == 0
    one.ann.post(f"/api/tables/{id}/seats/{seat}/recovery")
    assert one.game(id).version >= 2


def test_due_bots_move_after_restart(database: str, make_server: MakeServer) -> None:
    server = make_server(database)
    server.run(server.service(BotTurnService).stop)
    id = server.ann.open("plain", "plain", start=True, options={"short": True})
    server.restart()
    server.wait(lambda: server.game(id).version > 5, "the bots")


def test_failed_commit_changes_nothing(server: LocalServer) -> None:
    """The game stays where it was, for the player and for the viewers."""
    id, seat = two(server)
    before = server.game(id)
    writer = server.service(Database).writer
    engine, writer._engine = writer._engine, None  # type: ignore[assignment]  # as if the database were unavailable
    with server.ann.live(id) as socket:
        assert [socket.receive_json()["type"] for _ in range(2)] == ["hello", "state"]
        error = server.ann.move(id, seat, OPEN, 0, key="one", status=503)["error"]
        assert error["kind"] == "unavailable"
        assert server.game(id) == before
        writer._engine = engine
        assert server.ann.move(id, seat, OPEN, 0, key="one")["version"] == 1
        told = socket.receive_json()
        assert (told["type"], told["version"], len(told["rows"])) == ("rows", 1, 1)


def test_game_of_two_fast_players_is_consistent(server: LocalServer) -> None:
    """Both players move as fast as they can, without waiting for each other."""
    id, ann, bob = server.game_of_two(options={"short": True})

    def play(pair: tuple[int, Guest]) -> int:
        seat, guest = pair
        made = 0
        rng = random.Random(seat)
        for _ in range(5000):
            game = server.game(id)
            if game.decision is None:
                break
            body = {"seat": seat, "moves": [choose(game, rng)], "version": game.version, "key": new_key()}
            made += call(guest, id, body) == 200
        return made

    with ThreadPoolExecutor(2) as pool:
        made = list(pool.map(play, ((0, ann), (1, bob))))
    record = ann.get(f"/api/tables/{id}/record")
    game = parse_game(record)
    assert game.decision is None
    assert game.version == sum(made)
    assert stored(server, id) == list(range(game.version + 1))
