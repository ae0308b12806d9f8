"""Background jobs such as reviews and tournaments, run by any server or worker, one at a time in each.

Jobs are stored in the database with their progress; if a worker dies, another continues.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeVar

from sqlalchemy.exc import IntegrityError

from stromnetz.server.core.database.database import Database
from stromnetz.server.table_play.bot_turns import BotProcess, BotProcessError
from stromnetz.tables.errors import Unavailable

from . import jobs_store as sql
from .jobs_store import JobRow
from .periodic import wait_or_timeout

log = logging.getLogger("stromnetz.jobs")

T = TypeVar("T")
Json = dict[str, Any]
POLL_SECONDS = 2.0
"""Interval at which the database is polled for new and abandoned jobs."""
IDLE_SECONDS = 60.0
"""Idle time after which the worker process is stopped."""
RENEW_SECONDS = sql.LEASE_MS / 1000 / 3


class LeaseLost(Exception):
    """Another worker has claimed the job; the result is not wanted any more."""


class Job:
    """A job that this server has claimed."""

    def __init__(self, database: Database, row: JobRow, worker: BotProcess | None) -> None:
        self._database, self._worker = database, worker
        self.row = row

    async def ask(self, work: Callable[[Json], Any], question: Json, seconds: float) -> Any:
        """Run a step in the worker process, or in a thread if the server has none."""
        if self._worker is None:
            return await asyncio.to_thread(work, question)
        return await self._worker.ask(question, seconds)

    async def save(self, answer: Json, done: int, total: int) -> None:
        """Save the progress, from which another worker could continue."""
        await self._write(replace(self.row, answer=answer, done=done, total=total))

    async def finish(self, state: str = sql.DONE) -> None:
        await self._write(replace(self.row, state=state))

    async def _write(self, changed: JobRow) -> None:
        if not await self._database.write(lambda c: sql.save(c, self._database.bus.server_id, changed)):
            raise LeaseLost
        self.row = changed


JobHandler = Callable[[Job], Awaitable[None]]


class JobQueue:
    def __init__(self, database: Database, processes: int, works: bool, alone: bool) -> None:
        self._database = database
        self._processes = processes
        self._works = works
        self._alone = alone
        """Whether no other server takes jobs from the same database."""
        self._me = database.bus.server_id
        self._called = asyncio.Event()
        self._claimed: JobRow | None = None
        self.kinds: dict[str, JobHandler] = {}
        """Handlers by kind of job."""

    async def enqueue(self, some: Sequence[JobRow]) -> None:
        """Add jobs unless they exist."""
        with suppress(IntegrityError):  # another server added the same job at the same time
            await self._database.write(lambda c: sql.add_jobs(c, some))
        self._called.set()

    async def run(self) -> None:
        """Run jobs until cancelled."""
        if not self._works:
            return
        worker = BotProcess()
        loop = asyncio.get_running_loop()
        last = loop.time()
        try:
            if self._alone:
                await self._database.write(sql.release_all)
            while True:
                found = await self._claim()
                if found is not None:
                    await self._do(found, worker)
                    last = loop.time()
                    continue
                if loop.time() - last > IDLE_SECONDS:
                    await worker.stop()
                await wait_or_timeout(self._called, IDLE_SECONDS if self._alone else POLL_SECONDS)
        finally:
            await worker.stop()
            await self._release()

    async def _claim(self) -> JobRow | None:
        try:
            self._claimed = await self._database.write_async_commit(lambda c: sql.claim(c, self._me))
        except Unavailable as error:
            log.warning("jobs cannot be read: %s", error)
            await asyncio.sleep(POLL_SECONDS)
            return None
        return self._claimed

    async def _do(self, row: JobRow, worker: BotProcess) -> None:
        job = Job(self._database, row, worker if self._processes else None)
        renewing = asyncio.create_task(self._renew(row.id))
        try:
            if row.tries > sql.MAX_ATTEMPTS:
                raise BotProcessError(f"it was started {sql.MAX_ATTEMPTS} times and never finished")
            await self.kinds[row.kind](job)
            await job.finish()
        except LeaseLost:
            log.info("another worker continues a job", extra={"job": row.kind})
        except Unavailable as error:
            log.warning("a job waits for the database: %s", error)
            await asyncio.sleep(POLL_SECONDS)
            await self._release()
        except Exception as error:
            log.warning("a job failed: %s", error, extra={"job": row.kind})
            with suppress(LeaseLost, Unavailable):
                await job.finish(sql.FAILED)
        finally:
            renewing.cancel()
        self._claimed = None

    async def _renew(self, id: str) -> None:
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            with suppress(Unavailable):
                await self._database.write_async_commit(lambda c: sql.renew(c, self._me, id))

    async def _release(self) -> None:
        """Give up the claim, so that others can continue at once; if that fails, the lease expires."""
        claimed, self._claimed = self._claimed, None
        if claimed is not None:
            with suppress(Unavailable):
                await self._database.write_async_commit(lambda c: sql.release(c, self._me, claimed.id))
