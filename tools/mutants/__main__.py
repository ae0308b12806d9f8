"""Mutants: the code with one thing changed; a test that is worth its time must fail on each of them.

    python -m tools.mutants --count 60 --seed 1     a sample of the engine, the editions, play, tables and the server
    python -m tools.mutants --only engine/market    of the files whose path holds this
    python -m tools.mutants --count 400 --jobs 16   sixteen at once
    python -m tools.mutants --tier 2                judged by the tests of tier 2 as well: PostgreSQL, other processes

A mutant is never written to the tree: the processes of its tests load it instead of the file, so any number of them
share one tree. Of the tests those run that reach its statement (reach.py finds them, which takes a while after a change
of the package), in stages, the quick ones first, up to the first failure; a test that then fails without the mutant
as well has killed nothing.

Beside the package pytest and hypothesis are all it needs: tests of what other libraries do are left out where those are
not installed.
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
    ("tests/server",),
)
"""A test belongs to the first stage that its name begins like one of."""
SELECTED = {
    1: "not (slow or postgres or redis or subprocess or browser or nightly)",
    2: "not (browser or nightly)",
}
"""The tests of a tier, in words of pytest."""
KILLED, SURVIVED, TIMEOUT, GAVE_UP = "killed", "SURVIVED", "killed (time)", "gave up"
"""``TIMEOUT``: the tests hang or use far more processor time than they usually do. ``GAVE_UP``: ``--seconds`` were used
before all tests had run, and none had failed; not counted as killed."""
WAITING = 10
"""How many times ``--seconds`` may pass on the clock: on a busy machine time passes without anything being wrong."""
SILENT = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]


def run_tests(names: list[str], selected: str, failed: Path) -> int:
    """Run these tests up to the first failure, whose name is written down; pytest's answer."""
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
    """Of a process that runs tests: it finds the package, installed or not, and no compiled parts of it."""
    startup = Path(__file__).with_name("startup")
    path = os.pathsep.join(filter(None, (str(startup), str(PACKAGE.parent), str(ROOT), os.environ.get("PYTHONPATH"))))
    # plugins of pytest that are installed for other tests take longer to load than the first stage needs
    settings = {"PYTHONHASHSEED": "0", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "STROMNETZ_PURE": "1"}
    return {**os.environ, "PYTHONPATH": path, "STROMNETZ_TIER": str(tier), **settings}


def stages(tests: list[Test]) -> list[list[Test]]:
    """The tests in the order in which they run; in each stage the files that are done soonest first."""
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
    """Runs the tests that reach a mutant, every stage in a fresh process, until one fails or the time is used up."""

    def __init__(self, reach: Reach, tier: int, seconds: float) -> None:
        self.reach = reach
        self.tier = tier
        self.seconds = seconds
        """The most of the processor's time for a mutant."""

    def __call__(self, mutant: Mutant) -> tuple[str, str]:
        """The verdict, and the test that failed."""
        left, last = self.seconds, time.monotonic() + WAITING * self.seconds
        with TemporaryDirectory() as folder:
            write_code(Path(folder), mutant.file, compiled(mutant))
            for tests in stages(self.reach.of(mutant.file, mutant.line)):
                stage = tests
                while stage:
                    # of the processor: on a busy machine time passes without anything being wrong
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
        """Run tests; the exit code (None: stopped at ``last``), the time used, and the name of the first that fails."""
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
