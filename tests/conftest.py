"""What holds for all tests: garbage collection, and that workers run every test."""

from __future__ import annotations

import gc
from collections import Counter

import pytest


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Refuse tests that share an id where workers run them: pytest-xdist would run one of them and drop the others."""
    shared = [id for id, count in Counter(item.nodeid for item in items).items() if count > 1]
    if shared and hasattr(config, "workerinput"):
        raise pytest.UsageError(f"several tests have the same id: {', '.join(shared[:5])}")


def pytest_collection_finish() -> None:
    """Exclude what was collected from garbage collection: it stays to the end, and scanning it again takes time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
