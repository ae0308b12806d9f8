"""Pre-set moves: made as if by hand, and invisible to others."""

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
from tests.server.local_server import Guest, Json, LocalServer, MakeServer, choose, new_key

DELAY = preset_moves.DELAY_SECONDS


@pytest.fixture(autouse=True)
def same_deal_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every game the same deal, and pre-set moves no delay."""
    monkeypatch.setattr(secrets, "randbits", lambda bits: 12345)
    monkeypatch.setattr(preset_moves, "DELAY_SECONDS", (0.0, 0.0))


def begin(server: LocalServer) -> tuple[str, dict[int, Guest], int]:
    """Start a table of Ann and Bob; return id, players and the first seat to act."""
    id, ann, bob = server.game_of_two(options={"short": True})
    return id, {0: ann, 1: bob}, server.game(id).position.seat


def say(guest: Guest, id: str, seat: int, status: int = 200, **said: Any) -> Json:
    out: Json = guest.put(f"/api/tables/{id}/seats/{seat}/preset-moves", {"round": 1, **said}, status)
    return out


def said(guest: Guest, id: str, seat: int) -> Json:
    out: Json = guest.get(f"/api/tables/{id}/seats/{seat}/preset-moves")
    return out


def settled(server: LocalServer, id: str, version: int) -> None:
    server.wait(lambda: server.game(id).version >= version, f"version {version}")


def options(guest: Guest, id: str) -> list[Json]:
    out: list[Json] = guest.get(f"/api/tables/{id}/decision")["decision"]["options"]
    return out


def opening(guest: Guest, id: str) -> Json:
    offer = next(one for one in options(guest, id) if one["kind"] == "open")
    return {"kind": "open", "plant": offer["plant"], "bid": offer["minimum"]}


def until(server: LocalServer, id: str, players: dict[int, Guest], kind: str) -> int:
    """Play until a decision of this kind; return its seat."""
    while server.game(id).position.kind != kind:
        game = server.game(id)
        seat = game.position.seat
        players[seat].move(id, seat, choose(game, random.Random(1)), game.version)
    return server.game(id).position.seat


def by_hand(server: LocalServer, bids: list[int]) -> list[Json]:
    """Return the record of an auction in which both players bid by hand, and the last one passes."""
    id, players, first = begin(server)
    moves = [opening(players[first], id), *({"kind": "bid", "amount": bid} for bid in bids), {"kind": "pass"}]
    for move in moves:
        game = server.game(id)
        players[game.position.seat].move(id, game.position.seat, move, game.version)
    rows: list[Json] = server.game(id).to_json()["rows"]
    return rows


def test_maximum_bid_raises_by_one_with_same_record_as_by_hand(server: LocalServer) -> None:
    id, players, first = begin(server)
    other = 1 - first
    move = opening(players[first], id)
    low = move["bid"]
    say(players[other], id, other, bids=[{"plant": move["plant"], "most": low + 4}])
    players[first].move(id, first, move, server.game(id).version)
    settled(server, id, 2)
    players[first].move(id, first, {"kind": "bid", "amount": low + 3}, 2)
    settled(server, id, 4)
    players[first].move(id, first, {"kind": "bid", "amount": low + 5}, 4)
    settled(server, id, 6)
    assert server.game(id).to_json()["rows"] == by_hand(server, [low + 1, low + 3, low + 4, low + 5])


def test_pass_for_plant_and_for_phase(server: LocalServer) -> None:
    id, players, _ = begin(server)
    until(server, id, players, "run")
    # from the second round on, sitting out is allowed
    opener = until(server, id, players, "auction")
    other = 1 - opener
    assert server.game(id).position.round == 2
    say(players[other], id, other, round=2, pass_phase=True)
    version = server.game(id).version
    players[opener].move(id, opener, opening(players[opener], id), version)
    server.wait(lambda: server.game(id).position.kind not in ("bid", "auction"), "the end of the auctions")
    rows = server.game(id).to_json()["rows"][version + 1 :]
    assert [row["move"]["kind"] for row in rows if row["seat"] == other] == ["pass", "sit-out"]


def test_presets_are_private_to_their_seat(server: LocalServer) -> None:
    id, players, first = begin(server)
    other = 1 - first
    stranger = server.guest()
    say(players[other], id, other, pass_phase=True)
    for guest in (players[first], stranger):
        guest.get(f"/api/tables/{id}/seats/{other}/preset-moves", 403)
        say(guest, id, other, 403)
    say(players[other], id, other, 409, round=2)
    assert said(players[other], id, other)["pass_phase"]
    assert not said(players[first], id, first)["pass_phase"]


class ObservedGame:
    """A game against a rival who may have pre-set moves, and everything that a player is sent meanwhile."""

    def __init__(self, server: LocalServer, most: int, rival: bool) -> None:
        self.server = server
        self.id, self.players, self.first = begin(server)
        self.watcher = self.players[self.first] if rival else server.guest()
        self.most = most

    def play(self) -> None:
        """Play an auction up to the fourth row, for which all pre-set moves suffice."""
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
        """Wait until the server has finished its work after a move, whose order is not fixed."""
        answering = self.server.service(PresetMovePlayer)
        settled(self.server, self.id, version)
        self.server.wait(lambda: not answering._waiting and not answering._tasks, "nothing is left to do")

    def told_by_hand(self, looks: Callable[[int], None]) -> dict[str, Any]:
        """Return what is sent when both players move by hand, after the server has looked for pre-set moves."""

        def play() -> None:
            other, rival = 1 - self.first, self.players[self.first]
            move = opening(rival, self.id)
            rival.move(self.id, self.first, move, 0)
            looks(2)
            self.players[other].move(self.id, other, {"kind": "bid", "amount": move["bid"] + 1}, 1)
            looks(3)

        return self.told(play, 2)

    def told(self, play: Callable[[], None], version: int) -> dict[str, Any]:
        """Return what is sent, without what differs by table; rows count the same in one message or two."""
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
def test_presets_of_rival_are_invisible(
    sqlite_server: LocalServer, monkeypatch: pytest.MonkeyPatch, rival: bool
) -> None:
    """Neither messages, views and tables nor the work of the server depend on pre-set moves."""
    waits: list[tuple[str, float | str]] = []
    """Work by table: the server may still be busy with the previous game."""
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
        game = ObservedGame(sqlite_server, most, rival)
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
"""Pre-set moves that do not match the auction; None for none."""


def trace_work(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Record the work for pre-set moves in this server; the shared one runs in this process, too."""
    trace: list[object] = []
    uniform, wait = random.uniform, preset_moves.PresetMovePlayer._wait

    async def running_loop() -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()

    loop = server.run(running_loop)

    def draw(low: float, high: float) -> float:
        if asyncio.get_running_loop() is not loop:
            return uniform(low, high)
        trace.append(("drawn", low, high))
        return 0.001 * sum(one == ("drawn", low, high) for one in trace)

    def waited(self: preset_moves.PresetMovePlayer, id: str, seconds: float) -> None:
        if self is server.service(PresetMovePlayer):
            trace.append(("waits", seconds))
        wait(self, id, seconds)

    def noted(name: str, statement: Callable[..., Any]) -> Callable[..., Any]:
        def execute(c: Connection, id: str, *args: Any) -> Any:
            if server.service(TableCache).get_cached(id) is not None:
                trace.append(name)
            return statement(c, id, *args)

        return execute

    monkeypatch.setattr(random, "uniform", draw)
    monkeypatch.setattr(preset_moves.PresetMovePlayer, "_wait", waited)
    monkeypatch.setattr(sql, "read_presets", noted("looks", sql.read_presets))
    monkeypatch.setattr(sql, "consume_preset", noted("uses", sql.consume_preset))
    return trace


@pytest.mark.parametrize("rival", [True, False])
def test_unused_presets_leave_no_trace_and_same_delay(
    sqlite_server: LocalServer, monkeypatch: pytest.MonkeyPatch, rival: bool
) -> None:
    """With or without pre-set moves, the server draws a delay, waits and looks, so that rivals learn nothing."""
    server = sqlite_server
    trace = trace_work(server, monkeypatch)

    def looks(times: int) -> None:
        server.wait(lambda: trace.count("looks") >= times, f"look {times}")
        assert trace.count("looks") == times, trace

    monkeypatch.setattr(preset_moves, "DELAY_SECONDS", DELAY)
    seen = []
    for said_before in UNUSED:
        trace.clear()
        game = ObservedGame(server, 0, rival)
        looks(1)
        before = trace[:]
        if said_before is not None:
            say(game.players[1 - game.first], game.id, 1 - game.first, **said_before)
        trace[:] = before  # that was the player's own request
        trace.append("moves")
        seen.append((game.told_by_hand(looks), list(trace)))
    for one in seen:
        assert one == seen[0]
    shown, worked = seen[0]
    assert shown["kinds"] == {"hello", "state", "rows"}
    # each delay is the drawn one, from the same range, and nothing is read before its end
    turn = [[("drawn", *DELAY), ("waits", 0.001 * n), "looks"] for n in (1, 2, 3)]
    assert worked == [*turn[0], "moves", *turn[1], *turn[2]]


def test_presets_survive_restart_and_own_undo_revokes(database: str, make_server: MakeServer) -> None:
    server = make_server(database)
    id, players, first = begin(server)
    other = 1 - first
    move = opening(players[first], id)
    say(players[other], id, other, bids=[{"plant": move["plant"], "most": move["bid"] + 9}])
    server.restart()
    players[first].move(id, first, move, 0)
    settled(server, id, 2)
    # after Bob's undo the move is not repeated
    body = {"seat": other, "version": 2, "key": new_key()}
    players[other].post(f"/api/tables/{id}/undo", body)
    assert said(players[other], id, other)["bids"] == []
    server.run(server.service(PresetMovePlayer).play_due, id)
    assert server.game(id).version == 3


def test_presets_set_on_one_server_are_used_on_another(postgres_database: str, make_server: MakeServer) -> None:
    """They are used once, though both servers look for them, and both know what is left."""
    here, there = make_server(postgres_database), make_server(postgres_database)
    id, players, first = begin(here)
    other = 1 - first
    elsewhere = {0: there.ann, 1: there.guest()}
    for seat, guest in elsewhere.items():
        guest.client.cookies = players[seat].client.cookies
    move = opening(players[first], id)
    say(players[other], id, other, bids=[{"plant": move["plant"], "most": move["bid"] + 1}])
    assert said(elsewhere[other], id, other) == said(players[other], id, other)
    elsewhere[first].move(id, first, move, 0)
    for server in (here, there):
        with suppress(Stale):  # the other server was faster
            server.run(server.service(PresetMovePlayer).play_due, id)
        settled(server, id, 2)
    players[first].move(id, first, {"kind": "bid", "amount": move["bid"] + 2}, 2)
    settled(there, id, 4)
    moves = [row.move.to_json() for row in there.game(id).rows if row.move is not None]
    assert [one["kind"] for one in moves] == ["open", "bid", "bid", "pass"]
    assert moves[1]["amount"] == move["bid"] + 1
    assert said(elsewhere[other], id, other) == said(players[other], id, other)


def test_presets_can_be_switched_off(make_server: MakeServer) -> None:
    server = make_server(no_preset_moves=True)
    id, players, first = begin(server)
    say(players[first], id, first, 409, pass_phase=True)
    assert server.ann.get("/api/features")["preset_moves"] is False


def test_preset_is_used_by_one_of_two_servers(postgres_database: str, make_server: MakeServer) -> None:
    server = make_server(postgres_database)
    id, players, first = begin(server)
    other = 1 - first
    say(players[other], id, other, bids=[{"plant": 3, "most": 9}, {"plant": 4, "most": 9}])
    engine = server.service(Database).engine
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
