"""Plays the same seeded games on both builds, with illegal moves: rows, refusals and positions must be equal.

    python -m tests.builds.differential [--games 2000] [--first 0] [--seed 1]

Each build plays in its own process and prints a digest for each game. Games that differ are played again on both, and
the first different line is shown. Progress is printed, so that an interrupted run can be continued (``--first 700``).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
from array import array
from collections.abc import Callable, Iterator
from itertools import islice, zip_longest
from random import Random
from typing import Any

from stromnetz import BUILD, Game, Move, StromnetzError, parse_game, parse_position
from stromnetz.arena.matches import MatchSetup
from stromnetz.arena.soak import setups
from stromnetz.engine.moves import MOVES
from stromnetz.learn import OPTION_SIZE, encode, encoder_of
from stromnetz.learn.columns import OPTION_OUTLOOK_SIZE
from stromnetz.learn.outlook import Outlook
from stromnetz.play.rollouts import rollout

HOSTILE = 0.15
"""The share of moves that the game has to refuse."""
NASTY: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 1, 3, 4, 10**30, 1 << 2000, 0.0, 4.0, float("nan"), "", "x", "4", "coal", "essen"),
    *(b"coal", [], {}, [4], [True], [4, 4], ["coal"], {"coal": 1}, {"coal": -1}, {"coal": True}, {1: 1}, {"x": 0}),
    *((("coal", 1), ("coal", 1)), object, Ellipsis, {"kind": "pass"}),
)
LONGEST = 2500
"""Maximum number of decisions of a game."""
STEP = 100
"""Number of games between progress messages."""


def told(error: Exception) -> str:
    """Describe a refusal completely; any other error is a bug on either build."""
    if isinstance(error, StromnetzError):
        return json.dumps([type(error).__name__, error.case, str(error), error.to_json()], default=repr)
    return f"{type(error).__name__}: {error}"


def hostile(game: Game, rng: Random) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Moves that should mostly be refused, each with a name."""
    asked = [cls.kind for cls in game.rules.deciders[game.position.kind].accepts if cls.fields]
    kind = rng.choice([*asked, *asked, *asked, *sorted(MOVES)] if rng.random() < 0.8 else sorted(MOVES))
    cls: Callable[..., Move] = MOVES[kind]
    likely = (*game.rules.card_refs, *game.rules.fuel_ids, *game.rules.city_ids[:9], *range(1, 60))
    values = [rng.choice(NASTY if rng.random() < 0.6 else likely) for _ in MOVES[kind].fields]
    data = {"kind": kind, **dict(zip(MOVES[kind].fields, values, strict=True))}
    yield f"made {kind} {values!r}", lambda: game.apply(cls(*values))
    yield f"sent {data!r}", lambda: game.apply(data)
    yield f"asked {data!r}", lambda: game.is_legal(data)
    moves = game.legal_moves
    legal = moves[rng.randrange(len(moves))]
    spoilt = legal.to_json()
    spoilt[rng.choice([*spoilt, "more"])] = rng.choice(NASTY)
    yield f"spoilt {spoilt!r}", lambda: game.copy().apply(spoilt)
    seat = rng.choice(NASTY)
    yield f"of seat {seat!r}", lambda: game.copy().apply(legal, seat)
    yield f"undone by {seat!r}", lambda: game.copy().undo(seat)
    yield f"seen by {seat!r}", lambda: game.view(seat).to_json()
    yield f"planned {values!r}", lambda: game.copy().play([legal, *values])
    yield f"prices for {seat!r}", lambda: game.prices(seat).to_json()
    yield f"forecast {values!r}", lambda: game.forecast(seat, cities=rng.choice(NASTY)).to_json()


def lines(setup: MatchSetup, seed: int) -> Iterator[str]:
    """Describe a game line by line."""
    rng = Random(seed)
    game = setup.begin()
    yield json.dumps(game.position_json())
    while game.decision is not None and game.version < LONGEST:
        if rng.random() < HOSTILE:
            name, act = rng.choice(list(hostile(game, rng)))
            before = game.version
            try:
                yield f"{name}: {act()!r}"
            except Exception as error:  # whatever it is, it must be the same on both
                yield f"{name}: {told(error)}"
            if game.version != before:
                continue
        moves = game.legal_moves
        yield f"{len(moves)} {moves!r}"
        game.apply(moves[rng.randrange(len(moves))])
        yield json.dumps(game.rows[-1].to_json())
        if rng.random() < 0.1:
            yield json.dumps(game.position_json())
            yield json.dumps(game.view(rng.randrange(setup.players)).to_json())
            yield encoded(game)
            yield repr(rollout(game, Random(seed), until="round").position.money)
    yield from the_end(game, rng)


def encoded(game: Game) -> str:
    """Return the features of all seats and options, bit by bit."""
    size = encoder_of(game.rules, game.options["money"] == "hidden").size
    out = hashlib.sha256()
    for seat in range(game.rules.players):
        state, rows = array("f", bytes(4 * size)), array("f", bytes(4 * 64 * OPTION_SIZE))
        moves = encode(game, seat, state, rows)
        out.update(repr(moves).encode() + state.tobytes() + rows.tobytes())
        ahead = Outlook(game.rules, game.options["money"] == "hidden")
        out.update(ahead.data(game.position, seat))
        if moves:
            outlooks = array("f", bytes(4 * 64 * OPTION_OUTLOOK_SIZE))
            ahead.options(game.position, moves, outlooks)
            out.update(outlooks.tobytes())
    return out.hexdigest()


def the_end(game: Game, rng: Random) -> Iterator[str]:
    """Describe the saved game, and the effect of spoiling it."""
    record = json.loads(json.dumps(game.to_json()))
    yield json.dumps(record)
    yield str(parse_game(record) == game and game.to_text() == json.dumps(game.to_json()))
    yield str(parse_position(game.position_json()).position == game.position)
    row = rng.choice(record["rows"])
    row[rng.choice(sorted(row))] = rng.choice(NASTY)
    dump = game.position_json()
    dump[rng.choice(sorted(dump))] = rng.choice(NASTY)
    for load, data in ((parse_game, record), (parse_position, dump)):
        try:
            yield f"{load(data)!r:.20}"
        except Exception as error:
            yield told(error)


def digests(first: int, games: int, seed: int) -> Iterator[str]:
    """Return the digests of a number of games, starting at ``first``."""
    for number, setup in islice(enumerate(setups(games, seed)), first, None):
        out = hashlib.sha256()
        for line in lines(setup, number):
            out.update(line.encode() + b"\n")
        yield f"{number} {setup.edition} {setup.map} {setup.players} {out.hexdigest()[:24]}"


# --- two processes ---------------------------------------------------------------------------------------------------


def set_message_formatter(pure: bool, *arguments: str) -> subprocess.Popen[str]:
    """Start a process of one of the builds that plays and prints."""
    environment = {**os.environ, "STROMNETZ_PURE": "1" if pure else "0", "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-m", "tests.builds.differential", "--build", "pure" if pure else "compiled", *arguments]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)


def differences(games: int, seed: int, first: int = 0) -> list[str]:
    """Return the games that differ, each with the first different line."""
    out = []
    arguments = ["--games", str(games), "--seed", str(seed)]
    for one, other in both(*arguments, "--first", str(first)):
        if one != other:
            number = (one or other or "?").split()[0]
            out.append(f"{one} / {other}: {first_difference(number, arguments)}")
    return out


def compare(games: int, seed: int, first: int) -> int:
    """Compare games in chunks and print the progress; return the number of different games."""
    broken = 0
    for start in range(first, games, STEP):
        end = min(start + STEP, games)
        found = differences(end, seed, start)
        broken += len(found)
        print("\n".join(found) or f"games {start} to {end - 1}: all alike on both builds", flush=True)
    print(f"{max(0, games - first)} games compared, {broken} went differently")
    return broken


def both(*arguments: str) -> list[tuple[str | None, str | None]]:
    """Yield the lines of both builds side by side; they play at the same time."""
    players = [set_message_formatter(pure, *arguments) for pure in (False, True)]
    said = [player.communicate()[0].splitlines() for player in players]
    if any(player.returncode for player in players):
        raise SystemExit(f"a build broke: {[player.returncode for player in players]}")
    return list(zip_longest(said[0], said[1]))


def first_difference(number: str, arguments: list[str]) -> str:
    if not number.isdigit():
        return number
    for one, other in both(*arguments, "--tell", number):
        if one != other:
            return f"\n  compiled: {one}\n  pure:     {other}"
    return "not twice the same"


def main() -> int:
    parser = argparse.ArgumentParser(description="Play the same games on both builds and compare.")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game, from 0 on")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--build", choices=("compiled", "pure"), help=argparse.SUPPRESS)
    parser.add_argument("--tell", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.build is None:
        return 1 if compare(options.games, options.seed, options.first) else 0
    if options.build != BUILD:
        print(f"the {BUILD} build runs, not the {options.build} one: 'make compiled' builds it", file=sys.stderr)
        return 2
    if options.tell is not None:
        setup = list(setups(options.games, options.seed))[options.tell]
        for line in lines(setup, options.tell):
            print(line.replace("\n", " "))
        return 0
    for line in digests(options.first, options.games, options.seed):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
