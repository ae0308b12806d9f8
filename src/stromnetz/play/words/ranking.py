"""The final ranking in sentences: what ended the game, and by what everybody stands before the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stromnetz.engine.edition import NEVER
from stromnetz.engine.rules import Rules
from stromnetz.play.results import Result, Standing

from .facts import filled, plainly
from .wording import Words

SECTION = "ranking"
SUPPLIED = "supplied"


def explained(result: Result, rules: Rules, words: Words) -> list[str]:
    """How the game ended, then for each place why it comes before the next."""
    most = max(row.cities for row in result.ranking)
    # where no step follows, a game that nobody has ended is over because every city is taken
    how = "ended" if most >= rules.end_at else "full" if rules.step_2_at == NEVER else "stuck"
    out = [_said(words, how, cities=rules.end_at, most=most)]
    ties = [SUPPLIED, *rules.edition.printed.tie_breaks]
    out += [_before(first, then, ties, words) for first, then in zip(result.ranking, result.ranking[1:], strict=False)]
    return out


def _said(words: Words, key: str, **facts: Any) -> str:
    return filled(words.named(SECTION, key), facts, plainly)


def _before(first: Standing, then: Standing, ties: Sequence[str], words: Words) -> str:
    """The first thing in which two neighbours differ; where there is none, they share the place."""
    names = {"first": words.seat(first.seat), "then": words.seat(then.seat), "same": first.supplied}
    for tie in ties:
        more, less = getattr(first, tie), getattr(then, tie)
        if more != less:
            return _said(words, f"by_{tie}", **names, more=more, less=less)
    return _said(words, "shared", **names)
