"""Why a bot moves: the moves it compared with their worth, and the numbers that decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from stromnetz.engine.moves import Move
from stromnetz.play.views import View
from stromnetz.play.words.wording import Words

Facts = Mapping[str, Any]


@dataclass(slots=True, frozen=True)
class Candidate:
    """A move that was thought of."""

    move: Move
    score: float
    """What it is worth, in money, beside doing nothing; or as a chance to win."""


@dataclass(slots=True, frozen=True)
class Reason:
    """A sentence to be said in any language: its key among the words, and its numbers."""

    key: str
    facts: Facts = field(default_factory=dict)


@dataclass(slots=True, frozen=True)
class Explanation:
    candidates: list[Candidate]
    """The best first; never empty."""
    reasons: list[Reason] = field(default_factory=list)
    in_chances: bool = False
    """Whether the scores are chances to win, in percent, and not money."""

    @property
    def move(self) -> Move:
        return self.candidates[0].move

    def text(self, view: View, language: str = "en") -> str:
        """The reasons as sentences; empty where there is nothing to tell."""
        words = Words(view.edition, view.map, [], language)
        return " ".join(words.advice(reason.key, _said(reason.facts, words)) for reason in self.reasons)


def _said(facts: Facts, words: Words) -> Facts:
    """The facts, with moves among them as they are said."""
    return {name: words.move(fact) if isinstance(fact, Move) else fact for name, fact in facts.items()}


def explain_scores(scored: Sequence[tuple[Move, float]], *reasons: Reason) -> Explanation:
    """The moves with their scores, sorted: of equal ones the first stays first."""
    return Explanation(sorted((Candidate(*one) for one in scored), key=_score), list(reasons))


def _score(candidate: Candidate) -> float:
    return -candidate.score
