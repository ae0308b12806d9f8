"""Rated tables: who may play there, and the outcome of a game.

Players are people with an account, one seat each, and our own bots by level. Undo and hints are not allowed. A stand-in
plays for its person; players who resign are last.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from stromnetz.bots import BOTS
from stromnetz.engine.moves import CardRef
from stromnetz.play.game import Game

from .endings import final_result, resigned_seats
from .errors import Conflict, Forbidden
from .settings import TableSettings
from .table import AUTOMATIC, BOT, PERSON, Seat, Table

PROVISIONAL = 10
"""Games before a player is ranked."""
AVERAGE, SCALE = 1500, 40
"""Displayed ratings: openskill's 25 becomes the average, and its unit is multiplied by the scale."""
BEGINNER_RATING = 25.0


class Outcome(NamedTuple):
    """The result of a seat."""

    rank: int
    resigned: bool
    plants: tuple[CardRef, ...]


def points(mu: float) -> int:
    """Convert a rating to displayed points."""
    return round(AVERAGE + SCALE * (mu - BEGINNER_RATING))


def outcomes(table: Table, game: Game) -> list[Outcome]:
    """Return the outcomes by seat. Players who resigned share the last rank."""
    gone = resigned_seats(table)
    ranks = {one.seat: one.rank for one in final_result(table, game).ranking}
    bought: dict[int, list[CardRef]] = {}
    for row in game.rows:
        for event in row.events:
            if event.kind == "plant-bought":
                one = event.to_json()
                bought.setdefault(one["seat"], []).append(one["plant"])
    return [
        Outcome(ranks[seat], seat in gone, () if seat in gone else tuple(bought.get(seat, ())))
        for seat in range(len(table.seats))
    ]


def require_rateable(settings: TableSettings, seats: Iterable[Seat], begins: bool = False) -> None:
    """Refuse seats that cannot be rated at a rated table."""
    if not settings.rated:
        return
    people: list[str | None] = []
    for seat in seats:
        if seat.kind == AUTOMATIC or (seat.kind == BOT and seat.bot not in BOTS):
            levels = ", ".join(BOTS)
            raise Conflict(facts={"seat": seat.seat, "levels": levels}, case="rated-seat")
        if seat.kind == PERSON:
            people.append(seat.guest)
    if len(set(people)) < len(people):
        raise Conflict(case="rated-one-seat")
    if begins and not people:
        raise Conflict(case="rated-people")


def require_account(named: bool) -> None:
    if not named:
        raise Forbidden(case="rated-named")
