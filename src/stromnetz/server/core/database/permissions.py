"""File permissions of SQLite databases, which hold seeds, sessions and the signing key."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

from sqlalchemy.engine import make_url

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
