"""Open and create databases, private if they are files, with errors that contain no values of statements or rows."""

from __future__ import annotations

import os
import runpy
import stat
import sys
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, ExceptionContext, create_engine, event, inspect
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from stromnetz.engine.errors import BadInput

from .db_schema import UNLOGGED_TABLES, metadata


def new_engine(url: str | URL, **options: Any) -> Engine:
    """Create an engine whose errors contain no parameters and no rows quoted by PostgreSQL."""
    engine = create_engine(url, hide_parameters=True, **options)
    event.listen(engine, "handle_error", _drop_detail)
    return engine


def _drop_detail(context: ExceptionContext) -> None:
    """Keep PostgreSQL's first sentence; its DETAIL quotes keys and rows."""
    original = context.original_exception
    primary = getattr(getattr(original, "diag", None), "message_primary", None)
    if primary is None:
        return
    original.args = (primary,)
    if context.sqlalchemy_exception is not None:
        context.sqlalchemy_exception.args = (f"({type(original).__name__}) {primary}",)


WRITES = "stromnetz_writes"
"""Execution option of connections that write."""

MAX_CHECKED_BYTES = 200 * 1024 * 1024
"""Largest SQLite file that is checked at the start, which takes about a second."""
MIGRATION_LOCK = 7_265_110
"""Arbitrary number of the advisory lock; must never change."""
MIGRATIONS = Path(__file__).parent / "migrations" / "versions"
BASELINE = "0101"
"""The oldest revision that can be upgraded; databases of 0.2, and of versions between it and 0.3, are older."""


def open_database(url: str, seconds: float = 5.0) -> Engine:
    """Return an engine with the schema of this version; raise `BadInput` with the reason if that fails.

    PostgreSQL must respond within ``seconds``, except for migrations.
    """
    try:
        parsed = make_url(url)
        backend = parsed.get_backend_name()
        if backend not in ("sqlite", "postgresql"):
            raise BadInput(f"the database is SQLite or PostgreSQL, not {backend}", {"database": backend})
        engine = _sqlite(url, parsed.database) if backend == "sqlite" else _postgresql(url, seconds)
        plain = new_engine(url) if backend == "sqlite" else engine
        patient = engine if backend == "sqlite" else new_engine(url, connect_args={"connect_timeout": 10})
    except ArgumentError as error:
        raise BadInput(f"this is not the address of a database: {error}", {}) from None
    try:
        # checked before anything is changed: a refused database stays as it is
        if not _is_current(plain):
            migrate(patient)
        _check_file(engine, parsed.database)
    except OlderDatabase:
        engine.dispose()
        text = f"the database {shown_url(url)} was made by Stromnetz 0.2 or earlier, which this version cannot read"
        raise BadInput(f"{text}: name a new one, or go on with Stromnetz 0.2", {}) from None
    except NewerDatabase:
        engine.dispose()
        text = f"the database {shown_url(url)} was made by a newer Stromnetz: run that one, or a backup from before"
        raise BadInput(text, {}) from None
    except (SQLAlchemyError, OSError) as error:
        engine.dispose()
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        raise BadInput(f"the database {shown_url(url)} cannot be opened: {reason}", {}) from None
    finally:
        for other in {plain, patient} - {engine}:
            other.dispose()
    return engine


def shown_url(url: str) -> str:
    """Return the address without its password."""
    return make_url(url).render_as_string(hide_password=True)


def _check_file(engine: Engine, path: str | None) -> None:
    """Raise if a SQLite file is corrupt, unless it is too large to check."""
    if (
        engine.dialect.name == "sqlite"
        and path
        and path != ":memory:"
        and Path(path).stat().st_size < MAX_CHECKED_BYTES
    ):
        with engine.connect() as c:
            found = c.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
            if found != "ok":
                raise OSError(f"the file is broken, bring back a backup ({' '.join(str(found).split())})")


def writing(engine: Engine) -> Engine:
    """Return the engine for transactions that write: on SQLite they take the lock at once."""
    return engine.execution_options(**{WRITES: True})


def _sqlite(url: str, path: str | None) -> Engine:
    if path and path != ":memory:" and not path.startswith("file:"):
        try:
            make_private(Path(path))
        except OSError as error:
            why = f"the database {path} cannot be opened or created: {error.strerror}"
            raise BadInput(f"{why}; name a file in a folder that this user may write to", {"file": path}) from None
    engine = new_engine(url)

    # Following SQLAlchemy's documentation of pysqlite: the driver must not begin transactions itself.
    @event.listens_for(engine, "connect")
    def connected(connection: Any, record: object) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        # first, so that the other statements wait for busy connections
        cursor.execute("PRAGMA busy_timeout=10000")
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def began(connection: Connection) -> None:
        writes = connection.get_execution_options().get(WRITES)
        # if a transaction read first, another could take the lock before it writes
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _postgresql(url: str, seconds: float) -> Engine:
    from .postgres import postgresql  # noqa: PLC0415  (loads its driver)

    return postgresql(url, seconds)


@cache
def newest() -> str:
    """Return the revision of the newest migration."""
    return max(path.name.partition("_")[0] for path in MIGRATIONS.glob("[0-9]*.py"))


def _is_current(engine: Engine) -> bool:
    """Return whether the schema is current. This query has a timeout, so that the start does not hang."""
    with engine.connect() as connection:
        found = revisions(connection)
    if is_older(found):
        raise OlderDatabase
    return found == [newest()]


def is_older(found: list[str]) -> bool:
    """Return whether a database with these revisions is too old to be upgraded."""
    return any(revision < BASELINE for revision in found)


def migrate(engine: Engine) -> None:
    """Create the schema or upgrade it to this version, in one transaction."""
    with writing(engine).begin() as connection:
        if engine.dialect.name == "postgresql":
            # if two servers start at once, the second waits and finds the work done
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
        found = revisions(connection)
        if not found:
            _create(connection)
        elif found != [newest()]:
            upgrade(connection, max(found))


def _create(connection: Connection) -> None:
    """Create the current schema in an empty database."""
    metadata.create_all(connection)
    if connection.dialect.name == "postgresql":
        # these tables need not survive a crash
        for table in UNLOGGED_TABLES:
            connection.exec_driver_sql(f"ALTER TABLE {table.name} SET UNLOGGED")
    connection.exec_driver_sql(
        "CREATE TABLE alembic_version (version_num VARCHAR(32) CONSTRAINT alembic_version_pkc PRIMARY KEY)"
    )
    connection.exec_driver_sql(f"INSERT INTO alembic_version VALUES ('{newest()}')")


def upgrade(connection: Connection, found: str) -> None:
    """Run the migrations after a revision: files with a function ``upgrade(connection)``."""
    migrations = {path.name.partition("_")[0]: path for path in sorted(MIGRATIONS.glob("[0-9]*.py"))}
    if found not in migrations:
        raise NewerDatabase
    for revision, path in migrations.items():
        if revision > found:
            runpy.run_path(str(path))["upgrade"](connection)
    connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{newest()}'")


def revisions(connection: Connection) -> list[str]:
    """Return the revision of the database; empty for an empty database."""
    if not inspect(connection).has_table("alembic_version"):
        return []
    return list(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars())


PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700
OTHERS = stat.S_IRWXG | stat.S_IRWXO
"""Permissions of all users but the owner."""


def make_private(path: Path) -> None:
    """Create a database file and its missing parent folders, accessible only to the owner.

    SQLite gives ``-wal`` and ``-shm`` the same permissions. Existing files and folders keep theirs.
    """
    missing = [folder for folder in path.absolute().parents if not folder.exists()]
    for folder in reversed(missing):
        folder.mkdir(PRIVATE_FOLDER, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE_FILE))


def files_of(path: Path) -> list[Path]:
    """Return the existing files of a database."""
    names = ("", "-wal", "-shm", "-journal")
    return [file for name in names if (file := path.with_name(path.name + name)).exists()]


def too_open(url: str, folder: Path) -> list[str]:
    """Return warnings about database files that other users may access.

    ``folder`` is our own data directory, which should be private as a whole; other folders are up to the host.
    """
    where = make_url(url)
    if sys.platform == "win32" or where.get_backend_name() != "sqlite" or not where.database:
        return []
    path = Path(where.database)
    wanted = [(file, PRIVATE_FILE) for file in files_of(path)]
    if path.absolute().parent == folder.absolute():
        wanted.insert(0, (folder, PRIVATE_FOLDER))
    out = []
    for file, mode in wanted:
        found = stat.S_IMODE(file.stat().st_mode)
        if found & OTHERS:
            out.append(f"{file} has mode {found:04o}, others may have access to it: run chmod {mode:o} {file}")
    return out


class NewerDatabase(Exception):
    """The schema is newer than this version."""


class OlderDatabase(Exception):
    """The schema is older than the oldest one that can be upgraded."""


class DatabaseTimeout(Exception):
    """The database did not respond in time."""


def invalid_value() -> BadInput:
    """Return the refusal of a value that the database does not accept."""
    return BadInput(case="not-kept")
