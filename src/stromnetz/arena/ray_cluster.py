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
from stromnetz.extras import install_command

from .processes import MAX_RETRIES, died, in_pieces, sorted_by_number, tune_garbage_collection
from .result_file import code_digest

T = TypeVar("T")
R = TypeVar("R")

PIECES_AHEAD = 4
"""Pieces of work queued per processor."""
OBJECT_STORE_BYTES = 80_000_000
"""Size of the object store of a cluster that we start. Results are small; Ray would take a third of the memory."""
CONNECT_SECONDS = 5.0
"""Timeout of the first connection to an address."""
CONNECT_TRIES = 4
"""Attempts to connect as a client. Ray starts a server for each client, which dies at its start in about 1 % of cases
(Ray issue 63202); the next one works."""
CRASHES = {
    "WorkerCrashedError": "crashed",
    "OutOfMemoryError": "ran out of memory",
    "NodeDiedError": "lost its machine",
}
"""How a worker ended, by Ray's error class."""
CLIENT_START_FAILED = "Starting Ray client server failed"
_ADDRESS = re.compile(r"(?:ray://)?(?P<host>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+):(?P<port>[0-9]{1,5})")


class CodeMismatch(Exception):
    """Raised if a machine of the cluster has different code."""


class RayCluster:
    """A connection to a Ray cluster. An empty address starts one on this machine, with ``processors`` processors or
    all."""

    def __init__(self, address: str, processors: int | None = None) -> None:
        self._ray = _library()
        if address:
            _check_reachable(address)
        # no telemetry
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        own: dict[str, Any] = {
            "num_cpus": processors,
            "include_dashboard": False,
            "object_store_memory": OBJECT_STORE_BYTES,
        }
        # Ray reports lost machines on the standard output, in the middle of our results
        self._stdout_redirect = redirect_stdout(sys.stderr)
        self._stdout_redirect.__enter__()
        try:
            self._connect(address=address or "local", **({} if address else own))
        except Exception as error:  # Ray raises many different exceptions if there is no cluster
            self._stdout_redirect.__exit__(None, None, None)
            raise BadInput(f"the cluster at {address or 'this machine'} cannot be used: {error}", {}) from None

    def _connect(self, **to: Any) -> None:
        for left in reversed(range(CONNECT_TRIES)):
            try:
                self._ray.init(logging_level="error", log_to_driver=False, **to)
                return
            except Exception as error:
                with suppress(Exception):
                    self._ray.shutdown()  # half a connection would block the next attempt
                if not left or CLIENT_START_FAILED not in str(error):
                    raise

    def close(self) -> None:
        self._ray.shutdown()
        self._stdout_redirect.__exit__(None, None, None)

    def each(
        self, work: Callable[[T], R], items: Iterable[T], chunk: int, in_order: bool, crashed: Callable[[T, str], R]
    ) -> Iterator[R]:
        """The results in the order of the items, or as they come."""
        results = self._each(work, items, chunk, crashed)
        return sorted_by_number(results) if in_order else (result for _, result in results)

    def _each(
        self, work: Callable[[T], R], items: Iterable[T], chunk: int, crashed: Callable[[T, str], R]
    ) -> Iterator[tuple[int, R]]:
        """Yield numbered results as they come.

        If a worker or machine is lost, its piece is redone elsewhere, item by item, up to ``MAX_RETRIES`` times. Ray's
        own retries are off, because they would not tell which item of a piece was to blame.
        """
        pieces = in_pieces(enumerate(items), chunk)
        task = self._ray.remote(_run_piece).options(max_retries=0, retry_exceptions=False)
        waiting: dict[Any, list[tuple[int, T]]] = {}
        deaths: Counter[int] = Counter()

        def give(piece: list[tuple[int, T]]) -> None:
            waiting[task.remote(work, [item for _, item in piece], code_digest())] = piece

        while True:
            # checked in every turn: machines may come and go
            max_pieces = PIECES_AHEAD * max(1, int(self._ray.cluster_resources().get("CPU", 1)))
            for piece in islice(pieces, max(0, max_pieces - len(waiting))):
                give(piece)
            if not waiting:
                return
            done, _ = self._ray.wait(list(waiting), num_returns=1)
            for one in done:
                piece = waiting.pop(one)
                try:
                    results = self._fetch(one)
                except _WorkerLost as error:
                    for number, item in piece:
                        deaths[number] += 1
                        if deaths[number] > MAX_RETRIES:
                            yield number, crashed(item, died(deaths[number], str(error)))
                        else:
                            give([(number, item)])
                else:
                    yield from zip([number for number, _ in piece], results, strict=True)

    def _fetch(self, piece: Any) -> Sequence[Any]:
        errors = self._ray.exceptions
        try:
            out: Sequence[Any] = self._ray.get(piece)
        except errors.RayTaskError as error:
            if isinstance(error.cause, CodeMismatch):
                raise BadInput(str(error.cause), {}) from None
            if isinstance(error.cause, errors.RaySystemError):
                why = str(error.cause).strip().splitlines()[0]
                text = f"a machine of the cluster cannot do this; is the same Stromnetz installed there? {why}"
                raise BadInput(text, {}) from None
            raise error.cause from None
        except (errors.WorkerCrashedError, errors.OutOfMemoryError, errors.NodeDiedError, errors.ObjectLostError) as e:
            raise _WorkerLost(CRASHES.get(type(e).__name__, "was lost")) from None
        except errors.RayError as error:
            raise BadInput(f"the cluster is gone: {str(error).strip().splitlines()[0]}", {}) from None
        return out


class _WorkerLost(Exception):
    """Raised if the worker or machine of a piece is lost."""


def _library() -> Any:
    try:
        import ray
        import ray.exceptions
    except ImportError:
        raise BadInput(f"a cluster needs Ray: {install_command('cluster')}", {"missing": "ray"}) from None
    return ray


def _check_reachable(address: str) -> None:
    """Raise `BadInput` for an invalid or unreachable address. Ray would try for minutes."""
    found = _ADDRESS.fullmatch(address)
    if found is None:
        text = f"a cluster is at host:port or ray://host:port, not {short_repr(address)}"
        raise BadInput(text, {"cluster": address})
    with suppress(OSError, OverflowError):
        socket.create_connection((found["host"].strip("[]"), int(found["port"])), CONNECT_SECONDS).close()
        return
    raise BadInput(f"nobody answers at {address}: is Ray running there?", {"cluster": address})


def _run_piece(work: Callable[[T], R], piece: Sequence[T], digest: str) -> list[R]:
    """Run a piece of work on a machine of the cluster."""
    _prepare_worker()
    if code_digest() != digest:
        where = socket.gethostname()
        raise CodeMismatch(
            f"{where} has another Stromnetz ({code_digest()}, and here it is {digest}): install the same"
        )
    return [work(item) for item in piece]


@cache
def _prepare_worker() -> None:
    """Prepare a worker, once per process."""
    tune_garbage_collection()
