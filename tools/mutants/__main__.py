"""Mutation testing: changes one thing in the code, and checks that a test fails.

    python -m tools.mutants --count 60 --seed 1     a sample of the engine, the editions, play, tables and the server
    python -m tools.mutants --only engine/market    only of files whose path contains this
    python -m tools.mutants --count 400 --jobs 16   sixteen at once
    python -m tools.mutants --tier 2                also with the tests of tier 2: PostgreSQL, other processes

Mutants are never written to the source tree: test processes load them instead of the files, so many of them can share
one tree. Only tests that reach the changed statement run (reach.py finds them, which takes a while after a change of
the package), in stages, quick ones first, up to the first failure. A test that also fails without the mutant does not
count.

It only needs pytest and hypothesis; tests that need other libraries are skipped if those are not installed.
"""

from __future__ import annotations

import argparse
import math
import os
import resource
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.mutants.changes import PACKAGE, ROOT, Mutant, compiled, sample
from tools.mutants.reach import Reach, Test, write_code

STAGES = (
    ("tests/golden/test_golden.py::test_it_comes_out_again_byte_for_byte",),
    ("tests/rules",),
    ("tests/data", "tests/properties/test_perft.py", "tests/properties/test_chance.py", "tests/golden"),
    ("tests/play", "tests/tables"),
    ("tests/properties", "tests/lessons", "tests/puzzles", "tests/learn", "tests/bots", "tests/terminal"),
    ("tests/server", "tests/web", "tests/arena"),
)
"""Prefixes of test names by stage; a test belongs to the first matching stage."""
SELECTED = {1: "not (slow or postgres or redis or subprocess or browser or nightly)", 2: "not (browser or nightly)"}
"""pytest's marker expression for the tests of a tier."""
KILLED, SURVIVED, TIMEOUT, GAVE_UP = "killed", "SURVIVED", "killed (time)", "gave up"
"""Verdicts. ``TIMEOUT``: the tests hang or use far more processor time than usual. ``GAVE_UP``: ``--seconds`` were
used without a failure before all tests had run; does not count as killed."""
WALL_CLOCK_FACTOR = 10
"""Wall-clock limit as a multiple of ``--seconds``, since busy machines are slow."""
SILENT = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]


def run_tests(names: list[str], selected: str, failed: Path) -> int:
    """Run these tests up to the first failure, and write its name to a file; returns pytest's exit code."""
    import pytest  # noqa: PLC0415

    from tools.mutants import missing_libraries  # noqa: PLC0415

    class Chosen:
        def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
            items[:] = [item for item in items if item.nodeid in names_as_set]

        def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
            if report.failed:
                failed.write_text(report.nodeid, encoding="utf-8")

    names_as_set = set(names)
    quiet = ["-q", "-x", "-p", "no:cacheprovider", f"-m={selected}"]
    files = dict.fromkeys(name.partition("::")[0] for name in names)
    return int(pytest.main([*quiet, *files], plugins=[missing_libraries, Chosen()]))


def test_files() -> list[Path]:
    found: dict[Path, None] = {}
    for place in (ROOT / name.partition("::")[0] for names in STAGES for name in names):
        found.update(dict.fromkeys([place] if place.is_file() else sorted(place.rglob("test_*.py"))))
    return list(found)


def environment(tier: int = 1) -> dict[str, str]:
    """The environment of a test process, which finds the package even if it is not installed, without compiled
    modules."""
    startup = Path(__file__).with_name("startup")
    path = os.pathsep.join(filter(None, (str(startup), str(PACKAGE.parent), str(ROOT), os.environ.get("PYTHONPATH"))))
    # loading other pytest plugins would take longer than the first stage
    settings = {"PYTHONHASHSEED": "0", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "STROMNETZ_PURE": "1"}
    return {**os.environ, "PYTHONPATH": path, "STROMNETZ_TIER": str(tier), **settings}


def stages(tests: list[Test]) -> list[list[Test]]:
    """The tests by stage; in each stage, the fastest files come first."""
    out: list[list[Test]] = [[] for _ in STAGES]
    for test in tests:
        out[next(i for i, names in enumerate(STAGES) if test.name.startswith(names))].append(test)
    for stage in out:
        files: dict[str, float] = {}
        for test in stage:
            files[test.file] = files.get(test.file, 0) + test.seconds
        stage.sort(key=lambda test: (files[test.file], test.file))
    return [stage for stage in out if stage]


class Judge:
    """Runs the tests that reach a mutant, each stage in a new process, until one fails or the time is used up."""

    def __init__(self, reach: Reach, tier: int, seconds: float) -> None:
        self.reach = reach
        self.tier = tier
        self.seconds = seconds
        """Maximum processor time per mutant."""

    def __call__(self, mutant: Mutant) -> tuple[str, str]:
        """The verdict, and the test that failed."""
        left, last = self.seconds, time.monotonic() + WALL_CLOCK_FACTOR * self.seconds
        with TemporaryDirectory() as folder:
            write_code(Path(folder), mutant.file, compiled(mutant))
            for tests in stages(self.reach.of(mutant.file, mutant.line)):
                stage = tests
                while stage:
                    # processor time, because wall-clock time depends on other load
                    usual = 20 + math.ceil(5 * sum(test.seconds for test in stage))
                    most = min(usual, max(1, math.ceil(left)))
                    code, used, failed = self._run(Path(folder), [test.name for test in stage], most, last)
                    left -= used
                    if code is None:
                        return TIMEOUT, ""
                    if code == -signal.SIGXCPU:
                        return (TIMEOUT if most == usual else GAVE_UP), ""
                    if code == 0:
                        break
                    if not failed or self._run(None, [failed], most, last)[0] == 0:
                        return KILLED, failed
                    stage = [test for test in stage if test.name != failed]
        return SURVIVED, ""

    def _run(self, code: Path | None, tests: list[str], most: int, last: float) -> tuple[int | None, float, str]:
        """Run tests; returns the exit code (None if stopped at ``last``), the time used, and the first failing test."""
        with TemporaryDirectory() as folder:
            names, failed = Path(folder) / "tests", Path(folder) / "failed"
            names.write_text("\n".join(tests), encoding="utf-8")
            arguments = [sys.executable, "-m", "tools.mutants", "--judge", str(names), str(failed), str(most)]
            told = environment(self.tier) | ({} if code is None else {"MUTANTS_CODE": str(code)})
            pid = os.posix_spawn(
                sys.executable, [*arguments, SELECTED[self.tier]], told, setpgroup=0, file_actions=SILENT
            )
            while (ended := os.wait4(pid, os.WNOHANG))[0] == 0:
                if time.monotonic() > last:
                    os.killpg(pid, signal.SIGKILL)
                    os.waitpid(pid, 0)
                    return None, 0.0, ""
                time.sleep(0.02)
            _, status, used = ended
            name = failed.read_text(encoding="utf-8") if failed.exists() else ""
            return os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, name


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--judge"]:
        names, failed, most, selected = arguments[1:]
        resource.setrlimit(resource.RLIMIT_CPU, (int(most), int(most) + 5))
        return run_tests(Path(names).read_text(encoding="utf-8").splitlines(), selected, Path(failed))
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=40, help="how many are drawn (40)")
    parser.add_argument("--seed", type=int, default=1, help="which are drawn (1)")
    parser.add_argument("--only", default="", help="only of files or changes whose text holds this")
    parser.add_argument(
        "--seconds", type=float, default=3600, help="give up on a mutant after so much processor time (3600)"
    )
    parser.add_argument("--jobs", type=int, default=1, help="how many at once (1)")
    parser.add_argument("--tier", type=int, choices=sorted(SELECTED), default=1, help="the tests of which tier (1)")
    parser.add_argument("--results", type=Path, help="where every verdict is written; those in it are not judged again")
    given = parser.parse_args(arguments)
    drawn = sample(given.count, given.seed, given.only)
    results: dict[str, tuple[str, str]] = {}
    if given.results is not None and given.results.exists():
        for line in given.results.read_text(encoding="utf-8").splitlines():
            verdict, name, failed = line.split("\t")
            results[name] = verdict, failed
    reach = Reach(test_files(), given.jobs, SELECTED[given.tier], environment(given.tier))
    judge = Judge(reach, given.tier, given.seconds)
    with ThreadPoolExecutor(given.jobs) as pool:
        running = {pool.submit(judge, mutant): mutant for mutant in drawn if mutant.name not in results}
        for done in as_completed(running):
            mutant, (verdict, failed) = running[done], done.result()
            results[mutant.name] = verdict, failed
            print(f"{verdict:<13}  {mutant.name}{f'  by {failed}' if failed else ''}", flush=True)
            if given.results is not None:
                with given.results.open("a", encoding="utf-8") as file:
                    file.write(f"{verdict}\t{mutant.name}\t{failed}\n")
    found = {what: [m.name for m in drawn if results[m.name][0] == what] for what in (TIMEOUT, GAVE_UP, SURVIVED)}
    print("\n".join(["", *(f"{what}: {name}" for what in (GAVE_UP, SURVIVED) for name in found[what])]))
    killed = len(drawn) - len(found[SURVIVED]) - len(found[GAVE_UP])
    by_time = f"{len(found[TIMEOUT])} by time"
    print(f"{killed} of {len(drawn)} killed ({by_time}), {100 * killed / max(1, len(drawn)):.1f} % (seed {given.seed})")
    return 1 if killed < len(drawn) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
