"""Clocks: charging time, expiry, restarts and rest hours."""

from __future__ import annotations

import random
from typing import Any

import pytest

from stromnetz.server.table_play import clock_service
from stromnetz.server.table_play.clock_service import ClockService
from tests.server.conftest import Time
from tests.server.local_server import Guest, Json, LocalServer, MakeServer, choose, new_key

LIVE = {"kind": "live", "bank": 300, "increment": 15}
MAIL = {"kind": "correspondence", "turn": 24 * 3600}
HOUR = 3600.0


def clock(guest: Guest, id: str) -> Json:
    out: Json = guest.get(f"/api/tables/{id}")["clock"]
    return out


def run_clocks(server: LocalServer) -> None:
    """Run the clock service once; bots then move."""
    server.run(server.service(ClockService).expire_due_turns)


def move(server: LocalServer, id: str, players: dict[int, Guest]) -> int:
    """Let the player to act decide until the end of the turn; return the seat."""
    seat: int = server.game(id).position.seat
    first = clock(server.ann, id)["since"], seat
    while (clock(server.ann, id)["since"], server.game(id).position.seat) == first:
        game = server.game(id)
        players[seat].move(id, seat, choose(server.game(id), random.Random(1)), game.version)
        if game.position.round != server.game(id).position.round:
            break
    return seat


def two(server: LocalServer, **settings: Any) -> tuple[str, Guest, Guest, dict[int, Guest]]:
    """Start a table of Ann and Bob."""
    id, ann, bob = server.game_of_two(options={"short": True}, **settings)
    server.wait_for_people(id)
    return id, ann, bob, {0: ann, 1: bob}


def test_turn_is_charged_and_gets_increment(server: LocalServer, time: Time) -> None:
    id, ann, _, players = two(server, clock=LIVE)
    before = clock(ann, id)
    seat = before["seat"]
    assert before["deadline"] == time.ms + 300_000
    assert [one["bank"] for one in before["seats"]] == [300_000, 300_000]
    time.pass_by(40)
    move(server, id, players)
    server.wait_for_people(id)
    after = clock(ann, id)
    assert after["seats"][seat]["bank"] == 300_000 - 40_000 + 15_000
    assert after["since"] == time.ms
    assert after["deadline"] == time.ms + after["seats"][after["seat"]]["bank"]


def test_defaults_of_live_clock(server: LocalServer) -> None:
    id = server.ann.open("person", "open", clock={"kind": "live"})
    found = server.ann.get(f"/api/tables/{id}")["settings"]["clock"]
    assert (found["bank"], found["increment"], found["away"]) == (1200, 15, 600)


def test_clock_service_sleeps_until_next_deadline(server: LocalServer, time: Time) -> None:
    assert server.run(server.service(ClockService).run_once) == clock_service.MAX_SLEEP_SECONDS, "no clock runs"
    two(server, clock=LIVE)
    time.pass_by(298)
    assert server.run(server.service(ClockService).run_once) == 2


def test_turn_of_several_moves_gets_one_increment(server: LocalServer, time: Time) -> None:
    id, ann, _, players = two(server, clock=LIVE)
    server.wait_for_people(id)
    while server.game(id).position.kind != "fuel":
        seat = server.game(id).position.seat
        players[seat].move(id, seat, choose(server.game(id), random.Random(1)), server.game(id).version)
        server.wait_for_people(id)
    began = clock(ann, id)
    seat = began["seat"]
    options = players[seat].get(f"/api/tables/{id}/decision")["decision"]["options"]
    fuel = next(one["fuel"] for one in options if one["kind"] == "buy")
    time.pass_by(10)
    players[seat].move(id, seat, {"kind": "buy", "fuel": fuel, "count": 1}, server.game(id).version)
    assert clock(ann, id)["since"] == began["since"]
    assert clock(ann, id)["deadline"] == began["deadline"]
    time.pass_by(10)
    players[seat].move(id, seat, {"kind": "done"}, server.game(id).version)
    assert clock(ann, id)["seats"][seat]["bank"] == began["seats"][seat]["bank"] - 20_000 + 15_000


def test_bot_moves_after_expiry_and_stands_in_after_third(server: LocalServer, time: Time) -> None:
    id, ann, bob, players = two(server, clock={**LIVE, "bot": "plain"})
    missed = 0
    while missed < 3:
        server.wait_for_people(id)
        if server.game(id).position.seat == 0:
            move(server, id, players)
            continue
        version = server.game(id).version
        time.pass_by((clock(ann, id)["deadline"] - time.ms) / 1000 - 1)
        run_clocks(server)
        assert server.game(id).version == version  # not too early
        time.pass_by(1)
        run_clocks(server)
        missed += 1
        assert clock(ann, id)["seats"][1]["missed"] == missed
        server.wait(lambda version=version: server.game(id).version > version, "the bot's answer")  # type: ignore[misc]
    assert clock(ann, id)["seats"][1]["stand_in"] == "plain"
    # this lasts until Bob comes back
    for _ in range(4):
        server.wait_for_people(id)
        assert server.game(id).position.seat == 0
        move(server, id, players)
    body = {"seat": 1, "moves": [{"kind": "pass"}], "version": server.game(id).version, "key": new_key()}
    assert "take it back" not in bob.post(f"/api/tables/{id}/moves", body, 409)["error"]["message"]
    ann.post(f"/api/tables/{id}/seats/1/return", status=403)
    bob.post(f"/api/tables/{id}/seats/1/return")
    back = clock(ann, id)["seats"][1]
    assert (back["stand_in"], back["missed"]) == (None, 0)
    assert back["bank"] == 60_000
    # the log of the table lists it
    told = [
        (one["kind"], one["seat"], one["bot"], one["reason"]) for one in ann.get(f"/api/tables/{id}/events")["events"]
    ]
    time_outs = [("time-out", 1, "plain", None)] * 3
    assert told == [*time_outs, ("stand-in", 1, "plain", "time"), ("returned", 1, None, None)]
    while server.game(id).position.seat != 1:
        move(server, id, players)
        server.wait_for_people(id)
    move(server, id, players)


def test_own_move_resets_missed_turns(server: LocalServer, time: Time) -> None:
    id, ann, _, players = two(server, clock=LIVE)
    server.wait_for_people(id)
    seat, version = server.game(id).position.seat, server.game(id).version
    time.pass_by(300)
    run_clocks(server)
    server.wait(lambda: server.game(id).version > version, "the bot's answer")
    server.wait_for_people(id)
    assert clock(ann, id)["seats"][seat]["missed"] == 1
    # an expired turn cannot be undone
    answer = players[seat].post(
        f"/api/tables/{id}/undo", {"seat": seat, "version": server.game(id).version, "key": new_key()}, 409
    )
    assert answer["error"]["kind"] in ("conflict", "illegal-move")  # or it revealed a card anyway
    while server.game(id).position.seat != seat:
        move(server, id, players)
        server.wait_for_people(id)
    move(server, id, players)
    assert clock(ann, id)["seats"][seat]["missed"] == 0


def test_clock_can_decide_a_whole_game(sqlite_server: LocalServer, time: Time) -> None:
    """If nobody ever moves, the game still ends."""
    server = sqlite_server
    id, ann, _, _ = two(server, clock=LIVE)

    def over() -> bool:
        time.pass_by(301)
        run_clocks(server)
        return bool(ann.get(f"/api/tables/{id}")["state"] == "finished")

    server.wait(over, "the end")
    assert clock(ann, id)["seat"] is None


def test_undo_resumes_turn(server: LocalServer, time: Time) -> None:
    id, ann, _, players = two(server, clock=LIVE)
    server.wait_for_people(id)
    seat, before = server.game(id).position.seat, clock(ann, id)
    options = players[seat].get(f"/api/tables/{id}/decision")["decision"]["options"]
    option = next(one for one in options if one["kind"] == "open")
    opening = {"kind": "open", "plant": option["plant"], "bid": option["minimum"]}
    time.pass_by(20)
    made = players[seat].move(id, seat, opening, server.game(id).version)
    assert clock(ann, id)["seats"][seat]["bank"] == 295_000
    time.pass_by(5)
    players[seat].post(f"/api/tables/{id}/undo", {"seat": seat, "version": made["version"], "key": new_key()})
    after = clock(ann, id)
    assert (after["seat"], after["since"], after["deadline"]) == (seat, before["since"], before["deadline"])
    assert [one["bank"] for one in after["seats"]] == [one["bank"] for one in before["seats"]]


@pytest.mark.parametrize("kind", ["live", "correspondence"])
def test_clocks_survive_restart(server: LocalServer, time: Time, kind: str) -> None:
    """Live clocks stop while the server is down; others leave at least an hour."""
    id, ann, _, players = two(server, clock=LIVE if kind == "live" else MAIL)
    time.pass_by(20)
    moved = move(server, id, players)
    before = clock(ann, id)
    assert before["seat"] != moved
    time.pass_by(30)
    server.run(server.service(ClockService).run_once)  # records that the server runs
    time.pass_by(5)
    server.stop()
    time.pass_by(100 * HOUR)
    server.restart()
    run_clocks(server)
    after = clock(server.ann, id)
    assert after["seat"] == before["seat"]
    assert [seat["bank"] for seat in after["seats"]] == [seat["bank"] for seat in before["seats"]]
    assert not after["timed_out"]
    if kind == "live":
        assert after["deadline"] - time.ms == 300_000 - 30_000  # the record is five seconds old, which the player gains
        assert after["deadline"] - after["since"] == 300_000
        time.pass_by(270)
    else:
        assert after["deadline"] == time.ms + HOUR * 1000
        time.pass_by(HOUR)
    run_clocks(server)
    server.wait(lambda: clock(server.ann, id)["since"] != after["since"], "the bot's answer")


def test_one_of_two_processes_expires_turn(database: str, make_server: MakeServer, time: Time) -> None:
    """Both notice the expiry with the table in memory, but the turn is missed once."""
    first, second = make_server(database), make_server(database)
    id, ann, _, _ = two(first, clock=LIVE)
    seat = clock(ann, id)["seat"]
    second.ann.client.cookies = dict(ann.client.cookies)
    assert clock(second.ann, id)["seat"] == seat
    time.pass_by(300)
    run_clocks(first)
    run_clocks(second)
    assert clock(ann, id)["seats"][seat]["missed"] == 1
    second.evict(id)
    assert clock(second.ann, id)["seats"][seat]["missed"] == 1


def test_clock_set_back_gains_no_time(sqlite_server: LocalServer, time: Time) -> None:
    server = sqlite_server
    id, ann, _, players = two(server, clock=LIVE)
    time.pass_by(-3600)
    seat = move(server, id, players)
    assert clock(ann, id)["seats"][seat]["bank"] == 315_000
    # a repeated request has been done, and the game continues
    move(server, id, players)
    assert ann.get(f"/api/tables/{id}")["version"] >= 2
    run_clocks(server)
    assert clock(ann, id)["timed_out"] is False


def test_viewers_receive_clocks(sqlite_server: LocalServer, time: Time) -> None:
    server = sqlite_server
    id, ann, bob, players = two(server, clock=LIVE)
    with bob.live(id) as socket:
        hello = socket.receive_json()
        assert hello["table"]["clock"]["deadline"] == time.ms + 300_000
        assert socket.receive_json()["type"] == "state"
        time.pass_by(3)
        seat = move(server, id, players)
        told: Json = {}
        while told.get("type") != "clock":
            told = socket.receive_json()
        assert told["clock"]["seats"][seat]["bank"] == 312_000
        assert told["clock"]["now"] == time.ms
    assert ann.get(f"/api/tables/{id}")["settings"]["clock"] == {
        **LIVE,
        "turn": 0,
        "away": 600,
        "bot": "normal",
    }


def play_until_turn(server: LocalServer, id: str, players: dict[int, Guest], seat: int) -> None:
    """Let the others move until a seat has to act."""
    while server.game(id).position.seat != seat:
        move(server, id, players)
        server.wait_for_people(id)


def test_rest_hours_do_not_count(server: LocalServer, time: Time) -> None:
    id, ann, bob, players = two(server, clock=MAIL)
    play_until_turn(server, id, players, 0)
    began = clock(ann, id)
    assert began["deadline"] == began["since"] + 24 * HOUR * 1000
    # 17 March 2030, 17:46 in UTC
    time.pass_by(1)
    night = {"zone": "UTC", "night": {"from": "22:00", "to": "06:00"}}
    rest = {**night, "holidays": [{"from": "2030-03-19", "to": "2030-03-20"}]}
    assert ann.put("/api/me/rest-hours", rest) == rest
    assert ann.get("/api/me/rest-hours") == rest
    assert bob.get("/api/me/rest-hours") == {"zone": None, "night": None, "holidays": []}
    # 4 h 13 on the first evening, 16 h on the 18th, the rest on the 19th: the holiday starts with the next turn
    assert clock(ann, id)["deadline"] == began["deadline"] + (8 + 8) * HOUR * 1000
    time.pass_by(60)
    move(server, id, players)
    server.wait_for_people(id)
    play_until_turn(server, id, players, 0)
    began = clock(ann, id)
    # now the two days off count, too: the rest is from 6:00 on the 21st
    assert began["deadline"] == began["since"] + (24 + 8 + 8 + 48) * HOUR * 1000
    # without rest hours it is as before; others' turns have not changed
    ann.put("/api/me/rest-hours", {"zone": "UTC"})
    assert clock(ann, id)["deadline"] == began["since"] + 24 * HOUR * 1000


def test_holiday_starts_with_next_turn_and_is_visible(server: LocalServer, time: Time) -> None:
    id, ann, bob, players = two(server, clock=MAIL)
    play_until_turn(server, id, players, 0)
    deadline = clock(ann, id)["deadline"]
    time.pass_by(23 * HOUR)
    week = {"zone": "UTC", "holidays": [{"from": "2030-03-18", "to": "2030-03-24"}]}
    for guest in (ann, bob):
        guest.put("/api/me/rest-hours", week)
    # a holiday does not stop a running turn; Bob, who waits, is on holiday at once
    assert (clock(ann, id)["deadline"], clock(ann, id)["seats"][0]["holiday"]) == (deadline, None)
    assert clock(ann, id)["seats"][1]["holiday"] == "2030-03-24"
    move(server, id, players)
    server.wait_for_people(id)
    known = clock(ann, id)
    assert (known["seat"], known["seats"][0]["holiday"]) == (1, "2030-03-24")
    assert known["deadline"] > time.ms + 6 * 24 * HOUR * 1000
    # an extended holiday: only the new days wait for the next turn
    time.pass_by(60)
    bob.put("/api/me/rest-hours", {"zone": "UTC", "holidays": [{"from": "2030-03-18", "to": "2030-03-30"}]})
    assert clock(ann, id)["deadline"] == known["deadline"]
    assert clock(ann, id)["seats"][1]["holiday"] == "2030-03-24"
    assert bob.get("/api/me/rest-hours")["holidays"] == [{"from": "2030-03-18", "to": "2030-03-30"}]
    # visible in lists and in another process
    (listed,) = (one for one in ann.get("/api/me/tables")["tables"] if one["id"] == id)
    assert [one["holiday"] for one in listed["clock"]["seats"]] == ["2030-03-24", "2030-03-24"]
    # back early: the clock runs, with at least an hour left
    bob.put("/api/me/rest-hours", {"zone": "UTC"})
    assert clock(ann, id)["deadline"] == known["since"] + 24 * HOUR * 1000
    assert clock(ann, id)["seats"][1]["holiday"] is None


def test_holiday_set_before_game_counts_from_start(sqlite_server: LocalServer, time: Time) -> None:
    server = sqlite_server
    server.ann.post("/api/me", {"name": "Ann"})
    server.ann.put("/api/me/rest-hours", {"zone": "UTC", "holidays": [{"from": "2030-03-17", "to": "2030-03-24"}]})
    id, ann, _, players = two(server, clock=MAIL)
    assert clock(ann, id)["seats"][0]["holiday"] == "2030-03-24"
    play_until_turn(server, id, players, 0)
    assert clock(ann, id)["deadline"] > time.ms + 7 * 24 * HOUR * 1000
    # holidays do not count with live clocks
    live, _, _, _ = two(server, clock=LIVE)
    assert [one["holiday"] for one in clock(ann, live)["seats"]] == [None, None]


@pytest.mark.parametrize(
    "rest",
    [
        {"zone": "Nowhere/Town"},
        {"zone": "UTC", "night": {"from": "20:00", "to": "09:00"}},
        {"zone": "UTC", "night": {"from": "25:00", "to": "09:00"}},
        {"zone": "UTC", "holidays": [{"from": "2030-08-02", "to": "2030-08-01"}]},
        {"zone": "UTC", "holidays": [{"from": "2030-02-31", "to": "2030-03-01"}]},
        {"zone": "UTC", "holidays": [{"from": "2030-08-01", "to": "2030-09-30"}]},
        {"zone": "UTC", "holidays": [{"from": "2030-01-01", "to": "8999-01-01"}]},
    ],
)
def test_invalid_rest_hours_are_refused(sqlite_server: LocalServer, rest: Json) -> None:
    sqlite_server.ann.post("/api/me", {"name": "Ann"})
    assert sqlite_server.ann.put("/api/me/rest-hours", rest, 422)["error"]["message"]
    assert sqlite_server.ann.get("/api/me/rest-hours")["zone"] is None


def test_clocks_can_be_switched_off(sqlite_server: LocalServer, time: Time) -> None:
    server = sqlite_server
    id, ann, _, _ = two(server, clock=LIVE)
    server.restart(no_clocks=True)
    assert ann.get("/api/features")["clocks"] is False
    ann.post("/api/tables", {"seats": [{"kind": "person"}, {"kind": "open"}], "clock": LIVE}, 409)
    time.pass_by(1000)
    server.run(server.service(ClockService).run_once)
    assert clock(ann, id)["deadline"] is None
    # and on again: turns that are long over do not expire
    server.restart(no_clocks=False)
    run_clocks(server)
    assert clock(ann, id)["seats"][0]["missed"] == clock(ann, id)["seats"][1]["missed"] == 0
