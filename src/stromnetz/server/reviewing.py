"""Chances on the board, and reviews of games that are over: worked out in processes of their own, and kept.

A review takes seconds, so nobody waits for it: whoever asks is told how far it is and what is there already. It is an
errand (:mod:`stromnetz.server.errands`): any server or worker does it, in pieces that are short enough to be stopped
after, and what one leaves undone another goes on with.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from stromnetz.play.views import View

from . import review_work
from .bots import Worker, WorkerFailed
from .database import errands as sql
from .database.errands import Errand
from .database.store import Store
from .database.text import now_ms
from .desk import Desk
from .drawer import OpenTable
from .errands import Doing, Errands
from .errors import Conflict, Forbidden, TooMany, Unavailable
from .tables import PERSON, Table

log = logging.getLogger("stromnetz.reviews")

Json = dict[str, Any]
KIND = "review"
KEPT = 7 * 24 * 60 * 60 * 1000
"""Milliseconds for which a review is kept, about 60 kB each."""
MAX_WAITING = 60
"""Reviews that may wait; more are refused."""
MAX_WAITING_EACH = 6
"""Reviews of one user that may wait: as many as the largest game has seats."""
POINTS, MOVES = 40, 4
"""Points of a curve, and moves, that are looked at in one piece."""
PIECE = 30.0
"""Seconds that a piece may take."""
LONGEST = 180.0
"""Seconds that a review may take; what was not looked at by then is left out."""
NOTHING: Json = {"points": 0, "moves": [], "curve": [], "choices": [], "looked": 0}
"""What is known of a seat's game before somebody has begun."""


class Reviewing:
    def __init__(self, desk: Desk, store: Store, errands: Errands, processes: int) -> None:
        self._desk, self._store, self._errands = desk, store, errands
        self._processes = processes
        self._teller = Worker()
        self._telling = asyncio.Semaphore(1)
        errands.kinds[KIND] = self._look

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
                return await asyncio.to_thread(review_work.tell_chances, question)
            return await self._teller.ask(question, PIECE)
        except WorkerFailed as error:
            log.warning("nothing was told: %s", error)
            raise Unavailable(case="no-review") from None

    # --- reviews ---------------------------------------------------------------------------------------------------

    async def review(self, opened: OpenTable, seat: int, asker: str) -> Json:
        """What is known of a game that is over; whatever is missing is worked out from now on.

        ``asker`` is the user who asks: users take turns.
        """
        table = opened.table.id
        id = f"{KIND} {table} {seat}"
        errand = await self._store.read(lambda c: sql.read(c, id))
        if errand is None:
            errand = Errand(id, KIND, table, {"table": table, "seat": seat}, table_id=table, asker=asker)
            await self._enqueue(errand)
        elif errand.state == sql.FAILED:
            await self._store.write(lambda c: sql.remove(c, id))  # it may be asked for once more
            raise Unavailable(case="no-review")
        known = errand.answer or NOTHING
        whole = len(known["curve"]) == known["points"] > 0
        return {
            "ready": errand.state == sql.DONE,
            "done": errand.done,
            "of": errand.total,
            "seat": seat,
            "curve": known["curve"] if whole else [],
            "turns": review_work.turns_of(known["curve"]) if whole else [],
            "cost": review_work.mean_cost(known["choices"]),
            "choices": known["choices"],
        }

    async def _enqueue(self, errand: Errand) -> None:
        own, all = await self._store.read(lambda c: (sql.waiting(c, KIND, errand.asker), sql.waiting(c, KIND)))
        if own >= MAX_WAITING_EACH:
            raise TooMany(facts={"most": MAX_WAITING_EACH}, case="too-many-reviews")
        if all >= MAX_WAITING:
            raise Unavailable(case="many-reviews")
        await self._store.write(lambda c: sql.forget(c, KIND, now_ms() - KEPT))
        await self._errands.ask([errand])

    async def _look(self, doing: Doing) -> None:
        """Do it; from where somebody has stopped, if so."""
        id, seat = doing.errand.subject, doing.errand.question["seat"]
        until = asyncio.get_running_loop().time() + LONGEST
        record = await self._desk.whole_record(await self._desk.get(id))
        opening = {"op": "open-review", "key": id, "record": record}
        found = await doing.ask(review_work.open_review, opening, PIECE)
        points, mine = found["points"], found["moves"][seat]
        known = {**NOTHING, **(doing.errand.answer or {}), "points": points}
        total = points + len(mine)
        known["curve"] = known["curve"] or await self._curve_of(id)
        while len(known["curve"]) < points:
            at = len(known["curve"])
            asked = {"op": "look-on", "key": id, "points": [at, min(at + POINTS, points)]}
            known["curve"] = known["curve"] + await doing.ask(review_work.look_on, asked, PIECE)
            await doing.save(known, len(known["curve"]) + known["looked"], total)
        while known["looked"] < len(mine) and asyncio.get_running_loop().time() < until:
            some = mine[known["looked"] : known["looked"] + MOVES]
            asked = {"op": "look-on", "key": id, "moves": some}
            known["choices"] = known["choices"] + await doing.ask(review_work.look_on, asked, PIECE)
            known["looked"] += len(some)
            await doing.save(known, points + known["looked"], total)

    async def _curve_of(self, id: str) -> list[Json]:
        """The curve is the same for every seat: one that is whole need not be worked out again."""
        for other in await self._store.read(lambda c: sql.of_subject(c, KIND, id)):
            known = other.answer or NOTHING
            if known["points"] and len(known["curve"]) == known["points"]:
                curve: list[Json] = known["curve"]
                return curve
        return []


def need_alone(table: Table, guest: str | None) -> None:
    """While a game goes on its chances would be unfair to other people, wherever they sit."""
    people = [seat.seat for seat in table.seats if seat.kind == PERSON]
    if table.settings.rated or len(people) > 1 or any(seat not in table.seats_of(guest) for seat in people):
        raise Forbidden(case="chances-alone")


def need_learned(edition: str, map: str, players: int) -> None:
    """Refuse a game that nobody has learned, in words for whoever looks at the table."""
    from stromnetz.bots.master import known  # noqa: PLC0415  # nets are read when somebody asks

    if not any(one.plays(edition, map, players) for one in known()):
        facts = {"edition": edition, "map": map, "players": players}
        raise Conflict(facts=facts, case="unlearned")
