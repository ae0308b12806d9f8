"""Mutants: the code with one thing changed; a test that is worth its time must fail on each of them.

    python -m tools.mutants --count 60 --seed 1     a sample of the engine, the editions, play, tables and the server
    python -m tools.mutants --only engine/market    of the files whose path holds this
    python -m tools.mutants --count 400 --jobs 16   sixteen at once

A mutant is a comparison, a number, an `and`, a `not`, a sum, a return or a statement that is not what it was. It is
never written to disk: a process of its own compiles it instead of the file, so any number of them share one tree. Of
the tests those run that reach its statement (tools/mutants_reach.py finds them, which takes a while after a change of
the package), in stages, the quick ones first, up to the first failure. Those that no test can kill, since nothing
comes out otherwise, are named with a reason in tools/mutants_equal.txt and not drawn. Nor are changes of an edition's
``bots.py``, ``expert`` and ``screen.py``: what a bot thinks a card is worth and how a terminal sets its columns are
matters of taste, no rules, and a bot that plays otherwise plays no less by the rules.

Beside the package pytest and hypothesis are all it needs: tests of what other libraries do are left out where those are
not installed.
"""

from __future__ import annotations

import argparse
import ast
import copy
import math
import os
import random
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType

from tools.mutants_reach import Reach, Test, mutated_files

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "stromnetz"
EQUAL = ROOT / "tools" / "mutants_equal.txt"
SKIPPED = frozenset({"bots.py", "expert", "screen.py", "versions"})
"""Files and folders that are not mutated: bots, the terminal's layout, and database migrations, which never change."""
STAGES = (
    ("tests/golden/test_golden.py::test_it_comes_out_again_byte_for_byte",),
    ("tests/rules",),
    ("tests/data", "tests/properties/test_perft.py", "tests/properties/test_chance.py", "tests/golden"),
    ("tests/play", "tests/tables"),
    ("tests/properties", "tests/lessons", "tests/puzzles", "tests/learn", "tests/bots", "tests/terminal"),
    ("tests/server",),
)
"""A test belongs to the first stage that its name begins like one of."""
KILLED, SURVIVED, TIMEOUT, GAVE_UP = "killed", "SURVIVED", "killed (time)", "gave up"
"""``TIMEOUT``: the tests hang or use far more processor time than they usually do. ``GAVE_UP``: ``--seconds`` were used
before all tests had run, and none had failed; counted as killed, but listed."""
WAITING = 10
"""How many times ``--seconds`` may pass on the clock: on a busy machine time passes without anything being wrong."""
SILENT = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]

COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
}


@dataclass(frozen=True)
class Mutant:
    """Change number ``number`` of those that are possible in a file."""

    file: Path
    number: int
    line: int
    what: str
    where: str = ""
    """The function and the statement."""

    @property
    def still(self) -> str:
        """Its name without the line, which may move."""
        return f"{self.file.relative_to(PACKAGE).as_posix()}: {self.where}: {self.what}"

    @property
    def name(self) -> str:
        return f"{self.file.relative_to(PACKAGE).as_posix()}:{self.line}: {self.what}"


# --- changing -------------------------------------------------------------------------------------------------------


def replacements(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """What can stand in the place of a node, in words and as a node."""
    if isinstance(node, ast.Compare):
        for i, op in enumerate(node.ops):
            if (other := COMPARE.get(type(op))) is not None:
                changed = copy.deepcopy(node)
                changed.ops[i] = other()
                yield f"{ast.unparse(node)} → {ast.unparse(changed)}", changed
    elif isinstance(node, ast.BoolOp):
        swapped = copy.deepcopy(node)
        swapped.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield f"{ast.unparse(node)} → {ast.unparse(swapped)}", swapped
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield f"{ast.unparse(node)} → {ast.unparse(node.operand)}", node.operand
    elif isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
        turned = copy.deepcopy(node)
        turned.op = ARITHMETIC[type(node.op)]()
        yield f"{ast.unparse(node)} → {ast.unparse(turned)}", turned
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield f"{node.value} → {node.value + 1}", ast.Constant(node.value + 1)
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield f"{node.value} → {not node.value}", ast.Constant(not node.value)
    elif isinstance(node, ast.Return) and node.value is not None and not isinstance(node.value, ast.Constant):
        yield f"{ast.unparse(node)} → return None", ast.Return(None)
    elif isinstance(node, ast.AugAssign | ast.Continue | ast.Break | ast.Raise) or _is_call(node):
        yield f"{ast.unparse(node)[:60]} → pass", ast.Pass()


def _is_call(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)


class Change(ast.NodeTransformer):
    """Counts what can be changed, and changes number ``wanted``."""

    def __init__(self, wanted: int = -1) -> None:
        self.wanted = wanted
        self.found: list[tuple[int, str]] = []

    def visit(self, node: ast.AST) -> ast.AST:
        # types, decorators, logs and what is printed change no game
        if isinstance(node, ast.AnnAssign):
            node.value = node.value and self.visit(node.value)  # type: ignore[assignment]
            return node
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            node.body = [self.visit(statement) for statement in node.body]  # type: ignore[misc]
            return node
        if isinstance(node, ast.Expr) and ast.unparse(node).startswith(("log.", "print(")):
            return node
        # zip(strict=True) guards what the code around it takes care of
        if isinstance(node, ast.keyword) and node.arg == "strict":
            return node
        for what, other in replacements(node):
            self.found.append((getattr(node, "lineno", 0), " ".join(what.split())))
            if len(self.found) - 1 == self.wanted:
                return ast.copy_location(other, node)
        return self.generic_visit(node)


@cache
def mutants_of(file: Path) -> list[Mutant]:
    tree, change = ast.parse(file.read_bytes()), Change()
    places = _places(tree)
    change.visit(tree)
    out: list[Mutant] = []
    met: Counter[str] = Counter()
    for number, (line, what) in enumerate(change.found):
        where = next((text for first, last, text in places if first <= line <= last), "")
        met[f"{where}: {what}"] += 1
        again = f" #{met[f'{where}: {what}']}" if met[f"{where}: {what}"] > 1 else ""
        out.append(Mutant(file, number, line, what, where + again))
    return out


def _places(tree: ast.Module) -> list[tuple[int, int, str]]:
    """First and last line of every statement, the innermost first, with its function and how it begins."""
    out: list[tuple[int, int, str]] = []

    def walk(node: ast.AST, function: str) -> None:
        for child in ast.iter_child_nodes(node):
            inside = child.name if isinstance(child, ast.FunctionDef | ast.ClassDef) else function
            walk(child, inside)
            if isinstance(child, ast.stmt):
                begins = ast.unparse(child).partition("\n")[0]
                out.append((child.lineno, child.end_lineno or child.lineno, f"{function}: {begins}"))

    walk(tree, "")
    return sorted(out, key=lambda place: place[1] - place[0])


def compiled(mutant: Mutant) -> CodeType:
    tree = Change(mutant.number).visit(ast.parse(mutant.file.read_bytes()))
    assert isinstance(tree, ast.Module)
    return compile(ast.fix_missing_locations(tree), str(mutant.file), "exec")


def equal() -> set[str]:
    """The mutants that change nothing: a line each, up to the dash before the reason."""
    lines = EQUAL.read_text(encoding="utf-8").splitlines() if EQUAL.exists() else []
    return {line.partition(" — ")[0].strip() for line in lines if line and not line.startswith("#")}


def sample(count: int, seed: int, only: str) -> list[Mutant]:
    files = [file for file in mutated_files() if SKIPPED.isdisjoint(file.relative_to(PACKAGE).parts)]
    known = equal()
    all_of_them = [m for file in files for m in mutants_of(file) if only in m.name and m.still not in known]
    return random.Random(seed).sample(all_of_them, min(count, len(all_of_them)))


# --- running --------------------------------------------------------------------------------------------------------


def run_changed(mutant: Mutant, names: list[str]) -> int:
    """In a process of its own: pytest's answer to these tests with the mutant in the place of its file."""
    code, original = compiled(mutant), SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        return code if Path(loader.path) == mutant.file else original(loader, name)

    setattr(SourceFileLoader, "get_code", get_code)  # noqa: B010  (the loader of every module from now on)
    import pytest  # noqa: PLC0415

    from tools import mutants_libraries  # noqa: PLC0415

    class Chosen:
        def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
            items[:] = [item for item in items if item.nodeid in names_as_set]

    names_as_set = set(names)
    quiet = ["-q", "-x", "-p", "no:cacheprovider"]
    files = dict.fromkeys(name.partition("::")[0] for name in names)
    return int(pytest.main([*quiet, *files], plugins=[mutants_libraries, Chosen()]))


def test_files() -> list[Path]:
    found: dict[Path, None] = {}
    for place in (ROOT / name.partition("::")[0] for names in STAGES for name in names):
        found.update(dict.fromkeys([place] if place.is_file() else sorted(place.rglob("test_*.py"))))
    return list(found)


def environment() -> dict[str, str]:
    """Of a process that runs tests: it finds the package, installed or not, and no compiled parts of it."""
    path = os.pathsep.join(filter(None, (str(PACKAGE.parent), str(ROOT), os.environ.get("PYTHONPATH"))))
    # plugins of pytest that are installed for other tests take longer to load than the first stage needs
    settings = {"PYTHONHASHSEED": "0", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "STROMNETZ_PURE": "1"}
    return {**os.environ, "PYTHONPATH": path, **settings}


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


def judge(mutant: Mutant, tests: list[Test], seconds: float) -> str:
    """Every stage in a fresh process, until one fails or all have used so many seconds of the processor."""
    last = time.monotonic() + WAITING * seconds
    for stage in stages(tests):
        with TemporaryDirectory() as folder:
            names = Path(folder) / "tests"
            names.write_text("\n".join(test.name for test in stage), encoding="utf-8")
            # of the processor: on a busy machine time passes without anything being wrong
            usual = 20 + math.ceil(5 * sum(test.seconds for test in stage))
            most = min(usual, max(1, math.ceil(seconds)))
            told = [str(mutant.file), str(mutant.number), str(most), str(names)]
            arguments = [sys.executable, "-m", "tools.mutants", "--judge", *told]
            pid = os.posix_spawn(sys.executable, arguments, environment(), setpgroup=0, file_actions=SILENT)
            while (ended := os.wait4(pid, os.WNOHANG))[0] == 0:
                if time.monotonic() > last:
                    os.killpg(pid, signal.SIGKILL)
                    os.waitpid(pid, 0)
                    return TIMEOUT
                time.sleep(0.02)
        _, status, used = ended
        code = os.waitstatus_to_exitcode(status)
        if code == -signal.SIGXCPU:
            return TIMEOUT if most == usual else GAVE_UP
        if code != 0:
            return KILLED
        seconds -= used.ru_utime + used.ru_stime
    return SURVIVED


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--judge"]:
        file, number, most, names = arguments[1:]
        resource.setrlimit(resource.RLIMIT_CPU, (int(most), int(most) + 5))
        tests = Path(names).read_text(encoding="utf-8").splitlines()
        return run_changed(Mutant(Path(file), int(number), 0, ""), tests)
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=40, help="how many are drawn (40)")
    parser.add_argument("--seed", type=int, default=1, help="which are drawn (1)")
    parser.add_argument("--only", default="", help="only of files or changes whose text holds this")
    parser.add_argument(
        "--seconds", type=float, default=3600, help="give up on a mutant after so much processor time (3600)"
    )
    parser.add_argument("--jobs", type=int, default=1, help="how many at once (1)")
    given = parser.parse_args(arguments)
    drawn = sample(given.count, given.seed, given.only)
    reach = Reach(test_files(), given.jobs, environment())

    def decide(mutant: Mutant) -> str:
        return judge(mutant, reach.of(mutant.file, mutant.line), given.seconds)

    found: dict[str, list[str]] = {KILLED: [], TIMEOUT: [], GAVE_UP: [], SURVIVED: []}
    with ThreadPoolExecutor(given.jobs) as pool:
        running = {pool.submit(decide, mutant): mutant for mutant in drawn}
        for done in as_completed(running):
            verdict, mutant = done.result(), running[done]
            print(f"{verdict:<13}  {mutant.name}", flush=True)
            found[verdict].append(mutant.name)
    survivors = found[SURVIVED]
    killed = len(drawn) - len(survivors)
    print("\n".join(["", *(f"{what}: {name}" for what in (GAVE_UP, SURVIVED) for name in found[what])]))
    slow = f"{len(found[TIMEOUT])} by time, {len(found[GAVE_UP])} given up"
    print(f"{killed} of {len(drawn)} killed ({slow}), {100 * killed / max(1, len(drawn)):.1f} % (seed {given.seed})")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
