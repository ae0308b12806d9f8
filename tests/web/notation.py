"""Prints games in notation, all golden ones too, and what readers must find, as JSON lines for web/tests/unit.

python -m tests.web.notation
"""

from __future__ import annotations

import json
import sys
from typing import Any

from stromnetz import Game, parse_position
from stromnetz.play.files.position_line import read_position_line
from tools import golden


def expected(game: Game) -> dict[str, Any]:
    """Return the header and the rows of a game, from its record."""
    record = game.to_json()
    rows = [
        {"seat": row["seat"], "move": row.get("move"), "joined": "plan" in row} for row in record["rows"] if row["seq"]
    ]
    return {
        "header": {key: record[key] for key in ("edition", "map", "players", "revision")} | record.get("setup", {}),
        "position": record.get("position"),
        "rows": rows,
    }


def with_undos() -> Game:
    """Return a game with moves made together and undone ones, set up by hand."""
    players = [{"plants": [5], "money": 60}, {"plants": [4]}]
    game = parse_position(
        {"edition": "classic-2004", "phase": "building", "round": 3, "order": [1, 0], "players": players}
    )
    game.play(["connect essen", "connect duisburg", "done"], seat=0)
    game.undo(seat=0)
    game.play(["connect essen", "done"], seat=0)
    return game


def sample(name: str, game: Game) -> dict[str, Any]:
    """Return a game as texts, with positions from its middle: the whole one and what a seat sees."""
    game.names = [f'{name} "{seat}", Köln' for seat in range(game.players)]
    middle = game.at(game.version // 2)
    lines = [middle.position_line(), middle.view(None).position_line()]
    return {
        "name": name,
        "text": game.to_notation(),
        "names": game.names,
        **expected(game),
        "lines": [{"line": line, "fields": read_position_line(line)} for line in lines],
    }


if __name__ == "__main__":
    for name in golden.game_names():
        sys.stdout.write(json.dumps(sample(name, golden.replay(golden.read_text(name))[0])) + "\n")
    sys.stdout.write(json.dumps(sample("with undos", with_undos())) + "\n")
