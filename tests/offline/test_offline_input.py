"""Bad requests and damaged saves: a clear error, and nothing changes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.offline.device import Device


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "said"),
    [
        ("GET", "/api/tables/nowhere", {}, 404, "table"),
        ("GET", "/api/me/push", {}, 404, "this needs a server"),
        ("POST", "/api/tables", {}, 422, "'seats' is missing"),
        ("POST", "/api/tables", {"seats": "four"}, 422, "'seats' must be a list"),
        ("POST", "/api/tables", {"seats": [{"kind": "robot"}]}, 422, "'kind'"),
        ("POST", "/api/tables", {"seats": [{"kind": "bot", "bot": "os:system"}] * 2}, 422, "there are the bots"),
        ("POST", "/api/tables", {"seats": [{"kind": "person"}]}, 422, "players"),
        ("POST", "/api/me", {"name": ""}, 422, "name"),
        ("POST", "/api/me", {"name": 7}, 422, "'name' must be a text"),
        ("GET", "/api/puzzles?day=today", {}, 422, "must be a date"),
        ("GET", "/api/editions/chess", {}, 404, "there is no edition"),
        ("GET", "/api/lessons/unknown", {}, 404, "this needs a server"),
        ("POST", "/api/lessons/unknown", {}, 404, "lesson"),
        ("POST", "/api/records", {"format": "stromnetz-record"}, 422, "record"),
    ],
)
def test_bad_requests_are_refused(method: str, path: str, body: Any, status: int, said: str) -> None:
    device = Device()
    response = device.ask(method, path, body, status)
    assert said in response["error"]["message"]
    assert device.stored == {}


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        ({"seat": 0, "moves": [], "version": 0}, 422, "'key' is missing"),
        ({"seat": True, "moves": [], "version": 0, "key": "a"}, 422, "'seat' must be a whole number"),
        ({"seat": 0, "moves": [{"kind": "open"}], "version": 99, "key": "a"}, 409, ""),
        ({"seat": 9, "moves": [], "version": 0, "key": "a"}, 404, "seats 0 to 1"),
    ],
)
def test_bad_moves_are_refused(body: dict[str, Any], status: int, said: str) -> None:
    device = Device()
    id = device.open("person", "person")
    before = dict(device.stored)
    assert said in device.post(f"/api/tables/{id}/moves", body, status)["error"]["message"]
    assert device.stored == before


def test_numbers_in_queries_are_checked() -> None:
    device = Device()
    id = device.open("person", "person")
    assert "whole number" in device.get(f"/api/tables/{id}/view?version=x", 422)["error"]["message"]
    assert "'seat' is missing" in device.get(f"/api/tables/{id}/undo", 422)["error"]["message"]


def damaged(change: Any) -> tuple[Device, str, str]:
    """A device with a good table, and another whose saved text was changed."""
    device = Device()
    good, bad = device.open("person", "person"), device.open("person", "person")
    saved = json.loads(device.stored[f"table {bad}"])
    change(saved)
    device.stored[f"table {bad}"] = json.dumps(saved)
    device.restart()
    return device, good, bad


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda saved: saved.update(version=99), "newer version"),
        (lambda saved: saved.update(format="chess"), "not a table"),
        (lambda saved: saved["table"].pop("seats"), "damaged"),
        (lambda saved: saved["table"].update(seats=7), "damaged"),
        (lambda saved: saved["record"].update(rows=[]), ""),
        (lambda saved: saved["record"]["rows"].append({"seat": 0, "move": {"kind": "nonsense"}}), ""),
    ],
)
def test_damaged_saves_are_kept_and_others_still_open(change: Any, said: str) -> None:
    device, good, bad = damaged(change)
    stored = dict(device.stored)
    error = device.get(f"/api/tables/{bad}", 422)["error"]["message"]
    assert said in error
    assert device.get(f"/api/tables/{bad}", 422)["error"]["message"] == error
    assert [one["id"] for one in device.get("/api/me/tables")["tables"]] == [good]
    assert device.stored == stored


def test_unknown_fields_of_saves_are_ignored() -> None:
    def add(saved: dict[str, Any]) -> None:
        saved["later"] = saved["table"]["later"] = saved["table"]["seats"][0]["later"] = 1

    device, good, bad = damaged(add)
    assert {one["id"] for one in device.get("/api/me/tables")["tables"]} == {good, bad}
