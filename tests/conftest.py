"""What all tests leave to the garbage collector."""

from __future__ import annotations

import gc


def pytest_collection_finish() -> None:
    """Exclude what was collected from garbage collection: it stays to the end, and scanning it again takes time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
