"""The writer thread. Requests that arrive during a commit are committed together in the next one."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Transaction
from sqlalchemy.exc import DataError, IntegrityError, SQLAlchemyError

from stromnetz.engine.errors import StromnetzError
from stromnetz.server.core.cluster import Bus
from stromnetz.server.core.metrics import Metrics
from stromnetz.tables.errors import Unavailable

from .engine import DatabaseTimeout, invalid_value, writing

T = TypeVar("T")
Work = Callable[[Connection], Any]
MAX_BATCH = 100
"""Requests in one transaction."""

log = logging.getLogger("stromnetz.database")


class Writer:
    """Runs functions in transactions, in batches; one that fails does not affect the others."""

    def __init__(self, engine: Engine, meters: Metrics, bus: Bus | None = None) -> None:
        self._engine = writing(engine)
        self._meters = meters
        self._bus = bus or Bus()
        self._queue: SimpleQueue[tuple[Work, Future[Any]] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()
        self.commits = 0

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run a function in a transaction; return its result after the commit."""
        done: Future[T] = Future()
        self._queue.put((work, done))
        return await asyncio.wrap_future(done)

    def close(self) -> None:
        """Finish the pending requests, then stop."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            batch = [first]
            last = False
            while len(batch) < MAX_BATCH:
                try:
                    job = self._queue.get_nowait()
                except Empty:
                    break
                if job is None:
                    last = True
                    break
                batch.append(job)
            self._commit([job for job in batch if job[1].set_running_or_notify_cancel()])
            if last:
                return

    def _commit(self, batch: list[tuple[Work, Future[Any]]]) -> None:
        if not batch:
            return
        results: list[tuple[Future[Any], Any, BaseException | None]] = []
        reached = False
        try:
            with self._engine.connect() as connection, self._bus.deliver_after_commit(connection):
                if len(batch) == 1:
                    # a single request needs no savepoint
                    results.append((batch[0][1], *_run_work(connection.begin, connection, batch[0][0])))
                else:
                    with connection.begin():
                        reached = True
                        for work, done in batch:
                            results.append((done, *_run_work(connection.begin_nested, connection, work)))
        except Exception as error:
            if len(batch) > 1 and reached and not isinstance(getattr(error, "orig", None), DatabaseTimeout):
                # a deadlock or a lost connection: run each request alone to find the one that fails
                for job in batch:
                    self._commit([job])
                return
            log.error("a transaction failed: %s", error)
            self._meters.database_failures.inc()
            for _, done in batch:
                unavailable = Unavailable(case="no-database")
                unavailable.__cause__ = error
                done.set_exception(unavailable)
            return
        self.commits += 1
        self._meters.committed(sum(failure is None for _, _, failure in results))
        for done, result, failure in results:
            if failure is None:
                done.set_result(result)
            else:
                done.set_exception(failure)


def _run_work(begin: Callable[[], Transaction], connection: Connection, work: Work) -> tuple[Any, BaseException | None]:
    """Run one request in a transaction or savepoint; return its result or its refusal."""
    try:
        with begin():
            return work(connection), None
    except (StromnetzError, IntegrityError) as error:
        return None, error
    except DataError:
        return None, invalid_value()
    except SQLAlchemyError:
        raise
    except Exception as error:
        log.exception("a write failed")
        return None, error
