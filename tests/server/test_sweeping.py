"""Tables that never began are closed after a while; whatever was played stays."""

from __future__ import annotations

from sqlalchemy import update

from stromnetz.server.storage.schema import tables
from stromnetz.server.sweeping import DAY, sweep
from tests.server.house import House


def age(house: House, id: str, days: float) -> None:
    """As if nobody had touched a table for so long."""
    at = int(house.ann.get(f"/api/tables/{id}")["changed_at"] - days * DAY)
    with house.parts.store.engine.begin() as connection:
        connection.execute(update(tables).where(tables.c.id == id).values(changed_at=at))
    house.parts.desk.forget(house.run(house.parts.desk.get, id))


def swept(house: House, days: float = 30) -> int:
    count: int = house.run(sweep, house.parts.desk, house.parts.store, days)
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
    house.wait(lambda: not house.parts.desk.watched(id), "the viewer to be gone")
    assert swept(house) == 1
