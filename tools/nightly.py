"""Run the long checks that `make test-all` leaves out, and print a summary with times and failures.

    python -m tools.nightly                     all of them, one after another: several hours
    python -m tools.nightly --only soak,fuzz    some of them
    python -m tools.nightly --list              their names and commands

The output of each check is in build/nightly/NAME.log.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOGS = ROOT / "build" / "nightly"
PYTEST = f"{sys.executable} -m pytest -q --no-header -n auto --dist loadgroup"


@dataclass(frozen=True)
class Check:
    """One long check: a shell command that fails with an exit status other than 0."""

    name: str
    what: str
    command: str


CHECKS = (
    Check(
        "browser",
        "browser tests at every size, theme and language, axe on every screen",
        f"{PYTEST} -m browser tests/web",
    ),
    Check("components", "component tests of every edition, decision, page and language", "make test-components"),
    Check(
        "games",
        "properties and invariants on all random games",
        f"{PYTEST} -m 'not postgres and not redis' tests/properties tests/arena",
    ),
    Check("differential", "both builds play 2,000 games alike", "make differential"),
    Check("robots", "robots follow their tiles in 300 games", "make robots"),
    Check("soak", "10,000 random games of every kind with invariants", "make soak"),
    Check(
        "openapi",
        "30 random requests to every operation of the HTTP API",
        f"{sys.executable} -m pytest -q --no-header -p schemathesis -m slow tests/server/test_openapi.py",
    ),
    Check("fuzz-sqlite", "10,000 requests of every shape on SQLite", "make fuzz DB=sqlite"),
    Check("fuzz-postgresql", "10,000 requests of every shape on PostgreSQL", "make fuzz DB=postgresql"),
    Check("chaos-sqlite", "100 killed servers on SQLite lose nothing", "make chaos DB=sqlite"),
    Check("chaos-postgresql", "100 faults on PostgreSQL lose nothing", "make chaos DB=postgresql"),
    Check(
        "mutants",
        "200 mutants of rules, play, tables and server, each killed by a test of tier 1 or 2",
        "make mutants COUNT=200 ARGS='--tier 2'",
    ),
    Check("wheels", "what would be published installs and plays", "make release-check"),
    Check("puzzles", "every puzzle still has its answer", f"{sys.executable} -m stromnetz.lab.puzzles --check"),
    Check(
        "nets",
        "the nets choose as stored in all 10,000 positions, the mutation tool, environments",
        f"{PYTEST} -m 'slow or nightly' tests/learn tests/structure",
    ),
    Check("strength", "each level of bot beats the one below", f"{PYTEST} -m nightly -n 0 tests/bots"),
)


def run(check: Check) -> tuple[int, float]:
    """Run a check; returns its exit status and seconds."""
    LOGS.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    environment = {**os.environ, "STROMNETZ_TIER": "3", "PATH": path}
    with (LOGS / f"{check.name}.log").open("w", encoding="utf-8") as log:
        done = subprocess.run(
            check.command, shell=True, cwd=ROOT, env=environment, stdout=log, stderr=subprocess.STDOUT, check=False
        )
    return done.returncode, time.monotonic() - start


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.nightly", description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", metavar="NAME[,NAME…]", help="run only these checks")
    parser.add_argument("--list", action="store_true", help="print the names and commands, and run nothing")
    args = parser.parse_args(arguments)
    wanted = args.only.split(",") if args.only else [check.name for check in CHECKS]
    if unknown := sorted(set(wanted) - {check.name for check in CHECKS}):
        parser.error(f"unknown: {', '.join(unknown)}; the checks are {', '.join(check.name for check in CHECKS)}")
    chosen = [check for check in CHECKS if check.name in wanted]
    if args.list:
        for check in chosen:
            print(f"{check.name:18} {check.what}\n{'':18} {check.command}")
        return 0
    failed = 0
    summary = []
    for check in chosen:
        print(f"{check.name}: {check.what} …", flush=True)
        status, seconds = run(check)
        failed += status != 0
        summary.append(f"{'FAILED' if status else 'passed':7} {seconds:7.0f} s  {check.name}")
    print("\nNightly summary (logs in build/nightly/):", *summary, sep="\n  ")
    print(f"{len(chosen) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
