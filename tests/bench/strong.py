"""What the strongest bot costs on both builds: games between four of them, and how long they take to decide.

    python -m tests.bench.strong GAMES

plays them on one build and prints JSON; ``measure`` does so in a process for each.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from typing import Any

from stromnetz.arena.contests import Kind, Match, play_match
from stromnetz.arena.times import Times, all_kinds, quantile, together
from tests.bench.measure import ROOT, clock
from tests.bench.ours import EDITION, MAIN, MAP
from tests.bench.report import BUILDS, Table, Verdict, number, verb

BOT = "hard"
MEDIAN, P99 = 2.0, 25.0
"""Milliseconds that a decision may take."""


@dataclass(slots=True)
class Played:
    """The games of one build."""

    games: int
    seconds: float
    times: Times

    @property
    def rate(self) -> float:
        return self.games / self.seconds


@dataclass(slots=True)
class Strong:
    builds: dict[str, Played]

    def table(self) -> Table:
        heads = [f"{what} ms, {build}" for build in BUILDS for what in ("median", "p99")]
        rows = [["decision", "decisions", *heads]]
        counted = {build: {"all": all_kinds(one.times), **one.times} for build, one in self.builds.items()}
        for kind in ["all", *sorted(self.builds["compiled"].times)]:
            spent = [number(quantile(counted[build][kind], part)) for build in BUILDS for part in (0.5, 0.99)]
            rows.append([kind, number(sum(counted["compiled"][kind].values())), *spent])
        rates = ", ".join(f"{self.builds[build].rate:.2f} games/s {build}" for build in BUILDS)
        return f"{MAIN} bots {BOT!r}: {rates}", rows

    def verdicts(self) -> list[Verdict]:
        spent = all_kinds(self.builds["compiled"].times)
        return [
            _within(f"median decision of {BOT!r}, ms", quantile(spent, 0.5), MEDIAN),
            _within(f"99th percentile of {BOT!r}, ms", quantile(spent, 0.99), P99),
        ]

    def to_json(self) -> dict[str, Any]:
        return {
            "bot": BOT,
            "builds": {
                build: {
                    "games": one.games,
                    "games_per_s": one.rate,
                    "decisions": {
                        kind: {"median_ms": quantile(counts, 0.5), "p99_ms": quantile(counts, 0.99)}
                        for kind, counts in {"all": all_kinds(one.times), **one.times}.items()
                    },
                }
                for build, one in self.builds.items()
            },
        }


def measure(games: int) -> Strong:
    """The same games on both builds."""
    return Strong({build: _asked(games, build) for build in BUILDS})


def _asked(games: int, build: str) -> Played:
    environment = {**os.environ, "STROMNETZ_PURE": "1" if build == "pure" else "0"}
    command = [sys.executable, "-m", "tests.bench.strong", str(games)]
    done = subprocess.run(command, env=environment, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    said = json.loads(done.stdout)
    times = {kind: Counter({int(k): n for k, n in counts.items()}) for kind, counts in said["times"].items()}
    return Played(games, said["seconds"], times)


def play(games: int) -> Played:
    """The first game is not counted: in it the board is looked at for the first time."""
    kind = Kind(EDITION, MAP, MAIN)
    play_match(Match(0, kind, 0, (BOT,) * MAIN))
    start = clock()
    played = [play_match(Match(seed, kind, seed, (BOT,) * MAIN)) for seed in range(1, games + 1)]
    return Played(games, clock() - start, together(one.times[BOT] for one in played))


def _within(name: str, value: float, target: float) -> Verdict:
    holds = value < target
    return Verdict(name, value, target, holds, f"{verb(holds)}: {name}: {value:.2f}, less than {target:g} wanted")


if __name__ == "__main__":
    found = play(int(sys.argv[1]))
    print(json.dumps({"seconds": found.seconds, "times": found.times}))
