"""Tables that never began are closed after a while; whatever was played stays."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sqlalchemy import insert, select, update

from stromnetz import BadInput, load_game
from stromnetz.lessons import all_lessons
from stromnetz.puzzles import all_puzzles
from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.database.db_schema import guests, lessons, rated_games, tables
from stromnetz.server.core.database.engine import writing
from stromnetz.server.core.identity import IdentityRegistry
from stromnetz.server.tables.cache import TableCache
from stromnetz.server.tables.cleanup import DAY, RetentionPolicy, remove_expired, sweep_guests
from stromnetz.server.tables.service import TableService
from tests.server.house import House, Json

pytestmark = pytest.mark.alone  # what is counted or listed is all there is

LOBBIES = RetentionPolicy({"lobby": 30.0})


def age(house: House, id: str, days: float) -> None:
    """As if nobody had touched a table for so long."""
    at = int(house.ann.get(f"/api/tables/{id}")["changed_at"] - days * DAY)
    with writing(house.service(Database).engine).begin() as connection:
        connection.execute(update(tables).where(tables.c.id == id).values(changed_at=at))
    house.service(TableCache).evict(house.run(house.service(TableService).get, id))


def swept(house: House, keeping: RetentionPolicy = LOBBIES) -> int:
    count: int = house.run(remove_expired, house.service(TableService), house.service(Database), keeping)
    return count


def test_old_lobbies_go_and_games_stay(house: House) -> None:
    ann = house.ann
    old, young, running = (
        ann.open("person", "open"),
        ann.open("person", "open"),
        ann.open("person", "plain", start=True),
    )
    age(house, old, 31)
    age(house, young, 29)
    age(house, running, 400)
    assert swept(house) == 1
    ann.get(f"/api/tables/{old}", 404)
    assert ann.get(f"/api/tables/{young}")["state"] == "lobby"
    assert ann.get(f"/api/tables/{running}")["state"] == "running"
    assert {table["id"] for table in ann.get("/api/me/tables")["tables"]} == {young, running}
    assert swept(house) == 0


def test_a_lobby_that_somebody_looks_at_stays(house: House) -> None:
    ann = house.ann
    id = ann.open("person", "open")
    age(house, id, 31)
    with ann.live(id) as socket:
        assert socket.receive_json()["type"] == "hello"
        assert swept(house) == 0
    # servers that share a database tell each other in a while who looks on
    house.wait(lambda: swept(house) == 1, "the viewer to be gone")


def test_a_lobby_from_when_the_clock_was_not_set_stays(house: House) -> None:
    """A small computer without a battery believes at first that it is 1970."""
    id = house.ann.open("person", "open")
    with writing(house.service(Database).engine).begin() as connection:
        connection.execute(update(tables).values(changed_at=5_000))
    house.service(TableCache).evict(house.run(house.service(TableService).get, id))
    assert swept(house) == 0
    house.service(TableCache).evict(house.run(house.service(TableService).get, id))
    age(house, id, 29)
    assert swept(house) == 0
    age(house, id, 2)
    assert swept(house) == 1


def test_what_was_left_unused_is_deleted_after_a_day(house: House) -> None:
    ann, eve, bob = house.ann, house.guest(), house.guest()
    exercise = ann.post(f"/api/exercises/{next(iter(all_puzzles()))}/table", {"bot": "plain"}, 201)["table"]
    lesson = ann.post(f"/api/lessons/{all_lessons()[0].id}", {}, 201)["table"]
    game = ann.open("person", "person", start=True)
    eve.post("/api/me", {"name": "Eve"})
    bob.post(f"/api/lessons/{all_lessons()[0].id}", {}, 201)
    assert ann.get(f"/api/tables/{exercise}")["settings"]["exercise"]

    def sweep_all() -> tuple[int, int]:
        tables = swept(house)
        return tables, house.run(sweep_guests, house.service(Database), house.service(IdentityRegistry).guests)

    house.wait_for_people(exercise)
    age(house, lesson, 0.9)
    assert sweep_all() == (0, 0)
    for id in (exercise, lesson, game):
        age(house, id, 1.1)
    with writing(house.service(Database).engine).begin() as c:
        c.execute(update(guests).values(created_at=guests.c.created_at - 2 * DAY))
        mine = select(lessons.c.table_id).join(guests, guests.c.id == lessons.c.guest)
        bobs = [id for (id,) in c.execute(mine) if id != lesson]
    age(house, bobs[0], 1.1)
    assert sweep_all() == (3, 2), "two of Ann, one of Bob; Eve and Bob have nothing any more"
    ann.get(f"/api/tables/{game}", 200)
    for guest in (eve, bob):
        assert guest.get("/api/me") == {"guest": False, "name": None, "unreadable": False, "account": False}
        guest.open("person", "open")
    assert ann.get("/api/me")["guest"]


def test_games_are_removed_where_the_host_wants_it_and_their_records_kept(house: House, tmp_path: Path) -> None:
    ann = house.ann
    over, left, fresh = (ann.open("person", "person", start=True, options={"short": True}) for _ in range(3))
    house.play(left, {0: ann, 1: ann}, moves=3)
    ann.post(f"/api/tables/{over}/resign", {"seat": 0})
    record = ann.get(f"/api/tables/{over}/record")
    age(house, over, 31)
    age(house, left, 91)
    keeping = RetentionPolicy({"finished": 30.0, "running": 90.0}, tmp_path / "archive")
    # what cannot be written down is not removed
    (tmp_path / "archive").write_text("a file is in the way")
    assert swept(house, keeping) == 0
    (tmp_path / "archive").unlink()
    # and a game for which people are still to be rated stays until they are
    engine = writing(house.service(Database).engine)
    with writing(engine).begin() as c:
        c.execute(insert(rated_games).values(table_id=over, pool="any", edition="any", map="any"))
    assert swept(house, keeping) == 1
    ann.get(f"/api/tables/{over}", 200)
    with writing(engine).begin() as c:
        c.execute(update(rated_games).values(seq=1))
    assert swept(house, keeping) == 1
    for id in (over, left):
        ann.get(f"/api/tables/{id}", 404)

    def archived(id: str) -> Json:
        record: Json = json.loads((tmp_path / "archive" / f"{id}.json").read_text())
        return record

    assert archived(over) == record
    assert load_game(archived(left)).version == 3
    assert [table["id"] for table in ann.get("/api/me/tables")["tables"]] == [fresh]


def test_games_are_not_removed_without_a_word_on_their_records() -> None:
    for days in ({"finished_days": 30.0}, {"abandoned_days": 90.0}):
        with pytest.raises(BadInput, match="archive"):
            ServerConfig(**days)  # type: ignore[arg-type]
    assert RetentionPolicy.of(ServerConfig(finished_days=30, archive="none")).archive is None
