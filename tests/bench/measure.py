"""Measuring: tasks alternate in short slices, and the best slice counts.

Every slice of a task does the same work, so differences come from outside: other programs compete for caches and cores,
which affects even processor time. The best slice was disturbed least.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any

clock = process_time
ROOT = Path(__file__).resolve().parents[2]

Figures = dict[str, float]
Task = Callable[[float], Figures]
"""Works for about so many seconds and returns its figures by name."""
COSTS = frozenset({"us", "setup_us", "decisions_per_game"})
"""Figures that should be low; all others are rates."""


@dataclass(frozen=True, slots=True)
class Timed:
    """A task, and the length of its slices in seconds."""

    name: str
    task: Task
    seconds: float


@dataclass(frozen=True, slots=True)
class Ratio:
    """The ratio of two tasks: of their best slices, and the smallest and largest of a round."""

    best: float
    lowest: float
    highest: float

    def __str__(self) -> str:
        return f"{self.best:.1f} ({self.lowest:.1f} to {self.highest:.1f})"


def best_of(what: str, each: Iterable[float]) -> float:
    """The best value of a figure: the minimum of a cost, the maximum of a rate."""
    return min(each) if what in COSTS else max(each)


def ratio_of(what: str, above: list[float], below: list[float]) -> Ratio:
    each = [a / b for a, b in zip(above, below, strict=True)]
    return Ratio(best_of(what, above) / best_of(what, below), min(each), max(each))


class Results:
    """The figures of all tasks in all rounds."""

    def __init__(self) -> None:
        self.slices: dict[str, list[Figures]] = {}

    def add(self, name: str, figures: Figures) -> None:
        self.slices.setdefault(name, []).append(figures)

    def figure(self, name: str, what: str) -> float:
        return best_of(what, [one[what] for one in self.slices[name]])

    def ratio(self, above: str, below: str, what: str) -> Ratio:
        """The ratio of a figure of two tasks, round by round."""
        each = [[one[what] for one in self.slices[name]] for name in (above, below)]
        return ratio_of(what, *each)

    def all_figures(self) -> dict[str, Figures]:
        return {name: {what: self.figure(name, what) for what in rounds[0]} for name, rounds in self.slices.items()}


class Progress:
    """A status line on stderr, if that is a terminal."""

    def __init__(self) -> None:
        self.shown = sys.stderr.isatty()

    def __call__(self, text: str) -> None:
        if self.shown:
            print(f"\r\033[K{text[:78]}", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        self("")


class Worker:
    """A process that works on tasks on request, so that two builds can alternate in one run."""

    def __init__(self, arguments: Sequence[str], pure: bool) -> None:
        environment = {**os.environ, "STROMNETZ_PURE": "1" if pure else "0"}
        command = [sys.executable, "-m", "tests.bench.worker", *arguments]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT
        )
        self.counted: dict[str, Any] = {}

    def ready(self) -> None:
        self.counted = self.answer()

    def answer(self) -> Any:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("a process that measures has ended too early")
        return json.loads(line)

    def work(self, name: str, seconds: float) -> Figures:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps([name, seconds]) + "\n")
        self.process.stdin.flush()
        figures: Figures = self.answer()
        return figures

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def interleave(group: Sequence[Timed], rounds: int, note: Progress) -> Results:
    """Run every task once per round, alternating between forward and backward order, so that drift affects all
    equally."""
    results = Results()
    for number in range(rounds):
        for timed in group if number % 2 == 0 else reversed(group):
            note(f"round {number + 1} of {rounds}: {timed.name}")
            results.add(timed.name, timed.task(timed.seconds))
    return results


def per_call(work: Callable[[], int]) -> Task:
    """Repeat a piece of work that returns its number of units; the figure is microseconds per unit."""

    def task(seconds: float) -> Figures:
        units, start = 0, clock()
        while (spent := clock() - start) < seconds or not units:
            units += work()
        return {"us": spent / units * 1e6}

    return task


def whole_games(begin: Callable[[], Callable[[], tuple[int, float]]]) -> Task:
    """Play whole games, the same in every slice. A game returns its decisions and the time of its set-up.

    Set-up counts for games per second, but not for decisions per second.
    """

    def task(seconds: float) -> Figures:
        one = begin()
        decisions = games = 0
        apart, start = 0.0, clock()
        while (spent := clock() - start) < seconds or not games:
            made, setup = one()
            decisions += made
            games += 1
            apart += setup
        return {
            "decisions_per_s": decisions / (spent - apart),
            "games_per_s": games / spent,
            "decisions_per_game": decisions / games,
            "setup_us": apart / games * 1e6,
        }

    return task


def each(items: Iterable[Callable[[], object]], times: int = 1) -> Callable[[], int]:
    """A piece of work that makes each of these calls so many times."""
    calls = list(items)

    def work() -> int:
        for call in calls:
            for _ in range(times):
                call()
        return len(calls) * times

    return work


def spread(count: int, points: Sequence[float]) -> list[int]:
    """Indices at the given fractions of a sequence of so many items."""
    return [int(count * point) for point in points]


POINTS = (0.1, 0.3, 0.5, 0.7, 0.9)
"""Fractions of a game at which samples are taken."""

IN_TURNS = "editions in turns"
"""The task that plays a game of each edition, with a figure for each."""
