"""Measure the speed of Stromnetz, and the same of another engine in the same run.

    make bench ARGS="[--quick] [--json | --markdown | --profile]"

Exit status: 0 when everything holds that should, 1 when something fails, 2 when nothing could be measured.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

try:
    from tests.bench import hotspots, memory, ours, peer, report, strong
    from tests.bench.measure import Progress, Timed, interleave
except ModuleNotFoundError as missing:
    print(f"{missing.name} is not installed here; `make bench` makes an environment that has it.", file=sys.stderr)
    sys.exit(2)


@dataclass(frozen=True, slots=True)
class Pace:
    """How often and how long: seconds are those of one slice."""

    rounds: int
    compared: float
    other: float
    copies: float
    chores: float
    games: int
    """Games that samples are taken from."""
    records: int
    """Whole games that are saved and loaded."""
    strong: int
    """Games between the strongest bots."""


FULL = Pace(rounds=5, compared=1.0, other=0.5, copies=0.5, chores=0.12, games=12, records=4, strong=20)
QUICK = Pace(rounds=3, compared=0.5, other=0.12, copies=0.15, chores=0.03, games=3, records=1, strong=3)


def measure(pace: Pace, note: Progress) -> report.Report:
    note("playing games to take samples from")
    taken, theirs = ours.samples(pace.games), peer.samples(pace.games)
    records = ours.finished(pace.records)
    by_kind = ours.samples_by_kind(pace.games, 40)
    positions = {n: [game.position for game in ours.samples(pace.games, n)] for n in ours.COUNTS}

    play = [
        Timed(f"{name}, {n} players", make(n), pace.compared if n == ours.MAIN else pace.other)
        for n in ours.COUNTS
        for name, make in (("engine", ours.bare_task), ("library", ours.recorded_task))
    ]
    # next to what it is compared with
    middle = 1 + max(i for i, timed in enumerate(play) if timed.name.endswith(f"{ours.MAIN} players"))
    play.insert(middle, Timed(peer.NAME, peer.play_task(), pace.compared))
    copies = {**ours.copy_tasks(taken), **peer.copy_tasks(theirs)}
    chores = {**ours.chore_tasks(taken, records), **peer.chore_tasks(theirs)}
    decisions = ours.decision_tasks(by_kind)
    for timed in play:
        note(f"warming up: {timed.name}")
        timed.task(0)
    # the samples stay to the end; looking through them again and again would slow everybody down
    gc.collect()
    gc.freeze()
    return report.Report(
        peer=peer.NAME,
        rounds=pace.rounds,
        main=ours.MAIN,
        play=interleave(play, pace.rounds, note),
        copies=interleave([Timed(name, task, pace.copies) for name, task in copies.items()], pace.rounds, note),
        chores=interleave([Timed(name, task, pace.chores) for name, task in chores.items()], pace.rounds, note),
        decisions=interleave([Timed(name, task, pace.chores) for name, task in decisions.items()], pace.rounds, note),
        memory=memory.measure(positions),
        options={
            kind: {
                "options": mean(ours.options(game) for game in games),
                "moves": mean(len(game.legal_moves) for game in games),
            }
            for kind, games in by_kind.items()
        },
        record={
            "moves": mean(game.version for game in records),
            "bytes": mean(len(ours.save(game)) for game in records),
            "their_actions": mean(peer.actions(game) for game in theirs),
            "their_copy_bytes": memory.copy_bytes(theirs),
        },
    )


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="make bench", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="about 15 seconds instead of 70, and less exact")
    parser.add_argument("--profile", action="store_true", help="only show where random play spends its time")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print JSON")
    form.add_argument("--markdown", action="store_true", help="print tables as docs/performance.md has them")
    chosen = parser.parse_args(arguments)
    form_of = report.markdown if chosen.markdown else report.plain
    if chosen.profile:
        print(form_of(hotspots.profile(10 if chosen.quick else 60, 20)))
        return 0
    note = Progress()
    pace = QUICK if chosen.quick else FULL
    note("playing games between the strongest bots")
    best = strong.measure(pace.strong)
    found = measure(pace, note)
    note.close()
    verdicts = [*found.verdicts(), *best.verdicts()]
    if chosen.json:
        print(json.dumps({**found.to_json(), "strongest": best.to_json()}, indent=2))
    else:
        print(f"{found.machine}; {found.rounds} rounds\n")
        print(form_of([*found.tables(), best.table()]))
        for verdict in verdicts:
            print(verdict.text)
    return 0 if all(verdict.holds for verdict in verdicts) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
