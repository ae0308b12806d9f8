"""Marks most games of each property as slow: `make test` plays a few, `make test-all` all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent
GAMES = frozenset({"i", "block"})
"""The parameters with the numbers of games."""
FAST_SHARE = 8
"""One game out of this many is not slow."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    met: dict[str, int] = {}
    for item in items:
        spec = getattr(item, "callspec", None)
        if HERE not in item.path.parents or spec is None or GAMES.isdisjoint(spec.params):
            continue
        property = item.nodeid.partition("[")[0]
        number = met[property] = met.get(property, -1) + 1
        if number % FAST_SHARE:
            item.add_marker(pytest.mark.slow)
