"""What a rollout takes as a bot."""

from __future__ import annotations

from typing import Protocol

from stromnetz.engine.moves import Move
from stromnetz.play.views import View


class Player(Protocol):
    """Anything with the method of a bot: it gets the view of its seat and returns a move."""

    def choose(self, view: View) -> Move:
        """Return the move for ``view.decision``."""
