"""Programs: they sit as bots with a token, wait for turns, and get default moves if they are slow."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import httpx2
import pytest

from examples.option_moves import moves_of
from stromnetz.engine.moves import move_from_json
from stromnetz.server.bot_api import turns as bot_api_turns
from stromnetz.server.bot_api.turns import ProgramTurns
from stromnetz.server.tables import quotas
from stromnetz.server.tables.cache import TableUsage
from stromnetz.server.tables.events import TableClosed
from stromnetz.tables.errors import RateLimited
from stromnetz.tables.views import decision_json
from tests.properties.games import FIRST_DELUXE, FIRST_OUTPOST, decisions, game_number
from tests.server.local_server import Guest, LocalServer, MakeServer, choose
from tests.server.server_process import running

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def server(database: str, make_server: MakeServer) -> LocalServer:
    """Start a server that waits for programs, however slow the machine is."""
    return make_server(database, bot_time=600.0)


@pytest.fixture
def sqlite_server(tmp_path: Path, make_server: MakeServer) -> LocalServer:
    return make_server(bot_time=600.0)


def program(server: LocalServer, owner: Guest | None = None, name: str = "Tesla") -> tuple[Guest, str]:
    """Return a program with a token, and its id."""
    made = (owner or server.guest()).post("/api/me/tokens", {"name": name}, 201)
    bot = server.guest()
    bot.client.headers["authorization"] = f"Bearer {made['token']}"
    return bot, made["id"]


def against_program(server: LocalServer, **settings: Any) -> tuple[str, Guest]:
    """Start a table of Ann and a program."""
    id = server.ann.open("person", "open", **settings)
    bot, _ = program(server)
    bot.post(f"/api/tables/{id}/join", {})
    server.ann.post(f"/api/tables/{id}/start")
    return id, bot


def against(server: LocalServer, bot: Guest) -> str:
    """Open a table of Ann with this program."""
    id = server.ann.open("person", "open")
    bot.post(f"/api/tables/{id}/join", {})
    return id


def until(server: LocalServer, id: str, seat: int, players: dict[int, Guest]) -> None:
    """Let the other player move until a seat has to act."""
    rng = random.Random(1)
    while (game := server.game(id)).decision is not None and game.decision.seat != seat:
        players[1 - seat].move(id, 1 - seat, choose(game, rng), game.version)


def test_program_sits_as_bot_and_plays_its_seat(server: LocalServer) -> None:
    id, bot = against_program(server, options={"money": "hidden"})
    ann = server.ann
    seat = ann.get(f"/api/tables/{id}")["seats"][1]
    assert (seat["kind"], seat["bot"], seat["name"], seat["mine"]) == ("bot", "outside", "Tesla", False)
    assert bot.get("/api/me")["name"] == "Tesla"
    assert not bot.client.cookies
    while server.game(id).decision.seat != 1:  # type: ignore[union-attr]
        assert bot.get(f"/api/tables/{id}/turn")["due"] is False
        game = server.game(id)
        ann.move(id, 0, choose(game, random.Random(1)), game.version)
    turn = bot.get(f"/api/tables/{id}/turn")
    assert (turn["due"], turn["seat"], turn["view"]["seat"]) == (True, 1, 1)
    # its view hides Ann's money
    assert [player["money"] is None for player in turn["view"]["players"]] == [True, False]
    bot.get(f"/api/tables/{id}/view", 403, seat=0)
    game = server.game(id)
    move = choose(game, random.Random(1))
    bot.move(id, 0, move, game.version, status=403)
    ann.move(id, 1, move, game.version, status=403)
    made = bot.move(id, 1, move, game.version)
    assert made["version"] == game.version + 1
    with bot.live(id) as socket:
        assert socket.receive_json()["type"] == "hello"
        assert [view["seat"] for view in socket.receive_json()["views"]] == [1]


def test_program_may_only_play(sqlite_server: LocalServer) -> None:
    server = sqlite_server
    id, bot = against_program(server)
    for method, path in (
        ("POST", "/api/tables"),
        ("POST", "/api/me"),
        ("POST", "/api/me/tokens"),
        ("POST", "/api/me/log-out"),
        ("POST", "/api/recover"),
        ("POST", f"/api/tables/{id}/undo"),
        ("POST", f"/api/tables/{id}/advice"),
        ("POST", f"/api/tables/{id}/chat"),
        ("GET", f"/api/tables/{id}/chat"),
        ("GET", "/api/me/tables"),
        ("GET", f"/api/tables/{id}/seats/1/recovery"),
    ):
        bot.call(method, path, 403, **({"json": {}} if method == "POST" else {}))
    for token in ("bot.x.0.y", "bot.", "bot." + "a" * 22 + ".0.é"):
        stranger = server.guest()
        stranger.call("GET", "/api/me", 401, headers={"authorization": f"Bearer {token}".encode()})
    # other kinds of authorization belong to proxies
    server.ann.call("GET", "/api/me", 200, headers={"authorization": "Basic eDp5"})
    # a token is no cookie, and vice versa
    value = bot.client.headers["authorization"].removeprefix("Bearer ")
    thief = server.guest()
    thief.client.cookies.set("stromnetz", value)
    assert thief.get("/api/me")["unreadable"]


def test_owner_lists_and_revokes_tokens(server: LocalServer) -> None:
    owner, other = server.guest(), server.guest()
    bot, id = program(server, owner)
    made = owner.post("/api/me/tokens", {"name": "Edison"}, 201)
    listed = {one["id"]: one["created_at"] for one in owner.get("/api/me/tokens")["tokens"]}
    assert listed.keys() == {id, made["id"]}
    assert listed[made["id"]] == made["created_at"]
    owner.call("DELETE", f"/api/me/tokens/{made['id']}", 204)
    assert other.get("/api/me/tokens") == {"tokens": []}
    other.post("/api/me", {"name": "Eve"})
    other.call("DELETE", f"/api/me/tokens/{id}", 404)
    bot.get("/api/me", 200)
    owner.call("DELETE", f"/api/me/tokens/{id}", 204)
    bot.get("/api/me", 401)
    assert owner.get("/api/me/tokens") == {"tokens": []}
    for _ in range(10):
        program(server, owner)
    owner.post("/api/me/tokens", {"name": "one more"}, 409)


def test_seats_of_a_program_are_limited(sqlite_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MAX_SEATS", 1)
    id, bot = against_program(sqlite_server)
    other = sqlite_server.ann.open("person", "open")
    assert "1 tables" in bot.post(f"/api/tables/{other}/join", {}, 409)["error"]["message"]
    sqlite_server.update(id, lambda table: setattr(table, "state", "finished"))
    bot.post(f"/api/tables/{other}/join", {})


def test_slow_program_gets_default_move(database: str, make_server: MakeServer) -> None:
    """After its time a default move is made, also if the server was restarted meanwhile."""
    server = make_server(database, bot_time=1.5)
    id, _ = against_program(server)
    until(server, id, 1, {0: server.ann})
    before = server.game(id).version
    server.restart()
    server.wait(lambda: server.game(id).version > before, "a move for the program")
    assert server.game(id).rows[before + 1].seat == 1
    seat = server.guest().get(f"/api/tables/{id}")["seats"][1]
    assert (seat["bot"], seat["resigned"]) == ("outside", False)


def test_waiting_for_a_turn(sqlite_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    server = sqlite_server
    id, bot = against_program(server)
    until(server, id, 0, {1: bot})
    version = server.game(id).version
    nothing = {"due": False, "seat": None, "view": None}
    assert bot.get(f"/api/tables/{id}/turn", 200, wait=0) == {**nothing, "state": "running", "version": version}
    waits = against(server, bot)
    assert bot.get(f"/api/tables/{waits}/turn") == {**nothing, "state": "lobby", "version": None}
    answers: list[Any] = []
    waiting = threading.Thread(target=lambda: answers.append(bot.get(f"/api/tables/{id}/turn", wait=50)))
    waiting.start()
    server.wait(lambda: bool(server.service(ProgramTurns)._waiting), "somebody who waits")
    assert server.service(TableUsage).is_in_use(id)
    monkeypatch.setattr(bot_api_turns, "MAX_WAITING", 1)
    bot.get(f"/api/tables/{id}/turn", 429, wait=50)
    until(server, id, 1, {0: server.ann})
    waiting.join(30)
    assert answers[0]["due"]
    assert not server.service(ProgramTurns)._waiting
    assert not server.service(TableUsage).is_in_use(id)
    bot.get(f"/api/tables/{id}/turn", 422, wait=51)
    eve = server.guest()
    eve.get(f"/api/tables/{id}/turn", 403)
    eve.post("/api/me", {"name": "Eve"})
    eve.get(f"/api/tables/{id}/turn", 403)


def test_requests_that_wait_leave_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_api_turns, "MAX_WAITING", 2)
    monkeypatch.setattr(bot_api_turns, "MAX_REPORTED_ENDS", 2)
    usage = TableUsage()
    turns = ProgramTurns(Mock(cache=Mock(usage=usage)), Mock(), 60)

    async def wait() -> None:
        async with turns.waiting("a", "ann") as first, turns.waiting("a", "ann") as second:
            with pytest.raises(RateLimited):
                await turns.waiting("b", "ann").__aenter__()
            async with turns.waiting("b", "bob") as other:
                assert usage.awaited == {"a", "b"}
                turns.on_table_closed(TableClosed("a"))
            assert usage.awaited == {"a"}
            assert [event.is_set() for event in (first, second, other)] == [True, True, False]
        assert (usage.awaited, turns._waiting, turns._waits) == (set(), {}, {})

    asyncio.run(wait())
    for id in "abc":
        turns.report_end(id, "ann")
    assert [turns.was_end_reported(id, "ann") for id in "abc"] == [False, True, True]
    assert not turns.was_end_reported("c", "bob")


def test_end_is_reported_once(sqlite_server: LocalServer) -> None:
    """Later requests wait, so that a program does not get one response after another."""
    server = sqlite_server
    id, bot = against_program(server)
    server.update(id, lambda table: setattr(table, "state", "finished"))
    turn = bot.get(f"/api/tables/{id}/turn", wait=50)
    assert (turn["state"], turn["view"]["seat"]) == ("finished", 1)
    answers: list[Any] = []
    waiting = threading.Thread(target=lambda: answers.append(bot.get(f"/api/tables/{id}/turn", wait=1)))
    waiting.start()
    server.wait(lambda: bool(server.service(ProgramTurns)._waiting), "a request that waits")
    waiting.join(30)
    assert answers[0]["state"] == "finished"


def test_move_returns_next_view(sqlite_server: LocalServer) -> None:
    server = sqlite_server
    id, bot = against_program(server)
    until(server, id, 1, {0: server.ann})
    game = server.game(id)
    move = choose(game, random.Random(1))
    made = bot.move(id, 1, move, game.version)
    assert (made["view"]["seat"], made["view"]["version"]) == (1, made["version"])
    assert bot.move(id, 1, move, game.version, key="other", status=409)
    until(server, id, 0, {1: bot})
    game = server.game(id)
    assert "view" not in server.ann.move(id, 0, choose(game, random.Random(1)), game.version)


@pytest.mark.parametrize("i", [0, 4, FIRST_DELUXE, FIRST_OUTPOST, FIRST_OUTPOST + 3])
def test_guide_explains_how_options_become_moves(i: int) -> None:
    made = 0
    for number, game in enumerate(decisions(game_number(i), i)):
        decision = game.decision
        if number > 400 or decision is None:
            break
        for option in decision_json(decision)["options"] or []:
            for move in moves_of(option):
                assert move_from_json(move) in game.legal_moves, (option, move)
                made += 1
    assert made > 300


def test_token_holder_can_revoke_it(server: LocalServer) -> None:
    """Also without the owner's cookie, if the program got its token itself."""
    bot, _ = program(server)
    with bot.live(against(server, bot)) as socket:
        socket.receive_json()
        bot.call("DELETE", "/api/me/token", 204)
    bot.get("/api/me", 401)
    bot.call("DELETE", "/api/me/token", 401)
    server.ann.call("DELETE", "/api/me/token", 404)


def test_rematch_and_server_without_programs(sqlite_server: LocalServer, make_server: MakeServer) -> None:
    server = sqlite_server
    id, bot = against_program(server)
    server.update(id, lambda table: setattr(table, "state", "finished"))
    again = server.ann.post(f"/api/tables/{id}/rematch", status=201)["table"]
    assert [seat["kind"] for seat in again["seats"]] == ["person", "open"]
    server = make_server(no_programs=True)
    server.ann.post("/api/me/tokens", {"name": "Tesla"}, 409)
    stranger = server.guest()
    stranger.call("GET", "/api/me", 403, headers=dict(bot.client.headers))


@pytest.mark.subprocess
def test_example_plays_a_game(sqlite_file: str, tmp_path: Path) -> None:
    """The program of the guide plays on a server that runs as a separate process."""
    example = ROOT / "examples" / "outside_bot.py"
    assert len(example.read_text(encoding="utf-8").splitlines()) <= 60
    with running(sqlite_file, tmp_path, "--bot-time", "60", "--rate", "0") as server:
        host = httpx2.Client(base_url=server.url)
        seats = [{"kind": "person"}, {"kind": "open"}, {"kind": "bot", "bot": "plain"}]
        wanted = {"name": "Ann", "seats": seats, "options": {"short": True}}
        made = host.post("/api/tables", json=wanted).json()["table"]
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        command = [sys.executable, str(example), server.url, made["code"]]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as bot:
            assert bot.stdout is not None
            assert bot.stdout.readline() == f"sitting at {made['id']}\n"
            host.post(f"/api/tables/{made['id']}/start").raise_for_status()
            # from here on bots play
            host.post(f"/api/tables/{made['id']}/resign", json={"seat": 0}).raise_for_status()
            assert bot.wait(120) == 0
        assert host.get(f"/api/tables/{made['id']}").json()["state"] == "finished"
        seat = host.get(f"/api/tables/{made['id']}").json()["seats"][1]
        rows = host.get(f"/api/tables/{made['id']}/history").json()["rows"]
        assert (seat["bot"], any(row.get("seat") == 1 for row in rows)) == ("outside", True)
        host.close()
    assert "did not answer" not in server.log.read_text()
