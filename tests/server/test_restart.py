"""A restart at any moment continues every game exactly where it was."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import pytest
from sqlalchemy import select, update

from stromnetz import BadInput, StromnetzError, load_game
from stromnetz.server.core.config import database_url
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.database.db_schema import games, rows, snapshots
from stromnetz.server.core.database.engine import open_database, writing
from stromnetz.server.tables.cache import TableCache
from tests.server.house import House, choose, new_key


def test_a_game_goes_on_after_every_move(database: str, make_house: Callable[..., House]) -> None:
    """Stopped again and again, in the middle of everything, with moves taken back: it stays the same game."""
    house = make_house(database)
    id = house.ann.open("person", "person", start=True, options={"short": True})
    cookies = house.ann.client.cookies
    mirror = house.game(id).copy()
    rng = random.Random(3)
    for step in range(60):
        if step % 7 == 0:
            house.stop()
            house = make_house(database)
            house.ann.client.cookies = cookies
        game = house.game(id)
        assert game == mirror
        assert game._undo == mirror._undo
        if game.decision is None:
            break
        last = game.rows[-1].seat
        if rng.random() < 0.2 and last is not None:
            try:
                mirror.undo(last)
            except StromnetzError:
                continue
            house.ann.post(f"/api/tables/{id}/undo", {"seat": last, "version": game.version, "key": new_key()})
        else:
            move = choose(game, rng)
            house.ann.move(id, game.position.seat, move, game.version)
            mirror.apply(move)
    assert house.game(id) == mirror
    assert mirror.version > 40


def test_bots_that_were_due_go_on(database: str, make_house: Callable[..., House]) -> None:
    house = make_house(database)
    ids = [house.ann.open("plain", "random", "plain", start=True, options={"short": True}) for _ in range(3)]
    house.stop()
    house = make_house(database)
    for id in ids:
        house.wait(lambda id=id: house.ann.get(f"/api/tables/{id}")["state"] == "finished", "the end")  # type: ignore[misc]
        load_game(house.ann.get(f"/api/tables/{id}/record"))


def test_nothing_is_loaded_that_nobody_needs(database: str, make_house: Callable[..., House]) -> None:
    house = make_house(database)
    for _ in range(5):
        house.ann.open("person", "person", start=True)
    house.stop()
    house = make_house(database)
    health = house.ann.get("/healthz")
    assert health["open_tables"] == 0


def test_games_that_nobody_watches_leave_the_memory(database: str, make_house: Callable[..., House]) -> None:
    house = make_house(database, open_games=3)
    ann = house.ann
    ids = [ann.open("person", "person", start=True) for _ in range(8)]
    with ann.live(ids[0]) as socket:
        assert [socket.receive_json()["type"] for _ in range(2)] == ["hello", "state"]
        for id in ids:
            seat = ann.get(f"/api/tables/{id}")["to_act"]
            ann.move(id, seat, {"kind": "open", "plant": 4, "bid": 4}, 0)
        assert ann.get("/healthz")["open_tables"] <= 4
        assert socket.receive_json()["version"] == 1
        for id in ids:
            assert ann.get(f"/api/tables/{id}/view")["version"] == 1
        ann.move(ids[0], house.game(ids[0]).position.seat, {"kind": "pass"}, 1)
        assert socket.receive_json()["version"] == 2


def test_the_same_cookie_is_good_after_a_restart(database: str, make_house: Callable[..., House]) -> None:
    house = make_house(database)
    house.ann.post("/api/me", {"name": "Ann"})
    cookies = house.ann.client.cookies
    house.stop()
    house = make_house(database)
    house.ann.client.cookies = cookies
    assert house.ann.get("/api/me") == {"guest": True, "name": "Ann", "unreadable": False, "account": False}


def test_a_game_goes_on_by_changed_rules(database: str, make_house: Callable[..., House]) -> None:
    """What was played by older rules stands, and the record says up to where; it can still be taken elsewhere."""
    house = make_house(database)
    id = house.ann.open("person", "person", start=True, options={"short": True})
    cookies = house.ann.client.cookies
    house.play(id, {0: house.ann, 1: house.ann}, moves=20)
    mirror = house.game(id)
    with writing(house.service(Database).engine).begin() as c:
        header = json.loads(c.execute(select(games.c.header_json)).scalar_one())
        c.execute(update(games).values(header_json=json.dumps({**header, "revision": 0})))
    house.stop()
    house = make_house(database)
    house.ann.client.cookies = cookies
    assert house.game(id).position == mirror.position
    assert house.play(id, {0: house.ann, 1: house.ann})["state"] == "finished"
    house.stop()
    house = make_house(database)
    record = house.ann.get(f"/api/tables/{id}/record")
    assert record["since"] == {"seq": 20, "revision": header["revision"]}
    assert load_game(record).version == house.game(id).version


@pytest.mark.alone
def test_a_snapshot_is_kept_each_round_and_rows_are_only_added(house: House) -> None:
    ann = house.ann
    id = ann.open("person", "person", start=True, options={"short": True})
    texts: dict[int, str] = {}

    def watch() -> None:
        with house.service(Database).engine.connect() as c:
            for seq, text in c.execute(select(rows.c.seq, rows.c.row_json).where(rows.c.table_id == id)):
                assert texts.setdefault(seq, text) == text

    house.play(id, {0: ann, 1: ann}, moves=40, watch=watch)
    assert sorted(texts) == list(range(41))
    with house.service(Database).engine.connect() as c:
        kept = [seq for (seq,) in c.execute(select(snapshots.c.seq).order_by(snapshots.c.seq))]
    assert kept == [seq for seq, _ in house.game(id).snapshots]
    assert len(kept) == house.game(id).position.round


def test_a_table_whose_game_cannot_be_read_harms_no_other(house: House) -> None:
    ann = house.ann
    good, bad = (ann.open("person", "person", start=True) for _ in range(2))
    with writing(house.service(Database).engine).begin() as c:
        c.execute(update(games).where(games.c.table_id == bad).values(position_json="{}"))
    house.service(TableCache)._open.clear()
    assert ann.get(f"/api/tables/{bad}/view", 404)["error"]["kind"] == "not-found"
    assert ann.get(f"/api/tables/{good}/view")["version"] == 0


@pytest.mark.parametrize(
    "where", ["mysql://x/y", "nothing://x", "/dev/null/games.sqlite", "postgresql://nobody@127.0.0.1:1/x"]
)
def test_a_database_that_cannot_be_opened_is_told_in_words(where: str) -> None:
    with pytest.raises(BadInput, match=r"database|folder"):
        open_database(database_url(where))
