"""Tables of a device before and after their games: seats, colours, resigning, rematches, and the list of my tables."""

from __future__ import annotations

import random

from tests.offline.device import Device
from tests.offline.test_offline_games import finish


def lobby(device: Device) -> str:
    """Open a table of three with a free seat."""
    seats = [{"kind": "person"}, {"kind": "open"}, {"kind": "bot", "bot": "easy"}]
    id: str = device.post("/api/tables", {"seats": seats, "name": "Ann"})["table"]["id"]
    return id


def test_seats_are_changed_before_the_game() -> None:
    device = Device()
    id = lobby(device)
    assert "seats" in device.post(f"/api/tables/{id}/start", status=409)["error"]["message"]
    device.ask("PUT", f"/api/tables/{id}/seats/1", {"kind": "person", "name": "Ann"})
    device.ask("PUT", f"/api/tables/{id}/seats/2", {"kind": "bot", "bot": "hard"})
    device.ask("PUT", f"/api/tables/{id}/seats/0/colour", {"colour": 5})
    device.ask("PUT", f"/api/tables/{id}/seats/2", {"kind": "bot", "bot": "unknown"}, 422)
    device.restart()
    table = device.post(f"/api/tables/{id}/start")
    assert [(seat["kind"], seat["bot"], seat["mine"]) for seat in table["seats"]] == [
        ("person", None, True),
        ("person", None, True),
        ("bot", "hard", False),
    ]
    assert [seat["name"] for seat in table["seats"]][:2] == ["Ann", "Ann 2"]
    assert table["seats"][0]["colour"] == 5
    assert table["state"] == "running"


def test_a_table_is_left_and_gone() -> None:
    device = Device()
    id = lobby(device)
    assert device.post(f"/api/tables/{id}/leave", status=204) is None
    device.get(f"/api/tables/{id}", 404)
    assert device.stored == {}


def test_a_name_is_kept() -> None:
    device = Device()
    assert device.get("/api/me") == {"guest": False, "name": None, "unreadable": False, "account": None}
    device.post("/api/me", {"name": "Eva"})
    device.restart()
    assert device.get("/api/me")["name"] == "Eva"
    assert device.get("/api/me")["guest"] is True
    seats = [{"kind": "person"}, {"kind": "bot", "bot": "easy"}]
    assert device.post("/api/tables", {"seats": seats})["table"]["seats"][0]["name"] == "Eva"


def test_resigning_ends_a_game_of_two() -> None:
    device = Device()
    id = device.open("person", "easy")
    device.play_bots(id)
    table = device.post(f"/api/tables/{id}/resign", {"seat": 0})
    assert (table["state"], table["ending"]) == ("finished", "resigned")
    assert [event["kind"] for event in device.get(f"/api/tables/{id}/events")["events"]] == ["resigned"]
    assert device.get(f"/api/tables/{id}/view")["result"]["winners"] == [1]


def test_an_abandoned_game_has_no_winner() -> None:
    device = Device()
    id = device.open("person", "person")
    assert device.post(f"/api/tables/{id}/abandon", {"agree": True})["ending"] == "closed"
    assert device.get(f"/api/tables/{id}/view")["result"]["winners"] == []


def test_a_rematch_is_opened_once_with_the_same_seats() -> None:
    device = Device()
    id = device.open("person", "easy", options={"short": True})
    device.post(f"/api/tables/{id}/rematch", status=409)
    finish(device, id, random.Random(8))
    again = device.post(f"/api/tables/{id}/rematch")["table"]
    assert [seat["kind"] for seat in again["seats"]] == ["person", "bot"]
    assert (again["state"], again["rematch_of"]) == ("lobby", id)
    device.restart()
    assert device.post(f"/api/tables/{id}/rematch")["table"]["id"] == again["id"]


def test_my_tables_are_listed_and_archived() -> None:
    device = Device()
    waits, other = device.open("person", "person"), lobby(device)
    turns = device.get("/api/me/turns")
    assert (turns["count"], turns["tables"], turns["running"]) == (1, [waits], 1)

    def shown(show: str) -> set[str]:
        return {one["id"] for one in device.get(f"/api/me/tables?show={show}")["tables"]}

    assert (shown("all"), shown("turn"), shown("lobby"), shown("archived")) == ({waits, other}, {waits}, {other}, set())
    device.ask("PUT", f"/api/me/tables/{waits}/archived", {"archived": True})
    device.restart()
    assert (shown("all"), shown("archived"), device.get("/api/me/turns")["count"]) == ({other}, {waits}, 0)


def test_hints_need_the_consent_of_everybody_at_the_screen() -> None:
    device = Device()
    id = device.open("person", "person")
    assert device.get(f"/api/tables/{id}/advice")["advised"] is False
    seat = device.get(f"/api/tables/{id}")["to_act"]
    device.post(f"/api/tables/{id}/advice", {"seat": seat, "level": "hard"}, 403)
    for number in (0, 1):
        device.post(f"/api/tables/{id}/seats/{number}/advice", {"agree": True})
    assert device.post(f"/api/tables/{id}/advice", {"seat": seat, "level": "hard"})["candidates"]
