"""Help topics about things on a board, and the explanation of the final ranking."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from stromnetz.engine.phases.construction import no_player_can_expand
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from stromnetz.play.results import Result, Standing

from . import rulebook
from .sentences import fill_sentence, format_plain
from .vocabulary import Words, sections_of

HELP_SECTION = "help"
_RULES = re.compile(r"\s*\(((?:[A-Z]+[0-9]+[a-z]?(?:, )?)+)\)$")


class Topic(NamedTuple):
    text: str
    rules: list[str]


def topics(edition: str, language: str) -> dict[str, Topic]:
    """Return all help topics, in the words of an edition.

    In the data, rule ids are in brackets after the sentence; those that the edition does not have are left out.

    >>> topics("classic-2004", "en")["refill"].rules
    ['U2', 'C5']
    """
    out = {}
    for key, said in sections_of(edition, language)[HELP_SECTION].items():
        found = _RULES.search(said)
        ids = found[1].split(", ") if found else []
        out[key] = Topic(_RULES.sub("", said), [id for id in ids if rulebook.applies_to(id, edition)])
    return out


RANKING_SECTION = "ranking"
SUPPLIED = "supplied"


def explain_ranking(
    result: Result, rules: Rules, last: Position, words: Words, gone: Collection[int] = ()
) -> list[str]:
    """Explain how the game ended (E1, E5, E4), then for each place except ``gone`` why it precedes the next."""
    most = max(row.cities for row in result.ranking)
    how = "ended" if most >= rules.end_at else "full" if no_player_can_expand(rules, last) else "stuck"
    out = [_said(words, how, cities=rules.end_at, most=most)]
    ties = [SUPPLIED, *rules.edition.printed.tie_breaks]
    rows = [row for row in result.ranking if row.seat not in gone]
    out += [_before(first, then, ties, words) for first, then in pairwise(rows)]
    return out


def left_game(words: Words, names: Sequence[str]) -> str:
    """Return a sentence about players who resigned and therefore rank last."""
    return _said(words, "resigned" if len(names) == 1 else "resigned_all", names=", ".join(names))


def _said(words: Words, key: str, **facts: Any) -> str:
    return fill_sentence(words.named(RANKING_SECTION, key), facts, format_plain)


def _before(first: Standing, then: Standing, ties: Sequence[str], words: Words) -> str:
    """Explain the first difference between two neighbours; without one, they share the place."""
    names = {"first": words.seat(first.seat), "then": words.seat(then.seat), "same": first.supplied}
    for tie in ties:
        more, less = getattr(first, tie), getattr(then, tie)
        if more != less:
            return _said(words, f"by_{tie}", **names, more=more, less=less)
    return _said(words, "shared", **names)
