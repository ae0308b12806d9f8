"""The rules check accepts a good tree and finds every kind of problem in made-up ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers import write_files
from tools import check_rules

RULES = """# Rules

Words with **Z9** in bold, which is no rule.

- **A1** A list item.
  - **A1a** A nested one,
    going on. **Z8** is none either.
- **EX1** (A1) An example.

| card | text |
| --- | --- |
| **Q2 Long Name** | A table row. |
| **2** | no id |
| Z7 | not bold |

```
- **Z6** an illustration
```
"""

TESTS = """
import pytest
from tests.helpers import refused

pytestmark = pytest.mark.rule("EX1")

@pytest.mark.rule("A1", "A1a")
def test_one():
    with refused("A1", seat=2):
        pass

@pytest.mark.parametrize("x", [1, pytest.param(2, marks=pytest.mark.rule("Q2"))])
def test_two(x):
    pass
"""

SOURCE = """
def refuse(rule, message):
    raise IllegalMove(rule, message)

def check(move):
    refuse("A1", "no")
"""


def made_up(root: Path, *, rules: str = RULES, tests: str = TESTS, source: str = SOURCE) -> check_rules.Report:
    files = {"docs/rules/core.md": rules, "tests/rules/test_core.py": tests, "src/stromnetz/engine/moves.py": source}
    write_files(root, files)
    return check_rules.check(root)


def test_a_good_tree_passes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert made_up(tmp_path).problems == []
    assert check_rules.main([str(tmp_path)]) == 0
    assert capsys.readouterr().out == "4 rules, 4 tested; 1 refusals, 1 tested\n"


def test_a_bad_tree_fails_and_lists_everything(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made_up(tmp_path, rules=RULES + "- **B1** Untested.\n- **B2** Untested too.\n")
    assert check_rules.main([str(tmp_path)]) == 1
    said = capsys.readouterr()
    where = Path("docs/rules/core.md")
    assert said.err == f"{where}:19: rule B1 has no test\n{where}:20: rule B2 has no test\n"
    assert said.out == "6 rules, 4 tested; 1 refusals, 1 tested\n"


def test_no_rules_at_all(tmp_path: Path) -> None:
    assert "docs/rules: no rules found" in made_up(tmp_path, rules="# Nothing\n").problems


def test_a_rule_that_stands_twice(tmp_path: Path) -> None:
    (said,) = made_up(tmp_path, rules=RULES + "- **A1** Again.\n").problems
    assert said.endswith("core.md:19: rule A1 stands in " + str(Path("docs/rules/core.md:5")) + " already")


def test_an_unknown_id_in_a_mark(tmp_path: Path) -> None:
    (said,) = made_up(tmp_path, tests=TESTS.replace('"A1a"', '"A1a", "Z9"')).problems
    assert said.endswith("test_core.py:7: no rule Z9 in docs/rules")


@pytest.mark.parametrize(
    "tests",
    [
        TESTS.replace('rule("A1", "A1a")', 'rule("A1", "A1a", "Q2", "EX1")'),
        TESTS.replace('@pytest.mark.rule("A1",', '@pytest.mark.rule("Q2", "EX1")\n@pytest.mark.rule("A1",'),
    ],
    ids=["one mark", "two marks"],
)
def test_more_than_three_ids(tmp_path: Path, tests: str) -> None:
    (said,) = made_up(tmp_path, tests=tests).problems
    assert said.endswith("test_core.py:7: 4 rule ids on one test, 3 at most")


def test_a_class_and_a_list_of_marks_count(tmp_path: Path) -> None:
    tests = """
@pytest.mark.rule("A1")
class TestMany:
    pytestmark = [pytest.mark.slow, pytest.mark.rule("A1a")]
    async def test_it(self):
        with helpers.refused("A1"): pass

CASES = [pytest.param(1, marks=[pytest.mark.rule("Q2")]), pytest.param(2, marks=(pytest.mark.rule("EX1"),))]
"""
    assert made_up(tmp_path, tests=tests).problems == []


@pytest.mark.parametrize(
    "text",
    ['@pytest.mark.rule("A1")\ndef helper(): pass', 'unused = pytest.mark.rule("A1")'],
    ids=["helper", "variable"],
)
def test_a_mark_on_no_test(tmp_path: Path, text: str) -> None:
    (said,) = made_up(tmp_path, tests=f"{TESTS}\n{text}\n").problems
    assert said.endswith("a rule mark that is on no test")


@pytest.mark.parametrize(
    ("mark", "expected"),
    [("rule()", "a mark without a rule id"), ("rule(*IDS)", "rule(...) wants the rule id as a string literal")],
)
def test_a_mark_that_cannot_be_read(tmp_path: Path, mark: str, expected: str) -> None:
    (said,) = made_up(tmp_path, tests=f"{TESTS}\n@pytest.mark.{mark}\ndef test_three(): pass\n").problems
    assert said.endswith(expected)


@pytest.mark.parametrize(
    "refusal",
    [
        'raise IllegalMove("Q2", "no")',
        'raise errors.IllegalMove("Q2", "no")',
        'game.refuse("Q2")',
        'refuse("A1" if x else "Q2", "no")',
    ],
)
def test_a_refusal_without_a_test(tmp_path: Path, refusal: str) -> None:
    source = f"{SOURCE}    {refusal}\n"
    report = made_up(tmp_path, source=source)
    (said,) = report.problems
    assert said.endswith("moves.py:7: no test is refused with Q2")
    assert report.summary == "4 rules, 4 tested; 2 refusals, 1 tested"
    tests = TESTS + '\ndef test_three():\n    with refused("Q2"): pass\n'
    assert made_up(tmp_path, source=source, tests=tests).problems == []


@pytest.mark.parametrize(
    "source",
    [
        'class Base:\n    rule = ""\n    def check(self): refuse(self.rule)\nclass One(Base):\n    rule = "Q2"\n',
        'class Base:\n    rule: str = "Q2"\n    def check(self): raise IllegalMove(self.rule, "no")\n',
        'def f(edition): edition.rule = "Q2"\ndef g(edition): raise IllegalMove(edition.rule, "no")\n',
    ],
)
def test_a_refusal_by_an_attribute(tmp_path: Path, source: str) -> None:
    (said,) = made_up(tmp_path, source=source).problems
    assert said.endswith("no test is refused with Q2")
    tests = TESTS + '\ndef test_three():\n    with refused("Q2"): pass\n'
    assert made_up(tmp_path, source=source, tests=tests).problems == []


@pytest.mark.parametrize(
    "proof", ['case("Q2")', 'refused(rule, "Q2")', 'pytest.raises(IllegalMove, match="Q2")', "refused(*['Q2'])"]
)
def test_only_a_literal_refusal_proves_one(tmp_path: Path, proof: str) -> None:
    tests = f"{TESTS}\ndef test_three(rule):\n    with {proof}: pass\n"
    (said,) = made_up(tmp_path, source=f'{SOURCE}    refuse("Q2")\n', tests=tests).problems
    assert said.endswith("no test is refused with Q2")


def test_an_unknown_id_in_a_refusal(tmp_path: Path) -> None:
    tests = TESTS + '\ndef test_three():\n    with refused("Z9"): pass\n'
    said = made_up(tmp_path, source=f'{SOURCE}    refuse("Z9")\n', tests=tests).problems
    assert [line.split(":", 2)[2] for line in said] == [" no rule Z9 in docs/rules"] * 2


@pytest.mark.parametrize(
    ("refusal", "expected"),
    [
        ("refuse(rule)", "refuse(...) wants the rule id as a string literal"),
        ("refuse(self.rule)", "refuse(...) wants the rule id as a string literal"),
        ("IllegalMove(rule='A1')", "IllegalMove() without a rule id"),
    ],
)
def test_a_refusal_that_cannot_be_read(tmp_path: Path, refusal: str, expected: str) -> None:
    (said,) = made_up(tmp_path, source=f"{SOURCE}    {refusal}\n").problems
    assert said.endswith(expected)
