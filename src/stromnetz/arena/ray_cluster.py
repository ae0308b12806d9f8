"""Run many games on a Ray cluster."""

from __future__ import annotations

import os
import re
import socket
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import redirect_stdout, suppress
from functools import cache
from itertools import islice
from typing import Any, TypeVar

from stromnetz.engine.errors import BadInput, short_repr

from .processes import MAX_RETRIES, died, in_pieces, play_on, sorted_by_number
from .result_file import code_digest

T = TypeVar("T")
R = TypeVar("R")

PIECES_AHEAD = 4
"""Pieces of work for each processor that are handed out before their turn has come."""
OBJECT_STORE_BYTES = 80_000_000
"""Bytes that a Ray of our own may keep: results are small, and it would take a third of the memory."""
CONNECT_SECONDS = 5.0
"""In which somebody must answer at an address."""
CONNECT_TRIES = 4
"""To connect as a client. Ray starts a server for each, which dies at its start in some of a hundred cases (its issue
63202): the next one lives."""
CRASHES = {
    "WorkerCrashedError": "crashed",
    "OutOfMemoryError": "ran out of memory",
    "NodeDiedError": "lost its machine",
}
"""What has happened to a process, by Ray's error."""
DIED = "Starting Ray client server failed"
_ADDRESS = re.compile(r"(?:ray://)?(?P<host>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+):(?P<port>[0-9]{1,5})")


class OtherCode(Exception):
    """A machine of the cluster would play by other rules."""


class RayCluster:
    """The machines of a cluster; an empty address starts one on this machine, with so many processors or all."""

    def __init__(self, address: str, processors: int | None = None) -> None:
        self._ray = _library()
        if address:
            _need_somebody(address)
        # nothing is told to anybody outside
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        own: dict[str, Any] = {
            "num_cpus": processors,
            "include_dashboard": False,
            "object_store_memory": OBJECT_STORE_BYTES,
        }
        # Ray says on the standard output that it has lost a machine, which would stand amid our results
        self._aside = redirect_stdout(sys.stderr)
        self._aside.__enter__()
        try:
            self._connect(address=address or "local", **({} if address else own))
        except Exception as error:  # Ray has many, and each says in its own words that there is no cluster
            self._aside.__exit__(None, None, None)
            raise BadInput(f"the cluster at {address or 'this machine'} cannot be used: {error}", {}) from None

    def _connect(self, **to: Any) -> None:
        for left in reversed(range(CONNECT_TRIES)):
            try:
                self._ray.init(logging_level="error", log_to_driver=False, **to)
                return
            except Exception as error:
                with suppress(Exception):
                    self._ray.shutdown()  # half a connection would stand in the way of the next
                if not left or DIED not in str(error):
                    raise

    def close(self) -> None:
        self._ray.shutdown()
        self._aside.__exit__(None, None, None)

    def each(
        self,
        work: Callable[[T], R],
        items: Iterable[T],
        chunk: int,
        in_order: bool,
        crashed: Callable[[T, str], R],
    ) -> Iterator[R]:
        """The results in the order of the items, or as they come."""
        results = self._each(work, items, chunk, crashed)
        return sorted_by_number(results) if in_order else (result for _, result in results)

    def _each(
        self, work: Callable[[T], R], items: Iterable[T], chunk: int, crashed: Callable[[T, str], R]
    ) -> Iterator[tuple[int, R]]:
        """Numbered results, as they come.

        A piece whose process or machine is gone is done again elsewhere, item by item, up to ``MAX_RETRIES`` times. Ray
        itself tries nothing again: it would not tell which item of a piece it was.
        """
        pieces = in_pieces(enumerate(items), chunk)
        task = self._ray.remote(_do).options(max_retries=0, retry_exceptions=False)
        waiting: dict[Any, list[tuple[int, T]]] = {}
        deaths: Counter[int] = Counter()

        def give(piece: list[tuple[int, T]]) -> None:
            waiting[task.remote(work, [item for _, item in piece], code_digest())] = piece

        while True:
            # asked again and again: machines may come and go
            most = PIECES_AHEAD * max(1, int(self._ray.cluster_resources().get("CPU", 1)))
            for piece in islice(pieces, max(0, most - len(waiting))):
                give(piece)
            if not waiting:
                return
            done, _ = self._ray.wait(list(waiting), num_returns=1)
            for one in done:
                piece = waiting.pop(one)
                try:
                    results = self._got(one)
                except _Crashed as error:
                    for number, item in piece:
                        deaths[number] += 1
                        if deaths[number] > MAX_RETRIES:
                            yield number, crashed(item, died(deaths[number], str(error)))
                        else:
                            give([(number, item)])
                else:
                    yield from zip([number for number, _ in piece], results, strict=True)

    def _got(self, piece: Any) -> Sequence[Any]:
        errors = self._ray.exceptions
        try:
            out: Sequence[Any] = self._ray.get(piece)
        except errors.RayTaskError as error:
            if isinstance(error.cause, OtherCode):
                raise BadInput(str(error.cause), {}) from None
            if isinstance(error.cause, errors.RaySystemError):
                why = str(error.cause).strip().splitlines()[0]
                text = f"a machine of the cluster cannot do this; is the same Stromnetz installed there? {why}"
                raise BadInput(text, {}) from None
            raise error.cause from None
        except (errors.WorkerCrashedError, errors.OutOfMemoryError, errors.NodeDiedError, errors.ObjectLostError) as e:
            raise _Crashed(CRASHES.get(type(e).__name__, "was lost")) from None
        except errors.RayError as error:
            raise BadInput(f"the cluster is gone: {str(error).strip().splitlines()[0]}", {}) from None
        return out


class _Crashed(Exception):
    """The process or the machine that had a piece is gone."""


def _library() -> Any:
    try:
        import ray
        import ray.exceptions
    except ImportError:
        raise BadInput("a cluster needs Ray: install 'stromnetz[cluster]'", {}) from None
    return ray


def _need_somebody(address: str) -> None:
    """Refuse an address that is none, or where nobody answers: Ray would try for minutes."""
    found = _ADDRESS.fullmatch(address)
    if found is None:
        text = f"a cluster is at host:port or ray://host:port, not {short_repr(address)}"
        raise BadInput(text, {"cluster": address})
    with suppress(OSError, OverflowError):
        socket.create_connection((found["host"].strip("[]"), int(found["port"])), CONNECT_SECONDS).close()
        return
    raise BadInput(f"nobody answers at {address}: is Ray running there?", {"cluster": address})


def _do(work: Callable[[T], R], piece: Sequence[T], digest: str) -> list[R]:
    """What a machine of the cluster does."""
    _begin()
    if code_digest() != digest:
        where = socket.gethostname()
        raise OtherCode(f"{where} has another Stromnetz ({code_digest()}, and here it is {digest}): install the same")
    return [work(item) for item in piece]


@cache
def _begin() -> None:
    """Once in every process."""
    play_on()
