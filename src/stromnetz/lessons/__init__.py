"""Lessons: prepared games with a goal, played by the rules like any other. A lesson is a data file of an edition."""

from __future__ import annotations

from .course import Standing, standing_of, straight, take_back, told
from .files import Lesson, Step, Told, all_lessons, broken, lesson_of
from .seats import answer_of

__all__ = [
    "Lesson",
    "Standing",
    "Step",
    "Told",
    "all_lessons",
    "answer_of",
    "broken",
    "lesson_of",
    "standing_of",
    "straight",
    "take_back",
    "told",
]
