"""Winning chances and reviews of finished games, computed in separate processes.

A review takes seconds and is a job (:mod:`stromnetz.server.core.jobs`): any server or worker computes it in short
steps, and another one continues if it stops. Requests return the progress and what is ready.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Annotated, Any, NamedTuple

from fastapi import Depends

from stromnetz.play.views import View
from stromnetz.server.core import bot_process_main
from stromnetz.server.core import jobs_store as sql
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.dependencies import provided
from stromnetz.server.core.jobs import Job, JobQueue
from stromnetz.server.core.jobs_store import JobRow
from stromnetz.server.table_play.bot_turns import BotProcess, BotProcessError
from stromnetz.server.tables.cache import LoadedTable
from stromnetz.server.tables.service import TableService
from stromnetz.tables.errors import RateLimited, Unavailable
from stromnetz.tables.time import DAY_MS, now_ms

log = logging.getLogger("stromnetz.reviews")

Json = dict[str, Any]
KIND = "review"
RESULT_TTL_MS = 7 * DAY_MS
"""How long a review is stored, about 60 kB each."""
MAX_WAITING = 60
MAX_WAITING_PER_USER = 6
"""As many as the largest game has seats."""
POINTS_PER_STEP, DECISIONS_PER_STEP = 40, 4
STEP_SECONDS = 30.0
MAX_REVIEW_SECONDS = 180.0
"""Time limit of a review; the remaining decisions are left out."""
EMPTY: Json = {"points": 0, "curve": [], "choices": [], "looked": 0}
"""The result before the first step."""


class StoredReview(NamedTuple):
    """A review as far as it is ready."""

    progress: Json
    """Whether it is complete, and the number of steps."""
    curve: list[Json]
    """Empty until it is complete."""
    choices: list[Json]


class ReviewService:
    def __init__(self, table_service: TableService, database: Database, jobs: JobQueue, processes: int) -> None:
        self._table_service, self._database, self._jobs = table_service, database, jobs
        self._processes = processes
        self._process = BotProcess()
        self._chances_lock = asyncio.Semaphore(1)
        jobs.kinds[KIND] = self._run_review

    async def stop(self) -> None:
        await self._process.stop()

    # --- chances ---------------------------------------------------------------------------------------------------

    async def chances(self, view: View) -> list[float]:
        """Return the chance of each seat, judged by the view."""
        question = {"op": "chances", "packed": await asyncio.to_thread(view.packed)}
        async with self._chances_lock:
            found: list[float] = await self._ask(question)
        return found

    async def _ask(self, question: Json) -> Any:
        try:
            if not self._processes:
                return await asyncio.to_thread(bot_process_main.tell_chances, question)
            return await self._process.ask(question, STEP_SECONDS)
        except BotProcessError as error:
            log.warning("chances could not be computed: %s", error)
            raise Unavailable(case="no-review") from None

    # --- reviews ---------------------------------------------------------------------------------------------------

    async def review(self, opened: LoadedTable, seat: int, asker: str) -> StoredReview:
        """Return the review as far as it is ready, and start it if necessary.

        ``asker`` is the user who asks: users take turns.
        """
        table = opened.table.id
        id = f"{KIND} {table} {seat}"
        row = await self._database.read(lambda c: sql.read(c, id))
        if row is None:
            row = JobRow(id, KIND, table, {"table": table, "seat": seat}, table_id=table, asker=asker)
            await self._enqueue(row)
        elif row.state == sql.FAILED:
            await self._database.write(lambda c: sql.remove(c, id))  # the next request starts it again
            raise Unavailable(case="no-review")
        known = row.answer or EMPTY
        whole = len(known["curve"]) == known["points"] > 0
        progress = {"ready": row.state == sql.DONE, "done": row.done, "of": row.total}
        return StoredReview(progress, known["curve"] if whole else [], known["choices"])

    async def _enqueue(self, row: JobRow) -> None:
        own, all = await self._database.read(lambda c: (sql.waiting(c, KIND, row.asker), sql.waiting(c, KIND)))
        if own >= MAX_WAITING_PER_USER:
            raise RateLimited(facts={"most": MAX_WAITING_PER_USER}, case="too-many-reviews")
        if all >= MAX_WAITING:
            raise Unavailable(case="many-reviews")
        await self._database.write(lambda c: sql.delete_old(c, KIND, now_ms() - RESULT_TTL_MS))
        await self._jobs.enqueue([row])

    async def _run_review(self, job: Job) -> None:
        """Compute a review, continuing from the saved result."""
        id, seat = job.row.subject, job.row.question["seat"]
        until = asyncio.get_running_loop().time() + MAX_REVIEW_SECONDS
        record = await self._table_service.history.whole_record(await self._table_service.get(id))
        opening = {"op": "open-review", "key": id, "record": record}
        found = await job.ask(bot_process_main.open_review, opening, STEP_SECONDS)
        points, mine = found["points"], found["decisions"][seat]
        known = {**EMPTY, **(job.row.answer or {}), "points": points}
        total = points + len(mine)
        known["curve"] = known["curve"] or await self._curve_of(id)
        while len(known["curve"]) < points:
            at = len(known["curve"])
            asked = {"op": "look-on", "key": id, "points": [at, min(at + POINTS_PER_STEP, points)]}
            known["curve"] = known["curve"] + await job.ask(bot_process_main.continue_review, asked, STEP_SECONDS)
            await job.save(known, len(known["curve"]) + known["looked"], total)
        while known["looked"] < len(mine) and asyncio.get_running_loop().time() < until:
            some = mine[known["looked"] : known["looked"] + DECISIONS_PER_STEP]
            asked = {"op": "look-on", "key": id, "decisions": some}
            known["choices"] = known["choices"] + await job.ask(bot_process_main.continue_review, asked, STEP_SECONDS)
            known["looked"] += len(some)
            await job.save(known, points + known["looked"], total)

    async def _curve_of(self, id: str) -> list[Json]:
        """Return the curve of another seat's review, which is the same, if it is complete."""
        for other in await self._database.read(lambda c: sql.of_subject(c, KIND, id)):
            known = other.answer or EMPTY
            if known["points"] and len(known["curve"]) == known["points"]:
                curve: list[Json] = known["curve"]
                return curve
        return []


ReviewServiceDep = Annotated[ReviewService, Depends(provided(ReviewService))]
