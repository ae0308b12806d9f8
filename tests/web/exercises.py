"""The sketches of all exercises that have one, and the cities that answers name, as JSON, for the tests of the board.

python -m tests.web.exercises
"""

from __future__ import annotations

import json
import sys
from typing import Any

from stromnetz.play.words.wording import LANGUAGES
from stromnetz.puzzles import Puzzle, all_puzzles, puzzle_of, puzzle_text
from stromnetz.puzzles import sketch as drawing


def shown(exercise: Puzzle, sketch: dict[str, Any]) -> dict[str, Any]:
    spoken = {name for one in LANGUAGES for choice in puzzle_text(exercise, one).choices for name in choice.split(", ")}
    return {"id": exercise.id, "drawing": sketch, "spoken": sorted(spoken)}


if __name__ == "__main__":
    found = [puzzle_of(id) for id in all_puzzles()]
    json.dump([shown(one, sketch) for one in found if (sketch := drawing(one)) is not None], sys.stdout)
