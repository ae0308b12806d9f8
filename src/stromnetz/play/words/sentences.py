"""Fill sentences with facts: numbers and plurals, names, and the sentences of refusals."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from stromnetz.editions.files.loader import edition_data, edition_words, variant_words
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
    """A value other than a number in such a place: the words after it are left out."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return str(self)


def isolated(name: str) -> str:
    """Return a name, isolated if it is written from right to left so that it does not reorder the sentence.

    >>> isolated("Ann"), isolated("דנה") == "\\u2068דנה\\u2069"
    ('Ann', True)
    """
    turns = not name.isascii() and any(unicodedata.bidirectional(one) in ("R", "AL") for one in name)
    return f"\u2068{name}\u2069" if turns else name


def fact(value: Any) -> Amount | Shown:
    """Return a fact without a name in the form that sentences need."""
    if isinstance(value, list | tuple):
        return Shown(", ".join([str(fact(one)) for one in value]))
    return Amount(value) if type(value) is int else Shown(isolated(str(value)))


@cache
def _swaps(edition: str, language: str) -> tuple[re.Pattern[str], dict[str, str]] | None:
    words: dict[str, str] = edition_data(edition).get("instead", {}).get(language, {})
    if not words:
        return None
    # match the start of words, so that compounds change too
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})", re.IGNORECASE), words


def with_edition_words(text: str, edition: str, language: str) -> str:
    """Return a text with the words that the edition's rulebook uses for the same things.

    >>> with_edition_words("Grondstoffenmarkt: 2 kolen", "classic-2009", "nl")
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


def edition_sentences(edition: str, language: str) -> Sentences:
    """Return the sentences of an edition, its promo cards and its variants, all in the words of its rulebook."""
    brought, own = variant_words(edition, language), edition_words(edition, language)
    out = {
        section: {key: with_edition_words(sentence, edition, language) for key, sentence in sentences.items()}
        for section, sentences in brought.items()
    }
    return {section: {**out.get(section, {}), **own.get(section, {})} for section in dict.fromkeys([*out, *own])}


def own_sentences(edition: str, language: str, common: Mapping[str, Mapping[str, str]]) -> Sentences:
    """Return the sentences of an edition that differ from the common ones, or that use words of its own."""
    given = edition_sentences(edition, language)
    out: Sentences = {}
    for section in dict.fromkeys([*common, *given]):
        own = given.get(section, {})
        for key, sentence in common.get(section, {}).items():
            said = own.get(key) or with_edition_words(sentence, edition, language)
            if said != sentence:
                out.setdefault(section, {})[key] = said
        more = {key: sentence for key, sentence in own.items() if key not in common.get(section, {})}
        if more:
            out.setdefault(section, {}).update(more)
    return out


FactFormatter = Callable[[str, Any], Amount | Shown]
"""Converts a fact, given by name and value, into text."""

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
}
"""Facts that are lists, with the name of the fact for each item."""
BETWEEN = {"ways": " / "}


def format_plain(name: str, value: Any) -> Amount | Shown:
    """Return the plain value, if no game is known to take names from."""
    return fact(value)


def fill_sentence(sentence: str, facts: Mapping[str, Any], say: FactFormatter) -> str:
    """Fill the gaps of a sentence; facts that it does not mention are not computed."""
    return sentence.format_map(_Gaps(facts, say))


class _Gaps:
    def __init__(self, facts: Mapping[str, Any], say: FactFormatter) -> None:
        self.facts = facts
        self.say = say

    def __getitem__(self, name: str) -> Amount | Shown:
        return self.say(name, self.facts[name])


class Facts:
    """The facts of one game: their names, words that only the edition has, and the word for "none"."""

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
        """Like `said`, but for values from outside, which may name things that do not exist."""
        try:
            return self.said(name, value)
        except (AttributeError, KeyError, IndexError, TypeError):
            return Shown(value)


REFUSALS_SECTION = "refusals"

Sections = Mapping[str, Mapping[str, str]]


def refusal_text(error: StromnetzError, sections: Sections, say: FactFormatter) -> str:
    """Return the sentence of a refusal; the error's own message if its case has no sentence."""
    sentence = sections[REFUSALS_SECTION].get(error.case)
    why = error.untranslated_message if sentence is None else _beginning(fill_sentence(sentence, error.facts, say))
    return why if error.move is None else sections["terms"]["plan_move"].format(n=error.move + 1, why=why)


def _beginning(text: str) -> str:
    return text[:1].upper() + text[1:]
