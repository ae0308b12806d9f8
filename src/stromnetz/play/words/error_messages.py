"""Error messages for programs and logs: the English sentence of a case, with ids instead of names."""

from __future__ import annotations

from typing import Any

from stromnetz.engine.errors import StromnetzError

from .sentences import BETWEEN, REFUSALS_SECTION, Amount, Shown, fill_sentence
from .vocabulary import all_words, common_words

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
