"""``hard`` with given company weights, for ``stromnetz tune``.

stromnetz tune --bot stromnetz.editions.outpost.expert.tuned:CompanyBot --edition outpost ...
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from stromnetz.bots.base import Bot
from stromnetz.bots.levels import HardBot
from stromnetz.editions.outpost.bots import STRATEGY
from stromnetz.engine.moves import Move
from stromnetz.play.views import View

from .weights import company_weights, load


class CompanyBot(Bot):
    """Decides for companies with the given weights, and otherwise like ``hard``."""

    name = "companies"
    WEIGHTS: ClassVar[Mapping[str, float]] = load()

    def __init__(self, seed: int = 0, weights: Mapping[str, float] | None = None) -> None:
        super().__init__(seed)
        self._hard = HardBot(seed)
        self._weights = company_weights(self.WEIGHTS if weights is None else weights)

    def choose(self, view: View) -> Move:
        assert view.decision is not None
        options = view.decision.options
        assert options is not None
        me = view.players[view.decision.seat]
        thoughts = STRATEGY.weigh(view, me, options, self._hard.level, self._weights)
        return self._hard.choose(view) if thoughts is None else thoughts.move
