"""Find the puzzles of the collect_puzzles in games between bots.

python -m stromnetz.lab.puzzles [--games N] [--seed N]     write a new collection
python -m stromnetz.lab.puzzles --check                    solve each puzzle again from the game it came from
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

from stromnetz import puzzles
from stromnetz.bots import Bot, make_bot
from stromnetz.play.game import Game
from stromnetz.play.new import new_game
from stromnetz.puzzles import MOVE_SEPARATOR, FoundPuzzle, Puzzle, StoredGame, all_games, all_puzzles, found_in
from stromnetz.puzzles.collection import head_of

FOLDER = Path(puzzles.__file__).parent
FIGURE_TOLERANCE = 1
"""Allowed difference of recomputed figures in explanations."""
TABLES = [
    ("classic-2004", "germany", 4),
    ("classic-2009", "usa", 3),
    ("classic-2004", "usa", 5),
    ("deluxe-europe", "europe", 4),
    ("classic-2009", "germany", 3),
    ("deluxe-north-america", "north-america", 4),
]
MAX_PER_KIND = {"cities": 90, "fuel": 70, "worth": 60, "end": 50}
MAX_PER_GAME = {"cities": 3, "fuel": 3, "worth": 2, "end": 2}


def position_rng(seed: int, at: int) -> Random:
    """The random generator for a position, always with the same seed."""
    return Random(f"{seed} {at}")


def questions(game: Game, bot: Bot, seed: int, moves: list[str], kinds: set[str]) -> Iterator[tuple[int, FoundPuzzle]]:
    """Play a game; yields puzzles with the number of moves before them, at most one per seat, round and kind.

    The caller may remove kinds from ``kinds`` meanwhile; the game ends when it is empty.
    """
    seen = set()
    while game.decision is not None and kinds:
        seat, at = game.decision.seat, len(moves)
        for one in found_in(game, position_rng(seed, at), kinds):
            key = (one.kind, seat, game.view(None).round)
            if key not in seen:
                seen.add(key)
                yield at, one
        move = bot.choose(game.view(seat))
        moves.append(str(move))
        game.apply(move)


def collect_puzzles(games: int, seed: int) -> tuple[list[Puzzle], list[StoredGame]]:
    """Play games between bots and collect puzzles from them."""
    count: Counter[str] = Counter()
    found: list[Puzzle] = []
    kept: list[StoredGame] = []
    for number in range(games):
        edition, map, players = TABLES[number % len(TABLES)]
        mine, moves = seed + number, list[str]()
        here: Counter[str] = Counter()
        answers: dict[str, int] = {}
        last = 0
        kinds = {kind for kind in MAX_PER_KIND if count[kind] < MAX_PER_KIND[kind]}
        game = new_game(edition, map, players, mine)
        for at, one in questions(game, make_bot("plain", mine), mine, moves, kinds):
            # alternate the answers
            if one.kind in ("worth", "end") and answers.get(one.kind) == one.answer:
                continue
            answers[one.kind], last = one.answer, at
            count[one.kind] += 1
            here[one.kind] += 1
            if here[one.kind] == MAX_PER_GAME[one.kind] or count[one.kind] == MAX_PER_KIND[one.kind]:
                kinds.discard(one.kind)
            found.append(
                Puzzle(f"{one.kind}-{count[one.kind]}", one.kind, edition, map, *one[1:], game=len(kept), at=at)
            )
        if last:
            kept.append(StoredGame(edition, map, players, mine, MOVE_SEPARATOR.join(moves[:last])))
        sys.stderr.write(f"{number + 1}: {dict(count)}\n")
    return found, kept


def differs(one: Puzzle) -> bool:
    """Whether a puzzle differs from what its position gives now. Other numeric libraries may round nets differently."""
    game = one.begin()
    for other in found_in(game, position_rng(all_games()[one.game].seed, one.at), {one.kind}):
        facts, mine = dict(other.facts), dict(one.facts)
        told, own = facts.pop("told", {}), mine.pop("told", {})
        near = told.keys() == own.keys() and all(abs(told[key] - own[key]) <= FIGURE_TOLERANCE for key in told)
        if near and (facts, other.choices, other.worth, other.answer) == (mine, one.choices, one.worth, one.answer):
            return False
    return True


def check() -> int:
    """Recompute all stored puzzles; returns 1 if any differs."""
    wrong = [one.id for one in all_puzzles().values() if differs(one)]
    sys.stdout.write(f"{len(all_puzzles())} puzzles, {len(wrong)} of them differ: {', '.join(wrong)}\n")
    return int(bool(wrong))


def write(file: str, lines: Iterable[Puzzle | StoredGame]) -> None:
    rows = (json.dumps(one.to_json(), separators=(",", ":")) for one in lines)
    text = "".join(f"{row}\n" for row in (head_of(file), *rows))
    (FOLDER / file).write_text(text, encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=48)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", action="store_true")
    wanted = parser.parse_args()
    if wanted.check:
        return check()
    made, games = collect_puzzles(wanted.games, wanted.seed)
    write("collection.jsonl", made)
    write("games.jsonl", games)
    sys.stdout.write(f"{len(made)} puzzles: {dict(Counter(one.kind for one in made))}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
