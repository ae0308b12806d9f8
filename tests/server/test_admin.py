"""Server administration at the command line and in the browser, while the server runs."""

from __future__ import annotations

import io
import json
from argparse import Namespace
from contextlib import nullcontext
from typing import Any
from unittest.mock import AsyncMock

import pytest
from sqlalchemy import select
from starlette.websockets import WebSocketDisconnect

from stromnetz import cli
from stromnetz.engine.errors import BadInput, StromnetzError
from stromnetz.server.admin import action_follower
from stromnetz.server.admin import cli as admin_cli
from stromnetz.server.admin import commands as admin_commands
from stromnetz.server.admin.action_follower import AdminActionFollower
from stromnetz.server.admin.bans import Bans
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.database.db_schema import rated_games
from stromnetz.server.live.viewers import COOKIE_ENDED
from stromnetz.tables.errors import Unavailable
from tests.server.conftest import Time
from tests.server.local_server import Guest, LocalServer, MakeServer, read_until, read_until_closed
from tests.server.test_ratings import SHORT, create_account, rated_table

pytestmark = pytest.mark.alone  # these tests list everything on the server


def command(server: LocalServer, *args: str) -> Any:
    """Run ``stromnetz admin`` and let the running server apply it."""
    parsed = cli.parser().parse_args(["admin", args[0], "--json", "--database", server.config.database, *args[1:]])
    found = json.loads(admin_cli.run(parsed))
    server.run(server.service(AdminActionFollower).apply_new)
    return found


def refused(server: LocalServer, *args: str) -> str:
    with pytest.raises(StromnetzError) as caught:
        command(server, *args)
    return str(caught.value)


def text(server: LocalServer, *args: str) -> str:
    return admin_cli.run(cli.parser().parse_args(["admin", args[0], "--database", server.config.database, *args[1:]]))


def check_ban(server: LocalServer, time: Time, bob: Guest, id: str) -> None:
    """Ban Bob for a while: he can watch, and a bot plays for him."""
    command(server, "ban", "bob", "--reason", "rude", "--days", "2", "--yes")
    said = bob.post("/api/tables", {"seats": [{"kind": "person"}, {"kind": "open"}]}, 403)["error"]["message"]
    assert "rude" in said
    assert bob.get(f"/api/tables/{id}")["clock"]["seats"][1]["stand_in"]
    bob.post("/api/me/log-out", {"stay": True})
    assert command(server, "people", "bob")[0]["banned"]["reason"] == "rude"
    time.pass_by(3 * 24 * 3600)
    bob.post(f"/api/tables/{id}/seats/1/return", {})
    command(server, "unban", "Bob")
    assert "isn't banned" in refused(server, "unban", "Bob")


def check_hand_over(server: LocalServer, people: tuple[Guest, Guest, Guest], id: str) -> None:
    """Give a seat to another player: the old one loses it, and the game is unrated."""
    ann, bob, eve = people
    bob.get(f"/api/tables/{id}/view", 200, seat=1)
    command(server, "hand-over", id, "1", "Eve", "--yes")
    bob.get(f"/api/tables/{id}/view", 403, seat=1)
    eve.get(f"/api/tables/{id}/view", 200, seat=1)
    eve.get(f"/api/tables/{id}/seats/1/recovery", 200)
    settings = ann.get(f"/api/tables/{id}")["settings"]
    assert (settings["rated"], settings["unrated"]) == (False, "handed-over")
    assert server.read(lambda c: c.execute(select(rated_games.c.table_id)).first()) is None
    assert "nobody is in seat" in refused(server, "hand-over", id, "2", "Eve", "--yes")
    assert "seats 0 to 2" in refused(server, "hand-over", id, "7", "Eve", "--yes")


def check_broadcast_and_close(server: LocalServer, ann: Guest, eve: Guest, id: str) -> None:
    """Broadcast, and close a table: viewers are told that the game ended without a winner."""
    with eve.live(id) as socket:
        for _ in range(2):
            socket.receive_json()
        command(server, "broadcast", "Down at noon", "--de", "Mittags Pause", "--nl", "Pauze om twaalf")
        told = read_until(socket, "notice")
        assert told["texts"] == {"en": "Down at noon", "de": "Mittags Pause", "nl": "Pauze om twaalf"}
        command(server, "close", id, "--yes")
        told = read_until(socket, "table")
        assert (told["table"]["state"], told["table"]["ending"]) == ("finished", "closed")
        last = [(one["kind"], one["seat"], one["reason"]) for one in told["events"]][-2:]
        assert last == [("handed-over", 1, "admin"), ("closed", None, "admin")]
    view = ann.get(f"/api/tables/{id}/view")
    assert (view["decision"], view["result"]["winners"], view["result"]["ranking"]) == (None, [], [])
    # it was unrated already when it was closed
    assert ann.get(f"/api/tables/{id}/ratings") == {"state": "unrated", "reason": "handed-over", "seats": []}
    assert "already over" in refused(server, "close", id, "--yes")
    assert "all of TEXT" in refused(server, "broadcast", "x", "--de", "y")


def check_deletion(server: LocalServer, bob: Guest, eve: Guest) -> None:
    """Delete a person: bots play on, and the name is removed."""
    last = bob.open("person", "open", "plain")
    eve.post(f"/api/tables/{last}/join", {"name": "Eve"})
    bob.post(f"/api/tables/{last}/start")
    command(server, "grant", "Eve")
    assert "Remove their admin rights first" in refused(server, "delete-person", "Eve", "--yes")
    command(server, "revoke", "Eve")
    assert last in command(server, "delete-person", "Eve", "--yes")["tables"]
    assert command(server, "people", "Eve") == []
    seat = bob.get(f"/api/tables/{last}")["seats"][1]
    assert (seat["kind"], seat["name"], seat["resigned"]) == ("bot", "", True)
    assert eve.get("/api/me")["unreadable"]


def test_commands_act_on_running_server(server: LocalServer, time: Time) -> None:
    ann, bob, eve = (
        create_account(server.ann, "Ann"),
        create_account(server.guest(), "Bob"),
        create_account(server.guest(), "Eve"),
    )
    id = rated_table(ann, bob)
    lobby = ann.open("person", "open")
    assert {one["name"] for one in command(server, "people")} == {"Ann", "Bob", "Eve"}
    (found,) = command(server, "people", "bO")
    assert (found["name"], found["account"], found["tables"], found["banned"]) == ("Bob", True, 1, None)
    assert command(server, "people", "100%_") == []
    assert {one["id"] for one in command(server, "tables", "ann")} == {id, lobby}
    assert [one["id"] for one in command(server, "tables", "--state", "lobby")] == [lobby]
    code = ann.get(f"/api/tables/{id}")["code"]
    assert command(server, "show", code)["seats"][1]["person"] == found["id"]
    assert "Bob" in text(server, "show", id)
    assert "there is nobody" in refused(server, "ban", "Nobody", "--reason", "x", "--yes")
    assert "no such table" in refused(server, "show", "nothing")
    # without a terminal, confirmation needs --yes
    assert "--yes" in refused(server, "delete-table", lobby)
    check_ban(server, time, bob, id)
    check_hand_over(server, (ann, bob, eve), id)
    check_broadcast_and_close(server, ann, eve, id)
    for table, done in ((lobby, "close"), (id, "delete-table")):
        command(server, done, table, "--yes")
        ann.get(f"/api/tables/{table}", 404)
    check_deletion(server, bob, eve)
    log = text(server, "log")
    assert "command line: hand-over" in log
    assert "Eve" not in log
    assert len(command(server, "log")) == 10


def test_admins_do_the_same_in_the_browser(sqlite_server: LocalServer) -> None:
    server = sqlite_server
    ann, bob, guest = create_account(server.ann, "Ann"), create_account(server.guest(), "Bob"), server.guest()
    id = ann.open("person", "open", **SHORT)
    bob.post(f"/api/tables/{id}/join", {})
    ann.post(f"/api/tables/{id}/start")
    reads = ("people", "tables", f"tables/{id}", "reports", "actions")
    for stranger in (guest, ann):
        for path in reads:
            stranger.get(f"/api/admin/{path}", 403)
    command(server, "grant", "Ann")
    assert text(server, "people", "Ann").count("admin") == 1
    for path in reads:
        ann.get(f"/api/admin/{path}", 200)
    assert "is an admin" in ann.put("/api/admin/people/Ann/ban", {"reason": "x"}, 409)["error"]["message"]
    banned = ann.put("/api/admin/people/Bob/ban", {"reason": "rude", "days": 1})["people"][0]
    assert banned["banned"]["reason"] == "rude"
    bob.post(f"/api/tables/{id}/resign", {"seat": 1}, 403)
    assert ann.call("DELETE", "/api/admin/people/Bob/ban")["people"][0]["banned"] is None
    bob.post("/api/me", {"name": "Bob"})
    # resolve a report
    bob.post(f"/api/tables/{id}/chat", {"text": "grr", "key": "k"}, 201)
    ann.post(f"/api/tables/{id}/chat/reports", {"room": "players", "seq": 1, "reason": "other", "note": " "}, 204)
    (report,) = ann.get("/api/admin/reports")["reports"]
    assert (report["reporter_name"], report["reason"], report["note"]) == ("Ann", "other", None)
    assert [line["text"] for line in report["context"]] == ["grr"]
    assert (report["admin"], report["banned"]) == (False, None)
    ann.put(f"/api/admin/people/{report['guest']}/ban", {"reason": "rude"})
    (report,) = ann.get("/api/admin/reports")["reports"]
    assert report["banned"] == {"reason": "rude", "until": None}
    ann.call("DELETE", f"/api/admin/people/{report['guest']}/ban")
    ann.post(f"/api/admin/reports/{report['id']}/settle", status=204)
    assert ann.get("/api/admin/reports")["reports"] == []
    ann.post("/api/admin/reports/999/settle", status=404)
    ann.post("/api/admin/broadcast", {"text": "Hello"}, 204)
    ann.post("/api/admin/broadcast", {"texts": {"en": "Hello"}}, 422)
    assert ann.put(f"/api/admin/tables/{id}/seats/1", {"to": "Ann"})["seats"][1]["name"] == "Ann 2"
    ann.post(f"/api/admin/tables/{id}/close", status=204)
    ann.call("DELETE", f"/api/admin/tables/{id}", 204)
    assert ann.put("/api/admin/people/Bob/right", {"admin": True})["people"][0]["admin"]
    assert bob.put("/api/admin/people/Ann/right", {"admin": False})["people"][0]["admin"] is False
    ann.get("/api/admin/people", 403)
    guest.post("/api/me", {"name": "Eve"})
    (row,) = bob.get("/api/admin/people", find="Eve")["people"]
    bob.put(f"/api/admin/people/{row['id']}/right", {"admin": True}, 409)
    done = bob.get("/api/admin/actions")["actions"]
    assert [(one["who"], one["action"]) for one in done][:3] == [
        ("Bob", "revoke"),
        ("Ann", "grant"),
        ("Ann", "delete-table"),
    ]
    assert done[-1]["who"] is None


def test_banned_people_can_only_read_and_leave(server: LocalServer) -> None:
    bob = server.ann
    bob.post("/api/me", {"name": "Bob"})
    program = bob.post("/api/me/tokens", {"name": "Robo"}, 201)["id"]
    bob.put("/api/me/seek", {"edition": "classic-2004"})
    command(server, "ban", command(server, "people", "Bob")[0]["id"], "--reason", "rude", "--yes")
    for method, path, body in (
        ("PUT", "/api/me/seek", {"edition": "classic-2004"}),
        ("POST", "/api/me/tokens", {"name": "Robo 2"}),
        ("POST", "/api/me", {"name": "Bobby"}),
        ("PUT", "/api/me/rest-hours", {"zone": None, "night": None, "holidays": []}),
        ("POST", "/api/lessons/first-steps", {}),
        ("POST", "/api/account", {"name": "Bob", "password": "correct horse"}),
    ):
        said = bob.call(method, path, 403, json=body)["error"]["message"]
        assert "banned" in said, path
    assert len(bob.get("/api/me/tokens")["tokens"]) == 1
    assert not bob.get("/api/me/seek")["seeking"], "nobody is seated with somebody who may not play"
    bob.call("DELETE", "/api/me/seek", 200)
    bob.call("DELETE", f"/api/me/tokens/{program}", 204)
    assert bob.get("/api/me/export")["rows"]["guests"]
    bob.post("/api/me/delete", {"sure": True}, 200)


def test_invalid_database_values_are_bad_input(server: LocalServer) -> None:
    """PostgreSQL does not accept NUL, which must not be reported as an unavailable database."""
    ann, bob = create_account(server.ann, "Ann"), create_account(server.guest(), "Bob")
    id = ann.open("person", "open")
    bob.post(f"/api/tables/{id}/join", {})
    command(server, "grant", "Ann")
    there = server.config.database.startswith("postgresql")
    status = 422 if there else 404
    said = ann.get("/api/admin/tables/%00", status)["error"]["message"]
    assert said.startswith("This can't be saved") is there
    ann.post("/api/admin/people/%00/password-link", None, status)
    ann.put("/api/admin/people/Bob/ban", {"reason": "a\0b"}, 422 if there else 200)
    for method, path, body in (
        ("GET", "/api/admin/people?find=%00", None),
        ("PUT", f"/api/admin/tables/{id}/seats/1", {"to": "\0"}),
        ("POST", "/api/admin/broadcast", {"text": "a\0b"}),
        ("GET", "/api/players/%00", None),
        ("GET", "/api/ratings/%00", None),
    ):
        answer = ann.client.request(method, path, json=body)
        assert answer.status_code < 500, (path, answer.text)
    assert server.service(Database).answers


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("most", (1, 1000), (0, 1001)),
        ("days", (0.001, 3650), (0.0009, 3650.1)),
        ("reason", ("x", f" {'x' * 300} "), ("", " ", "x" * 301)),
        ("nl", ("x", "x" * 300), ("", "x" * 301)),
    ],
)
def test_values_of_commands_are_limited(name: str, good: tuple[object, ...], bad: tuple[object, ...]) -> None:
    for value in (None, *good):
        admin_commands._check(Namespace(**{name: value}))
    for value in bad:
        with pytest.raises(BadInput, match=name):
            admin_commands._check(Namespace(**{name: value}))


def test_server_without_admin_pages(sqlite_file: str, make_server: MakeServer) -> None:
    server = make_server(sqlite_file, no_admin_pages=True)
    ann, bob = create_account(server.ann, "Ann"), create_account(server.guest(), "Bob")
    command(server, "grant", "Ann")
    for path in ("people", "tables", "reports", "actions", "tournaments"):
        assert "only commands" in ann.get(f"/api/admin/{path}", 403)["error"]["message"]
    ann.put("/api/admin/people/Bob/ban", {"reason": "rude"}, 403)
    ann.post("/api/admin/broadcast", {"text": "Hello"}, 403)
    assert not ann.get("/api/account")["account"]["admin"], "no page is offered"
    command(server, "ban", "Bob", "--reason", "rude", "--yes")
    bob.post("/api/tables", {"seats": [{"kind": "person"}, {"kind": "open"}]}, 403)


def test_confirmation_can_be_declined(
    sqlite_server: LocalServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    id = sqlite_server.ann.open("person", "open")
    args = cli.parser().parse_args(["admin", "close", id, "--database", sqlite_server.config.database])
    for answer, there in (("no\n", True), ("yes\n", False)):
        terminal = io.StringIO(answer)
        monkeypatch.setattr(terminal, "isatty", lambda: True, raising=False)
        monkeypatch.setattr("sys.stdin", terminal)
        said = admin_cli.run(args)
        assert (said == "Nothing was changed.") == there
        assert id in capsys.readouterr().err


def test_other_process_applies_action(database: str, make_server: MakeServer) -> None:
    """Two servers on one database: an action on one is applied by the other."""
    here, there = make_server(database), make_server(database)
    ann = create_account(here.ann, "Ann")
    command(here, "grant", "Ann")
    bob: Guest = create_account(there.ann, "Bob")
    ann.put("/api/admin/people/Bob/ban", {"reason": "rude"})
    there.run(there.service(AdminActionFollower).apply_new)
    bob.post("/api/tables", {"seats": [{"kind": "person"}, {"kind": "open"}]}, 403)


def test_ban_concerns_only_tables_of_the_person(sqlite_server: LocalServer) -> None:
    server, bob = sqlite_server, create_account(sqlite_server.guest(), "Bob")
    mine = bob.open("person", "plain", start=True)
    bob.open("person", "plain")
    server.ann.open("person", "plain", start=True)
    command(server, "ban", "Bob", "--reason", "rude", "--yes")
    assert command(server, "log")[0]["about"]["tables"] == [mine]
    assert [seat["stand_in"] for seat in bob.get(f"/api/tables/{mine}")["clock"]["seats"]] == ["normal", None]


def test_guests_get_no_link_for_a_password(sqlite_server: LocalServer) -> None:
    sqlite_server.ann.post("/api/me", {"name": "Ann"})
    (ann,) = command(sqlite_server, "people", "Ann")
    assert "no account" in refused(sqlite_server, "password-link", ann["id"])


def test_person_deleted_by_admin_is_disconnected(server: LocalServer) -> None:
    bob = create_account(server.guest(), "Bob")
    with bob.live(server.ann.open("person", "open")) as socket:
        socket.receive_json()
        command(server, "delete-person", "Bob", "--yes")
        with pytest.raises(WebSocketDisconnect) as ended:
            read_until_closed(socket)
    assert ended.value.code == COOKIE_ENDED


@pytest.mark.parametrize(("error", "followed_later"), [(Unavailable("away"), True), (RuntimeError("a bug"), False)])
def test_action_is_retried_only_if_database_was_unavailable(
    database: str,
    make_server: MakeServer,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    followed_later: bool,
) -> None:
    monkeypatch.setattr(action_follower, "POLL_SECONDS", 3600)  # only the test applies actions
    here, there = make_server(database), make_server(database)
    ann = create_account(here.ann, "Ann")
    command(here, "grant", "Ann")
    bob: Guest = create_account(there.ann, "Bob")
    ann.put("/api/admin/people/Bob/ban", {"reason": "rude"})
    follower = there.service(AdminActionFollower)
    with monkeypatch.context() as patch:
        patch.setattr(there.service(Bans), "read", AsyncMock(side_effect=error))
        with pytest.raises(Unavailable) if followed_later else nullcontext():
            there.run(follower.apply_new)
    there.run(follower.apply_new)
    bob.post("/api/tables", {"seats": [{"kind": "person"}, {"kind": "open"}]}, 403 if followed_later else 201)


def test_rated_game_closed_by_admin_is_unrated(sqlite_server: LocalServer) -> None:
    server = sqlite_server
    ann, bob = create_account(server.ann, "Ann"), create_account(server.guest(), "Bob")
    id = rated_table(ann, bob)
    command(server, "close", id, "--yes")
    assert bob.get(f"/api/tables/{id}/ratings") == {"state": "unrated", "reason": "closed", "seats": []}


def test_seat_handed_over_at_unrated_table_changes_no_rating(sqlite_server: LocalServer) -> None:
    server = sqlite_server
    ann, bob = create_account(server.ann, "Ann"), create_account(server.guest(), "Bob")
    id = ann.open("person", "open", **SHORT)
    server.guest().post(f"/api/tables/{id}/join", {"name": "Eve"})
    ann.post(f"/api/tables/{id}/start")
    command(server, "hand-over", id, "1", "Bob", "--yes")
    bob.post(f"/api/tables/{id}/resign", {"seat": 1})
    assert ann.get(f"/api/tables/{id}")["settings"]["unrated"] is None
    assert ann.get(f"/api/tables/{id}/ratings") == {"state": "unrated", "reason": None, "seats": []}
    # a rematch starts afresh
    assert ann.post(f"/api/tables/{id}/rematch")["table"]["settings"]["unrated"] is None
