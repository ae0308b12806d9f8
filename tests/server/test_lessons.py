"""Lessons on the server: a table of one's own, in no list, with progress that is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from stromnetz.lessons import all_lessons
from stromnetz.server.core.database.database import Database
from stromnetz.server.tables.cleanup import DAY, UNUSED_DAYS, RetentionPolicy, remove_expired
from stromnetz.server.tables.service import TableService
from stromnetz.tables.time import now_ms
from tests.server.house import Guest, House, new_key


def begin(guest: Guest, id: str, again: bool = False) -> str:
    table: str = guest.post(f"/api/lessons/{id}", {"again": again}, 201)["table"]
    return table


def states(guest: Guest) -> dict[str, str]:
    return {one["id"]: one["state"] for one in guest.get("/api/lessons")["lessons"]}


def lesson(guest: Guest, table: str, **more: Any) -> Any:
    return guest.get(f"/api/tables/{table}/lesson", **more)


def test_a_lesson_is_played_left_and_done(house: House) -> None:
    ann = house.ann
    assert [one["id"] for one in ann.get("/api/lessons")["lessons"]] == [one.id for one in all_lessons()]
    table = begin(ann, "fuel")
    assert begin(ann, "fuel") == table, "whoever comes back finds it as it was"
    assert states(ann)["fuel"] == "begun"
    at = lesson(ann, table)
    assert (at["step"], at["steps"], at["asked"], at["over"]) == (0, 1, True, False)
    assert at["texts"][0]["at"] == "fuel:coal"
    german = lesson(ann, table, language="de")
    assert german["texts"][0]["text"] != at["texts"][0]["text"]
    assert ann.post(f"/api/tables/{table}/lesson/done") == {"done": False}
    ann.move(table, 0, {"kind": "buy", "fuel": "coal", "count": 2}, at["version"])
    after = lesson(ann, table)
    assert (after["over"], after["left"], after["good"] is not None) == (True, 0, True)
    assert ann.post(f"/api/tables/{table}/lesson/done") == {"done": True}
    assert states(ann)["fuel"] == "done"
    again = begin(ann, "fuel", again=True)
    assert again != table
    ann.get(f"/api/tables/{table}", 404)
    assert states(ann)["fuel"] == "done", "what was done stays done"


def test_the_record_of_a_lesson_is_taken_out_and_in(sqlite_house: House) -> None:
    """Played on to the end of the game, with moves taken back that could not be taken back elsewhere."""
    house = sqlite_house
    ann, bob = house.ann, house.guest()
    table = begin(ann, "plants")
    ann.move(table, 0, {"kind": "open", "plant": 8, "bid": 8}, 0)
    house.wait_for_people(table)
    ann.post(f"/api/tables/{table}/lesson/back", {"version": lesson(ann, table)["version"], "key": new_key()})
    house.play(table, {0: ann}, moves=3)
    house.finish(table)
    record = ann.get(f"/api/tables/{table}/record")
    taken = bob.post("/api/records", record, 201)["table"]
    assert taken["imported"]
    there, here = (bob.get(f"/api/tables/{id}/view") for id in (taken["id"], table))
    # the same game, without what was taken back
    assert there["version"] < here["version"]
    changing = ("version", "course")
    assert {k: v for k, v in there.items() if k not in changing} == {k: v for k, v in here.items() if k not in changing}


def test_another_move_is_told_and_taken_back_though_a_card_was_turned_up(house: House) -> None:
    ann = house.ann
    table = begin(ann, "plants")
    before = ann.get(f"/api/tables/{table}/view")
    ann.move(table, 0, {"kind": "open", "plant": 8, "bid": 8}, 0)
    house.wait_for_people(table)
    at = lesson(ann, table)
    assert "8" in at["other"]
    assert "42" not in at["other"]
    made = ann.post(f"/api/tables/{table}/lesson/back", {"version": at["version"], "key": new_key()})
    nothing = {"version": made["version"], "key": new_key()}
    assert ann.post(f"/api/tables/{table}/lesson/back", nothing, 409)["error"]["rule"] == "G1"
    back = ann.get(f"/api/tables/{table}/view")
    assert made["version"] == back["version"] > at["version"]
    changing = ("version", "course")
    assert {k: v for k, v in back.items() if k not in changing} == {
        k: v for k, v in before.items() if k not in changing
    }
    assert (lesson(ann, table)["other"], lesson(ann, table)["step"]) == (None, 0)


def test_a_lesson_is_nobody_elses_and_in_no_list(house: House) -> None:
    ann, ben = house.ann, house.guest()
    table = begin(ann, "fuel")
    assert ann.get("/api/me/tables")["tables"] == []
    assert ann.get("/api/tables", state="running")["tables"] == []
    ben.post("/api/me", {"name": "Ben"})
    ben.get(f"/api/tables/{table}/lesson", 403)
    ben.post(f"/api/tables/{table}/lesson/back", {"version": 0, "key": "a"}, 403)
    ben.post(f"/api/tables/{table}/lesson/done", status=403)
    assert states(ben)["fuel"] == "new"
    ann.post("/api/lessons/nothing", {}, 404)
    other = ann.open("person", "plain", start=True)
    assert ann.get(f"/api/tables/{other}/lesson", 409)["error"]["message"] == "No lesson is played at this table."


def test_a_lesson_that_was_left_goes_away_and_can_be_begun_anew(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = begin(house.ann, "fuel")
    later = now_ms() + (UNUSED_DAYS + 1) * DAY
    monkeypatch.setattr("stromnetz.server.tables.cleanup.now_ms", lambda: later)
    assert house.run(remove_expired, house.service(TableService), house.service(Database), RetentionPolicy({})) == 1
    assert states(house.ann)["fuel"] == "new"
    assert begin(house.ann, "fuel") != table


def test_lessons_outlive_a_restart(make_house: Callable[..., House], database: str) -> None:
    house = make_house(database)
    table = begin(house.ann, "auction")
    house.ann.move(table, 0, {"kind": "open", "plant": 10, "bid": 10}, 0)
    house.wait_for_people(table)
    at, cookies = lesson(house.ann, table), dict(house.ann.client.cookies)
    house.stop()
    house = make_house(database)
    house.ann.client.cookies = cookies
    assert begin(house.ann, "auction") == table
    assert lesson(house.ann, table) == at
