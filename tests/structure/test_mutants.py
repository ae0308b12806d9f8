"""The mutants: what is changed, that each is one change, and that a sample is the same again."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tools import mutants, mutants_libraries
from tools.mutants import Mutant, compiled, mutants_of, sample


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(mutants, "PACKAGE", tmp_path)
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
    texts = {ast.dump(mutants.Change(m.number).visit(ast.parse(here.read_text(encoding="utf-8")))) for m in found}
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


def test_a_sample_is_drawn_by_its_seed_and_leaves_out_what_is_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    first = sample(20, 1, "engine/chance")
    assert first == sample(20, 1, "engine/chance") != sample(20, 2, "engine/chance")
    assert len(set(first)) == 20
    one = first[0]
    monkeypatch.setattr(mutants, "equal", lambda: {f"engine/chance.py: {one.what}"})
    assert one.what not in {m.what for m in sample(100, 1, "engine/chance")}


def test_no_rules_of_taste_are_drawn() -> None:
    everything = {m.file.relative_to(mutants.PACKAGE).as_posix() for m in sample(100_000, 1, "editions/outpost")}
    assert "editions/outpost/piles.py" in everything
    assert not everything & {"editions/outpost/bots.py", "editions/outpost/screen.py"}
    assert not any("/expert/" in file for file in everything)


@pytest.mark.parametrize(
    ("missing", "outcome"), [("fastapi", "skipped"), ("rich.table", "skipped"), ("stromnetz.no_such_module", "failed")]
)
def test_files_that_need_a_library_which_is_not_there_are_left_out(missing: str, outcome: str) -> None:
    error = pytest.Collector.CollectError("cannot be imported")
    error.__cause__ = ModuleNotFoundError("no such module", name=missing)
    report = SimpleNamespace(outcome="failed", call=SimpleNamespace(excinfo=SimpleNamespace(value=error)))
    hook: Any = mutants_libraries.pytest_make_collect_report
    collecting = hook(SimpleNamespace(path="tests/test_far.py"))
    next(collecting)
    with pytest.raises(StopIteration):
        collecting.send(report)
    assert report.outcome == outcome


def test_a_mutant_is_noticed() -> None:
    file = mutants.PACKAGE / "engine" / "chance.py"
    one = next(m for m in mutants_of(file) if m.what == "return out → return None")
    judge = [sys.executable, "-m", "tools.mutants", "--judge", str(file)]
    judge += [str(one.number), "tests/properties/test_chance.py"]
    run = subprocess.run(
        judge, capture_output=True, text=True, check=False, cwd=mutants.ROOT, env=mutants.environment()
    )
    assert (run.returncode, "TypeError" in run.stdout) == (1, True)
