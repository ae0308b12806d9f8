"""A duel: is this bot stronger than that one, and by how much? It ends as soon as the answer is clear."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from stromnetz.engine.errors import BadInput

from .matches import GameKind, Match, MatchResult, all_faults, crashed, play_match
from .processes import each
from .seatings import Seating, seatings
from .statistics import Interval, Share, clustered, mean
from .timed_bots import all_kinds, merge_times, quantile

CHALLENGER, OTHERS = 0, 1


@dataclass(slots=True, frozen=True)
class DuelPlan:
    """What a duel asks, and how long it may take to find out."""

    kind: GameKind
    bots: tuple[str, str]
    games: int
    """At most so many, rounded up to whole deals."""
    seed: int = 0
    """Seed of the first deal; the following deals count up from it."""
    halves: bool = False
    """Half of the seats for each, and not one against all others."""
    target: float | None = None
    """The share that it is about; without one, the fair share."""
    margin: float = 0.05
    """A share closer to the target than this counts as equal to it."""
    full: bool = False
    """Play all games, however clear it is."""

    def line_up(self) -> Seating:
        places = self.kind.places
        first, second = self.bots
        if first == second:
            raise BadInput(f"a duel is between two bots, not {first} and {first}", {"bots": list(self.bots)})
        if places < 2:
            raise BadInput(f"a duel needs two seats, and {self.kind} has {places}", {"seats": places})
        if self.halves and places % 2:
            raise BadInput(f"{places} seats cannot be halved", {"seats": places})
        own = places // 2 if self.halves else 1
        return (first,) * own + (second,) * (places - own)

    def fair(self) -> float:
        return self.line_up().count(self.bots[0]) / self.kind.players

    def asked(self) -> float:
        """The share that the test is about."""
        target = self.fair() if self.target is None else self.target
        if not 0 < target < 1:
            raise BadInput(f"a share lies between 0 and 1, not at {target:g}", {"share": target})
        return target

    def size(self) -> int:
        """The games of a deal."""
        return len(seatings(self.line_up(), 0))

    def deals(self) -> int:
        return -(-self.games // self.size())

    def check(self) -> None:
        """Refused if it cannot be played: told before any process starts."""
        self.asked()
        for deal in (self.seed, self.seed + self.deals() - 1):
            Match(0, self.kind, deal, self.line_up()).setup().begin()


@dataclass(slots=True)
class DuelResult:
    """What came out of a duel."""

    question: DuelPlan
    games: list[MatchResult] = field(default_factory=list)
    deals: int = 0
    answer: str = "open"
    """About the share that was asked for: above, below, level, or open."""
    answered: int = 0
    """Games until that was clear; 0 if it is open."""
    low: float = 0.0
    high: float = 1.0
    """Holds at any time, also for a duel that was stopped because of what it showed."""
    seconds: float = 0.0

    def share(self) -> Share:
        """The share of the first bot, with an interval for a number of games that was fixed beforehand."""
        bot = self.question.bots[0]
        clusters: dict[int, tuple[float, float]] = {}
        for game in self.games:
            won, of = clusters.get(game.deal, (0.0, 0.0))
            clusters[game.deal] = (won + game.share(bot), of + 1)
        return clustered(list(clusters.values()))

    def to_json(self) -> dict[str, Any]:
        question = self.question
        return {
            "bots": list(question.bots),
            **question.kind.to_json(),
            "seating": "halves" if question.halves else "one",
            "seed": question.seed,
            "deals": self.deals,
            "games": len(self.games),
            "cut": sum(game.cut for game in self.games),
            **self.share().to_json(),
            "fair": round(question.fair(), 4),
            "asked": round(question.asked(), 4),
            "answer": self.answer,
            "answered_after": self.answered,
            "always_valid": {"low": round(self.low, 4), "high": round(self.high, 4)},
            "rounds": round(mean([game.rounds for game in self.games if game.rounds]), 2),
            "each": {bot: self._bot(bot) for bot in question.bots},
            "faults": all_faults(self.games).to_json(),
            "seconds": round(self.seconds, 2),
        }

    def _bot(self, bot: str) -> dict[str, Any]:
        seats = [(game, s) for game in self.games for s, name in enumerate(game.seats) if name == bot]
        times = merge_times(game.times.get(bot, {}) for game in self.games)
        return {
            "mean_rank": round(mean([game.ranks[s] for game, s in seats]), 3),
            "supplied": round(mean([game.supplied[s] for game, s in seats if game.ended]), 2),
            "median_ms": round(quantile(all_kinds(times), 0.5), 3),
            "p99_ms": round(quantile(all_kinds(times), 0.99), 3),
        }


def matches(question: DuelPlan) -> Iterator[Match]:
    number = 0
    for deal in range(question.seed, question.seed + question.deals()):
        for seats in seatings(question.line_up(), deal):
            yield Match(number, question.kind, deal, seats)
            number += 1


def duel(question: DuelPlan, jobs: int = 1, progress: Callable[[int], None] | None = None) -> DuelResult:
    """Play until the answer is clear or all games are played; by any number of ``jobs`` it comes out the same."""
    out = DuelResult(question)
    interval = Interval(question.asked())
    size = question.size()
    start = time.perf_counter()
    for game in each(play_match, matches(question), jobs, chunk=1, crashed=crashed):
        out.games.append(game)
        if progress is not None:
            progress(len(out.games))
        if len(out.games) % size:
            continue
        out.deals += 1
        interval.see(mean([one.share(question.bots[0]) for one in out.games[-size:]]))
        if out.answer == "open" and (answer := interval.answer(question.margin)) != "open":
            out.answer, out.answered = answer, len(out.games)
            if not question.full:
                break
    out.low, out.high = interval.low, interval.high
    out.seconds = time.perf_counter() - start
    return out
