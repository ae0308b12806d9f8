"""Hold refusals and words together: every case has a sentence in every language, filled in by the facts of the case."""

from __future__ import annotations

import ast
import string
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from .rule_translations import languages
from .trees import nodes_of, read

SECTION = "refusals"
# Where an error takes its facts and its case: argument and keyword.
PLACES = {"IllegalMove": (2, 1)} | dict.fromkeys(
    ("GameOver", "NotYourTurn", "Conflict", "VersionConflict", "Stale", "Forbidden", "RateLimited", "Unavailable"),
    (1, 2),
)
# These are met by programs too; the ones that a player meets have a case.
MAYBE = dict.fromkeys(("BadInput", "NotFound"), (1, 2))
SAYING = frozenset({"message_for", "rejection_body"})  # what says a sentence without facts

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Case(NamedTuple):
    case: str
    facts: frozenset[str]
    where: str


def name_of(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def argument(call: ast.Call, place: int, keyword: str) -> ast.expr | None:
    if len(call.args) > place:
        return call.args[place]
    return next((word.value for word in call.keywords if word.arg == keyword), None)


def strings(node: ast.expr | None) -> list[str] | None:
    """The strings an expression can be; None where that cannot be read."""
    if isinstance(node, ast.IfExp):
        first, second = strings(node.body), strings(node.orelse)
        return None if first is None or second is None else first + second
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def keys_in(node: ast.AST) -> Iterator[str]:
    """The keys of every dictionary that is written out inside."""
    for inner in nodes_of(node):
        if isinstance(inner, ast.Dict):
            for key in inner.keys:
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    yield key.value


def keys_of(name: str, scope: ast.AST) -> Iterator[str]:
    """The keys that a variable is given somewhere in a scope: as a whole, added, or one by one."""
    for node in nodes_of(scope):
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(name_of(target) == name for target in targets) and node.value is not None:
                yield from keys_in(node.value)
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) and name_of(node.value) == name:
            yield from strings(node.slice) or []


def facts_of(node: ast.expr | None, function: Function, module: ast.Module) -> Iterator[str]:
    """What the facts of a call may hold; those that a function is handed come from anywhere in its module."""
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
        name, where = name_of(call.func), f"{path}:{call.lineno}"
        if name in SAYING:
            for case in strings(call.args[0]) or []:
                yield Case(case, frozenset(), where)
        elif name in PLACES or name in MAYBE:
            at_facts, at_case = (PLACES | MAYBE)[name]
            given = argument(call, at_case, "case")
            if given is None and name in MAYBE:
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


def gaps(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def compare(cases: Iterable[Case], sentences: dict[str, str], where: str) -> list[str]:
    problems: list[str] = []
    known = {case.case for case in cases}
    for case in cases:
        if case.case not in sentences:
            problems.append(f"{case.where}: {where} has no words for {case.case}")
        elif unknown := gaps(sentences[case.case]) - case.facts:
            problems.append(f"{case.where}: {where} fills {', '.join(sorted(unknown))} into {case.case}: no such facts")
    return problems + [f"{where}: nothing is refused with {case}" for case in sentences if case not in known]


def check(root: Path) -> tuple[list[str], int]:
    """What is wrong, and how many cases there are."""
    problems: list[str] = []
    source = root / "src" / "stromnetz"
    cases: list[Case] = []
    for path in sorted(source.rglob("*.py")):
        cases += read_cases(read(path), str(path.relative_to(root)), problems)
    there = languages(root)
    for language in there:
        sentences: dict[str, str] = {}
        # those of editions too; where one says a common refusal otherwise, the common words count
        for file in (*source.glob(f"editions/*/words/{language}.toml"), source / "play" / "words" / f"{language}.toml"):
            sentences |= tomllib.loads(file.read_text(encoding="utf-8")).get(SECTION, {})
        problems += compare(cases, sentences, f"words/{language}.toml")
    return (problems if there else []), len({case.case for case in cases})
