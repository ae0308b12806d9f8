"""The database handle: reads in threads, writes through the writer thread."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, delete, event, func, insert, select
from sqlalchemy.exc import DataError, SQLAlchemyError

from stromnetz.server.core.cluster import Bus
from stromnetz.server.core.metrics import Metrics
from stromnetz.tables.errors import Unavailable

from .db_schema import meta
from .engine import invalid_value, newest, revisions
from .writer import Writer


class CircuitBreaker:
    """Tracks whether the database responds. While it does not, one request retries and others fail at once."""

    def __init__(self) -> None:
        self.down = False
        self._asking = False

    @contextmanager
    def track(self) -> Iterator[None]:
        """Wrap a request to the database: threads that wait for a hanging database must not pile up."""
        asks = self.down
        if asks and self._asking:
            raise Unavailable(case="no-database")
        self._asking = self._asking or asks
        try:
            yield
        except Unavailable:
            self.down = True
            raise
        except Exception:
            self.down = False  # a refusal is a response
            raise
        else:
            self.down = False
        finally:
            if asks:
                self._asking = False


T = TypeVar("T")


MIN_FREE_BYTES = 64 * 1024
"""Disk space that the database needs to count as ready."""


class Database:
    """Reads in threads, writes through the writer thread."""

    def __init__(self, engine: Engine, meters: Metrics | None = None, bus: Bus | None = None) -> None:
        self.engine = engine
        self.meters = meters or Metrics()
        self.bus = bus or Bus()
        self.writer = Writer(engine, self.meters, self.bus)
        # several statements of one read must be consistent; in SQLite they always are
        consistent = engine.dialect.name == "postgresql"
        self._reader = engine.execution_options(isolation_level="REPEATABLE READ") if consistent else engine
        self.readable, self._writable = CircuitBreaker(), CircuitBreaker()
        self._closed = False
        event.listen(engine, "checkin", self._close_late_connection)

    def close(self) -> None:
        self.writer.close()
        self._closed = True
        self.engine.dispose()

    def _close_late_connection(self, connection: Any, record: object) -> None:
        """Close the connection of a reader that finishes after the pool was disposed of."""
        if self._closed and connection is not None:
            connection.close()

    async def write(self, work: Callable[[Connection], T]) -> T:
        with self._writable.track():
            return await self.writer.write(work)

    async def write_async_commit(self, work: Callable[[Connection], T]) -> T:
        """Write what need not survive a crash of the database: heartbeats, claims, viewers.

        It waits neither for the disk nor for the writer thread. SQLite has one writer only.
        """
        if self.engine.dialect.name != "postgresql":
            return await self.write(work)

        def run() -> T:
            with self.engine.connect() as connection, self.bus.deliver_after_commit(connection), connection.begin():
                connection.exec_driver_sql("SET LOCAL synchronous_commit TO OFF")
                return work(connection)

        with self.readable.track():
            return await self._in_thread(run)

    async def _in_thread(self, run: Callable[[], T]) -> T:
        try:
            return await asyncio.to_thread(run)
        except DataError as error:
            raise invalid_value() from error
        except SQLAlchemyError as error:
            self.meters.database_failures.inc()
            raise Unavailable(case="no-database") from error

    @asynccontextmanager
    async def advisory_lock(self, lock: int) -> AsyncIterator[bool]:
        """Try to take a lock that servers share; yield whether it was free."""
        if self.engine.dialect.name != "postgresql":
            yield True
            return
        held = await self._in_thread(lambda: self._lock(lock))
        try:
            yield held is not None
        finally:
            if held is not None:
                await asyncio.to_thread(_unlock, held, lock)

    def _lock(self, lock: int) -> Connection | None:
        c = self.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        try:
            if c.execute(select(func.pg_try_advisory_lock(lock))).scalar_one():
                return c
        except BaseException:
            c.close()
            raise
        c.close()
        return None

    async def read(self, work: Callable[[Connection], T]) -> T:
        def run() -> T:
            with self._reader.connect() as connection:
                return work(connection)

        with self.readable.track(), self.meters.span("read"):
            return await self._in_thread(run)

    @property
    def answers(self) -> bool:
        """Whether the last requests to the database got a response."""
        return not (self.readable.down or self._writable.down)

    async def check_writable(self) -> None:
        """Raise unless the database accepts a new row, which is deleted again."""

        def work(c: Connection) -> None:
            if revisions(c) != [newest()]:
                raise Unavailable(case="other-version")
            name = f"room {secrets.token_hex(8)}"
            c.execute(insert(meta).values(name=name, value=" " * MIN_FREE_BYTES))
            c.execute(delete(meta).where(meta.c.name == name))

        await self.writer.write(work)


def _unlock(c: Connection, lock: int) -> None:
    """Release an advisory lock and close its connection.

    Closing alone would release it only when PostgreSQL notices. If unlocking fails, that has to do.
    """
    try:
        if not c.execute(select(func.pg_advisory_unlock(lock))).scalar_one():
            c.invalidate()
    except SQLAlchemyError:
        c.invalidate()
    finally:
        c.close()
