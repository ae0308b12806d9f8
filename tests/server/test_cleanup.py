"""Cleanup: unused tables and guests are removed; games only on request."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sqlalchemy import insert, select, update

from stromnetz import BadInput, parse_game
from stromnetz.lessons import all_lessons
from stromnetz.puzzles import all_puzzles
from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.database.db_schema import guests, lessons, rated_games, tables
from stromnetz.server.core.database.engine import writing
from stromnetz.server.core.identity import IdentityRegistry
from stromnetz.server.tables import cleanup
from stromnetz.server.tables.cleanup import (
    CLEANUP_SECONDS,
    MIN_PLAUSIBLE_TIME,
    RetentionPolicy,
    remove_expired,
    remove_unused_guests,
)
from stromnetz.server.tables.service import TableService
from stromnetz.tables.time import DAY_MS
from tests.server.conftest import Time
from tests.server.local_server import Json, LocalServer

pytestmark = pytest.mark.alone  # these tests count everything on the server

LOBBIES = RetentionPolicy({"lobby": 30.0})


def age_table(server: LocalServer, id: str, days: float) -> None:
    """Pretend that nobody has used a table for so long."""
    at = int(server.ann.get(f"/api/tables/{id}")["changed_at"] - days * DAY_MS)
    with server.transaction() as connection:
        connection.execute(update(tables).where(tables.c.id == id).values(changed_at=at))
    server.evict(id)


def run_cleanup(server: LocalServer, policy: RetentionPolicy = LOBBIES) -> int:
    count: int = server.run(remove_expired, server.service(TableService), server.service(Database), policy)
    return count


def test_old_lobbies_are_removed_and_games_kept(server: LocalServer) -> None:
    ann = server.ann
    old, young, running = (
        ann.open("person", "open"),
        ann.open("person", "open"),
        ann.open("person", "plain", start=True),
    )
    age_table(server, old, 31)
    age_table(server, young, 29)
    age_table(server, running, 400)
    assert run_cleanup(server) == 1
    ann.get(f"/api/tables/{old}", 404)
    assert ann.get(f"/api/tables/{young}")["state"] == "lobby"
    assert ann.get(f"/api/tables/{running}")["state"] == "running"
    assert {table["id"] for table in ann.get("/api/me/tables")["tables"]} == {young, running}
    assert run_cleanup(server) == 0


def test_watched_lobby_is_kept(server: LocalServer) -> None:
    ann = server.ann
    id = ann.open("person", "open")
    age_table(server, id, 31)
    with ann.live(id) as socket:
        assert socket.receive_json()["type"] == "hello"
        assert run_cleanup(server) == 0
    # with several servers, viewers are known after a moment
    server.wait(lambda: run_cleanup(server) == 1, "the viewer to be gone")


def test_lobby_from_before_clock_was_set_is_kept(server: LocalServer) -> None:
    """A small computer without a battery starts with the year 1970."""
    id = server.ann.open("person", "open")
    with server.transaction() as connection:
        connection.execute(update(tables).values(changed_at=5_000))
    server.evict(id)
    assert run_cleanup(server) == 0
    server.evict(id)
    age_table(server, id, 29)
    assert run_cleanup(server) == 0
    age_table(server, id, 2)
    assert run_cleanup(server) == 1


def test_one_of_several_servers_cleans_up_every_hour(sqlite_server: LocalServer, time: Time) -> None:
    def is_due() -> bool:
        with sqlite_server.transaction() as c:
            return cleanup._is_due(c)

    time.pass_by(CLEANUP_SECONDS)  # since the one at the start
    assert is_due()
    time.pass_by(0.9 * CLEANUP_SECONDS - 0.001)
    assert not is_due()
    time.pass_by(0.001)
    assert is_due()
    time.pass_by(-1)
    assert is_due(), "the clock was set back"


def test_nothing_is_removed_before_the_clock_is_set(sqlite_server: LocalServer, time: Time) -> None:
    server = sqlite_server
    id = server.ann.open("person", "open")
    server.guest().post("/api/me", {"name": "Bob"})
    with server.transaction() as c:
        c.execute(update(guests).values(created_at=0))
        c.execute(update(tables).values(changed_at=0))
    server.evict(id)

    def clean_up() -> tuple[int, int]:
        known = server.service(IdentityRegistry).guests
        return run_cleanup(server), server.run(remove_unused_guests, server.service(Database), known)

    for late, removed in ((-1, (0, 0)), (0, (0, 1)), (30 * DAY_MS, (0, 0)), (30 * DAY_MS + 1, (1, 1))):
        time.ms = MIN_PLAUSIBLE_TIME + late
        assert clean_up() == removed, late


def test_unused_practice_tables_and_guests_are_deleted_after_a_day(server: LocalServer) -> None:
    ann, eve, bob = server.ann, server.guest(), server.guest()
    puzzle = ann.post(f"/api/puzzles/{next(iter(all_puzzles()))}/table", {"bot": "plain"}, 201)["table"]
    lesson = ann.post(f"/api/lessons/{all_lessons()[0].id}", {}, 201)["table"]
    game = ann.open("person", "person", start=True)
    eve.post("/api/me", {"name": "Eve"})
    bob.post(f"/api/lessons/{all_lessons()[0].id}", {}, 201)
    assert ann.get(f"/api/tables/{puzzle}")["settings"]["puzzle"]

    def sweep_all() -> tuple[int, int]:
        tables = run_cleanup(server)
        return tables, server.run(
            remove_unused_guests, server.service(Database), server.service(IdentityRegistry).guests
        )

    server.wait_for_people(puzzle)
    age_table(server, lesson, 0.9)
    assert sweep_all() == (0, 0)
    for id in (puzzle, lesson, game):
        age_table(server, id, 1.1)
    with server.transaction() as c:
        c.execute(update(guests).values(created_at=guests.c.created_at - 2 * DAY_MS))
        mine = select(lessons.c.table_id).join(guests, guests.c.id == lessons.c.guest)
        bobs = [id for (id,) in c.execute(mine) if id != lesson]
    age_table(server, bobs[0], 1.1)
    assert sweep_all() == (3, 2), "two of Ann, one of Bob; Eve and Bob have nothing any more"
    ann.get(f"/api/tables/{game}", 200)
    for guest in (eve, bob):
        assert guest.get("/api/me") == {"guest": False, "name": None, "unreadable": False, "account": False}
        guest.open("person", "open")
    assert ann.get("/api/me")["guest"]


def test_games_are_removed_on_request_after_archiving(server: LocalServer, tmp_path: Path) -> None:
    ann = server.ann
    over, left, fresh = (ann.open("person", "person", start=True, options={"short": True}) for _ in range(3))
    server.play(left, {0: ann, 1: ann}, moves=3)
    ann.post(f"/api/tables/{over}/resign", {"seat": 0})
    record = ann.get(f"/api/tables/{over}/record")
    age_table(server, over, 31)
    age_table(server, left, 91)
    policy = RetentionPolicy({"finished": 30.0, "running": 90.0}, tmp_path / "archive")
    # a game that cannot be archived is kept
    (tmp_path / "archive").write_text("a file is in the way")
    assert run_cleanup(server, policy) == 0
    (tmp_path / "archive").unlink()
    # and so is a rated game until it is rated
    engine = writing(server.service(Database).engine)
    with writing(engine).begin() as c:
        c.execute(insert(rated_games).values(table_id=over, pool="any", edition="any", map="any"))
    assert run_cleanup(server, policy) == 1
    ann.get(f"/api/tables/{over}", 200)
    with writing(engine).begin() as c:
        c.execute(update(rated_games).values(seq=1))
    assert run_cleanup(server, policy) == 1
    for id in (over, left):
        ann.get(f"/api/tables/{id}", 404)

    def archived(id: str) -> Json:
        record: Json = json.loads((tmp_path / "archive" / f"{id}.json").read_text())
        return record

    assert archived(over) == record
    assert parse_game(archived(left)).version == 3
    assert [table["id"] for table in ann.get("/api/me/tables")["tables"]] == [fresh]


def test_removing_games_needs_an_archive_setting() -> None:
    for days in ({"finished_days": 30.0}, {"abandoned_days": 90.0}):
        with pytest.raises(BadInput, match="archive"):
            ServerConfig(**days)  # type: ignore[arg-type]
    assert RetentionPolicy.of(ServerConfig(finished_days=30, archive="none")).archive is None
