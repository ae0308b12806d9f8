"""Clocks run on the server: what they take, what happens when time is out, and what a restart changes."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from stromnetz.server.table_play import clock_service
from stromnetz.server.table_play.clock_service import ClockService
from stromnetz.server.tables.cache import TableCache
from stromnetz.server.tables.service import TableService
from tests.server.conftest import Time
from tests.server.house import Guest, House, Json, choose, new_key

LIVE = {"kind": "live", "bank": 300, "increment": 15}
MAIL = {"kind": "correspondence", "turn": 24 * 3600}
HOUR = 3600.0


Make = Callable[..., House]


def clock(guest: Guest, id: str) -> Json:
    out: Json = guest.get(f"/api/tables/{id}")["clock"]
    return out


def look(house: House) -> None:
    """The timekeeper looks, and bots answer where it says so."""
    house.run(house.service(ClockService).expire_due_turns)


def move(house: House, id: str, players: dict[int, Guest]) -> int:
    """Whoever is to act decides until the turn has passed on; who it was."""
    seat: int = house.game(id).position.seat
    first = clock(house.ann, id)["since"], seat
    while (clock(house.ann, id)["since"], house.game(id).position.seat) == first:
        game = house.game(id)
        players[seat].move(id, seat, choose(house.game(id), random.Random(1)), game.version)
        if game.position.round != house.game(id).position.round:
            break
    return seat


def two(house: House, **settings: Any) -> tuple[str, Guest, Guest, dict[int, Guest]]:
    """A table of Ann and Bob that has begun."""
    ann, bob = house.ann, house.guest()
    id = ann.open("person", "open", options={"short": True}, **settings)
    bob.post(f"/api/tables/{id}/join", {"name": "Bob"})
    ann.post(f"/api/tables/{id}/start")
    house.wait_for_people(id)
    return id, ann, bob, {0: ann, 1: bob}


def test_a_turn_takes_from_the_bank_and_gets_the_increment(house: House, time: Time) -> None:
    id, ann, _, players = two(house, clock=LIVE)
    before = clock(ann, id)
    seat = before["seat"]
    assert before["deadline"] == time.ms + 300_000
    assert [one["bank"] for one in before["seats"]] == [300_000, 300_000]
    time.pass_by(40)
    move(house, id, players)
    house.wait_for_people(id)
    after = clock(ann, id)
    assert after["seats"][seat]["bank"] == 300_000 - 40_000 + 15_000
    assert after["since"] == time.ms
    assert after["deadline"] == time.ms + after["seats"][after["seat"]]["bank"]


def test_a_live_clock_starts_with_twenty_minutes_and_adds_fifteen_seconds(house: House) -> None:
    id = house.ann.open("person", "open", clock={"kind": "live"})
    found = house.ann.get(f"/api/tables/{id}")["settings"]["clock"]
    assert (found["bank"], found["increment"], found["away"]) == (1200, 15, 600)


def test_the_clock_service_sleeps_until_the_next_deadline(house: House, time: Time) -> None:
    assert house.run(house.service(ClockService).run_once) == clock_service.MAX_SLEEP_SECONDS, "no clock runs"
    two(house, clock=LIVE)
    time.pass_by(298)
    assert house.run(house.service(ClockService).run_once) == 2


def test_a_turn_of_several_moves_gets_one_increment(house: House, time: Time) -> None:
    id, ann, _, players = two(house, clock=LIVE)
    house.wait_for_people(id)
    while house.game(id).position.kind != "fuel":
        seat = house.game(id).position.seat
        players[seat].move(id, seat, choose(house.game(id), random.Random(1)), house.game(id).version)
        house.wait_for_people(id)
    began = clock(ann, id)
    seat = began["seat"]
    options = players[seat].get(f"/api/tables/{id}/decision")["decision"]["options"]
    fuel = next(one["fuel"] for one in options if one["kind"] == "buy")
    time.pass_by(10)
    players[seat].move(id, seat, {"kind": "buy", "fuel": fuel, "count": 1}, house.game(id).version)
    assert clock(ann, id)["since"] == began["since"]
    assert clock(ann, id)["deadline"] == began["deadline"]
    time.pass_by(10)
    players[seat].move(id, seat, {"kind": "done"}, house.game(id).version)
    assert clock(ann, id)["seats"][seat]["bank"] == began["seats"][seat]["bank"] - 20_000 + 15_000


def test_when_time_is_out_a_bot_answers_and_at_the_third_time_holds_the_seat(house: House, time: Time) -> None:
    id, ann, bob, players = two(house, clock={**LIVE, "bot": "plain"})
    missed = 0
    while missed < 3:
        house.wait_for_people(id)
        if house.game(id).position.seat == 0:
            move(house, id, players)
            continue
        version = house.game(id).version
        time.pass_by((clock(ann, id)["deadline"] - time.ms) / 1000 - 1)
        look(house)
        assert house.game(id).version == version  # not a moment too soon
        time.pass_by(1)
        look(house)
        missed += 1
        assert clock(ann, id)["seats"][1]["missed"] == missed
        house.wait(lambda version=version: house.game(id).version > version, "the bot's answer")  # type: ignore[misc]
    assert clock(ann, id)["seats"][1]["stand_in"] == "plain"
    # it stays so whatever happens, until Bob says that he is back
    for _ in range(4):
        house.wait_for_people(id)
        assert house.game(id).position.seat == 0
        move(house, id, players)
    body = {"seat": 1, "moves": [{"kind": "pass"}], "version": house.game(id).version, "key": new_key()}
    assert "take it back" not in bob.post(f"/api/tables/{id}/moves", body, 409)["error"]["message"]
    ann.post(f"/api/tables/{id}/seats/1/return", status=403)
    bob.post(f"/api/tables/{id}/seats/1/return")
    back = clock(ann, id)["seats"][1]
    assert (back["stand_in"], back["missed"]) == (None, 0)
    assert back["bank"] == 60_000
    # all of it stands in the log of the table
    told = [
        (one["kind"], one["seat"], one["bot"], one["reason"]) for one in ann.get(f"/api/tables/{id}/events")["events"]
    ]
    time_outs = [("time-out", 1, "plain", None)] * 3
    assert told == [*time_outs, ("stand-in", 1, "plain", "time"), ("returned", 1, None, None)]
    while house.game(id).position.seat != 1:
        move(house, id, players)
        house.wait_for_people(id)
    move(house, id, players)


def test_an_answer_by_hand_sets_the_count_back(house: House, time: Time) -> None:
    id, ann, _, players = two(house, clock=LIVE)
    house.wait_for_people(id)
    seat, version = house.game(id).position.seat, house.game(id).version
    time.pass_by(300)
    look(house)
    house.wait(lambda: house.game(id).version > version, "the bot's answer")
    house.wait_for_people(id)
    assert clock(ann, id)["seats"][seat]["missed"] == 1
    # what the clock answered is not taken back
    answer = players[seat].post(
        f"/api/tables/{id}/undo", {"seat": seat, "version": house.game(id).version, "key": new_key()}, 409
    )
    assert answer["error"]["kind"] in ("conflict", "illegal-move")  # or it turned up a card anyway
    while house.game(id).position.seat != seat:
        move(house, id, players)
        house.wait_for_people(id)
    move(house, id, players)
    assert clock(ann, id)["seats"][seat]["missed"] == 0


def test_every_decision_of_a_game_can_be_answered_by_the_clock(sqlite_house: House, time: Time) -> None:
    """Nobody ever answers: the game comes to its end all the same."""
    house = sqlite_house
    id, ann, _, _ = two(house, clock=LIVE)

    def over() -> bool:
        time.pass_by(301)
        look(house)
        return bool(ann.get(f"/api/tables/{id}")["state"] == "finished")

    house.wait(over, "the end")
    assert clock(ann, id)["seat"] is None


def test_taking_back_goes_on_with_the_turn(house: House, time: Time) -> None:
    id, ann, _, players = two(house, clock=LIVE)
    house.wait_for_people(id)
    seat, before = house.game(id).position.seat, clock(ann, id)
    options = players[seat].get(f"/api/tables/{id}/decision")["decision"]["options"]
    option = next(one for one in options if one["kind"] == "open")
    opening = {"kind": "open", "plant": option["plant"], "bid": option["minimum"]}
    time.pass_by(20)
    made = players[seat].move(id, seat, opening, house.game(id).version)
    assert clock(ann, id)["seats"][seat]["bank"] == 295_000
    time.pass_by(5)
    players[seat].post(f"/api/tables/{id}/undo", {"seat": seat, "version": made["version"], "key": new_key()})
    after = clock(ann, id)
    assert (after["seat"], after["since"], after["deadline"]) == (seat, before["since"], before["deadline"])
    assert [one["bank"] for one in after["seats"]] == [one["bank"] for one in before["seats"]]


@pytest.mark.parametrize("kind", ["live", "correspondence"])
def test_clocks_survive_a_restart(database: str, make_house: Make, time: Time, kind: str) -> None:
    """Live clocks stand still while the server is down; others leave everybody at least an hour."""
    house = make_house(database)
    id, ann, _, _ = two(house, clock=LIVE if kind == "live" else MAIL)
    before, cookies = clock(ann, id), dict(ann.client.cookies)
    time.pass_by(30)
    house.run(house.service(ClockService).run_once)  # notes that the server runs
    time.pass_by(5)
    house.stop()
    time.pass_by(100 * HOUR)
    house = make_house(database)
    house.ann.client.cookies = cookies
    look(house)
    after = clock(house.ann, id)
    assert after["seat"] == before["seat"]
    assert not after["out"]
    if kind == "live":
        assert after["deadline"] - time.ms == 300_000 - 30_000  # the note is five seconds old: they are given
        assert after["deadline"] - after["since"] == 300_000
        time.pass_by(270)
    else:
        assert after["deadline"] == time.ms + HOUR * 1000
        time.pass_by(HOUR)
    look(house)
    house.wait(lambda: clock(house.ann, id)["since"] != after["since"], "the bot's answer")


def test_of_two_processes_one_answers(database: str, make_house: Make, time: Time) -> None:
    """Both see that time is out, and both have the table in memory: the turn is missed once."""
    first, second = make_house(database), make_house(database)
    id, ann, _, _ = two(first, clock=LIVE)
    seat = clock(ann, id)["seat"]
    second.ann.client.cookies = dict(ann.client.cookies)
    assert clock(second.ann, id)["seat"] == seat
    time.pass_by(300)
    look(first)
    look(second)
    assert clock(ann, id)["seats"][seat]["missed"] == 1
    second.service(TableCache).evict(second.run(second.service(TableService).get, id))
    assert clock(second.ann, id)["seats"][seat]["missed"] == 1


def test_a_clock_that_is_set_back_gives_nobody_time(sqlite_house: House, time: Time) -> None:
    house = sqlite_house
    id, ann, _, players = two(house, clock=LIVE)
    time.pass_by(-3600)
    seat = move(house, id, players)
    assert clock(ann, id)["seats"][seat]["bank"] == 315_000
    # what is asked again has been done, and the game goes on
    move(house, id, players)
    assert ann.get(f"/api/tables/{id}")["version"] >= 2
    look(house)
    assert clock(ann, id)["out"] is False


def test_viewers_are_told_of_clocks(sqlite_house: House, time: Time) -> None:
    house = sqlite_house
    id, ann, bob, players = two(house, clock=LIVE)
    with bob.live(id) as socket:
        hello = socket.receive_json()
        assert hello["table"]["clock"]["deadline"] == time.ms + 300_000
        assert socket.receive_json()["type"] == "state"
        time.pass_by(3)
        seat = move(house, id, players)
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


def turn_of(house: House, id: str, players: dict[int, Guest], seat: int) -> None:
    """Let the others move until it is the turn of a seat."""
    while house.game(id).position.seat != seat:
        move(house, id, players)
        house.wait_for_people(id)


def test_nights_and_holidays_do_not_count(house: House, time: Time) -> None:
    id, ann, bob, players = two(house, clock=MAIL)
    turn_of(house, id, players, 0)
    began = clock(ann, id)
    assert began["deadline"] == began["since"] + 24 * HOUR * 1000
    # 17 March 2030, 17:46 in UTC
    time.pass_by(1)
    night = {"zone": "UTC", "night": {"from": "22:00", "to": "06:00"}}
    rest = {**night, "holidays": [{"from": "2030-03-19", "to": "2030-03-20"}]}
    assert ann.put("/api/me/rest", rest) == rest
    assert ann.get("/api/me/rest") == rest
    assert bob.get("/api/me/rest") == {"zone": None, "night": None, "holidays": []}
    # 4 h 13 on the first evening, 16 h on the 18th, the rest on the 19th: the holiday starts with the next turn
    assert clock(ann, id)["deadline"] == began["deadline"] + (8 + 8) * HOUR * 1000
    time.pass_by(60)
    move(house, id, players)
    house.wait_for_people(id)
    turn_of(house, id, players, 0)
    began = clock(ann, id)
    # now the two days off count, too: the rest is from 6:00 on the 21st
    assert began["deadline"] == began["since"] + (24 + 8 + 8 + 48) * HOUR * 1000
    # without them it is as before; nobody else's turn has changed
    ann.put("/api/me/rest", {"zone": "UTC"})
    assert clock(ann, id)["deadline"] == began["since"] + 24 * HOUR * 1000


def test_a_holiday_starts_with_the_next_turn_and_everybody_sees_it(house: House, time: Time) -> None:
    id, ann, bob, players = two(house, clock=MAIL)
    turn_of(house, id, players, 0)
    deadline = clock(ann, id)["deadline"]
    time.pass_by(23 * HOUR)
    week = {"zone": "UTC", "holidays": [{"from": "2030-03-18", "to": "2030-03-24"}]}
    for guest in (ann, bob):
        guest.put("/api/me/rest", week)
    # nobody escapes a turn that runs; Bob, who waits, is on holiday at once
    assert (clock(ann, id)["deadline"], clock(ann, id)["seats"][0]["holiday"]) == (deadline, None)
    assert clock(ann, id)["seats"][1]["holiday"] == "2030-03-24"
    move(house, id, players)
    house.wait_for_people(id)
    known = clock(ann, id)
    assert (known["seat"], known["seats"][0]["holiday"]) == (1, "2030-03-24")
    assert known["deadline"] > time.ms + 6 * 24 * HOUR * 1000
    # longer than before: only the new days wait for the next turn
    time.pass_by(60)
    bob.put("/api/me/rest", {"zone": "UTC", "holidays": [{"from": "2030-03-18", "to": "2030-03-30"}]})
    assert clock(ann, id)["deadline"] == known["deadline"]
    assert clock(ann, id)["seats"][1]["holiday"] == "2030-03-24"
    assert bob.get("/api/me/rest")["holidays"] == [{"from": "2030-03-18", "to": "2030-03-30"}]
    # lists say so, too, and another process reads the same
    (listed,) = (one for one in ann.get("/api/me/tables")["tables"] if one["id"] == id)
    assert [one["holiday"] for one in listed["clock"]["seats"]] == ["2030-03-24", "2030-03-24"]
    # back early: the clock runs, with an hour left at least
    bob.put("/api/me/rest", {"zone": "UTC"})
    assert clock(ann, id)["deadline"] == known["since"] + 24 * HOUR * 1000
    assert clock(ann, id)["seats"][1]["holiday"] is None


def test_a_holiday_that_was_set_before_the_game_counts_from_its_start(sqlite_house: House, time: Time) -> None:
    house = sqlite_house
    house.ann.post("/api/me", {"name": "Ann"})
    house.ann.put("/api/me/rest", {"zone": "UTC", "holidays": [{"from": "2030-03-17", "to": "2030-03-24"}]})
    id, ann, _, players = two(house, clock=MAIL)
    assert clock(ann, id)["seats"][0]["holiday"] == "2030-03-24"
    turn_of(house, id, players, 0)
    assert clock(ann, id)["deadline"] > time.ms + 7 * 24 * HOUR * 1000
    # where seconds count, nobody is on holiday
    live, _, _, _ = two(house, clock=LIVE)
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
def test_nights_and_holidays_that_mean_nothing_are_refused(sqlite_house: House, rest: Json) -> None:
    sqlite_house.ann.post("/api/me", {"name": "Ann"})
    assert sqlite_house.ann.put("/api/me/rest", rest, 422)["error"]["message"]
    assert sqlite_house.ann.get("/api/me/rest")["zone"] is None


def test_the_host_can_switch_clocks_off(sqlite_house: House, tmp_path: object, make_house: Make, time: Time) -> None:
    id, ann, _, _ = two(sqlite_house, clock=LIVE)
    cookies = dict(ann.client.cookies)
    sqlite_house.stop()
    house = make_house(sqlite_house.config.database, no_clocks=True)
    ann = house.ann
    ann.client.cookies = cookies
    assert ann.get("/api/features")["clocks"] is False
    ann.post("/api/tables", {"seats": [{"kind": "person"}, {"kind": "open"}], "clock": LIVE}, 409)
    time.pass_by(1000)
    house.run(house.service(ClockService).run_once)
    assert clock(ann, id)["deadline"] is None
    # and on again: nobody is out of time for a turn that is long over
    house.stop()
    house = make_house(sqlite_house.config.database)
    house.ann.client.cookies = cookies
    look(house)
    assert clock(house.ann, id)["seats"][0]["missed"] == clock(house.ann, id)["seats"][1]["missed"] == 0
