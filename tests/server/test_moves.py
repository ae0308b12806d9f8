"""Moves are safe: an expected version, a key, one writer at a time, nothing twice and nothing lost."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import select

from stromnetz import load_game
from stromnetz.server.core.cluster import Cluster
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.database.db_schema import rows, tables
from stromnetz.server.multiprocess.cluster import PostgresCluster
from stromnetz.server.table_play.bot_turns import BotTurnService
from stromnetz.server.tables.cache import TableCache
from tests.server.house import Guest, House, choose, new_key

OPEN = {"kind": "open", "plant": 4, "bid": 4}


def stored(house: House, id: str) -> list[int]:
    """The rows in the database."""
    query = select(rows.c.seq).where(rows.c.table_id == id).order_by(rows.c.seq)
    with house.service(Database).engine.connect() as connection:
        return list(connection.execute(query).scalars())


def two(house: House) -> tuple[str, int]:
    id = house.ann.open("person", "person", start=True)
    return id, house.game(id).position.seat


def test_a_repeat_is_answered_as_the_first_time(house: House) -> None:
    id, seat = two(house)
    body = {"seat": seat, "moves": [OPEN], "version": 0, "key": "one"}
    first = house.ann.post(f"/api/tables/{id}/moves", body)
    assert first["version"] == 1
    assert house.ann.post(f"/api/tables/{id}/moves", body) == first
    house.play(id, {0: house.ann, 1: house.ann}, moves=5)
    assert house.ann.post(f"/api/tables/{id}/moves", body) == first
    assert stored(house, id) == list(range(7))


def test_a_key_stands_for_one_request(house: House) -> None:
    id, seat = two(house)
    house.ann.move(id, seat, OPEN, 0, key="one")
    for change in ({"bid": 5}, {"plant": 5}):
        error = house.ann.move(id, seat, {**OPEN, **change}, 0, key="one", status=422)["error"]
        assert error["kind"] == "bad-input"
        assert "key" in error["message"]
    # also where the move would be fine now
    assert house.ann.move(id, 1 - seat, {"kind": "pass"}, 1, key="one", status=422)["error"]["facts"] == {"key": "one"}
    assert stored(house, id) == [0, 1]
    house.ann.move(id, 1 - seat, {"kind": "pass"}, 1, key="two")


def test_the_same_key_at_another_table_is_another(house: House) -> None:
    for _ in range(2):
        id, seat = two(house)
        house.ann.move(id, seat, OPEN, 0, key="one")


def test_another_version_is_a_conflict_that_tells_the_current_one(house: House) -> None:
    id, seat = two(house)
    for version in (1, 7):
        error = house.ann.move(id, seat, OPEN, version, status=409)["error"]
        assert error["kind"] == "version-conflict"
        assert error["facts"] == {"version": 0, "expected": version}
    house.ann.move(id, seat, OPEN, 0)
    assert house.ann.move(id, seat, OPEN, 0, status=409)["error"]["facts"]["version"] == 1


def call(guest: Guest, id: str, body: dict[str, Any]) -> int:
    return guest.client.post(f"/api/tables/{id}/moves", json=body).status_code


def test_of_many_who_move_at_once_one_does(house: House) -> None:
    """Different keys: one wins, the others learn of it. The same key: all get the same answer."""
    id, seat = two(house)
    with ThreadPoolExecutor(8) as pool:
        bodies = [{"seat": seat, "moves": [{**OPEN, "bid": 4 + i}], "version": 0, "key": f"k{i}"} for i in range(8)]
        codes = list(pool.map(lambda body: call(house.ann, id, body), bodies))
        assert sorted(codes) == [200] + [409] * 7
        assert stored(house, id) == [0, 1]
        same = {"seat": 1 - seat, "moves": [{"kind": "pass"}], "version": 1, "key": "same"}
        assert list(pool.map(lambda _: call(house.ann, id, same), range(8))) == [200] * 8
    assert stored(house, id) == [0, 1, 2]
    assert house.game(id).version == 2


def test_two_servers_on_one_database_never_both_move(database: str, make_house: Callable[..., House]) -> None:
    """They should not be run like that; but where they are, each row is made once and both go on from it."""
    one, other = make_house(database), make_house(database)
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
            # who lost has learned of the move: its next request is answered by the new version
            assert one.game(id).version == other.game(id).version == version + 1
    assert stored(one, id) == list(range(41))
    assert one.game(id) == other.game(id)
    assert sum(won) == 40


async def nothing() -> None:
    pass


def test_a_stale_table_never_writes(
    database: str, make_house: Callable[..., House], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A seat is resigned at one server, and moved for at another that has not heard of it: the bot plays on."""
    one = make_house(database, bot_processes=0)
    id = one.ann.open("person", "person", "person", start=True, options={"short": True})
    other = make_house(database)
    twin = other.guest()
    twin.client.cookies = one.ann.client.cookies
    game = other.game(id)
    seat, after = game.position.seat, game.copy()
    after.apply({"kind": "open", "plant": 4, "bid": 4})
    quitter = after.position.seat
    # bots here are slow: whatever is due is left to the other; and what happens there is not looked at
    one.run(one.service(BotTurnService).stop)
    if isinstance(cluster := one.service(Cluster), PostgresCluster):
        monkeypatch.setattr(cluster.consumer, "catch_up", nothing)
    one.ann.post(f"/api/tables/{id}/resign", {"seat": quitter})
    twin.move(id, seat, {"kind": "open", "plant": 4, "bid": 4}, 0)
    other.wait(lambda: other.game(id).version > 1, "the bot's answer")
    with one.service(Database).engine.connect() as c:
        assert c.execute(select(tables.c.revision)).scalar_one() == 2
    # and the other way round: what was moved there is not undone by a change of seats here
    before = one.service(TableCache).get_cached(id)
    assert before is not None
    assert before.table.version == 0
    one.ann.post(f"/api/tables/{id}/seats/{seat}/recovery")
    assert one.game(id).version >= 2


def test_bots_that_are_due_move_after_a_restart(database: str, make_house: Callable[..., House]) -> None:
    house = make_house(database)
    house.run(house.service(BotTurnService).stop)
    id = house.ann.open("plain", "plain", start=True, options={"short": True})
    house.stop()
    house = make_house(database)
    house.wait(lambda: house.game(id).version > 5, "the bots")


def test_what_is_refused_by_the_database_is_not_told(house: House) -> None:
    """A commit that fails leaves the game where it was, for the mover and for the viewers."""
    id, seat = two(house)
    before = house.game(id)
    writer = house.service(Database).writer
    engine, writer._engine = writer._engine, None  # type: ignore[assignment]  # as if the database were gone
    with house.ann.live(id) as socket:
        assert [socket.receive_json()["type"] for _ in range(2)] == ["hello", "state"]
        error = house.ann.move(id, seat, OPEN, 0, key="one", status=503)["error"]
        assert error["kind"] == "unavailable"
        assert house.game(id) == before
        writer._engine = engine
        assert house.ann.move(id, seat, OPEN, 0, key="one")["version"] == 1
        told = socket.receive_json()
        assert (told["type"], told["version"], len(told["rows"])) == ("rows", 1, 1)


def test_a_game_played_by_two_at_once_is_whole(house: House) -> None:
    """Both sides of the table move as fast as they can, without waiting for each other."""
    ann, bob = house.ann, house.guest()
    id = ann.open("person", "open", options={"short": True})
    bob.post(f"/api/tables/{id}/join", {"name": "Bob"})
    ann.post(f"/api/tables/{id}/start")

    def play(pair: tuple[int, Guest]) -> int:
        seat, guest = pair
        made = 0
        rng = random.Random(seat)
        for _ in range(5000):
            game = house.game(id)
            if game.decision is None:
                break
            body = {"seat": seat, "moves": [choose(game, rng)], "version": game.version, "key": new_key()}
            made += call(guest, id, body) == 200
        return made

    with ThreadPoolExecutor(2) as pool:
        made = list(pool.map(play, ((0, ann), (1, bob))))
    record = ann.get(f"/api/tables/{id}/record")
    game = load_game(record)
    assert game.decision is None
    assert game.version == sum(made)
    assert stored(house, id) == list(range(game.version + 1))
