"""Soak tests: random editions, maps, players, variants and bots, with invariants checked after every move."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any

from stromnetz.bots import BOTS
from stromnetz.bots.fallback import BotFaults
from stromnetz.play.catalogue import editions
from stromnetz.play.variants import random_variants

from .invariants import InvariantChecker
from .matches import MatchSetup, play
from .processes import each
from .timed_bots import make_time_limited


@dataclass(slots=True)
class Combination:
    """Results for one edition, map and number of players."""

    ended: int = 0
    cut: int = 0


@dataclass(slots=True)
class Failure:
    """A game that broke, with the setup to replay it and the error."""

    setup: dict[str, Any]
    error: str


@dataclass(slots=True)
class SoakSummary:
    games: int
    ended: int = 0
    cut: int = 0
    decisions: int = 0
    seconds: float = 0.0
    failures: list[Failure] = field(default_factory=list)
    combinations: dict[str, Combination] = field(default_factory=dict)
    faults: BotFaults = field(default_factory=BotFaults)
    """Failures of third-party bots, after which default moves were made."""

    @property
    def ok(self) -> bool:
        """Whether no game broke, and at most 1 % were cut."""
        return not self.failures and self.cut * 100 <= self.games

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "faults": self.faults.to_json(), "ok": self.ok}


def setups(games: int, seed: int, bots: Sequence[str] = ()) -> Iterator[MatchSetup]:
    """Setups that go through all editions, maps and numbers of players, with everything else drawn at random."""
    rng = Random(seed)
    kinds = [(e.id, board, n) for e in editions() for board in e.maps for n in e.players_on[board]]
    names = sorted(bots or BOTS)
    for number in range(games):
        edition, board, players = kinds[number % len(kinds)]
        yield MatchSetup(
            edition,
            board,
            players,
            tuple(rng.choice(names) for _ in range(players)),
            rng.getrandbits(64),
            tuple(sorted(random_variants(edition, players, rng).items())),
            rng.choice(("random", "draft")),
        )


def soak_one(work: tuple[MatchSetup, bool]) -> tuple[MatchSetup, bool, int, str | None, BotFaults]:
    """Play a game; returns setup, whether it ended, decisions, error, and faults of third-party bots."""
    setup, check = work
    faults = BotFaults()
    # a failure of one of our own bots is reported like any other error
    guarded = faults if any(bot not in BOTS for bot in setup.bots) else None
    try:
        game = play(setup, InvariantChecker() if check else None, make_time_limited, guarded)
        own = [f"{bot} {why}" for bot, why in faults.first.items() if bot in BOTS]
        if own:
            return setup, False, 0, own[0], faults
    except Exception as error:  # reported, whatever it is
        return setup, False, 0, f"{type(error).__name__}: {error}", faults
    return setup, game.position.ended, game.version, None, faults


def crashed(work: tuple[MatchSetup, bool], why: str) -> tuple[MatchSetup, bool, int, str | None, BotFaults]:
    """The report of a game whose process crashed."""
    return work[0], False, 0, why, BotFaults()


def soak(
    games: int,
    seed: int = 0,
    check: bool = True,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    bots: Sequence[str] = (),
    cluster: str | None = None,
) -> SoakSummary:
    """Play random games; without ``bots``, with all bots of Stromnetz."""
    out = SoakSummary(games)
    start = time.perf_counter()
    work = ((setup, check) for setup in setups(games, seed, bots))
    results = each(soak_one, work, jobs, cluster=cluster, crashed=crashed)
    for number, (setup, ended, decisions, broken, faults) in enumerate(results, 1):
        row = out.combinations.setdefault(f"{setup.edition} {setup.map} {setup.players}", Combination())
        out.decisions += decisions
        out.faults.add(faults)
        if broken is not None:
            out.failures.append(Failure(asdict(setup), broken))
        elif ended:
            out.ended += 1
            row.ended += 1
        else:
            out.cut += 1
            row.cut += 1
        if progress is not None:
            progress(number)
    out.seconds = round(time.perf_counter() - start, 3)
    return out
