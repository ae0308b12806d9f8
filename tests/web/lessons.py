"""What every lesson says and wants, as JSON, for the tests in a real browser: they play it as its file does.

python -m tests.web.lessons
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any

from stromnetz.lessons import Lesson, LessonText, all_lessons


def texts(told: Sequence[LessonText]) -> list[dict[str, Any]]:
    return [{"text": dict(one.text), "at": one.at} for one in told]


def shown(lesson: Lesson) -> dict[str, Any]:
    """A lesson with the first way through each of its steps."""
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
    json.dump([shown(lesson) for lesson in all_lessons()], sys.stdout)
