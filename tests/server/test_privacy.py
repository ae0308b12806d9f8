"""Privacy: people can export and delete all their data."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select
from starlette.websockets import WebSocketDisconnect

from stromnetz.server.accounts.privacy_store import ACCOUNT_TABLES, ANONYMIZED, guest_columns
from stromnetz.server.core.database.db_schema import UNLOGGED_TABLES, bot_turns, guests, metadata
from tests.server.authenticator import Authenticator
from tests.server.local_server import Guest, LocalServer, read_until_closed
from tests.server.test_accounts import WORDS, account, log_in, person
from tests.server.test_admin import command
from tests.server.test_passkeys import make

pytestmark = pytest.mark.alone  # account names are unique


def test_export_contains_everything_about_me(server: LocalServer) -> None:
    id, ann, bob = server.game_of_two(options={"money": "hidden"})
    server.play(id, {0: ann, 1: bob}, moves=4)
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
    # of a running game only what players may know; no secrets, and no names of others
    assert "seed" not in game["record"]
    assert game["record"] == ann.get(f"/api/tables/{id}/record")
    for secret in ("argon2", "Bob", person(server, "Ann").guest):
        assert secret not in answer.text
    # what others report about me belongs to them
    author = ann.get(f"/api/tables/{id}/chat")["lines"][0]["author"]
    assert author is not None
    bob.post(f"/api/tables/{id}/chat/reports", {"room": "players", "seq": 1, "reason": "insult", "note": "nasty"}, 204)
    told = ann.get("/api/me/export")["rows"]
    assert not {"chat_reports", "chat_report_lines"} & told.keys()
    assert bob.get("/api/me/export")["rows"]["chat_reports"][0]["note"] == "nasty"
    # guests can export, too; strangers have no data
    assert bob.get("/api/me/export")["rows"]["guests"][0]["name"] == "Bob"
    server.guest().get("/api/me/export", 404)


def finish(server: LocalServer, guest: Guest) -> str:
    id = guest.open("person", "open")
    other = server.guest()
    other.post(f"/api/tables/{id}/join", {"name": "Carl"})
    guest.post(f"/api/tables/{id}/start")
    server.update(id, lambda table: setattr(table, "state", "finished"))
    return id


def test_deletion_leaves_nothing(server: LocalServer) -> None:
    ann, bob = server.ann, server.guest()
    over = finish(server, ann)
    clock = {"kind": "live", "bank": 600, "increment": 10, "bot": "easy"}
    running = bob.open("person", "open", "open", name="Bob", clock=clock)
    ann.post(f"/api/tables/{running}/join", {"name": "Ann"})
    server.guest().post(f"/api/tables/{running}/join", {"name": "Carl"})
    bob.post(f"/api/tables/{running}/start")
    waiting, invited = ann.open("person", "open"), bob.open("person", "open", name="Bob")
    ann.post(f"/api/tables/{invited}/join", {"name": "Ann"})
    ann.post(f"/api/tables/{running}/chat", {"text": "I am Ann", "key": "k"}, 201)
    bob.post(f"/api/tables/{running}/chat/reports", {"room": "players", "seq": 1})
    ann.post("/api/me/tokens", {"name": "Tesla"}, 201)
    ann.put("/api/me/rest-hours", {"zone": "Europe/Berlin", "night": None, "holidays": []})
    account(ann)
    make(ann, Authenticator())
    guest, cookies = person(server, "Ann").guest, dict(ann.client.cookies)
    ann.post("/api/me/delete", {"sure": False}, 422)
    ann.post("/api/me/delete", {"sure": True}, 403)
    ann.post("/api/me/delete", {"sure": True, "password": "wrong"}, 403)
    assert ann.post("/api/me/delete", {"sure": True, "password": WORDS})["guest"] is False
    thief = server.guest()
    thief.client.cookies = cookies
    assert thief.get("/api/me")["unreadable"]
    log_in(server.guest(), status=403)
    # the finished game is kept without the name; a bot plays on in the other one
    seat = bob.get(f"/api/tables/{over}")["seats"][0]
    assert (seat["kind"], seat["name"]) == ("person", "")
    seat = bob.get(f"/api/tables/{running}")["seats"][1]
    assert (seat["kind"], seat["bot"], seat["name"], seat["resigned"]) == ("bot", "easy", "", True)
    assert server.wait_for_people(running)["to_act"] != 1
    bob.get(f"/api/tables/{waiting}", 404)
    assert bob.get(f"/api/tables/{invited}")["seats"][1]["kind"] == "open"
    assert bob.get(f"/api/tables/{running}/chat")["lines"] == []
    assert rows_with(server, guest) == {("guests", "id")}
    assert rows_with(server, "Ann") == rows_with(server, "I am Ann") == set()
    # the name is free again, and guests can delete themselves, too
    account(server.guest())
    bob.post("/api/me/delete", {"sure": True})
    assert bob.get("/api/me") == {"guest": False, "name": None, "unreadable": False, "account": False}
    bob.post("/api/me/delete", {"sure": True}, 404)


def test_admin_log_keeps_actions_without_names(sqlite_server: LocalServer) -> None:
    server = sqlite_server
    ann, eve = server.guest(), server.guest()
    for one, name in ((ann, "Ann"), (eve, "Eve")):
        account(one, name)
        command(server, "ban", name, "--reason", f"{name} was rude", "--yes")
    guest, count = person(server, "Ann").guest, len(command(server, "log"))
    ann.post("/api/me/delete", {"sure": True, "password": WORDS})
    assert rows_with(server, "Ann was rude") == set()
    assert ("admin_actions", "about_json") in rows_with(server, "Eve was rude")
    actions = command(server, "log")
    assert len(actions) == count
    assert [row["about"]["guest"] for row in actions if row["about"].get("guest") == guest] == [guest]


def test_deleted_person_is_disconnected(server: LocalServer) -> None:
    ann = server.ann
    id = server.guest().open("person", "open", name="Bob")
    account(ann)
    guest = person(server, "Ann").guest
    with ann.live(id) as socket:
        socket.receive_json()
        ann.post("/api/me/delete", {"sure": True, "password": WORDS})
        with pytest.raises(WebSocketDisconnect):
            read_until_closed(socket)
    server.wait(lambda: rows_with(server, guest) == {("guests", "id")}, "the end of the socket")


def rows_with(server: LocalServer, text: str) -> set[tuple[str, str]]:
    """Return where a text is stored in the database."""

    def work(c: Any) -> set[tuple[str, str]]:
        return {
            (table.name, name)
            for table in metadata.sorted_tables
            for row in c.execute(select(table)).mappings()
            for name, value in row.items()
            if isinstance(value, str) and text in value
        }

    found: set[tuple[str, str]] = server.read(work)
    return found


def test_personal_data_refers_to_guests() -> None:
    """Tables with personal data have a foreign key to guests, or they would be missed by a deletion.

    Transient data is deleted otherwise: WebSockets of deleted people are closed.
    """
    found = {(table.name, column.name) for table, column in guest_columns()}
    assert {("seats", "guest"), ("tables", "host"), ("programs", "owner"), ("chat_mutes", "muted")} <= found
    named = {
        (table.name, column.name)
        for table in metadata.sorted_tables
        for column in table.columns
        if column.name in ("guest", "owner", "person", "account") and table is not guests
        if table not in (bot_turns, *UNLOGGED_TABLES)
    }
    assert named <= found
    assert {column.table.name for column in ANONYMIZED} == {"chat_reports"}
    assert {table.name for table in ACCOUNT_TABLES} == {"accounts", "sessions", "pending_logins"}
