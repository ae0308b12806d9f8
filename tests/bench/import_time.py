"""The time of ``import stromnetz`` with both builds, alternating and in a new process each time."""

from __future__ import annotations

import os
import subprocess
import sys
from statistics import median

from tests.bench.measure import ROOT
from tests.bench.report import BUILDS, Table, Verdict, number, verb

PROGRAM = "from time import process_time; before = process_time(); import stromnetz; print(process_time() - before)"
MAX_RATIO = 1.0
"""Maximum time as a multiple of the pure build's."""


def measure(rounds: int) -> dict[str, float]:
    """Median processor time in milliseconds by build, without the first import, which fills Python's caches."""
    spent: dict[str, list[float]] = {build: [] for build in BUILDS}
    for round in range(rounds + 1):
        for build in BUILDS if round % 2 else BUILDS[::-1]:
            spent[build].append(_import(build))
    return {build: median(each[1:]) for build, each in spent.items()}


def _import(build: str) -> float:
    environment = {**os.environ, "STROMNETZ_PURE": "1" if build == "pure" else "0"}
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
    return float(done.stdout) * 1000


def table(spent: dict[str, float]) -> Table:
    return "Starting, ms", [["", *BUILDS], ["import stromnetz", *[number(spent[build]) for build in BUILDS]]]


def verdict(spent: dict[str, float]) -> Verdict:
    value = spent["compiled"] / spent["pure"]
    name = "import, times the pure build's"
    holds = value <= MAX_RATIO
    return Verdict(name, value, MAX_RATIO, holds, f"{verb(holds)}: {name}: {value:.2f} (target: at most {MAX_RATIO:g})")
