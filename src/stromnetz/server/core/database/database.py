"""The database handle: reading in threads, writing through the one writer, or beside it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, delete, event, func, insert, select
from sqlalchemy.exc import DataError, SQLAlchemyError

from stromnetz.server.core.cluster import Bus, NullBus
from stromnetz.server.core.metrics import Metrics
from stromnetz.tables.errors import Unavailable

from .db_schema import meta
from .engine import newest, revisions
from .errors import invalid_value
from .writer import Writer


class CircuitBreaker:
    """Whether the database answers. While it does not, one request asks again and the others are refused at once."""

    def __init__(self) -> None:
        self.down = False
        self._asking = False

    @contextmanager
    def felt(self) -> Iterator[None]:
        """Around a question to the database: threads that wait for a database which hangs must not pile up."""
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
            self.down = False  # a refusal is an answer
            raise
        else:
            self.down = False
        finally:
            if asks:
                self._asking = False


T = TypeVar("T")


class AsyncCommitWriter:
    engine: Engine
    meters: Metrics
    bus: Bus
    readable: CircuitBreaker

    async def write_async_commit(self, work: Callable[[Connection], T]) -> T:
        """Write what need not survive a crash of the database: signs of life, claims, who looks on.

        Nobody waits for the disk, and nobody waits behind moves.
        """

        def run() -> T:
            with self.engine.connect() as connection, self.bus.deliver_after_commit(connection), connection.begin():
                connection.exec_driver_sql("SET LOCAL synchronous_commit TO OFF")
                return work(connection)

        with self.readable.felt():
            return await self._in_thread(run)

    async def _in_thread(self, run: Callable[[], T]) -> T:
        try:
            return await asyncio.to_thread(run)
        except SQLAlchemyError as error:
            self.meters.database_failed()
            raise Unavailable(case="no-database") from error

    @asynccontextmanager
    async def advisory_lock(self, lock: int) -> AsyncIterator[bool]:
        """Whether no other server does the same at this time; none will until it is done."""
        if self.engine.dialect.name != "postgresql":
            yield True
            return
        held = await self._in_thread(lambda: self._lock(lock))
        try:
            yield held is not None
        finally:
            if held is not None:
                await asyncio.to_thread(_end, held, lock)

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


def _end(c: Connection, lock: int) -> None:
    """Give the lock back, so that whoever asks next gets it.

    It would go with its connection, but only once PostgreSQL has noticed that that is closed. Where it cannot be given
    back, that is how it goes.
    """
    try:
        if not c.execute(select(func.pg_advisory_unlock(lock))).scalar_one():
            c.invalidate()
    except SQLAlchemyError:
        c.invalidate()
    finally:
        c.close()


ROOM = 64 * 1024
"""What there must be room for, in bytes, for the database to be called ready."""


class Database(AsyncCommitWriter):
    """Reading in threads, writing through the one writer."""

    def __init__(self, engine: Engine, meters: Metrics | None = None, bus: Bus | None = None) -> None:
        self.engine = engine
        self.meters = meters or Metrics()
        self.bus = bus or NullBus()
        self.writer = Writer(engine, self.meters, self.bus)
        # what is read in several statements must belong together; SQLite's transactions are like that anyway
        consistent = engine.dialect.name == "postgresql"
        self._reader = engine.execution_options(isolation_level="REPEATABLE READ") if consistent else engine
        self.readable, self._writable = CircuitBreaker(), CircuitBreaker()
        self._closed = False
        event.listen(engine, "checkin", self._returned)

    def close(self) -> None:
        self.writer.close()
        self._closed = True
        self.engine.dispose()

    def _returned(self, connection: Any, record: object) -> None:
        """A reader whose caller has gone may still be at work when the pool is given up: it must not leave its
        connection in there."""
        if self._closed and connection is not None:
            connection.close()

    async def write(self, work: Callable[[Connection], T]) -> T:
        with self._writable.felt():
            return await self.writer.write(work)

    async def write_async_commit(self, work: Callable[[Connection], T]) -> T:
        if self.engine.dialect.name != "postgresql":
            return await self.write(work)  # SQLite has one writer
        return await super().write_async_commit(work)

    async def read(self, work: Callable[[Connection], T]) -> T:
        def run() -> T:
            with self._reader.connect() as connection:
                return work(connection)

        with self.readable.felt(), self.meters.spans.span("read"):
            try:
                return await asyncio.to_thread(run)
            except DataError as error:
                raise invalid_value() from error
            except SQLAlchemyError as error:
                self.meters.database_failed()
                raise Unavailable(case="no-database") from error

    @property
    def answers(self) -> bool:
        """Whether the database answered when it was asked last."""
        return not (self.readable.down or self._writable.down)

    async def check_writable(self) -> None:
        """Whether something new can be kept: it takes room, is committed, and nothing is left of it."""

        def work(c: Connection) -> None:
            if revisions(c) != [newest()]:
                raise Unavailable(case="other-version")
            name = f"room {secrets.token_hex(8)}"
            c.execute(insert(meta).values(name=name, value=" " * ROOM))
            c.execute(delete(meta).where(meta.c.name == name))

        await self.writer.write(work)
