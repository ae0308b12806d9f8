"""Bots think in processes, with a time limit, and tables with people come first."""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import random
import signal
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError

from stromnetz import new_game, parse_game
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
from tests.server.local_server import Guest, LocalServer, MakeServer


def question(**more: Any) -> dict[str, Any]:
    game = new_game("classic-2004", players=2, seed=3)
    return {**question_for(game.view(game.position.seat), "plain", 1), **more}


@pytest.mark.subprocess
def test_whole_game_in_bot_processes(database: str, make_server: MakeServer) -> None:
    server = make_server(database, bot_processes=1)
    id = server.ann.open("plain", "random", "plain", start=True, options={"short": True})
    server.wait_for_end(id)
    parse_game(server.ann.get(f"/api/tables/{id}/record"))


def test_worker_answers_line_by_line() -> None:
    asked = [question(), question(bot="none"), {"op": "none"}, question(view={}), {"op": "record", "record": {}}]
    out = io.BytesIO()
    bot_process_main.serve(io.BytesIO(b"".join(json.dumps(q).encode() + b"\n" for q in asked)), out)
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [next(iter(answer)) for answer in answers] == ["answer", "refused", "failed", "refused", "refused"]
    assert answers[0]["answer"]["kind"] == "open"


@pytest.mark.parametrize("i", [4, FIRST_DELUXE + 1, FIRST_OUTPOST + 3])
def test_question_contains_nothing_hidden(i: int) -> None:
    """Games that differ only in hidden information send their bots the same bytes."""
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


def test_worker_receives_only_the_view_of_its_seat(make_server: MakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[bytes, Any]] = []
    true = asyncio.StreamWriter.write

    def write(self: asyncio.StreamWriter, data: bytes) -> None:
        if data.startswith(b'{"op"'):
            sent.append((data, json.loads(data)))
        true(self, data)

    monkeypatch.setattr(asyncio.StreamWriter, "write", write)
    server = make_server(bot_processes=1)
    id = server.ann.open("plain", "random", "plain", start=True, options={"short": True, "money": "hidden"})
    server.wait_for_end(id)
    header = server.game(id).header
    started = {"op": "bots", "bots": []}  # asks whether the process has started
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


def test_bot_seed_cannot_be_derived_from_public_ids(
    sqlite_server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the moves of a bot that draws lots could be predicted."""
    server = sqlite_server
    asked: list[tuple[int, int, int]] = []

    def question_with_seed(view: View, bot: str, seed: int) -> dict[str, Any]:
        assert view.seat is not None
        asked.append((view.seat, view.version, seed))
        return question_for(view, bot, seed)

    monkeypatch.setattr(bot_turns, "question_for", question_with_seed)
    id = server.ann.open("random", "random", start=True, options={"short": True})
    server.wait_for_end(id)
    public = {hashlib.sha256(f"{id} {seat} {version}".encode()).digest()[:8] for seat, version, _ in asked}
    assert len(asked) > 20
    assert not public & {seed.to_bytes(8, "big") for _, _, seed in asked}
    key = server.service(IdentityRegistry).key
    assert all(seed == decision_seed(id, seat, version, key) for seat, version, seed in asked)
    assert decision_seed(id, 0, 1, key) != decision_seed(id, 0, 1, new_key())


def test_worker_imports_nothing_of_the_server() -> None:
    """It stays small, and starts quickly."""
    code = (
        "import sys, stromnetz.server.core.bot_process_main; "
        "print({'fastapi', 'sqlalchemy', 'rich'} & set(sys.modules))"
    )

    async def run() -> bytes:
        process = await asyncio.create_subprocess_exec(sys.executable, "-c", code, stdout=asyncio.subprocess.PIPE)
        return (await process.communicate())[0]

    assert asyncio.run(run()).strip() == b"set()"


@pytest.mark.subprocess
def test_slow_worker_is_replaced() -> None:
    async def run() -> Any:
        worker = BotProcess()
        first = await worker.ask(question(), 60)
        process = worker._process
        assert process is not None
        process.send_signal(signal.SIGSTOP)  # a stopped process does not answer
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
def test_time_limit_starts_after_process_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine starting takes seconds, which must not fail the first request."""
    (tmp_path / "sitecustomize.py").write_text("import time\ntime.sleep(3)\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    async def run() -> Any:
        worker = BotProcess()
        try:
            return await worker.ask({"op": "bots", "bots": ["easy"]}, 2)
        finally:
            await worker.stop()

    assert asyncio.run(run()) is True


class FailingBot(Bot):
    name = "breaks"

    def choose(self, view: View) -> Move:
        raise ZeroDivisionError


class CheatingBot(Bot):
    name = "cheats"

    def choose(self, view: View) -> Move:
        return Open(999, 999)


@pytest.mark.parametrize("kind", [FailingBot, CheatingBot])
def test_failing_bot_gets_default_move(
    sqlite_server: LocalServer, kind: type[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(BOTS, kind.name, kind)
    id = sqlite_server.ann.open(kind.name, "plain", start=True, options={"short": True})
    sqlite_server.wait_for_end(id)
    parse_game(sqlite_server.ann.get(f"/api/tables/{id}/record"))


def test_failed_bot_move_is_retried(sqlite_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database may be unavailable for a moment: the table is not forgotten."""
    monkeypatch.setattr(bot_turns, "RETRY_SECONDS", 0.01)
    play_service = sqlite_server.service(PlayService)
    true, troubles = (
        play_service.play_bot_move,
        [Unavailable("no"), IntegrityError("", {}, Exception()), ZeroDivisionError()],
    )

    async def move(id: str, seat: int, move: Any, version: int) -> bool:
        if troubles:
            raise troubles.pop()
        return await true(id, seat, move, version)

    monkeypatch.setattr(play_service, "play_bot_move", move)
    id = sqlite_server.ann.open("plain", "plain", start=True, options={"short": True})
    sqlite_server.wait_for_end(id)
    assert not troubles


FOREIGN = "tests.bots.faulty_bots:Raises"


def test_host_chooses_bots(database: str, make_server: MakeServer, caplog: pytest.LogCaptureFixture) -> None:
    """A bot of another package plays, and its errors are logged; no other name is loaded."""
    server = make_server(database, bots=f"plain, {FOREIGN}")
    assert server.ann.get("/api/bots") == [{"id": "plain"}, {"id": FOREIGN}]
    id = server.ann.open(FOREIGN, "plain", start=True, options={"short": True})
    assert server.ann.get(f"/api/tables/{id}")["seats"][0]["name"] == "Raises"
    server.wait_for_end(id)
    assert f"bot {FOREIGN} failed: ZeroDivisionError" in caplog.text
    lobby = server.ann.open("person", "open")
    sys.modules.pop("this", None)
    for bot in ("random", "this:s", "tests.bots.faulty_bots:Mute"):
        told = server.ann.post("/api/tables", {"name": "Ann", "seats": [{"kind": "bot", "bot": bot}] * 2}, 422)
        assert f"the bots are plain, {FOREIGN}" in told["error"]["message"]
        server.ann.put(f"/api/tables/{lobby}/seats/1", {"kind": "bot", "bot": bot}, 422)
    assert "this" not in sys.modules


BAD_BOTS = {
    "plain,nowhere:Bot": "there is no module nowhere",
    "tests.bots.faulty_bots:Stranger": "no class that extends stromnetz.bots.Bot",
    "a.very.long.name.of.a.package:Clever": "at most 32 characters",
}


def test_own_bots_may_take_longer_on_busy_machine(make_server: MakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """They do not hang, so their moves are worth waiting for."""
    given: dict[str, float] = {}

    async def ask(self: BotProcess, question: dict[str, Any], seconds: float) -> Any:
        given[question["bot"]] = seconds
        raise BotProcessError

    monkeypatch.setattr(BotProcess, "ask", ask)
    server = make_server(bot_processes=1, bot_time=1.5, bots=f"plain, {FOREIGN}")
    server.ann.open("plain", FOREIGN, start=True)
    server.wait(lambda: len(given) == 2, "both were asked")
    assert given == {"plain": 30.0, FOREIGN: 1.5}


@pytest.mark.parametrize("names", BAD_BOTS)
def test_server_refuses_to_start_with_broken_bots(
    names: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--bots", names, "--port", "0", "--database", str(tmp_path / "x.sqlite")]) == 2
    assert BAD_BOTS[names] in capsys.readouterr().err


def bot_is_due(ann: Guest, id: str) -> bool:
    table = ann.get(f"/api/tables/{id}")
    return bool(table["seats"][table["to_act"]]["kind"] == "bot")


@pytest.mark.subprocess
def test_many_bot_tables_do_not_delay_people(make_server: MakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests of a person are served between the bots' moves: after a few of them, never after all."""
    monkeypatch.setattr(quotas, "MAX_TABLES", 200)
    server = make_server(bot_processes=1)
    ann = server.ann
    ids = [ann.open("plain", "plain", start=True) for _ in range(100)]
    id = ann.open("person", "person", start=True)
    commits: list[int] = []
    for _ in range(10):
        before = server.service(Database).writer.commits
        game = server.game(id)
        ann.move(id, game.position.seat, game.legal_moves[0].to_json(), game.version)
        commits.append(server.service(Database).writer.commits - before)
    assert sorted(commits)[5] <= 20, commits
    running = [ann.get(f"/api/tables/{one}")["state"] for one in ids[-5:]]
    assert "running" in running


def test_undo_while_bot_thinks(make_server: MakeServer) -> None:
    """The bot's answer to an undone move is dropped, and the game stays consistent."""
    server = make_server()
    ann = server.ann
    id = ann.open("person", "plain", start=True)
    server.wait_for_people(id)
    play_service = server.service(PlayService)
    version = server.game(id).version
    game = server.game(id)

    async def late() -> bool:
        return await play_service.play_bot_move(id, 1, game.legal_moves[0], version + 5)

    assert server.run(late) is False
    assert server.game(id).version == version


def test_bots_pause_at_tables_with_people(make_server: MakeServer) -> None:
    """With an endless pause, only a table without people makes progress."""
    server = make_server(bot_pace=10_000.0)
    mixed = tables_until_a_bot_is_due(server.ann)
    alone = server.ann.open("random", "plain", start=True, options={"short": True})
    server.wait_for_end(alone)
    tables = [server.ann.get(f"/api/tables/{id}") for id in mixed]
    assert {table["version"] for table in tables} == {0}
    assert any(table["to_act"] == 1 for table in tables)


def test_bot_moves_after_pause(make_server: MakeServer) -> None:
    server = make_server(bot_pace=0.001)
    for _ in range(8):
        table = server.wait_for_people(server.ann.open("person", "plain", start=True, options={"short": True}))
        assert table["to_act"] == 0


def tables_until_a_bot_is_due(ann: Guest) -> list[str]:
    """Open tables until a bot has to begin, at least eight: the first player is random."""
    ids: list[str] = []
    while len(ids) < 8 or not any(bot_is_due(ann, id) for id in ids):
        ids.append(ann.open("person", "plain", start=True, options={"short": True}))
    return ids
