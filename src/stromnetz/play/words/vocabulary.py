"""All texts about a game, in the languages of ``words/*.toml``.

The common words apply to all editions; names of cities, regions, fuels and cards come from the editions.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from stromnetz.editions.files import file_schemas
from stromnetz.editions.files.loader import all_editions, all_maps, edition_data, promo_cards
from stromnetz.engine.errors import BadInput, StromnetzError, short_repr
from stromnetz.engine.events import Event
from stromnetz.engine.moves import CardRef, Move, card_text
from stromnetz.play.catalogue import plants

from . import sentences as refusals
from .sentences import (
    BETWEEN,
    REFUSALS_SECTION,
    Amount,
    Facts,
    Shown,
    edition_sentences,
    fill_sentence,
    format_plain,
    own_sentences,
    with_edition_words,
)

LANGUAGES = file_schemas.LANGUAGES


@cache
def common_words(language: str) -> dict[str, dict[str, str]]:
    """Return the words of all editions, by section."""
    if language not in LANGUAGES:
        raise BadInput(
            f"there is no language {short_repr(language)}; there are {', '.join(LANGUAGES)}",
            {"language": short_repr(language)},
        )
    text = files("stromnetz.play").joinpath("words", f"{language}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


_ALL: dict[str, tuple[object, Mapping[str, Mapping[str, str]]]] = {}
"""By language: the editions that they were merged from, and all words."""


def all_words(language: str) -> Mapping[str, Mapping[str, str]]:
    """Return the common words and those of all editions."""
    editions, kept = all_editions(), _ALL.get(language)
    if kept is None or kept[0] is not editions:  # added folders may have other words
        out = {section: dict(sentences) for section, sentences in common_words(language).items()}
        for edition in editions:
            for section, sentences in edition_sentences(edition, language).items():
                known = out.setdefault(section, {})
                known.update({key: sentence for key, sentence in sentences.items() if key not in known})
        kept = _ALL[language] = (editions, out)
    return kept[1]


def neutral_name(edition: str, language: str) -> str:
    """Return an edition's name of the neutral company; empty if it has none."""
    name: str = edition_data(edition).get("neutral", {}).get("name", {}).get(language, "")
    return name


def refusal(error: StromnetzError, language: str) -> str:
    """Return the sentence of a refusal without a game to take names from."""
    common = common_words(language)
    known = common if error.case in common[refusals.REFUSALS_SECTION] else all_words(language)
    return refusals.refusal_text(error, known, format_plain)


_SECTIONS: dict[tuple[str, str], tuple[object, dict[str, dict[str, str]]]] = {}
"""By edition and language: the data they were merged from, and the sentences. Every refusal needs them."""


def sections_of(edition: str, language: str) -> dict[str, dict[str, str]]:
    """Return all sentences of an edition, its own before the common ones."""
    data, kept = edition_data(edition), _SECTIONS.get((edition, language))
    if kept is None or kept[0] is not data:  # added folders may have other words
        common = common_words(language)
        own = own_sentences(edition, language, common)
        known = dict.fromkeys([*common, *own])
        kept = (data, {section: {**common.get(section, {}), **own.get(section, {})} for section in known})
        _SECTIONS[edition, language] = kept
    return kept[1]


class Words:
    """The words of one game in one language; ``names`` are the players'."""

    def __init__(self, edition: str, map: str, names: Sequence[str], language: str = "en") -> None:
        self.language = language
        data, board = edition_data(edition), all_maps()[map]
        self._sections = sections_of(edition, language)
        self._names = list(names)
        self._fuels: dict[str, str] = {f["id"]: f["name"][language] for f in data["fuels"]}
        self._cards: dict[CardRef, str] = {
            id: with_edition_words(card["name"][language], edition, language) for id, card in promo_cards().items()
        }
        self._cards |= {c["id"]: c["name"][language] for c in data["cards"]["special"]}
        self._kinds: dict[CardRef, str] = {}
        self._printed: dict[CardRef, str] = {}
        for facts in plants(edition).values():
            if facts.name:
                self._cards[facts.plant] = f"{facts.name} ({card_text(facts.plant)})"
            self._kinds[facts.plant] = facts.kind
            self._printed[facts.plant] = facts.printed or card_text(facts.plant)
        self._cities: dict[str, str] = {id: city["name"] for id, city in board["cities"].items()}
        self._regions: dict[str, str] = {r["id"]: r["name"][language] for r in board["regions"]}
        self._told, self._refused = self._facts(self.card), self._facts(self.card_in_text)

    def _facts(self, card: Callable[[CardRef], str]) -> Facts:
        """Return the facts of this game, with the given function for cards."""
        by_name: dict[str, Callable[[Any], str]] = {
            **dict.fromkeys(("seat", "for_seat", "to_act", "last"), self.seat),
            **dict.fromkeys(("fuel", "burn"), self.fuel),
            **dict.fromkeys(("ref", "on"), self.short),
            "plant": self.card_in_text,
            "card": card,
            "city": self.city,
            "region": self.region,
            "phase": self.phase,
            "decision": self.decision,
            "to": self._sections["fuel_moves"].__getitem__,
        }
        return Facts(by_name, self.own_fact, self.term("empty"))

    def term(self, key: str) -> str:
        return self._sections["terms"][key]

    def phase(self, id: str) -> str:
        return self._sections["phases"][id]

    def decision(self, kind: str) -> str:
        return self._sections["decisions"][kind]

    def step_3(self, state: str) -> str:
        return self._sections["step_3"][state]

    def back(self, back: str) -> str:
        return self._sections["backs"][back]

    def terminal(self, key: str, **values: object) -> str:
        return self._sections["terminal"][key].format(**values)

    def seat(self, seat: int) -> str:
        return self._names[seat]

    def city(self, id: str) -> str:
        return self._cities[id]

    def region(self, id: str) -> str:
        return self._regions[id]

    def card(self, ref: CardRef) -> str:
        """Return a card with its kind: a plant by its number, others by name."""
        return (
            self._cards[ref] if ref in self._cards else f"{self.term(self._kinds.get(ref, 'plant'))} {card_text(ref)}"
        )

    def short(self, ref: CardRef) -> str:
        """Return a card in a list: the printed number, or its name."""
        if ref in self._printed:
            return self._printed[ref]
        return self._cards[ref] if ref in self._cards else card_text(ref)

    def card_in_text(self, ref: CardRef) -> str:
        """Return the name of a card inside a sentence."""
        if ref in self._cards:
            return self._cards[ref]
        return f"{self._sections['in_text'][self._kinds.get(ref, 'plant')]} {card_text(ref)}"

    def place(self, id: str) -> str:
        """Return a city, or a card that takes its place."""
        return self._cities.get(id) or self.card(int(id) if id.isdigit() else id)

    def effect(self, effect: str) -> str:
        """Return the effect of a card, in editions that have texts for it."""
        return self._sections.get("effects", {}).get(effect, "")

    def site(self, site: str) -> str:
        """Return what is built, in editions with more than houses."""
        return self._sections["sites"][site]

    def named(self, section: str, key: str) -> str:
        """Return a text from a section of an edition or variant."""
        return self._sections[section][key]

    def own_fact(self, name: str, value: Any) -> str | None:
        """Return a fact that only this edition has words for: ``facts`` names the section with the words."""
        section = self._sections["facts"].get(name)
        return None if section is None else self._sections[section][value]

    def fuel(self, fuel: str | Mapping[str, int]) -> str:
        """Return a fuel, or amounts of several."""
        if isinstance(fuel, str):
            return self._fuels[fuel]
        return ", ".join(f"{count} {self._fuels[id]}" for id, count in fuel.items() if count) or self.term("empty")

    def refusal(self, error: StromnetzError) -> str:
        """Return the sentence of a refusal."""
        return refusals.refusal_text(error, self._sections, self._refused.said_of_input)

    def move(self, move: Move) -> str:
        """Return the effect of a move for a player who might make it; in notation if there is no text for its kind."""
        said = self._sections["moves"].get(move.kind)
        return str(move) if said is None else fill_sentence(said, move.to_json(), self._refused.said_of_input)

    def advice(self, key: str, facts: Mapping[str, Any]) -> str:
        """Return a sentence on why a bot would make a move."""
        said = fill_sentence(self._sections["advice"][key], facts, self._told.said)
        return said[:1].upper() + said[1:]

    def reviewed_auction(self, facts: Mapping[str, Any]) -> str:
        """Return how an auction went for a seat: its ``outcome``, the ``card`` and the ``price``."""
        outcome = facts["outcome"] if facts["price"] else "no-bid"
        said = fill_sentence(self._sections["reviewed_auctions"][outcome], facts, self._told.said)
        return said[:1].upper() + said[1:]

    def lesson(self, key: str, facts: Mapping[str, Any]) -> str:
        """Return a sentence about the result of a move in a lesson."""
        return fill_sentence(self._sections["lessons"][key], facts, self._told.said)

    def event(self, event: Event) -> str:
        """Return a sentence about an event."""
        facts = event.to_json()
        return fill_sentence(self._sections["events"][facts.pop("kind")], facts, self._told.said)


NUMBERED = {**dict.fromkeys(("seat", "for_seat", "to_act", "last"), "seat"), "plant": "plant", "card": "card"}
"""Facts that are numbers or ids, with the word that precedes them."""


def error_message(error: StromnetzError) -> str:
    """Return the sentence of an error's case; if there is none or a fact is missing, the error's own message.

    >>> from stromnetz import NotYourTurn
    >>> error_message(NotYourTurn(facts={"to_act": 1}, case="not-your-turn"))
    "it is seat 1's turn"
    """
    sentence = common_words("en")[REFUSALS_SECTION].get(error.case) or all_words("en")[REFUSALS_SECTION].get(error.case)
    try:
        if sentence is None:
            return error.untranslated_message
        said = fill_sentence(sentence, error.facts, _said)
        return said.removesuffix(".") if sentence.startswith("{") else _inside(said)
    except KeyError:  # an edition in an added folder may lack the sentence
        return error.untranslated_message


def _inside(text: str) -> str:
    """Return a sentence in the form for embedding in another one."""
    return text[:1].lower() + text[1:].removesuffix(".") if text[1:2].islower() or text[1:2] == " " else text


def _said(name: str, value: Any) -> Amount | Shown:
    if type(value) is int and name not in NUMBERED:
        return Amount(value)
    return Shown(_text(name, value))


def _text(name: str, value: Any) -> str:
    if isinstance(value, list | tuple):
        return BETWEEN.get(name, ", ").join([_text("", one) for one in value])
    if isinstance(value, dict):  # amounts of fuel
        return ", ".join(f"{count} {id}" for id, count in value.items() if count)
    return f"{NUMBERED[name]} {value}" if name in NUMBERED else str(value)
