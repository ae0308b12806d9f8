"""Costly reads: charged by CPU time, cached, and limited."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.rate_limits import GUESTS_PER_ADDRESS, ReadBudget, TokenBuckets
from stromnetz.server.live import hub as live_hub
from stromnetz.server.live.hub import LiveHub
from stromnetz.server.table_play.history import CACHED_COST_MS, HistoryReader, SizedCache
from stromnetz.server.tables.service import TableService
from tests.server.local_server import LocalServer, MakeServer


@pytest.fixture(scope="module")
def limited(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    """Start a server with a budget for some costly reads, which hardly refills during the test."""
    file = shutil.copy(migrated_file, tmp_path_factory.mktemp("looking"))
    with LocalServer(
        ServerConfig(
            database=str(file), rate=1e6, burst=10**6, heavy_rate=0, bot_processes=0, read_rate=0.01, read_burst=60
        )
    ) as server:
        yield server


def test_tokens_are_charged_by_cost() -> None:
    now = [0.0]
    bucket = TokenBuckets(10, 50, clock=lambda: now[0])
    assert [bucket.try_spend("a", 20) for _ in range(3)] == [0, 0, 1]
    assert bucket.try_spend("a", 10) == 0
    assert bucket.try_spend("b", 500) == 0, "what costs more than all that fits is let through once the bucket is full"
    now[0] = 2
    assert bucket.try_spend("a", 20) == 0
    costs = ReadBudget(1, 10)
    assert [bool(costs.try_spend(f"guest {n}", "home", 10)) for n in range(GUESTS_PER_ADDRESS + 1)] == [
        False
    ] * GUESTS_PER_ADDRESS + [True]


def test_cache_size_is_limited() -> None:
    kept = SizedCache(100)
    for number in range(50):
        kept.put(number, b"x" * 30)
        assert kept.size <= 100
    assert kept.get(49) == b"x" * 30
    assert kept.get(1) is None
    kept.put("large", b"x" * 101)
    assert kept.size == 0


def test_costly_reads_are_refused_before_others_suffer(limited: LocalServer) -> None:
    ann = limited.ann
    id = ann.open("person", "person", start=True, options={"short": True})
    limited.play(id, {0: ann, 1: ann}, moves=30)
    eve = limited.guest()
    eve.post("/api/me", {"name": "Eve"})
    codes = [eve.client.get(f"/api/tables/{id}/view", params={"version": version}).status_code for version in range(20)]
    assert codes[:5] == [200] * 5
    assert codes[-1] == 429
    refused = eve.client.get(f"/api/tables/{id}/record")
    assert refused.status_code == 429
    assert int(refused.headers["retry-after"]) >= 1
    assert refused.json()["error"]["kind"] == "too-many"
    # playing and current views are not limited, and others have their own budget
    eve.get(f"/api/tables/{id}/view")
    ann.get(f"/api/tables/{id}/record")
    # a viewer that asks for gaps too often gets the whole state
    with eve.live(id) as socket:
        assert [socket.receive_json()["type"] for _ in range(2)] == ["hello", "state"]
        socket.send_json({"type": "resume", "version": 3})
        assert socket.receive_json()["type"] == "state"


def test_export_costs_as_much_as_its_records(limited: LocalServer) -> None:
    eve = limited.guest("198.51.100.7")
    eve.open("person", "open")
    # twice the price of a record: for her data and for one table
    assert [eve.client.get("/api/me/export").status_code for _ in range(2)] == [200, 429]


def test_unchangeable_results_are_computed_once(sqlite_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = sqlite_server.ann
    id = ann.open("plain", "plain", start=True, options={"short": True})
    sqlite_server.wait_for_end(id)
    history = sqlite_server.service(TableService).history
    asked: list[str] = []

    def count(name: str) -> None:
        whole: Callable[..., Any] = getattr(history, name)

        async def counted(*given: Any) -> Any:
            asked.append(name)
            return await whole(*given)

        monkeypatch.setattr(history, name, counted)

    count("record")
    count("game_at")
    for path in ("record", "view?version=7", "history", "history?after=3&limit=9"):
        first = ann.client.get(f"/api/tables/{id}/{path}")
        again = sqlite_server.guest().client.get(f"/api/tables/{id}/{path}")
        assert first.content == again.content
        assert first.headers["content-type"] == "application/json"
    assert asked == ["record", "game_at"]
    assert [row["seq"] for row in ann.get(f"/api/tables/{id}/history", after=3, limit=9)["rows"]] == list(range(4, 13))


def test_cached_results_cost_little(sqlite_server: LocalServer) -> None:
    spent: list[float] = []

    async def make() -> bytes:
        return b"text"

    read = sqlite_server.service(HistoryReader).cached
    for _ in range(2):
        assert sqlite_server.run(read, ("a key",), make, 50.0, spent.append) == b"text"
    assert spent == [50.0, CACHED_COST_MS]


def test_cached_messages_of_a_room_are_limited(sqlite_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_hub, "MAX_CACHED_UPDATES", 200_000)
    ann = sqlite_server.ann
    id = ann.open("plain", "plain", start=True, options={"short": True})
    sqlite_server.wait_for_end(id)
    with ann.live(id) as socket:
        socket.receive_json()
        assert socket.receive_json()["version"] > 40
        room = sqlite_server.service(LiveHub)._rooms[id]
        for version in range(15):
            socket.send_json({"type": "resume", "version": version})
            assert socket.receive_json()["after"] == version
            assert sum(map(len, room._texts.values())) <= 200_000
        assert 0 < len(room._texts) < 15, "some were dropped"


def test_cache_can_be_switched_off(make_server: MakeServer) -> None:
    server = make_server(read_cache=0)
    id = server.ann.open("person", "person", start=True)
    assert server.ann.get(f"/api/tables/{id}/history")["version"] == 0
    assert server.service(HistoryReader).cache.size == 0
