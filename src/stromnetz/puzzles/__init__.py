"""Puzzles: short questions from real games, each with one answer that is clearly best."""

from __future__ import annotations

from stromnetz.puzzles.collection import (
    MOVE_SEPARATOR,
    Puzzle,
    StoredGame,
    all_games,
    all_puzzles,
    of_the_day,
    puzzle_of,
)
from stromnetz.puzzles.miner import FoundPuzzle, found_in
from stromnetz.puzzles.texts import explanation, puzzle_text

__all__ = [
    "MOVE_SEPARATOR",
    "FoundPuzzle",
    "Puzzle",
    "StoredGame",
    "all_games",
    "all_puzzles",
    "explanation",
    "found_in",
    "of_the_day",
    "puzzle_of",
    "puzzle_text",
]
