"""The result: most supplied cities, then the edition's tie-breaks, then shared ranks (E2); before it, the win chances.

Chances are estimated by nets in ``bots``, which this package must not import; ``stromnetz`` registers them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, TypedDict

from stromnetz.engine.errors import BadInput
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules, max_supplied_cities
from stromnetz.engine.value_classes import slotted, to_plain_json


@slotted
class Standing:
    """A seat in the final ranking; equal ranks share a place.

    >>> Standing(rank=1, seat=2, supplied=17, money=31, cities=18).supplied
    17
    """

    rank: int
    seat: int
    supplied: int
    money: int
    cities: int


@slotted
class Neutral:
    """A neutral company at the end: it cannot win."""

    seat: int
    cities: int


class ResultJson(TypedDict):
    """The result of a game."""

    ranking: list[Annotated[dict[str, Any], Standing]]
    winners: list[int]
    neutral: list[Annotated[dict[str, Any], Neutral]]


@slotted
class Result:
    """The result of a game: the ranking, best first, and the neutral companies.

    >>> Result([Standing(1, 2, 17, 31, 18), Standing(2, 0, 16, 90, 17)], []).winners
    [2]
    """

    ranking: list[Standing]
    neutral: list[Neutral]

    @property
    def winners(self) -> list[int]:
        """The winning seat, or the seats that share the win."""
        return [s.seat for s in self.ranking if s.rank == 1]

    def to_json(self) -> ResultJson:
        return {
            "ranking": [to_plain_json(s) for s in self.ranking],
            "winners": self.winners,
            "neutral": [to_plain_json(n) for n in self.neutral],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Result:
        return cls([Standing(**row) for row in data["ranking"]], [Neutral(**row) for row in data["neutral"]])


def result_of(rules: Rules, p: Position) -> Result | None:
    """Return the ranking of a finished game; None while it is running."""
    return standings(rules, p) if p.ended else None


def standings(rules: Rules, p: Position) -> Result:
    """Return the ranking as if the game ended in this position."""
    rows = [Standing(0, s, max_supplied_cities(rules, p, s), p.money[s], p.cities[s]) for s in range(rules.players)]

    def key(row: Standing) -> tuple[int, ...]:
        return (row.supplied, *(getattr(row, tie) for tie in rules.edition.printed.tie_breaks))

    rows.sort(key=key, reverse=True)
    for row in rows:
        row.rank = 1 + sum(key(other) > key(row) for other in rows)
    neutral = [
        Neutral(s, sum(s in seats for seats in p.occupants) + sum(module.cities(s) for module in p.modules))
        for s in range(rules.players, rules.seats)
    ]
    return Result(rows, neutral)


ChanceEstimator = Callable[[Rules, Position, bool], list[float]]
"""Estimates each seat's chance to win a running game from what that seat knows; the last argument: is money hidden?"""
_asked: list[ChanceEstimator] = []


def set_chance_estimator(estimate: ChanceEstimator) -> None:
    """Set the function that estimates win chances."""
    _asked[:] = [estimate]


def chances_of(rules: Rules, p: Position, hidden_money: bool) -> list[float]:
    """Return the win chance of each seat, with sum 1. In finished games, the winners share it."""
    result = result_of(rules, p)
    if result is not None:
        winners = result.winners
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(rules.players)]
    if not _asked:
        raise BadInput("there is nobody who could tell the chances")
    return _asked[0](rules, p, hidden_money)
