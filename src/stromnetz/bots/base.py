"""What a bot is."""

from __future__ import annotations

from abc import ABC, abstractmethod

from stromnetz.engine.moves import Move
from stromnetz.play.views import View


class Bot(ABC):
    """A player. It is shown the view of its seat whenever it has to decide, and answers with a legal move."""

    name = ""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        """Makes a bot that uses chance repeatable."""

    @abstractmethod
    def choose(self, view: View) -> Move:
        """The move for ``view.decision``, which is this seat's."""
