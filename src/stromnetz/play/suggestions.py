"""Suggestions for words that do not exist but resemble one that does."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from stromnetz.engine.moves import MIN_SIMILARITY


def closest(word: str, known: Iterable[str]) -> str:
    """Return the known word that is most similar; empty if none is.

    >>> closest("simulat", ["play", "simulate"]), closest("zzz", ["play"])
    ('simulate', '')
    """
    found = get_close_matches(word[:40].lower(), list(known), 1, MIN_SIMILARITY)
    return found[0] if found else ""


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """Return the end of a message about an unknown word; empty if no known word is similar.

    >>> did_you_mean("simulat", ["play", "simulate"])
    "; did you mean 'simulate'?"
    """
    found = closest(word, known) if isinstance(word, str) else ""
    return f"; did you mean {found!r}?" if found else ""
