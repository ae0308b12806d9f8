"""Servers for tests: on SQLite, and on a real PostgreSQL that the tests start (marker `postgres`)."""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from stromnetz.server.accounts import passwords
from stromnetz.server.core.config import ServerConfig, database_url
from stromnetz.server.core.database.engine import open_database
from stromnetz.server.table_play import clock_service
from stromnetz.tables import time as table_time
from tests.server.local_server import LocalServer, MakeServer
from tests.server.postgres import Postgres, postgres

if TYPE_CHECKING:
    from tests.server.fake_services import Mailbox

_numbers = count()
SETTINGS: dict[str, Any] = {"rate": 0.0, "heavy_rate": 0.0, "bot_processes": 0}
"""Default settings of test servers."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip the API fuzzing unless its plugin is loaded: importing it takes eight seconds."""
    fuzzing = collection_path.name == "test_openapi.py"
    return True if fuzzing and not config.pluginmanager.has_plugin("schemathesis") else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that need PostgreSQL or Redis by their fixtures."""
    for item in items:
        names = getattr(item, "fixturenames", ())
        spec = getattr(item, "callspec", None)
        if "postgres_server" in names or (spec is not None and "postgresql" in spec.params.values()):
            item.add_marker(pytest.mark.postgres)
        if "redis" in names:
            item.add_marker(pytest.mark.redis)


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
    """Make password hashes cheap: otherwise each takes as long as a whole test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "COSTS", {"time_cost": 1, "memory_cost": 64, "parallelism": 1})
        yield


@pytest.fixture(autouse=True)
def quiet_log() -> Iterator[None]:
    """Restore the log after commands that configure it: later tests would log every request.

    Their output stream is closed by then, so each record would cause an error.
    """
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create an empty SQLite database once, since that takes longer than many tests."""
    path = tmp_path_factory.mktemp("migrated") / "games.sqlite"
    open_database(database_url(str(path))).dispose()
    return path


@pytest.fixture(scope="session")
def migrated_name(postgres_server: Postgres) -> str:
    """Create an empty PostgreSQL database once; return its name."""
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
    """An empty database of the current version."""
    found: str = request.getfixturevalue("sqlite_file" if request.param == "sqlite" else "postgres_database")
    return found


@pytest.fixture
def make_server(migrated_file: Path, tmp_path: Path) -> Iterator[MakeServer]:
    """Start servers that stop with the test, without a database on a new SQLite file."""
    with ExitStack() as stack:

        def make(database: str | None = None, **settings: Any) -> LocalServer:
            if database is None:
                database = str(shutil.copy(migrated_file, tmp_path / f"{next(_numbers)}.sqlite"))
            config = ServerConfig(**{"database": database, **SETTINGS, **settings})
            return stack.enter_context(LocalServer(config))

        yield make


class Shared:
    """A server that several tests share.

    Starting one, filling its database and compiling its statements takes longer than most tests.
    """

    def __init__(self, database: Callable[[], str]) -> None:
        self._database = database
        self._server: LocalServer | None = None
        _running.append(self)

    def visit(self) -> LocalServer:
        """Return the server with a new first guest."""
        if self._server is None:
            self._server = LocalServer(ServerConfig(database=self._database(), **SETTINGS)).__enter__()
        return self._server.visit()

    def stop(self) -> None:
        if self._server is not None:
            self._server.stop()
            self._server = None


_running: list[Shared] = []


@pytest.fixture(scope="session")
def shared_sqlite(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    shared = Shared(lambda: str(shutil.copy(migrated_file, tmp_path_factory.mktemp("shared") / "games.sqlite")))
    yield shared
    shared.stop()


@pytest.fixture(scope="session")
def shared_postgresql(postgres_server: Postgres, migrated_name: str) -> Iterator[Shared]:
    shared = Shared(lambda: postgres_server.new_database(f"shared_{next(_numbers)}", migrated_name))
    yield shared
    shared.stop()


def _alone(request: pytest.FixtureRequest) -> bool:
    """Return whether a test needs its own server: it sets the clock, patches something, or is marked `alone`."""
    own = request.node.get_closest_marker("alone") is not None
    return own or not {"time", "monkeypatch"}.isdisjoint(request.fixturenames)


def _server(request: pytest.FixtureRequest, kind: str) -> LocalServer:
    if _alone(request):
        if "time" in request.fixturenames:
            request.getfixturevalue("time")  # first, since the server looks at clocks as soon as it runs
        make: MakeServer = request.getfixturevalue("make_server")
        return make(request.getfixturevalue("sqlite_file" if kind == "sqlite" else "postgres_database"))
    shared: Shared = request.getfixturevalue(f"shared_{kind}")
    return shared.visit()


@pytest.fixture(params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest) -> LocalServer:
    """A server on either database, with data of other tests unless the test is marked ``alone``."""
    return _server(request, request.param)


@pytest.fixture
def sqlite_server(request: pytest.FixtureRequest) -> LocalServer:
    """A server on SQLite, for tests that do not depend on the database."""
    return _server(request, "sqlite")


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    from tests.server.fake_services import Mailbox  # noqa: PLC0415  (few tests need its libraries)

    out = Mailbox()
    yield out
    out.stop()


class Time:
    """The time, as set by the test."""

    def __init__(self) -> None:
        self.ms = 1_900_000_000_000

    def pass_by(self, seconds: float) -> None:
        self.ms += int(seconds * 1000)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    # these would jump through time as well, and wait for years afterwards
    for shared in _running:
        shared.stop()
    out = Time()
    monkeypatch.setattr(table_time, "clock_ns", lambda: out.ms * 1_000_000)
    # no rounds of its own: the test says when it looks
    monkeypatch.setattr(clock_service, "MAX_SLEEP_SECONDS", 3600.0)
    return out
