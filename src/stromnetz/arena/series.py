"""Running many games in several processes, with a word on progress after each."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from multiprocessing import get_context
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def each(work: Callable[[T], R], items: Iterable[T], jobs: int, chunk: int = 4, in_order: bool = True) -> Iterator[R]:
    """The results in the order of the items, or as they come; with one job everything stays in this process."""
    if jobs <= 1:
        yield from map(work, items)
        return
    # "spawn" starts clean processes everywhere, whatever threads this one has
    with get_context("spawn").Pool(jobs, initializer=_leave_stopping_to_the_parent) as pool:
        results = pool.imap if in_order else pool.imap_unordered
        yield from results(work, items, chunksize=chunk)


def _leave_stopping_to_the_parent() -> None:
    """A key that stops the command reaches every process; only the one that was called has to say something."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
