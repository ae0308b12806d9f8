"""Answers in advance: carried out as if by hand, and nobody else's business."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Connection

from stromnetz.server.core.database.database import Database
from stromnetz.server.table_play import preset_moves
from stromnetz.server.table_play import preset_store as sql
from stromnetz.server.table_play.preset_moves import PresetMovePlayer
from stromnetz.server.tables.cache import TableCache
from stromnetz.tables.errors import Stale
from tests.server.house import Guest, House, Json, choose, new_key

Make = Callable[..., House]
DELAY = preset_moves.DELAY_SECONDS


@pytest.fixture(autouse=True)
def same_deal_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game is the same one, and nobody waits."""
    monkeypatch.setattr(secrets, "randbits", lambda bits: 12345)
    monkeypatch.setattr(preset_moves, "DELAY_SECONDS", (0.0, 0.0))


def begin(house: House) -> tuple[str, dict[int, Guest], int]:
    """A table of Ann and Bob; who is asked first."""
    ann, bob = house.ann, house.guest()
    id = ann.open("person", "open", options={"short": True})
    bob.post(f"/api/tables/{id}/join", {"name": "Bob"})
    ann.post(f"/api/tables/{id}/start")
    return id, {0: ann, 1: bob}, house.game(id).position.seat


def say(guest: Guest, id: str, seat: int, status: int = 200, **said: Any) -> Json:
    out: Json = guest.put(f"/api/tables/{id}/seats/{seat}/answers", {"round": 1, **said}, status)
    return out


def said(guest: Guest, id: str, seat: int) -> Json:
    out: Json = guest.get(f"/api/tables/{id}/seats/{seat}/answers")
    return out


def settled(house: House, id: str, version: int) -> None:
    house.wait(lambda: house.game(id).version >= version, f"version {version}")


def options(guest: Guest, id: str) -> list[Json]:
    out: list[Json] = guest.get(f"/api/tables/{id}/decision")["decision"]["options"]
    return out


def opening(guest: Guest, id: str) -> Json:
    offer = next(one for one in options(guest, id) if one["kind"] == "open")
    return {"kind": "open", "plant": offer["plant"], "bid": offer["minimum"]}


def until(house: House, id: str, players: dict[int, Guest], kind: str) -> int:
    """Play on until somebody is asked this; who."""
    while house.game(id).position.kind != kind:
        game = house.game(id)
        seat = game.position.seat
        players[seat].move(id, seat, choose(game, random.Random(1)), game.version)
    return house.game(id).position.seat


def by_hand(house: House, bids: list[int]) -> list[Json]:
    """The record of an auction in which both answer by hand; the last one passes."""
    id, players, first = begin(house)
    moves = [opening(players[first], id), *({"kind": "bid", "amount": bid} for bid in bids), {"kind": "pass"}]
    for move in moves:
        game = house.game(id)
        players[game.position.seat].move(id, game.position.seat, move, game.version)
    rows: list[Json] = house.game(id).to_json()["rows"]
    return rows


def test_a_maximum_bid_raises_by_one_and_the_record_is_as_by_hand(house: House) -> None:
    id, players, first = begin(house)
    other = 1 - first
    move = opening(players[first], id)
    low = move["bid"]
    say(players[other], id, other, bids=[{"plant": move["plant"], "most": low + 4}])
    players[first].move(id, first, move, house.game(id).version)
    settled(house, id, 2)
    players[first].move(id, first, {"kind": "bid", "amount": low + 3}, 2)
    settled(house, id, 4)
    players[first].move(id, first, {"kind": "bid", "amount": low + 5}, 4)
    settled(house, id, 6)
    assert house.game(id).to_json()["rows"] == by_hand(house, [low + 1, low + 3, low + 4, low + 5])


def test_passing_for_a_plant_and_for_the_phase(house: House) -> None:
    id, players, _ = begin(house)
    until(house, id, players, "run")
    # the second round: leaving is allowed there
    opener = until(house, id, players, "auction")
    other = 1 - opener
    assert house.game(id).position.round == 2
    say(players[other], id, other, round=2, pass_phase=True)
    version = house.game(id).version
    players[opener].move(id, opener, opening(players[opener], id), version)
    house.wait(lambda: house.game(id).position.kind not in ("bid", "auction"), "the end of the auctions")
    rows = house.game(id).to_json()["rows"][version + 1 :]
    assert [row["move"]["kind"] for row in rows if row["seat"] == other] == ["pass", "leave"]


def test_nobody_else_reads_or_says_anything_for_a_seat(house: House) -> None:
    id, players, first = begin(house)
    other = 1 - first
    stranger = house.guest()
    say(players[other], id, other, pass_phase=True)
    for guest in (players[first], stranger):
        guest.get(f"/api/tables/{id}/seats/{other}/answers", 403)
        say(guest, id, other, 403)
    say(players[other], id, other, 409, round=2)
    assert said(players[other], id, other)["pass_phase"]
    assert not said(players[first], id, first)["pass_phase"]


class Looked:
    """A game in which the other one has said something in advance, and all that somebody is told meanwhile."""

    def __init__(self, house: House, most: int, rival: bool) -> None:
        self.house = house
        self.id, self.players, self.first = begin(house)
        self.watcher = self.players[self.first] if rival else house.guest()
        self.most = most

    def play(self) -> None:
        """An auction up to the fourth row; whatever was said, it is enough for that."""
        other, rival = 1 - self.first, self.players[self.first]
        move = opening(rival, self.id)
        shop: Json = {
            "fuel": {"buy": {"coal": 2}, "most": self.most},
            "build": {"cities": ["essen"], "most": 10 + self.most},
        }
        bids = [{"plant": move["plant"], "most": move["bid"] + self.most}]
        say(self.players[other], self.id, other, bids=bids, **shop)
        rival.move(self.id, self.first, move, 0)
        self.rests(2)
        rival.move(self.id, self.first, {"kind": "bid", "amount": move["bid"] + 3}, 2)
        self.rests(4)

    def rests(self, version: int) -> None:
        """Until the server has done all that it does after a move; what it does in turns has no fixed order."""
        answering = self.house.service(PresetMovePlayer)
        settled(self.house, self.id, version)
        self.house.wait(lambda: not answering._waiting and not answering._tasks, "nothing is left to do")

    def told_by_hand(self, looks: Callable[[int], None]) -> dict[str, Any]:
        """What is told when both answer by hand, after the server has looked for what was said."""

        def play() -> None:
            other, rival = 1 - self.first, self.players[self.first]
            move = opening(rival, self.id)
            rival.move(self.id, self.first, move, 0)
            looks(2)
            self.players[other].move(self.id, other, {"kind": "bid", "amount": move["bid"] + 1}, 1)
            looks(3)

        return self.told(play, 2)

    def told(self, play: Callable[[], None], version: int) -> dict[str, Any]:
        """What differs by table is left out; rows that were told in one message or in two are the same rows."""
        out: list[Json] = []
        with self.watcher.live(self.id) as socket:
            out += [socket.receive_json(), socket.receive_json()]
            play()
            while out[-1].get("version") != version:
                out.append(socket.receive_json())
        table = self.watcher.get(f"/api/tables/{self.id}")
        return {
            "kinds": {one["type"] for one in out},
            "rows": [row for one in out for row in one.get("rows", ())],
            "views": out[-1]["views"],
            "view": self.watcher.get(f"/api/tables/{self.id}/view"),
            "table": {key: table[key] for key in ("state", "revision", "version", "to_act", "seats", "settings")},
            "history": self.watcher.get(f"/api/tables/{self.id}/history"),
        }


@pytest.mark.parametrize("rival", [True, False])
def test_two_games_that_differ_only_in_answers_look_the_same(
    sqlite_house: House, monkeypatch: pytest.MonkeyPatch, rival: bool
) -> None:
    """Messages, views, tables, and when and how much the server works: none depends on what was said."""
    waits: list[tuple[str, float | str]] = []
    """What was done for which table: the server may not be done with the game before."""
    plain = preset_moves.PresetMovePlayer._wait

    def wait(self: preset_moves.PresetMovePlayer, id: str, seconds: float) -> None:
        waits.append((id, seconds))
        plain(self, id, seconds)

    def counted(name: str) -> None:
        statement = getattr(sql, name)

        def execute(c: Connection, id: str, *args: Any, **more: Any) -> Any:
            waits.append((id, name))
            return statement(c, id, *args, **more)

        monkeypatch.setattr(sql, name, execute)

    monkeypatch.setattr(preset_moves.PresetMovePlayer, "_wait", wait)
    counted("read_presets")
    counted("consume_preset")
    seen = []
    for most in (8, 30, 31):
        game = Looked(sqlite_house, most, rival)
        told = game.told(game.play, 4)
        seen.append((told, [what for id, what in waits if id == game.id]))
    assert seen[0] == seen[1] == seen[2]
    assert seen[0][0]["kinds"] == {"hello", "state", "rows"}


UNUSED: tuple[Json | None, ...] = (
    None,
    {},
    {"bids": [{"plant": 98, "most": 0}, {"plant": 99, "most": 50}]},
    {"fuel": {"buy": {"coal": 2}, "most": 40}, "build": {"cities": ["essen"], "most": 40}},
)
"""What may have been said when another plant is put up; None where nothing was."""


def trace_work(house: House, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What this server does for pre-set moves from now on; the server of other tests runs in this process too."""
    trace: list[object] = []
    uniform, wait = random.uniform, preset_moves.PresetMovePlayer._wait

    async def running_loop() -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()

    loop = house.run(running_loop)

    def draw(low: float, high: float) -> float:
        if asyncio.get_running_loop() is not loop:
            return uniform(low, high)
        trace.append(("drawn", low, high))
        return 0.001 * sum(one == ("drawn", low, high) for one in trace)

    def waited(self: preset_moves.PresetMovePlayer, id: str, seconds: float) -> None:
        if self is house.service(PresetMovePlayer):
            trace.append(("waits", seconds))
        wait(self, id, seconds)

    def noted(name: str, statement: Callable[..., Any]) -> Callable[..., Any]:
        def execute(c: Connection, id: str, *args: Any) -> Any:
            if house.service(TableCache).get_cached(id) is not None:
                trace.append(name)
            return statement(c, id, *args)

        return execute

    monkeypatch.setattr(random, "uniform", draw)
    monkeypatch.setattr(preset_moves.PresetMovePlayer, "_wait", waited)
    monkeypatch.setattr(sql, "read_presets", noted("looks", sql.read_presets))
    monkeypatch.setattr(sql, "consume_preset", noted("uses", sql.consume_preset))
    return trace


@pytest.mark.parametrize("rival", [True, False])
def test_what_is_not_used_leaves_no_trace_and_does_not_change_the_wait(
    sqlite_house: House, monkeypatch: pytest.MonkeyPatch, rival: bool
) -> None:
    """Also where nothing was said the server draws a wait, waits just as long, and then looks: rivals cannot tell."""
    house = sqlite_house
    trace = trace_work(house, monkeypatch)

    def looks(times: int) -> None:
        house.wait(lambda: trace.count("looks") >= times, f"look {times}")
        assert trace.count("looks") == times, trace

    monkeypatch.setattr(preset_moves, "DELAY_SECONDS", DELAY)
    seen = []
    for said_before in UNUSED:
        trace.clear()
        game = Looked(house, 0, rival)
        looks(1)
        before = trace[:]
        if said_before is not None:
            say(game.players[1 - game.first], game.id, 1 - game.first, **said_before)
        trace[:] = before  # that is the player's own request
        trace.append("moves")
        seen.append((game.told_by_hand(looks), list(trace)))
    for one in seen:
        assert one == seen[0]
    shown, worked = seen[0]
    assert shown["kinds"] == {"hello", "state", "rows"}
    # each wait is the drawn one, between the same bounds, and nothing is looked up before it is over
    turn = [[("drawn", *DELAY), ("waits", 0.001 * n), "looks"] for n in (1, 2, 3)]
    assert worked == [*turn[0], "moves", *turn[1], *turn[2]]


def test_answers_survive_a_restart_and_undo_ends_ones_own(database: str, make_house: Make) -> None:
    house = make_house(database)
    id, players, first = begin(house)
    other = 1 - first
    move = opening(players[first], id)
    say(players[other], id, other, bids=[{"plant": move["plant"], "most": move["bid"] + 9}])
    cookies = {seat: dict(guest.client.cookies) for seat, guest in players.items()}
    house.stop()
    house = make_house(database)
    players = {0: house.ann, 1: house.guest()}
    for seat, guest in players.items():
        guest.client.cookies = cookies[seat]
    players[first].move(id, first, move, 0)
    settled(house, id, 2)
    # Bob takes it back: it is not said again
    body = {"seat": other, "version": 2, "key": new_key()}
    players[other].post(f"/api/tables/{id}/undo", body)
    assert said(players[other], id, other)["bids"] == []
    house.run(house.service(PresetMovePlayer).play_due, id)
    assert house.game(id).version == 3


def test_what_was_said_at_one_server_is_answered_at_another(postgres_database: str, make_house: Make) -> None:
    """The answer is given once, though both look after it, and each server knows what is left of it."""
    here, there = make_house(postgres_database), make_house(postgres_database)
    id, players, first = begin(here)
    other = 1 - first
    elsewhere = {0: there.ann, 1: there.guest()}
    for seat, guest in elsewhere.items():
        guest.client.cookies = players[seat].client.cookies
    move = opening(players[first], id)
    say(players[other], id, other, bids=[{"plant": move["plant"], "most": move["bid"] + 1}])
    assert said(elsewhere[other], id, other) == said(players[other], id, other)
    elsewhere[first].move(id, first, move, 0)
    for house in (here, there):
        with suppress(Stale):  # the other was sooner
            house.run(house.service(PresetMovePlayer).play_due, id)
        settled(house, id, 2)
    players[first].move(id, first, {"kind": "bid", "amount": move["bid"] + 2}, 2)
    settled(there, id, 4)
    moves = [row.move.to_json() for row in there.game(id).rows if row.move is not None]
    assert [one["kind"] for one in moves] == ["open", "bid", "bid", "pass"]
    assert moves[1]["amount"] == move["bid"] + 1
    assert said(elsewhere[other], id, other) == said(players[other], id, other)


def test_the_host_can_switch_them_off(tmp_path: object, make_house: Make) -> None:
    house = make_house(f"{tmp_path}/games.sqlite", no_answers=True)
    id, players, first = begin(house)
    say(players[first], id, first, 409, pass_phase=True)
    assert house.ann.get("/api/features")["answers"] is False


def test_of_two_servers_with_one_answer_the_second_finds_it_given(postgres_database: str, make_house: Make) -> None:
    house = make_house(postgres_database)
    id, players, first = begin(house)
    other = 1 - first
    say(players[other], id, other, bids=[{"plant": 3, "most": 9}, {"plant": 4, "most": 9}])
    engine = house.service(Database).engine
    with engine.connect() as c:
        before = sql.read_presets(c, id, other)
    assert before is not None
    after = replace(before, bids=before.bids[1:])

    def give() -> None:
        with engine.begin() as c:
            sql.consume_preset(c, id, other, before, after)

    with ThreadPoolExecutor() as pool:
        with engine.begin() as c:
            sql.consume_preset(c, id, other, before, after)
            second = pool.submit(give)
            with pytest.raises(TimeoutError):
                second.result(0.3)
        with pytest.raises(Stale):
            second.result()
    with engine.connect() as c:
        assert sql.read_presets(c, id, other) == after
