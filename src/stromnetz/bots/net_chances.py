"""Win chances of all seats by one net (docs/learning.md)."""

from __future__ import annotations

from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from stromnetz.learn.network import PolicyNetwork
from stromnetz.play.results import result_of

SHARPNESS = 1.5
"""Exponent applied to the seats' estimates before they are normalised (docs/reliability.md)."""


def net_chances(judge: PolicyNetwork, rules: Rules, p: Position, hidden_money: bool) -> list[float]:
    """Return the win chances: each seat's estimate from its own knowledge, normalised.

    In finished games, the winners share the win.
    """
    result = result_of(rules, p)
    if result is not None:
        winners = result.winners
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(rules.players)]
    return normalise([judge.chances(rules, p, seat, hidden_money)[0] for seat in range(rules.players)])


def normalise(estimates: list[float], sharper: float = SHARPNESS) -> list[float]:
    """Normalise the estimates of all seats to sum 1."""
    sharp = [hope**sharper for hope in estimates]
    total = sum(sharp)
    return [one / total for one in sharp] if total else [1 / len(estimates)] * len(estimates)
