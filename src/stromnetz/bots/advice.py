"""Advice for people: the move of a bot of some level in their seat, and why. It uses only the view of the seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from stromnetz.engine.moves import Move
from stromnetz.play.views import View
from stromnetz.play.words.vocabulary import Words

from . import make_bot
from .explanation import Explanation, Reason

LEVELS = ("easy", "normal", "hard")
LEARNED_LEVEL = "master"
"""The level that only plays games it has learned, and the default there: it also judges reviews."""
UNLEARNED_LEVEL = "hard"
"""The default level in games that no net has learned."""
MAX_SHOWN_MOVES = 4
"""Maximum number of moves in the advice, best first."""


class RatedMove(NamedTuple):
    """A move that the bot compared."""

    move: Move
    text: str
    worth: int
    """Value in money, or the win chance in percent."""


@dataclass(slots=True, frozen=True)
class Advice:
    text: str
    """Why the first move is best."""
    candidates: list[RatedMove]
    in_chances: bool = False
    """Whether the values are win chances in percent, not money."""

    def to_json(self) -> dict[str, Any]:
        told = [{"move": one.move.to_json(), "text": one.text, "worth": one.worth} for one in self.candidates]
        return {"text": self.text, "candidates": told, "unit": "percent" if self.in_chances else "money"}


def levels_for(edition: str, map: str, players: int) -> tuple[str, ...]:
    """Return the levels that can advise in a game, the weakest first.

    >>> levels_for("classic-2004", "germany", 3)[:3]
    ('easy', 'normal', 'hard')
    """
    from .master import loaded_nets  # noqa: PLC0415  (nets are loaded on demand)

    learned = any(one.plays(edition, map, players) for one in loaded_nets())
    return (*LEVELS, LEARNED_LEVEL) if learned else LEVELS


def default_level(edition: str, map: str, players: int) -> str:
    """Return the level that gives hints by default: the one that judges reviews, if there is a net for the game.

    >>> default_level("classic-2004", "germany", 3), default_level("classic-2004", "germany", 7)
    ('master', 'hard')
    """
    return LEARNED_LEVEL if LEARNED_LEVEL in levels_for(edition, map, players) else UNLEARNED_LEVEL


def advise(view: View, language: str = "en", bot: str | None = None, seed: int = 0, chosen: bool = False) -> Advice:
    """Return advice for ``view.decision``, which must be that of the view's seat; or explain what a bot has chosen.

    Without a bot, `default_level` advises, or ``hard`` if the view was received as JSON, which nets cannot read.
    """
    words = Words(view.edition, view.map, [], language)
    adviser = make_bot(bot or _default_level(view), seed)
    thought = adviser.explain_choice(view) if chosen else adviser.explain(view)
    if not thought.reasons:
        thought = Explanation(thought.candidates, [_generic_reason(thought, view)], thought.in_chances)
    told = [RatedMove(one.move, words.move(one.move), round(one.score)) for one in thought.candidates[:MAX_SHOWN_MOVES]]
    return Advice(thought.text(view, language), told, thought.in_chances)


def _default_level(view: View) -> str:
    if view.is_detached:
        return UNLEARNED_LEVEL
    return default_level(view.edition, view.map, view.known_position()[0].players)


def _generic_reason(thought: Explanation, view: View) -> Reason:
    """Return a generic reason for a choice: how its moves compare, or that nothing was compared."""
    if len(thought.candidates) > 1:
        first, second = thought.candidates[:2]
        facts = {"first": round(first.score), "second": round(second.score), "other": second.move}
        return Reason("compared", facts)
    assert view.decision is not None
    options = view.decision.options or []
    return Reason("only-move") if len(options) < 2 else Reason("rule-of-thumb", {"count": len(options)})
