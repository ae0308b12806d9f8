"""Mutants: what is changed, that each is one change, and that samples are reproducible."""

from __future__ import annotations

import ast
import functools
import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tools.mutants import changes, missing_libraries, reach
from tools.mutants.__main__ import SELECTED, environment, stages
from tools.mutants.changes import Mutant, compiled, mutants_of, mutated_files, sample
from tools.mutants.reach import MARKS, ReachRecorder, Statements, write_code


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(changes, "PACKAGE", tmp_path)
    return tmp_path / "code.py"


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("x = a < b", ["a < b → a <= b"]),
        ("x = a < b == c", ["a < b == c → a <= b == c", "a < b == c → a < b != c"]),
        ("x = a and not b", ["a and (not b) → a or not b", "not b → b"]),
        ("x = a + 2", ["a + 2 → a - 2", "2 → 3"]),
        ("def f(n: int = 3) -> int:\n    return n", ["return n → return None"]),
        ("def f():\n    return 1", ["1 → 2"]),
        ("x.append(y)", ["x.append(y) → pass"]),
        ("x += 1", ["x += 1 → pass"]),
        ("x: Literal[1] = True", ["True → False"]),
        ("raise Wrong('so')", ["raise Wrong('so') → pass"]),
        ("'''Words.'''", []),
        # a second or a millisecond more is no mistake, but an hour or a table is
        ("POLL_MS = 60_000", []),
        ("TTL_SECONDS: Final = 24 * 3600", ["24 * 3600 → 24 + 3600", "24 → 25"]),
        ("MAX_TABLES = 100", ["100 → 101"]),
        ("MAX_CACHED_LOOKUPS = 49", ["49 → 50"]),
    ],
)
def test_what_is_changed(here: Path, code: str, changes: list[str]) -> None:
    here.write_text(code, encoding="utf-8")
    found = mutants_of(here)
    assert [m.what for m in found][: len(changes)] == changes
    assert bool(found) == bool(changes)


def test_each_is_one_change_and_can_be_compiled(here: Path) -> None:
    here.write_text("def f(a, b):\n    if a < b and a != 3:\n        a += 1\n    return a * b\n", encoding="utf-8")
    found = mutants_of(here)
    texts = {ast.dump(changes.Change(m.number).visit(ast.parse(here.read_text(encoding="utf-8")))) for m in found}
    assert len(texts) == len(found) >= 7
    for mutant in found:
        compiled(mutant)
    assert found[0].name == "code.py:2: a < b and a != 3 → a < b or a != 3"


def test_a_mutant_stands_in_for_its_file(here: Path) -> None:
    here.write_text("x = 1 + 2\n", encoding="utf-8")
    values = []
    for number in (-1, 0, 1, 2):
        scope: dict[str, int] = {}
        exec(compiled(Mutant(here, number, 0, "")), scope)
        values.append(scope["x"])
    assert values == [3, -1, 4, 4]


@pytest.mark.nightly
def test_a_sample_is_drawn_by_its_seed_and_leaves_out_what_is_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    first = sample(20, 1, "engine/chance")
    assert first == sample(20, 1, "engine/chance") != sample(20, 2, "engine/chance")
    assert len(set(first)) == 20
    one = first[0]
    monkeypatch.setattr(changes, "equal", lambda: {one.stable_name})
    assert set(sample(100, 1, "engine/chance")) == set(mutants_of(one.file)) - {one}


def test_what_is_equal_is_known_by_its_statement_wherever_that_moves(here: Path) -> None:
    code = "def f(a):\n    if a > 1:\n        a += 1\n    return [1, 1]\n"
    here.write_text(code, encoding="utf-8")
    names = {m.stable_name for m in mutants_of(here)}
    ones = {f"code.py: f: {at}: 1 → 2" for at in ("if a > 1:", "a += 1", "return [1, 1]", "return [1, 1] #2")}
    assert ones <= names
    assert len(names) == len(mutants_of(here))
    mutants_of.cache_clear()
    here.write_text(f"\n\n{code}", encoding="utf-8")
    assert {m.stable_name for m in mutants_of(here)} == names


@pytest.mark.nightly
def test_every_equal_mutant_is_there_with_a_reason() -> None:
    lines = [line for line in changes.EQUAL.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    there = {m.stable_name for file in mutated_files() for m in mutants_of(file)}
    assert lines
    assert all(len(line.partition(" — ")[2]) > 20 for line in lines)
    assert changes.equal() <= there


@pytest.mark.nightly
def test_no_rules_of_taste_are_drawn() -> None:
    everything = {m.file.relative_to(changes.PACKAGE).as_posix() for m in sample(100_000, 1, "editions/outpost")}
    assert "editions/outpost/piles.py" in everything
    assert not everything & {"editions/outpost/bots.py", "editions/outpost/terminal.py"}
    assert not any("/expert/" in file for file in everything)


@pytest.mark.parametrize(
    ("missing", "outcome"), [("fastapi", "skipped"), ("rich.table", "skipped"), ("stromnetz.no_such_module", "failed")]
)
def test_files_that_need_a_library_which_is_not_there_are_left_out(missing: str, outcome: str) -> None:
    error = pytest.Collector.CollectError("cannot be imported")
    error.__cause__ = ModuleNotFoundError("no such module", name=missing)
    report = SimpleNamespace(outcome="failed", call=SimpleNamespace(excinfo=SimpleNamespace(value=error)))
    hook: Any = missing_libraries.pytest_make_collect_report
    collecting = hook(SimpleNamespace(path="tests/test_far.py"))
    next(collecting)
    with pytest.raises(StopIteration):
        collecting.send(report)
    assert report.outcome == outcome


def test_a_mutant_is_noticed(tmp_path: Path) -> None:
    file = changes.PACKAGE / "engine" / "chance.py"
    one = next(m for m in mutants_of(file) if m.what == "return out → return None")
    write_code(tmp_path, file, compiled(one))
    names, failed = tmp_path / "names", tmp_path / "failed"
    name = "tests/properties/test_chance.py::test_a_shuffle_leaves_the_cards_it_is_given_alone"
    names.write_text(name, encoding="utf-8")
    arguments = ("tools.mutants", "--judge", str(names), str(failed), "60", SELECTED[1])
    run = in_a_process(*arguments, MUTANTS_CODE=str(tmp_path))
    assert (run.returncode, "TypeError" in run.stdout, failed.read_text(encoding="utf-8")) == (1, True, name)
    failed.unlink()
    assert in_a_process(*arguments).returncode == 0
    assert not failed.exists()


def in_a_process(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=changes.ROOT, env=environment() | settings
    )


# --- which tests reach what -----------------------------------------------------------------------------------------

CODE = """
from functools import cache
LIMIT = 3

def f(a):
    '''Words.'''
    if a:
        return (
            a + 1
        )
    else:
        a = kept()
    return a

@cache
def kept():
    return LIMIT
"""


def test_a_line_belongs_to_its_innermost_statement(here: Path) -> None:
    here.write_text(CODE, encoding="utf-8")
    at = {line: Statements([here]).at(here, line) for line in range(2, 18)}
    assert at[2] == at[3] == at[5] == at[14] == 0, "the module as a whole"
    assert at[8] == at[9] == at[10]
    assert len({at[7], at[9], at[12], at[13], at[17], 0}) == 6


def test_what_a_cache_keeps_is_reached_by_whoever_asks(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here.write_text(CODE, encoding="utf-8")
    for name in ("cache", "lru_cache", "cached_property"):
        monkeypatch.setattr(functools, name, getattr(functools, name))
    statements = Statements([here])
    recorder = ReachRecorder(bytearray(statements.count))
    recorder.watch_caches()
    scope: dict[str, Any] = {MARKS: recorder.marks}
    exec(compile(statements.trees[here], str(here), "exec"), scope)
    recorder.taken()

    def reached(value: int) -> set[int]:
        scope["f"](value)
        marks = recorder.taken()
        return {line for line in (7, 9, 12, 13, 17) if marks >> statements.at(here, line) & 1}

    assert (reached(1), recorder.shared) == ({7, 9}, 0)
    assert reached(0) == {7, 12, 13}
    assert recorder.shared == 1 << statements.at(here, 17)
    assert reached(0) == {7, 12, 13}, "kept by now"


@pytest.mark.nightly
def test_what_tests_reach_is_written_down(tmp_path: Path) -> None:
    kept, marks, code = tmp_path / "reached.json", tmp_path / "marks", tmp_path / "code"
    statements = Statements(mutated_files())
    statements.write(code)
    marks.write_bytes(bytes(statements.count))
    settings = {"MUTANTS_CODE": str(code), "MUTANTS_MARKS": str(marks)}
    arguments = ("tools.mutants.reach", "tests/properties/test_chance.py", str(kept), SELECTED[1])
    run = in_a_process(*arguments, **settings)
    assert run.returncode == 0, run.stdout
    tests = json.loads(kept.read_text(encoding="utf-8"))["tests"]
    file = changes.PACKAGE / "engine" / "chance.py"
    line = next(m.line for m in mutants_of(file) if m.what == "return out → return None")
    number = statements.at(file, line)
    reaching = {name.partition("::")[2] for name, (_, marks) in tests.items() if int(marks, 16) >> number & 1}
    assert "test_a_shuffle_leaves_the_cards_it_is_given_alone" in reaching
    assert len(reaching) < len(tests)


def test_stages_run_what_is_done_soonest_first() -> None:
    golden, auction, fuel = (
        "tests/golden/test_golden.py::test_it_comes_out_again_byte_for_byte[1]",
        "tests/rules/test_auctions.py::a",
        "tests/rules/test_fuel.py::b",
    )
    tests = [reach.Test(auction, 2.0, 0), reach.Test(fuel, 1.0, 0), reach.Test(golden, 5.0, 0)]
    assert [[test.name for test in stage] for stage in stages(tests)] == [[golden], [fuel, auction]]
