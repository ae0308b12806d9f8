"""A bot that makes any legal move, all equally likely."""

from __future__ import annotations

from random import Random

from stromnetz.engine.moves import Move
from stromnetz.play.views import View

from .base import Bot


class RandomBot(Bot):
    name = "random"

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._rng = Random(seed)

    def choose(self, view: View) -> Move:
        assert view.decision is not None
        moves = view.decision.legal_moves
        return moves[self._rng.randrange(len(moves))]
