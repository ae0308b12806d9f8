"""Soak: random editions, maps, players, variants and bots, invariants after every move."""

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

from .invariants import Watch
from .matches import MatchSetup, play
from .processes import each
from .timed_bots import make_time_limited


@dataclass(slots=True)
class Combination:
    """How the games of one edition, map and number of players came out."""

    ended: int = 0
    cut: int = 0


@dataclass(slots=True)
class Failure:
    """A game that broke: what it was, so that it can be played again, and why."""

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
    """The bots from elsewhere that failed, where another moved for them."""

    @property
    def ok(self) -> bool:
        """No game broke, and at most one in a hundred was cut."""
        return not self.failures and self.cut * 100 <= self.games

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "faults": self.faults.to_json(), "ok": self.ok}


def setups(games: int, seed: int, bots: Sequence[str] = ()) -> Iterator[MatchSetup]:
    """Every combination of edition, map and number of players in turn, the rest by chance."""
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
    """(set-up, ended, decisions, what broke, faults of bots from elsewhere)."""
    setup, check = work
    faults = BotFaults()
    # a bot of ours that fails is a finding, like anything else that breaks
    guarded = faults if any(bot not in BOTS for bot in setup.bots) else None
    try:
        game = play(setup, Watch() if check else None, make_time_limited, guarded)
        own = [f"{bot} {why}" for bot, why in faults.first.items() if bot in BOTS]
        if own:
            return setup, False, 0, own[0], faults
    except Exception as error:  # whatever breaks is the finding
        return setup, False, 0, f"{type(error).__name__}: {error}", faults
    return setup, game.position.ended, game.version, None, faults


def crashed(work: tuple[MatchSetup, bool], why: str) -> tuple[MatchSetup, bool, int, str | None, BotFaults]:
    """What stands for a game without a result: it broke."""
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
    """Without ``bots`` all of Stromnetz play."""
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
