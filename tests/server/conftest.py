"""Everything about the server is tested on both databases: SQLite, and a real PostgreSQL that the tests start."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from stromnetz.server import passwords, timekeeping
from stromnetz.server.config import Config
from stromnetz.server.database import text
from tests.server.house import House
from tests.server.postgres import Postgres, postgres

_numbers = count()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    with ExitStack() as stack:
        try:
            server = stack.enter_context(postgres(hasty=True))
        except RuntimeError as error:
            if os.environ.get("CI") == "true":
                pytest.fail(f"these tests must run here: {error}")
            pytest.skip(str(error))
        yield server


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> Iterator[None]:
    """Passwords are hashed in no time; otherwise each would take as long as a whole test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "COSTS", {"time_cost": 1, "memory_cost": 64, "parallelism": 1})
        yield


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database."""
    if request.param == "sqlite":
        return str(tmp_path / "games.sqlite")
    server: Postgres = request.getfixturevalue("postgres_server")
    return server.new_database(f"test_{os.getpid()}_{next(_numbers)}")


Make = Callable[..., House]


@pytest.fixture
def make_house() -> Iterator[Callable[..., House]]:
    """Start servers; all of them end with the test."""
    with ExitStack() as stack:

        def make(database: str, **settings: Any) -> House:
            config = Config(**{"database": database, "rate": 0.0, "heavy_rate": 0.0, "bot_processes": 0, **settings})
            return stack.enter_context(House(config))

        yield make


@pytest.fixture
def house(database: str, make_house: Callable[..., House]) -> House:
    """A server on either database."""
    return make_house(database)


@pytest.fixture
def sqlite_house(tmp_path: Path, make_house: Callable[..., House]) -> House:
    """A server for tests that have nothing to do with the database."""
    return make_house(str(tmp_path / "games.sqlite"))


class Time:
    """What time it is, as the test says."""

    def __init__(self) -> None:
        self.ms = 1_900_000_000_000

    def pass_by(self, seconds: float) -> None:
        self.ms += int(seconds * 1000)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    out = Time()
    monkeypatch.setattr(text, "source", lambda: out.ms * 1_000_000)
    # no rounds of its own: the test says when it looks
    monkeypatch.setattr(timekeeping, "LONGEST", 3600.0)
    return out
