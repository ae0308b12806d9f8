"""One game between bots, from its set-up to the end or to a bound."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from stromnetz.bots import Bot, make_bot
from stromnetz.bots.guard import Crash, Faults, let_move
from stromnetz.play.game import Game
from stromnetz.play.new import new_game

ROUNDS = 300
"""A game that is not over by then is cut: uniformly random players can go on for very long."""


@dataclass(slots=True, frozen=True)
class Setup:
    """What one game of a series is: plain values, so that it can travel to another process."""

    edition: str
    map: str
    players: int
    bots: tuple[str, ...]
    seed: int
    options: tuple[tuple[str, Any], ...] = ()
    regions: str = "random"

    def crash(self, why: str) -> Crash:
        """What is told of the game where it has no result."""
        return Crash(f"{self.edition} {self.map}, {self.players} players, seed {self.seed}", self.bots, why)

    def begin(self) -> Game:
        return new_game(self.edition, self.map, self.players, self.seed, self.regions, dict(self.options))


def seats(bots: Sequence[str], players: int) -> tuple[str, ...]:
    """One name fills every seat; a list names each."""
    return tuple(bots) * players if len(bots) == 1 else tuple(bots)


def play(
    setup: Setup,
    watch: Callable[[Game], None] | None = None,
    make: Callable[[str, int], Bot] = make_bot,
    faults: Faults | None = None,
) -> Game:
    """Play a game; ``watch`` sees it after every move, ``make`` makes a bot of a name and a seed.

    With ``faults`` a bot that fails is noted there, and a legal move is made in its place; without, the game breaks.
    """
    game = setup.begin()
    bots = [make(name, setup.seed * 8 + seat) for seat, name in enumerate(setup.bots)]
    if watch is not None:
        watch(game)
    while (decision := game.decision) is not None and game.position.round <= ROUNDS:
        seat = decision.seat
        if faults is None:
            game.apply(bots[seat].choose(game.view(seat)), seat)
        else:
            let_move(game, bots[seat], partial(faults.note, setup.bots[seat]))
        if watch is not None:
            watch(game)
    return game
