"""What the plain bot knows about an edition: kept in the edition's folder."""

from __future__ import annotations

from functools import cache

from stromnetz.engine.moves import Move
from stromnetz.engine.options import Option
from stromnetz.play.parts import brought, part
from stromnetz.play.view_parts import PlayerView
from stromnetz.play.views import View


class Knowledge:
    """How to decide where an edition asks something of its own. Nothing, unless it says otherwise."""

    def decide(self, view: View, me: PlayerView, options: list[Option]) -> Move | None:
        """The move for a decision; None where the bot should decide as in any other game."""
        return None


@cache
def knowledge_of(edition: str) -> list[Knowledge]:
    """What is known about an edition, then about its variants."""
    own = part(edition, "bots", "KNOWLEDGE", Knowledge)
    return [own, *brought(edition, "bots", "KNOWLEDGE", Knowledge)]
