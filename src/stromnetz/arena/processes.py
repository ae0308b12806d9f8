"""Run many games in worker processes, or on a Ray cluster."""

from __future__ import annotations

import gc
import pickle
import signal
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from stromnetz.engine.errors import StromnetzError, short_repr

if TYPE_CHECKING:
    from .ray_cluster import RayCluster

T = TypeVar("T")
R = TypeVar("R")

MAX_RETRIES = 3
"""Retries of an item whose worker process died."""
STOP_SECONDS = 5.0
"""Seconds between SIGTERM and SIGKILL."""


class WorkerDied(StromnetzError):
    """Raised if the worker process of an item died in every attempt."""


class WorkerPool:
    """Worker processes that are reused for several batches of work. With one job, this process does the work.

    With ``cluster``, the address of a Ray cluster, the work is done there; an empty address starts a cluster on this
    machine with ``jobs`` processors (0: all). The results are the same.
    """

    def __init__(self, jobs: int, cluster: str | None = None) -> None:
        self.jobs = jobs
        self._address = cluster
        self._idle: list[_Worker] = []
        self._cluster: RayCluster | None = None

    def __enter__(self) -> WorkerPool:
        if self._address is not None:
            from .ray_cluster import RayCluster  # noqa: PLC0415  (Ray is optional)

            self._cluster = RayCluster(self._address, self.jobs or None)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._cluster is not None:
            self._cluster.close()
        for worker in self._idle:
            worker.stop()
        self._idle.clear()

    def each(
        self,
        work: Callable[[T], R],
        items: Iterable[T],
        chunk: int = 1,
        in_order: bool = True,
        crashed: Callable[[T, str], R] | None = None,
    ) -> Iterator[R]:
        """The results in the order of the items, or as they come.

        An item whose process dies is tried again in a fresh one, up to ``MAX_RETRIES`` times. Then ``crashed`` makes
        its result, from the item and how its process ended; without it that is an error.
        """
        crashed = crashed or _give_up
        if self._cluster is not None:
            return self._cluster.each(work, items, chunk, in_order, crashed)
        if self.jobs <= 1:
            return map(work, items)
        results = self._each(work, items, chunk, crashed)
        return sorted_by_number(results) if in_order else (result for _, result in results)

    def _each(
        self, work: Callable[[T], R], items: Iterable[T], chunk: int, crashed: Callable[[T, str], R]
    ) -> Iterator[tuple[int, R]]:
        """Yield numbered results as they come. Each process works on one piece at a time, item by item."""
        pieces = in_pieces((_Item(number, item) for number, item in enumerate(items)), chunk)
        busy: dict[Any, _Worker] = {}

        def give(worker: _Worker, piece: Iterable[_Item]) -> None:
            busy[worker.pipe] = worker
            worker.give(work, piece)

        try:
            while True:
                for piece in islice(pieces, self.jobs - len(busy)):
                    give(self._idle.pop() if self._idle else _Worker(), piece)
                if not busy:
                    return
                for pipe in wait([*busy]):
                    worker = busy[pipe]
                    try:
                        result = worker.result()
                    except _WorkerDeath as death:
                        del busy[pipe]
                        result = worker.handle_death(str(death), crashed)
                        if worker.piece:
                            give(_Worker(), worker.piece)
                    else:
                        if not worker.piece:
                            self._idle.append(busy.pop(pipe))
                    if result is not None:
                        yield result
        finally:
            for worker in busy.values():
                worker.stop()


def each(
    work: Callable[[T], R],
    items: Iterable[T],
    jobs: int,
    chunk: int = 4,
    in_order: bool = True,
    cluster: str | None = None,
    crashed: Callable[[T, str], R] | None = None,
) -> Iterator[R]:
    """Like `WorkerPool.each`, in a pool that is closed after the last result."""
    with WorkerPool(jobs, cluster) as pool:
        yield from pool.each(work, items, chunk, in_order, crashed)


def in_pieces(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """Split items into lists of this size. Sending a single item may take longer than playing its game."""
    rest = iter(items)
    while piece := list(islice(rest, size)):
        yield piece


def sorted_by_number(results: Iterable[tuple[int, R]]) -> Iterator[R]:
    """Reorder numbered results: early ones are kept until their turn."""
    early: dict[int, R] = {}
    turn = 0
    for number, result in results:
        early[number] = result
        while turn in early:
            yield early.pop(turn)
            turn += 1


def died(times: int, how: str) -> str:
    """The message for an item without a result."""
    return f"its process died {times} times, at last it {how}" if times > 1 else f"its process {how}"


def _give_up(item: object, why: str) -> Any:
    raise WorkerDied(f"{short_repr(item)} has no result: {why}", {"item": short_repr(item)})


# --- processes -------------------------------------------------------------------------------------------------------

READY, DONE, FAILED = "ready", "done", "failed"
"""Messages of a worker: it has started, the result of an item, or the exception that it raised."""


class _WorkerDeath(Exception):
    """Raised if a worker process has died; says how."""


@dataclass(slots=True)
class _Item:
    number: int
    item: Any
    deaths: int = 0
    """Worker processes that died while working on it."""


class _Worker:
    """A worker process, seen from the main process. It works on one piece at a time."""

    def __init__(self) -> None:
        # "spawn" starts clean processes everywhere, whatever threads this one has
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()  # otherwise this end would not notice that the process has died
        self.ready = False
        self.piece: deque[_Item] = deque()
        """Items without a result."""

    def give(self, work: Callable[[Any], Any], piece: Iterable[_Item]) -> None:
        self.piece = deque(piece)
        with suppress(BrokenPipeError, ConnectionResetError):  # it has died; the next read from the pipe reports it
            self.pipe.send((work, [one.item for one in self.piece]))

    def result(self) -> tuple[int, Any] | None:
        """The next result with its number; None if the process has only started. Raises what failed there."""
        try:
            kind, value = self.pipe.recv()
        except (EOFError, OSError):
            raise _WorkerDeath(self.stop()) from None
        if kind == READY:
            self.ready = True
            return None
        if kind == FAILED:
            raise value
        return self.piece.popleft().number, value

    def handle_death(self, how: str, crashed: Callable[[Any, str], R]) -> tuple[int, R] | None:
        """Handle the death of the process: return the crash result of its item, or None to retry it."""
        one = self.piece[0]
        one.deaths += 1
        if one.deaths <= MAX_RETRIES:
            return None
        if not self.ready:
            raise WorkerDied(f"processes for games cannot be started: the last one {how}")
        self.piece.popleft()
        return one.number, crashed(one.item, died(one.deaths, how))

    def stop(self) -> str:
        """Stop the process and return how it ended."""
        self.pipe.close()
        self.process.terminate()
        self.process.join(STOP_SECONDS)
        if self.process.exitcode is None:
            self.process.kill()
            self.process.join()
        code = self.process.exitcode or 0
        with suppress(ValueError):
            return f"was ended by {signal.Signals(-code).name}"
        return f"exited with status {code}"


def _serve(pipe: Connection) -> None:
    """The main loop of a worker process: do what comes through the pipe until it is closed."""
    _prepare_worker()
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        pipe.send((READY, None))
        while True:
            for answer in _messages(pipe.recv_bytes()):
                pipe.send_bytes(answer)


def _messages(piece: bytes) -> Iterator[bytes]:
    """The messages for a piece of work, up to the first item that fails."""
    try:
        work, items = pickle.loads(piece)
        for item in items:
            yield pickle.dumps((DONE, work(item)))
    except Exception as error:
        yield pickle.dumps((FAILED, _sendable(error)))


def _sendable(error: Exception) -> Exception:
    """The exception in a form that can be pickled, with its traceback as a note."""
    error.add_note(traceback.format_exc())
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


def _prepare_worker() -> None:
    """Prepare a worker process."""
    # Ctrl-C reaches all processes; only the main process reports it
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    tune_garbage_collection()


def tune_garbage_collection() -> None:
    """Tune garbage collection for a process that only plays games."""
    # Games leave hardly any reference cycles; searching for them would take a quarter of the time of random games.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
