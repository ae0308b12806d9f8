"""What the strongest bot costs: games between four of them, and how long they take to decide."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from stromnetz.arena.contests import Kind, Match, play_match
from stromnetz.arena.times import Times, all_kinds, quantile, together
from tests.bench.measure import clock
from tests.bench.ours import EDITION, MAIN, MAP
from tests.bench.report import Table, Verdict, number, verb

BOT = "hard"
MEDIAN, P99 = 2.0, 25.0
"""Milliseconds that a decision may take."""


@dataclass(slots=True)
class Strong:
    games: int
    seconds: float
    times: Times

    def table(self) -> Table:
        rows = [["decision", "decisions", "median ms", "p99 ms"]]
        for kind, counts in {"all": all_kinds(self.times), **dict(sorted(self.times.items()))}.items():
            spent = (quantile(counts, 0.5), quantile(counts, 0.99))
            rows.append([kind, number(sum(counts.values())), *map(number, spent)])
        return f"{MAIN} bots {BOT!r}: {self.games / self.seconds:.2f} games/s", rows

    def verdicts(self) -> list[Verdict]:
        spent = all_kinds(self.times)
        return [
            _within(f"median decision of {BOT!r}, ms", quantile(spent, 0.5), MEDIAN),
            _within(f"99th percentile of {BOT!r}, ms", quantile(spent, 0.99), P99),
        ]

    def to_json(self) -> dict[str, Any]:
        return {
            "bot": BOT,
            "games": self.games,
            "games_per_s": self.games / self.seconds,
            "decisions": {
                kind: {"median_ms": quantile(counts, 0.5), "p99_ms": quantile(counts, 0.99)}
                for kind, counts in {"all": all_kinds(self.times), **self.times}.items()
            },
        }


def measure(games: int) -> Strong:
    """The first game is not counted: in it the board is looked at for the first time."""
    kind = Kind(EDITION, MAP, MAIN)
    play_match(Match(0, kind, 0, (BOT,) * MAIN))
    start = clock()
    played = [play_match(Match(seed, kind, seed, (BOT,) * MAIN)) for seed in range(1, games + 1)]
    return Strong(games, clock() - start, together(one.times[BOT] for one in played))


def _within(name: str, value: float, target: float) -> Verdict:
    holds = value < target
    return Verdict(name, value, target, holds, f"{verb(holds)}: {name}: {value:.2f}, less than {target:g} wanted")
