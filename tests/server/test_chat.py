"""Chat: who writes and reads what, which text is accepted, and how long it is kept."""

from __future__ import annotations

import json
from typing import Any

import pytest

from stromnetz import cli
from stromnetz.engine.errors import BadInput
from stromnetz.play.words import vocabulary
from stromnetz.server.accounts.privacy_store import erase_guest
from stromnetz.server.chat import service as chat_service
from stromnetz.server.chat import store as sql
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.database.db_schema import chat_lines, chat_report_lines, chats
from tests.server.local_server import Guest, LocalServer, MakeServer, new_key

Json = dict[str, Any]


def post_message(guest: Guest, id: str, text: str | None = None, status: int = 201, **more: Any) -> Any:
    body = {"key": new_key(), **({} if text is None else {"text": text}), **more}
    return guest.post(f"/api/tables/{id}/chat", body, status)


def read(guest: Guest, id: str, **params: Any) -> list[str]:
    lines = guest.get(f"/api/tables/{id}/chat", 200, **params)["lines"]
    return [line["text"] or line["phrase"] for line in lines]


def table_of_two(server: LocalServer, **settings: Any) -> tuple[str, Guest, Guest]:
    """Start a table of Ann and Bob, with a named spectator."""
    id = server.ann.open("person", "open", **settings)
    bob, eve = server.guest(), server.guest()
    bob.post(f"/api/tables/{id}/join", {"name": "Bob"})
    eve.post("/api/me", {"name": "Eve"})
    server.ann.post(f"/api/tables/{id}/start")
    return id, bob, eve


def test_players_and_spectators_have_separate_rooms(server: LocalServer) -> None:
    id, bob, eve = table_of_two(server)
    ann, stranger = server.ann, server.guest()
    line = post_message(ann, id, "Hello Bob")
    assert (line["seq"], line["seat"], line["name"], line["mine"]) == (1, 0, "Ann", True)
    assert post_message(bob, id, phrase="hello")["seat"] == 1
    told = post_message(eve, id, "Ann should buy coal")
    # counted separately: a number must not reveal other messages
    assert (told["seq"], told["seat"], told["name"]) == (1, None, "Eve")
    assert read(ann, id) == read(bob, id) == ["Hello Bob", "hello"]
    assert read(eve, id) == read(stranger, id) == ["Ann should buy coal"]
    ann.get(f"/api/tables/{id}/chat", 403, room="spectators")
    for other in (eve, stranger):
        other.get(f"/api/tables/{id}/chat", 403, room="players")
    post_message(stranger, id, "who am I", 403)
    post_message(bob, id, "as Ann", 403, seat=0)
    # after the game, players may read the spectators; their own room stays private
    bob.post(f"/api/tables/{id}/resign", {"seat": 1})
    assert ann.get(f"/api/tables/{id}/chat")["rooms"] == ["players", "spectators"]
    assert read(ann, id, room="spectators") == ["Ann should buy coal"]
    eve.get(f"/api/tables/{id}/chat", 403, room="players")
    # a player who resigned a game of two can still talk to the other
    assert read(bob, id) == ["Hello Bob", "hello"]


def test_viewers_are_notified_of_readable_messages_only(sqlite_server: LocalServer) -> None:
    server = sqlite_server
    id, bob, eve = table_of_two(server)
    with bob.live(id) as socket:
        for _ in range(2):
            socket.receive_json()
        post_message(eve, id, "psst")
        post_message(server.ann, id, "hello")
        server.ann.put(f"/api/tables/{id}/chat", {"silent": True})
        assert socket.receive_json() == {"type": "chat"}
        socket.send_json({"type": "ping"})
        kinds: list[str] = []
        while not kinds or kinds[-1] != "pong":
            kinds.append(socket.receive_json()["type"])
        # Ann's message and the closed chat, perhaps combined; nothing else
        assert kinds in (["pong"], ["chat", "pong"])
    with eve.live(id) as socket:
        for _ in range(2):
            socket.receive_json()
        server.ann.put(f"/api/tables/{id}/chat", {"silent": False})
        assert socket.receive_json() == {"type": "chat"}


def test_message_is_posted_once_and_survives_restart(database: str, make_server: MakeServer) -> None:
    server = make_server(database)
    id, bob, _ = table_of_two(server)
    key = new_key()
    first = server.ann.post(f"/api/tables/{id}/chat", {"text": "once", "key": key}, 201)
    assert server.ann.post(f"/api/tables/{id}/chat", {"text": "once", "key": key}, 201) == first
    # keys are private to their owner
    bob.post(f"/api/tables/{id}/chat", {"text": "mine", "key": key}, 201)
    server.restart()
    assert read(server.ann, id) == ["once", "mine"]
    assert read(server.ann, id, after=1) == ["mine"]
    assert server.ann.post(f"/api/tables/{id}/chat", {"text": "once", "key": key}, 201) == first


def test_host_closes_chat(server: LocalServer) -> None:
    id, bob, eve = table_of_two(server, silent=True)
    ann = server.ann
    assert ann.get(f"/api/tables/{id}/chat")["state"] == "silent"
    assert "silent" in post_message(bob, id, "psst", 409)["error"]["message"]
    post_message(eve, id, phrase="hello", status=409)
    bob.put(f"/api/tables/{id}/chat", {"silent": False}, 403)
    ann.put(f"/api/tables/{id}/chat", {"silent": False}, 204)
    post_message(bob, id, "at last")
    ann.put(f"/api/tables/{id}/chat", {"silent": True}, 204)
    post_message(ann, id, "not even me", 409)
    assert read(ann, id) == ["at last"]


def test_server_without_chat(make_server: MakeServer) -> None:
    server = make_server(no_chat=True)
    id, bob, _ = table_of_two(server)
    assert server.ann.get(f"/api/tables/{id}/chat")["state"] == "off"
    post_message(bob, id, "hello?", 409)
    server.ann.put(f"/api/tables/{id}/chat", {"silent": False}, 409)
    bob.post(f"/api/tables/{id}/chat/reports", {"room": "players", "seq": 1}, 409)


def test_muted_people_are_not_shown(server: LocalServer) -> None:
    id, bob, eve = table_of_two(server)
    ann = server.ann
    author = post_message(bob, id, "one")["author"]
    post_message(ann, id, "two")
    theirs = post_message(eve, id, "three")["author"]
    ann.call("PUT", f"/api/tables/{id}/chat/muted/{author}", 204)
    post_message(bob, id, "four")
    assert read(ann, id) == ["two"]
    assert read(bob, id) == ["one", "two", "four"]
    assert ann.get(f"/api/tables/{id}/chat")["muted"] == [{"author": author, "name": "Bob"}]
    assert bob.get(f"/api/tables/{id}/chat")["muted"] == []
    # the same person at another table
    other = ann.open("person", "open")
    bob.post(f"/api/tables/{other}/join", {})
    elsewhere = post_message(bob, other, "five")["author"]
    assert elsewhere != author
    assert read(ann, other) == []
    ann.call("DELETE", f"/api/tables/{id}/chat/muted/{author}", 204)
    assert read(ann, id) == ["one", "two", "four"]
    # neither people whom I cannot read nor people without a name
    ann.call("PUT", f"/api/tables/{id}/chat/muted/{theirs}", 404)
    server.guest().call("PUT", f"/api/tables/{id}/chat/muted/{theirs}", 403)


def test_number_of_muted_people_is_limited(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stromnetz.server.chat.service.MAX_MUTED", 1)
    id, bob, _ = table_of_two(server)
    author, own = post_message(bob, id, "one")["author"], post_message(server.ann, id, "two")["author"]
    server.ann.call("PUT", f"/api/tables/{id}/chat/muted/{author}", 204)
    refused = server.ann.call("PUT", f"/api/tables/{id}/chat/muted/{own}", 409)
    assert "1" in refused["error"]["message"]
    bob.call("PUT", f"/api/tables/{id}/chat/muted/{own}", 204)


def test_report_goes_to_admins(server: LocalServer, capsys: pytest.CaptureFixture[str]) -> None:
    id, bob, eve = table_of_two(server)
    post_message(bob, id, "nasty words")
    report = {"room": "players", "seq": 1, "reason": "insult", "note": "He means me."}
    server.ann.post(f"/api/tables/{id}/chat/reports", report | {"reason": "boredom"}, 422)
    for _ in range(2):
        server.ann.post(f"/api/tables/{id}/chat/reports", report, 204)
    eve.post(f"/api/tables/{id}/chat/reports", report, 403)
    server.ann.post(f"/api/tables/{id}/chat/reports", {"room": "players", "seq": 2}, 404)
    command = ["admin", "reports", "--database", server.config.database]
    assert cli.main(command) == 0
    line, author, reporter, context = capsys.readouterr().out.splitlines()
    assert line.startswith(f"1: Bob at table {id}, ")
    assert line.endswith(": nasty words")
    assert author.startswith("  by ")
    assert reporter.startswith("  reported by Ann, ")
    assert reporter.endswith(", insult: He means me.")
    assert context.startswith("  > ")
    assert cli.main([*command, "--settle", "9"]) == 2
    assert cli.main([*command, "--settle", "1"]) == 0
    assert capsys.readouterr().out == "No reports.\n"
    assert cli.main([*command, "--all", "--json"]) == 0
    (kept,) = json.loads(capsys.readouterr().out)
    assert (kept["said"], kept["settled"], kept["room"]) == ("nasty words", True, "players")


def test_report_shows_context(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Including later messages, and messages that were deleted since."""
    monkeypatch.setattr(chat_service, "LIMITS", ())
    monkeypatch.setattr(sql, "CONTEXT_LINES", 2)
    id, bob, _ = table_of_two(server)
    ann = server.ann
    for number in range(4):
        post_message((ann, bob)[number % 2], id, f"{number}")
    ann.post(f"/api/tables/{id}/chat/reports", {"room": "players", "seq": 4}, 204)
    monkeypatch.setattr(sql, "MAX_LINES_KEPT", 3)
    for number in range(4, 7):
        post_message(ann, id, f"{number}")

    with server.service(Database).engine.connect() as c:
        (report,) = sql.reports(c)
    assert (report["reporter_name"], report["reason"], report["banned"]) == ("Ann", None, None)
    assert [line["text"] for line in report["context"]] == ["1", "2", "3", "4", "5"]
    # Bob is deleted, with all his data
    server.run(server.service(Database).write, lambda c: erase_guest(c, report["guest"]))
    with server.service(Database).engine.connect() as c:
        assert sql.reports(c) == []
        assert c.execute(chat_report_lines.select()).all() == []


def test_reports_per_day_are_limited(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_service, "MAX_REPORTS_PER_DAY", 1)
    id, bob, _ = table_of_two(server)
    for text in ("nasty", "words"):
        post_message(bob, id, text)
    where = f"/api/tables/{id}/chat/reports"
    server.ann.post(where, {"room": "players", "seq": 1}, 204)
    answer = server.ann.client.post(where, json={"room": "players", "seq": 2})
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "3600")
    assert answer.json()["error"]["message"] == "You have reported 1 message today. Try again tomorrow."


def test_messages_are_rate_limited(server: LocalServer) -> None:
    id, bob, _ = table_of_two(server)
    for number in range(5):
        post_message(bob, id, f"{number}")
    refused = server.guest().client.request("GET", f"/api/tables/{id}/chat")
    assert refused.status_code == 200
    answer = bob.client.post(f"/api/tables/{id}/chat", json={"text": "more", "key": new_key()})
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "10")
    post_message(server.ann, id, "I may")


def test_messages_are_deleted_with_table_and_old_ones_dropped(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat_service, "LIMITS", ())
    monkeypatch.setattr(sql, "MAX_LINES_KEPT", 3)
    ann = server.ann
    id = ann.open("person", "open")
    for number in range(5):
        post_message(ann, id, f"{number}")
    assert read(ann, id) == ["2", "3", "4"]
    ann.put(f"/api/tables/{id}/chat", {"silent": True})
    ann.post(f"/api/tables/{id}/chat/reports", {"room": "players", "seq": 4}, 204)
    ann.post(f"/api/tables/{id}/leave", status=204)
    ann.get(f"/api/tables/{id}/chat", 404)
    with server.service(Database).engine.connect() as c:
        tables = (chat_lines, chats)
        assert [c.execute(table.select()).all() for table in tables] == [[], []]
        assert [one["said"] for one in sql.reports(c)] == ["3"]


def test_text_is_not_interpreted(sqlite_server: LocalServer) -> None:
    id, bob, _ = table_of_two(sqlite_server)
    plain = "<b>see</b> https://example.org/?a=1&b='2'"
    assert post_message(bob, id, plain)["text"] == plain
    for body in ({"text": "x", "phrase": "hello"}, {}, {"phrase": "no such"}, {"text": 3}):
        bob.post(f"/api/tables/{id}/chat", {"key": new_key(), **body}, 422)
    bob.post(f"/api/tables/{id}/chat", {"text": "no key"}, 422)
    half = b'{"text": "\\ud800", "key": "half"}'
    bob.call("POST", f"/api/tables/{id}/chat", 422, content=half, headers={"content-type": "application/json"})


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("a\nb\t c", "a b c"),
        ("\u202eevil\u2066 x\u200b\ufeff", "evil x"),
        ("Jo\u0308rg", "Jörg"),
        ("שלום", "שלום"),
        ("👩\u200d🌾", "👩\u200d🌾"),
        ("z" + "\u0300" * 40, "z" + "\u0300" * 3),
        ("a" * 300, "a" * 300),
    ],
)
def test_disturbing_characters_are_removed(given: str, kept: str) -> None:
    assert chat_service.clean(given) == kept


@pytest.mark.parametrize("given", ["", " \n", "\u200d\u200d", "a" * 301, "a\x00b", "\x1b[31m", "\ud83d"])
def test_invisible_text_is_refused(given: str) -> None:
    with pytest.raises(BadInput):
        chat_service.clean(given)


def test_phrases_exist_in_all_languages() -> None:
    assert len(chat_service.phrases()) >= 8
    for language in vocabulary.LANGUAGES:
        assert tuple(vocabulary.common_words(language)["phrases"]) == chat_service.phrases()
