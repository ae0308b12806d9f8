"""Prints the texts and ways of all lessons as JSON, for browser tests that play them.

python -m tests.web.lessons
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any

from stromnetz.lessons import Lesson, LessonText, all_lessons


def texts(lesson_texts: Sequence[LessonText]) -> list[dict[str, Any]]:
    return [{"text": dict(one.text), "at": one.at} for one in lesson_texts]


def lesson_json(lesson: Lesson) -> dict[str, Any]:
    """A lesson with the first way of each step."""
    steps = [
        {
            "decision": step.decision,
            "texts": texts(step.texts),
            "way": [dict(move) for move in step.ways[0]],
            "good": step.good and dict(step.good),
            "optional": step.optional,
        }
        for step in lesson.steps
    ]
    hints = {hint.decision: texts(hint.texts) for hint in lesson.hints}
    return {"id": lesson.id, "title": dict(lesson.title), "end": dict(lesson.end), "steps": steps, "hints": hints}


if __name__ == "__main__":
    json.dump([lesson_json(lesson) for lesson in all_lessons()], sys.stdout)
