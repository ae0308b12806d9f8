"""Games as files and as texts."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Any

from stromnetz.engine.errors import BadInput, short_repr
from stromnetz.play.game import Game
from stromnetz.play.new import decoded

from .game_notation import MAGIC, VERSION, is_game_notation, read_game_notation
from .records import no_garbage_collection, parse_record

JSON_STARTS = tuple('{["-0123456789tfnNI')
"""What a JSON text can begin with."""


def parse_game(data: Any) -> Game:
    """Return the game of a text or of JSON data: what ``to_notation``, ``to_text`` and ``to_json`` of a game return.

    >>> from stromnetz import new_game, parse_game
    >>> game = new_game("classic-2004", players=2, seed=1)
    >>> parse_game(game.to_notation()) == parse_game(game.to_text()) == parse_game(game.to_json()) == game
    True
    """
    text = decoded(data)
    if not isinstance(text, str):
        return parse_record(text)
    if is_game_notation(text):
        with no_garbage_collection():
            return read_game_notation(text)
    if not text.lstrip().startswith(JSON_STARTS):
        raise BadInput(
            f"a game is JSON or begins with '{MAGIC} {VERSION}': {short_repr(text)} is neither",
            {"text": short_repr(text)},
        )
    return parse_record(text)


def load_game(path: str | PathLike[str]) -> Game:
    """Return the game of a file that ``game.save(path)`` wrote.

    >>> from tempfile import TemporaryDirectory
    >>> from stromnetz import load_game, new_game
    >>> game = new_game("classic-2004", players=2, seed=1)
    >>> with TemporaryDirectory() as folder:
    ...     game.save(f"{folder}/game.json")
    ...     load_game(f"{folder}/game.json") == game
    True
    """
    given: object = path
    if not isinstance(given, str | PathLike) or (isinstance(given, str) and ("\n" in given or given[:1] in "{[")):
        raise BadInput(
            f"load_game needs the path of a file, not {short_repr(path)}; parse_game reads texts and JSON data",
            {"path": short_repr(path)},
        )
    return parse_game(Path(path).read_bytes())
