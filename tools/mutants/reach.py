"""Which tests reach which statement, so that a mutant is judged by those that can tell it apart.

Every file of tests runs once, in a process of its own, on code with a mark before each statement. A test reaches what
is marked while it runs, in whatever process. What is done once for many tests (imports, fixtures of a module, whatever
a cache keeps) is counted for every test of the file instead, whichever of them came first. What came out is kept under
build/ until the package, the file or what the tests share changes.
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

KEPT = ROOT / "build" / "mutants"
PARTS = (*MUTATED, "bots", "learn", "lessons", "puzzles", "arena")
MARKS = "__reached__"
AS_DIGITS = bytes.maketrans(b"\0\1", b"01")
NO_TESTS = 5
"""What pytest answers where it finds none."""
FAILED_TESTS = 1
MAX_SECONDS = 900
"""For the tests of one file; what takes longer hangs."""


# --- marking --------------------------------------------------------------------------------------------------------


class Marker(ast.NodeTransformer):
    """Puts a mark before the first statement of a module and before each statement of a function."""

    def __init__(self, first: int) -> None:
        self.next = first
        self.lines: list[tuple[int, int, int]] = []
        """First line, last line and number of every statement that has a mark."""
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
    # after the docstring and what comes from the future, which have to be the first
    at = next((i for i, s in enumerate(tree.body) if not isinstance(s, ast.Expr | ast.ImportFrom)), len(tree.body))
    tree.body.insert(at, top)
    return ast.fix_missing_locations(tree), marker


class Statements:
    """The statements of some files, numbered."""

    def __init__(self, files: Iterable[Path]) -> None:
        self.trees: dict[Path, ast.Module] = {}
        self.lines: dict[Path, list[tuple[int, int, int]]] = {}
        self.count = 0
        for file in files:
            self.trees[file], marker = marked(file, self.count)
            self.lines[file], self.count = marker.lines, marker.next

    def write(self, folder: Path) -> None:
        """Write the code with the marks, for startup/sitecustomize.py."""
        for file, tree in self.trees.items():
            write_code(folder, file, compile(tree, str(file), "exec"))

    def at(self, file: Path, line: int) -> int:
        """The innermost statement at a line; outside of functions the module as a whole."""
        around = [(last - first, -number) for first, last, number in self.lines[file] if first <= line <= last]
        return -min(around)[1]


def write_code(folder: Path, file: Path, code: CodeType) -> None:
    """Write what startup/sitecustomize.py takes in the place of a file."""
    place = folder / f"{file.relative_to(PACKAGE).as_posix()}.code"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(marshal.dumps(code))


# --- looking, in a process of its own -------------------------------------------------------------------------------


class Looking:
    """A plugin of pytest that notes what each test reaches."""

    def __init__(self, marks: Any) -> None:
        self.marks = marks
        self.nothing = bytes(len(marks))
        self.shared = 0
        self.tests: dict[str, tuple[float, int]] = {}
        self.failed: set[str] = set()
        self.depth = 0

    def taken(self) -> int:
        """What was marked since the last time, a bit for each statement."""
        found = int(self.marks[::-1].translate(AS_DIGITS), 2)
        self.marks[:] = self.nothing
        return found

    @contextmanager
    def for_all(self) -> Iterator[None]:
        """What is reached in here is done once, for whoever asks later."""
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

    def once(self, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            with self.for_all():
                return function(*args, **kwargs)

        return call

    def watch_caches(self) -> None:
        kept, lru = functools.cache, functools.lru_cache

        def lru_cache(maxsize: Any = 128, typed: bool = False) -> Any:
            if callable(maxsize):
                return lru(self.once(maxsize))
            return lambda function: lru(maxsize, typed)(self.once(function))

        class CachedProperty(functools.cached_property[Any]):
            def __init__(own, function: Callable[..., Any]) -> None:  # noqa: N805
                super().__init__(self.once(function))

        functools.cache = lambda function: kept(self.once(function))
        functools.lru_cache = lru_cache
        functools.cached_property = CachedProperty  # type: ignore[assignment,misc]

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Generator[None, Any, Any]:
        if fixturedef.scope == "function":
            return (yield)
        with self.for_all():
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


def look(test_file: str, answer: Path, selected: str) -> int:
    """Run a file of tests and write down what each of its tests reaches."""
    looking = Looking(getattr(builtins, MARKS))
    setattr(SourceFileLoader, "exec_module", looking.once(SourceFileLoader.exec_module))  # noqa: B010
    looking.watch_caches()
    quiet = ["-q", "-p", "no:cacheprovider", f"-m={selected}"]
    verdict = int(pytest.main([*quiet, test_file], plugins=[missing_libraries, looking]))
    looking.shared |= looking.taken()
    tests = {
        name: (round(seconds, 4), f"{reached:x}")
        for name, (seconds, reached) in looking.tests.items()
        if name not in looking.failed
    }
    found = {"shared": f"{looking.shared:x}", "tests": tests, "failed": sorted(looking.failed)}
    answer.write_text(json.dumps(found), encoding="utf-8")
    return verdict


# --- what is known --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Test:
    """A test, how long it takes, and the statements it reaches, a bit for each."""

    name: str
    seconds: float
    reached: int

    @property
    def file(self) -> str:
        return self.name.partition("::")[0]


class Reach:
    """What every test of some files reaches; looked up where it is not known, ``jobs`` files at once."""

    def __init__(self, test_files: list[Path], jobs: int, selected: str, environment: dict[str, str]) -> None:
        self.statements = Statements(mutated_files())
        self.tests: list[Test] = []
        KEPT.mkdir(parents=True, exist_ok=True)
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
        kept = KEPT / f"{name.replace('/', '-')}.json"
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
    """Every file of the packages that the tests run."""
    found = (file for place in PARTS for file in (PACKAGE / place).rglob("*"))
    return sorted(file for file in found if file.is_file() and "__pycache__" not in file.parts)


def shared_files() -> list[Path]:
    """What files of tests have in common."""
    found = (ROOT / "tests").rglob("*")
    return sorted(file for file in found if file.is_file() and file.suffix != ".pyc" and not file.match("test_*.py"))


if __name__ == "__main__":
    # at once: threads that a failed test has left behind are not waited for
    os._exit(look(sys.argv[1], Path(sys.argv[2]), sys.argv[3]))
