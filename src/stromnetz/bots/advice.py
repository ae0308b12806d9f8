"""Advice for a person: what the strongest bot would do on this seat, and why. It knows the view of the seat only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from stromnetz.engine.moves import Move
from stromnetz.play.views import View
from stromnetz.play.words.wording import Words

from . import make_bot

ADVISER = "hard"
SHOWN = 4
"""Moves that are told, the best first."""


class Considered(NamedTuple):
    """A move that the adviser thought of."""

    move: Move
    text: str
    worth: int
    """In money."""


@dataclass(slots=True, frozen=True)
class Advice:
    text: str
    """Why the first move; empty where there is nothing to tell."""
    candidates: list[Considered]

    def to_json(self) -> dict[str, Any]:
        told = [{"move": one.move.to_json(), "text": one.text, "worth": one.worth} for one in self.candidates]
        return {"text": self.text, "candidates": told}


def advise(view: View, language: str = "en", bot: str = ADVISER, seed: int = 0) -> Advice:
    """Advice for ``view.decision``, which is that of the view's seat; or why another bot has moved as it did."""
    words = Words(view.edition, view.map, [], language)
    thought = make_bot(bot, seed).explain(view)
    told = [Considered(one.move, words.move(one.move), round(one.score)) for one in thought.candidates[:SHOWN]]
    return Advice(thought.text(view, language), told)
