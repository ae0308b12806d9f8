"""Games without a server: the same as in the library, saved at every step, with bots, undo, lessons and puzzles."""

from __future__ import annotations

import json
import random

import pytest

from stromnetz.bots import make_bot
from stromnetz.lessons import all_lessons
from stromnetz.play.catalogue import editions
from stromnetz.play.files.records import parse_record
from stromnetz.play.new import new_game
from stromnetz.puzzles import all_puzzles
from tests.offline.device import Device

EDITIONS = [edition.id for edition in editions()]


def finish(device: Device, id: str, rng: random.Random) -> None:
    """Let people make random moves until the game is over."""
    for _ in range(20_000):
        device.play_bots(id)
        table = device.get(f"/api/tables/{id}")
        if table["state"] == "finished":
            return
        game = device.app.table(id).session.running_game()
        device.move(id, table["to_act"], rng.choice(game.legal_moves).to_json(), table["version"])
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("edition", EDITIONS)
def test_games_of_bots_equal_those_of_the_library(edition: str) -> None:
    """The same seed, bots and seeds of bots give the same rows."""
    device = Device(seed=3)
    id = device.open("easy", "normal", "beginner", edition=edition)
    device.play_bots(id)
    record = device.get(f"/api/tables/{id}/record")
    opened = device.app.table(id)
    game = new_game(edition, players=3, seed=3, regions="random", options=opened.session.table.settings.options)
    while game.decision is not None:
        seat = game.decision.seat
        bot = make_bot(("easy", "normal", "beginner")[seat], device.app.bot_seed(opened, seat, game.version))
        game.apply(bot.choose(game.view(seat)))
    assert record["rows"] == json.loads(json.dumps(game.to_json()["rows"]))
    assert parse_record(record).result == game.result


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_goes_on_after_the_page_was_closed(edition: str) -> None:
    device, rng = Device(), random.Random(1)
    id = device.open("person", "person", "easy", edition=edition)
    for _ in range(40):
        device.play_bots(id)
        table = device.get(f"/api/tables/{id}")
        views = [device.get(f"/api/tables/{id}/view?seat={seat}") for seat in (0, 1)]
        device.restart()
        assert {**device.get(f"/api/tables/{id}"), "clock": table["clock"]} == table
        assert [device.get(f"/api/tables/{id}/view?seat={seat}") for seat in (0, 1)] == views
        moves = device.app.table(id).session.running_game().legal_moves
        device.move(id, table["to_act"], rng.choice(moves).to_json(), table["version"])


def test_viewers_receive_every_row_once() -> None:
    device, rng = Device(), random.Random(2)
    id = device.open("person", "normal", "normal")
    device.app.connect(id)
    finish(device, id, rng)
    messages = [message for table, message in device.messages if table == id]
    assert [message["type"] for message in messages[:2]] == ["hello", "state"]
    rows = [row["seq"] for message in messages if message["type"] == "rows" for row in message["rows"]]
    assert rows == list(range(1, device.get(f"/api/tables/{id}")["version"] + 1))
    assert messages[-1]["type"] == "table"
    assert messages[-1]["table"]["state"] == "finished"
    assert [one["seat"] for one in messages[-2]["views"]] == [0]


def test_a_viewer_who_left_receives_nothing() -> None:
    device = Device()
    id = device.open("person", "normal")
    device.app.connect(id)
    device.app.disconnect(id)
    device.keep()
    device.messages.clear()
    device.play_bots(id)
    finish(device, id, random.Random(4))
    assert device.messages == []


def test_a_viewer_asks_for_rows_again() -> None:
    device = Device()
    id = device.open("easy", "easy")
    device.play_bots(id)
    device.app.connect(id, since=5)
    device.keep()
    assert [message["type"] for _, message in device.messages] == ["hello", "rows"]
    assert device.messages[1][1]["after"] == 5
    device.app.resume(id, 7)
    device.keep()
    assert device.messages[2][1]["rows"][0]["seq"] == 8


def test_a_move_is_undone_with_the_moves_of_bots_after_it() -> None:
    device = Device()
    id = device.open("person", "easy")
    device.play_bots(id)
    before = device.get(f"/api/tables/{id}/view?seat=0")
    game = device.app.table(id).session.running_game()
    device.move(id, 0, game.legal_moves[-1].to_json(), game.version)
    version = device.get(f"/api/tables/{id}")["version"]
    device.post(f"/api/tables/{id}/undo", {"seat": 0, "version": version, "key": "back"})
    after = device.get(f"/api/tables/{id}/view?seat=0")
    assert {**after, "version": 0} == {**before, "version": 0}


def test_a_repeated_request_acts_once() -> None:
    device = Device()
    id = device.open("person", "person")
    game = device.app.table(id).session.running_game()
    seat = game.position.seat
    body = {"seat": seat, "moves": [game.legal_moves[0].to_json()], "version": game.version, "key": "a"}
    first = device.post(f"/api/tables/{id}/moves", body)
    assert device.post(f"/api/tables/{id}/moves", body) == first
    assert device.get(f"/api/tables/{id}")["version"] == first["version"]
    other = device.post(f"/api/tables/{id}/moves", {**body, "seat": 1 - seat}, 422)
    assert "key" in other["error"]["message"]


def test_lessons_are_played_and_remembered() -> None:
    device = Device()
    lesson = next(iter(all_lessons())).id
    id = device.post(f"/api/lessons/{lesson}", {})["table"]
    state = device.get(f"/api/tables/{id}/lesson")
    assert (state["id"], state["over"]) == (lesson, False)
    assert device.post(f"/api/tables/{id}/lesson/done", {}) == {"done": False}
    device.restart()
    assert {one["id"]: one["state"] for one in device.get("/api/lessons")["lessons"]}[lesson] == "begun"
    assert device.post(f"/api/lessons/{lesson}", {"again": False})["table"] == id
    assert device.post(f"/api/lessons/{lesson}", {"again": True})["table"] != id
    device.get(f"/api/tables/{id}", 404)


@pytest.mark.parametrize("puzzle", list(all_puzzles())[:3])
def test_puzzles_are_answered_and_played_on(puzzle: str) -> None:
    device = Device()
    asked = device.get(f"/api/puzzles/{puzzle}?language=de")
    results = [device.post(f"/api/puzzles/{puzzle}/answer", {"choice": i}) for i in range(len(asked["choices"]))]
    assert [one["right"] for one in results].count(True) == 1
    id = device.post(f"/api/puzzles/{puzzle}/table", {"bot": "easy"})["table"]
    finish(device, id, random.Random(5))


def test_a_finished_game_is_reviewed_exported_and_imported() -> None:
    device = Device()
    id = device.open("person", "easy", options={"short": True})
    finish(device, id, random.Random(6))
    found = device.get(f"/api/tables/{id}/review?seat=0")
    while not found["ready"]:
        assert found["done"] < found["of"]
        found = device.get(f"/api/tables/{id}/review?seat=0")
    assert found["curve"]
    assert found["choices"]
    assert device.get(f"/api/tables/{id}/ranking")["sentences"]
    assert sum(device.get(f"/api/tables/{id}/chances")["chances"]) == pytest.approx(1, abs=0.001)
    record = device.get(f"/api/tables/{id}/record")
    copy = device.post("/api/records", record)["table"]
    assert (copy["imported"], copy["state"]) == (True, "finished")
    assert device.get(f"/api/tables/{copy['id']}/record")["rows"] == record["rows"]


def test_hints_and_reasons_of_bots() -> None:
    device = Device()
    id = device.open("easy", "person")
    device.play_bots(id)
    table = device.get(f"/api/tables/{id}")
    found = device.post(f"/api/tables/{id}/advice", {"seat": 1, "level": "hard"})
    assert found["candidates"][0]["move"] in [
        move.to_json() for move in device.app.table(id).session.running_game().legal_moves
    ]
    rows = device.get(f"/api/tables/{id}/history")["rows"]
    by_bot = [row["seq"] for row in rows if row.get("seat") == 0]
    for version in by_bot:
        reason = device.get(f"/api/tables/{id}/reasons?version={version}")
        assert reason["candidates"][0]["move"] == rows[version]["move"]
    assert by_bot or table["version"] == 0
