"""The order in which the tests run, and which of the random games are played a second time."""

from __future__ import annotations

import os

import pytest

AGAIN = (0, 3)
"""Of seven random games in a row. Editions, maps, players and variants go by other numbers, so all of them are met."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Browser tests first: each takes a minute or so, and one that began last would keep all the others waiting.

    With STROMNETZ_AGAIN=1 the properties take a share of their random games. This is for the second of two builds: the
    first has played all of them, and the two are compared move by move elsewhere.
    """
    items.sort(key=lambda item: "test_browser" not in item.nodeid)
    if os.environ.get("STROMNETZ_AGAIN"):
        out = [item for item in items if not _played_before(item)]
        config.hook.pytest_deselected(items=[item for item in items if _played_before(item)])
        items[:] = out


def _played_before(item: pytest.Item) -> bool:
    number = getattr(item, "callspec", None) and item.callspec.params.get("i")  # type: ignore[attr-defined]
    return "tests/properties/" in item.nodeid and type(number) is int and number % 7 not in AGAIN
