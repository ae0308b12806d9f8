"""Tasks for catanatron, a pure Python engine of another board game, for comparison."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import version
from itertools import count
from typing import Any

from catanatron import Color, Game, RandomPlayer
from catanatron.game import TURNS_LIMIT
from catanatron.json import GameEncoder
from catanatron.models.actions import generate_playable_actions

from tests.bench.measure import POINTS, Task, clock, each, per_call, spread, whole_games

NAME = f"catanatron {version('catanatron')}"


def begin(seed: int) -> Any:
    """A game of four random players with catanatron's default settings."""
    return Game([RandomPlayer(color) for color in Color], seed=seed)


def over(game: Any) -> bool:
    """Whether its own loop would stop, which also limits turns."""
    return game.winning_color() is not None or game.state.num_turns >= TURNS_LIMIT


def play(game: Any) -> int:
    """Play a whole game in its own loop, which computes playable actions; returns its plies."""
    made = 0
    while not over(game):
        game.play_tick()
        made += 1
    return made


def play_task() -> Task:
    def course() -> Callable[[], tuple[int, float]]:
        seeds = count(1)

        def one() -> tuple[int, float]:
            start = clock()
            game = begin(next(seeds))
            setup = clock() - start
            return play(game), setup

        return one

    return whole_games(course)


def moments(seed: int) -> Iterator[Any]:
    """A random game before each of its plies."""
    game = begin(seed)
    while not over(game):
        yield game.copy()
        game.play_tick()


def samples(games: int) -> list[Any]:
    """Positions of several games, at the same fractions of a game as ours."""
    out: list[Any] = []
    for seed in range(1, games + 1):
        course = list(moments(seed))
        out += [course[i] for i in spread(len(course), POINTS)]
    return out


def copy_tasks(taken: list[Any]) -> dict[str, Task]:
    def child(game: Any) -> None:
        game.copy().play_tick()

    return {
        "their Game.copy": per_call(each([game.copy for game in taken], 2)),
        "their copy, then a random move": per_call(each([partial(child, game) for game in taken], 2)),
    }


def chore_tasks(taken: list[Any]) -> dict[str, Task]:
    """Tasks besides playing. It saves games as JSON for its viewer, but cannot load them."""
    return {
        "their set-up": per_call(each([partial(begin, seed) for seed in range(1, 6)])),
        "their game saved as JSON": per_call(each([partial(json.dumps, game, cls=GameEncoder) for game in taken])),
        "their playable actions": per_call(each([partial(generate_playable_actions, game.state) for game in taken])),
    }


def actions(game: Any) -> int:
    return len(generate_playable_actions(game.state))
