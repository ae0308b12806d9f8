"""Absence without clocks: votes for stand-ins, and players who come back."""

from __future__ import annotations

from typing import Any

from stromnetz.server.table_play.clock_service import ClockService
from tests.server.conftest import Time
from tests.server.local_server import Guest, Json, LocalServer, MakeServer, read_until
from tests.server.test_accounts import account, log_in
from tests.server.test_clocks import clock, move

DAYS = 24 * 3600.0


def start_game(server: LocalServer, **settings: Any) -> tuple[str, Guest, Guest, Guest]:
    """Start a table of Ann, Bob and Cem without a clock, with everyone present."""
    return server.game_of_three("plain", **settings)


def away(guest: Guest, id: str) -> list[int]:
    return [one["seat"] for one in clock(guest, id)["seats"] if one["away"]]


def vote(guest: Guest, id: str, seat: int, status: int = 200, yes: bool = True) -> Json:
    out: Json = guest.post(f"/api/tables/{id}/seats/{seat}/stand-in", {"vote": yes}, status)
    return out


def look_in(server: LocalServer, guest: Guest, id: str) -> None:
    with guest.live(id) as socket:
        socket.receive_json()


def test_others_vote_for_stand_in_and_player_comes_back(server: LocalServer, time: Time) -> None:
    id, ann, bob, cem = start_game(server)
    time.pass_by(2.9 * DAYS)
    look_in(server, ann, id)
    look_in(server, bob, id)
    assert away(ann, id) == []
    vote(ann, id, 2, 409)
    time.pass_by(0.2 * DAYS)
    assert away(ann, id) == [2]
    # not by others, not for oneself, and not for a bot
    vote(server.guest(), id, 2, 403)
    vote(cem, id, 2, 403)
    vote(ann, id, 3, 409)
    seat = vote(ann, id, 2)["clock"]["seats"][2]
    assert (seat["votes"], seat["voters"]) == ([0], 2)
    assert vote(ann, id, 2, yes=False)["clock"]["seats"][2]["votes"] == []
    vote(ann, id, 2)
    seat = vote(bob, id, 2)["clock"]["seats"][2]
    assert (seat["stand_in"], seat["votes"]) == ("normal", [])
    server.wait_for_people(id)
    assert server.game(id).position.seat in (0, 1)
    # Cem still sees their own seat only, and nobody else can take it
    assert cem.get(f"/api/tables/{id}/view", seat=2)["seat"] == 2
    bob.post(f"/api/tables/{id}/seats/2/return", status=403)
    back = cem.post(f"/api/tables/{id}/seats/2/return")["clock"]["seats"][2]
    assert (back["stand_in"], back["away"]) == (None, False)
    cem.post(f"/api/tables/{id}/seats/2/return")  # twice changes nothing


def test_vote_is_kept_when_a_guest_logs_in(server: LocalServer, time: Time) -> None:
    id, ann, bob, _ = start_game(server)
    account(server.guest(), "Anna")
    time.pass_by(2.9 * DAYS)
    look_in(server, ann, id)
    look_in(server, bob, id)
    time.pass_by(0.2 * DAYS)
    vote(ann, id, 2)
    log_in(ann, "Anna")
    assert clock(bob, id)["seats"][2]["votes"] == [0]
    assert vote(bob, id, 2)["clock"]["seats"][2]["stand_in"] == "normal"


def test_presence_ends_absence_and_votes(server: LocalServer, time: Time) -> None:
    id, ann, bob, cem = start_game(server, clock={"kind": "none", "away": 600})
    time.pass_by(590)
    look_in(server, ann, id)
    look_in(server, bob, id)
    time.pass_by(10)
    vote(ann, id, 2)
    look_in(server, cem, id)
    assert clock(ann, id)["seats"][2]["votes"] == []
    vote(bob, id, 2, 409)
    # it is saved, so other processes and the next start know it, too
    server.run(server.service(ClockService).store_presence)
    server.evict(id)
    time.pass_by(599)
    assert 2 not in away(ann, id)
    time.pass_by(1)
    assert 2 in away(ann, id)


def test_viewers_are_told_who_is_away(sqlite_server: LocalServer, time: Time) -> None:
    id, ann, _, _ = start_game(sqlite_server, clock={"kind": "none", "away": 600})
    with ann.live(id) as socket:
        socket.receive_json()
        time.pass_by(600)
        sqlite_server.run(sqlite_server.service(ClockService).store_presence)
        told = read_until(socket, "clock")
    assert [one["away"] for one in told["clock"]["seats"]] == [False, True, True, False]


def test_open_page_does_not_block_a_table_forever(sqlite_server: LocalServer, time: Time) -> None:
    server = sqlite_server
    id, ann, bob, cem = start_game(server, clock={"kind": "none", "away": 600})
    server.wait_for_people(id)
    seat = server.game(id).position.seat
    guests = {0: ann, 1: bob, 2: cem}
    with guests[seat].live(id) as socket:
        socket.receive_json()
        time.pass_by(1199)
        server.run(server.service(ClockService).store_presence)
        assert seat not in away(ann, id)
        time.pass_by(1)
        server.run(server.service(ClockService).store_presence)
        assert seat in away(ann, id)


def test_absent_players_do_not_count_for_majority(server: LocalServer, time: Time) -> None:
    """Of four people two are away: the other two decide together."""
    ann, others = server.ann, [server.guest() for _ in range(3)]
    id = ann.open("person", "open", "open", "open")
    for guest in others:
        guest.post(f"/api/tables/{id}/join", {"name": "Bob"})
    ann.post(f"/api/tables/{id}/start")
    time.pass_by(2 * DAYS)
    look_in(server, ann, id)
    look_in(server, others[0], id)
    time.pass_by(1 * DAYS)
    assert away(ann, id) == [2, 3]
    assert vote(ann, id, 3)["clock"]["seats"][3]["stand_in"] is None
    assert vote(others[0], id, 3)["clock"]["seats"][3]["stand_in"] == "normal"
    ann.post(f"/api/tables/{id}/seats/0/return")


def test_table_with_clock_needs_no_vote(sqlite_server: LocalServer, time: Time) -> None:
    id, ann, _, _ = start_game(sqlite_server, clock={"kind": "correspondence"})
    time.pass_by(4 * DAYS)
    look_in(sqlite_server, ann, id)
    vote(ann, id, 1, 409)


def test_vote_after_a_week_of_holiday(server: LocalServer, time: Time) -> None:
    id, ann, bob, cem = start_game(server, clock={"kind": "correspondence", "turn": 24 * 3600})
    players = {0: ann, 1: bob, 2: cem}
    if server.game(id).position.seat == 2:  # a holiday does not apply to a running turn
        move(server, id, players)
    cem.put("/api/me/rest-hours", {"zone": "UTC", "holidays": [{"from": "2030-03-18", "to": "2030-04-10"}]})
    time.pass_by(0.5 * DAYS)
    server.wait_for_people(id)
    while server.game(id).position.seat != 2:
        move(server, id, players)
        server.wait_for_people(id)
    # only now someone has to wait
    seat = clock(ann, id)["seats"][2]
    assert (seat["holiday"], seat["votable"]) == ("2030-04-10", False)
    assert seat["vote_at"] == time.ms + 7 * DAYS * 1000
    time.pass_by(6.9 * DAYS)
    assert "7" in vote(ann, id, 2, 409)["error"]["message"]
    time.pass_by(0.1 * DAYS)
    look_in(server, ann, id)
    look_in(server, bob, id)
    assert clock(ann, id)["seats"][2]["votable"]
    # nobody else can be voted for, and Cem has no vote
    vote(ann, id, 1, 409)
    vote(cem, id, 2, 403)
    assert vote(ann, id, 2)["clock"]["seats"][2]["votes"] == [0]
    look_in(server, cem, id)  # watching during a holiday does not delay the vote
    held = vote(bob, id, 2)["clock"]["seats"][2]
    assert (held["stand_in"], held["votable"]) == ("normal", False)
    server.wait_for_people(id)
    assert server.game(id).position.seat in (0, 1)
    assert cem.post(f"/api/tables/{id}/seats/2/return")["clock"]["seats"][2]["stand_in"] is None


def test_without_clock_others_wait_a_week_for_holiday(sqlite_server: LocalServer, time: Time) -> None:
    server = sqlite_server
    id, ann, bob, cem = start_game(server)
    cem.put("/api/me/rest-hours", {"zone": "UTC", "holidays": [{"from": "2030-03-18", "to": "2030-04-10"}]})
    for _ in range(2):
        time.pass_by(3.4 * DAYS)
        look_in(server, ann, id)
        look_in(server, bob, id)
    assert [clock(ann, id)["seats"][2][key] for key in ("holiday", "away", "votable")] == ["2030-04-10", True, False]
    vote(ann, id, 2, 409)
    time.pass_by(0.2 * DAYS)
    vote(ann, id, 2)
    assert vote(bob, id, 2)["clock"]["seats"][2]["stand_in"] == "normal"


def test_stand_ins_can_be_switched_off(make_server: MakeServer, time: Time) -> None:
    server = make_server(no_stand_ins=True)
    id, ann, _, _ = start_game(server)
    time.pass_by(4 * DAYS)
    look_in(server, ann, id)
    vote(ann, id, 1, 409)
    assert ann.get("/api/features")["stand_ins"] is False


def test_stand_in_survives_restart(server: LocalServer, time: Time) -> None:
    id, ann, bob, _ = start_game(server)
    time.pass_by(4 * DAYS)
    look_in(server, ann, id)
    look_in(server, bob, id)
    vote(ann, id, 2)
    vote(bob, id, 2)
    server.restart()
    server.wait_for_people(id)
    assert server.game(id).position.seat in (0, 1)
    assert clock(server.ann, id)["seats"][2]["stand_in"] == "normal"
