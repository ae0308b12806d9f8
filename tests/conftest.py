"""The order in which the tests run."""

from __future__ import annotations

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests first: each takes a minute or so, and one that began last would keep all the others waiting."""
    items.sort(key=lambda item: "test_browser" not in item.nodeid)
