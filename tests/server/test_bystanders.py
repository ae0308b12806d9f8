"""What some people do changes no row of other people and their tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from sqlalchemy import select

from stromnetz.server.core.database.database import Database
from stromnetz.server.core.database.db_schema import metadata
from stromnetz.server.tables.service import TableService
from stromnetz.tables.table import Table
from tests.server.authenticator import Authenticator
from tests.server.local_server import Guest, LocalServer, new_key
from tests.server.test_accounts import WORDS, account, log_in, person
from tests.server.test_admin import command
from tests.server.test_passkeys import make
from tests.server.test_ratings import finish, resigned_game

pytestmark = pytest.mark.alone  # account names are unique

MAIL = {"kind": "correspondence", "turn": 24 * 3600}


@dataclass
class Group:
    """Two people with an account, and their tables."""

    server: LocalServer
    host: Guest
    friend: Guest
    guests: list[str]
    running: str
    lobby: str
    rated: str
    rematch: str
    lesson: str
    program: str

    def rows(self) -> set[tuple[str, tuple[object, ...]]]:
        """Return all rows of the database about these people and tables."""
        ids = {*self.guests, self.running, self.lobby, self.rated, self.rematch, self.lesson, self.program}

        def work(c: Any) -> set[tuple[str, tuple[object, ...]]]:
            every = ((table.name, tuple(row)) for table in metadata.sorted_tables for row in c.execute(select(table)))
            return {(name, row) for name, row in every if not ids.isdisjoint(map(str, row))}

        found: set[tuple[str, tuple[object, ...]]] = self.server.run(self.server.service(Database).read, work)
        return found


def group(server: LocalServer, names: tuple[str, str], players: int) -> Group:
    host, friend = server.guest(), server.guest()
    for guest, name in ((host, names[0]), (friend, names[1])):
        account(guest, name)
        make(guest, Authenticator())
    rated = resigned_game(host, friend)
    finish(server, rated)
    running, lobby = (host.open("person", "open", clock=MAIL, options={"short": True}) for _ in range(2))
    for id in (running, lobby):
        friend.post(f"/api/tables/{id}/join", {})
    host.post(f"/api/tables/{running}/start")
    out = Group(
        server,
        host,
        friend,
        [person(server, name).guest for name in names],
        running,
        lobby,
        rated,
        host.post(f"/api/tables/{rated}/rematch", {}, 201)["table"]["id"],
        host.post("/api/lessons/auction", {}, 201)["table"],
        host.post("/api/me/tokens", {"name": "Tesla"}, 201)["id"],
    )
    server.play(running, {0: host, 1: friend}, moves=3)
    for guest in (host, friend):
        guest.post(f"/api/tables/{running}/chat", {"text": "hello", "key": "k"}, 201)
        guest.put(f"/api/tables/{running}/seats/{guest is friend:d}/preset-moves", {"round": 1, "run": "always"})
        guest.put("/api/me/rest-hours", {"zone": "UTC"})
    author = next(line["author"] for line in host.get(f"/api/tables/{running}/chat")["lines"] if not line["mine"])
    host.call("PUT", f"/api/tables/{running}/chat/muted/{author}", 204)
    friend.post(f"/api/tables/{running}/chat/reports", {"room": "players", "seq": 1}, 204)
    friend.put(f"/api/me/tables/{rated}/archived", {"archived": True})
    host.put("/api/me/seek", {"edition": "classic-2004", "players": players})
    command(server, "password-link", names[1])
    command(server, "ban", names[1], "--reason", "rude", "--yes")
    command(server, "unban", names[1])
    return out


def test_rows_of_other_people_do_not_change(sqlite_server: LocalServer) -> None:
    server = sqlite_server
    others = group(server, ("Cem", "Dora"), 3)
    mine = group(server, ("Ann", "Bob"), 2)
    ann, bob, players, id = mine.host, mine.friend, {0: mine.host, 1: mine.friend}, mine.running
    before = others.rows()
    assert {"seats", "turns", "chat_mutes", "chat_reports", "rated_seats", "sessions"} <= {name for name, _ in before}

    def unchanged(what: str) -> None:
        assert others.rows() == before, what

    def turn_of(guest: Guest) -> dict[str, Any]:
        return {"seat": int(guest is bob), "version": server.game(id).version, "key": new_key()}

    server.run(server.service(TableService).update, id, set_banks)
    unchanged("time banks")
    server.play(id, players, moves=2)
    for guest in players.values():
        guest.client.post(f"/api/tables/{id}/undo", json=turn_of(guest))
    unchanged("moves and undo")
    for guest in players.values():
        seat = int(guest is bob)
        guest.put(f"/api/tables/{id}/seats/{seat}/preset-moves", {"round": 1})
        guest.post(f"/api/tables/{id}/seats/{seat}/recovery")
        guest.put(f"/api/tables/{mine.lobby}/seats/{seat}/colour", {"colour": 4 + seat})
        guest.put("/api/me/rest-hours", {"zone": "Europe/Berlin"})
    unchanged("seats and rest hours")
    ann.post(f"/api/tables/{id}/chat", {"text": "again", "key": "again"}, 201)
    author = ann.get(f"/api/tables/{id}/chat")["muted"][0]["author"]
    ann.call("DELETE", f"/api/tables/{id}/chat/muted/{author}", 204)
    ann.put(f"/api/tables/{id}/chat", {"silent": True})
    ann.put(f"/api/tables/{id}/chat", {"silent": False})
    reports = command(server, "reports")
    command(server, "reports", "--settle", next(str(one["id"]) for one in reports if one["table_id"] == id))
    unchanged("chat")
    ann.put(f"/api/tables/{mine.lobby}/public", {"public": True})
    bob.post(f"/api/tables/{mine.lobby}/leave", status=204)
    bob.put(f"/api/me/tables/{mine.rated}/archived", {"archived": False})
    ann.post("/api/lessons/auction", {"again": True}, 201)
    ann.put("/api/me/seek", {"edition": "classic-2004", "players": 4})
    ann.call("DELETE", "/api/me/seek")
    ann.put("/api/me/profile", {"hidden": True})
    ann.call("DELETE", f"/api/me/tokens/{mine.program}", 204)
    unchanged("lists, lessons, profile and programs")
    bob.put("/api/account/name", {"name": "Bobby"})
    (passkey,) = bob.get("/api/account")["account"]["passkeys"]
    bob.put(f"/api/account/passkeys/{passkey['id']}", {"label": "my phone"})
    bob.call("DELETE", f"/api/account/passkeys/{passkey['id']}", 204)
    bob.put("/api/account/password", {"old": WORDS, "new": WORDS + "!"})
    bob.call("DELETE", "/api/account/sessions", 204)
    bob.post("/api/me/log-out", {"stay": False})
    log_in(bob, "Bobby", WORDS + "!")
    unchanged("accounts")
    # who has muted Ann keeps it that way when her phone's guest, who has too, becomes Ann
    phone = server.guest()
    phone.post(f"/api/tables/{mine.lobby}/join", {"name": "Phone"})
    ann.post(f"/api/tables/{mine.lobby}/chat", {"text": "hello", "key": "k"}, 201)
    for guest, where in ((bob, id), (phone, mine.lobby)):
        lines = guest.get(f"/api/tables/{where}/chat")["lines"]
        author = next(line["author"] for line in lines if not line["mine"])
        guest.call("PUT", f"/api/tables/{where}/chat/muted/{author}", 204)
    log_in(phone, "Ann")
    assert {row for name, row in mine.rows() if name == "chat_mutes"} == {(mine.guests[1], mine.guests[0])}
    unchanged("merged guest")
    for words in (
        ("grant", "Ann"),
        ("revoke", "Ann"),
        ("password-link", "Bobby"),
        ("ban", "Bobby", "--reason", "rude", "--yes"),
        ("unban", "Bobby"),
        ("hand-over", id, "1", "Ann", "--yes"),
        ("close", id, "--yes"),
        ("delete-table", mine.rated, "--yes"),
        ("delete-person", "Bobby", "--yes"),
    ):
        command(server, *words)
        unchanged(words[0])
    ann.post("/api/me/delete", {"sure": True, "password": WORDS})
    unchanged("deleted person")


def set_banks(table: Table) -> None:
    for seat in table.seats:
        seat.bank, seat.missed = 1234, 1
