"""`make figures`: all figures of docs/operations.md that need a quiet machine, one after another.

    python -m tests.load.figures [--quick] [--only NAME[,NAME…]] [--awake] [--out FILE]

Prints one JSON object with the output of each measurement, its command, its duration, and the load by others just
before. With --quick everything is small, to check that it works. If a measurement fails, the others still run, and the
exit code is 1.

A virtual machine with idle CPUs is put to sleep, and wakes tens of milliseconds late on a busy host: then a rate of 50
a second looks worse than one of 1,000. With --awake a low-priority task on each CPU prevents that.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

Json = dict[str, Any]
OBSERVE_SECONDS = 2.0
"""Time of observing the load before each measurement: a load average would include the previous one."""
MAX_LOAD = 0.1
"""Part of the CPU time that others may use; with more, measurements say little."""


class Measurement(NamedTuple):
    module: str
    usual: tuple[str, ...] = ()
    quick: tuple[str, ...] = ("--quick",)


FEW = ("--games", "6", "--rate", "4", "--seconds", "3")
ALL = {
    "one": Measurement("run", (), (*FEW, "--stored", "20")),
    "one-knee": Measurement("run", ("--knee", "--stored", "0"), (*FEW, "--stored", "0")),
    "several": Measurement("run", ("--workers", "1,2,4", "--bots", "1"), (*FEW, "--workers", "1,2", "--bots", "1")),
    "several-knee": Measurement(
        "run",
        ("--workers", "1,2,4", "--bots", "1", "--knee", "--rate", "30", "--step", "10", "--seconds", "20"),
        (*FEW, "--workers", "2", "--bots", "1"),
    ),
    "backup-sqlite": Measurement("backup", (), FEW),
    "backup-postgresql": Measurement("backup", ("--database", "postgresql"), (*FEW, "--database", "postgresql")),
    "growth": Measurement("growth"),
}


def busy() -> float:
    """Return the part of CPU time that is used while we do nothing."""

    def times() -> tuple[int, int]:
        fields = [int(word) for word in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
        return sum(fields), fields[3] + fields[4]

    all_before, idle_before = times()
    time.sleep(OBSERVE_SECONDS)
    all_now, idle_now = times()
    return 1 - (idle_now - idle_before) / max(1, all_now - all_before)


def measure(name: str, quick: bool, others: float) -> Json:
    one = ALL[name]
    command = [sys.executable, "-m", f"tests.load.{one.module}", *(one.quick if quick else one.usual)]
    print(f"{name}; others take {others:.0%} of the processors", file=sys.stderr, flush=True)
    began = time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    out: Json = {
        "command": " ".join(["python", *command[1:]]),
        "others_before": round(others, 2),
        "quiet": others < MAX_LOAD,
        "seconds": round(time.perf_counter() - began, 1),
        "exit_code": done.returncode,
    }
    try:
        return {**out, "found": json.loads(done.stdout)}
    except ValueError:
        return {**out, "exit_code": done.returncode or 1, "said": done.stdout}


@contextmanager
def keep_awake(processors: int) -> Iterator[None]:
    """Keep so many CPUs awake."""
    tasks = [get_context("fork").Process(target=_spin, daemon=True) for _ in range(processors)]
    for task in tasks:
        task.start()
    try:
        yield
    finally:
        for task in tasks:
            task.kill()
            task.join()


def _spin() -> None:
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    while True:
        pass


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure everything that needs a quiet machine.")
    parser.add_argument("--quick", action="store_true", help="small: whether all of it works")
    parser.add_argument("--only", default=",".join(ALL), metavar="NAME[,NAME…]", help=f"of {', '.join(ALL)}")
    parser.add_argument("--awake", action="store_true", help="keep the processors of a virtual machine from sleeping")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write it here too, after each measurement")
    options = parser.parse_args()
    names = [name.strip() for name in options.only.split(",") if name.strip()]
    if unknown := [name for name in names if name not in ALL]:
        parser.error(f"there is no {', '.join(unknown)}; there are {', '.join(ALL)}")
    found: Json = {}
    for name in names:
        others = busy()
        with keep_awake(os.cpu_count() or 1) if options.awake else nullcontext():
            found[name] = measure(name, options.quick, others)
        if options.out is not None:
            options.out.write_text(json.dumps(found, indent=2), encoding="utf-8")
    print(json.dumps(found, indent=2))
    return int(any(one["exit_code"] for one in found.values()))


if __name__ == "__main__":
    sys.exit(main())
