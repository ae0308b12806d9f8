"""Measure the speed of both builds of Stromnetz, and of another engine in the same run.

    make bench ARGS="[--quick] [--json | --write | --profile]"

Exit status: 0 if all targets are met, 1 if not, 2 if nothing could be measured.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
if "--profile" in sys.argv:
    os.environ["STROMNETZ_PURE"] = "1"  # the profiler does not see compiled functions

try:
    import catanatron  # noqa: F401  (it is measured in a process of its own)

    from tests.bench import hotspots, import_time, report, strong
    from tests.bench.measure import Figures, Progress, Timed, Worker, interleave
except ModuleNotFoundError as missing:
    print(f"{missing.name} is not installed here; `make bench` makes an environment that has it.", file=sys.stderr)
    sys.exit(2)


@dataclass(frozen=True, slots=True)
class Pace:
    """Numbers of rounds and games, and seconds per slice."""

    rounds: int
    compared: float
    other: float
    games: int
    """Games to take samples from."""
    records: int
    """Whole games to save and load."""
    strong: int
    """Games between the strong bots."""
    imports: int
    """Imports of each build."""


FULL = Pace(rounds=15, compared=0.4, other=0.05, games=12, records=4, strong=20, imports=9)
QUICK = Pace(rounds=5, compared=0.2, other=0.02, games=3, records=1, strong=3, imports=3)
PAGE = Path(__file__).resolve().parents[2] / "docs" / "performance.md"
FIRST, LAST = "<!-- figures: written by make bench ARGS=--write -->\n", "<!-- end of figures -->"
"""The lines of the page around the latest figures."""


def measure(pace: Pace, note: Progress) -> report.Report:
    note("playing games to take samples from")
    amounts = (str(pace.games), str(pace.records))
    workers = {
        "pure": Worker(("ours", *amounts), pure=True),
        "compiled": Worker(("ours", *amounts), pure=False),
        "theirs": Worker(("theirs", *amounts), pure=True),
    }
    for worker in workers.values():
        worker.ready()
    if workers["compiled"].counted["build"] != "compiled":
        print("nothing is compiled, or it is out of date: 'make compiled' builds it", file=sys.stderr)
        raise SystemExit(2)
    group = [timed(workers, "theirs", name, pace) for name in workers["theirs"].counted["tasks"]]
    for name in workers["pure"].counted["tasks"]:
        # alternate builds, so that disturbances affect both
        group += [timed(workers, build, name, pace) for build in ("pure", "compiled")]
    for one in group:
        note(f"warming up: {one.name}")
        one.task(0)
    results = interleave(group, pace.rounds, note)
    for worker in workers.values():
        worker.close()
    counted = {name: worker.counted for name, worker in workers.items()}
    return report.Report(counted["theirs"]["name"], pace.rounds, results, counted)


def timed(workers: dict[str, Worker], who: str, name: str, pace: Pace) -> Timed:
    # one pass over all encoded positions takes as long as a short slice, whose caches would be cold
    long = name in report.COMPARED or name == workers["theirs"].counted["name"] or name.startswith("encode ")
    work: Callable[[float], Figures] = partial(workers[who].work, name)
    return Timed(f"{who}: {name}", work, pace.compared if long else pace.other)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="make bench", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="about a minute instead of five, and less exact")
    parser.add_argument("--profile", action="store_true", help="only show where random play spends its time (pure)")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print JSON")
    form.add_argument("--write", action="store_true", help="put the figures into docs/performance.md as well")
    chosen = parser.parse_args(arguments)
    if chosen.profile:
        print(report.plain(hotspots.profile(10 if chosen.quick else 60, 20)))
        return 0
    note = Progress()
    pace = QUICK if chosen.quick else FULL
    note("playing games between the strong bots")
    best = [strong.measure(bot, pace.strong) for bot in strong.LIMITS]
    found = measure(pace, note)
    note("import time")
    starting = import_time.measure(pace.imports)
    note.close()
    verdicts = [
        *found.verdicts(),
        import_time.verdict(starting),
        *[verdict for one in best for verdict in one.verdicts()],
    ]
    tables = [*found.tables(), import_time.table(starting), *[one.table() for one in best]]
    if chosen.json:
        print(
            json.dumps({**found.to_json(), "import_ms": starting, "strong": [one.to_json() for one in best]}, indent=2)
        )
    else:
        print(
            "\n".join(
                [f"{found.machine}; {found.rounds} rounds", "", report.plain(tables), *[v.text for v in verdicts]]
            )
        )
    if chosen.write:
        write(found, tables, verdicts)
    return 0 if all(verdict.holds for verdict in verdicts) else 1


def write(found: report.Report, tables: list[report.Table], verdicts: list[report.Verdict]) -> None:
    """Write the figures into docs/performance.md."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(FIRST)
    _, _, after = rest.partition(LAST)
    held = "\n".join(f"- {verdict.text}" for verdict in verdicts)
    today = datetime.now(UTC).date()
    measured = f"Measured {today}: `make bench ARGS=--write`, {found.machine}"
    figures = f"{measured}; the best of {found.rounds} rounds.\n\n{report.markdown(tables)}\n{held}\n"
    PAGE.write_text(f"{before}{FIRST}\n{figures}\n{LAST}{after}", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
