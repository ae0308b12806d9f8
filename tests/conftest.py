"""The order of the tests, and what they leave to the collector of garbage."""

from __future__ import annotations

import gc

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests first: each takes a minute or so, and one that began last would keep all the others waiting."""
    items.sort(key=lambda item: "test_browser" not in item.nodeid)


def pytest_collection_finish() -> None:
    """What was collected stays to the end: no need to look through it for garbage again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
