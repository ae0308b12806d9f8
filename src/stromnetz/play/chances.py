"""How likely each seat wins, by whoever can tell. What a game is worth to a seat is learned, and nets live above this
floor: the front door says who is asked.
"""

from __future__ import annotations

from collections.abc import Callable

from stromnetz.engine.errors import BadInput
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules

from .results import result_of

Estimate = Callable[[Rules, Position, bool], list[float]]
"""Of a game that goes on, for each seat, by what that seat knows: whether money is hidden is said last."""
_asked: list[Estimate] = []


def estimated_by(estimate: Estimate) -> None:
    """From now on this one is asked."""
    _asked[:] = [estimate]


def chances_of(rules: Rules, p: Position, hidden_money: bool) -> list[float]:
    """For each seat how likely it wins; they make 1 together. Of a game that is over: who has won."""
    result = result_of(rules, p)
    if result is not None:
        winners = result.winners
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(rules.players)]
    if not _asked:
        raise BadInput("there is nobody who could tell the chances")
    return _asked[0](rules, p, hidden_money)
