"""Lessons: prepared games with a goal, played by the rules like any other. A lesson is a data file of an edition."""

from __future__ import annotations

from .files import Lesson, LessonText, Step, all_lessons, answer_of, broken, lesson_of
from .progress import LessonProgress, deviation_texts, progress_of, take_back, without_undone

__all__ = [
    "Lesson",
    "LessonProgress",
    "LessonText",
    "Step",
    "all_lessons",
    "answer_of",
    "broken",
    "deviation_texts",
    "lesson_of",
    "progress_of",
    "take_back",
    "without_undone",
]
