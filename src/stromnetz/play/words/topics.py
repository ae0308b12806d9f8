"""What the things of a board are: a sentence or two about each, and the rules that they come from."""

from __future__ import annotations

import re
from typing import NamedTuple

from . import rulebook
from .wording import sections_of

SECTION = "help"
_RULES = re.compile(r"\s*\(((?:[A-Z]+[0-9]+[a-z]?(?:, )?)+)\)$")


class Topic(NamedTuple):
    text: str
    rules: list[str]


def topics(edition: str, language: str) -> dict[str, Topic]:
    """Every thing that explains itself, in the words of an edition.

    In the data the ids of the rules stand in brackets behind the sentence; those that the edition does not have are
    left out.

    >>> topics("classic-2004", "en")["refill"].rules
    ['U2', 'C5']
    """
    out = {}
    for key, said in sections_of(edition, language)[SECTION].items():
        found = _RULES.search(said)
        ids = found[1].split(", ") if found else []
        out[key] = Topic(_RULES.sub("", said), [id for id in ids if rulebook.holds(id, edition)])
    return out
