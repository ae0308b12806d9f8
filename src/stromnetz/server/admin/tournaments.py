"""Tournaments of bots, started by admins and played by any free server or worker.

A tournament is a series of jobs (:mod:`stromnetz.server.core.jobs`). The plan determines the games, so it does not
matter which worker plays them, or whether it is interrupted: each counts once.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from itertools import islice
from typing import Annotated, Any

from fastapi import Depends
from sqlalchemy import Connection

from stromnetz.engine.errors import BadInput
from stromnetz.server.core import jobs_store as sql
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.dependencies import provided
from stromnetz.server.core.jobs import Job, JobQueue
from stromnetz.server.core.jobs_store import JobRow
from stromnetz.tables.errors import NotFound

Json = dict[str, Any]
KIND = "tournament"
GAMES_PER_JOB = 4
MAX_GAMES = 2_000
"""Games of a tournament."""
GAME_TIMEOUT_SECONDS = 600.0


class TournamentService:
    def __init__(self, database: Database, jobs: JobQueue) -> None:
        self._database, self._jobs = database, jobs
        jobs.kinds[KIND] = self._play

    async def start(self, wish: Json) -> str:
        """Start a tournament and return its id; refuse an invalid plan."""
        count = await asyncio.to_thread(_check, wish)
        id = secrets.token_urlsafe(12)
        ends = [min(first + GAMES_PER_JOB, count) for first in range(0, count, GAMES_PER_JOB)]
        some = [
            JobRow(
                f"{KIND} {id} {number:04}",
                KIND,
                id,
                {"plan": wish, "first": number * GAMES_PER_JOB, "end": end},
                total=end - number * GAMES_PER_JOB,
            )
            for number, end in enumerate(ends)
        ]
        await self._jobs.enqueue(some)
        return id

    async def _play(self, job: Job) -> None:
        from stromnetz.server.core.bot_process_main import play_match  # noqa: PLC0415  (only if bots think in this process)

        question = job.row.question
        first, end = question["first"], question["end"]
        games: list[Json] = (job.row.answer or {"games": []})["games"]
        while len(games) < end - first:
            asked = {"op": "match", "plan": question["plan"], "number": first + len(games)}
            games = [*games, await job.ask(play_match, asked, GAME_TIMEOUT_SECONDS)]
            await job.save({"games": games}, len(games), end - first)

    async def all(self) -> list[Json]:
        """Return all tournaments with their progress, latest first."""
        return await self._database.read(_listed)

    async def drop(self, id: str) -> None:
        """Stop a tournament and delete its results."""
        if not await self._database.write(lambda c: sql.drop(c, KIND, id)):
            raise _none(id)

    async def results(self, id: str) -> Any:
        """Return the results so far, as ``stromnetz tournament`` computes them."""
        found = await self._database.read(lambda c: sql.of_subject(c, KIND, id))
        if not found:
            raise _none(id)
        return await asyncio.to_thread(_results, found)


def _none(id: str) -> NotFound:
    return NotFound(facts={"tournament": id}, case="no-tournament")


def _check(wish: Json) -> int:
    """Validate a plan; return its number of games."""
    from stromnetz.arena.tournament import TournamentPlan  # noqa: PLC0415  (rarely needed)

    plan = TournamentPlan.from_json(wish)
    count = sum(1 for _ in islice(plan.matches(), MAX_GAMES + 1))
    if count > MAX_GAMES:
        raise BadInput(f"that is more than {MAX_GAMES} games: take fewer bots or deals", {"most": MAX_GAMES})
    plan.check()
    return count


def _listed(c: Connection) -> list[Json]:
    out = []
    for row in sql.summaries(c, KIND):
        question = json.loads(row["question_json"])
        state = sql.FAILED if row["failed"] else sql.OPEN if row["open"] else sql.DONE
        out.append(
            {
                "id": row["subject"],
                "asked_at": row["asked_at"],
                "plan": question["plan"],
                "done": row["done"],
                "of": row["total"],
                "state": state,
            }
        )
    return out


def _results(found: list[JobRow]) -> Any:
    from stromnetz.arena.matches import MatchResult  # noqa: PLC0415  (rarely needed)
    from stromnetz.arena.results import results  # noqa: PLC0415
    from stromnetz.arena.tournament import TournamentPlan  # noqa: PLC0415

    plan = TournamentPlan.from_json(found[0].question["plan"])
    rows = [game for one in found for game in (one.answer or {"games": []})["games"]]
    return results(plan, [MatchResult.from_json(row) for row in rows])


TournamentServiceDep = Annotated[TournamentService, Depends(provided(TournamentService))]
