"""Database engines whose errors can be logged: they name no value of a statement or of a row."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, ExceptionContext, create_engine, event, inspect
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from stromnetz.engine.errors import BadInput

from .db_schema import UNLOGGED_TABLES, metadata
from .errors import NewerDatabase, OlderDatabase
from .permissions import make_private


def new_engine(url: str | URL, **options: Any) -> Engine:
    """An engine that leaves parameters, and rows quoted by PostgreSQL, out of the text of its errors."""
    engine = create_engine(url, hide_parameters=True, **options)
    event.listen(engine, "handle_error", _drop_detail)
    return engine


def _drop_detail(context: ExceptionContext) -> None:
    """Keep the first sentence of PostgreSQL; its DETAIL shows keys and whole rows."""
    original = context.original_exception
    primary = getattr(getattr(original, "diag", None), "message_primary", None)
    if primary is None:
        return
    original.args = (primary,)
    if context.sqlalchemy_exception is not None:
        context.sqlalchemy_exception.args = (f"({type(original).__name__}) {primary}",)


WRITES = "stromnetz_writes"
"""The execution option of connections that write."""

LARGE = 200 * 1024 * 1024
"""Bytes of a SQLite file that are looked through in about a second."""
MIGRATION_LOCK = 7_265_110
"""Any number, as long as it stays the same."""
MIGRATIONS = Path(__file__).parent / "migrations" / "versions"
BASELINE = "0100"
"""The first revision that can be brought up to date; databases of 0.2 are older."""


def open_database(url: str, seconds: float = 5.0) -> Engine:
    """An engine with the schema of this version. What cannot be opened is bad input, with the reason.

    A PostgreSQL that does not answer within so many seconds is given up; migrations take the time they need.
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
        # looked at before anything is set: a database that is refused stays as it is
        if not _is_current(plain):
            migrate(patient)
        _look_through(engine, parsed.database)
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
    """The address without its password."""
    return make_url(url).render_as_string(hide_password=True)


def _look_through(engine: Engine, path: str | None) -> None:
    """A file that is broken inside is found now and not by a player; a large one would take too long to read."""
    if engine.dialect.name == "sqlite" and path and path != ":memory:" and Path(path).stat().st_size < LARGE:
        with engine.connect() as c:
            found = c.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
            if found != "ok":
                raise OSError(f"the file is broken, bring back a backup ({' '.join(str(found).split())})")


def writing(engine: Engine) -> Engine:
    """The same engine for transactions that write: on SQLite they take the lock at once."""
    return engine.execution_options(**{WRITES: True})


def _sqlite(url: str, path: str | None) -> Engine:
    if path and path != ":memory:" and not path.startswith("file:"):
        try:
            make_private(Path(path))
        except OSError as error:
            why = f"the database {path} cannot be opened or created: {error.strerror}"
            raise BadInput(f"{why}; name a file in a folder that this user may write to", {"file": path}) from None
    engine = new_engine(url)

    # As SQLAlchemy's documentation of pysqlite says: the driver must not begin transactions by itself.
    @event.listens_for(engine, "connect")
    def connected(connection: Any, record: object) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        # first of all, so that what follows waits where another connection is busy
        cursor.execute("PRAGMA busy_timeout=10000")
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def began(connection: Connection) -> None:
        writes = connection.get_execution_options().get(WRITES)
        # a transaction that reads first and writes later could find the lock taken in between
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _postgresql(url: str, seconds: float) -> Engine:
    from .postgres import postgresql  # noqa: PLC0415  (its driver is loaded only where it is needed)

    return postgresql(url, seconds)


@cache
def newest() -> str:
    """The revision of the last migration: its file begins with it."""
    return max(path.name.partition("_")[0] for path in MIGRATIONS.glob("[0-9]*.py"))


def _is_current(engine: Engine) -> bool:
    """Whether there is nothing to migrate: asked with all limits, so that a start does not hang with its database."""
    with engine.connect() as connection:
        found = revisions(connection)
    if is_older(found):
        raise OlderDatabase
    return found == [newest()]


def is_older(found: list[str]) -> bool:
    """Whether a database with these revisions is older than the first that can be brought up to date."""
    return any(revision < BASELINE for revision in found)


def migrate(engine: Engine) -> None:
    """Bring the schema to this version, in one transaction."""
    with writing(engine).begin() as connection:
        if engine.dialect.name == "postgresql":
            # of two servers that start at once, the second waits and finds the work done
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
        found = revisions(connection)
        if not found:
            _create(connection)
        elif found != [newest()]:
            from .upgrade import upgrade  # noqa: PLC0415  (most databases are of this version already)

            upgrade(connection)


def _create(connection: Connection) -> None:
    """Create the schema of this version in an empty database."""
    metadata.create_all(connection)
    if connection.dialect.name == "postgresql":
        # what is only true while servers run needs no log
        for table in UNLOGGED_TABLES:
            connection.exec_driver_sql(f"ALTER TABLE {table.name} SET UNLOGGED")
    connection.exec_driver_sql(
        "CREATE TABLE alembic_version (version_num VARCHAR(32) CONSTRAINT alembic_version_pkc PRIMARY KEY)"
    )
    connection.exec_driver_sql(f"INSERT INTO alembic_version VALUES ('{newest()}')")


def revisions(connection: Connection) -> list[str]:
    """What the database says of itself; nothing where it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return []
    return list(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars())
