"""Refusals in words: the sentence of a case, with its facts named as players know them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from stromnetz.engine.errors import StromnetzError

from .saying import Amount, Shown, fact

if TYPE_CHECKING:
    from .wording import Words

SECTION = "refusals"

Sections = Mapping[str, Mapping[str, str]]


def plain(error: StromnetzError, sections: Sections) -> str:
    """The sentence where no game is known: numbers and names are shown as they are."""
    return _told(error, sections, lambda name, value: fact(value))


def in_words(error: StromnetzError, sections: Sections, words: Words) -> str:
    """The sentence for a game: cities, cards, fuels and players by their names."""
    return _told(error, sections, lambda name, value: _fact(name, value, words))


def _told(error: StromnetzError, sections: Sections, show: Callable[[str, Any], Amount | Shown]) -> str:
    """The sentence; of a plan with the move that it is about."""
    why = _filled(error, sections[SECTION], show)
    return why if error.move is None else sections["terms"]["plan_move"].format(n=error.move + 1, why=why)


def _filled(error: StromnetzError, sentences: Mapping[str, str], show: Callable[[str, Any], Amount | Shown]) -> str:
    sentence = sentences.get(error.case)
    if sentence is None:
        return error.message
    text = sentence.format(**{name: show(name, value) for name, value in error.facts.items()})
    return text[:1].upper() + text[1:]


def _fact(name: str, value: Any, words: Words) -> Amount | Shown:
    known: dict[str, Callable[[Any], str]] = {
        "city": words.city,
        "region": words.region,
        "fuel": words.fuel,
        "plant": words.card_in_text,
        "card": words.card_in_text,
        "seat": words.seat,
        "to_act": words.seat,
        "last": words.seat,
        "decision": words.decision,
    }
    lists: dict[str, Callable[[Any], str]] = {
        "on_offer": words.short,
        "current": words.short,
        "ways": words.fuel,
        "accepts": str,
    }
    try:
        if name in lists:
            return Shown((" / " if name == "ways" else ", ").join(map(lists[name], value)))
        own = words.own_fact(name, value)
        if own is not None:
            return Shown(own)
        return Shown(known[name](value)) if name in known else fact(value)
    except (KeyError, IndexError, TypeError):
        # bad input names what there is not
        return Shown(value)
