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

KEPT = 1000
TABLES = (Area, Rules, type)
"""What is the same for all positions of a game, and therefore not counted."""


def copy_bytes(positions: Sequence[Any]) -> float:
    """The bytes that one more copy takes: that many copies are kept, and the interpreter's allocator says how much."""
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        kept = [positions[i % len(positions)].copy() for i in range(KEPT)]
        after = tracemalloc.get_traced_memory()[0]
        own = sys.getsizeof(kept)
    finally:
        tracemalloc.stop()
    return (after - before - own) / KEPT


def deep_bytes(p: Position) -> int:
    """The sizes of the position and of all objects that its slots lead to, each once, but not its rules and area.

    Small numbers and names count too, although the interpreter holds each of them only once for all positions.
    """
    seen = {id(row) for row in p.area.rows} | {id(p.area.free)}
    size = 0
    rest: list[object] = [p]
    while rest:
        one = rest.pop()
        if id(one) in seen or isinstance(one, TABLES):
            continue
        seen.add(id(one))
        size += sys.getsizeof(one)
        rest += parts(one)
    return size


def parts(one: object) -> list[object]:
    """The objects that an object holds."""
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
