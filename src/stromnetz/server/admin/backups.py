"""Backup of the database to one file while its server runs, and restore.

SQLite is copied by its backup interface, PostgreSQL by ``pg_dump``; both give a consistent snapshot. The file gets its
name only when it is complete.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import URL, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from stromnetz.engine.errors import BadInput, short_repr
from stromnetz.server.core.database.db_schema import metadata
from stromnetz.server.core.database.engine import PRIVATE_FILE, is_older, make_private, new_engine, newest, revisions

SQLITE_HEAD, POSTGRESQL_HEAD = b"SQLite format 3\0", b"PGDMP"


def back_up(url: str, file: Path) -> int:
    """Copy a database into a new file; return its size in bytes."""
    if file.exists():
        raise BadInput(f"{file} is there already: name a new file", {"file": str(file)})
    part = file.with_name(f"{file.name}.part")
    where = make_url(url)
    try:
        part.unlink(missing_ok=True)
        # readable only by its owner: it holds seeds and keys
        part.touch(mode=0o600)
        if where.get_backend_name() == "sqlite":
            _back_up_sqlite(where, part)
        else:
            _back_up_postgresql(where, part)
        with part.open("r+b") as written:  # Windows writes back only what is open for writing
            os.fsync(written.fileno())
        part.replace(file)
    except OSError as error:
        raise BadInput(f"{file} cannot be written: {error.strerror or error}", {"file": str(file)}) from None
    finally:
        with suppress(OSError):
            part.unlink()
    return file.stat().st_size


def restore(url: str, file: Path, sure: Callable[[str], bool]) -> bool:
    """Replace a database that no server uses by a backup, completely or not at all; return whether it was done."""
    where = make_url(url)
    kind = where.get_backend_name()
    found = _kind_of(file)
    if found != kind:
        names = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
        raise BadInput(f"{file} is a backup of {names[found]}, and {_name(where)} is not", {"file": str(file)})
    if kind == "sqlite":
        return _restore_sqlite(where, file, sure)
    return _restore_postgresql(where, file, sure)


def _kind_of(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            head = opened.read(16)
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror or error}", {"file": str(file)}) from None
    for start, kind in ((SQLITE_HEAD, "sqlite"), (POSTGRESQL_HEAD, "postgresql")):
        if head.startswith(start):
            return kind
    raise _no_backup(file)


def _no_backup(file: Path) -> BadInput:
    return BadInput(f"{file} is no backup of a Stromnetz database", {"file": str(file)})


def _check_revision(file: Path, found: str | None) -> None:
    """Refuse a file that is no backup, or of an incompatible version."""
    if found is None or not re.fullmatch(r"[0-9]{4}", found):
        raise _no_backup(file)
    if is_older([found]):
        raise BadInput(f"{file} was made by Stromnetz 0.2 or earlier: use that one", {"file": str(file)})
    if found > newest():
        raise BadInput(f"{file} was made by a newer Stromnetz: use that one", {"file": str(file)})


# --- SQLite ---


def _back_up_sqlite(where: URL, part: Path) -> None:
    path = Path(where.database or "")
    if not path.is_file():
        raise BadInput(f"there is no database {path}", {"file": str(path)})
    try:
        with closing(_opened(path, "ro")) as source, closing(sqlite3.connect(part)) as copy:
            source.execute("PRAGMA busy_timeout=10000")
            _check_revision(path, _sqlite_revision(source))
            # Copy in one transaction: otherwise each commit would restart the copy, which might never finish while many
            # moves are made. Writers do not wait for readers.
            source.execute("BEGIN")
            source.execute("SELECT count(*) FROM alembic_version").fetchone()
            source.backup(copy)
            source.rollback()
            copy.execute("PRAGMA journal_mode=DELETE")
            _check_integrity(copy, part)
    except sqlite3.Error as error:
        raise BadInput(f"{path} cannot be copied: {error}", {"file": str(path)}) from None


def _restore_sqlite(where: URL, file: Path, sure: Callable[[str], bool]) -> bool:
    path = Path(where.database or "")
    try:
        with closing(_opened(file, "ro")) as copy:
            _check_revision(file, _sqlite_revision(copy))
            _check_integrity(copy, file)
            if path.exists() and not sure(f"restore: everything in {path} is replaced"):
                return False
            make_private(path)
            with closing(sqlite3.connect(path, timeout=1, isolation_level=None)) as target:
                _require_unused(target, path)
                path.chmod(PRIVATE_FILE)
                copy.backup(target)
    except (sqlite3.Error, OSError) as error:
        raise BadInput(f"{path} cannot be restored: {error}", {"file": str(path)}) from None
    return True


def _opened(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None)


def _sqlite_revision(connection: sqlite3.Connection) -> str | None:
    try:
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.OperationalError:
        return None
    return None if row is None else str(row[0])


def _check_integrity(connection: sqlite3.Connection, path: Path) -> None:
    if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise BadInput(f"{path} is broken inside", {"file": str(path)})


def _require_unused(target: sqlite3.Connection, path: Path) -> None:
    """Refuse a file that a server has open: leaving write-ahead mode needs exclusive access."""
    try:
        target.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.OperationalError:
        raise BadInput(f"{path} is in use: stop its server first", {"file": str(path)}) from None
    except sqlite3.DatabaseError:
        raise BadInput(f"{path} is broken: move it away, then restore", {"file": str(path)}) from None


# --- PostgreSQL ---

PROGRAMS = Path("/usr/lib/postgresql")
"""Debian's folder of PostgreSQL programs, one subfolder per version."""
OTHER_CONNECTIONS = """SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
    AND backend_type = 'client backend' AND pid <> pg_backend_pid()"""


def _back_up_postgresql(where: URL, part: Path) -> None:
    _check_database(where, exclusive=False)
    _postgresql("pg_dump", where, "--format=custom", "--no-owner", "--no-privileges", f"--file={part}")


def _restore_postgresql(where: URL, file: Path, sure: Callable[[str], bool]) -> bool:
    listed = _run("pg_restore", where, ["--data-only", "--table=alembic_version", "--file=-", str(file)])
    found = re.search(r"^COPY .*alembic_version .*\n(.*)$", listed, re.MULTILINE)
    _check_revision(file, None if found is None else found[1])
    full = _check_database(where, exclusive=True)
    if full and not sure(f"restore: everything of Stromnetz in {_name(where)} is replaced"):
        return False
    with tempfile.TemporaryDirectory(prefix="stromnetz-") as folder:
        script = Path(folder) / "restore.sql"
        # the script is complete before anything is changed, and runs in one transaction
        _run("pg_restore", where, ["--no-owner", "--no-privileges", f"--file={script}", str(file)])
        drop = "".join(f'DROP TABLE IF EXISTS "{name}" CASCADE;' for name in (*metadata.tables, "alembic_version"))
        strictly = ("--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1")
        _postgresql("psql", where, *strictly, f"--command={drop}", f"--file={script}")
    return True


def _name(where: URL) -> str:
    return where.render_as_string(hide_password=True)


def _check_database(where: URL, exclusive: bool) -> bool:
    """Return whether the database has content; refuse incompatible versions, and with ``exclusive`` other users."""
    engine = new_engine(where, connect_args={"connect_timeout": 10})
    try:
        with engine.connect() as c:
            found = revisions(c)
            used = exclusive and c.execute(text(OTHER_CONNECTIONS)).scalar_one() > 0
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        raise BadInput(f"the database {_name(where)} cannot be opened: {reason}", {}) from None
    finally:
        engine.dispose()
    if used:
        raise BadInput(f"the database {_name(where)} is in use: stop its servers first", {})
    if not exclusive and not found:
        raise BadInput(f"there is nothing of Stromnetz in {_name(where)}", {})
    if not exclusive and is_older(found):
        raise BadInput(f"the database {_name(where)} was made by Stromnetz 0.2 or earlier: use that one", {})
    if found and max(found) > newest():
        raise BadInput(f"the database {_name(where)} is of a newer Stromnetz: use that one", {})
    return bool(found)


def _postgresql(program: str, where: URL, *flags: str) -> str:
    """Run a PostgreSQL program on the database; the password is not in its command line, which others could read."""
    plain = where.set(drivername="postgresql", password=None).render_as_string(hide_password=False)
    return _run(program, where, [f"--dbname={plain}", *flags])


def _run(program: str, where: URL, arguments: Sequence[str]) -> str:
    found = _find(program)
    password = {} if where.password is None else {"PGPASSWORD": str(where.password)}
    done = subprocess.run(
        [found, *arguments],
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
        env={**os.environ, **password},
    )
    if done.returncode:
        said = (done.stderr.strip() or "it says nothing").splitlines()
        raise BadInput(f"{program} failed: {short_repr(said[0])}", {"program": program})
    return done.stdout


def _find(program: str) -> str:
    """Return the newest installed version of a program: older ones refuse newer databases."""
    versions = PROGRAMS.glob(f"[0-9]*/bin/{program}")
    newest_first = sorted(versions, key=lambda path: float(path.parts[-3]), reverse=True)
    found = str(newest_first[0]) if newest_first else shutil.which(program)
    if found is None:
        raise BadInput(f"{program} is not installed: it comes with PostgreSQL's clients (postgresql-client)", {})
    return found
