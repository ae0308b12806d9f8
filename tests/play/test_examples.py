"""Every public name has a docstring with an example that runs."""

from __future__ import annotations

import ast
import doctest
from pathlib import Path
from random import Random
from typing import Any

import pytest

import stromnetz

PACKAGE = Path(stromnetz.__file__).parent
# a constant has no docstring: it is explained where the build is chosen; modules are explained by their functions
NAMES = [name for name in stromnetz.__all__ if name not in ("BUILD", "catalogue")]


def docstring(name: str) -> str:
    """Return the docstring from the source, because the compiled build has no source to inspect."""
    thing = getattr(stromnetz, name)
    inside = thing.__module__.split(".")[1:]
    path = PACKAGE.joinpath(*inside)
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == name:
            return ast.get_docstring(node) or ""
    raise AssertionError(f"{name} is not in {path}")


@pytest.mark.parametrize("name", NAMES)
def test_a_public_name_has_an_example_that_runs(name: str) -> None:
    public: dict[str, Any] = {one: getattr(stromnetz, one) for one in stromnetz.__all__}
    example = doctest.DocTestParser().get_doctest(
        docstring(name), {**public, "stromnetz": stromnetz, "Random": Random}, name, None, None
    )
    assert example.examples, f"{name} has no example"
    said: list[str] = []
    found = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=said.append)
    assert found.failed == 0, "".join(said)
