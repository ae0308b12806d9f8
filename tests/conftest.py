"""The order of the tests, what they leave to the collector of garbage, and which build plays which random games."""

from __future__ import annotations

import gc
import os

import pytest

REST = (0, 3)
"""Of seven random games in a row. Editions, maps, players and variants go by other numbers, so all of them are met."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Browser tests first: each takes a minute or so, and one that began last would keep all the others waiting.

    Where two builds are tested in turn, each random game of the properties is played on one of them: with
    STROMNETZ_GAMES=most five of seven, with STROMNETZ_GAMES=rest the other two. The builds are compared move by move
    elsewhere. What is marked "once" is asked of one build: whether the random games, which are the same on both, are
    varied enough; or what servers do, which are all tested on one build.
    """
    items.sort(key=lambda item: "test_browser" not in item.nodeid)
    share = os.environ.get("STROMNETZ_GAMES")
    if share in ("most", "rest"):
        elsewhere = [item for item in items if _elsewhere(item, share == "rest")]
        config.hook.pytest_deselected(items=elsewhere)
        left = set(elsewhere)
        items[:] = [item for item in items if item not in left]


def pytest_collection_finish() -> None:
    """What was collected stays to the end: no need to look through it for garbage again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def _elsewhere(item: pytest.Item, rest: bool) -> bool:
    """Whether a test is left to the other build."""
    number = _game(item)
    if number is None:
        return rest and item.get_closest_marker("once") is not None
    return (number % 7 in REST) != rest


def _game(item: pytest.Item) -> int | None:
    """The number of the random game that a property is tested on."""
    number = item.callspec.params.get("i") if hasattr(item, "callspec") else None
    return number if "tests/properties/" in item.nodeid and type(number) is int else None
