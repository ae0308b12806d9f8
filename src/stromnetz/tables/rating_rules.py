"""Rated tables: who may sit there, and what a game counts for. No database, no network.

Everybody plays for themselves and by themselves: people with an account, one on each seat, and our own bots by level.
Nobody takes a move back or asks for advice. A bot that stands in for somebody plays for them; whoever resigns is last.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from stromnetz.bots import BOTS
from stromnetz.engine.moves import CardRef
from stromnetz.play.game import Game

from .errors import Conflict, Forbidden
from .results import final_result, resigned_seats
from .settings import TableSettings
from .table import AUTOMATIC, BOT, PERSON, Seat, Table

PROVISIONAL = 10
"""With fewer games than that nobody is ranked."""
AVERAGE, SCALE = 1500, 40
"""What is shown: openskill's 25 is the average, and one of its points is so many of ours."""
BEGINNER_RATING = 25.0


class Outcome(NamedTuple):
    """What a seat made of a game."""

    rank: int
    resigned: bool
    plants: tuple[CardRef, ...]


def points(mu: float) -> int:
    """A rating as it is shown.

    >>> points(25.0), points(30.0)
    (1500, 1700)
    """
    return round(AVERAGE + SCALE * (mu - BEGINNER_RATING))


def outcomes(table: Table, game: Game) -> list[Outcome]:
    """By seat: the rank, with those who resigned sharing the last one, and the plants that were bought."""
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
    """Refuse seats for which nobody could be rated, at a rated table."""
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
