"""What a bot is."""

from __future__ import annotations

from abc import ABC, abstractmethod

from stromnetz.engine.moves import Move
from stromnetz.play.views import View

from .explanation import Explanation, explain_scores


class Bot(ABC):
    """A player. It is shown the view of its seat whenever it has to decide, and answers with a legal move.

    >>> class First(Bot):
    ...     name = "first"
    ...
    ...     def choose(self, view: View) -> Move:
    ...         return view.decision.legal_moves[0]
    >>> from stromnetz.play.new import new_game
    >>> First().choose(new_game("classic-2004", players=2, seed=7).view(1))
    Open(3, 3)
    """

    name = ""
    packed = False
    """Whether it reads the position behind a view, which a view that was sent as JSON has not."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        """Makes a bot that uses chance repeatable."""

    @abstractmethod
    def choose(self, view: View) -> Move:
        """The move for ``view.decision``, which is this seat's."""

    def explain(self, view: View) -> Explanation:
        """What it thinks of for ``view.decision``: the move that it would choose first, and why, if it can tell."""
        return explain_scores([(self.choose(view), 0.0)])
