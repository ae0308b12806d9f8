"""Ratings from a list of games, by openskill, an optional library (docs/decisions/0019)."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import NamedTuple

from .contests import Played
from .statistics import mean

openskill: ModuleType | None
try:
    from openskill import models as openskill
except ImportError:  # an extra: everything else is counted without it
    openskill = None


class Rating(NamedTuple):
    """The strength of a bot, on a scale where beginners have 25, and how uncertain it is."""

    mu: float
    sigma: float


def ratings(games: Sequence[Played]) -> dict[str, Rating]:
    """By bot, after all games in their order; nothing where the library is not installed.

    Each seat is a player. A bot that sits on several seats gets the mean of what they bring.
    """
    if openskill is None:
        return {}
    model = openskill.PlackettLuce()
    found: dict[str, Rating] = {}
    for game in games:
        before = [found.get(bot, Rating(float(model.mu), float(model.sigma))) for bot in game.seats]
        teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
        after = model.rate(teams, ranks=list(game.ranks))
        for bot in dict.fromkeys(game.seats):
            own = [team[0] for name, team in zip(game.seats, after, strict=True) if name == bot]
            found[bot] = Rating(mean([float(one.mu) for one in own]), mean([float(one.sigma) for one in own]))
    return found
