"""The database: schema, safe settings of SQLite, and the writer thread."""

from __future__ import annotations

import asyncio
import os
import re
import stat
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, Engine, event, insert, inspect, select, text
from sqlalchemy.exc import IntegrityError, OperationalError

from stromnetz import BadInput
from stromnetz.server.core.config import database_url
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.database.db_schema import meta, metadata
from stromnetz.server.core.database.engine import files_of, migrate, newest, open_database, revisions, too_open, writing
from stromnetz.server.core.database.writer import Writer
from stromnetz.server.core.metrics import Metrics
from stromnetz.server.tables.store import tables_with_bots_due
from stromnetz.tables.errors import Conflict, Unavailable
from tools.generate import database_schema
from tools.generate.__main__ import update


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    out = open_database(database_url(database))
    yield out
    out.dispose()


def test_new_database_has_current_schema(engine: Engine) -> None:
    with engine.connect() as connection:
        assert revisions(connection) == [newest()]
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
        names = set(inspect(connection).get_table_names())
    assert names == {*metadata.tables, "alembic_version"}


def test_schema_matches_file() -> None:
    """After a change of the schema: `make generate`, and a migration for released databases."""
    assert update(database_schema.texts(), check=True) == []


def test_opening_again_changes_nothing(engine: Engine) -> None:
    with writing(engine).begin() as c:
        c.execute(insert(meta).values(name="x", value="y"))
    migrate(engine)
    with engine.connect() as c:
        assert c.execute(select(meta.c.value)).scalars().all() == ["y"]


def test_due_bots_are_found_by_index(engine: Engine) -> None:
    with engine.connect() as c:
        assert "ix_tables_state_changed_at" in [index["name"] for index in inspect(c).get_indexes("tables")]
        if engine.dialect.name == "sqlite":
            asked: list[str] = []
            event.listen(c, "before_cursor_execute", lambda *given: asked.append(given[2]))
            assert tables_with_bots_due(c) == []
            plan = str(c.exec_driver_sql(f"EXPLAIN QUERY PLAN {asked[0]}", ("person", "running", "bot")).all())
            assert "ix_tables_state_changed_at" in plan
            assert "SCAN" not in plan


def test_sqlite_settings_are_safe(tmp_path: Path) -> None:
    engine = open_database(database_url(str(tmp_path / "deep" / "down" / "x.sqlite")))
    with engine.connect() as c:
        names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        pragmas = {name: c.execute(text(f"PRAGMA {name}")).scalar() for name in names}
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 10000}
    # writers hold the lock from the beginning, readers do not
    with engine.begin() as reader, writing(engine).begin():
        reader.execute(select(meta)).all()
        other = engine.connect()
        other.exec_driver_sql("PRAGMA busy_timeout=1")
        other.rollback()
        with pytest.raises(OperationalError, match="locked"):
            other.exec_driver_sql("INSERT INTO meta VALUES ('a', 'b')")
        other.invalidate()
        other.close()
    engine.dispose()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_sqlite_files_are_private(tmp_path: Path) -> None:
    file, before = tmp_path / "data" / "deep" / "x.sqlite", os.umask(0o022)
    url = database_url(str(file))
    try:
        engine = open_database(url)
        engine.connect().exec_driver_sql("SELECT 1")
        modes = {
            one.name: stat.S_IMODE(one.stat().st_mode) for one in (tmp_path / "data", file.parent, *files_of(file))
        }
        assert modes == {"data": 0o700, "deep": 0o700, "x.sqlite": 0o600, "x.sqlite-wal": 0o600, "x.sqlite-shm": 0o600}
        assert too_open(url, file.parent) == []
        # existing files keep their permissions, with a warning
        for one in (file.parent, file, file.with_name("x.sqlite-wal")):
            one.chmod(0o755 if one.is_dir() else 0o644)
        said = too_open(url, file.parent)
        assert [re.findall(r"(\S+) has mode (\d+).*: run chmod (\d+) (\S+)", line) for line in said] == [
            [(str(file.parent), "0755", "700", str(file.parent))],
            [(str(file), "0644", "600", str(file))],
            [(f"{file}-wal", "0644", "600", f"{file}-wal")],
        ]
        assert len(too_open(url, tmp_path)) == 2, "only our own data directory has to be private"
        engine.dispose()
        open_database(url).dispose()
        assert stat.S_IMODE(file.stat().st_mode) == 0o644
    finally:
        os.umask(before)
    assert too_open("postgresql://ann@nowhere/games", tmp_path) == []


def put(name: str) -> Callable[[Connection], str]:
    def work(c: Connection) -> str:
        c.execute(insert(meta).values(name=name, value=name))
        return name

    return work


def test_requests_of_one_commit_are_independent(engine: Engine) -> None:
    """Twenty requests wait for a slow one, and are committed together, without the failing ones."""
    writer = Writer(engine, Metrics())
    at_work, hold = threading.Event(), threading.Event()

    def slow(c: Connection) -> None:
        at_work.set()
        hold.wait(10)

    def refused(c: Connection) -> None:
        put("refused")(c)
        raise Conflict("no", {})

    def broken(c: Connection) -> None:
        put("broken")(c)
        raise ZeroDivisionError

    async def run() -> list[object]:
        first = asyncio.create_task(writer.write(slow))
        assert await asyncio.to_thread(at_work.wait, 10)
        work = [put("a"), refused, put("b"), put("a"), broken, *(put(f"n{i}") for i in range(15))]
        rest = [asyncio.create_task(writer.write(one)) for one in work]
        await asyncio.sleep(0.01)
        hold.set()
        await first
        return list(await asyncio.gather(*rest, return_exceptions=True))

    results = asyncio.run(run())
    assert [type(r) for r in results[:5]] == [str, Conflict, str, IntegrityError, ZeroDivisionError]
    assert results[5:] == [f"n{i}" for i in range(15)]
    assert writer.commits == 2
    writer.close()
    with engine.connect() as c:
        assert sorted(c.execute(select(meta.c.name)).scalars()) == sorted(["a", "b", *(f"n{i}" for i in range(15))])


def test_pending_writes_finish_before_close(engine: Engine) -> None:
    writer = Writer(engine, Metrics())

    async def run() -> list[str]:
        tasks = [asyncio.create_task(writer.write(put(f"n{i}"))) for i in range(50)]
        await asyncio.sleep(0)
        await asyncio.to_thread(writer.close)
        return await asyncio.gather(*tasks)

    assert asyncio.run(run()) == [f"n{i}" for i in range(50)]


def test_late_reader_closes_its_connection(engine: Engine) -> None:
    store = Database(engine)
    late = engine.connect()
    raw = late.connection.dbapi_connection
    store.close()
    late.close()
    assert raw is not None
    with pytest.raises(Exception, match="closed"):
        raw.cursor()


def test_single_server_gets_every_lock(tmp_path: Path) -> None:
    async def nested(database: Database) -> tuple[bool, bool]:
        async with database.advisory_lock(1) as first, database.advisory_lock(1) as second:
            return first, second

    engine = open_database(database_url(str(tmp_path / "x.sqlite")))
    assert asyncio.run(nested(Database(engine, Metrics()))) == (True, True)
    engine.dispose()


def test_unavailable_database_is_reported(tmp_path: Path) -> None:
    engine = open_database(database_url(str(tmp_path / "x.sqlite")))
    with writing(engine).begin() as c:
        c.exec_driver_sql("DROP TABLE meta")
    writer = Writer(engine, Metrics())

    async def run() -> list[object]:
        return list(await asyncio.gather(*(writer.write(put(n)) for n in "ab"), return_exceptions=True))

    assert [type(r) for r in asyncio.run(run())] == [Unavailable, Unavailable]
    writer.close()
    engine.dispose()


def test_newer_schema_is_refused(database: str) -> None:
    engine = open_database(database_url(database))
    with writing(engine).begin() as c:
        c.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    engine.dispose()
    with pytest.raises(BadInput, match="newer Stromnetz"):
        open_database(database_url(database))


def test_corrupt_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "x.sqlite"
    engine = open_database(database_url(str(file)))
    with writing(engine).begin() as c:
        c.execute(insert(meta), [{"name": f"n{i}", "value": "x" * 2000} for i in range(200)])
    engine.dispose()
    data = bytearray(file.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 20_000] = b"\xa5" * 20_000
    file.write_bytes(data)
    with pytest.raises(BadInput, match=r"cannot be opened: .*(broken|malformed)"):
        open_database(database_url(str(file)))
