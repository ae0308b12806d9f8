"""Games in worker processes: retries, reports of crashes, and interrupts."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from stromnetz.arena import duel, processes, simulate, soak, tournament
from stromnetz.arena.matches import GameKind, all_faults
from stromnetz.arena.processes import MAX_RETRIES, WorkerDied, WorkerPool
from stromnetz.arena.result_file import read_lines
from stromnetz.arena.results import results
from stromnetz.engine.errors import IllegalMove
from stromnetz.lab import tuner
from stromnetz.lab.tuner import weights_of
from tests.arena.crashing_work import square_or_die
from tests.helpers import lacking

EXITS = "tests.bots.faulty_bots:Exits"
KIND = GameKind("classic-2004", "germany", 2, (("short", True),))
WHY = "its process died 4 times, at last it exited with status 3"


@pytest.mark.subprocess
def test_items_are_retried_when_their_process_dies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def crashed(work: tuple[int, str], why: str) -> Any:
        return work[0], why

    with WorkerPool(2) as pool:
        found = list(pool.each(square_or_die, [(n, str(tmp_path)) for n in range(8)], 3, crashed=crashed))
        assert found == [0, 1, 4, 9, 16, (5, WHY), 36, 49]
        tried = {n: (tmp_path / str(n)).stat().st_size for n in range(8)}
        assert tried == {**dict.fromkeys(range(8), 1), 2: 2, 5: 1 + MAX_RETRIES}
        monkeypatch.setattr(processes, "MAX_RETRIES", 0)
        with pytest.raises(WorkerDied, match="has no result: its process exited with status 3"):
            list(pool.each(square_or_die, [(5, str(tmp_path))]))
        with pytest.raises(IllegalMove) as refused:  # an exception is raised as it is, without a retry
            list(pool.each(square_or_die, [(9, str(tmp_path)), (3, str(tmp_path))], in_order=False))
        assert (refused.value.rule, (tmp_path / "9").stat().st_size) == ("G1", 1)
        assert list(pool.each(len, ["a", "ab"])) == [1, 2]


@pytest.mark.subprocess
def test_tournament_reports_crashed_games_and_does_not_replay_them(tmp_path: Path) -> None:
    path, plan = tmp_path / "games", tournament.TournamentPlan((EXITS, "random"), (KIND,), deals=3)
    games = tournament.tournament(path, plan, jobs=2)
    assert [game.faults.crashes != [] for game in games] == [game.deal == 1 for game in games]
    _, rows, _ = read_lines(path, tournament.FILE_KIND)
    assert sorted(row["number"] for row in rows) == [game.number for game in games]
    told = f"game 2 ({KIND}, deal 1) ({', '.join(games[2].seats)}) has no result: {WHY}"
    assert told in all_faults(games).lines()
    # in this process: it would end the tests
    assert tournament.tournament(path, plan) == games
    found = results(plan, games)
    assert found.cut == sum(not game.ended for game in games if game.deal != 1)
    assert {"game": f"game 2 ({KIND}, deal 1)", "bots": list(games[2].seats), "crash": WHY} in found.to_json()["faults"]


def each_but_the_second(
    work: Callable[[Any], Any], items: Iterable[Any], *_: Any, crashed: Callable[[Any, str], Any], **__: Any
) -> Iterator[Any]:
    """Like `each`, with a process that dies at the second item."""
    return (crashed(item, WHY) if number == 1 else work(item) for number, item in enumerate(items))


def test_every_command_reports_crashed_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for module in (duel, simulate, soak):
        monkeypatch.setattr(module, "each", each_but_the_second)
    played = simulate.simulate("classic-2004", "germany", 2, ["random"], 3, seed=7, options={"short": True})
    assert (played.games, played.finished, played.cut) == (3, 2, 0)
    assert played.faults.lines() == [f"classic-2004 germany, 2 players, seed 8 (random) has no result: {WHY}"]
    soaked = soak.soak(3, bots=["random"])
    assert [(failure.error, failure.setup["players"]) for failure in soaked.failures] == [(WHY, 3)]
    assert (soaked.ended + soaked.cut, soaked.ok) == (2, False)
    fought = duel.duel(duel.DuelPlan(KIND, ("plain", "random"), games=4, full=True))
    assert (len(fought.games), fought.to_json()["cut"], len(fought.to_json()["faults"])) == (4, 0, 1)
    assert sum(fought.games[1].won) == 1


def test_tuning_stores_crashed_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start = tuple(weights_of("easy").items())
    run = tuner.Run("easy", ("random",), (KIND,), start, ("city", "cash"), 1, 1, 4, 0.2, 2)
    monkeypatch.setattr(WorkerPool, "each", lambda self, work, items, **more: each_but_the_second(work, items, **more))
    first = tuner.tune(tmp_path / "run", run)
    assert len(first.crashes) == 2  # one of the candidates and one of the validation
    assert all(crash.endswith(f"has no result: {WHY}") for crash in first.crashes)
    assert tuner.tune(tmp_path / "run", run).to_json() == first.to_json()


def workers_of(pid: int) -> list[int]:
    """The worker processes of a program, without the tracker of multiprocessing."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


@pytest.mark.subprocess
def test_killed_workers_are_replaced_and_interrupts_stop_all(tmp_path: Path) -> None:
    if not Path("/proc/self/task").is_dir():
        lacking("/proc")
    path = tmp_path / "games"
    # shells start background programs with SIGINT ignored, and Python keeps that
    start = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
    start += "from stromnetz.cli import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", start]
    command += ["tournament", str(path), "--bots", "plain,random", "--jobs", "2"]
    command += ["--deals", "100000", "--players", "2"]
    program = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )

    def played(more: int) -> int:
        """Wait until the file has so many lines; returns their number."""
        end = time.monotonic() + 120
        while not path.exists() or len(path.read_bytes().splitlines()) < more:
            assert program.poll() is None, program.communicate()
            assert time.monotonic() < end
            time.sleep(0.1)
        return len(path.read_bytes().splitlines())

    try:
        before = played(4)
        victims = workers_of(program.pid)
        for pid in victims:
            os.kill(pid, signal.SIGKILL)
        played(before + 6)
        workers = workers_of(program.pid)
        os.killpg(program.pid, signal.SIGINT)
        output, errors = program.communicate(timeout=60)
    finally:
        if program.poll() is None:
            os.killpg(program.pid, signal.SIGKILL)
            program.communicate()
    assert (program.returncode, output, errors) == (130, "", "")
    assert len(victims) == 2
    assert not any(Path(f"/proc/{pid}").exists() for pid in workers)
    _, rows, whole = read_lines(path, tournament.FILE_KIND)
    numbers = [row["number"] for row in rows]
    assert len(set(numbers)) == len(numbers) > 8
    assert whole == path.stat().st_size
    assert not any("crash" in json.dumps(row) for row in rows)
