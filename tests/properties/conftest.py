"""Fewer games of each property, where the other build plays all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.few import FEW

HERE = Path(__file__).parent
GAMES = frozenset({"i", "block"})
"""The parameters by which properties are tried on games."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if FEW < 2:
        return
    kept: list[pytest.Item] = []
    left: list[pytest.Item] = []
    met: dict[str, int] = {}
    for item in items:
        spec = getattr(item, "callspec", None)
        if HERE not in item.path.parents or spec is None or GAMES.isdisjoint(spec.params):
            kept.append(item)
            continue
        property = item.nodeid.partition("[")[0]
        number = met[property] = met.get(property, -1) + 1
        (left if number % FEW else kept).append(item)
    items[:] = kept
    config.hook.pytest_deselected(items=left)
