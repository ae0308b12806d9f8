"""Win chances, estimated by nets in ``bots``, which this package must not import; ``stromnetz`` registers them."""

from __future__ import annotations

from collections.abc import Callable

from stromnetz.engine.errors import BadInput
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules

from .results import result_of

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
