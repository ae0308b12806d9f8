"""Fill sentences with facts: numbers and plurals, names, and the sentences of refusals."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from stromnetz.editions.files.loading import edition_data, variant_words, words_of
from stromnetz.engine.errors import StromnetzError

Sentences = dict[str, dict[str, str]]


class Amount(int):
    """A number in a sentence: ``{n:city|cities}`` is "1 city" or "2 cities". All our languages have these two forms."""

    def __format__(self, spec: str) -> str:
        if not spec:
            return str(int(self))
        one, many = spec.split("|")
        return f"{int(self)} {one if self == 1 else many}"


class Shown(str):
    """Anything else in the place of a number: the words after it are left out."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return str(self)


def isolated(name: str) -> str:
    """A name among other words: written from right to left, it turns nothing around.

    >>> isolated("Ann"), isolated("דנה") == "\\u2068דנה\\u2069"
    ('Ann', True)
    """
    turns = not name.isascii() and any(unicodedata.bidirectional(one) in ("R", "AL") for one in name)
    return f"\u2068{name}\u2069" if turns else name


def fact(value: Any) -> Amount | Shown:
    """A fact as sentences want it, where it is no name."""
    if isinstance(value, list | tuple):
        return Shown(", ".join([str(fact(one)) for one in value]))
    return Amount(value) if type(value) is int else Shown(isolated(str(value)))


@cache
def _swaps(edition: str, language: str) -> tuple[re.Pattern[str], dict[str, str]] | None:
    words: dict[str, str] = edition_data(edition).get("instead", {}).get(language, {})
    if not words:
        return None
    # from the start of a word, so that compounds change too
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})", re.IGNORECASE), words


def in_own_words(text: str, edition: str, language: str) -> str:
    """A text with the words that the edition's book uses for the same things.

    >>> in_own_words("Grondstoffenmarkt: 2 kolen", "classic-2009", "nl")
    'Brandstoffenmarkt: 2 steenkool'
    """
    swaps = _swaps(edition, language)
    if swaps is None:
        return text
    pattern, words = swaps

    def swap(found: re.Match[str]) -> str:
        own = words[found[0].lower()]
        return own[:1].upper() + own[1:] if found[0][:1].isupper() else own

    return pattern.sub(swap, text)


def given_words(edition: str, language: str) -> Sentences:
    """What an edition, its promo cards and its variants bring: those of the variants in the words of its book."""
    brought, own = variant_words(edition, language), words_of(edition, language)
    out = {
        section: {key: in_own_words(sentence, edition, language) for key, sentence in sentences.items()}
        for section, sentences in brought.items()
    }
    return {section: {**out.get(section, {}), **own.get(section, {})} for section in dict.fromkeys([*out, *own])}


def own_sentences(edition: str, language: str, common: Mapping[str, Mapping[str, str]]) -> Sentences:
    """What an edition says beyond the common words or otherwise: its sentences, and those with words of its own."""
    given = given_words(edition, language)
    out: Sentences = {}
    for section in dict.fromkeys([*common, *given]):
        own = given.get(section, {})
        for key, sentence in common.get(section, {}).items():
            said = own.get(key) or in_own_words(sentence, edition, language)
            if said != sentence:
                out.setdefault(section, {})[key] = said
        more = {key: sentence for key, sentence in own.items() if key not in common.get(section, {})}
        if more:
            out.setdefault(section, {}).update(more)
    return out


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
        """Like `said`, for values from outside, which may name things that do not exist."""
        try:
            return self.said(name, value)
        except (AttributeError, KeyError, IndexError, TypeError):
            return Shown(value)


REFUSALS_SECTION = "refusals"

Sections = Mapping[str, Mapping[str, str]]


def refusal_text(error: StromnetzError, sections: Sections, say: Say) -> str:
    """Why not; as the error itself puts it where there is no sentence for its case."""
    sentence = sections[REFUSALS_SECTION].get(error.case)
    why = error.bare if sentence is None else _beginning(filled(sentence, error.facts, say))
    return why if error.move is None else sections["terms"]["plan_move"].format(n=error.move + 1, why=why)


def _beginning(text: str) -> str:
    return text[:1].upper() + text[1:]
