"""Finds out which tests reach which statements, so that a mutant is tested only by those.

Every test file runs once in a process of its own, on code with a mark before each statement. A test reaches the
statements that are marked while it runs, in any process. Work that is done once for several tests (imports, fixtures of
a module, caches) counts for every test of the file. Results are stored in build/ until the package, the file or shared
test files change.
"""

from __future__ import annotations

import ast
import builtins
import functools
import json
import marshal
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from importlib.machinery import SourceFileLoader
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType
from typing import Any

import pytest

from tools.mutants import missing_libraries
from tools.mutants.changes import MUTATED, PACKAGE, ROOT, mutated_files

RESULTS_FOLDER = ROOT / "build" / "mutants"
PARTS = (*MUTATED, "bots", "learn", "lessons", "puzzles", "arena")
MARKS = "__reached__"
AS_DIGITS = bytes.maketrans(b"\0\1", b"01")
NO_TESTS = 5
"""pytest's exit code if there are no tests."""
FAILED_TESTS = 1
MAX_SECONDS = 900
"""Time limit for one test file."""


# --- marking --------------------------------------------------------------------------------------------------------


class Marker(ast.NodeTransformer):
    """Puts a mark before the first statement of a module and before each statement of a function."""

    def __init__(self, first: int) -> None:
        self.next = first
        self.lines: list[tuple[int, int, int]] = []
        """First line, last line and number of each marked statement."""
        self.in_function = False

    def mark(self, first: int, last: int) -> ast.stmt:
        self.lines.append((first, last, self.next))
        self.next += 1
        return ast.parse(f"{MARKS}[{self.next - 1}] = 1").body[0]

    def generic_visit(self, node: ast.AST) -> ast.AST:
        was = self.in_function
        self.in_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or (
            was and not isinstance(node, ast.ClassDef)
        )
        for name, value in ast.iter_fields(node):
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                setattr(node, name, list(self.marked(value)))
            elif isinstance(value, list):
                for one in value:
                    if isinstance(one, ast.ExceptHandler | ast.match_case):
                        self.visit(one)
        self.in_function = was
        return node

    def marked(self, statements: list[ast.stmt]) -> Iterator[ast.stmt]:
        for statement in statements:
            says_something = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
            if self.in_function and not says_something:
                yield self.mark(statement.lineno, statement.end_lineno or statement.lineno)
            self.visit(statement)
            yield statement


def marked(file: Path, first: int) -> tuple[ast.Module, Marker]:
    tree, marker = ast.parse(file.read_bytes()), Marker(first)
    top = marker.mark(0, 1 << 30)
    marker.visit(tree)
    # after the docstring and imports from __future__, which must come first
    at = next((i for i, s in enumerate(tree.body) if not isinstance(s, ast.Expr | ast.ImportFrom)), len(tree.body))
    tree.body.insert(at, top)
    return ast.fix_missing_locations(tree), marker


class Statements:
    """Numbered statements of some files."""

    def __init__(self, files: Iterable[Path]) -> None:
        self.trees: dict[Path, ast.Module] = {}
        self.lines: dict[Path, list[tuple[int, int, int]]] = {}
        self.count = 0
        for file in files:
            self.trees[file], marker = marked(file, self.count)
            self.lines[file], self.count = marker.lines, marker.next

    def write(self, folder: Path) -> None:
        """Write the marked code for startup/sitecustomize.py."""
        for file, tree in self.trees.items():
            write_code(folder, file, compile(tree, str(file), "exec"))

    def at(self, file: Path, line: int) -> int:
        """The number of the innermost statement at a line; outside of functions, that of the module."""
        around = [(last - first, -number) for first, last, number in self.lines[file] if first <= line <= last]
        return -min(around)[1]


def write_code(folder: Path, file: Path, code: CodeType) -> None:
    """Write code that startup/sitecustomize.py loads instead of a file."""
    place = folder / f"{file.relative_to(PACKAGE).as_posix()}.code"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(marshal.dumps(code))


# --- recording, in a process of its own ------------------------------------------------------------------------------


class ReachRecorder:
    """A pytest plugin that records the statements each test reaches."""

    def __init__(self, marks: Any) -> None:
        self.marks = marks
        self.nothing = bytes(len(marks))
        self.shared = 0
        self.tests: dict[str, tuple[float, int]] = {}
        self.failed: set[str] = set()
        self.depth = 0

    def taken(self) -> int:
        """Statements reached since the last call, as a bit set."""
        found = int(self.marks[::-1].translate(AS_DIGITS), 2)
        self.marks[:] = self.nothing
        return found

    @contextmanager
    def shared_work(self) -> Iterator[None]:
        """Count the statements reached in this block for all tests."""
        if self.depth:
            yield
            return
        own, self.marks[:] = self.marks[:], self.nothing
        self.depth += 1
        try:
            yield
        finally:
            self.depth -= 1
            self.shared |= self.taken()
            self.marks[:] = own

    def shared_function(self, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            with self.shared_work():
                return function(*args, **kwargs)

        return call

    def watch_caches(self) -> None:
        kept, lru = functools.cache, functools.lru_cache

        def lru_cache(maxsize: Any = 128, typed: bool = False) -> Any:
            if callable(maxsize):
                return lru(self.shared_function(maxsize))
            return lambda function: lru(maxsize, typed)(self.shared_function(function))

        class CachedProperty(functools.cached_property[Any]):
            def __init__(own, function: Callable[..., Any]) -> None:  # noqa: N805
                super().__init__(self.shared_function(function))

        functools.cache = lambda function: kept(self.shared_function(function))
        functools.lru_cache = lru_cache
        functools.cached_property = CachedProperty  # type: ignore[assignment,misc]

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Generator[None, Any, Any]:
        if fixturedef.scope == "function":
            return (yield)
        with self.shared_work():
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        self.shared |= self.taken()
        self.tests[item.nodeid] = (0.0, 0)
        answer = yield
        seconds, _ = self.tests[item.nodeid]
        self.tests[item.nodeid] = (seconds, self.taken())
        return answer

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        seconds, reached = self.tests[report.nodeid]
        self.tests[report.nodeid] = (seconds + report.duration, reached)
        if report.failed:
            self.failed.add(report.nodeid)


def record_reach(test_file: str, answer: Path, selected: str) -> int:
    """Run a test file and store the statements reached by each test."""
    recorder = ReachRecorder(getattr(builtins, MARKS))
    setattr(SourceFileLoader, "exec_module", recorder.shared_function(SourceFileLoader.exec_module))  # noqa: B010
    recorder.watch_caches()
    quiet = ["-q", "-p", "no:cacheprovider", f"-m={selected}"]
    verdict = int(pytest.main([*quiet, test_file], plugins=[missing_libraries, recorder]))
    recorder.shared |= recorder.taken()
    tests = {
        name: (round(seconds, 4), f"{reached:x}")
        for name, (seconds, reached) in recorder.tests.items()
        if name not in recorder.failed
    }
    found = {"shared": f"{recorder.shared:x}", "tests": tests, "failed": sorted(recorder.failed)}
    answer.write_text(json.dumps(found), encoding="utf-8")
    return verdict


# --- results -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Test:
    """A test, its time, and the bit set of the statements that it reaches."""

    name: str
    seconds: float
    reached: int

    @property
    def file(self) -> str:
        return self.name.partition("::")[0]


class Reach:
    """The statements reached by the tests of some files; unknown ones are recorded, ``jobs`` files at once."""

    def __init__(self, test_files: list[Path], jobs: int, selected: str, environment: dict[str, str]) -> None:
        self.statements = Statements(mutated_files())
        self.tests: list[Test] = []
        RESULTS_FOLDER.mkdir(parents=True, exist_ok=True)
        shared = digest([*package_files(), *shared_files(), Path(__file__)]) + sha256(selected.encode()).hexdigest()
        with TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
            self._code = Path(folder)
            self._environment = {**environment, "MUTANTS_CODE": folder}
            self.statements.write(self._code)
            for known in pool.map(lambda file: self._known(file, shared, selected), test_files):
                for name in known["failed"]:
                    print(f"left out, fails without any mutant: {name}", flush=True)
                for name, (seconds, reached) in known["tests"].items():
                    self.tests.append(Test(name, seconds, int(reached, 16) | int(known["shared"], 16)))

    def _known(self, test_file: Path, shared: str, selected: str) -> dict[str, Any]:
        name = test_file.relative_to(ROOT).as_posix()
        kept = RESULTS_FOLDER / f"{name.replace('/', '-')}.json"
        key = shared + digest([test_file])
        known = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
        if known.get("key") != key:
            marks = self._code / f"{kept.stem}.marks"
            marks.write_bytes(bytes(self.statements.count))
            process = subprocess.Popen(
                [sys.executable, "-m", "tools.mutants.reach", name, str(kept), selected],
                env={**self._environment, "MUTANTS_MARKS": str(marks)},
                cwd=ROOT,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                process_group=0,
            )
            try:
                verdict = process.wait(MAX_SECONDS)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                print(f"left out, takes more than {MAX_SECONDS} s: {name}", flush=True)
                return {"shared": "0", "tests": {}, "failed": []}
            if verdict not in (0, FAILED_TESTS, NO_TESTS):
                sys.exit(f"the tests of {name} cannot be run: make quick says why")
            known = {**json.loads(kept.read_text(encoding="utf-8")), "key": key}
            kept.write_text(json.dumps(known), encoding="utf-8")
        return known

    def of(self, file: Path, line: int) -> list[Test]:
        """The tests that reach a line."""
        number = self.statements.at(file, line)
        return [test for test in self.tests if test.reached >> number & 1]


def digest(files: Iterable[Path]) -> str:
    out = sha256()
    for file in files:
        out.update(f"{file.relative_to(ROOT).as_posix()}\0".encode() + file.read_bytes())
    return out.hexdigest()


def package_files() -> list[Path]:
    """All files of the packages that the tests use."""
    found = (file for place in PARTS for file in (PACKAGE / place).rglob("*"))
    return sorted(file for file in found if file.is_file() and "__pycache__" not in file.parts)


def shared_files() -> list[Path]:
    """Files that test files share."""
    found = (ROOT / "tests").rglob("*")
    return sorted(file for file in found if file.is_file() and file.suffix != ".pyc" and not file.match("test_*.py"))


if __name__ == "__main__":
    # exit without waiting for threads that failed tests have left behind
    os._exit(record_reach(sys.argv[1], Path(sys.argv[2]), sys.argv[3]))
