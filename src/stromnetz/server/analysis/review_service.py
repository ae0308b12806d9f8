"""Chances on the board, and reviews of games that are over: worked out in processes of their own, and kept.

A review takes seconds, so nobody waits for it: whoever asks is told how far it is and what is there already. It is an
row (:mod:`stromnetz.server.core.jobs`): any server or worker does it, in pieces that are short enough to be stopped
after, and what one leaves undone another goes on with.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Annotated, Any

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
from stromnetz.tables.errors import Conflict, Forbidden, RateLimited, Unavailable
from stromnetz.tables.table import PERSON, Table
from stromnetz.tables.time import now_ms

log = logging.getLogger("stromnetz.reviews")

Json = dict[str, Any]
KIND = "review"
RESULT_TTL_MS = 7 * 24 * 60 * 60 * 1000
"""Milliseconds for which a review is kept, about 60 kB each."""
MAX_WAITING = 60
"""Reviews that may wait; more are refused."""
MAX_WAITING_EACH = 6
"""Reviews of one user that may wait: as many as the largest game has seats."""
POINTS, MOVES = 40, 4
"""Points of a curve, and moves, that are looked at in one piece."""
STEP_SECONDS = 30.0
"""Seconds that a piece may take."""
MAX_REVIEW_SECONDS = 180.0
"""Seconds that a review may take; what was not looked at by then is left out."""
NOTHING: Json = {"points": 0, "moves": [], "curve": [], "choices": [], "looked": 0}
"""What is known of a seat's game before somebody has begun."""


class ReviewService:
    def __init__(self, table_service: TableService, store: Database, jobs: JobQueue, processes: int) -> None:
        self._table_service, self._store, self._jobs = table_service, store, jobs
        self._processes = processes
        self._teller = BotProcess()
        self._telling = asyncio.Semaphore(1)
        jobs.kinds[KIND] = self._look

    async def stop(self) -> None:
        await self._teller.stop()

    # --- chances ---------------------------------------------------------------------------------------------------

    async def chances(self, view: View) -> list[float]:
        """By what the seat of the view knows."""
        question = {"op": "chances", "packed": await asyncio.to_thread(view.packed)}
        async with self._telling:
            found: list[float] = await self._ask(question)
        return found

    async def _ask(self, question: Json) -> Any:
        try:
            if not self._processes:
                return await asyncio.to_thread(bot_process_main.tell_chances, question)
            return await self._teller.ask(question, STEP_SECONDS)
        except BotProcessError as error:
            log.warning("nothing was told: %s", error)
            raise Unavailable(case="no-review") from None

    # --- reviews ---------------------------------------------------------------------------------------------------

    async def review(self, opened: LoadedTable, seat: int, asker: str) -> Json:
        """What is known of a game that is over; whatever is missing is worked out from now on.

        ``asker`` is the user who asks: users take turns.
        """
        table = opened.table.id
        id = f"{KIND} {table} {seat}"
        row = await self._store.read(lambda c: sql.read(c, id))
        if row is None:
            row = JobRow(id, KIND, table, {"table": table, "seat": seat}, table_id=table, asker=asker)
            await self._enqueue(row)
        elif row.state == sql.FAILED:
            await self._store.write(lambda c: sql.remove(c, id))  # it may be asked for once more
            raise Unavailable(case="no-review")
        known = row.answer or NOTHING
        whole = len(known["curve"]) == known["points"] > 0
        return {
            "ready": row.state == sql.DONE,
            "done": row.done,
            "of": row.total,
            "seat": seat,
            "curve": known["curve"] if whole else [],
            "turns": bot_process_main.turning_points_of(known["curve"]) if whole else [],
            "cost": bot_process_main.mean_cost(known["choices"]),
            "choices": known["choices"],
        }

    async def _enqueue(self, row: JobRow) -> None:
        own, all = await self._store.read(lambda c: (sql.waiting(c, KIND, row.asker), sql.waiting(c, KIND)))
        if own >= MAX_WAITING_EACH:
            raise RateLimited(facts={"most": MAX_WAITING_EACH}, case="too-many-reviews")
        if all >= MAX_WAITING:
            raise Unavailable(case="many-reviews")
        await self._store.write(lambda c: sql.forget(c, KIND, now_ms() - RESULT_TTL_MS))
        await self._jobs.enqueue([row])

    async def _look(self, job: Job) -> None:
        """Do it; from where somebody has stopped, if so."""
        id, seat = job.row.subject, job.row.question["seat"]
        until = asyncio.get_running_loop().time() + MAX_REVIEW_SECONDS
        record = await self._table_service.history.whole_record(await self._table_service.get(id))
        opening = {"op": "open-review", "key": id, "record": record}
        found = await job.ask(bot_process_main.open_review, opening, STEP_SECONDS)
        points, mine = found["points"], found["moves"][seat]
        known = {**NOTHING, **(job.row.answer or {}), "points": points}
        total = points + len(mine)
        known["curve"] = known["curve"] or await self._curve_of(id)
        while len(known["curve"]) < points:
            at = len(known["curve"])
            asked = {"op": "look-on", "key": id, "points": [at, min(at + POINTS, points)]}
            known["curve"] = known["curve"] + await job.ask(bot_process_main.continue_review, asked, STEP_SECONDS)
            await job.save(known, len(known["curve"]) + known["looked"], total)
        while known["looked"] < len(mine) and asyncio.get_running_loop().time() < until:
            some = mine[known["looked"] : known["looked"] + MOVES]
            asked = {"op": "look-on", "key": id, "moves": some}
            known["choices"] = known["choices"] + await job.ask(bot_process_main.continue_review, asked, STEP_SECONDS)
            known["looked"] += len(some)
            await job.save(known, points + known["looked"], total)

    async def _curve_of(self, id: str) -> list[Json]:
        """The curve is the same for every seat: one that is whole need not be worked out again."""
        for other in await self._store.read(lambda c: sql.of_subject(c, KIND, id)):
            known = other.answer or NOTHING
            if known["points"] and len(known["curve"]) == known["points"]:
                curve: list[Json] = known["curve"]
                return curve
        return []


def require_single_person(table: Table, guest: str | None) -> None:
    """While a game goes on its chances would be unfair to other people, wherever they sit."""
    people = [seat.seat for seat in table.seats if seat.kind == PERSON]
    if table.settings.rated or len(people) > 1 or any(seat not in table.seats_of(guest) for seat in people):
        raise Forbidden(case="chances-alone")


def require_net(edition: str, map: str, players: int) -> None:
    """Refuse a game that nobody has learned, in words for whoever looks at the table."""
    from stromnetz.bots.master import loaded_nets  # noqa: PLC0415  # nets are read when somebody asks

    if not any(one.plays(edition, map, players) for one in loaded_nets()):
        facts = {"edition": edition, "map": map, "players": players}
        raise Conflict(facts=facts, case="unlearned")


ReviewServiceDep = Annotated[ReviewService, Depends(provided(ReviewService))]
