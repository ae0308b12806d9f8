"""Bots think elsewhere, for a limited time, and people's tables come first."""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import random
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError

from stromnetz import load_game, new_game
from stromnetz.bots import BOTS
from stromnetz.bots.base import Bot
from stromnetz.cli import main
from stromnetz.engine.moves import Move, Open
from stromnetz.play.views import View
from stromnetz.server.core import bot_process_main
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.identity import IdentityRegistry, decision_seed, new_key
from stromnetz.server.table_play import bot_turns
from stromnetz.server.table_play.bot_turns import BotProcess, BotProcessError, question_for
from stromnetz.server.table_play.service import PlayService
from stromnetz.server.tables import quotas
from stromnetz.tables.errors import Unavailable
from tests.properties.games import FIRST_DELUXE, FIRST_OUTPOST, decisions, game_number
from tests.properties.test_hidden import twin
from tests.server.house import Guest, House


def question(**more: Any) -> dict[str, Any]:
    game = new_game("classic-2004", players=2, seed=3)
    return {**question_for(game.view(game.position.seat), "plain", 1), **more}


@pytest.mark.subprocess
def test_a_whole_game_in_other_processes(database: str, make_house: Callable[..., House]) -> None:
    house = make_house(database, bot_processes=1)
    id = house.ann.open("plain", "random", "plain", start=True, options={"short": True})
    house.wait(lambda: house.ann.get(f"/api/tables/{id}")["state"] == "finished", "the end")
    load_game(house.ann.get(f"/api/tables/{id}/record"))


def test_the_worker_answers_line_by_line() -> None:
    asked = [question(), question(bot="none"), {"op": "none"}, question(view={}), {"op": "record", "record": {}}]
    out = io.BytesIO()
    bot_process_main.serve(io.BytesIO(b"".join(json.dumps(q).encode() + b"\n" for q in asked)), out)
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [next(iter(answer)) for answer in answers] == ["answer", "refused", "failed", "refused", "refused"]
    assert answers[0]["answer"]["kind"] == "open"


@pytest.mark.parametrize("i", [4, FIRST_DELUXE + 1, FIRST_OUTPOST + 3])
def test_a_question_tells_nothing_hidden(i: int) -> None:
    """Games that differ only in what the seat may not know send its bot the very same bytes."""
    rng, asked = random.Random(i), 0
    for game in decisions(game_number(i), i):
        if game.version % 7 == 0:
            seat = game.position.seat
            other = twin(game, rng, seat)
            assert other.position != game.position
            ours, theirs = (json.dumps(question_for(one.view(seat), "plain", 1)) for one in (game, other))
            assert ours == theirs
            asked += 1
    assert asked > 10


def test_a_worker_is_sent_the_view_of_its_seat_and_nothing_else(
    tmp_path: Path, make_house: Callable[..., House], monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[tuple[bytes, Any]] = []
    true = asyncio.StreamWriter.write

    def write(self: asyncio.StreamWriter, data: bytes) -> None:
        if data.startswith(b'{"op"'):
            sent.append((data, json.loads(data)))
        true(self, data)

    monkeypatch.setattr(asyncio.StreamWriter, "write", write)
    house = make_house(str(tmp_path / "x.sqlite"), bot_processes=1)
    id = house.ann.open("plain", "random", "plain", start=True, options={"short": True, "money": "hidden"})
    house.wait(lambda: house.ann.get(f"/api/tables/{id}")["state"] == "finished", "the end")
    header = house.game(id).header
    started = {"op": "bots", "bots": []}  # asks whether it has
    assert sent[0][1] == started
    assert len(sent) > 50
    for data, asked in sent:
        if asked == started:
            continue
        assert asked.keys() == {"op", "view", "bot", "seed"}
        assert asked["view"].keys() == set(View.FIELDS)
        seat = asked["view"]["seat"]
        assert asked["view"]["decision"]["seat"] == seat
        assert [player["money"] is None for player in asked["view"]["players"]] == [s != seat for s in range(3)]
        for secret in (header["setup"]["seed"], header["salt"], id, str(int(header["setup"]["seed"], 16))):
            assert secret.removeprefix("0x").encode() not in data


def test_the_chance_of_a_bot_cannot_be_worked_out_from_public_ids(
    sqlite_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever could would know what a bot that draws lots does next."""
    house = sqlite_house
    asked: list[tuple[int, int, int]] = []

    def question_with_seed(view: View, bot: str, seed: int) -> dict[str, Any]:
        assert view.seat is not None
        asked.append((view.seat, view.version, seed))
        return question_for(view, bot, seed)

    monkeypatch.setattr(bot_turns, "question_for", question_with_seed)
    id = house.ann.open("random", "random", start=True, options={"short": True})
    house.wait(lambda: house.ann.get(f"/api/tables/{id}")["state"] == "finished", "the end")
    public = {hashlib.sha256(f"{id} {seat} {version}".encode()).digest()[:8] for seat, version, _ in asked}
    assert len(asked) > 20
    assert not public & {seed.to_bytes(8, "big") for _, _, seed in asked}
    key = house.service(IdentityRegistry).key
    assert all(seed == decision_seed(id, seat, version, key) for seat, version, seed in asked)
    assert decision_seed(id, 0, 1, key) != decision_seed(id, 0, 1, new_key())


def test_the_worker_imports_nothing_of_the_server() -> None:
    """It is small, and starts quickly."""
    code = (
        "import sys, stromnetz.server.core.bot_process_main; "
        "print({'fastapi', 'sqlalchemy', 'rich'} & set(sys.modules))"
    )

    async def run() -> bytes:
        process = await asyncio.create_subprocess_exec(sys.executable, "-c", code, stdout=asyncio.subprocess.PIPE)
        return (await process.communicate())[0]

    assert asyncio.run(run()).strip() == b"set()"


@pytest.mark.subprocess
def test_a_worker_that_takes_too_long_is_ended_and_another_begins() -> None:
    async def run() -> Any:
        worker = BotProcess()
        first = await worker.ask(question(), 60)
        process = worker._process
        assert process is not None
        process.send_signal(signal.SIGSTOP)  # stopped, it answers nothing
        with pytest.raises(BotProcessError, match="no answer within"):
            await worker.ask(question(), 0.2)
        assert process.returncode is not None
        again = await worker.ask(question(), 60)
        process = worker._process
        assert process is not None
        process.kill()
        await process.wait()
        with pytest.raises(BotProcessError):
            await worker.ask(question(), 60)
        await worker.stop()
        return first, again

    first, again = asyncio.run(run())
    assert first == again


@pytest.mark.subprocess
def test_the_time_to_think_begins_when_the_process_has_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine that takes seconds, and whoever asked first was told that no advice came."""
    (tmp_path / "sitecustomize.py").write_text("import time\ntime.sleep(3)\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    async def run() -> Any:
        worker = BotProcess()
        try:
            return await worker.ask({"op": "bots", "bots": ["easy"]}, 2)
        finally:
            await worker.stop()

    assert asyncio.run(run()) is True


class Breaks(Bot):
    name = "breaks"

    def choose(self, view: View) -> Move:
        raise ZeroDivisionError


class Cheats(Bot):
    name = "cheats"

    def choose(self, view: View) -> Move:
        return Open(999, 999)


@pytest.mark.parametrize("kind", [Breaks, Cheats])
def test_a_bot_that_fails_is_moved_for(sqlite_house: House, kind: type[Bot], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, kind.name, kind)
    id = sqlite_house.ann.open(kind.name, "plain", start=True, options={"short": True})
    sqlite_house.wait(lambda: sqlite_house.ann.get(f"/api/tables/{id}")["state"] == "finished", "the end")
    load_game(sqlite_house.ann.get(f"/api/tables/{id}/record"))


def test_a_bot_that_could_not_move_tries_again(sqlite_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database was gone for a moment, or something broke: the table is not forgotten."""
    monkeypatch.setattr(bot_turns, "RETRY_SECONDS", 0.01)
    play_service = sqlite_house.service(PlayService)
    true, troubles = (
        play_service.play_bot_move,
        [Unavailable("no"), IntegrityError("", {}, Exception()), ZeroDivisionError()],
    )

    async def move(id: str, seat: int, move: Any, version: int) -> bool:
        if troubles:
            raise troubles.pop()
        return await true(id, seat, move, version)

    monkeypatch.setattr(play_service, "play_bot_move", move)
    id = sqlite_house.ann.open("plain", "plain", start=True, options={"short": True})
    sqlite_house.wait(lambda: sqlite_house.ann.get(f"/api/tables/{id}")["state"] == "finished", "the end")
    assert not troubles


FOREIGN = "tests.bots.foreign:Raises"


def test_a_host_says_which_bots_there_are(
    database: str, make_house: Callable[..., House], caplog: pytest.LogCaptureFixture
) -> None:
    """One of another package plays, and its faults are logged; no other name is looked for."""
    house = make_house(database, bots=f"plain, {FOREIGN}")
    assert house.ann.get("/api/bots") == [{"id": "plain"}, {"id": FOREIGN}]
    id = house.ann.open(FOREIGN, "plain", start=True, options={"short": True})
    assert house.ann.get(f"/api/tables/{id}")["seats"][0]["name"] == "Raises"
    house.wait(lambda: house.ann.get(f"/api/tables/{id}")["state"] == "finished", "the end")
    assert f"bot {FOREIGN} did not answer well: ZeroDivisionError" in caplog.text
    lobby = house.ann.open("person", "open")
    sys.modules.pop("this", None)
    for bot in ("random", "this:s", "tests.bots.foreign:Mute"):
        told = house.ann.post("/api/tables", {"name": "Ann", "seats": [{"kind": "bot", "bot": bot}] * 2}, 422)
        assert f"the bots are plain, {FOREIGN}" in told["error"]["message"]
        house.ann.put(f"/api/tables/{lobby}/seats/1", {"kind": "bot", "bot": bot}, 422)
    assert "this" not in sys.modules


BAD_BOTS = {
    "plain,nowhere:Bot": "there is no module nowhere",
    "tests.bots.foreign:Stranger": "no class that extends stromnetz.bots.Bot",
    "a.very.long.name.of.a.package:Clever": "at most 32 characters",
}


def test_our_own_bots_are_waited_for_on_a_busy_machine(
    tmp_path: Path, make_house: Callable[..., House], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They do not stall: what they would do is worth waiting for."""
    given: dict[str, float] = {}

    async def ask(self: BotProcess, question: dict[str, Any], seconds: float) -> Any:
        given[question["bot"]] = seconds
        raise BotProcessError

    monkeypatch.setattr(BotProcess, "ask", ask)
    house = make_house(str(tmp_path / "games.sqlite"), bot_processes=1, bot_time=1.5, bots=f"plain, {FOREIGN}")
    house.ann.open("plain", FOREIGN, start=True)
    house.wait(lambda: len(given) == 2, "both were asked")
    assert given == {"plain": 30.0, FOREIGN: 1.5}


@pytest.mark.parametrize("names", BAD_BOTS)
def test_a_server_does_not_start_with_bots_that_cannot_play(
    names: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--bots", names, "--port", "0", "--database", str(tmp_path / "x.sqlite")]) == 2
    assert BAD_BOTS[names] in capsys.readouterr().err


def bot_is_due(ann: Guest, id: str) -> bool:
    table = ann.get(f"/api/tables/{id}")
    return bool(table["seats"][table["to_act"]]["kind"] == "bot")


@pytest.mark.subprocess
def test_a_hundred_tables_of_bots_do_not_hold_up_a_person(
    tmp_path: Path, make_house: Callable[..., House], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The person's requests are answered between the bots' moves: each after a few of them, never after all."""
    monkeypatch.setattr(quotas, "MAX_TABLES", 200)
    house = make_house(str(tmp_path / "x.sqlite"), bot_processes=1)
    ann = house.ann
    ids = [ann.open("plain", "plain", start=True) for _ in range(100)]
    id = ann.open("person", "person", start=True)
    commits: list[int] = []
    for _ in range(10):
        before = house.service(Database).writer.commits
        game = house.game(id)
        ann.move(id, game.position.seat, game.legal_moves[0].to_json(), game.version)
        commits.append(house.service(Database).writer.commits - before)
    assert sorted(commits)[5] <= 20, commits
    running = [ann.get(f"/api/tables/{one}")["state"] for one in ids[-5:]]
    assert "running" in running


def test_a_move_taken_back_while_a_bot_thinks(tmp_path: Path, make_house: Callable[..., House]) -> None:
    """The bot's answer to a move that is gone is dropped; the game stays whole."""
    house = make_house(str(tmp_path / "x.sqlite"))
    ann = house.ann
    id = ann.open("person", "plain", start=True)
    house.wait_for_people(id)
    play_service = house.service(PlayService)
    version = house.game(id).version
    game = house.game(id)

    async def late() -> bool:
        return await play_service.play_bot_move(id, 1, game.legal_moves[0], version + 5)

    assert house.run(late) is False
    assert house.game(id).version == version


def test_where_people_play_bots_wait_before_they_move(tmp_path: Path, make_house: Callable[..., House]) -> None:
    """With a pace that never ends, only a table that bots have for themselves gets anywhere."""
    house = make_house(str(tmp_path / "x.sqlite"), bot_pace=10_000.0)
    mixed = tables_until_a_bot_is_due(house.ann)
    alone = house.ann.open("random", "plain", start=True, options={"short": True})
    house.wait(lambda: house.ann.get(f"/api/tables/{alone}")["state"] == "finished", "the end")
    tables = [house.ann.get(f"/api/tables/{id}") for id in mixed]
    assert {table["version"] for table in tables} == {0}
    assert any(table["to_act"] == 1 for table in tables)


def test_after_its_pause_a_bot_moves(tmp_path: Path, make_house: Callable[..., House]) -> None:
    house = make_house(str(tmp_path / "x.sqlite"), bot_pace=0.001)
    for _ in range(8):
        table = house.wait_for_people(house.ann.open("person", "plain", start=True, options={"short": True}))
        assert table["to_act"] == 0


def tables_until_a_bot_is_due(ann: Guest) -> list[str]:
    """Eight, or as many as it takes: who begins is drawn, and now and then it is the person eight times in a row."""
    ids: list[str] = []
    while len(ids) < 8 or not any(bot_is_due(ann, id) for id in ids):
        ids.append(ann.open("person", "plain", start=True, options={"short": True}))
    return ids
