"""What is measured of Stromnetz: random play, samples of games, and what costs time besides playing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from random import Random

import stromnetz
from stromnetz import Game
from stromnetz.bots import make_bot
from stromnetz.engine.agenda import apply
from stromnetz.engine.decisions import LegalMoves
from stromnetz.engine.edition import Script
from stromnetz.engine.phases.setup import new_position
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from tests.bench.measure import POINTS, Task, clock, each, per_call, spread, whole_games

EDITION = "classic-2004"
MAP = "germany"
COUNTS = (2, 3, 4, 5, 6)
"""Numbers of players."""
MAIN = 4
"""The number that is compared."""


def begin(players: int, seed: int) -> Game:
    return stromnetz.new_game(EDITION, map=MAP, players=players, seed=seed)


# --- random play ---


def play_bare(rules: Rules, p: Position, rng: Random) -> int:
    """A whole game on the engine alone: no events, no record. How many decisions it had."""
    made = 0
    while p.seat >= 0:
        moves = LegalMoves(rules, p)
        apply(rules, p, moves[rng.randrange(len(moves))])
        made += 1
    return made


def play_recorded(game: Game, rng: Random) -> int:
    """A whole game through the library, which keeps its record. How many decisions it had."""
    made = 0
    while game.decision is not None:
        moves = game.legal_moves
        game.apply(moves[rng.randrange(len(moves))])
        made += 1
    return made


def bare_task(players: int) -> Task:
    rules = begin(players, 0).rules
    rng, seeds = Random(players), count(1)

    def one() -> tuple[int, float]:
        start = clock()
        p = new_position(rules, next(seeds), Script())
        p.events = None
        setup = clock() - start
        return play_bare(rules, p, rng), setup

    return whole_games(one)


def recorded_task(players: int) -> Task:
    rng, seeds = Random(players), count(1)

    def one() -> tuple[int, float]:
        start = clock()
        game = begin(players, next(seeds))
        setup = clock() - start
        return play_recorded(game, rng), setup

    return whole_games(one)


# --- samples ---


def moments(players: int, seed: int) -> Iterator[Game]:
    """A random game before each of its decisions, and at its end."""
    game, rng = begin(players, seed), Random(seed)
    while game.decision is not None:
        yield game.copy()
        moves = game.legal_moves
        game.apply(moves[rng.randrange(len(moves))])
    yield game


def samples(games: int, players: int = MAIN) -> list[Game]:
    """Several moments of several games, none of them over."""
    out: list[Game] = []
    for seed in range(games):
        course = list(moments(players, seed))[:-1]
        out += [course[i] for i in spread(len(course), POINTS)]
    return out


def finished(games: int, players: int = MAIN) -> list[Game]:
    """Whole games as they are really played: by plain bots."""
    out = []
    for seed in range(games):
        game = begin(players, seed)
        bot = make_bot("plain")
        while (decision := game.decision) is not None:
            game.apply(bot.choose(game.view(decision.seat)))
        out.append(game)
    return out


def samples_by_kind(games: int, most: int, players: int = MAIN) -> dict[str, list[Game]]:
    """Moments of several games by the kind of decision, an even choice of at most so many of each."""
    found: dict[str, list[Game]] = {}
    for seed in range(games):
        for game in list(moments(players, seed))[:-1]:
            found.setdefault(game.position.kind, []).append(game)
    return {kind: every[:: max(1, len(every) // most)][:most] for kind, every in sorted(found.items())}


# --- copies ---


def copy_tasks(taken: list[Game]) -> dict[str, Task]:
    positions = [game.position for game in taken]
    rng = Random(0)

    def child(game: Game) -> None:
        """What a search does: a copy, and one move made in it."""
        rules, p = game.rules, game.position.copy()
        moves = LegalMoves(rules, p)
        apply(rules, p, moves[rng.randrange(len(moves))])

    return {
        "Position.copy": per_call(each([p.copy for p in positions], 20)),
        "Game.copy": per_call(each([game.copy for game in taken], 20)),
        "copy, then a random move": per_call(each([partial(child, game) for game in taken], 5)),
    }


# --- what costs time besides playing ---


def chore_tasks(taken: list[Game], records: list[Game]) -> dict[str, Task]:
    """Set-up, saving, loading, views; whole records count their moves."""
    texts = [save(game) for game in records]
    noise = [save(list(moments(MAIN, seed))[-1]) for seed in range(len(records))]
    dumps = [save_position(game) for game in taken]
    moves = sum(game.version for game in records)

    def per_move(work: Callable[[], int]) -> Callable[[], int]:
        def wrapped() -> int:
            work()
            return moves

        return wrapped

    saving = each([partial(save, game) for game in records])
    loading = each([partial(load, text) for text in texts])
    views = [partial(view, game, game.position.seat) for game in taken]
    return {
        "new_game": per_call(each([partial(begin, MAIN, seed) for seed in range(20)])),
        "save a record": per_call(saving),
        "save a record, per move": per_call(per_move(saving)),
        "load a record": per_call(loading),
        "load the record of a random game": per_call(each([partial(load, text) for text in noise])),
        "load a record, per move": per_call(per_move(loading)),
        "save a position": per_call(each([partial(save_position, game) for game in taken])),
        "load a position": per_call(each([partial(load_position, text) for text in dumps])),
        "view as JSON, deciding seat": per_call(each(views)),
        "view as JSON, spectator": per_call(each([partial(view, game, None) for game in taken])),
    }


def save(game: Game) -> str:
    return json.dumps(game.to_json())


def load(text: str) -> Game:
    return stromnetz.load_game(json.loads(text))


def save_position(game: Game) -> str:
    return json.dumps(game.position_json())


def load_position(text: str) -> Game:
    return stromnetz.load_position(json.loads(text))


def view(game: Game, seat: int | None) -> object:
    return game.view(seat).to_json()


# --- decisions ---


def options(game: Game) -> int:
    decision = game.decision
    found = decision.options if decision is not None else None
    return len(found) if found is not None else 0


def some_move(game: Game) -> object:
    """All legal moves as a lazy sequence, one of them made."""
    moves = game.legal_moves
    return moves[len(moves) // 2]


def decision_tasks(by_kind: dict[str, list[Game]]) -> dict[str, Task]:
    """Per kind of decision: all options with their prices, and one move out of all legal ones."""
    out: dict[str, Task] = {}
    for kind, taken in by_kind.items():
        out[f"{kind} options"] = per_call(each([partial(options, game) for game in taken]))
        out[f"{kind} moves"] = per_call(each([partial(some_move, game) for game in taken], 3))
    return out
