"""A database from before a migration, with tables in play, goes on after it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import MetaData, create_engine, insert, select, update

from stromnetz.server.accounts import guest_store
from stromnetz.server.core.config import database_url
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.database.db_schema import tables
from stromnetz.server.core.database.engine import migrate, newest, open_database, writing
from stromnetz.server.core.database.upgrade import head
from stromnetz.server.core.identity import token_digest
from stromnetz.tables import names as tables_names
from tests.server.house import House
from tests.server.postgres import Postgres

_numbers = count()
TOKEN = "t" * 32


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One in which there is nothing at all, not even a table."""
    if request.param == "sqlite":
        return str(tmp_path / "old.sqlite")
    server: Postgres = request.getfixturevalue("postgres_server")
    return server.new_database(f"old_{next(_numbers)}")


def as_of(revision: str, new: str, old: str) -> None:
    """Write what a database has into another one with the schema of an earlier revision."""
    source = open_database(database_url(new))
    target = create_engine(database_url(old))
    migrate(target, revision)
    schema, given = MetaData(), MetaData()
    schema.reflect(target)
    given.reflect(source)
    with source.connect() as c, writing(target).begin() as into:
        for table in schema.sorted_tables:
            rows = c.execute(select(given.tables[table.name])).mappings().all()
            kept = [{name: row[name] for name in table.columns.keys()} for row in rows]  # noqa: SIM118
            if kept and table.name != "alembic_version":
                into.execute(insert(table), kept)
    source.dispose()
    target.dispose()


def test_tables_in_play_outlive_the_first_migration(
    database: str, tmp_path: Path, make_house: Callable[..., House]
) -> None:
    """Cookies and recovery links from before go on working; the game is the same."""
    before = str(tmp_path / "before.sqlite")
    house = make_house(before)
    id = house.ann.open("person", "person", start=True, options={"short": True})
    lobby = house.ann.open("person", "open")
    house.play(id, {0: house.ann, 1: house.ann}, moves=25)
    cookies, game = dict(house.ann.client.cookies), house.game(id)
    with writing(house.service(Database).engine).begin() as c:
        guest_store.set_recovery(c, id, {0: token_digest(TOKEN)})
    house.stop()
    as_of("0001", before, database)

    house = make_house(database)
    ann, phone = house.ann, house.guest()
    ann.client.cookies = cookies
    assert house.game(id) == game
    assert ann.get("/api/me") == {"guest": True, "name": "Ann", "unreadable": False, "account": False}
    assert {table["id"] for table in ann.get("/api/me/tables")["tables"]} == {id, lobby}
    assert phone.post("/api/recover", {"token": TOKEN})["table"]["seats"][0]["mine"]
    # a link whose secret the server never kept cannot be shown; a new one can
    ann.get(f"/api/tables/{id}/seats/0/recovery", 409)
    new = ann.post(f"/api/tables/{id}/seats/0/recovery")
    assert ann.get(f"/api/tables/{id}/seats/0/recovery") == new
    phone.get(f"/api/tables/{id}/view", 403, seat=0)
    house.play(id, {0: ann, 1: ann}, moves=5)
    # what came with later ones works at tables from before
    assert ann.get(f"/api/tables/{id}")["settings"]["rated"] is False
    ann.post(f"/api/tables/{id}/chat", {"text": "on we go", "key": "k"}, 201)
    assert [line["text"] for line in ann.get(f"/api/tables/{id}/chat")["lines"]] == ["on we go"]
    # and guests from before can have an account, which takes in what they had elsewhere
    own = phone.open("person", "open")
    ann.post("/api/account", {"name": "Ann", "password": "four words in a row"}, 201)
    phone.post("/api/account/log-in", {"name": "Ann", "password": "four words in a row"})
    assert {table["id"] for table in phone.get("/api/me/tables")["tables"]} == {id, lobby, own}
    house.play(id, {0: phone, 1: ann}, moves=2)


def test_tables_in_play_outlive_the_migration_to_clocks(
    database: str, tmp_path: Path, make_house: Callable[..., House]
) -> None:
    """They have no clock, nobody is away at once, and they go on."""
    before = str(tmp_path / "before.sqlite")
    house = make_house(before)
    id = house.ann.open("person", "person", start=True, options={"short": True})
    house.play(id, {0: house.ann, 1: house.ann}, moves=10)
    cookies, game = dict(house.ann.client.cookies), house.game(id)
    house.stop()
    with create_engine(database_url(before)).begin() as c:
        settings = c.execute(select(tables.c.settings_json)).scalar_one()
        old = {name: value for name, value in json.loads(settings).items() if name != "clock"}
        c.execute(update(tables).values(settings_json=json.dumps(old)))
    as_of("0003", before, database)

    house = make_house(database)
    ann = house.ann
    ann.client.cookies = cookies
    assert house.game(id) == game
    table = ann.get(f"/api/tables/{id}")
    assert table["settings"]["clock"]["kind"] == "none"
    assert [one["away"] for one in table["clock"]["seats"]] == [False, False]
    house.play(id, {0: ann, 1: ann}, moves=5)


def test_accounts_are_found_after_more_names_look_alike(
    database: str, tmp_path: Path, make_house: Callable[..., House], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two whose names look alike from now on are both still there, and nobody new is called like either."""
    password = "four words in a row"
    before = str(tmp_path / "before.sqlite")
    names = ("\u30ed\u30d3\u30f3", "\u53e3\u30d3\u30f3", "Ann")  # the first character is katakana, then another
    monkeypatch.setattr(tables_names, "SMALL", {})
    house = make_house(before)
    for name in names:
        house.guest().post("/api/account", {"name": name, "password": password}, 201)
    house.stop()
    monkeypatch.undo()
    as_of("0017", before, database)

    house = make_house(database)
    for name in names:
        there = house.guest()
        there.post("/api/account/log-in", {"name": name, "password": password})
        assert there.get("/api/me")["name"] == name
        house.guest().post("/api/account", {"name": name, "password": password}, 409)
    house.guest().post("/api/account/log-in", {"name": "\uff21nn", "password": password})


def test_the_newest_migration_is_known_without_alembic() -> None:
    assert newest() == head()


@pytest.mark.subprocess
def test_what_a_database_does_not_need_is_not_loaded(tmp_path: Path) -> None:
    """Servers with one file that is of this version, the most usual ones, start the sooner."""
    url = database_url(str(tmp_path / "games.sqlite"))
    open_database(url).dispose()
    says = f"""
import sys
from stromnetz.server.app import create_app
from stromnetz.server.core.database.engine import open_database
open_database({url!r}).dispose()
print(sorted({{"alembic", "psycopg"}} & sys.modules.keys()))
"""
    done = subprocess.run([sys.executable, "-c", says], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
