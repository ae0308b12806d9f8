"""Tasks for Stromnetz: random play, samples of games, and everything besides playing."""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from random import Random

import stromnetz
from stromnetz import Game
from stromnetz.bots import make_bot
from stromnetz.engine.agenda import apply
from stromnetz.engine.decisions import LegalMoves
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from stromnetz.learn import OPTION_SIZE, Encoder, encode
from tests.bench.measure import IN_TURNS, POINTS, Figures, Task, clock, each, per_call, spread, whole_games

EDITION = "classic-2004"
MAP = "germany"
COUNTS = (2, 3, 4, 5, 6)
"""Numbers of players."""
OTHERS = ("deluxe-europe", "outpost")
MAIN = 4
"""The number of players in comparisons."""


def begin(players: int, seed: int) -> Game:
    return stromnetz.new_game(EDITION, map=MAP, players=players, seed=seed)


# --- random play ---


def play_bare(rules: Rules, p: Position, rng: Random) -> int:
    """Play a whole game on the engine alone, without events and record; returns its decisions."""
    made = 0
    while p.seat >= 0:
        moves = LegalMoves(rules, p)
        apply(rules, p, moves[rng.randrange(len(moves))])
        made += 1
    return made


def play_recorded(game: Game, rng: Random) -> int:
    """Play a whole game through the library, which keeps a record; returns its decisions."""
    made = 0
    while game.decision is not None:
        moves = game.legal_moves
        game.apply(moves[rng.randrange(len(moves))])
        made += 1
    return made


def whole_task(begin_one: Callable[[int], Game], play: Callable[[Game, Random], int]) -> Task:
    """A task that plays whole games with different seeds."""

    def course() -> Callable[[], tuple[int, float]]:
        rng, seeds = Random(1), count(1)

        def one() -> tuple[int, float]:
            start = clock()
            game = begin_one(next(seeds))
            setup = clock() - start
            return play(game, rng), setup

        return one

    return whole_games(course)


def play_bare_game(game: Game, rng: Random) -> int:
    return play_bare(game.rules, game.position.copy(), rng)


def roll_out(game: Game, rng: Random) -> int:
    return stromnetz.rollout(game, rng).decisions


def play_tasks() -> dict[str, Task]:
    """Tasks of random play: plain loop, rollout without checks, and library; for other editions, the plain loop."""
    out: dict[str, Task] = {}
    for players in COUNTS:
        out[f"loop, {players} players"] = whole_task(partial(begin, players), play_bare_game)
    out["rollout"] = whole_task(partial(begin, MAIN), roll_out)
    out["library"] = whole_task(partial(begin, MAIN), play_recorded)
    for edition in OTHERS:
        out[f"loop, {edition}"] = whole_task(partial(begin_other, edition), play_bare_game)
    out[IN_TURNS] = editions_task()
    return out


def begin_other(edition: str, seed: int) -> Game:
    return stromnetz.new_game(edition, players=MAIN, seed=seed)


def editions_task() -> Task:
    """A task that alternates between editions in the plain loop, so that disturbances affect all; gives decisions/s
    of each."""
    begins = {EDITION: partial(begin, MAIN), **{edition: partial(begin_other, edition) for edition in OTHERS}}

    def task(seconds: float) -> Figures:
        rng, seeds = Random(1), count(1)
        made = dict.fromkeys(begins, 0)
        spent = dict.fromkeys(begins, 0.0)
        while sum(spent.values()) < seconds or not all(made.values()):
            seed = next(seeds)
            for edition, begin_one in begins.items():
                game = begin_one(seed)
                start = clock()
                made[edition] += play_bare_game(game, rng)
                spent[edition] += clock() - start
        return {edition: made[edition] / spent[edition] for edition in begins}

    return task


# --- encoding, and the cost of a search node through a game ---


def encode_tasks(games: int) -> dict[str, Task]:
    """Tasks that encode every position of some games for the deciding seat."""
    courses = [list(positions_of(MAIN, seed))[:-1] for seed in range(games)]
    turns = [game for together in zip(*courses, strict=False) for game in together]
    rules = courses[0][0].rules
    encoder = Encoder(rules, False)
    state = array("f", bytes(4 * encoder.size))
    rows = array("f", bytes(4 * 64 * OPTION_SIZE))

    def states() -> int:
        for course in courses:
            for game in course:
                encode(game, game.position.seat, state)
        return sum(map(len, courses))

    def both() -> int:
        for course in courses:
            for game in course:
                encode(game, game.position.seat, state, rows)
        return sum(map(len, courses))

    def mixed() -> int:
        """Alternate between games, so that caches of the last position are useless."""
        for game in turns:
            encoder.state(game.position, game.position.seat, state)
        return len(turns)

    return {
        "encode a state": per_call(states),
        "encode a state and its options": per_call(both),
        "encode a state, games in turns": per_call(mixed),
    }


def decile_tasks(games: int) -> dict[str, Task]:
    """Tasks for the cost of a search node (a copy and a random move), by tenths of a game."""
    tenths: list[list[Game]] = [[] for _ in range(10)]
    for seed in range(games):
        course = list(positions_of(MAIN, seed))[:-1]
        for i in range(0, len(course), 5):
            tenths[i * 10 // len(course)].append(course[i])
    rng = Random(0)
    return {
        f"node, tenth {i + 1}": per_call(each([partial(child, game, rng) for game in some]))
        for i, some in enumerate(tenths)
    }


# --- samples ---


def positions_of(players: int, seed: int) -> Iterator[Game]:
    """A random game before each decision and at its end."""
    game, rng = begin(players, seed), Random(seed)
    while game.decision is not None:
        yield game.copy()
        moves = game.legal_moves
        game.apply(moves[rng.randrange(len(moves))])
    yield game


def samples(games: int, players: int = MAIN) -> list[Game]:
    """Positions of several unfinished games."""
    out: list[Game] = []
    for seed in range(games):
        course = list(positions_of(players, seed))[:-1]
        out += [course[i] for i in spread(len(course), POINTS)]
    return out


def finished(games: int, players: int = MAIN) -> list[Game]:
    """Whole games of plain bots."""
    out = []
    for seed in range(games):
        game = begin(players, seed)
        bot = make_bot("plain")
        while (decision := game.decision) is not None:
            game.apply(bot.choose(game.view(decision.seat)))
        out.append(game)
    return out


def samples_by_kind(games: int, most: int, players: int = MAIN) -> dict[str, list[Game]]:
    """Positions of several games by kind of decision, evenly spread, at most so many of each."""
    found: dict[str, list[Game]] = {}
    for seed in range(games):
        for game in list(positions_of(players, seed))[:-1]:
            found.setdefault(game.position.kind, []).append(game)
    return {kind: every[:: max(1, len(every) // most)][:most] for kind, every in sorted(found.items())}


# --- copies ---


def child(game: Game, rng: Random) -> None:
    """Copy a position and make a random move, like a search."""
    rules, p = game.rules, game.position.copy()
    moves = LegalMoves(rules, p)
    apply(rules, p, moves[rng.randrange(len(moves))])


def copy_tasks(taken: list[Game]) -> dict[str, Task]:
    positions = [game.position for game in taken]
    rng = Random(0)
    return {
        "Position.copy": per_call(each([p.copy for p in positions], 20)),
        "Game.copy": per_call(each([game.copy for game in taken], 20)),
        "copy, then a random move": per_call(each([partial(child, game, rng) for game in taken], 5)),
    }


# --- everything besides playing ---


def chore_tasks(taken: list[Game], records: list[Game]) -> dict[str, Task]:
    """Tasks of set-up, saving, loading and views; some count moves of whole records."""
    texts = [save(game) for game in records]
    noise = [save(list(positions_of(MAIN, seed))[-1]) for seed in range(len(records))]
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
    others = [partial(view, game, (game.position.seat + 1) % MAIN) for game in taken]
    return {
        "new_game": per_call(each([partial(begin, MAIN, seed) for seed in range(20)])),
        "save a record": per_call(saving),
        "save a record, per move": per_call(per_move(saving)),
        "load a record": per_call(loading),
        "load the record of a random game": per_call(each([partial(load, text) for text in noise])),
        "load a record, per move": per_call(per_move(loading)),
        "save a position": per_call(each([partial(save_position, game) for game in taken])),
        "load a position": per_call(each([partial(parse_position, text) for text in dumps])),
        "view as JSON, deciding seat": per_call(each(views)),
        "view as JSON, another seat": per_call(each(others)),
        "view as JSON, spectator": per_call(each([partial(view, game, None) for game in taken])),
    }


def save(game: Game) -> str:
    return game.to_text()


def load(text: str) -> Game:
    return stromnetz.parse_game(text)


def save_position(game: Game) -> str:
    return json.dumps(game.position_json())


def parse_position(text: str) -> Game:
    return stromnetz.parse_position(json.loads(text))


def view(game: Game, seat: int | None) -> object:
    return game.view(seat).to_json()


# --- decisions ---


def options(game: Game) -> int:
    decision = game.decision
    found = decision.options if decision is not None else None
    return len(found) if found is not None else 0


def some_move(game: Game) -> object:
    """Create one of all legal moves, which are a lazy sequence."""
    moves = game.legal_moves
    return moves[len(moves) // 2]


def decision_tasks(by_kind: dict[str, list[Game]]) -> dict[str, Task]:
    """Tasks by kind of decision: all options with prices, and one of all legal moves."""
    out: dict[str, Task] = {}
    for kind, taken in by_kind.items():
        out[f"{kind} options"] = per_call(each([partial(options, game) for game in taken]))
        out[f"{kind} moves"] = per_call(each([partial(some_move, game) for game in taken], 3))
    return out
