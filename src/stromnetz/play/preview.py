"""A plan tried out: what it would bring, seen by the seat that makes it."""

from __future__ import annotations

from dataclasses import dataclass

from stromnetz.engine.events import Event

from .views import View


@dataclass(slots=True)
class Preview:
    """What a plan would bring: how many of its moves were made, and the view after them.

    ``stopped`` says why the plan ends early: ``"draw"`` where a card would be turned up (the last move is made up to
    there), ``"turn"`` when it is no longer the seat's turn.

    >>> from stromnetz import Open, new_game
    >>> game = new_game("classic-2004", players=2, seed=7)
    >>> plan = game.preview([Open(4, 4)])
    >>> plan.made, plan.view.auction.bid, game.version
    (1, 4, 0)
    """

    made: int
    stopped: str | None
    view: View
    events: list[Event]
