"""Running many games in several processes or on a cluster, with a word on progress after each."""

from __future__ import annotations

import gc
import signal
from collections.abc import Callable, Iterable, Iterator
from multiprocessing import get_context
from multiprocessing.pool import Pool
from types import TracebackType
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from .cluster import Cluster

T = TypeVar("T")
R = TypeVar("R")


class Crew:
    """Processes that stay for several rounds of work; with one job everything is done in this process.

    With the address of a cluster it is done there; an empty one starts a cluster on this machine, with so many
    processors, or all where there are 0 jobs. What comes out is the same.
    """

    def __init__(self, jobs: int, cluster: str | None = None) -> None:
        self.jobs = jobs
        self._address = cluster
        self._pool: Pool | None = None
        self._cluster: Cluster | None = None

    def __enter__(self) -> Crew:
        if self._address is not None:
            from .cluster import Cluster  # noqa: PLC0415  (only whoever has one needs it)

            self._cluster = Cluster(self._address, self.jobs or None)
        elif self.jobs > 1:
            # "spawn" starts clean processes everywhere, whatever threads this one has
            self._pool = get_context("spawn").Pool(self.jobs, initializer=_begin)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._cluster is not None:
            self._cluster.close()
        if self._pool is not None:
            self._pool.terminate()
            self._pool.join()

    def each(self, work: Callable[[T], R], items: Iterable[T], chunk: int = 1, in_order: bool = True) -> Iterator[R]:
        """The results in the order of the items, or as they come."""
        if self._cluster is not None:
            return self._cluster.each(work, items, chunk, in_order)
        if self._pool is None:
            return map(work, items)
        results = self._pool.imap if in_order else self._pool.imap_unordered
        return results(work, items, chunksize=chunk)


def each(
    work: Callable[[T], R],
    items: Iterable[T],
    jobs: int,
    chunk: int = 4,
    in_order: bool = True,
    cluster: str | None = None,
) -> Iterator[R]:
    """The same with processes for this once."""
    with Crew(jobs, cluster) as crew:
        yield from crew.each(work, items, chunk, in_order)


def _begin() -> None:
    """What every process of a crew does first."""
    # a key that stops the command reaches all of them; only the one that was called has to say something
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    play_on()


def play_on() -> None:
    """What a process that only plays does first."""
    # what stands by now stands to the end, and games leave next to no circles behind: a quarter of the time of random
    # games would go into looking for them
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
