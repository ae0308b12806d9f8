"""Health and readiness with a full disk and a hanging PostgreSQL.

Requests that need the database fail within seconds; others are not affected.
"""

from __future__ import annotations

import sqlite3
import time
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
from tests.server.local_server import LocalServer, MakeServer
from tests.server.postgres import Postgres

pytestmark = pytest.mark.alone  # these tests list everything on the server

SECONDS = 1.0
SOON = 20.0
"""Enough for a busy machine."""


def test_nothing_waits_for_hanging_database(
    postgres_server: Postgres, migrated_name: str, make_server: MakeServer
) -> None:
    server = make_server(postgres_server.new_database("hanging", migrated_name), database_time=SECONDS)
    ann = server.ann
    id = ann.open("person", "person", start=True)
    open_move = {"seat": ann.get(f"/api/tables/{id}")["to_act"], "moves": [{"kind": "open", "plant": 4, "bid": 4}]}
    body = {**open_move, "version": 0, "key": "again"}
    began = time.monotonic()
    with postgres_server.stopped():
        # tables in memory are served, other requests are refused
        health = ann.get("/healthz", 200)
        assert (health["status"], health["build"]) == ("ok", BUILD)
        ann.get(f"/api/tables/{id}/view", 200)
        ann.get("/readyz", 503)
        answer = ann.client.post(f"/api/tables/{id}/moves", json=body)
        assert (answer.status_code, answer.json()["error"]["kind"]) == (503, "unavailable")
        assert int(answer.headers["retry-after"]) > 0
        # of many requests, one tries the database, and the others fail at once
        with ThreadPoolExecutor(12) as pool:
            found = list(pool.map(lambda _: server.guest().client.get("/api/tables").status_code, range(24)))
        assert set(found) == {503}
        assert time.monotonic() - began < SOON
        assert ann.get("/healthz", 200)["status"] == "ok"
    server.wait(lambda: bool(ann.client.get("/readyz").status_code == 200), "ready again")
    server.wait(lambda: bool(ann.client.get("/api/tables").status_code == 200), "readable again")
    # repeated with the same key, the move is made once, whether or not the first request succeeded
    assert ann.post(f"/api/tables/{id}/moves", body, 200)["version"] == 1
    assert ann.get(f"/api/tables/{id}/history", after=0)["version"] == 1


def test_hanging_database_at_start_is_reported(postgres_server: Postgres) -> None:
    url = database_url(postgres_server.new_database("hanging_start"))
    with postgres_server.stopped(), pytest.raises(BadInput, match="cannot be opened"):
        open_database(url, SECONDS)


def test_start_does_not_hang_with_database(postgres_database: str) -> None:
    """The database stops responding after the connection was made."""
    url = postgres_database
    with psycopg.connect(url) as other:
        other.execute("LOCK TABLE alembic_version")
        with pytest.raises(BadInput, match="cannot be opened"):
            open_database(database_url(url), 0.5)


def test_health_is_not_readiness(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that runs may be unable to write; restarting it would not help."""
    assert server.ann.get("/readyz", 200) == {"status": "ready", "updates": "bus"}
    monkeypatch.setattr(server.service(Database).writer, "_engine", create_engine("sqlite:////nowhere/at/all.sqlite"))
    health = server.ann.get("/healthz", 200)
    assert health["status"] == "ok"
    assert health["database"] in ("sqlite", "postgresql")
    answer = server.ann.client.get("/readyz")
    assert (answer.status_code, answer.json()["error"]["kind"]) == (503, "unavailable")
    assert int(answer.headers["retry-after"]) > 0


def test_full_disk_is_not_ready(sqlite_server: LocalServer) -> None:
    store = sqlite_server.service(Database)

    def fill(connection: sqlite3.Connection, record: object, proxy: object) -> None:
        connection.execute("PRAGMA max_page_count=1")  # no further pages

    event.listen(store.engine, "checkout", fill)
    sqlite_server.ann.get("/readyz", 503)
    assert sqlite_server.ann.get("/healthz", 200)["status"] == "ok"
    event.remove(store.engine, "checkout", fill)
    event.listen(store.engine, "checkout", lambda c, record, proxy: c.execute("PRAGMA max_page_count=1000000"))
    sqlite_server.ann.get("/readyz", 200)
    left = sqlite_server.run(store.read, lambda c: [row[0] for row in c.execute(select(meta.c.name))])
    assert not [name for name in left if name.startswith("room")]
