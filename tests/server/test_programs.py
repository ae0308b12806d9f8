"""Programs from outside: a token sits as a bot, sees what its seat sees, and is moved for when it does not answer."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
import pytest

from examples.option_moves import moves_of
from stromnetz.engine.moves import move_from_json
from stromnetz.play.game import Game
from stromnetz.server.bot_api import turns as bot_api_turns
from stromnetz.server.bot_api.turns import ProgramTurns
from stromnetz.server.bot_api.views import decision_json
from stromnetz.server.live.updates import UpdateEncoder
from stromnetz.server.tables import quotas
from stromnetz.server.tables.service import TableService
from tests.properties.games import FIRST_DELUXE, FIRST_OUTPOST, decisions, game_number
from tests.server.house import Guest, House, choose
from tests.server.program import running

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def house(database: str, make_house: Callable[..., House]) -> House:
    """A server that waits for programs, however slow the machine is."""
    return make_house(database, bot_time=600.0)


@pytest.fixture
def sqlite_house(tmp_path: Path, make_house: Callable[..., House]) -> House:
    return make_house(str(tmp_path / "games.sqlite"), bot_time=600.0)


def program(house: House, owner: Guest | None = None, name: str = "Tesla") -> tuple[Guest, str]:
    """A program with a token, and its id."""
    made = (owner or house.guest()).post("/api/me/programs", {"name": name}, 201)
    bot = house.guest()
    bot.client.headers["authorization"] = f"Bearer {made['token']}"
    return bot, made["id"]


def against_program(house: House, **settings: Any) -> tuple[str, Guest]:
    """A table of Ann and a program, begun."""
    id = house.ann.open("person", "open", **settings)
    bot, _ = program(house)
    bot.post(f"/api/tables/{id}/join", {})
    house.ann.post(f"/api/tables/{id}/start")
    return id, bot


def against(house: House, bot: Guest) -> str:
    """A table of Ann with this program, not begun."""
    id = house.ann.open("person", "open")
    bot.post(f"/api/tables/{id}/join", {})
    return id


def buying(money: int) -> Game:
    """Somebody is to buy fuel and has so much money."""
    for game in decisions(game_number(0), 0):
        seat = game.position.seat
        if game.decision is not None and game.decision.kind == "fuel" and game.decision.seat == seat:
            game.position.money[seat] = money
            return game
    raise AssertionError("nobody buys")


def until(house: House, id: str, seat: int, players: dict[int, Guest]) -> None:
    """Let the other one move until it is a seat's turn."""
    rng = random.Random(1)
    while (game := house.game(id)).decision is not None and game.decision.seat != seat:
        players[1 - seat].move(id, 1 - seat, choose(game, rng), game.version)


def test_a_program_sits_as_a_marked_bot_and_plays_its_seat(house: House) -> None:
    id, bot = against_program(house, options={"money": "hidden"})
    ann = house.ann
    seat = ann.get(f"/api/tables/{id}")["seats"][1]
    assert (seat["kind"], seat["bot"], seat["name"], seat["mine"]) == ("bot", "outside", "Tesla", False)
    assert bot.get("/api/me")["name"] == "Tesla"
    assert not bot.client.cookies
    while house.game(id).decision.seat != 1:  # type: ignore[union-attr]
        assert bot.get(f"/api/tables/{id}/turn")["due"] is False
        game = house.game(id)
        ann.move(id, 0, choose(game, random.Random(1)), game.version)
    turn = bot.get(f"/api/tables/{id}/turn")
    assert (turn["due"], turn["seat"], turn["view"]["seat"]) == (True, 1, 1)
    # its view is that of its seat: of Ann's money it knows nothing
    assert [player["money"] is None for player in turn["view"]["players"]] == [True, False]
    bot.get(f"/api/tables/{id}/view", 403, seat=0)
    game = house.game(id)
    move = choose(game, random.Random(1))
    bot.move(id, 0, move, game.version, status=403)
    ann.move(id, 1, move, game.version, status=403)
    made = bot.move(id, 1, move, game.version)
    assert made["version"] == game.version + 1
    with bot.live(id) as socket:
        assert socket.receive_json()["type"] == "hello"
        assert [view["seat"] for view in socket.receive_json()["views"]] == [1]


def test_a_program_does_nothing_but_play(sqlite_house: House) -> None:
    house = sqlite_house
    id, bot = against_program(house)
    for method, path in (
        ("POST", "/api/tables"),
        ("POST", "/api/me"),
        ("POST", "/api/me/programs"),
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
        stranger = house.guest()
        stranger.call("GET", "/api/me", 401, headers={"authorization": f"Bearer {token}".encode()})
    # another kind of authorization is a proxy's business
    house.ann.call("GET", "/api/me", 200, headers={"authorization": "Basic eDp5"})
    # a token is no cookie, and a cookie no token
    value = bot.client.headers["authorization"].removeprefix("Bearer ")
    thief = house.guest()
    thief.client.cookies.set("stromnetz", value)
    assert thief.get("/api/me")["unreadable"]


def test_tokens_are_listed_and_ended_by_their_owner(house: House) -> None:
    owner, other = house.guest(), house.guest()
    bot, id = program(house, owner)
    made = owner.post("/api/me/programs", {"name": "Edison"}, 201)
    listed = {one["id"]: one["created_at"] for one in owner.get("/api/me/programs")["programs"]}
    assert listed.keys() == {id, made["id"]}
    assert listed[made["id"]] == made["created_at"]
    owner.call("DELETE", f"/api/me/programs/{made['id']}", 204)
    assert other.get("/api/me/programs") == {"programs": []}
    other.post("/api/me", {"name": "Eve"})
    other.call("DELETE", f"/api/me/programs/{id}", 404)
    bot.get("/api/me", 200)
    owner.call("DELETE", f"/api/me/programs/{id}", 204)
    bot.get("/api/me", 401)
    assert owner.get("/api/me/programs") == {"programs": []}
    for _ in range(10):
        program(house, owner)
    owner.post("/api/me/programs", {"name": "one more"}, 409)


def test_a_program_sits_at_so_many_tables(sqlite_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MAX_SEATS", 1)
    id, bot = against_program(sqlite_house)
    other = sqlite_house.ann.open("person", "open")
    assert "1 tables" in bot.post(f"/api/tables/{other}/join", {}, 409)["error"]["message"]
    sqlite_house.run(sqlite_house.service(TableService).update, id, lambda table: setattr(table, "state", "finished"))
    bot.post(f"/api/tables/{other}/join", {})


def test_a_program_that_does_not_answer_is_moved_for(database: str, make_house: Callable[..., House]) -> None:
    """In its time it is waited for; later a plain move is made, also where the server was started again meanwhile."""
    house = make_house(database, bot_time=1.5)
    id, _ = against_program(house)
    until(house, id, 1, {0: house.ann})
    before = house.game(id).version
    house.stop()
    house = make_house(database, bot_time=1.5)
    house.wait(lambda: house.game(id).version > before, "a move for the program")
    assert house.game(id).rows[before + 1].seat == 1
    seat = house.guest().get(f"/api/tables/{id}")["seats"][1]
    assert (seat["bot"], seat["resigned"]) == ("outside", False)


def test_a_turn_is_waited_for(sqlite_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house = sqlite_house
    id, bot = against_program(house)
    until(house, id, 0, {1: bot})
    assert bot.get(f"/api/tables/{id}/turn", 200, wait=0)["due"] is False
    answers: list[Any] = []
    waiting = threading.Thread(target=lambda: answers.append(bot.get(f"/api/tables/{id}/turn", wait=50)))
    waiting.start()
    house.wait(lambda: bool(house.service(ProgramTurns)._waiting), "somebody who waits")
    monkeypatch.setattr(bot_api_turns, "MAX_WAITING", 1)
    bot.get(f"/api/tables/{id}/turn", 429, wait=50)
    until(house, id, 1, {0: house.ann})
    waiting.join(30)
    assert answers[0]["due"]
    assert not house.service(ProgramTurns)._waiting
    bot.get(f"/api/tables/{id}/turn", 422, wait=51)
    house.guest().get(f"/api/tables/{id}/turn", 403)


def test_the_end_is_told_once_and_then_waited_out(sqlite_house: House) -> None:
    """A program that goes on asking does not get one answer after another."""
    house = sqlite_house
    id, bot = against_program(house)
    house.run(house.service(TableService).update, id, lambda table: setattr(table, "state", "finished"))
    turn = bot.get(f"/api/tables/{id}/turn", wait=50)
    assert (turn["state"], turn["view"]["seat"]) == ("finished", 1)
    answers: list[Any] = []
    waiting = threading.Thread(target=lambda: answers.append(bot.get(f"/api/tables/{id}/turn", wait=1)))
    waiting.start()
    house.wait(lambda: bool(house.service(ProgramTurns)._waiting), "a request that waits")
    waiting.join(30)
    assert answers[0]["state"] == "finished"


def test_a_move_is_answered_with_the_view_after_it(sqlite_house: House) -> None:
    house = sqlite_house
    id, bot = against_program(house)
    until(house, id, 1, {0: house.ann})
    game = house.game(id)
    move = choose(game, random.Random(1))
    made = bot.move(id, 1, move, game.version)
    assert (made["view"]["seat"], made["view"]["version"]) == (1, made["version"])
    assert bot.move(id, 1, move, game.version, key="other", status=409)
    until(house, id, 0, {1: bot})
    game = house.game(id)
    assert "view" not in house.ann.move(id, 0, choose(game, random.Random(1)), game.version)


def test_a_program_is_offered_only_what_it_can_choose(sqlite_house: House) -> None:
    """Fuel that it cannot pay for is left out, wherever its view is shown; people see it."""
    game = buying(money=0)
    shown = game.view(game.position.seat).decision
    assert shown is not None
    assert [] in [one.get("costs") for one in shown.to_json()["options"] or []]
    assert [one["kind"] for one in decision_json(shown)["options"] or []] == ["done"]
    seat = game.position.seat
    told = json.loads(UpdateEncoder(game, {seat}).view(seat))
    assert [one["kind"] for one in told["decision"]["options"]] == ["done"]
    assert json.loads(UpdateEncoder(game).view(seat))["decision"] == shown.to_json()


@pytest.mark.parametrize("i", [0, 4, FIRST_DELUXE, FIRST_OUTPOST, FIRST_OUTPOST + 3])
def test_the_guide_says_how_options_become_moves(i: int) -> None:
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


def test_whoever_holds_a_token_can_revoke_it(house: House) -> None:
    """Also where nobody has the owner's cookie any more, as when the program got its token by itself."""
    bot, _ = program(house)
    with bot.live(against(house, bot)) as socket:
        socket.receive_json()
        bot.call("DELETE", "/api/me/program", 204)
    bot.get("/api/me", 401)
    bot.call("DELETE", "/api/me/program", 401)
    house.ann.call("DELETE", "/api/me/program", 404)


def test_a_rematch_and_a_server_without_programs(sqlite_house: House, make_house: Callable[..., House]) -> None:
    house = sqlite_house
    id, bot = against_program(house)
    house.run(house.service(TableService).update, id, lambda table: setattr(table, "state", "finished"))
    again = house.ann.post(f"/api/tables/{id}/rematch", status=201)["table"]
    assert [seat["kind"] for seat in again["seats"]] == ["person", "open"]
    house = make_house(house.config.database + "2", no_programs=True)
    house.ann.post("/api/me/programs", {"name": "Tesla"}, 409)
    stranger = house.guest()
    stranger.call("GET", "/api/me", 403, headers=dict(bot.client.headers))


@pytest.mark.subprocess
def test_the_example_plays_a_game(sqlite_file: str, tmp_path: Path) -> None:
    """The program of the guide, against a server that runs as a host runs it."""
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
            # from here bots play on: Ann's, and the one from outside
            host.post(f"/api/tables/{made['id']}/resign", json={"seat": 0}).raise_for_status()
            assert bot.wait(120) == 0
        assert host.get(f"/api/tables/{made['id']}").json()["state"] == "finished"
        seat = host.get(f"/api/tables/{made['id']}").json()["seats"][1]
        rows = host.get(f"/api/tables/{made['id']}/history").json()["rows"]
        assert (seat["bot"], any(row.get("seat") == 1 for row in rows)) == ("outside", True)
        host.close()
    assert "did not answer" not in server.log.read_text()
