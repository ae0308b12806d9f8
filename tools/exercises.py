"""Make the collection of exercises: games between bots, and what is worth asking in them.

python -m tools.exercises [--games N] [--seed N]     write it anew
python -m tools.exercises --check                    work every exercise out again from the game it came from
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import stromnetz
from stromnetz.bots import make_bot
from stromnetz.exercises import Exercise, Question, all_exercises, found_in

FILE = Path(stromnetz.__file__).parent / "exercises" / "collection.jsonl"
TABLES = [
    ("classic-2004", "germany", 4),
    ("classic-2009", "usa", 3),
    ("classic-2004", "usa", 5),
    ("deluxe-europe", "europe", 4),
    ("classic-2009", "germany", 3),
    ("deluxe-north-america", "north-america", 4),
]
MOST = {"cities": 90, "fuel": 70, "worth": 90, "end": 50}
A_GAME = {"cities": 3, "fuel": 3, "worth": 2, "end": 2}


def questions(edition: str, map: str, players: int, seed: int) -> Iterator[Question]:
    """What one game asks: of every seat in every round at most one question of each kind."""
    game, rng, seen = stromnetz.new_game(edition, map=map, players=players, seed=seed), Random(seed), set()
    bot = make_bot("plain", seed)
    while game.decision is not None:
        seat = game.decision.seat
        for one in found_in(game, rng):
            key = (one.kind, seat, game.view(None).round)
            if key not in seen:
                seen.add(key)
                yield one
        game.apply(bot.choose(game.view(seat)))


def collection(games: int, seed: int) -> Iterator[Exercise]:
    count: Counter[str] = Counter()
    for number in range(games):
        edition, map, players = TABLES[number % len(TABLES)]
        here: Counter[str] = Counter()
        answers: dict[str, int] = {}
        for one in questions(edition, map, players, seed + number):
            # yes and no in turn, and never more of a kind than wanted
            if count[one.kind] >= MOST[one.kind] or here[one.kind] >= A_GAME[one.kind]:
                continue
            if one.kind in ("worth", "end") and answers.get(one.kind) == one.answer:
                continue
            answers[one.kind] = one.answer
            count[one.kind] += 1
            here[one.kind] += 1
            yield Exercise(f"{one.kind}-{count[one.kind]}", one.kind, edition, map, *one[1:])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=72)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", action="store_true")
    wanted = parser.parse_args()
    made = list(collection(wanted.games, wanted.seed))
    if wanted.check:
        same = {one.id: one for one in made} == all_exercises()
        sys.stdout.write("as written\n" if same else "the collection differs: run python -m tools.exercises\n")
        return int(not same)
    FILE.write_text("".join(f"{json.dumps(one.to_json(), separators=(',', ':'))}\n" for one in made), encoding="utf-8")
    sys.stdout.write(f"{len(made)} exercises: {dict(Counter(one.kind for one in made))}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
