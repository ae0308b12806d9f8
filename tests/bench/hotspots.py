"""A profile of random play, as shares of time.

The profiler exaggerates the cost of small functions: the shares show where to look, not how much can be gained.
"""

from __future__ import annotations

import cProfile
import pstats
from pathlib import Path
from random import Random

from tests.bench import ours
from tests.bench.report import Table

Site = tuple[str, int, str]
"""File, line and name of a function in the profile."""
Spent = tuple[int, int, float, float, object]
"""Primitive calls, all calls, own seconds, cumulative seconds, and callers."""
BUILT_IN = "built-in functions"


def profile(games: int, shown: int) -> list[Table]:
    """Profile random games of four players on the engine: shares of modules, and of the most expensive functions."""
    rules = ours.begin(ours.MAIN, 0).rules
    rng = Random(0)
    positions = [ours.begin(ours.MAIN, seed).position.copy() for seed in range(games + 1)]
    ours.play_bare(rules, positions.pop(0), rng)
    profiler = cProfile.Profile()
    profiler.enable()
    decisions = sum(ours.play_bare(rules, p, rng) for p in positions)
    profiler.disable()
    figures: dict[Site, Spent] = pstats.Stats(profiler).stats  # type: ignore[attr-defined]
    heading = f"of {games} random games of {ours.MAIN}, {decisions:,} decisions"
    return [
        (f"Modules {heading}", module_rows(figures)),
        (f"Functions {heading}", function_rows(figures, decisions, shown)),
    ]


def module_rows(figures: dict[Site, Spent]) -> list[list[str]]:
    own: dict[str, float] = {}
    for (path, _, _), (_, _, spent, _, _) in figures.items():
        name = BUILT_IN if path == "~" else Path(path).stem
        own[name] = own.get(name, 0) + spent
    total = sum(own.values())
    ranked = sorted(own.items(), key=lambda item: item[1], reverse=True)
    return [["module", "share"], *([name, f"{spent / total:.1%}"] for name, spent in ranked if spent > total / 200)]


def function_rows(figures: dict[Site, Spent], decisions: int, shown: int) -> list[list[str]]:
    total = sum(own for _, _, own, _, _ in figures.values())
    ranked = sorted(figures.items(), key=lambda item: item[1][2], reverse=True)
    rows = [["function", "own share", "with what it calls", "calls/decision"]]
    for site, (_, calls, own, whole, _) in ranked[:shown]:
        rows.append([name_of(site), f"{own / total:.1%}", f"{whole / total:.1%}", f"{calls / decisions:.2f}"])
    return rows


def name_of(site: Site) -> str:
    path, _, name = site
    plain = name.strip("<>").removeprefix("built-in method ")
    return plain if path == "~" else f"{Path(path).stem}.{plain}"
