"""The possible mutants, and how a sample is drawn.

A mutant changes one comparison, number, `and`, `not`, sum, return or statement. Mutants that no test can kill, because
nothing observable changes, are listed with reasons in equal.txt and not drawn. Neither are changes of an edition's
``bots.py``, ``expert`` and ``terminal.py``: strength of bots and layout of the terminal are not rules.

Numbers of 50 or more in constants that are times or sizes of caches (``ROUGH_CONSTANT``) are not changed either:
nobody can notice 61 s instead of 60 s. Other limits, for example of tables per guest, are tested exactly.
"""

from __future__ import annotations

import ast
import copy
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import CodeType

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "stromnetz"
EQUAL = Path(__file__).with_name("equal.txt")
MUTATED = ("engine", "editions", "play", "tables", "server")
SKIPPED = frozenset({"bots.py", "expert", "terminal.py", "versions"})
"""Files and folders that are not mutated: bots, the terminal's layout, and database migrations, which never change."""

ROUGH_CONSTANT = re.compile(r"[A-Z_]+(_SECONDS|_MS|_CACHE_SIZE|_LOCK)|MAX_CACHED_[A-Z_]+|CACHE_SIZE|LOCK")
"""Constants of which only the magnitude matters; also the numbers of advisory locks, which are arbitrary."""
MIN_ROUGH_NUMBER = 50
"""In such constants, numbers from here on are not increased by one: that is at most 2 %."""

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
    """Change number ``number`` of a file."""

    file: Path
    number: int
    line: int
    what: str
    where: str = ""
    """The function and the statement."""

    @property
    def stable_name(self) -> str:
        """Its name without the line number, which may change."""
        return f"{self.file.relative_to(PACKAGE).as_posix()}: {self.where}: {self.what}"

    @property
    def name(self) -> str:
        return f"{self.file.relative_to(PACKAGE).as_posix()}:{self.line}: {self.what}"


def replacements(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Possible replacements of a node, as text and as a node."""
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
    """Counts possible changes, and makes number ``wanted``."""

    def __init__(self, wanted: int = -1) -> None:
        self.wanted = wanted
        self.found: list[tuple[int, str]] = []
        self.in_rough_constant = False

    def visit(self, node: ast.AST) -> ast.AST:
        # types, decorators and output are not mutated
        if isinstance(node, ast.AnnAssign | ast.Assign):
            return self._visit_assignment(node)
        if self.in_rough_constant and isinstance(node, ast.Constant) and _is_rough(node.value):
            return node
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            node.body = [self.visit(statement) for statement in node.body]  # type: ignore[misc]
            return node
        if isinstance(node, ast.Expr) and ast.unparse(node).startswith(("log.", "print(")):
            return node
        # zip(strict=True) only guards against bugs; examples are documentation
        if isinstance(node, ast.keyword) and node.arg in ("strict", "examples", "json_schema_extra"):
            return node
        for what, other in replacements(node):
            self.found.append((getattr(node, "lineno", 0), " ".join(what.split())))
            if len(self.found) - 1 == self.wanted:
                return ast.copy_location(other, node)
        return self.generic_visit(node)

    def _visit_assignment(self, node: ast.Assign | ast.AnnAssign) -> ast.AST:
        (target, *_) = node.targets if isinstance(node, ast.Assign) else [node.target]
        outside = self.in_rough_constant
        self.in_rough_constant = isinstance(target, ast.Name) and ROUGH_CONSTANT.fullmatch(target.id) is not None
        if isinstance(node, ast.Assign):
            self.generic_visit(node)
        else:
            node.value = node.value and self.visit(node.value)  # type: ignore[assignment]
        self.in_rough_constant = outside
        return node


def _is_rough(value: object) -> bool:
    return type(value) is int and value >= MIN_ROUGH_NUMBER


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
    """First and last lines of all statements, the innermost first, with their functions and first lines."""
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


def mutated_files() -> list[Path]:
    return sorted(file for place in MUTATED for file in (PACKAGE / place).rglob("*.py"))


def compiled(mutant: Mutant) -> CodeType:
    tree = Change(mutant.number).visit(ast.parse(mutant.file.read_bytes()))
    assert isinstance(tree, ast.Module)
    return compile(ast.fix_missing_locations(tree), str(mutant.file), "exec")


def equal() -> set[str]:
    """The equivalent mutants: one per line, up to the dash before the reason."""
    lines = EQUAL.read_text(encoding="utf-8").splitlines() if EQUAL.exists() else []
    return {line.partition(" — ")[0].strip() for line in lines if line and not line.startswith("#")}


def sample(count: int, seed: int, only: str) -> list[Mutant]:
    files = [file for file in mutated_files() if SKIPPED.isdisjoint(file.relative_to(PACKAGE).parts)]
    known = equal()
    all_of_them = [m for file in files for m in mutants_of(file) if only in m.name and m.stable_name not in known]
    return random.Random(seed).sample(all_of_them, min(count, len(all_of_them)))
