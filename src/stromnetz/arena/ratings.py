"""Ratings of bots by the optional library openskill (docs/decisions/0019)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import NamedTuple

from .matches import MatchResult
from .statistics import mean

openskill: ModuleType | None
try:
    from openskill import models as openskill
except ImportError:  # an extra: without it, there are no ratings
    openskill = None


class Rating(NamedTuple):
    """The strength of a bot, on a scale where beginners have 25, and how uncertain it is."""

    mu: float
    sigma: float


def ratings(games: Sequence[MatchResult]) -> dict[str, Rating]:
    """Ratings by bot after all games, in their order; empty if openskill is not installed."""
    if openskill is None:
        return {}
    found: dict[str, Rating] = {}
    for game in games:
        found.update(rated(found, game.seats, game.ranks))
    return found


def rated(known: Mapping[str, Rating], players: Sequence[str], ranks: Sequence[float]) -> dict[str, Rating]:
    """The players' ratings after a game; unknown players start at the default rating.

    Each seat is a player. A bot on several seats gets the mean of their new ratings.
    """
    assert openskill is not None
    model = openskill.PlackettLuce()
    before = [known.get(player, Rating(float(model.mu), float(model.sigma))) for player in players]
    teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    after = model.rate(teams, ranks=list(ranks))
    out = {}
    for player in dict.fromkeys(players):
        own = [team[0] for name, team in zip(players, after, strict=True) if name == player]
        out[player] = Rating(mean([float(one.mu) for one in own]), mean([float(one.sigma) for one in own]))
    return out
