"""Prints the sketches of all puzzles that have one, and the cities named by their choices, as JSON for tests of the
board.

python -m tests.web.puzzles
"""

from __future__ import annotations

import json
import sys
from typing import Any

from stromnetz.play.words.vocabulary import LANGUAGES
from stromnetz.puzzles import Puzzle, all_puzzles, puzzle_of, puzzle_text
from stromnetz.puzzles import sketch as drawing


def sketch_json(puzzle: Puzzle, sketch: dict[str, Any]) -> dict[str, Any]:
    cities = {name for one in LANGUAGES for choice in puzzle_text(puzzle, one).choices for name in choice.split(", ")}
    return {"id": puzzle.id, "drawing": sketch, "spoken": sorted(cities)}


if __name__ == "__main__":
    found = [puzzle_of(id) for id in all_puzzles()]
    json.dump([sketch_json(one, sketch) for one in found if (sketch := drawing(one)) is not None], sys.stdout)
