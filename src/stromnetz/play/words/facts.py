"""Facts in words: what events and refusals name, as players know it. A fact is said by its name, in both alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from stromnetz.engine.moves import CardRef

from .saying import Amount, Shown, fact

if TYPE_CHECKING:
    from .wording import Words

Say = Callable[[str, Any], Amount | Shown]
"""A fact, given by its name and its value."""

LISTED = {
    "regions": "region",
    "path": "city",
    "order": "seat",
    "ways": "fuel",
    "plants": "ref",
    "cards": "ref",
    "on_offer": "ref",
    "current": "ref",
    "costs": "cost",
    "accepts": "move",
}
"""Facts that are lists, with the fact that each item is."""
BETWEEN = {"ways": " / "}


def plainly(name: str, value: Any) -> Amount | Shown:
    """As it is, where no game is known to take names from."""
    return fact(value)


def filled(sentence: str, facts: Mapping[str, Any], say: Say) -> str:
    """A sentence with its gaps filled; facts that it does not tell are not asked for."""
    return sentence.format_map(_Gaps(facts, say))


class _Gaps:
    def __init__(self, facts: Mapping[str, Any], say: Say) -> None:
        self.facts = facts
        self.say = say

    def __getitem__(self, name: str) -> Amount | Shown:
        return self.say(name, self.facts[name])


class Facts:
    """The facts of one game; ``card`` says a card that is named as such."""

    def __init__(self, words: Words, card: Callable[[CardRef], str]) -> None:
        self.words = words
        self.by_name: dict[str, Callable[[Any], str]] = {
            **dict.fromkeys(("seat", "for_seat", "to_act", "last"), words.seat),
            **dict.fromkeys(("fuel", "burn"), words.fuel),
            **dict.fromkeys(("ref", "on"), words.short),
            "plant": words.card_in_text,
            "card": card,
            "city": words.city,
            "region": words.region,
            "phase": words.phase,
            "decision": words.decision,
            "to": words.fuel_move,
        }

    def said(self, name: str, value: Any) -> Amount | Shown:
        if value is None:
            return Shown("")
        own = self.words.own_fact(name, value) if isinstance(value, str) else None
        if own is not None:
            return Shown(own)
        if name == "supplied" and isinstance(value, list):
            return Shown(", ".join(f"{self.words.seat(seat)} {n}" for seat, n in enumerate(value)))
        if name in LISTED:
            items = [str(self.said(LISTED[name], item)) for item in value]
            return Shown(BETWEEN.get(name, ", ").join(items) or self.words.term("empty"))
        known = self.by_name.get(name)
        return fact(value) if known is None else Shown(known(value))

    def said_of_input(self, name: str, value: Any) -> Amount | Shown:
        """The same where the value may come from outside: bad input names what there is not."""
        try:
            return self.said(name, value)
        except (AttributeError, KeyError, IndexError, TypeError):
            return Shown(value)
