"""The memory of a position: what one more copy costs, and everything it holds."""

from __future__ import annotations

import gc
import sys
import tracemalloc
from collections.abc import Sequence
from statistics import mean
from typing import Any

from stromnetz.engine.board import Area
from stromnetz.engine.modules import SLOTS
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from tests.bench.measure import Figures

KEPT_COPIES = 1000
SHARED_TYPES = (Area, Rules, type)
"""Types shared by all positions of a game, which are not counted."""


def copy_bytes(positions: Sequence[Any]) -> float:
    """Bytes per additional copy, measured by the allocator for many copies."""
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        kept = [positions[i % len(positions)].copy() for i in range(KEPT_COPIES)]
        after = tracemalloc.get_traced_memory()[0]
        own = sys.getsizeof(kept)
    finally:
        tracemalloc.stop()
    return (after - before - own) / KEPT_COPIES


def deep_bytes(p: Position) -> int:
    """The total size of a position and all objects reachable from it, without its rules and area.

    Small integers and strings count, although the interpreter shares them.
    """
    seen = {id(row) for row in p.area.rows} | {id(p.area.free)}
    size = 0
    rest: list[object] = [p]
    while rest:
        one = rest.pop()
        if id(one) in seen or isinstance(one, SHARED_TYPES):
            continue
        seen.add(id(one))
        size += sys.getsizeof(one)
        rest += parts(one)
    return size


def parts(one: object) -> list[object]:
    """The objects referenced by an object."""
    if isinstance(one, dict):
        return [*one.keys(), *one.values()]
    if isinstance(one, list | tuple | set | frozenset):
        return list(one)
    names = list(getattr(one, "NAMES", ())) or [
        name for cls in type(one).__mro__ for name, slot in vars(cls).items() if isinstance(slot, SLOTS)
    ]
    return [getattr(one, name) for name in names if hasattr(one, name)] + list(getattr(one, "__dict__", {}).values())


def measure_one(positions: list[Position]) -> Figures:
    """What a copy costs, and the mean and the largest deep size."""
    deep = [deep_bytes(p) for p in positions]
    return {"copy_bytes": copy_bytes(positions), "deep_bytes": mean(deep), "deep_bytes_most": max(deep)}
