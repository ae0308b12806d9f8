"""Redis as the bus between servers: faster, and nothing is lost without it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from stromnetz.cli import main
from tests.helpers import lacking, needed
from tests.server.cluster import Cluster, Json, Person, wait
from tests.server.postgres import Postgres
from tests.server.redis_server import RedisServer, redis_server

pytestmark = [pytest.mark.subprocess, pytest.mark.xdist_group("redis")]

OPEN: Json = {"kind": "open", "plant": 4, "bid": 4}
PASS: Json = {"kind": "pass"}


@pytest.fixture(scope="module")
def redis() -> Iterator[RedisServer]:
    needed("redis")
    with redis_server() as server:
        if server is None:
            lacking("redis-server is not installed")
        yield server


@pytest.fixture(scope="module")
def cluster(
    postgres_server: Postgres, migrated_name: str, redis: RedisServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Cluster]:
    flags = ("--rate", "0", "--heavy-rate", "0", "--bot-processes", "0", "--database-time", "3", "--bus", redis.url)
    database = postgres_server.new_database("redis", migrated_name)
    with Cluster(database, tmp_path_factory.mktemp("redis"), 2, flags) as running:
        yield running


def buses(person: Person) -> set[tuple[str, bool, str]]:
    """Return what the servers report about their bus."""
    found = [(person.get("/healthz", at), person.get("/readyz", at)) for at in (0, 1)]
    return {(health["bus"], health["bus_up"], ready["updates"]) for health, ready in found}


def test_messages_go_by_redis_and_tables_are_polled_without_it(cluster: Cluster, redis: RedisServer) -> None:
    ann = cluster.person()
    assert buses(ann) == {("redis", True, "bus")}
    id = ann.open("person", "person", at=0)
    first = ann.get(f"/api/tables/{id}", 1)["to_act"]
    with ann.live(id, 0) as here, ann.live(id, 1) as there:
        here.until_type("state")
        there.until_type("state")
        ann.move(id, first, OPEN, 0, at=0)
        assert here.until_version(1)["rows"] == there.until_version(1)["rows"]
        ann.post(f"/api/tables/{id}/chat", {"text": "by Redis", "key": "said"}, at=1)
        here.until_type("chat")
        redis.kill()
        wait(lambda: buses(ann) == {("redis", False, "polling")}, "servers that poll")
        ann.move(id, 1 - first, PASS, 1, at=1)
        here.until_version(2)
        redis.start()
        wait(lambda: buses(ann) == {("redis", True, "bus")}, "the bus again")
        ann.move(id, 1 - first, {"kind": "open", "plant": 3, "bid": 3}, 2, at=0)
        assert here.until_version(3)["rows"] == there.until_version(3)["rows"]


def test_bots_are_woken_by_redis(cluster: Cluster) -> None:
    """A server that leaves its work to another tells it by the bus."""
    ann = cluster.person()
    idle = cluster.start("--no-work")
    try:
        id = Person(idle.url).open("random", "random", "random")
        wait(lambda: ann.get(f"/api/tables/{id}")["version"] > 3, "bots that play")
    finally:
        idle.stop()


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (("--bus", "redis://localhost", "--database", "games.sqlite"), "is alone and needs none"),
        (("--bus", "http://localhost", "--database", "postgresql://localhost/games"), "the address of a Redis"),
        (("--bus", "redis://", "--database", "postgresql://localhost/games"), "the address of a Redis"),
        (("--bus", "redis://host:no", "--database", "postgresql://localhost/games"), "the address of a Redis"),
        (("--bus", "unix://", "--database", "postgresql://localhost/games"), "the address of a Redis"),
    ],
)
def test_invalid_bus_is_refused(flags: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", *flags]) == 2
    assert said in capsys.readouterr().err


def test_missing_library_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(
        "stromnetz.server.core.config.missing", lambda *names: [name for name in names if name == "redis"]
    )
    assert main(["serve", "--bus", "redis://localhost", "--database", "postgresql://localhost/games"]) == 2
    assert "stromnetz[redis]" in capsys.readouterr().err
