"""Check the architecture: which package imports which, and which code may name an edition or its terms.

    python -m tools.check_arrows [ROOT]

It reads syntax trees and imports nothing. Imports under ``TYPE_CHECKING`` count, except for import cycles; so do
imports in functions, except for cycles outside the engine.
"""

from __future__ import annotations

import ast
import gc
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard

PACKAGE = "stromnetz"
ENTRY_POINTS = frozenset({"__init__", "__main__", "cli"})  # entry points may import everything
BASE_MODULES = frozenset({"build", "extras"})  # imported by others, and import nothing of the package
TYPE_MODULES = frozenset({"types"})  # import everything, and are imported for annotations only

# Package -> the packages that it may import.
ALLOWED: dict[str, frozenset[str]] = {
    "engine": frozenset({"engine"}),
    "editions": frozenset({"editions", "engine"}),
    "play": frozenset({"play", "editions", "engine", "extras"}),
    "learn": frozenset({"learn", "play", "engine"}),
    "bots": frozenset({"bots", "learn", "play", "engine"}),
    "arena": frozenset({"arena", "bots", "play", "engine", "build", "extras"}),
    "puzzles": frozenset({"puzzles", "bots", "play", "editions", "engine"}),
    "lessons": frozenset({"lessons", "bots", "play", "editions", "engine"}),
    "lab": frozenset({"lab", "arena", "puzzles", "bots", "learn", "play", "engine", "extras"}),
    "terminal": frozenset({"terminal", "lab", "arena", "bots", "play", "engine", "extras"}),
    "envs": frozenset({"envs", "terminal", "learn", "bots", "play", "engine", "extras"}),
    "tables": frozenset({"tables", "lessons", "puzzles", "bots", "play", "editions", "engine"}),
    "offline": frozenset({"offline", "tables", "lessons", "bots", "play", "engine"}),
    "server": frozenset(
        {"server", "tables", "lessons", "puzzles", "play", "bots", "arena", "editions", "engine", "build", "extras"}
    ),
}
# Files and folders of an edition that belong to another package (docs/decisions/0016).
PACKAGE_OF_EDITION_FILE = {
    "texts": "play",
    "bots": "bots",
    "expert": "bots",
    "terminal": "terminal",
    "features": "learn",
}
STDLIB_ONLY = frozenset({"engine"})
COMPILER_MARKERS = frozenset({"mypy_extensions"})  # attributes for the compiler, without effect at run time
NO_RANDOM = frozenset({"engine"})  # chance comes from the seed of the game, never from a global generator
NO_LATE_CYCLES = frozenset({"engine"})  # compiled packages: imports in functions may not form cycles either
EDITION_NEUTRAL = frozenset(
    {
        "engine",
        "play",
        "learn",
        "envs",
        "lessons",
        "puzzles",
        "tables",
        "server",
        "offline",
        "bots",
        "arena",
        "lab",
        "terminal",
    }
)  # packages that name no edition, map or card
EDITION_SPECIFIC = frozenset({("lab", "measured"), ("lab", "puzzles.py")})  # these choose which games are played

# Command-line options that may contain an edition's terms.
OPTIONS = frozenset({"--workers"})


class Problem(NamedTuple):
    path: Path
    line: int
    text: str


class Import(NamedTuple):
    line: int
    module: str  # absolute, with the imported name at its end where that may be a module too


# --- imports ---------------------------------------------------------------------------------------------------------


def imports_of(tree: ast.Module, package: str) -> Iterator[Import]:
    """All imports of a module of ``package``, with relative ones resolved."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(node.lineno, alias.name)
        elif isinstance(node, ast.ImportFrom):
            base = resolve(package, node.level, node.module or "")
            for alias in node.names:
                yield Import(node.lineno, f"{base}.{alias.name}")
        elif isinstance(node, ast.Call) and called(node) in {"import_module", "__import__"} and node.args:
            first = node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                name = first.value.lstrip(".")
                yield Import(node.lineno, resolve(package, len(first.value) - len(name), name))


def resolve(package: str, level: int, module: str) -> str:
    if not level:
        return module
    parts = package.split(".")
    base = parts[: len(parts) - level + 1]
    return ".".join([*base, module] if module else base)


def called(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def part_of(module: str, parts: frozenset[str]) -> str | None:
    """The package that a module belongs to; None for other libraries."""
    names = module.split(".")
    if names[0] != PACKAGE:
        return None
    if len(names) > 3 and names[1] == "editions" and names[3] in PACKAGE_OF_EDITION_FILE:
        return PACKAGE_OF_EDITION_FILE[names[3]]
    return names[1] if len(names) > 1 and names[1] in parts else "__init__"


def rules_of(inside: tuple[str, ...]) -> str:
    """The package whose import rules apply to a file: its own, or that of `PACKAGE_OF_EDITION_FILE`."""
    part = inside[0].removesuffix(".py")
    room = inside[2].removesuffix(".py") if len(inside) > 2 else ""
    return PACKAGE_OF_EDITION_FILE[room] if part == "editions" and room in PACKAGE_OF_EDITION_FILE else part


def check_imports(path: Path, tree: ast.Module, part: str, package: str, parts: frozenset[str]) -> Iterator[Problem]:
    allowed = ALLOWED[part]
    if "editions" in (path.parent.parent.name, path.parent.parent.parent.name):
        allowed |= {"editions"}  # its own folder, at least
    typed = {
        line for node in ast.walk(tree) if is_typed(node) for line in range(node.lineno, (node.end_lineno or 0) + 1)
    }
    for line, module in imports_of(tree, package):
        target = part_of(module, parts)
        top = module.split(".")[0]
        if target is not None:
            if target in TYPE_MODULES and line in typed:
                continue
            if target not in allowed:
                yield Problem(path, line, f"{part} may not import {module}")
        elif top == "random" and part in NO_RANDOM:
            yield Problem(path, line, f"{part} may not import random: chance comes from the seed of the game")
        elif part in STDLIB_ONLY and top not in sys.stdlib_module_names | COMPILER_MARKERS:
            yield Problem(path, line, f"{part} uses the standard library only, not {top}")


def is_typed(node: ast.AST) -> TypeGuard[ast.If]:
    """Whether a statement is for type checking only."""
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


# --- cycles ----------------------------------------------------------------------------------------------------------


def import_time_statements(body: Sequence[ast.AST], late: bool) -> Iterator[ast.stmt]:
    """The statements that run when a module is imported, and with ``late`` also those in functions, but none for
    type checking only."""
    for node in body:
        if isinstance(node, ast.stmt):
            yield node
        if not late and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for block in ("orelse",) if is_typed(node) else ("body", "orelse", "handlers", "finalbody", "cases"):
            inner = getattr(node, block, ())
            if isinstance(inner, list):  # the body of a lambda is no statement
                yield from import_time_statements(inner, late)


def needed_modules(module: str, tree: ast.Module, package: str, modules: dict[str, Path], late: bool) -> list[str]:
    """The modules that a module needs at import time, and with ``late`` also in functions."""
    imports = [
        node for node in import_time_statements(tree.body, late) if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    named = [one.module for one in imports_of(ast.Module([*imports], []), package)]
    wanted = [name if name in modules else name.rpartition(".")[0] for name in named]
    return [name for name in wanted if name in modules and name != module]


def check_cycles(home: Path, trees: dict[Path, ast.Module]) -> Iterator[Problem]:
    """Find an import cycle, inside a package or across several."""
    modules = {name_of(home, path): path for path in trees}
    after: dict[str, list[str]] = {}
    for name, path in modules.items():
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        late = path.relative_to(home).parts[0] in NO_LATE_CYCLES
        after[name] = needed_modules(name, trees[path], package, modules, late)
    try:
        TopologicalSorter(after).prepare()
    except CycleError as error:
        circle = error.args[1][:0:-1]  # each imports the next, the last one the first
        first = circle.index(min(circle))
        circle = [*circle[first:], *circle[: first + 1]]
        names = " imports ".join(one.removeprefix(f"{PACKAGE}.") for one in circle)
        yield Problem(modules[circle[0]], 1, f"a circle: {names}")


def name_of(home: Path, path: Path) -> str:
    parts = [PACKAGE, *path.relative_to(home).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


# --- names of editions, maps and cards -------------------------------------------------------------------------------


def gather_ids(editions: Path) -> set[str]:
    """The ids of editions, maps, and cards other than plants ("step-3" belongs to all editions)."""
    found = {path.stem for path in editions.glob("maps/*.toml")}
    for path in editions.glob("*/edition.toml"):
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        if "id" in table:
            found.add(table["id"])
    for path in editions.glob("*/cards.toml"):
        cards = tomllib.loads(path.read_text(encoding="utf-8"))
        found |= set(card_ids({key: value for key, value in cards.items() if key != "plants"}))
    return found - {"step-3"}


def card_ids(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("id"), str) and value.get("kind") != "plant":
            yield value["id"]
        for inner in value.values():
            yield from card_ids(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from card_ids(inner)


# Word boundaries in identifiers without underscores: aB, ABc, a1 and 1a.
BETWEEN_WORDS = re.compile(
    r"(?<=[^\W\d_A-Z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])"
)


@cache
def words(text: str) -> list[str]:
    """The words of an identifier, id or sentence: ``NorthAmerica``, ``north_america``, ``north-america``."""
    return [word.lower() for word in re.findall(r"[^\W_]+", BETWEEN_WORDS.sub(" ", text))]


def find_id(text: str, ids: dict[str, list[str]]) -> str | None:
    """The first id whose words appear consecutively in the text."""
    have = words(text)
    for name, want in ids.items():
        if want[0] in have and any(have[i : i + len(want)] == want for i in range(len(have) - len(want) + 1)):
            return name
    return None


@cache
def texts_of(tree: ast.Module) -> list[tuple[int, str]]:
    """All identifiers and string literals, except docstrings and other unused strings."""
    nodes = list(ast.walk(tree))
    unread = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    found: list[tuple[int, str]] = []
    for node in nodes:
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str) and id(node) not in unread:
                found.append((line, node.value))
            continue
        for field in ("id", "attr", "name", "asname", "arg", "module", "rest"):
            value = getattr(node, field, None)
            if isinstance(value, str):
                found.append((line, value))
        if isinstance(node, ast.Global | ast.Nonlocal):
            found.append((line, " ".join(node.names)))
        elif isinstance(node, ast.MatchClass):
            found.append((line, " ".join(node.kwd_attrs)))
    return found


def without_options(text: str) -> str:
    """The text without allowed options, which are separate words that begin with two dashes."""
    return re.sub(r"(?<![\w-])--[a-z][a-z-]*", lambda found: "" if found[0] in OPTIONS else found[0], text)


def gather_vocabulary(editions: Path) -> dict[str, list[tuple[str, str]]]:
    """The terms of editions and variants, each with its owners and their folders."""
    found: dict[str, list[tuple[str, str]]] = {}
    for path in sorted([*editions.glob("*/edition.toml"), *editions.glob("*/vocabulary.toml")]):
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        for word in table.get("vocabulary", []):
            found.setdefault(word, []).append((table["id"], path.parent.name))
    return found


def check_vocabulary(
    path: Path, tree: ast.Module, inside: tuple[str, ...], vocabulary: dict[str, list[tuple[str, str]]]
) -> Iterator[Problem]:
    """Check that the terms of an edition are used only in its folder."""
    folder = inside[1] if inside[0] == "editions" else ""
    for line, text in [(1, inside[-1]), *texts_of(tree)]:
        for word in words(without_options(text)):
            homes = vocabulary.get(word, [])
            if homes and folder not in [home for _, home in homes]:
                owners = " and ".join(repr(owner) for owner, _ in homes)
                there = " or ".join(f"{home}/" for _, home in homes)
                yield Problem(path, line, f"{word!r} is a word of {owners}: what it means belongs into {there}")


def check_names(path: Path, tree: ast.Module, part: str, ids: dict[str, list[str]]) -> Iterator[Problem]:
    for line, text in texts_of(tree):
        name = find_id(text, ids)
        if name is not None:
            yield Problem(path, line, f"{part} names {name!r}: only editions may know it")


# --- the browser board -----------------------------------------------------------------------------------------------

FROM_EDITION = re.compile(
    r"""(?:from|import)\s*\(?["'][^"']*\b(?:editions|modules)/(?!(?:registry|folders)["'])([^"']+)["']"""
)
OWN = frozenset({"editions", "modules"})  # folders of the board with a folder for each edition or module
COMMENT = re.compile(r"/\*.*?\*/|(?<![:\w\"'`])//[^\n]*", re.DOTALL)


def web_sources(home: Path) -> Iterator[tuple[Path, str]]:
    """The scripts and styles of the board, each with the folder of its edition or module, if it has one.

    Generated files may name everything the server has, so they are left out.
    """
    for path in sorted(home.rglob("*")):
        inside = path.relative_to(home).parts
        if path.suffix in {".ts", ".tsx", ".css"} and inside[0] != "generated":
            yield path, inside[1] if inside[0] in OWN and len(inside) > 2 else ""


def check_board(
    root: Path, vocabulary: dict[str, list[tuple[str, str]]], ids: dict[str, list[str]]
) -> Iterator[Problem]:
    """Check that the shared code of the board uses the registry and names neither editions nor their terms."""
    home = root / "web" / "src"
    for path, folder in web_sources(home) if home.is_dir() else ():
        text = COMMENT.sub(lambda found: "\n" * found[0].count("\n"), path.read_text(encoding="utf-8"))
        for number, line in enumerate(text.splitlines(), 1):
            if not folder and (found := FROM_EDITION.search(line)):
                yield Problem(path, number, f"imports {found[1]!r} of an edition: its parts are in editions/registry")
                continue
            if not folder and (name := find_id(line, ids)):
                yield Problem(path, number, f"the shared board names {name!r}: only editions may know it")
            for word in words(line):
                owners = [owner for owner, _ in vocabulary.get(word, [])]
                if owners and folder not in owners:
                    named = " and ".join(repr(owner) for owner in owners)
                    yield Problem(path, number, f"{word!r} is a word of {named}: it belongs into its folder")


# --- the whole tree --------------------------------------------------------------------------------------------------


def check(root: Path) -> list[Problem]:
    home = root / "src" / PACKAGE
    if not home.is_dir():
        return [Problem(home, 0, "no package here")]
    parts = frozenset(ALLOWED) | BASE_MODULES | TYPE_MODULES | ENTRY_POINTS - {"__init__"}
    vocabulary = gather_vocabulary(home / "editions")
    ids = {name: words(name) for name in sorted(gather_ids(home / "editions"))}
    trees = {path: ast.parse(path.read_text(encoding="utf-8"), str(path)) for path in sorted(home.rglob("*.py"))}
    problems = list(check_board(root, vocabulary, ids))
    problems += check_cycles(home, trees)
    for path, tree in trees.items():
        inside = path.relative_to(home)
        part = inside.parts[0].removesuffix(".py")
        if part in ENTRY_POINTS | BASE_MODULES | TYPE_MODULES:
            continue
        if part not in ALLOWED:
            problems.append(Problem(path, 1, f"{part} is no part of the design: say what it may import"))
            continue
        package = ".".join([PACKAGE, *inside.parts[:-1]])
        problems += check_imports(path, tree, rules_of(inside.parts), package, parts)
        if inside.parts[:2] in EDITION_SPECIFIC:
            continue
        problems += check_vocabulary(path, tree, inside.parts, vocabulary)
        if part in EDITION_NEUTRAL:
            problems += check_names(path, tree, part, ids)
    return sorted(set(problems))


def main(arguments: list[str]) -> int:
    root = Path(arguments[0] if arguments else Path(__file__).parent.parent).resolve()
    problems = check(root)
    for path, line, text in problems:
        print(f"{path.relative_to(root)}:{line}: {text}", file=sys.stderr)
    if problems:
        return 1
    print("arrows hold, names and words stay in their editions")
    return 0


if __name__ == "__main__":
    gc.disable()  # faster: all objects live until the end
    sys.exit(main(sys.argv[1:]))
