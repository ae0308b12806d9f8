"""The errors a user of Stromnetz can meet. Each says what was wrong and, in ``facts``, with which numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def shown(value: object) -> str:
    """A value as a message shows it: short, whatever it is (Python does not print integers of thousands of digits)."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        text = f"a very large {type(value).__name__}"
    return text if len(text) <= 80 else f"{text[:77]}..."


class StromnetzError(Exception):
    """The root of the family: catching it catches everything the library raises on purpose.

    ``message`` is English. ``case`` names the sentence that says the same in other languages, with the facts filled in;
    it is empty where a player never meets the error.
    """

    def __init__(self, message: str, facts: Mapping[str, Any] | None = None, case: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.facts: dict[str, Any] = dict(facts or {})
        self.case = case

    def to_json(self) -> dict[str, Any]:
        return {"error": type(self).__name__, "message": self.message, "facts": self.facts}


class IllegalMove(StromnetzError):
    """A well-formed move that a rule forbids; ``rule`` is the id under which ``docs/rules`` states it."""

    def __init__(self, rule: str, case: str, message: str, facts: Mapping[str, Any] | None = None) -> None:
        super().__init__(message, facts, case)
        self.rule = rule

    def __str__(self) -> str:
        return f"{self.message} ({self.rule})"

    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), "rule": self.rule}


class NotYourTurn(StromnetzError):
    """The move may be fine, but another seat has to decide."""


class GameOver(StromnetzError):
    """The game has ended: nothing can be moved or taken back."""


class BadInput(StromnetzError):
    """Input that does not mean anything in this game: an unknown id, a wrong type, numbers that do not add up."""


class ScriptMismatch(StromnetzError):
    """A scripted set-up (deck, market, order, reshuffle) that cannot be followed."""
