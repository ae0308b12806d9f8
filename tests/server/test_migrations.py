"""Databases of other versions: databases of 0.2 are refused without changes."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import create_engine, insert, inspect, text

from stromnetz import BadInput
from stromnetz.cli import main
from stromnetz.server.core.config import database_url
from stromnetz.server.core.database import engine as engine_module
from stromnetz.server.core.database.db_schema import guests
from stromnetz.server.core.database.engine import MIGRATIONS, newest, open_database, revisions
from tests.server.postgres import Postgres

_numbers = count()
OLD = """
CREATE TABLE guests (id VARCHAR(32) NOT NULL PRIMARY KEY, name VARCHAR(64) NOT NULL);
INSERT INTO guests VALUES ('ann', 'Ann');
CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY);
INSERT INTO alembic_version VALUES ('0018')
"""
"""The part of a database of 0.2.0 that is checked."""


@pytest.fixture(params=["sqlite", "postgresql"])
def old_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        out = str(tmp_path / "old.sqlite")
    else:
        server: Postgres = request.getfixturevalue("postgres_server")
        out = server.new_database(f"old_{next(_numbers)}")
    engine = create_engine(database_url(out))
    with engine.begin() as c:
        for statement in OLD.split(";"):
            c.execute(text(statement))
    engine.dispose()
    return out


def contents(database: str) -> object:
    if "://" not in database:
        return Path(database).read_bytes()
    engine = create_engine(database_url(database))
    with engine.connect() as c:
        found = [
            c.execute(text(query)).all()
            for query in (
                "SELECT version_num FROM alembic_version",
                "SELECT * FROM guests",
                "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1",
            )
        ]
    engine.dispose()
    return found


def test_older_database_is_refused_without_changes(
    old_database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = contents(old_database)
    with pytest.raises(
        BadInput, match=r"made by Stromnetz 0\.2 or earlier.*: name a new one, or go on with"
    ) as refused:
        open_database(database_url(old_database))
    assert "\n" not in refused.value.message
    assert main(["admin", "backup", str(tmp_path / "copy"), "--database", old_database]) == 2
    assert "made by Stromnetz 0.2 or earlier: use that one" in capsys.readouterr().err
    assert contents(old_database) == before
    assert [path.name for path in tmp_path.iterdir()] == ([] if "://" in old_database else ["old.sqlite"])


def test_database_of_a_clone_from_before_the_renames_is_refused(tmp_path: Path) -> None:
    """Its tables had other names, so no server could start with it."""
    url = database_url(str(tmp_path / "games.sqlite"))
    engine = open_database(url)
    with engine.begin() as c:
        c.execute(text("UPDATE alembic_version SET version_num = '0100'"))
    engine.dispose()
    before = (tmp_path / "games.sqlite").read_bytes()
    with pytest.raises(BadInput, match="which this version cannot read: name a new one"):
        open_database(url)
    assert (tmp_path / "games.sqlite").read_bytes() == before


@pytest.mark.parametrize("old_database", ["sqlite"], indirect=True)
def test_older_backup_is_not_restored(old_database: str, sqlite_file: str, capsys: pytest.CaptureFixture[str]) -> None:
    kept = shutil.copy(sqlite_file, f"{sqlite_file}.kept")
    assert main(["admin", "restore", old_database, "--database", sqlite_file, "--yes"]) == 2
    assert "made by Stromnetz 0.2 or earlier: use that one" in capsys.readouterr().err
    assert Path(sqlite_file).read_bytes() == Path(kept).read_bytes()


@pytest.fixture
def later_migrations(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The migrations of a later version, two more, and a guest in the database of this version."""
    engine = create_engine(database_url(database))
    with engine.begin() as c:
        c.execute(insert(guests).values(id="ann", name="Ann", created_at=0))
    engine.dispose()
    folder = tmp_path / "versions"
    shutil.copytree(MIGRATIONS, folder)
    for name, statement in (
        ("9001_colour", "ALTER TABLE guests ADD COLUMN colour VARCHAR(8)"),
        ("9002_red", "UPDATE guests SET colour = 'red'"),
    ):
        code = f"def upgrade(connection):\n    connection.exec_driver_sql({statement!r})\n"
        (folder / f"{name}.py").write_text(code, encoding="utf-8")
    monkeypatch.setattr(engine_module, "MIGRATIONS", folder)
    newest.cache_clear()
    yield folder
    newest.cache_clear()


def test_migrations_run_in_order_and_once(database: str, later_migrations: Path) -> None:
    for _ in range(2):  # the second time there is nothing to do
        engine = open_database(database_url(database))
        with engine.connect() as c:
            assert revisions(c) == ["9002"]
            assert c.execute(text("SELECT id, colour FROM guests")).all() == [("ann", "red")]
        engine.dispose()


def test_failing_migration_changes_nothing(database: str, later_migrations: Path) -> None:
    broken = later_migrations / "9002_red.py"
    broken.write_text(broken.read_text(encoding="utf-8").replace("colour", "no_such_column"), encoding="utf-8")
    with pytest.raises(BadInput, match=r"cannot be opened: .*no_such_column"):
        open_database(database_url(database))
    engine = create_engine(database_url(database))
    with engine.connect() as c:
        assert revisions(c) == [max(path.name[:4] for path in MIGRATIONS.glob("[0-9]*.py"))]
        assert "colour" not in {column["name"] for column in inspect(c).get_columns("guests")}
    engine.dispose()


@pytest.mark.subprocess
def test_unneeded_libraries_are_not_loaded(tmp_path: Path) -> None:
    """Servers on a current SQLite file, the most common case, start faster."""
    url = database_url(str(tmp_path / "games.sqlite"))
    open_database(url).dispose()
    says = f"""
import sys
from stromnetz.server.app import create_app
from stromnetz.server.core.database.engine import open_database
open_database({url!r}).dispose()
print(sorted({{"alembic", "prometheus_client", "psycopg"}} & sys.modules.keys()))
"""
    done = subprocess.run([sys.executable, "-c", says], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
