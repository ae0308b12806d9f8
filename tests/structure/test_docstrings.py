"""Public packages explain all their names with examples, and all examples in docstrings run.

The names of ``stromnetz`` itself: tests/play/test_examples.py.
"""

from __future__ import annotations

import ast
import doctest
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import stromnetz

PACKAGE = Path(stromnetz.__file__).parent
PUBLIC = ("bots", "envs", "learn", "lessons", "puzzles")
Explained = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def explained(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the docstrings in a file by name, including nested ones."""
    yield "", ast.get_docstring(tree) or ""
    for node in ast.walk(tree):
        if isinstance(node, Explained):
            yield node.name, ast.get_docstring(node) or ""


def module_name(path: Path) -> str:
    inside = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(inside[:-1] if inside[-1] == "__init__" else inside)


def sources() -> Iterator[tuple[str, ast.Module]]:
    """Yield modules as source, because compiled ones have none to inspect."""
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if ">>> " in text:
            yield module_name(path), ast.parse(text)


EXAMPLES = dict(sources())


@pytest.mark.parametrize("package", PUBLIC)
def test_a_public_name_of_a_package_has_an_example(package: str) -> None:
    if package == "envs":
        pytest.importorskip("pettingzoo")
    module = import_module(f"stromnetz.{package}")
    things = {name: getattr(module, name) for name in module.__all__}
    # constants and types of others have no docstring: they are explained where they stand
    homes = {name: getattr(thing, "__module__", "") for name, thing in things.items() if callable(thing)}
    named = {name: home for name, home in homes.items() if home.startswith("stromnetz.")}
    assert named
    without = [
        name
        for name, home in named.items()
        if not any(one == name and ">>> " in text for one, text in explained(EXAMPLES.get(home, ast.Module([], []))))
    ]
    assert without == []


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_of_a_module_runs(name: str) -> None:
    if ".envs" in name:
        pytest.importorskip("pettingzoo")
    known = vars(import_module(name))
    said: list[str] = []
    for thing, text in explained(EXAMPLES[name]):
        example = doctest.DocTestParser().get_doctest(text, dict(known), f"{name}.{thing}", None, None)
        doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=said.append)
    assert said == []
