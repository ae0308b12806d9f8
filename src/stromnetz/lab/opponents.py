"""Reference bots to measure against, not offered at tables: ``stromnetz.lab.opponents:WellStarted``."""

from __future__ import annotations

from stromnetz.bots import make_bot
from stromnetz.bots.base import Bot
from stromnetz.engine.moves import Move
from stromnetz.play.views import View


class WellStarted(Bot):
    """``plain`` with the first city of ``hard``: what is left of a lead when the start is as good."""

    name = "well-started"

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._plain = make_bot("plain", seed)
        self._hard = make_bot("hard", seed)

    def choose(self, view: View) -> Move:
        assert view.decision is not None
        first = view.decision.kind == "build" and not view.players[view.decision.seat].network
        return (self._hard if first else self._plain).choose(view)
