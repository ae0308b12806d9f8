"""Running many games in several processes, with a word on progress after each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from multiprocessing import get_context
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def each(work: Callable[[T], R], items: Iterable[T], jobs: int) -> Iterator[R]:
    """The results in the order of the items; with one job everything stays in this process."""
    if jobs <= 1:
        yield from map(work, items)
        return
    # "spawn" starts clean processes everywhere, whatever threads this one has
    with get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(work, items, chunksize=4)
