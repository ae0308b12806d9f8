"""Facts in words: what events and refusals name, as players know it. A fact is said by its name, in both alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .saying import Amount, Shown, fact

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
    """The facts of one game: how those with a name are said, which the edition alone has words for, what "none" is."""

    def __init__(
        self, by_name: Mapping[str, Callable[[Any], str]], own: Callable[[str, str], str | None], none: str
    ) -> None:
        self.by_name = by_name
        self.own = own
        self.none = none

    def said(self, name: str, value: Any) -> Amount | Shown:
        if value is None:
            return Shown("")
        own = self.own(name, value) if isinstance(value, str) else None
        if own is not None:
            return Shown(own)
        if name == "supplied" and isinstance(value, list):
            return Shown(", ".join(f"{self.by_name['seat'](seat)} {n}" for seat, n in enumerate(value)))
        if name in LISTED:
            items = [str(self.said(LISTED[name], item)) for item in value]
            return Shown(BETWEEN.get(name, ", ").join(items) or self.none)
        known = self.by_name.get(name)
        return fact(value) if known is None else Shown(known(value))

    def said_of_input(self, name: str, value: Any) -> Amount | Shown:
        """The same where the value may come from outside: bad input names what there is not."""
        try:
            return self.said(name, value)
        except (AttributeError, KeyError, IndexError, TypeError):
            return Shown(value)
