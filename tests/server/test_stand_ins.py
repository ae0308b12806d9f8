"""Without a clock: who is away, who votes for a bot in their place, and how they come back."""

from __future__ import annotations

from typing import Any

from stromnetz.server.table_play.clock_service import ClockService
from stromnetz.server.tables.cache import TableCache
from stromnetz.server.tables.service import TableService
from tests.server.conftest import Time
from tests.server.house import Guest, House, Json
from tests.server.test_clocks import Make, clock, move

DAYS = 24 * 3600.0


def three(house: House, **settings: Any) -> tuple[str, Guest, Guest, Guest]:
    """A table of Ann, Bob and Cem without a clock; at the beginning everybody is there."""
    ann, bob, cem = house.ann, house.guest(), house.guest()
    id = ann.open("person", "open", "open", "plain", **settings)
    for guest, name in ((bob, "Bob"), (cem, "Cem")):
        guest.post(f"/api/tables/{id}/join", {"name": name})
    ann.post(f"/api/tables/{id}/start")
    return id, ann, bob, cem


def away(guest: Guest, id: str) -> list[int]:
    return [one["seat"] for one in clock(guest, id)["seats"] if one["away"]]


def vote(guest: Guest, id: str, seat: int, status: int = 200, yes: bool = True) -> Json:
    out: Json = guest.post(f"/api/tables/{id}/seats/{seat}/stand-in", {"vote": yes}, status)
    return out


def look_in(house: House, guest: Guest, id: str) -> None:
    with guest.live(id) as socket:
        socket.receive_json()


def test_the_others_vote_for_a_stand_in_and_the_person_takes_the_seat_back(house: House, time: Time) -> None:
    id, ann, bob, cem = three(house)
    time.pass_by(2.9 * DAYS)
    look_in(house, ann, id)
    look_in(house, bob, id)
    assert away(ann, id) == []
    vote(ann, id, 2, 409)
    time.pass_by(0.2 * DAYS)
    assert away(ann, id) == [2]
    # not by whoever does not play, not by oneself, and not for a bot
    vote(house.guest(), id, 2, 403)
    vote(cem, id, 2, 403)
    vote(ann, id, 3, 409)
    seat = vote(ann, id, 2)["clock"]["seats"][2]
    assert (seat["votes"], seat["voters"]) == ([0], 2)
    assert vote(ann, id, 2, yes=False)["clock"]["seats"][2]["votes"] == []
    vote(ann, id, 2)
    seat = vote(bob, id, 2)["clock"]["seats"][2]
    assert (seat["stand_in"], seat["votes"]) == ("normal", [])
    house.wait_for_people(id)
    assert house.game(id).position.seat in (0, 1)
    # whatever Cem sees stays what it was, and nobody else can take the seat
    assert cem.get(f"/api/tables/{id}/view", seat=2)["seat"] == 2
    bob.post(f"/api/tables/{id}/seats/2/return", status=403)
    back = cem.post(f"/api/tables/{id}/seats/2/return")["clock"]["seats"][2]
    assert (back["stand_in"], back["away"]) == (None, False)
    cem.post(f"/api/tables/{id}/seats/2/return")  # twice does no harm


def test_who_looks_in_is_not_away_and_ends_the_votes(house: House, time: Time) -> None:
    id, ann, bob, cem = three(house, clock={"kind": "none", "away": 600})
    time.pass_by(590)
    look_in(house, ann, id)
    look_in(house, bob, id)
    time.pass_by(10)
    vote(ann, id, 2)
    look_in(house, cem, id)
    assert clock(ann, id)["seats"][2]["votes"] == []
    vote(bob, id, 2, 409)
    # it is written down, so another process and the next start know it too
    house.run(house.service(ClockService).store_presence)
    house.service(TableCache).evict(house.run(house.service(TableService).get, id))
    time.pass_by(599)
    assert 2 not in away(ann, id)
    time.pass_by(1)
    assert 2 in away(ann, id)


def test_a_page_that_is_left_open_does_not_hold_a_table_for_ever(sqlite_house: House, time: Time) -> None:
    house = sqlite_house
    id, ann, bob, cem = three(house, clock={"kind": "none", "away": 600})
    house.wait_for_people(id)
    seat = house.game(id).position.seat
    guests = {0: ann, 1: bob, 2: cem}
    with guests[seat].live(id) as socket:
        socket.receive_json()
        time.pass_by(1199)
        house.run(house.service(ClockService).store_presence)
        assert seat not in away(ann, id)
        time.pass_by(1)
        house.run(house.service(ClockService).store_presence)
        assert seat in away(ann, id)


def test_who_is_away_does_not_count_for_the_majority(house: House, time: Time) -> None:
    """Of four people two are away: the two who are left decide together."""
    ann, others = house.ann, [house.guest() for _ in range(3)]
    id = ann.open("person", "open", "open", "open")
    for guest in others:
        guest.post(f"/api/tables/{id}/join", {"name": "Bob"})
    ann.post(f"/api/tables/{id}/start")
    time.pass_by(2 * DAYS)
    look_in(house, ann, id)
    look_in(house, others[0], id)
    time.pass_by(1 * DAYS)
    assert away(ann, id) == [2, 3]
    assert vote(ann, id, 3)["clock"]["seats"][3]["stand_in"] is None
    assert vote(others[0], id, 3)["clock"]["seats"][3]["stand_in"] == "normal"
    ann.post(f"/api/tables/{id}/seats/0/return")


def test_a_table_with_a_clock_needs_no_vote(sqlite_house: House, time: Time) -> None:
    id, ann, _, _ = three(sqlite_house, clock={"kind": "correspondence"})
    time.pass_by(4 * DAYS)
    look_in(sqlite_house, ann, id)
    vote(ann, id, 1, 409)


def test_after_a_week_of_holiday_the_others_vote_for_a_stand_in(house: House, time: Time) -> None:
    id, ann, bob, cem = three(house, clock={"kind": "correspondence", "turn": 24 * 3600})
    players = {0: ann, 1: bob, 2: cem}
    if house.game(id).position.seat == 2:  # a turn that is running is no part of a holiday
        move(house, id, players)
    cem.put("/api/me/rest", {"zone": "UTC", "holidays": [{"from": "2030-03-18", "to": "2030-04-10"}]})
    time.pass_by(0.5 * DAYS)
    house.wait_for_people(id)
    while house.game(id).position.seat != 2:
        move(house, id, players)
        house.wait_for_people(id)
    # it is only now that anybody waits
    seat = clock(ann, id)["seats"][2]
    assert (seat["holiday"], seat["votable"]) == ("2030-04-10", False)
    assert seat["vote_at"] == time.ms + 7 * DAYS * 1000
    time.pass_by(6.9 * DAYS)
    assert "7" in vote(ann, id, 2, 409)["error"]["message"]
    time.pass_by(0.1 * DAYS)
    look_in(house, ann, id)
    look_in(house, bob, id)
    assert clock(ann, id)["seats"][2]["votable"]
    # nobody else can be voted for, and Cem does not vote on it
    vote(ann, id, 1, 409)
    vote(cem, id, 2, 403)
    assert vote(ann, id, 2)["clock"]["seats"][2]["votes"] == [0]
    look_in(house, cem, id)  # on holiday one may look in without holding up the others
    held = vote(bob, id, 2)["clock"]["seats"][2]
    assert (held["stand_in"], held["votable"]) == ("normal", False)
    house.wait_for_people(id)
    assert house.game(id).position.seat in (0, 1)
    assert cem.post(f"/api/tables/{id}/seats/2/return")["clock"]["seats"][2]["stand_in"] is None


def test_without_a_clock_the_others_wait_a_week_for_somebody_on_holiday(sqlite_house: House, time: Time) -> None:
    house = sqlite_house
    id, ann, bob, cem = three(house)
    cem.put("/api/me/rest", {"zone": "UTC", "holidays": [{"from": "2030-03-18", "to": "2030-04-10"}]})
    for _ in range(2):
        time.pass_by(3.4 * DAYS)
        look_in(house, ann, id)
        look_in(house, bob, id)
    assert [clock(ann, id)["seats"][2][key] for key in ("holiday", "away", "votable")] == ["2030-04-10", True, False]
    vote(ann, id, 2, 409)
    time.pass_by(0.2 * DAYS)
    vote(ann, id, 2)
    assert vote(bob, id, 2)["clock"]["seats"][2]["stand_in"] == "normal"


def test_the_host_can_switch_stand_ins_off(tmp_path: object, make_house: Make, time: Time) -> None:
    house = make_house(f"{tmp_path}/games.sqlite", no_stand_ins=True)
    id, ann, _, _ = three(house)
    time.pass_by(4 * DAYS)
    look_in(house, ann, id)
    vote(ann, id, 1, 409)
    assert ann.get("/api/features")["stand_ins"] is False


def test_a_stand_in_goes_on_after_a_restart(database: str, make_house: Make, time: Time) -> None:
    house = make_house(database)
    id, ann, bob, _ = three(house)
    time.pass_by(4 * DAYS)
    look_in(house, ann, id)
    look_in(house, bob, id)
    vote(ann, id, 2)
    vote(bob, id, 2)
    cookies = dict(ann.client.cookies)
    house.stop()
    house = make_house(database)
    house.ann.client.cookies = cookies
    house.wait_for_people(id)
    assert house.game(id).position.seat in (0, 1)
    assert clock(house.ann, id)["seats"][2]["stand_in"] == "normal"
