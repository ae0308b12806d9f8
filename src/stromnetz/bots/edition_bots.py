"""What editions add to bots: how to make decisions that only they have."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from stromnetz.engine.moves import Move
from stromnetz.engine.options import Option
from stromnetz.play.edition_parts import edition_part, variant_parts
from stromnetz.play.view_parts import PlayerView
from stromnetz.play.views import View

from .explanation import Explanation, explain_scores
from .parameters import BotParameters, Level


class EditionStrategy:
    """How bots decide in an edition; by default, nothing differs."""

    def decide(self, view: View, me: PlayerView, options: Sequence[Option]) -> Move | None:
        """Return the move of the plain bot; None to decide as in other editions."""
        return None

    def think(
        self, view: View, me: PlayerView, options: Sequence[Option], level: Level, weights: BotParameters
    ) -> Explanation | None:
        """Explain the move of a level; None to decide as in other editions."""
        move = self.decide(view, me, options)
        return None if move is None else explain_scores([(move, 0.0)])


@cache
def edition_strategies(edition: str) -> list[EditionStrategy]:
    """Return the strategies of an edition and of its variants."""
    own = edition_part(edition, "bots", "STRATEGY", EditionStrategy)
    return [own, *variant_parts(edition, "bots", "STRATEGY", EditionStrategy)]
