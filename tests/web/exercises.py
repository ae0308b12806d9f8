"""The sketches of all exercises that have one, and the cities that answers name, as JSON, for the tests of the board.

python -m tests.web.exercises
"""

from __future__ import annotations

import json
import sys
from typing import Any

from stromnetz.exercises import Exercise, all_exercises, asked, drawing, exercise_of
from stromnetz.play.words.wording import LANGUAGES


def shown(exercise: Exercise, sketch: dict[str, Any]) -> dict[str, Any]:
    spoken = {name for one in LANGUAGES for choice in asked(exercise, one).choices for name in choice.split(", ")}
    return {"id": exercise.id, "drawing": sketch, "spoken": sorted(spoken)}


if __name__ == "__main__":
    found = [exercise_of(id) for id in all_exercises()]
    json.dump([shown(one, sketch) for one in found if (sketch := drawing(one)) is not None], sys.stdout)
