"""Everything that is kept about somebody: they can take it along, and they can leave nothing behind."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from stromnetz.server.accounts.privacy_store import KEPT, OWN, guest_columns
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.database.db_schema import UNLOGGED_TABLES, guests, jobs, metadata
from stromnetz.server.tables.service import TableService
from tests.server.authenticator import Authenticator
from tests.server.house import Guest, House
from tests.server.test_accounts import WORDS, account, log_in, person
from tests.server.test_passkeys import make

pytestmark = pytest.mark.alone  # names of accounts are there once


def test_everything_about_me_can_be_taken_along(house: House) -> None:
    ann, bob = house.ann, house.guest()
    id = ann.open("person", "open", options={"money": "hidden"})
    bob.post(f"/api/tables/{id}/join", {"name": "Bob"})
    ann.post(f"/api/tables/{id}/start")
    house.play(id, {0: ann, 1: bob}, moves=4)
    ann.post(f"/api/tables/{id}/chat", {"text": "hello", "key": "k"}, 201)
    bob.post(f"/api/tables/{id}/chat", {"text": "what Bob says", "key": "k"}, 201)
    account(ann)
    make(ann, Authenticator())
    answer = ann.client.get("/api/me/export")
    assert answer.headers["content-disposition"] == 'attachment; filename="stromnetz.json"'
    told = answer.json()
    assert told["rows"]["accounts"][0]["name"] == "Ann"
    assert [line["text"] for line in told["rows"]["chat_lines"]] == ["hello"]
    assert [seat["name"] for seat in told["rows"]["seats"]] == ["Ann"]
    assert {"sessions", "passkeys", "tables", "guests"} <= told["rows"].keys()
    (game,) = told["games"]
    assert (game["table"], game["seats"]) == (id, [0])
    # of a game that is on, only what players may know; and nothing that opens a door, or names somebody else
    assert "seed" not in game["record"]
    assert game["record"] == ann.get(f"/api/tables/{id}/record")
    for secret in ("argon2", "Bob", person(house, "Ann").guest):
        assert secret not in answer.text
    # guests can do so too; strangers have nothing to take
    assert bob.get("/api/me/export")["rows"]["guests"][0]["name"] == "Bob"
    house.guest().get("/api/me/export", 404)


def finish(house: House, guest: Guest) -> str:
    id = guest.open("person", "open")
    other = house.guest()
    other.post(f"/api/tables/{id}/join", {"name": "Carl"})
    guest.post(f"/api/tables/{id}/start")
    house.run(house.service(TableService).update, id, lambda table: setattr(table, "state", "finished"))
    return id


def test_nothing_is_left_of_who_leaves(house: House) -> None:
    ann, bob = house.ann, house.guest()
    over = finish(house, ann)
    clock = {"kind": "live", "bank": 600, "increment": 10, "bot": "easy"}
    running = bob.open("person", "open", "open", name="Bob", clock=clock)
    ann.post(f"/api/tables/{running}/join", {"name": "Ann"})
    house.guest().post(f"/api/tables/{running}/join", {"name": "Carl"})
    bob.post(f"/api/tables/{running}/start")
    waiting, invited = ann.open("person", "open"), bob.open("person", "open", name="Bob")
    ann.post(f"/api/tables/{invited}/join", {"name": "Ann"})
    ann.post(f"/api/tables/{running}/chat", {"text": "I am Ann", "key": "k"}, 201)
    bob.post(f"/api/tables/{running}/chat/reports", {"room": "players", "seq": 1})
    ann.post("/api/me/programs", {"name": "Tesla"}, 201)
    ann.put("/api/me/rest", {"zone": "Europe/Berlin", "night": None, "holidays": []})
    account(ann)
    make(ann, Authenticator())
    guest, cookies = person(house, "Ann").guest, dict(ann.client.cookies)
    ann.post("/api/me/delete", {"sure": False}, 422)
    ann.post("/api/me/delete", {"sure": True}, 403)
    ann.post("/api/me/delete", {"sure": True, "password": "wrong"}, 403)
    assert ann.post("/api/me/delete", {"sure": True, "password": WORDS})["guest"] is False
    thief = house.guest()
    thief.client.cookies = cookies
    assert thief.get("/api/me")["unreadable"]
    log_in(house.guest(), status=403)
    # the game that was over is kept, under nobody's name; the table's bot plays on in the other one
    seat = bob.get(f"/api/tables/{over}")["seats"][0]
    assert (seat["kind"], seat["name"]) == ("person", "")
    seat = bob.get(f"/api/tables/{running}")["seats"][1]
    assert (seat["kind"], seat["bot"], seat["name"], seat["resigned"]) == ("bot", "easy", "", True)
    assert house.wait_for_people(running)["to_act"] != 1
    bob.get(f"/api/tables/{waiting}", 404)
    assert bob.get(f"/api/tables/{invited}")["seats"][1]["kind"] == "open"
    assert bob.get(f"/api/tables/{running}/chat")["lines"] == []
    assert rows_with(house, guest) == {("guests", "id")}
    assert rows_with(house, "Ann") == rows_with(house, "I am Ann") == set()
    # the name is free again, and a guest can leave as well
    account(house.guest())
    bob.post("/api/me/delete", {"sure": True})
    assert bob.get("/api/me") == {"guest": False, "name": None, "unreadable": False, "account": False}
    bob.post("/api/me/delete", {"sure": True}, 404)


def test_who_leaves_looks_on_no_more(house: House) -> None:
    ann = house.ann
    id = house.guest().open("person", "open", name="Bob")
    account(ann)
    guest = person(house, "Ann").guest
    with ann.live(id) as socket:
        socket.receive_json()
        ann.post("/api/me/delete", {"sure": True, "password": WORDS})
        with pytest.raises(WebSocketDisconnect):
            all_messages(socket)
    house.wait(lambda: rows_with(house, guest) == {("guests", "id")}, "the end of the socket")


def all_messages(socket: WebSocketTestSession) -> None:
    while True:
        socket.receive_json()


def rows_with(house: House, text: str) -> set[tuple[str, str]]:
    """Where in the database a text stands."""

    def work(c: Any) -> set[tuple[str, str]]:
        return {
            (table.name, name)
            for table in metadata.sorted_tables
            for row in c.execute(select(table)).mappings()
            for name, value in row.items()
            if isinstance(value, str) and text in value
        }

    found: set[tuple[str, str]] = house.run(house.service(Database).read, work)
    return found


def test_whose_something_is_can_be_found() -> None:
    """A table that keeps something about people refers to them, or it would be forgotten when they leave.

    What is passing goes by itself: the sockets of somebody who leaves are closed.
    """
    found = {(table.name, column.name) for table, column in guest_columns()}
    assert {("seats", "guest"), ("tables", "host"), ("programs", "owner"), ("chat_mutes", "muted")} <= found
    named = {
        (table.name, column.name)
        for table in metadata.sorted_tables
        for column in table.columns
        if column.name in ("guest", "owner", "person", "account") and table is not guests
        if table not in (jobs, *UNLOGGED_TABLES)
    }
    assert named <= found
    assert {column.table.name for column in KEPT} == {"chat_reports"}
    assert {table.name for table in OWN} == {"accounts", "sessions", "pending"}
