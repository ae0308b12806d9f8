"""The puzzles of the package, and the puzzle of the day."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any

from stromnetz.engine.errors import BadInput, short_repr
from stromnetz.engine.moves import Move
from stromnetz.play.game import Game
from stromnetz.play.new import new_game

Choice = dict[str, Any]
MOVE_SEPARATOR = "; "
"""Separates the moves of a stored game."""
FIRST_DAY = date(2024, 1, 1)
"""Day 0 of the puzzle of the day."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle: its facts, its choices, and the worth of each choice.

    >>> one = puzzle_of("fuel-1")
    >>> one.kind, one.worth[one.answer] == min(one.worth)
    ('fuel', True)
    """

    id: str
    kind: str
    edition: str
    map: str
    facts: dict[str, Any]
    """The facts that are shown."""
    choices: Sequence[Choice]
    worth: Sequence[int]
    """The cost or gain of each choice, depending on the kind."""
    answer: int
    game: int
    """Index of the stored game that it comes from."""
    at: int
    """The number of moves before the position."""

    def begin(self) -> Game:
        """The game at the position of the puzzle."""
        return game_of(self.game, self.at)

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "kind": self.kind,
            "edition": self.edition,
            "map": self.map,
            "facts": self.facts,
            "choices": list(self.choices),
            "worth": list(self.worth),
            "answer": self.answer,
            "game": self.game,
            "at": self.at,
        }


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A stored game, up to the last position of a puzzle.

    >>> all_games()[0].moves.split(MOVE_SEPARATOR)[0].split()[0]
    'open'
    """

    edition: str
    map: str
    players: int
    seed: int
    moves: str
    """The moves in notation."""

    def to_json(self) -> dict[str, Any]:
        return {
            "edition": self.edition,
            "map": self.map,
            "players": self.players,
            "seed": self.seed,
            "moves": self.moves,
        }


PUZZLE_VERSION = 1
"""Version of the format of both files; files of newer ones are refused."""


def head_of(name: str) -> str:
    """The first line of a file."""
    return json.dumps({"stromnetz": name.partition(".")[0], "format": PUZZLE_VERSION}, separators=(",", ":"))


def read_lines(name: str, text: str, kind: type[Any]) -> list[Any]:
    """The puzzles or games of a file. Keys that they do not know are ignored."""
    first, *lines = text.splitlines()
    version = json.loads(first).get("format")
    if version != PUZZLE_VERSION:
        raise BadInput(f"{name} has the format {short_repr(version)}, and this Stromnetz reads {PUZZLE_VERSION}", {})
    known = [field.name for field in fields(kind)]
    return [kind(**{key: row[key] for key in known}) for row in map(json.loads, lines)]


def _lines(name: str, kind: type[Any]) -> list[Any]:
    return read_lines(name, files("stromnetz.puzzles").joinpath(name).read_text(encoding="utf-8"), kind)


@cache
def all_puzzles() -> dict[str, Puzzle]:
    """All puzzles by id, in the order of the file.

    >>> {one.kind for one in all_puzzles().values()} == {"cities", "fuel", "worth", "end"}
    True
    """
    return {one.id: one for one in _lines("collection.jsonl", Puzzle)}


@cache
def all_games() -> list[StoredGame]:
    """The games that the puzzles come from.

    >>> all_games()[0].edition
    'classic-2004'
    """
    return _lines("games.jsonl", StoredGame)


def game_of(number: int, at: int) -> Game:
    """A stored game after so many of its moves."""
    kept = all_games()[number]
    game = new_game(kept.edition, map=kept.map, players=kept.players, seed=kept.seed)
    for move in kept.moves.split(MOVE_SEPARATOR)[:at]:
        game.apply(Move.parse(move))
    return game


def puzzle_of(id: str) -> Puzzle:
    """The puzzle with this id.

    >>> puzzle_of("cities-1").map
    'germany'
    """
    found = all_puzzles().get(id)
    if found is None:
        raise BadInput(f"there is no puzzle {short_repr(id)}", {"id": short_repr(id)})
    return found


def of_the_day(day: date) -> Puzzle:
    """The puzzle of a day. It is the same for all users; no puzzle repeats before all have been used.

    >>> of_the_day(date(2026, 3, 1)) is of_the_day(date(2026, 3, 1))
    True
    """
    ids = list(all_puzzles())
    # a step that is coprime to the number of puzzles visits all of them
    step = next(n for n in range(len(ids) // 3 + 1, len(ids) + 2) if _is_coprime(n, len(ids)))
    return all_puzzles()[ids[(day - FIRST_DAY).days * step % len(ids)]]


def _is_coprime(a: int, b: int) -> bool:
    while b:
        a, b = b, a % b
    return a == 1
