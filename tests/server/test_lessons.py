"""Lessons on the server: a private table, and progress."""

from __future__ import annotations

from typing import Any

import pytest

from stromnetz.lessons import all_lessons
from stromnetz.server.core.database.database import Database
from stromnetz.server.tables.cleanup import UNUSED_DAYS, RetentionPolicy, remove_expired
from stromnetz.server.tables.service import TableService
from stromnetz.tables.time import DAY_MS, now_ms
from tests.server.local_server import Guest, LocalServer, MakeServer, new_key


def begin(guest: Guest, id: str, again: bool = False) -> str:
    table: str = guest.post(f"/api/lessons/{id}", {"again": again}, 201)["table"]
    return table


def states(guest: Guest) -> dict[str, str]:
    return {one["id"]: one["state"] for one in guest.get("/api/lessons")["lessons"]}


def lesson(guest: Guest, table: str, **more: Any) -> Any:
    return guest.get(f"/api/tables/{table}/lesson", **more)


def test_lesson_is_played_left_and_finished(server: LocalServer) -> None:
    ann = server.ann
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


def test_lesson_is_continued_by_its_link(sqlite_server: LocalServer) -> None:
    ann, phone = sqlite_server.ann, sqlite_server.guest()
    table = begin(ann, "fuel")
    token = ann.get(f"/api/tables/{table}/seats/0/recovery")["token"]
    assert phone.post("/api/recover", {"token": token})["table"]["id"] == table
    assert lesson(phone, table)["asked"]


def test_record_of_lesson_is_exported_and_imported(sqlite_server: LocalServer) -> None:
    """The game is played to its end, with undos that only lessons allow."""
    server = sqlite_server
    ann, bob = server.ann, server.guest()
    table = begin(ann, "plants")
    ann.move(table, 0, {"kind": "open", "plant": 8, "bid": 8}, 0)
    server.wait_for_people(table)
    ann.post(f"/api/tables/{table}/lesson/back", {"version": lesson(ann, table)["version"], "key": new_key()})
    server.play(table, {0: ann}, moves=3)
    server.finish(table)
    record = ann.get(f"/api/tables/{table}/record")
    taken = bob.post("/api/records", record, 201)["table"]
    assert taken["imported"]
    there, here = (bob.get(f"/api/tables/{id}/view") for id in (taken["id"], table))
    # the same game, without the undone moves
    assert there["version"] < here["version"]
    changing = ("version", "continuation")
    assert {k: v for k, v in there.items() if k not in changing} == {k: v for k, v in here.items() if k not in changing}


def test_other_move_is_explained_and_undone_despite_revealed_card(server: LocalServer) -> None:
    ann = server.ann
    table = begin(ann, "plants")
    before = ann.get(f"/api/tables/{table}/view")
    ann.move(table, 0, {"kind": "open", "plant": 8, "bid": 8}, 0)
    server.wait_for_people(table)
    at = lesson(ann, table)
    assert "8" in at["other"]
    assert "42" not in at["other"]
    made = ann.post(f"/api/tables/{table}/lesson/back", {"version": at["version"], "key": new_key()})
    nothing = {"version": made["version"], "key": new_key()}
    assert ann.post(f"/api/tables/{table}/lesson/back", nothing, 409)["error"]["rule"] == "G1"
    back = ann.get(f"/api/tables/{table}/view")
    assert made["version"] == back["version"] > at["version"]
    changing = ("version", "continuation")
    assert {k: v for k, v in back.items() if k not in changing} == {
        k: v for k, v in before.items() if k not in changing
    }
    assert (lesson(ann, table)["other"], lesson(ann, table)["step"]) == (None, 0)


def test_lesson_is_private_and_unlisted(server: LocalServer) -> None:
    ann, ben = server.ann, server.guest()
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
    assert ann.get(f"/api/tables/{other}/lesson", 409)["error"]["message"] == "This table isn't a lesson."


def test_unused_lesson_is_deleted_and_can_be_restarted(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    table = begin(server.ann, "fuel")
    later = now_ms() + (UNUSED_DAYS + 1) * DAY_MS
    monkeypatch.setattr("stromnetz.server.tables.cleanup.now_ms", lambda: later)
    assert server.run(remove_expired, server.service(TableService), server.service(Database), RetentionPolicy({})) == 1
    assert states(server.ann)["fuel"] == "new"
    assert begin(server.ann, "fuel") != table


def test_lessons_survive_restart(make_server: MakeServer, database: str) -> None:
    server = make_server(database)
    table = begin(server.ann, "auction")
    server.ann.move(table, 0, {"kind": "open", "plant": 10, "bid": 10}, 0)
    server.wait_for_people(table)
    at = lesson(server.ann, table)
    server.restart()
    assert begin(server.ann, "auction") == table
    assert lesson(server.ann, table) == at
