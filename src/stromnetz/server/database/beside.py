"""What is written beside the one writer, and what only one server does at a time. On PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.exc import SQLAlchemyError

from stromnetz.server.bus import Bus
from stromnetz.server.errors import Unavailable
from stromnetz.server.meters import Meters

from .pulse import Pulse

T = TypeVar("T")


class Beside:
    engine: Engine
    meters: Meters
    bus: Bus
    readable: Pulse

    async def aside(self, work: Callable[[Connection], T]) -> T:
        """Write what need not survive a crash of the database: signs of life, claims, who looks on.

        Nobody waits for the disk, and nobody waits behind moves.
        """

        def run() -> T:
            with self.engine.connect() as connection, self.bus.carried(connection), connection.begin():
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
    async def sole(self, lock: int) -> AsyncIterator[bool]:
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
