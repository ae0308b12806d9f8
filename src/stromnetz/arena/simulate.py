"""Simulations: many games of one kind between bots, summed up."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from os import PathLike
from typing import Any

from stromnetz.bots.fallback import BotFaults
from stromnetz.engine.events import PlantBought
from stromnetz.engine.moves import CardRef

from .kept_games import GameFolder, game_text
from .matches import MatchSetup, play, seats
from .processes import each
from .timed_bots import make_time_limited


@dataclass(slots=True)
class CardUse:
    """How often a card was bought in all games, and its mean price."""

    card: CardRef
    bought: int
    mean_price: float


@dataclass(slots=True)
class Summary:
    games: int
    finished: int
    cut: int
    decisions: int
    seconds: float
    games_per_s: float
    decisions_per_s: float
    mean_rounds: float
    wins_by_seat: list[float]
    """A shared win counts in parts."""
    supplied_by_rank: list[float]
    """Mean number of cities supplied at the end, by rank."""
    cards: list[CardUse]
    """All cards of the market, including those never bought."""
    faults: BotFaults = field(default_factory=BotFaults)
    """Failures of bots, after which default moves were made."""

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "faults": self.faults.to_json()}


@dataclass(slots=True)
class Outcome:
    finished: bool
    decisions: int
    rounds: int
    winners: list[int]
    supplied: list[int]
    """By rank."""
    bought: list[tuple[CardRef, int]]
    """Cards with their prices."""
    faults: BotFaults
    text: str = ""
    """The game in notation, if it is kept."""


def play_one(setup: MatchSetup, keep: bool = False) -> Outcome:
    faults = BotFaults()
    game = play(setup, make=make_time_limited, faults=faults)
    result = game.result
    sales = [(e.plant, e.price) for row in game.rows for e in row.events if isinstance(e, PlantBought)]
    return Outcome(
        finished=result is not None,
        decisions=game.version,
        rounds=game.position.round,
        winners=result.winners if result else [],
        supplied=[row.supplied for row in result.ranking] if result else [],
        bought=sales,
        faults=faults,
        text=game_text(game, setup.bots) if keep else "",
    )


def crashed(setup: MatchSetup, why: str) -> Outcome:
    """The outcome of a game whose process crashed."""
    faults = BotFaults(crashes=[setup.crash(why)])
    return Outcome(finished=False, decisions=0, rounds=0, winners=[], supplied=[], bought=[], faults=faults)


def simulate(
    edition: str,
    map: str,
    players: int,
    bots: Sequence[str],
    games: int,
    seed: int = 0,
    jobs: int = 1,
    options: dict[str, Any] | None = None,
    progress: Callable[[int], None] | None = None,
    cluster: str | None = None,
    keep: str | PathLike[str] | None = None,
) -> Summary:
    """Play games with the seeds ``seed``, ``seed + 1``, …; the same arguments give the same games.

    ``keep`` is a folder that gets a file for each game, which :func:`stromnetz.load_game` and
    :func:`stromnetz.frame` read.

    >>> simulate("classic-2004", "germany", 2, ["plain", "random"], games=2).games
    2
    """
    folder = None if keep is None else GameFolder(keep)
    names = seats(bots, players)
    given = tuple(sorted((options or {}).items()))
    setups = [MatchSetup(edition, map, players, names, seed + i, given) for i in range(games)]
    wins = [0.0] * players
    supplied = [0] * players
    rules = setups[0].begin().rules
    prices: dict[CardRef, list[int]] = {
        ref: [] for ref, sold in zip(rules.card_refs, rules.for_sale, strict=True) if sold
    }
    finished = decisions = rounds = 0
    faults = BotFaults()
    start = time.perf_counter()
    for number, one in enumerate(
        each(partial(play_one, keep=keep is not None), setups, jobs, cluster=cluster, crashed=crashed), 1
    ):
        if folder is not None and one.text:
            folder.add(one.text, setups[number - 1].seed)
        decisions += one.decisions
        faults.add(one.faults)
        for card, price in one.bought:
            prices.setdefault(card, []).append(price)
        if one.finished:
            finished += 1
            rounds += one.rounds
            for seat in one.winners:
                wins[seat] += 1 / len(one.winners)
            for rank, cities in enumerate(one.supplied):
                supplied[rank] += cities
        if progress is not None:
            progress(number)
    seconds = time.perf_counter() - start
    return Summary(
        games=games,
        finished=finished,
        cut=games - finished - len(faults.crashes),
        decisions=decisions,
        seconds=round(seconds, 3),
        games_per_s=round(games / seconds, 2),
        decisions_per_s=round(decisions / seconds, 1),
        mean_rounds=round(rounds / finished, 2) if finished else 0.0,
        wins_by_seat=[round(w, 3) for w in wins],
        supplied_by_rank=[round(n / finished, 2) if finished else 0.0 for n in supplied],
        cards=[
            CardUse(card, len(paid), round(sum(paid) / len(paid), 1) if paid else 0.0) for card, paid in prices.items()
        ],
        faults=faults,
    )
