"""Restarts: games continue exactly where they were."""

from __future__ import annotations

import json
import random

import pytest
from sqlalchemy import select, update

from stromnetz import BadInput, StromnetzError, parse_game
from stromnetz.server.core.config import database_url
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.database.db_schema import games, rows, snapshots
from stromnetz.server.core.database.engine import open_database
from stromnetz.server.tables.cache import TableCache
from tests.server.local_server import LocalServer, MakeServer, choose, new_key


def test_game_continues_after_restart_at_every_move(database: str, make_server: MakeServer) -> None:
    """Restarted again and again, also after undos, it stays the same game."""
    server = make_server(database)
    id = server.ann.open("person", "person", start=True, options={"short": True})
    mirror = server.game(id).copy()
    rng = random.Random(3)
    for step in range(60):
        if step % 7 == 0:
            server.restart()
        game = server.game(id)
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
            server.ann.post(f"/api/tables/{id}/undo", {"seat": last, "version": game.version, "key": new_key()})
        else:
            move = choose(game, rng)
            server.ann.move(id, game.position.seat, move, game.version)
            mirror.apply(move)
    assert server.game(id) == mirror
    assert mirror.version > 40


def test_due_bots_continue(database: str, make_server: MakeServer) -> None:
    server = make_server(database)
    ids = [server.ann.open("plain", "random", "plain", start=True, options={"short": True}) for _ in range(3)]
    server.restart()
    for id in ids:
        server.wait_for_end(id)
        parse_game(server.ann.get(f"/api/tables/{id}/record"))


def test_tables_are_loaded_when_needed(database: str, make_server: MakeServer) -> None:
    server = make_server(database)
    for _ in range(5):
        server.ann.open("person", "person", start=True)
    server.restart()
    health = server.ann.get("/healthz")
    assert health["open_tables"] == 0


def test_unwatched_games_leave_memory(database: str, make_server: MakeServer) -> None:
    server = make_server(database, open_games=3)
    ann = server.ann
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
        ann.move(ids[0], server.game(ids[0]).position.seat, {"kind": "pass"}, 1)
        assert socket.receive_json()["version"] == 2


def test_cookie_survives_restart(database: str, make_server: MakeServer) -> None:
    server = make_server(database)
    server.ann.post("/api/me", {"name": "Ann"})
    server.restart()
    assert server.ann.get("/api/me") == {"guest": True, "name": "Ann", "unreadable": False, "account": False}


def test_game_continues_with_changed_rules(database: str, make_server: MakeServer) -> None:
    """Earlier rows stay valid, and the record says from where the new rules apply; it can still be imported."""
    server = make_server(database)
    id = server.ann.open("person", "person", start=True, options={"short": True})
    server.play(id, {0: server.ann, 1: server.ann}, moves=20)
    mirror = server.game(id)
    with server.transaction() as c:
        header = json.loads(c.execute(select(games.c.header_json)).scalar_one())
        c.execute(update(games).values(header_json=json.dumps({**header, "revision": 0})))
    server.restart()
    assert server.game(id).position == mirror.position
    assert server.play(id, {0: server.ann, 1: server.ann})["state"] == "finished"
    server.restart()
    record = server.ann.get(f"/api/tables/{id}/record")
    assert record["since"] == {"seq": 20, "revision": header["revision"]}
    assert parse_game(record).version == server.game(id).version


@pytest.mark.alone
def test_snapshot_each_round_and_rows_are_only_added(server: LocalServer) -> None:
    ann = server.ann
    id = ann.open("person", "person", start=True, options={"short": True})
    texts: dict[int, str] = {}

    def watch() -> None:
        with server.service(Database).engine.connect() as c:
            for seq, text in c.execute(select(rows.c.seq, rows.c.row_json).where(rows.c.table_id == id)):
                assert texts.setdefault(seq, text) == text

    server.play(id, {0: ann, 1: ann}, moves=40, watch=watch)
    assert sorted(texts) == list(range(41))
    with server.service(Database).engine.connect() as c:
        kept = [seq for (seq,) in c.execute(select(snapshots.c.seq).order_by(snapshots.c.seq))]
    assert kept == [seq for seq, _ in server.game(id).snapshots]
    assert len(kept) == server.game(id).position.round


def test_unreadable_table_harms_no_other(server: LocalServer) -> None:
    ann = server.ann
    good, bad = (ann.open("person", "person", start=True) for _ in range(2))
    with server.transaction() as c:
        c.execute(update(games).where(games.c.table_id == bad).values(position_json="{}"))
    server.service(TableCache)._open.clear()
    assert ann.get(f"/api/tables/{bad}/view", 404)["error"]["kind"] == "not-found"
    assert ann.get(f"/api/tables/{good}/view")["version"] == 0


@pytest.mark.parametrize(
    "where", ["mysql://x/y", "nothing://x", "/dev/null/games.sqlite", "postgresql://nobody@127.0.0.1:1/x"]
)
def test_database_that_cannot_be_opened_is_reported(where: str) -> None:
    with pytest.raises(BadInput, match=r"database|folder"):
        open_database(database_url(where))
