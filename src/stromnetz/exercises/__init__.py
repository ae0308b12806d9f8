"""Exercises: small questions out of games, each with one answer that is better than the others by a margin."""

from __future__ import annotations

from .collection import BETWEEN, Exercise, KeptGame, all_exercises, all_games, exercise_of, of_the_day
from .drawn import drawing
from .finding import Question, found_in
from .told import asked, told

__all__ = [
    "BETWEEN",
    "Exercise",
    "KeptGame",
    "Question",
    "all_exercises",
    "all_games",
    "asked",
    "drawing",
    "exercise_of",
    "found_in",
    "of_the_day",
    "told",
]
