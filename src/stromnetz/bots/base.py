"""The base class of bots."""

from __future__ import annotations

from abc import ABC, abstractmethod

from stromnetz.engine.moves import Move
from stromnetz.play.views import View

from .explanation import Explanation, explain_scores


class Bot(ABC):
    """Base class of bots. For each decision, a bot gets the view of its seat and returns a legal move.

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
    """Whether it reads the position of a view, which views received as JSON lack."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        """Seed for bots that use chance, so that games can be repeated."""

    @abstractmethod
    def choose(self, view: View) -> Move:
        """Return the move for ``view.decision``, which is this seat's."""

    def explain(self, view: View) -> Explanation:
        """Return the moves that it compares for ``view.decision``, best first, with reasons if it has any.

        The first is the move that it recommends to others. `choose` may return another one, if it has less time.
        """
        return explain_scores([(self.choose(view), 0.0)])

    def explain_choice(self, view: View) -> Explanation:
        """Explain the move that `choose` returns, which comes first; by default like `explain`."""
        return self.explain(view)
