"""Everything about the server is tested on both databases: SQLite, and a real PostgreSQL that the tests start."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from stromnetz.server import passwords, timekeeping
from stromnetz.server.config import Config, database_url
from stromnetz.server.database import text
from stromnetz.server.database.opening import open_database
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


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite database without a table being played: made once, since migrations take longer than most tests."""
    path = tmp_path_factory.mktemp("migrated") / "games.sqlite"
    open_database(database_url(str(path))).dispose()
    return path


@pytest.fixture(scope="session")
def migrated_name(postgres_server: Postgres) -> str:
    """The same on PostgreSQL."""
    open_database(database_url(postgres_server.new_database("migrated"))).dispose()
    return "migrated"


@pytest.fixture
def sqlite_file(tmp_path: Path, migrated_file: Path) -> str:
    return str(shutil.copy(migrated_file, tmp_path / "games.sqlite"))


@pytest.fixture
def postgres_database(postgres_server: Postgres, migrated_name: str) -> Iterator[str]:
    name = f"test_{next(_numbers)}"
    yield postgres_server.new_database(name, migrated_name)
    postgres_server.drop(name)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str:
    """A database of this version in which there is nothing."""
    found: str = request.getfixturevalue("sqlite_file" if request.param == "sqlite" else "postgres_database")
    return found


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
def sqlite_house(sqlite_file: str, make_house: Callable[..., House]) -> House:
    """A server for tests that have nothing to do with the database."""
    return make_house(sqlite_file)


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
