"""What bots know about an edition beyond the common game: kept in the edition's folder."""

from __future__ import annotations

from functools import cache

from stromnetz.engine.moves import Move
from stromnetz.engine.options import Option
from stromnetz.play.parts import brought, part
from stromnetz.play.view_parts import PlayerView
from stromnetz.play.views import View

from .explain import Explanation, thought
from .level import Level
from .weights import Weights


class Knowledge:
    """How to decide where an edition asks something of its own. Nothing, unless it says otherwise."""

    def decide(self, view: View, me: PlayerView, options: list[Option]) -> Move | None:
        """The move of a plain bot; None where it should decide as in any other game."""
        return None

    def think(
        self, view: View, me: PlayerView, options: list[Option], level: Level, weights: Weights
    ) -> Explanation | None:
        """What a bot of some level thinks; None where it should think as in any other game."""
        move = self.decide(view, me, options)
        return None if move is None else thought([(move, 0.0)])


@cache
def knowledge_of(edition: str) -> list[Knowledge]:
    """What is known about an edition, then about its variants."""
    own = part(edition, "bots", "KNOWLEDGE", Knowledge)
    return [own, *brought(edition, "bots", "KNOWLEDGE", Knowledge)]
