"""Check that rules, tests, translations and refusal texts agree.

    python -m tools.check_rules [ROOT]

Every rule id of ``docs/rules`` needs a test with ``@pytest.mark.rule(id)``, no test may name an unknown id, and every
id in a refusal of the source must be refused in a test: ``with refused(id): ...``. All languages need the same rules
with the same numbers, and a sentence for every case of a refusal that only uses its facts.

Ids and cases of refusals are string literals, or attributes that are only assigned literals. Cases are keys of the
section ``[refusals]`` of ``play/words/*.toml``; errors that players can meet outside the rules (``GameOver``, the
server's ``Conflict``) have one too. The mark of a test may also be in a ``pytestmark`` or in the ``marks`` of a
``pytest.param``.
"""

from __future__ import annotations

import ast
import gc
import re
import string
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

# A bold id at the start of a list item or of a table row: "- **T3a** text", "| **Q2 Flux Generator** | text".
RULE = re.compile(r"\s*(?:[-*]\s+|\|\s*)\*\*([A-Z]+[0-9]+[a-z]?)(?:\s[^*]*)?\*\*")
ENGLISH = "en"
MAX_IDS = 3  # ids a test may carry
REFUSING = frozenset({"IllegalMove", "refuse"})  # calls in the source that refuse a move
PROVING = "refused"  # the call in tests that proves a refusal

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef

EMPTY_NODES = (ast.expr_context, ast.boolop, ast.operator, ast.unaryop, ast.cmpop)
"""Node types without content."""


@cache
def nodes_of(top: ast.AST) -> list[ast.AST]:
    """A node and all nodes inside it in the order of ``ast.walk``, without `EMPTY_NODES`, which are half of all."""
    found = [top]
    for node in found:
        for field in node._fields:
            value = getattr(node, field, None)
            if isinstance(value, list):
                found += [one for one in value if isinstance(one, ast.AST) and not isinstance(one, EMPTY_NODES)]
            elif isinstance(value, ast.AST) and not isinstance(value, EMPTY_NODES):
                found.append(value)
    return found


class Use(NamedTuple):
    """A use of a rule id in the source."""

    rule: str
    where: str


class Report(NamedTuple):
    problems: list[str]
    summary: str


class Findings:
    """Collects problems."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.problems: list[str] = []

    def at(self, path: Path, line: int) -> str:
        return f"{path.relative_to(self.root)}:{line}"

    def literals(self, call: ast.Call, values: Iterable[ast.expr], path: Path) -> Iterator[Use]:
        """The ids in a call; anything but a string literal is a problem, because it could hide an id."""
        where = self.at(path, call.lineno)
        for value in values:
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                yield Use(value.value, where)
            else:
                self.problems.append(f"{where}: {last_name(call.func)}(...) wants the rule id as a string literal")


# --- reading ---------------------------------------------------------------------------------------------------------


def read_rules(found: Findings) -> dict[str, str]:
    """The rule ids of the documentation with their places."""
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


def mark_places(tree: ast.Module) -> Iterator[list[ast.expr]]:
    """The expressions that may hold marks: decorators of a test, a ``pytestmark``, the ``marks`` of a
    ``pytest.param``."""
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
    for carrier in mark_places(tree):
        # the marks of parameters inside a decorator count separately
        inner = {mark for place in carrier for call in calls_in(place, "param") for mark in marks_in(call)}
        marks = [mark for place in carrier for mark in marks_in(place) if mark not in inner]
        for mark in marks:
            if not mark.args:
                found.problems.append(f"{found.at(path, mark.lineno)}: a mark without a rule id")
            uses += found.literals(mark, mark.args, path)
        ids = sum(len(mark.args) for mark in marks)
        if ids > MAX_IDS:
            found.problems.append(f"{found.at(path, marks[0].lineno)}: {ids} rule ids on one test, {MAX_IDS} at most")
        counted |= set(marks)
    for mark in marks_in(tree):
        if mark not in counted:
            found.problems.append(f"{found.at(path, mark.lineno)}: a rule mark that is on no test")
    return uses


def read_attributes(found: Findings, path: Path, tree: ast.Module) -> Iterator[tuple[str, Use]]:
    """String values of attributes: ``rule = "A1"`` in a class, ``edition.house_rule = "S2"`` anywhere."""
    in_class = {inner for node in nodes_of(tree) if isinstance(node, ast.ClassDef) for inner in node.body}
    for node in nodes_of(tree):
        if not isinstance(node, ast.Assign | ast.AnnAssign) or not isinstance(node.value, ast.Constant):
            continue
        value = node.value.value
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            if isinstance(value, str) and value and (node in in_class or isinstance(target, ast.Attribute)):
                yield last_name(target), Use(value, found.at(path, node.lineno))


def read_refusals(found: Findings, path: Path, tree: ast.Module, attributes: dict[str, list[Use]]) -> Iterator[Use]:
    """The ids of refusals in the source. An attribute stands for all strings assigned to it; inside ``def refuse``
    itself, the id is an argument."""
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
    """The ids that tests see refused, if they are literals."""
    for call in calls_in(tree, PROVING):
        if call.args and isinstance(call.args[0], ast.Constant):
            yield from found.literals(call, call.args[:1], path)


def choices(values: Iterable[ast.expr]) -> Iterator[ast.expr]:
    """The possible values of an expression such as ``"B3" if first else "B2"``."""
    for value in values:
        if isinstance(value, ast.IfExp):
            yield from choices([value.body, value.orelse])
        else:
            yield value


def parse(folder: Path) -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(folder.rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"), str(path))


def read_source(found: Findings) -> list[Use]:
    trees = list(parse(found.root / "src" / "stromnetz"))
    attributes: dict[str, list[Use]] = {}
    for path, tree in trees:
        for name, use in read_attributes(found, path, tree):
            attributes.setdefault(name, []).append(use)
    return [use for path, tree in trees for use in read_refusals(found, path, tree, attributes)]


# --- rules in other languages ----------------------------------------------------------------------------------------


class Rule(NamedTuple):
    page: str
    line: int
    text: str


def languages(root: Path) -> list[str]:
    """The languages of the word files."""
    return sorted(path.stem for path in (root / "src" / "stromnetz" / "play" / "words").glob("*.toml"))


def read_page(path: Path) -> dict[str, Rule]:
    """The rules of a page, each with its text up to the next rule or heading."""
    rules: dict[str, Rule] = {}
    id = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = RULE.match(line)
        if match is not None:
            id = match[1]
            rules[id] = Rule(path.name, number, line)
        elif line.startswith("#"):
            id = ""
        elif id:
            rules[id] = rules[id]._replace(text=f"{rules[id].text}\n{line}")
    return rules


def read_translation(folder: Path) -> dict[str, Rule]:
    return {id: rule for path in sorted(folder.glob("*.md")) for id, rule in read_page(path).items()}


def numbers(text: str) -> Counter[str]:
    """All numbers in a rule, including those in the ids of other rules."""
    return Counter(re.findall(r"\d+", text))


def check_translations(root: Path) -> list[str]:
    folder = root / "docs" / "rules"
    english = read_translation(folder)
    problems: list[str] = []
    pages = {path.name for path in folder.glob("*.md")}
    for language in languages(root):
        if language != ENGLISH:
            there = {path.name for path in (folder / language).glob("*.md")}
            problems += [f"docs/rules/{language}: page {name} is not in both" for name in sorted(pages ^ there)]
            problems += compare_translations(english, read_translation(folder / language), f"docs/rules/{language}")
    return problems


def compare_translations(english: dict[str, Rule], other: dict[str, Rule], where: str) -> list[str]:
    problems = [f"{where}: rule {id} is missing" for id in english if id not in other]
    for id, rule in other.items():
        at = f"{where}/{rule.page}:{rule.line}"
        if id not in english:
            problems.append(f"{at}: there is no rule {id} in English")
            continue
        if rule.page != english[id].page:
            problems.append(f"{at}: rule {id} stands on {english[id].page} in English")
        wanted, found = numbers(english[id].text), numbers(rule.text)
        if wanted != found:
            lacks, more = (", ".join(sorted(some.elements())) or "none" for some in (wanted - found, found - wanted))
            problems.append(f"{at}: rule {id} has other numbers than in English: missing {lacks}; too many {more}")
    return problems


# --- words of refusals -----------------------------------------------------------------------------------------------


SECTION = "refusals"
# Positions of the arguments ``facts`` and ``case``, by error class.
ARGUMENTS = {"IllegalMove": (2, 1)} | dict.fromkeys(
    ("GameOver", "NotYourTurn", "Conflict", "VersionConflict", "Stale", "Forbidden", "RateLimited", "Unavailable"),
    (1, 2),
)
# Errors that only have a case if players can meet them.
OPTIONAL_ARGUMENTS = dict.fromkeys(("BadInput", "NotFound"), (1, 2))
MESSAGE_CALLS = frozenset({"message_for", "rejection_text"})  # functions that look up a sentence without facts

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Case(NamedTuple):
    case: str
    facts: frozenset[str]
    where: str


def argument(call: ast.Call, place: int, keyword: str) -> ast.expr | None:
    if len(call.args) > place:
        return call.args[place]
    return next((word.value for word in call.keywords if word.arg == keyword), None)


def strings(node: ast.expr | None) -> list[str] | None:
    """The possible strings of an expression; None if that cannot be determined."""
    if isinstance(node, ast.IfExp):
        first, second = strings(node.body), strings(node.orelse)
        return None if first is None or second is None else first + second
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def keys_in(node: ast.AST) -> Iterator[str]:
    """The keys of all dictionary literals inside a node."""
    for inner in nodes_of(node):
        if isinstance(inner, ast.Dict):
            for key in inner.keys:
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    yield key.value


def keys_of(name: str, scope: ast.AST) -> Iterator[str]:
    """The keys assigned to a variable in a scope: as a whole, by an update, or one by one."""
    for node in nodes_of(scope):
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(last_name(target) == name for target in targets) and node.value is not None:
                yield from keys_in(node.value)
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) and last_name(node.value) == name:
            yield from strings(node.slice) or []


def facts_of(node: ast.expr | None, function: Function, module: ast.Module) -> Iterator[str]:
    """The possible facts of a call. Facts passed as a parameter may come from anywhere in the module."""
    if node is None:
        return
    yield from keys_in(node)
    handed = {one.arg for one in nodes_of(function) if isinstance(one, ast.arg)}
    for inner in nodes_of(node):
        if isinstance(inner, ast.Name):
            yield from keys_of(inner.id, function)
            if inner.id in handed:
                yield from keys_of(inner.id, module)


def read_calls(module: ast.Module) -> Iterator[tuple[ast.Call, Function]]:
    for function in nodes_of(module):
        if isinstance(function, Function):
            for node in nodes_of(function):
                if isinstance(node, ast.Call):
                    yield node, function


def read_cases(module: ast.Module, path: str, problems: list[str]) -> Iterator[Case]:
    for call, function in read_calls(module):
        name, where = last_name(call.func), f"{path}:{call.lineno}"
        if name in MESSAGE_CALLS:
            for case in strings(call.args[0]) or []:
                yield Case(case, frozenset(), where)
        elif name in ARGUMENTS or name in OPTIONAL_ARGUMENTS:
            at_facts, at_case = (ARGUMENTS | OPTIONAL_ARGUMENTS)[name]
            given = argument(call, at_case, "case")
            if given is None and name in OPTIONAL_ARGUMENTS:
                continue
            cases = strings(given)
            if not cases or "" in cases:
                problems.append(f"{where}: {name}(...) wants its case as a string literal")
                continue
            if name != "IllegalMove" and argument(call, 0, "message") is not None:
                problems.append(f"{where}: {name}(...) has a case, so its sentence stands with the words alone")
            facts = frozenset(facts_of(argument(call, at_facts, "facts"), function, module))
            for case in cases:
                yield Case(case, facts, where)


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def compare_words(cases: Iterable[Case], sentences: dict[str, str], where: str) -> list[str]:
    problems: list[str] = []
    known = {case.case for case in cases}
    for case in cases:
        if case.case not in sentences:
            problems.append(f"{case.where}: {where} has no words for {case.case}")
        elif unknown := placeholders(sentences[case.case]) - case.facts:
            problems.append(f"{case.where}: {where} fills {', '.join(sorted(unknown))} into {case.case}: no such facts")
    return problems + [f"{where}: nothing is refused with {case}" for case in sentences if case not in known]


def check_words(root: Path) -> tuple[list[str], int]:
    """Check the words of refusals; returns the problems, and the number of cases."""
    problems: list[str] = []
    source = root / "src" / "stromnetz"
    cases: list[Case] = []
    for path, tree in parse(source):
        cases += read_cases(tree, str(path.relative_to(root)), problems)
    there = languages(root)
    for language in there:
        sentences: dict[str, str] = {}
        # with the words of editions; if one words a common refusal differently, the common words count
        for file in (*source.glob(f"editions/*/words/{language}.toml"), source / "play" / "words" / f"{language}.toml"):
            sentences |= tomllib.loads(file.read_text(encoding="utf-8")).get(SECTION, {})
        problems += compare_words(cases, sentences, f"words/{language}.toml")
    return (problems if there else []), len({case.case for case in cases})


# --- the check -------------------------------------------------------------------------------------------------------


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
    there = languages(root)
    if there:
        wordless, cases = check_words(root)
        found.problems += check_translations(root) + wordless
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
    gc.disable()  # faster: all objects live until the end
    sys.exit(main(sys.argv[1:]))
