"""File permissions of a SQLite database: it holds seeds, sessions and the key that signs cookies."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

from sqlalchemy.engine import make_url

PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700
OTHERS = stat.S_IRWXG | stat.S_IRWXO
"""The permissions of everybody but the owner."""


def make_private(path: Path) -> None:
    """Create a database file, and the folders that are missing above it, for their owner alone.

    SQLite gives the files beside it (``-wal``, ``-shm``) the same permissions. What exists keeps its own.
    """
    missing = [folder for folder in path.absolute().parents if not folder.exists()]
    for folder in reversed(missing):
        folder.mkdir(PRIVATE_FOLDER, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE_FILE))


def files_of(path: Path) -> list[Path]:
    """The files of a database that exist."""
    names = ("", "-wal", "-shm", "-journal")
    return [file for name in names if (file := path.with_name(path.name + name)).exists()]


def too_open(url: str, folder: Path) -> list[str]:
    """Warnings about database files that others on this machine may read or write.

    ``folder`` is our own data directory: it should be private as a whole; other folders are the host's business.
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
