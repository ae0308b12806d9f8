"""Advice for a person: what a bot of some level would do on this seat, and why. It knows the view of the seat only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from stromnetz.engine.moves import Move
from stromnetz.play.views import View
from stromnetz.play.words.wording import Words

from . import make_bot
from .explanation import Explanation, Reason

LEVELS = ("easy", "normal", "hard")
LEARNED_LEVEL = "master"
"""The level that plays only what it has learned."""
ADVISER: Final = "hard"
MAX_SHOWN_MOVES = 4
"""Moves that are told, the best first."""


class Considered(NamedTuple):
    """A move that the adviser thought of."""

    move: Move
    text: str
    worth: int
    """In money, or the chance to win in percent."""


@dataclass(slots=True, frozen=True)
class Advice:
    text: str
    """Why the first move."""
    candidates: list[Considered]
    in_chances: bool = False
    """Whether what moves are worth is a chance to win, in percent, and not money."""

    def to_json(self) -> dict[str, Any]:
        told = [{"move": one.move.to_json(), "text": one.text, "worth": one.worth} for one in self.candidates]
        return {"text": self.text, "candidates": told, "unit": "percent" if self.in_chances else "money"}


def levels_for(edition: str, map: str, players: int) -> tuple[str, ...]:
    """The levels that can advise in a game, the weakest first.

    >>> levels_for("classic-2004", "germany", 3)[:3]
    ('easy', 'normal', 'hard')
    """
    from .master import loaded_nets  # noqa: PLC0415  # nets are read when somebody asks

    learned = any(one.plays(edition, map, players) for one in loaded_nets())
    return (*LEVELS, LEARNED_LEVEL) if learned else LEVELS


def advise(view: View, language: str = "en", bot: str = ADVISER, seed: int = 0) -> Advice:
    """Advice for ``view.decision``, which is that of the view's seat; or why another bot has moved as it did."""
    words = Words(view.edition, view.map, [], language)
    thought = make_bot(bot, seed).explain(view)
    if not thought.reasons:
        thought = Explanation(thought.candidates, [_plainly(thought, view)], thought.in_chances)
    told = [
        Considered(one.move, words.move(one.move), round(one.score)) for one in thought.candidates[:MAX_SHOWN_MOVES]
    ]
    return Advice(thought.text(view, language), told, thought.in_chances)


def _plainly(thought: Explanation, view: View) -> Reason:
    """What can be told of any choice: how it compares, or that nothing was compared."""
    if len(thought.candidates) > 1:
        first, second = thought.candidates[:2]
        facts = {"first": round(first.score), "second": round(second.score), "other": second.move}
        return Reason("compared", facts)
    assert view.decision is not None
    options = view.decision.options or []
    return Reason("only-move") if len(options) < 2 else Reason("rule-of-thumb", {"count": len(options)})
