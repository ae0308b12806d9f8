"""Hints over HTTP: who gets them, at which level, with whose consent; and the reasons of bots' moves."""

from __future__ import annotations

import re
from typing import Any

from tests.server.local_server import Guest, LocalServer, MakeServer


def test_hint_on_own_turn_without_other_people(server: LocalServer) -> None:
    ann, eve = server.ann, server.guest()
    id = ann.open("person", "plain", start=True)
    server.wait_for_people(id)
    path, version = f"/api/tables/{id}/advice", server.game(id).version
    out = ann.post(path, {"seat": 0})
    assert out["version"] == version
    best = out["candidates"][0]
    assert best["worth"] >= out["candidates"][-1]["worth"] - 2
    assert "of games" in out["text"]
    assert server.game(id).version == version
    spoken = ann.client.post(path, json={"seat": 0}, headers={"accept-language": "de"}).json()
    assert (spoken["candidates"][0]["move"], spoken["text"] != out["text"]) == (best["move"], True)
    eve.post(path, {"seat": 0}, 403)
    ann.post(path, {"seat": 1}, 403)
    ann.move(id, 0, best["move"], version, status=200)


def test_hint_level_can_be_chosen(server: LocalServer) -> None:
    ann = server.ann
    id = ann.open("person", "plain", "plain", "plain", start=True)
    server.wait_for_people(id)
    path = f"/api/tables/{id}/advice"
    asked = ann.get(path)
    assert asked == {"levels": ["easy", "normal", "hard", "master"], "level": "master", "advised": True}
    for level in asked["levels"]:
        out = ann.post(path, {"seat": 0, "level": level})
        assert re.search(r"\d", out["text"])
        assert out["unit"] == ("percent" if level == "master" else "money")
    assert ann.post(path, {"seat": 0}) == ann.post(path, {"seat": 0, "level": "master"})
    ann.post(path, {"seat": 0, "level": "best"}, 422)


def start_game(server: LocalServer, **settings: Any) -> tuple[str, Guest]:
    """Start a table of Ann, Bob and a bot."""
    id, _, bob = server.game_of_two("plain", **settings)
    return id, bob


def test_hints_need_consent_of_all_people(server: LocalServer) -> None:
    ann, eve = server.ann, server.guest()
    id, bob = start_game(server)
    by_seat = {0: ann, 1: bob}
    path, seat = f"/api/tables/{id}/advice", server.wait_for_people(id)["to_act"]
    asking = by_seat[seat]

    def agreed(guest: Guest, number: int, wanted: bool) -> list[bool]:
        table = guest.post(f"/api/tables/{id}/seats/{number}/advice", {"agree": wanted})
        everybody = [who.get(f"/api/tables/{id}") for who in (ann, bob, eve)]
        assert {one["advised"] for one in everybody} == {table["advised"]}
        return [table["advised"], *[one["advice"] for one in table["seats"]]]

    error = asking.post(path, {"seat": seat}, 403)["error"]
    assert error["message"] == "Hints are off until everyone at this table agrees. Still missing: Ann, Bob."
    assert agreed(ann, 0, True) == [False, True, False, False]
    told = {
        language: asking.client.post(path, json={"seat": seat}, headers={"accept-language": language}).json()["error"]
        for language in ("en", "de", "nl")
    }
    assert len({one["message"] for one in told.values()}) == 3
    assert all(one["message"].endswith(": Bob.") and one["facts"]["seats"] == [1] for one in told.values())
    # nobody can consent for others
    ann.post(f"/api/tables/{id}/seats/1/advice", {"agree": True}, 403)
    eve.post(f"/api/tables/{id}/seats/1/advice", {"agree": True}, 403)
    assert agreed(bob, 1, True) == [True, True, True, False]
    assert asking.post(path, {"seat": seat, "level": "easy"})["candidates"]
    assert asking.post(path, {"seat": seat})["text"]
    eve.post(path, {"seat": seat}, 403)
    assert agreed(bob, 1, False) == [False, True, False, False]
    asking.post(path, {"seat": seat}, 403)
    # players who have resigned are not asked
    bob.post(f"/api/tables/{id}/resign", {"seat": 1})
    assert ann.get(f"/api/tables/{id}")["advised"]


def test_consent_is_stored_and_sent_to_viewers(database: str, make_server: MakeServer) -> None:
    server = make_server(database)
    id, bob = start_game(server)
    with server.guest().live(id) as socket:
        for number, guest in ((0, server.ann), (1, bob)):
            guest.post(f"/api/tables/{id}/seats/{number}/advice", {"agree": True})
        while (message := socket.receive_json())["type"] != "table" or not message["table"]["advised"]:
            pass
        assert [one["advice"] for one in message["table"]["seats"]] == [True, True, False]
    server.restart()
    assert server.ann.get(f"/api/tables/{id}")["advised"]


def test_no_consent_at_finished_table_or_for_shared_screen(server: LocalServer) -> None:
    ann = server.ann
    id = ann.open("person", "person", start=True, options={"short": True})
    ann.post(f"/api/tables/{id}/seats/0/advice", {"agree": True})
    assert not ann.get(f"/api/tables/{id}")["advised"]
    server.play(id, {0: ann, 1: ann})
    ann.post(f"/api/tables/{id}/seats/1/advice", {"agree": True}, 409)


def test_reasons_of_bots_with_consent(server: LocalServer) -> None:
    id, bob = start_game(server)
    server.play(id, {0: server.ann, 1: bob}, moves=4)
    path, version = f"/api/tables/{id}/reasons", bot_row(server, id, 2)
    server.ann.get(path, 403, version=version)
    for number, guest in ((0, server.ann), (1, bob)):
        guest.post(f"/api/tables/{id}/seats/{number}/advice", {"agree": True})
    assert server.ann.get(path, version=version)["candidates"]
    error = server.guest().get(path, 403, version=version)["error"]
    assert error["message"] == "Only players at this table can get hints."


def test_hint_needs_own_turn_and_running_game(server: LocalServer) -> None:
    id = server.ann.open("person", "plain")
    server.ann.post(f"/api/tables/{id}/advice", {"seat": 0}, 409)
    over = server.ann.open("person", "plain", start=True, options={"short": True})
    server.play(over, {0: server.ann})
    server.ann.post(f"/api/tables/{over}/advice", {"seat": 0}, 409)


def bot_row(server: LocalServer, id: str, seat: int) -> int:
    return next(row.seq for row in server.game(id).rows if row.seat == seat and row.move is not None)


def test_reasons_of_bots_without_other_people(server: LocalServer) -> None:
    ann, eve = server.ann, server.guest()
    id = ann.open("person", "easy", "hard", start=True, options={"short": True})
    server.play(id, {0: ann}, moves=4)
    for seat in (1, 2):
        version = bot_row(server, id, seat)
        out = ann.get(f"/api/tables/{id}/reasons", version=version)
        move = server.game(id).rows[version].move
        assert move is not None
        assert (out["version"], out["candidates"][0]["move"]) == (version, move.to_json())
        eve.get(f"/api/tables/{id}/reasons", 403, version=version)
    mine = bot_row(server, id, 0)
    for version in (mine, 0, 5000):
        error = ann.get(f"/api/tables/{id}/reasons", 409, version=version)["error"]
        assert error["message"] == "The reason isn't known."


def test_reasons_of_the_master_are_about_the_move_it_played(server: LocalServer) -> None:
    """Also where a closer look recommends another move."""
    id = server.ann.open("person", "master", start=True, edition="classic-2004", map="germany")
    server.play(id, {0: server.ann}, moves=6)
    rows = [row for row in server.game(id).rows if row.seat == 1 and row.move is not None]
    assert len(rows) > 2
    for row in rows:
        out = server.ann.get(f"/api/tables/{id}/reasons", version=row.seq)
        assert row.move is not None
        assert out["candidates"][0]["move"] == row.move.to_json()


def test_reasons_do_not_reveal_hidden_information(server: LocalServer) -> None:
    options = {"short": True, "money": "hidden"}
    id = server.ann.open("person", "hard", start=True, options=options)
    server.play(id, {0: server.ann}, moves=4)
    path, version = f"/api/tables/{id}/reasons", bot_row(server, id, 1)
    assert "once the game is over" in server.ann.get(path, 403, version=version)["error"]["message"]
    server.play(id, {0: server.ann})
    assert server.ann.get(path, version=version)["candidates"]
