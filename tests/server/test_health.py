"""Alive is not ready: a disk that is full, and a PostgreSQL that hangs.

Whoever needs the database is told so within a few seconds; the others notice nothing.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from sqlalchemy import create_engine, event, select

from stromnetz.build import BUILD
from stromnetz.engine.errors import BadInput
from stromnetz.server.core.config import database_url
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.database.db_schema import meta
from stromnetz.server.core.database.engine import open_database
from tests.server.house import House
from tests.server.postgres import Postgres

pytestmark = pytest.mark.alone  # what is counted or listed is all there is

SECONDS = 1.0
SOON = 20.0
"""Much less than for ever, and more than a busy machine needs."""


def test_nothing_waits_for_a_database_that_hangs(
    postgres_server: Postgres, migrated_name: str, make_house: Callable[..., House]
) -> None:
    house = make_house(postgres_server.new_database("hanging", migrated_name), database_time=SECONDS)
    ann = house.ann
    id = ann.open("person", "person", start=True)
    open_move = {"seat": ann.get(f"/api/tables/{id}")["to_act"], "moves": [{"kind": "open", "plant": 4, "bid": 4}]}
    body = {**open_move, "version": 0, "key": "again"}
    began = time.monotonic()
    with postgres_server.stopped():
        # what is in memory is served, what needs the database is refused
        health = ann.get("/healthz", 200)
        assert (health["status"], health["build"]) == ("ok", BUILD)
        ann.get(f"/api/tables/{id}/view", 200)
        ann.get("/readyz", 503)
        answer = ann.client.post(f"/api/tables/{id}/moves", json=body)
        assert (answer.status_code, answer.json()["error"]["kind"]) == (503, "unavailable")
        assert int(answer.headers["retry-after"]) > 0
        # many at once do not wait for each other: one asks, the rest are told
        with ThreadPoolExecutor(12) as pool:
            found = list(pool.map(lambda _: house.guest().client.get("/api/tables").status_code, range(24)))
        assert set(found) == {503}
        assert time.monotonic() - began < SOON
        assert ann.get("/healthz", 200)["status"] == "ok"
    house.wait(lambda: bool(ann.client.get("/readyz").status_code == 200), "ready again")
    house.wait(lambda: bool(ann.client.get("/api/tables").status_code == 200), "readable again")
    # sent again with the same key, the move is made once, whether or not it was the first time
    assert ann.post(f"/api/tables/{id}/moves", body, 200)["version"] == 1
    assert ann.get(f"/api/tables/{id}/history", after=0)["version"] == 1


def test_a_database_that_hangs_at_the_start_is_told(postgres_server: Postgres) -> None:
    url = database_url(postgres_server.new_database("hanging_start"))
    with postgres_server.stopped(), pytest.raises(BadInput, match="cannot be opened"):
        open_database(url, SECONDS)


def test_a_start_does_not_hang_with_its_database(postgres_database: str) -> None:
    """It was there when the connection was made, and then it stopped answering."""
    url = postgres_database
    with psycopg.connect(url) as other:
        other.execute("LOCK TABLE alembic_version")
        with pytest.raises(BadInput, match="cannot be opened"):
            open_database(database_url(url), 0.5)


def test_health_is_not_readiness(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that is alive may not be able to write; starting it again would not help."""
    assert house.ann.get("/readyz", 200) == {"status": "ready", "news": "bus"}
    monkeypatch.setattr(house.service(Database).writer, "_engine", create_engine("sqlite:////nowhere/at/all.sqlite"))
    health = house.ann.get("/healthz", 200)
    assert health["status"] == "ok"
    assert health["database"] in ("sqlite", "postgresql")
    answer = house.ann.client.get("/readyz")
    assert (answer.status_code, answer.json()["error"]["kind"]) == (503, "unavailable")
    assert int(answer.headers["retry-after"]) > 0


def test_a_full_disk_is_not_ready(sqlite_house: House) -> None:
    store = sqlite_house.service(Database)

    def fill(connection: sqlite3.Connection, record: object, proxy: object) -> None:
        connection.execute("PRAGMA max_page_count=1")  # no page more than there are

    event.listen(store.engine, "checkout", fill)
    sqlite_house.ann.get("/readyz", 503)
    assert sqlite_house.ann.get("/healthz", 200)["status"] == "ok"
    event.remove(store.engine, "checkout", fill)
    event.listen(store.engine, "checkout", lambda c, record, proxy: c.execute("PRAGMA max_page_count=1000000"))
    sqlite_house.ann.get("/readyz", 200)
    left = sqlite_house.run(store.read, lambda c: [row[0] for row in c.execute(select(meta.c.name))])
    assert not [name for name in left if name.startswith("room")]
