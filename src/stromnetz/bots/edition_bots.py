"""What an edition teaches the bots: decisions that only it has."""

from __future__ import annotations

from functools import cache

from stromnetz.engine.moves import Move
from stromnetz.engine.options import Option
from stromnetz.play.edition_parts import edition_part, variant_parts
from stromnetz.play.view_parts import PlayerView
from stromnetz.play.views import View

from .explanation import Explanation, explain_scores
from .parameters import BotParameters, Level


class EditionStrategy:
    """How to decide where an edition asks something of its own. Nothing, unless it says otherwise."""

    def decide(self, view: View, me: PlayerView, options: list[Option]) -> Move | None:
        """The move of a plain bot; None where it should decide as in any other game."""
        return None

    def think(
        self, view: View, me: PlayerView, options: list[Option], level: Level, weights: BotParameters
    ) -> Explanation | None:
        """What a bot of some level thinks; None where it should think as in any other game."""
        move = self.decide(view, me, options)
        return None if move is None else explain_scores([(move, 0.0)])


@cache
def edition_strategies(edition: str) -> list[EditionStrategy]:
    """What is known about an edition, then about its variants."""
    own = edition_part(edition, "bots", "STRATEGY", EditionStrategy)
    return [own, *variant_parts(edition, "bots", "STRATEGY", EditionStrategy)]
