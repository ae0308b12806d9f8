"""Backup during play, restore, and their refusals."""

from __future__ import annotations

import json
import sqlite3
import threading
from pathlib import Path

import pytest
from sqlalchemy import text

from stromnetz.cli import main
from stromnetz.server.admin import backups
from stromnetz.server.core.config import database_url
from stromnetz.server.core.database.engine import open_database, writing
from tests.server.local_server import MakeServer
from tests.server.postgres import Postgres

WAL = b"\2\2"
"""The format in the header of a SQLite file that needs a second file."""


def admin(*words: str) -> int:
    return main(["admin", *words])


@pytest.fixture
def other(database: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return another empty database of the same kind."""
    if not database.startswith("postgresql"):
        return str(tmp_path / "folder" / "other.sqlite")
    server: Postgres = request.getfixturevalue("postgres_server")
    return server.new_database(f"other_{id(database)}")


def test_backup_during_play_contains_all_earlier_moves(
    database: str,
    other: str,
    make_server: MakeServer,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    server = make_server(database)
    ann, file = server.ann, tmp_path / "copy"
    id = ann.open("person", "person", start=True)
    stop, told, waits = threading.Event(), [0], threading.Event()

    def play() -> None:
        while not stop.is_set():
            told[0] += 1
            server.play(id, {0: ann, 1: ann}, moves=1)
            waits.set()

    player = threading.Thread(target=play)
    player.start()
    try:
        assert waits.wait(30)
        before = told[0] - 1
        assert admin("backup", str(file), "--database", database, "--json") == 0
    finally:
        stop.set()
        player.join(30)
    assert json.loads(capsys.readouterr().out) == {"file": str(file), "bytes": file.stat().st_size}
    assert file.stat().st_mode & 0o077 == 0
    assert file.read_bytes()[18:20] != WAL, "it is one file, which can be read from a read-only medium"
    whole, cookies = server.game(id), ann.client.cookies
    # nothing is restored into a database in use
    assert admin("restore", str(file), "--database", database, "--yes") == 2
    assert "in use: stop" in capsys.readouterr().err
    server.stop()
    if not database.startswith("postgresql"):
        Path(database).chmod(0o644)
    for place, question in ((other, False), (database, True)):
        if question:
            assert admin("restore", str(file), "--database", place) == 2
            assert "--yes" in capsys.readouterr().err
        assert admin("restore", str(file), "--database", place, *(["--yes"] if question else [])) == 0
        capsys.readouterr()
        assert place.startswith("postgresql") or Path(place).stat().st_mode & 0o777 == 0o600
        restored = make_server(place)
        restored.ann.client.cookies = cookies
        game = restored.game(id)
        assert before <= sum(row.move is not None for row in game.rows)
        assert list(game.rows) == list(whole.rows)[: game.version + 1]
        restored.play(id, {0: restored.ann, 1: restored.ann}, moves=1)
        restored.stop()


def test_broken_database_is_not_replaced(sqlite_file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, broken = tmp_path / "copy", tmp_path / "broken.sqlite"
    assert admin("backup", str(file), "--database", sqlite_file) == 0
    broken.write_text("no database")
    assert admin("restore", str(file), "--database", str(broken), "--yes") == 2
    assert "move it away, then restore" in capsys.readouterr().err
    assert broken.read_text() == "no database"


def test_invalid_backups_are_refused_without_leftovers(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    open_database(database_url(database)).dispose()
    file = tmp_path / "copy"
    assert admin("backup", str(file), "--database", database) == 0
    size = file.stat().st_size
    strange, torn, text_file = tmp_path / "strange", tmp_path / "torn", tmp_path / "text"
    with sqlite3.connect(strange) as c:
        c.execute("CREATE TABLE something (x)")
    c.close()
    torn.write_bytes(file.read_bytes()[: size // 3])
    text_file.write_text("no database")
    copies = [
        ("backup", str(file), "is there already"),
        ("backup", str(tmp_path / "nowhere" / "copy"), "cannot be written: No such file"),
        ("restore", str(tmp_path / "nothing"), "cannot be read: No such file"),
        ("restore", str(text_file), "is no backup of a Stromnetz database"),
        ("restore", str(torn), ""),
        ("restore", str(strange), "is no backup" if database.endswith("sqlite") else "is a backup of SQLite, and"),
    ]
    for what, name, said in copies:
        capsys.readouterr()
        yes = ["--yes"] if what == "restore" else []
        assert admin(what, name, "--database", database, *yes) == 2, name
        error = capsys.readouterr().err
        assert error.startswith("stromnetz: ")
        assert said in error
        assert len(error.splitlines()) == 1
    assert not list(tmp_path.glob("*.part"))
    assert file.stat().st_size == size
    # neither a backup of a newer version
    engine = open_database(database_url(database))
    with writing(engine).begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    assert admin("backup", str(tmp_path / "newer"), "--database", database) == 2
    assert "newer Stromnetz" in capsys.readouterr().err
    assert admin("restore", str(file), "--database", str(tmp_path / "empty.sqlite")) == (
        0 if database.endswith("sqlite") else 2
    )


def test_missing_postgresql_programs_are_named(
    postgres_server: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    database = postgres_server.new_database("no_programs")
    assert admin("backup", str(tmp_path / "copy"), "--database", database) == 2
    assert "there is nothing of Stromnetz in" in capsys.readouterr().err
    open_database(database_url(database)).dispose()
    monkeypatch.setattr(backups, "PROGRAMS", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert admin("backup", str(tmp_path / "copy"), "--database", database) == 2
    assert "pg_dump is not installed" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_failure_of_a_postgresql_program_is_reported(
    postgres_server: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    database = postgres_server.new_database("failing_program")
    open_database(database_url(database)).dispose()
    program = tmp_path / "pg_dump"
    program.write_text("#!/bin/sh\necho 'the disk is full' >&2\nexit 1\n")
    program.chmod(0o700)
    monkeypatch.setattr(backups, "PROGRAMS", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert admin("backup", str(tmp_path / "copy"), "--database", database) == 2
    assert "pg_dump failed: 'the disk is full'" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [program]


def test_missing_database_is_not_created(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert admin("backup", str(tmp_path / "copy"), "--database", str(tmp_path / "none.sqlite")) == 2
    assert "there is no database" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
