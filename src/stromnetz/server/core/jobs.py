"""What takes a while, asked for in the browser and done by any server or worker, one at a time in each.

It is kept in the database: whoever asks is told how far it is, and what a worker leaves undone another goes on with.
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

log = logging.getLogger("stromnetz.errands")

T = TypeVar("T")
Json = dict[str, Any]
POLL_SECONDS = 2.0
"""Seconds after which is looked for something that others have been asked for, or have left undone."""
IDLE_SECONDS = 60.0
"""Seconds after which the process ends that has nothing to do."""
RENEW_SECONDS = sql.LEASE / 1000 / 3


class LeaseLost(Exception):
    """Somebody else has claimed it meanwhile: what comes out here is not wanted any more."""


class Job:
    """A job that this server works on."""

    def __init__(self, store: Database, row: JobRow, worker: BotProcess | None) -> None:
        self._store, self._worker = store, worker
        self.row = row

    async def ask(self, work: Callable[[Json], Any], question: Json, seconds: float) -> Any:
        """A piece of it, in a process of its own; here, where bots think here."""
        if self._worker is None:
            return await asyncio.to_thread(work, question)
        return await self._worker.ask(question, seconds)

    async def save(self, answer: Json, done: int, total: int) -> None:
        """So much has come out: who comes after us goes on there."""
        await self._write(replace(self.row, answer=answer, done=done, total=total))

    async def finish(self, state: str = sql.DONE) -> None:
        await self._write(replace(self.row, state=state))

    async def _write(self, changed: JobRow) -> None:
        if not await self._store.write(lambda c: sql.save(c, self._store.bus.server_id, changed)):
            raise LeaseLost
        self.row = changed


JobHandler = Callable[[Job], Awaitable[None]]


class JobQueue:
    def __init__(self, store: Database, processes: int, works: bool, alone: bool) -> None:
        self._store = store
        self._processes = processes
        self._works = works
        self._alone = alone
        """Whether no other server takes jobs from the same database."""
        self._me = store.bus.server_id
        self._called = asyncio.Event()
        self._held: JobRow | None = None
        self.kinds: dict[str, JobHandler] = {}
        """How each kind is done."""

    async def enqueue(self, some: Sequence[JobRow]) -> None:
        """Have them done, unless they are or will be."""
        with suppress(IntegrityError):  # another server was asked for the same at the same time
            await self._store.write(lambda c: sql.add_jobs(c, some))
        self._called.set()

    async def run(self) -> None:
        """Do what is there, until cancelled."""
        if not self._works:
            return
        worker = BotProcess()
        loop = asyncio.get_running_loop()
        last = loop.time()
        try:
            if self._alone:
                await self._store.write(sql.take_over)
            while True:
                self._called.clear()
                found = await self._claim()
                if found is not None:
                    await self._do(found, worker)
                    last = loop.time()
                    continue
                if loop.time() - last > IDLE_SECONDS:
                    await worker.stop()
                with suppress(TimeoutError):
                    async with asyncio.timeout(IDLE_SECONDS if self._alone else POLL_SECONDS):
                        await self._called.wait()
        finally:
            await worker.stop()
            await self._give_back()

    async def _claim(self) -> JobRow | None:
        try:
            self._held = await self._store.write_async_commit(lambda c: sql.claim(c, self._me))
        except Unavailable as error:
            log.warning("what was asked for cannot be read: %s", error)
            await asyncio.sleep(POLL_SECONDS)
            return None
        return self._held

    async def _do(self, row: JobRow, worker: BotProcess) -> None:
        job = Job(self._store, row, worker if self._processes else None)
        renewing = asyncio.create_task(self._renew(row.id))
        try:
            if row.tries > sql.TRIES:
                raise BotProcessError(f"it was begun {sql.TRIES} times and never came to an end")
            await self.kinds[row.kind](job)
            await job.finish()
        except LeaseLost:
            log.info("another goes on with it", extra={"job": row.kind})
        except Unavailable as error:
            log.warning("what was asked for waits for the database: %s", error)
            await asyncio.sleep(POLL_SECONDS)
            await self._give_back()
        except Exception as error:
            log.warning("what was asked for could not be done: %s", error, extra={"job": row.kind})
            with suppress(LeaseLost, Unavailable):
                await job.finish(sql.FAILED)
        finally:
            renewing.cancel()
        self._held = None

    async def _renew(self, id: str) -> None:
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            with suppress(Unavailable):
                await self._store.write_async_commit(lambda c: sql.renew(c, self._me, id))

    async def _give_back(self) -> None:
        """What is not done here can be taken up by others at once; if that cannot be told, the claim runs out."""
        held, self._held = self._held, None
        if held is not None:
            with suppress(Unavailable):
                await self._store.write_async_commit(lambda c: sql.give_back(c, self._me, held.id))
