"""Hold the rules and the tests together.

    python -m tools.check_rules [ROOT]

Every rule id of ``docs/rules`` has a test that carries ``@pytest.mark.rule(id)``, no test names an id that does not
exist, and every id that the source refuses a move with is refused in a test: ``with refused(id): ...``. Every language
has the same rules with the same numbers, and words for every case of a refusal.
"""

from __future__ import annotations

import ast
import gc
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from . import refusal_words, rule_translations
from .rule_translations import RULE
from .trees import nodes_of, read

MOST = 3  # ids a test may carry
REFUSING = frozenset({"IllegalMove", "refuse"})  # what the source refuses with
PROVING = "refused"  # what a test proves a refusal with

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Use(NamedTuple):
    """A rule id somewhere in the tree."""

    rule: str
    where: str


class Report(NamedTuple):
    problems: list[str]
    summary: str


class Findings:
    """What was read so far, and what was wrong with it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.problems: list[str] = []

    def at(self, path: Path, line: int) -> str:
        return f"{path.relative_to(self.root)}:{line}"

    def literals(self, call: ast.Call, values: Iterable[ast.expr], path: Path) -> Iterator[Use]:
        """The ids given to a call; anything but a string literal could hide one and is a problem."""
        where = self.at(path, call.lineno)
        for value in values:
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                yield Use(value.value, where)
            else:
                self.problems.append(f"{where}: {last_name(call.func)}(...) wants the rule id as a string literal")


# --- reading ---------------------------------------------------------------------------------------------------------


def read_rules(found: Findings) -> dict[str, str]:
    """The rule ids of the documentation, each with its place."""
    rules: dict[str, str] = {}
    for path in sorted((found.root / "docs" / "rules").glob("*.md")):
        fenced = False
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if line.lstrip().startswith("```"):
                fenced = not fenced
            match = None if fenced else RULE.match(line)
            if match is None:
                continue
            where = found.at(path, number)
            if match[1] in rules:
                found.problems.append(f"{where}: rule {match[1]} stands in {rules[match[1]]} already")
            rules.setdefault(match[1], where)
    return rules


def last_name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def calls_in(node: ast.AST, *names: str) -> Iterator[ast.Call]:
    for inner in nodes_of(node):
        if isinstance(inner, ast.Call) and last_name(inner.func) in names:
            yield inner


def marks_in(node: ast.AST) -> Iterator[ast.Call]:
    for call in calls_in(node, "rule"):
        if isinstance(call.func, ast.Attribute) and last_name(call.func.value) == "mark":
            yield call


def carriers(tree: ast.Module) -> Iterator[list[ast.expr]]:
    """The places a mark counts: the decorators of one test, a ``pytestmark``, the ``marks`` of a ``pytest.param``."""
    for node in nodes_of(tree):
        if isinstance(node, Definition):
            if node.name.lower().startswith("test"):
                yield node.decorator_list
        elif isinstance(node, ast.Assign) and any(last_name(target) == "pytestmark" for target in node.targets):
            yield [node.value]
        elif isinstance(node, ast.Call) and last_name(node.func) == "param":
            yield [keyword.value for keyword in node.keywords if keyword.arg == "marks"]


def read_marks(found: Findings, path: Path, tree: ast.Module) -> list[Use]:
    uses: list[Use] = []
    counted: set[ast.Call] = set()
    for carrier in carriers(tree):
        # A parametrization is a decorator too; the marks of its params count for themselves.
        inner = {mark for place in carrier for call in calls_in(place, "param") for mark in marks_in(call)}
        marks = [mark for place in carrier for mark in marks_in(place) if mark not in inner]
        for mark in marks:
            if not mark.args:
                found.problems.append(f"{found.at(path, mark.lineno)}: a mark without a rule id")
            uses += found.literals(mark, mark.args, path)
        ids = sum(len(mark.args) for mark in marks)
        if ids > MOST:
            found.problems.append(f"{found.at(path, marks[0].lineno)}: {ids} rule ids on one test, {MOST} at most")
        counted |= set(marks)
    for mark in marks_in(tree):
        if mark not in counted:
            found.problems.append(f"{found.at(path, mark.lineno)}: a rule mark that is on no test")
    return uses


def read_attributes(found: Findings, path: Path, tree: ast.Module) -> Iterator[tuple[str, Use]]:
    """The strings that attributes are given: ``rule = "A1"`` in a class, ``edition.house_rule = "S2"`` anywhere."""
    in_class = {inner for node in nodes_of(tree) if isinstance(node, ast.ClassDef) for inner in node.body}
    for node in nodes_of(tree):
        if not isinstance(node, ast.Assign | ast.AnnAssign) or not isinstance(node.value, ast.Constant):
            continue
        value = node.value.value
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            if isinstance(value, str) and value and (node in in_class or isinstance(target, ast.Attribute)):
                yield last_name(target), Use(value, found.at(path, node.lineno))


def read_refusals(found: Findings, path: Path, tree: ast.Module, attributes: dict[str, list[Use]]) -> Iterator[Use]:
    """The ids the source refuses with. An attribute stands for every string that it is given somewhere; inside
    ``def refuse`` itself the id is an argument."""
    wrapped = {
        call
        for node in nodes_of(tree)
        if isinstance(node, ast.FunctionDef) and node.name in REFUSING
        for call in calls_in(node, *REFUSING)
    }
    for call in calls_in(tree, *REFUSING):
        if call in wrapped:
            continue
        if not call.args:
            found.problems.append(f"{found.at(path, call.lineno)}: {last_name(call.func)}() without a rule id")
        for value in choices(call.args[:1]):
            if isinstance(value, ast.Attribute) and value.attr in attributes:
                yield from attributes[value.attr]
            else:
                yield from found.literals(call, [value], path)


def read_proofs(found: Findings, path: Path, tree: ast.Module) -> Iterator[Use]:
    """The ids the tests see refused. Only a literal counts: what a variable holds cannot be read here."""
    for call in calls_in(tree, PROVING):
        if call.args and isinstance(call.args[0], ast.Constant):
            yield from found.literals(call, call.args[:1], path)


def choices(values: Iterable[ast.expr]) -> Iterator[ast.expr]:
    """The values an expression such as ``"B3" if first else "B2"`` can have."""
    for value in values:
        if isinstance(value, ast.IfExp):
            yield from choices([value.body, value.orelse])
        else:
            yield value


def parse(folder: Path) -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(folder.rglob("*.py")):
        yield path, read(path)


def read_source(found: Findings) -> list[Use]:
    trees = list(parse(found.root / "src" / "stromnetz"))
    attributes: dict[str, list[Use]] = {}
    for path, tree in trees:
        for name, use in read_attributes(found, path, tree):
            attributes.setdefault(name, []).append(use)
    return [use for path, tree in trees for use in read_refusals(found, path, tree, attributes)]


# --- judging ---------------------------------------------------------------------------------------------------------


def unknown(uses: Iterable[Use], rules: dict[str, str]) -> list[str]:
    return [f"{where}: no rule {rule} in docs/rules" for rule, where in uses if rule not in rules]


def check(root: Path) -> Report:
    found = Findings(root)
    rules = read_rules(found)
    if not rules:
        found.problems.append("docs/rules: no rules found")
    marked: list[Use] = []
    proved: list[Use] = []
    for path, tree in parse(root / "tests"):
        marked += read_marks(found, path, tree)
        proved += read_proofs(found, path, tree)
    refusals = {use.rule: use for use in reversed(read_source(found))}
    for uses in (marked, proved, refusals.values()):
        found.problems += unknown(uses, rules)
    tested = {use.rule for use in marked} & set(rules)
    refused = {use.rule for use in proved} & set(refusals)
    found.problems += [f"{rules[rule]}: rule {rule} has no test" for rule in rules if rule not in tested]
    found.problems += [
        f"{use.where}: no test is refused with {rule}" for rule, use in refusals.items() if rule not in refused
    ]
    summary = f"{len(rules)} rules, {len(tested)} tested; {len(refusals)} refusals, {len(refused)} tested"
    there = rule_translations.languages(root)
    if there:
        wordless, cases = refusal_words.check(root)
        found.problems += rule_translations.check(root) + wordless
        summary += f"; {cases} cases in {len(there)} languages"
    return Report(list(dict.fromkeys(found.problems)), summary)


def main(arguments: list[str]) -> int:
    root = Path(arguments[0] if arguments else Path(__file__).parent.parent).resolve()
    problems, summary = check(root)
    for problem in problems:
        print(problem, file=sys.stderr)
    print(summary)
    return 1 if problems else 0


if __name__ == "__main__":
    gc.disable()  # nothing is let go of before the end
    sys.exit(main(sys.argv[1:]))
