"""Games per second on this machine by number of CPUs, with processes and with Ray.

    python -m tests.load.growth [--games 400] [--jobs 1,2] [--bot normal] [--quick]

The same games by the same bots, each time by workers that are already running; their start is measured separately.
Prints JSON; the exit code is 1 if results differ.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from typing import Any

from stromnetz.arena.matches import MatchSetup
from stromnetz.arena.processes import WorkerPool
from stromnetz.arena.simulate import Outcome, play_one
from stromnetz.build import BUILD
from stromnetz.play import catalogue

Json = dict[str, Any]
PLAYERS = 4


def measure(setups: list[MatchSetup], jobs: int, cluster: str | None) -> tuple[Json, list[Outcome]]:
    began = time.perf_counter()
    with WorkerPool(jobs, cluster) as crew:
        list(crew.each(play_one, setups[: 4 * jobs]))  # every process has loaded what it needs
        ready = time.perf_counter()
        found = list(crew.each(play_one, setups, chunk=4))
        seconds = time.perf_counter() - ready
    row: Json = {
        "how": "processes" if cluster is None else "ray",
        "jobs": jobs,
        "games_per_s": round(len(setups) / seconds, 2),
        "start_s": round(ready - began, 1),
        "load_average": round(os.getloadavg()[0], 1),
    }
    return row, found


def main() -> int:
    cores = os.cpu_count() or 1
    parser = argparse.ArgumentParser(description="Measure how many games a second more processors play.")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--jobs", default=",".join(dict.fromkeys(("1", str(cores)))), metavar="N[,N…]")
    parser.add_argument("--bot", default="normal")
    parser.add_argument("--quick", action="store_true", help="a few games: whether it works, not what it says")
    options = parser.parse_args()
    edition = catalogue.editions()[0]
    games = 8 if options.quick else options.games
    setups = [MatchSetup(edition.id, edition.maps[0], PLAYERS, (options.bot,) * PLAYERS, seed) for seed in range(games)]
    rows: list[Json] = []
    all_found: list[list[Outcome]] = []
    for jobs in map(int, options.jobs.split(",")):
        for cluster in (None, ""):
            row, found = measure(setups, jobs, cluster)
            rows.append(row)
            all_found.append(found)
    same = all(found == all_found[0] for found in all_found)
    print(json.dumps({"games": games, "bot": options.bot, "build": BUILD, "same": same, "rows": rows}, indent=2))
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
