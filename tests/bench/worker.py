"""A process that measures one build or the other engine, in slices of its tasks on request.

    python -m tests.bench.worker ours|theirs GAMES RECORDS

Each input line has a task and its seconds; the reply has its figures as JSON.
"""

from __future__ import annotations

import gc
import json
import sys
from statistics import mean
from typing import Any

from stromnetz import BUILD
from tests.bench import memory, ours, peer
from tests.bench.measure import Figures, Task


def ours_tasks(games: int, records: int) -> tuple[dict[str, Task], dict[str, Any]]:
    """The tasks of this build, and facts that are counted once."""
    taken, whole = ours.samples(games), ours.finished(records)
    by_kind = ours.samples_by_kind(games, 40)
    tasks = {
        **ours.play_tasks(),
        **ours.copy_tasks(taken),
        **ours.chore_tasks(taken, whole),
        **ours.encode_tasks(games),
        **ours.decile_tasks(games),
        **ours.decision_tasks(by_kind),
    }
    positions = {n: [game.position for game in ours.samples(games, n)] for n in ours.COUNTS}
    counted = {
        "build": BUILD,
        "memory": {n: memory.measure_one(some) for n, some in positions.items()},
        "options": {
            kind: {
                "options": mean(ours.options(game) for game in some),
                "moves": mean(len(game.legal_moves) for game in some),
            }
            for kind, some in by_kind.items()
        },
        "record": {
            "moves": mean(game.version for game in whole),
            "bytes": mean(len(ours.save(game)) for game in whole),
        },
    }
    return tasks, counted


def their_tasks(games: int) -> tuple[dict[str, Task], dict[str, Any]]:
    taken = peer.samples(games)
    tasks = {peer.NAME: peer.play_task(), **peer.copy_tasks(taken), **peer.chore_tasks(taken)}
    return tasks, {
        "name": peer.NAME,
        "actions": mean(peer.actions(game) for game in taken),
        "copy_bytes": memory.copy_bytes(taken),
    }


def main(arguments: list[str]) -> int:
    games, records = int(arguments[1]), int(arguments[2])
    tasks, counted = ours_tasks(games, records) if arguments[0] == "ours" else their_tasks(games)
    # samples live until the end; collecting them repeatedly would slow all tasks down
    gc.collect()
    gc.freeze()
    print(json.dumps({"tasks": list(tasks), **counted}), flush=True)
    for line in sys.stdin:
        name, seconds = json.loads(line)
        gc.collect()  # so that no task pays for the garbage of others
        figures: Figures = tasks[name](seconds)
        print(json.dumps(figures), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
