"""The mutants: what is changed, that each is one change, and that a sample is the same again."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tools import mutants
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
