"""Explanations of a bot's move: the compared moves with their values, and the deciding numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from stromnetz.engine.moves import Move
from stromnetz.play.views import View
from stromnetz.play.words.vocabulary import Words

Facts = Mapping[str, Any]


@dataclass(slots=True, frozen=True)
class Candidate:
    """A move that was considered."""

    move: Move
    score: float
    """Value in money compared with doing nothing, or a win chance."""


@dataclass(slots=True, frozen=True)
class Reason:
    """A sentence in any language: its key in the words, and its numbers."""

    key: str
    facts: Facts = field(default_factory=dict)


@dataclass(slots=True, frozen=True)
class Explanation:
    candidates: list[Candidate]
    """Sorted, the best first; never empty."""
    reasons: list[Reason] = field(default_factory=list)
    in_chances: bool = False
    """Whether the scores are win chances in percent, not money."""

    @property
    def move(self) -> Move:
        return self.candidates[0].move

    def text(self, view: View, language: str = "en") -> str:
        """Return the reasons as sentences; empty if there are none."""
        words = Words(view.edition, view.map, [], language)
        return " ".join(words.advice(reason.key, _said(reason.facts, words)) for reason in self.reasons)


def _said(facts: Facts, words: Words) -> Facts:
    """Return the facts, with moves as text."""
    return {name: words.move(fact) if isinstance(fact, Move) else fact for name, fact in facts.items()}


def explain_scores(scored: Sequence[tuple[Move, float]], *reasons: Reason) -> Explanation:
    """Sort moves by score; equal ones keep their order."""
    return Explanation(sorted((Candidate(*one) for one in scored), key=_score), list(reasons))


def _score(candidate: Candidate) -> float:
    return -candidate.score
