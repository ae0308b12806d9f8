"""Find the puzzles of the collection in games between bots.

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
from stromnetz.play.words.notation import format_move
from stromnetz.puzzles import MOVE_SEPARATOR, FoundPuzzle, KeptGame, Puzzle, all_games, all_puzzles, found_in

FOLDER = Path(puzzles.__file__).parent
ROUNDED = 1
"""By how much a told figure may differ where it is worked out again."""
TABLES = [
    ("classic-2004", "germany", 4),
    ("classic-2009", "usa", 3),
    ("classic-2004", "usa", 5),
    ("deluxe-europe", "europe", 4),
    ("classic-2009", "germany", 3),
    ("deluxe-north-america", "north-america", 4),
]
MOST = {"cities": 90, "fuel": 70, "worth": 60, "end": 50}
A_GAME = {"cities": 3, "fuel": 3, "worth": 2, "end": 2}


def drawn(seed: int, at: int) -> Random:
    """What is drawn at a position: the same whenever it is looked at."""
    return Random(f"{seed} {at}")


def questions(game: Game, bot: Bot, seed: int, moves: list[str], kinds: set[str]) -> Iterator[tuple[int, FoundPuzzle]]:
    """What one game asks, and after how many moves: of every seat in every round one question of each kind at most.

    Whoever takes them says meanwhile which kinds are wanted; without any the game is not played on.
    """
    seen = set()
    while game.decision is not None and kinds:
        seat, at = game.decision.seat, len(moves)
        for one in found_in(game, drawn(seed, at), kinds):
            key = (one.kind, seat, game.view(None).round)
            if key not in seen:
                seen.add(key)
                yield at, one
        move = bot.choose(game.view(seat))
        moves.append(format_move(move))
        game.apply(move)


def collection(games: int, seed: int) -> tuple[list[Puzzle], list[KeptGame]]:
    """So many games between bots, and what is worth asking in them."""
    count: Counter[str] = Counter()
    found: list[Puzzle] = []
    kept: list[KeptGame] = []
    for number in range(games):
        edition, map, players = TABLES[number % len(TABLES)]
        mine, moves = seed + number, list[str]()
        here: Counter[str] = Counter()
        answers: dict[str, int] = {}
        last = 0
        kinds = {kind for kind in MOST if count[kind] < MOST[kind]}
        game = new_game(edition, map, players, mine)
        for at, one in questions(game, make_bot("plain", mine), mine, moves, kinds):
            # yes and no in turn
            if one.kind in ("worth", "end") and answers.get(one.kind) == one.answer:
                continue
            answers[one.kind], last = one.answer, at
            count[one.kind] += 1
            here[one.kind] += 1
            if here[one.kind] == A_GAME[one.kind] or count[one.kind] == MOST[one.kind]:
                kinds.discard(one.kind)
            found.append(
                Puzzle(f"{one.kind}-{count[one.kind]}", one.kind, edition, map, *one[1:], game=len(kept), at=at)
            )
        if last:
            kept.append(KeptGame(edition, map, players, mine, MOVE_SEPARATOR.join(moves[:last])))
        sys.stderr.write(f"{number + 1}: {dict(count)}\n")
    return found, kept


def differs(one: Puzzle) -> bool:
    """Whether an exercise is not what its position asks. Nets that compute by another library may round otherwise."""
    game = one.begin()
    for other in found_in(game, drawn(all_games()[one.game].seed, one.at), {one.kind}):
        facts, mine = dict(other.facts), dict(one.facts)
        told, own = facts.pop("told", {}), mine.pop("told", {})
        near = told.keys() == own.keys() and all(abs(told[key] - own[key]) <= ROUNDED for key in told)
        if near and (facts, other.choices, other.worth, other.answer) == (mine, one.choices, one.worth, one.answer):
            return False
    return True


def check() -> int:
    """Work every kept exercise out again from its position."""
    wrong = [one.id for one in all_puzzles().values() if differs(one)]
    sys.stdout.write(f"{len(all_puzzles())} exercises, {len(wrong)} of them differ: {', '.join(wrong)}\n")
    return int(bool(wrong))


def write(file: str, lines: Iterable[Puzzle | KeptGame]) -> None:
    text = "".join(f"{json.dumps(one.to_json(), separators=(',', ':'))}\n" for one in lines)
    (FOLDER / file).write_text(text, encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=48)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", action="store_true")
    wanted = parser.parse_args()
    if wanted.check:
        return check()
    made, games = collection(wanted.games, wanted.seed)
    write("collection.jsonl", made)
    write("games.jsonl", games)
    sys.stdout.write(f"{len(made)} exercises: {dict(Counter(one.kind for one in made))}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
