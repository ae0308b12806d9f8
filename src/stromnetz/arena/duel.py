"""Duels: measure whether one bot is stronger than another, and stop once the answer is clear."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from os import PathLike
from typing import Any

from stromnetz.engine.errors import BadInput

from .kept_games import GameFolder, game_text
from .matches import (
    GameKind,
    Match,
    MatchResult,
    Seating,
    all_faults,
    crashed,
    play_kept_match,
    play_match,
    seatings,
)
from .processes import each
from .statistics import Interval, Share, clustered, mean
from .timed_bots import all_kinds, merge_times, quantile


@dataclass(slots=True, frozen=True)
class DuelPlan:
    """The bots, games and target share of a duel, and when it stops.

    >>> DuelPlan(GameKind("classic-2004", "germany", 2), ("plain", "random"), games=100, seed=5).deals()
    50
    """

    kind: GameKind
    bots: tuple[str, str]
    games: int
    """Maximum number of games, rounded up to whole deals."""
    seed: int = 0
    """Seed of the first deal; the following deals count up from it."""
    halves: bool = False
    """Give each bot half of the seats, instead of one seat against all others."""
    target: float | None = None
    """The share to test against; the fair share if None."""
    margin: float = 0.05
    """A share closer to the target than this counts as equal to it."""
    full: bool = False
    """Play all games, even if the answer is clear earlier."""

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

    def target_share(self) -> float:
        """The share of wins to test against."""
        target = self.fair() if self.target is None else self.target
        if not 0 < target < 1:
            raise BadInput(f"a share lies between 0 and 1, not at {target:g}", {"share": target})
        return target

    def size(self) -> int:
        """Games per deal."""
        return len(seatings(self.line_up(), 0))

    def deals(self) -> int:
        return -(-self.games // self.size())

    def check(self) -> None:
        """Raise `BadInput` if the duel cannot be played, before any process starts."""
        self.target_share()
        for deal in (self.seed, self.seed + self.deals() - 1):
            Match(0, self.kind, deal, self.line_up()).setup().begin()


@dataclass(slots=True)
class DuelResult:
    """The games of a duel, and the answer of its test."""

    plan: DuelPlan
    games: list[MatchResult] = field(default_factory=list)
    deals: int = 0
    answer: str = "open"
    """How the share of wins compares to the target: above, below, level or open."""
    games_to_answer: int = 0
    """Games after which the answer was clear; 0 while it is open."""
    low: float = 0.0
    high: float = 1.0
    """Always-valid interval: it also holds if the duel is stopped because of interim results."""
    seconds: float = 0.0

    def share(self) -> Share:
        """The first bot's share of wins, with an interval for a fixed number of games."""
        bot = self.plan.bots[0]
        clusters: dict[int, tuple[float, float]] = {}
        for game in self.games:
            won, of = clusters.get(game.deal, (0.0, 0.0))
            clusters[game.deal] = (won + game.share(bot), of + 1)
        return clustered(list(clusters.values()))

    def to_json(self) -> dict[str, Any]:
        plan = self.plan
        return {
            "bots": list(plan.bots),
            **plan.kind.to_json(),
            "seating": "halves" if plan.halves else "one",
            "seed": plan.seed,
            "deals": self.deals,
            "games": len(self.games),
            "cut": sum(game.cut for game in self.games),
            **self.share().to_json(),
            "fair": round(plan.fair(), 4),
            "asked": round(plan.target_share(), 4),
            "answer": self.answer,
            "answered_after": self.games_to_answer,
            "always_valid": {"low": round(self.low, 4), "high": round(self.high, 4)},
            "rounds": round(mean([game.rounds for game in self.games if game.rounds]), 2),
            "each": {bot: self._bot(bot) for bot in plan.bots},
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


def matches(plan: DuelPlan) -> Iterator[Match]:
    number = 0
    for deal in range(plan.seed, plan.seed + plan.deals()):
        for seats in seatings(plan.line_up(), deal):
            yield Match(number, plan.kind, deal, seats)
            number += 1


def play_and_keep(match: Match) -> tuple[MatchResult, str]:
    """Play a match and return its result and the game in notation."""
    result, game = play_kept_match(match)
    return result, game_text(game, match.setup().bots)


def crashed_without_game(match: Match, why: str) -> tuple[MatchResult, str]:
    return crashed(match, why), ""


def played(plan: DuelPlan, jobs: int, keep: str | PathLike[str] | None) -> Iterator[MatchResult]:
    """Play the games of a duel one after another, and write them to a folder if they are to be kept."""
    if keep is None:
        yield from each(play_match, matches(plan), jobs, chunk=1, crashed=crashed)
        return
    folder, size = GameFolder(keep), plan.size()
    for result, text in each(play_and_keep, matches(plan), jobs, chunk=1, crashed=crashed_without_game):
        if text:
            folder.add(text, result.deal, result.number % size + 1)
        yield result


def duel(
    plan: DuelPlan,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    keep: str | PathLike[str] | None = None,
) -> DuelResult:
    """Play until the answer is clear or all games are played. The result does not depend on ``jobs``.

    ``keep`` is a folder that gets a file for each game.

    >>> plan = DuelPlan(GameKind("classic-2004", "germany", 2, (("short", True),)), ("plain", "random"), games=2)
    >>> duel(plan).share().share
    1.0
    """
    out = DuelResult(plan)
    interval = Interval(plan.target_share())
    size = plan.size()
    start = time.perf_counter()
    for game in played(plan, jobs, keep):
        out.games.append(game)
        if progress is not None:
            progress(len(out.games))
        if len(out.games) % size:
            continue
        out.deals += 1
        interval.add(mean([one.share(plan.bots[0]) for one in out.games[-size:]]))
        if out.answer == "open" and (answer := interval.answer(plan.margin)) != "open":
            out.answer, out.games_to_answer = answer, len(out.games)
            if not plan.full:
                break
    out.low, out.high = interval.low, interval.high
    out.seconds = time.perf_counter() - start
    return out
