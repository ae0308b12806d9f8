"""Pre-set plans for fuel and cities, and standing pre-set moves."""

from __future__ import annotations

import random
import secrets
from dataclasses import replace
from typing import Any

import pytest

from stromnetz.engine.moves import Buy
from stromnetz.server.core.database.database import Database
from stromnetz.server.table_play import preset_moves
from stromnetz.server.table_play import preset_store as sql
from stromnetz.server.table_play.preset_moves import PresetMovePlayer
from stromnetz.tables.preset_moves import PresetMoves, PresetPurchase, next_moves
from tests.helpers import position
from tests.server.conftest import Time
from tests.server.local_server import Json, LocalServer, choose, new_key
from tests.server.test_preset_moves import begin, said, say, settled, until


@pytest.fixture(autouse=True)
def same_deal_without_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "randbits", lambda bits: 12345)
    monkeypatch.setattr(preset_moves, "DELAY_SECONDS", (0.0, 0.0))


@pytest.mark.parametrize(("count", "bought"), [(1, 1), (2, 1), (2, 0)])
def test_fuel_plan_buys_what_fits_the_limit(server: LocalServer, count: int, bought: int) -> None:
    id, players, _ = begin(server)
    seat = until(server, id, players, "fuel")
    other = 1 - seat
    game = server.game(id)
    fuel = next(name for name, room in game.forecast(other).room.items() if room >= 2)
    price = game.forecast(other, buy={fuel: 1}).cost
    plan = {"buy": {fuel: count}, "most": price}
    say(players[other], id, other, fuel=plan)
    assert said(players[other], id, other)["fuel"] == plan
    if not bought:  # it becomes more expensive meanwhile
        less = PresetMoves(1, fuel=PresetPurchase(((fuel, count),), price - 1))
        server.run(server.service(Database).write, lambda c: sql.save_presets(c, id, other, less))
    players[seat].move(id, seat, {"kind": "done"}, game.version)
    after = game.version + 1
    if bought:
        settled(server, id, after + 2)
        rows = server.game(id).to_json()["rows"][after + 1 :]
        assert [row["move"] for row in rows] == [{"kind": "buy", "fuel": fuel, "count": bought}, {"kind": "done"}]
        assert rows[1]["plan"] == rows[0]["seq"]
        left = said(players[other], id, other)
        assert (left["fuel"], left["dropped"], left["bought_less"]) == (None, [], bought < count)
    else:
        server.wait(lambda: said(players[other], id, other)["dropped"] == ["fuel"], "that it is given up")
        assert (server.game(id).position.seat, server.game(id).version) == (other, after)
    say(players[other], id, other)  # acknowledged
    left = said(players[other], id, other)
    assert (left["dropped"], left["bought_less"]) == ([], False)


def test_most_expensive_fuel_is_left_out_first() -> None:
    """Two coal cost 1 each and two oil 3 each: so one oil less for 7."""
    seats: list[Json] = [{"money": 50, "plants": [4, 7], "cities": ["essen"]}, {"money": 50, "plants": [3]}]
    game = position("fuel", seats, order=[1, 0], market=[6, 8, 9, 10, 11, 12, 13, 14], deck=[20, 25])
    seat, round = game.position.seat, game.position.round
    assert seat == 0
    for most, expected in ((8, [2, 2]), (7, [2, 1]), (4, [2]), (2, [2]), (1, [1])):
        moves, left = next_moves(game, seat, PresetMoves(round, fuel=PresetPurchase((("coal", 2), ("oil", 2)), most)))
        assert [move.count for move in moves if isinstance(move, Buy)] == expected
        assert (left.fuel, left.bought_less) == (None, most < 8)
    assert next_moves(game, seat, PresetMoves(round, fuel=PresetPurchase((("oil", 2),), 2))) == (
        [],
        PresetMoves(round, dropped=("fuel",)),
    )


@pytest.mark.parametrize(("what", "empty"), [("bids", ()), ("pass_phase", False), ("fuel", None), ("build", None)])
def test_only_the_dropped_move_is_removed(what: str, empty: Any) -> None:
    fuel, build = PresetPurchase((("coal", 1),), 5), PresetPurchase((("essen", 1),), 10)
    presets = PresetMoves(1, ((3, 9),), True, fuel, build, dropped=("fuel",))
    dropped = tuple(dict.fromkeys(["fuel", what]))
    assert presets.drop(what) == replace(presets, dropped=dropped, **{what: empty})


def test_unaffordable_plan_is_refused(sqlite_server: LocalServer) -> None:
    """The refusal names the cost; unrelated changes are accepted."""
    server = sqlite_server
    id, players, first = begin(server)
    guest, other = players[1 - first], 1 - first
    one, two = guest.post(f"/api/tables/{id}/prices", {"seat": other, "moves": []})["next"]
    plan = {"cities": two["cities"], "most": two["cost"]}
    say(guest, id, other, build=plan)
    refused = say(guest, id, other, 422, build=plan | {"most": two["cost"] - 1})["error"]
    assert (refused["facts"], refused["kind"]) == ({"cost": two["cost"], "most": two["cost"] - 1}, "bad-input")
    # together they are too expensive
    game = server.game(id)
    money = game.position.money[other]
    cost, count = max((game.forecast(other, buy={"oil": n}).cost, n) for n in range(1, 11))
    buy = {"oil": count}
    assert cost <= money < cost + two["cost"]
    refused = say(guest, id, other, 422, build=plan, fuel={"buy": buy, "most": 999})["error"]
    assert refused["facts"] == {"cost": cost + two["cost"], "money": money}
    say(guest, id, other, fuel={"buy": buy, "most": 999})
    say(guest, id, other, 422, fuel={"buy": {"oil": 1}, "most": 0})
    say(guest, id, other, 422, fuel={"buy": {"oil": 99}, "most": 99})
    say(guest, id, other, 409, build={"cities": [one["cities"][0]] * 2, "most": 99})
    say(guest, id, other, 422, build={"cities": ["atlantis"], "most": 99})
    assert said(guest, id, other)["fuel"] == {"buy": buy, "most": 999}
    say(guest, id, other, 422, fuel={"buy": {"oil": 1}, "most": 9}, buy_nothing="round")


def test_plants_run_as_suggested() -> None:
    """The best income with the least fuel: for two cities plant 7 runs on oil, and 4 does not run."""
    seats: list[Json] = [
        {"plants": [4, 7], "cities": ["essen", "koeln"], "fuel": {"coal": 2, "oil": 3}},
        {"plants": [3], "cities": ["kassel"]},
    ]
    game = position("bureaucracy", seats, order=[0, 1], market=[6, 8, 9, 10, 11, 12, 13, 14], deck=[20, 25])
    said = PresetMoves(game.position.round - 1, run="always", bids=((3, 9),))
    moves, left = next_moves(game, 0, said)
    assert [move.to_json() for move in moves] == [{"kind": "run", "plants": [7], "burn": {"oil": 3}}]
    assert left == PresetMoves(game.position.round, run="always")
    assert next_moves(game, 0, replace(said, run="round")) == ([], replace(said, run="round"))


@pytest.mark.parametrize("scope", ["round", "always"])
def test_nothing_is_bought_or_built_for_a_round_or_until_cancelled(server: LocalServer, scope: str) -> None:
    id, players, _ = begin(server)
    seat = until(server, id, players, "fuel")
    other = 1 - seat
    standing: Json = {"buy_nothing": scope, "build_nothing": scope, "run": scope}
    say(players[other], id, other, **standing)
    # other parts can be changed without losing them
    assert say(players[other], id, other, **standing, pass_phase=True)["run"] == scope

    def play_to(round: int) -> list[Json]:
        """Play by hand up to a round; return the moves of the other seat in the round before."""
        start = server.game(id).version
        while (game := server.game(id)).position.round < round:
            server.wait(
                lambda: not server.service(PresetMovePlayer)._waiting and not server.service(PresetMovePlayer)._tasks,
                "the answer",
            )
            game = server.game(id)
            to_act = game.position.seat
            if game.position.round < round:
                players[to_act].move(id, to_act, choose(game, random.Random(1)), game.version)
        rows = server.game(id).to_json()["rows"][start + 1 :]
        return [
            row["move"] for row in rows if row["seat"] == other and row["move"]["kind"] in ("buy", "connect", "done")
        ]

    first = play_to(2)
    assert [move["kind"] for move in first] == ["done", "done"]
    left = said(players[other], id, other)
    assert left["round"] == 2
    assert [left[name] for name in standing] == [scope if scope == "always" else None] * 3
    if scope == "always":
        assert [move["kind"] for move in play_to(3)] == ["done", "done"]
        say(players[other], id, other, round=3)
        assert said(players[other], id, other)["run"] is None


def test_turn_counts_only_after_presets_were_tried(
    server: LocalServer, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preset_moves, "DELAY_SECONDS", (600.0, 600.0))
    id, players, _ = begin(server)
    seat = until(server, id, players, "fuel")
    player = players[1 - seat]
    say(player, id, 1 - seat, buy_nothing="round")
    time.pass_by(10)
    players[seat].move(id, seat, {"kind": "done"}, server.game(id).version)

    def turns() -> tuple[int, list[str], list[str]]:
        found = player.get("/api/me/turns")
        return found["count"], found["tables"], found["preset"]

    assert turns() == (0, [], [id])
    time.pass_by(3.999)
    assert turns() == (0, [], [id])
    time.pass_by(0.001)
    assert turns() == (1, [id], [])
    # without pre-set moves it counts at once
    say(player, id, 1 - seat)
    time.pass_by(10)
    player.move(id, 1 - seat, {"kind": "done"}, server.game(id).version)
    player = players[server.game(id).position.seat]
    assert turns() == (1, [id], [])


def test_undo_keeps_presets_of_other_decisions(sqlite_server: LocalServer) -> None:
    server = sqlite_server
    id, players, _ = begin(server)
    seat = until(server, id, players, "fuel")
    other = 1 - seat
    say(players[other], id, other, buy_nothing="always", run="always", build_nothing="round")
    version = server.game(id).version
    players[seat].move(id, seat, {"kind": "done"}, version)
    settled(server, id, version + 2)
    players[other].post(f"/api/tables/{id}/undo", {"seat": other, "version": version + 2, "key": new_key()})
    left = said(players[other], id, other)
    assert (left["buy_nothing"], left["build_nothing"], left["run"]) == (None, None, "always")


def test_build_plan_is_carried_out_in_order(server: LocalServer) -> None:
    id, players, _ = begin(server)
    seat = until(server, id, players, "build")
    other = 1 - seat
    (city,) = players[other].post(f"/api/tables/{id}/prices", {"seat": other, "moves": []})["next"][0]["cities"]
    moves = [{"kind": "connect", "city": city}]
    (planned,) = players[other].post(f"/api/tables/{id}/prices", {"seat": other, "moves": moves})["planned"]
    assert planned["city"] == city
    players[seat].post(f"/api/tables/{id}/prices", {"seat": other, "moves": moves}, 403)
    say(players[other], id, other, build={"cities": [city], "most": planned["cost"]})
    version = server.game(id).version
    players[seat].move(id, seat, {"kind": "done"}, version)
    server.wait(lambda: server.game(id).version > version + 1, "the houses")
    built = [row["move"] for row in server.game(id).to_json()["rows"][version + 2 :]]
    assert built == [{"kind": "connect", "city": city}, {"kind": "done"}]
