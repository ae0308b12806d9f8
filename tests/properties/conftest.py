"""Fewer games where the other build plays all of them: STROMNETZ_FEW=8 takes one of eight of each property's."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

HERE = Path(__file__).parent
GAMES = frozenset({"i", "block"})
"""The parameters by which properties are tried on games."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    few = int(os.environ.get("STROMNETZ_FEW", "1"))
    if few < 2:
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
        (left if number % few else kept).append(item)
    items[:] = kept
    config.hook.pytest_deselected(items=left)
