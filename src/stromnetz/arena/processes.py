"""Run many games in processes of this machine, or on a Ray cluster."""

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
"""How often an item is tried again after the process that worked on it has died."""
STOP_SECONDS = 5.0
"""How long a process has to end after SIGTERM before it is killed."""


class WorkerDied(StromnetzError):
    """The process that worked on an item died each time it was tried."""


class WorkerPool:
    """Processes that stay for several rounds of work; with one job everything is done in this process.

    With the address of a cluster it is done there; an empty one starts a cluster on this machine, with so many
    processors, or all where there are 0 jobs. What comes out is the same.
    """

    def __init__(self, jobs: int, cluster: str | None = None) -> None:
        self.jobs = jobs
        self._address = cluster
        self._idle: list[_Worker] = []
        self._cluster: RayCluster | None = None

    def __enter__(self) -> WorkerPool:
        if self._address is not None:
            from .ray_cluster import RayCluster  # noqa: PLC0415  (only whoever has one needs it)

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
        """Numbered results, as they come. Each process works on one piece at a time, item by item."""
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
                    except _Died as death:
                        del busy[pipe]
                        result = worker.lost(str(death), crashed)
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
    """Like `WorkerPool.each`, with processes that end with the last result."""
    with WorkerPool(jobs, cluster) as pool:
        yield from pool.each(work, items, chunk, in_order, crashed)


def in_pieces(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """Split items into lists of this size, because requesting a game may take longer than playing it."""
    rest = iter(items)
    while piece := list(islice(rest, size)):
        yield piece


def sorted_by_number(results: Iterable[tuple[int, R]]) -> Iterator[R]:
    """Numbered results in their order: those that come early are kept until it is their turn."""
    early: dict[int, R] = {}
    turn = 0
    for number, result in results:
        early[number] = result
        while turn in early:
            yield early.pop(turn)
            turn += 1


def died(times: int, how: str) -> str:
    """Why an item has no result."""
    return f"its process died {times} times, at last it {how}" if times > 1 else f"its process {how}"


def _give_up(item: object, why: str) -> Any:
    raise WorkerDied(f"{short_repr(item)} has no result: {why}", {"item": short_repr(item)})


# --- processes -------------------------------------------------------------------------------------------------------

READY, DONE, FAILED = "ready", "done", "failed"
"""Messages of a process: it has started, the result of an item, or the exception that it raised."""


class _Died(Exception):
    """A process has died, and how."""


@dataclass(slots=True)
class _Item:
    number: int
    item: Any
    deaths: int = 0
    """How many processes died while working on it."""


class _Worker:
    """A process that works on one piece at a time, as the one that has started it sees it."""

    def __init__(self) -> None:
        # "spawn" starts clean processes everywhere, whatever threads this one has
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()  # so that this end is told when the process has died
        self.ready = False
        self.piece: deque[_Item] = deque()
        """The items that have no result yet."""

    def give(self, work: Callable[[Any], Any], piece: Iterable[_Item]) -> None:
        self.piece = deque(piece)
        with suppress(BrokenPipeError, ConnectionResetError):  # it has died: the next reading of the pipe says so
            self.pipe.send((work, [one.item for one in self.piece]))

    def result(self) -> tuple[int, Any] | None:
        """The next result with its number; None if the process has only started. What failed there is raised here."""
        try:
            kind, value = self.pipe.recv()
        except (EOFError, OSError):
            raise _Died(self.stop()) from None
        if kind == READY:
            self.ready = True
            return None
        if kind == FAILED:
            raise value
        return self.piece.popleft().number, value

    def lost(self, how: str, crashed: Callable[[Any, str], R]) -> tuple[int, R] | None:
        """After the process has died: the result of the item it worked on, unless that is to be tried again."""
        one = self.piece[0]
        one.deaths += 1
        if one.deaths <= MAX_RETRIES:
            return None
        if not self.ready:
            raise WorkerDied(f"processes for games cannot be started: the last one {how}")
        self.piece.popleft()
        return one.number, crashed(one.item, died(one.deaths, how))

    def stop(self) -> str:
        """End the process, if it has not ended yet, and say how it did."""
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
    """The main loop of a process: work on what comes through the pipe until the other end is closed."""
    _begin()
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        pipe.send((READY, None))
        while True:
            for answer in _answers(pipe.recv_bytes()):
                pipe.send_bytes(answer)


def _answers(piece: bytes) -> Iterator[bytes]:
    """The results of a piece, up to the first item that fails."""
    try:
        work, items = pickle.loads(piece)
        for item in items:
            yield pickle.dumps((DONE, work(item)))
    except Exception as error:
        yield pickle.dumps((FAILED, _sendable(error)))


def _sendable(error: Exception) -> Exception:
    """An exception that can be pickled, with the traceback that would be lost on the way."""
    error.add_note(traceback.format_exc())
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


def _begin() -> None:
    """Prepare a process of a pool."""
    # Ctrl-C reaches all processes; only the one that was called reports it
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    play_on()


def play_on() -> None:
    """Prepare a process that only plays games."""
    # Modules stay to the end, and games leave hardly any reference cycles: looking for them would take a quarter of
    # the time of random games.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
