"""Keeps the games of simulations and duels: a file in notation for each game, in one folder."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path

from stromnetz.engine.errors import BadInput
from stromnetz.play.files.records import MAX_NAME
from stromnetz.play.game import Game


class GameFolder:
    """A folder for the games of one run.

    Files are named by deal and seating, as ``deal-000012-seating-2.txt``, so that they sort in the order of play. The
    players of a game have the names of its bots.

    >>> from tempfile import TemporaryDirectory
    >>> from stromnetz import load_game, new_game
    >>> game = new_game("classic-2004", players=2, seed=12)
    >>> with TemporaryDirectory() as folder:
    ...     file = GameFolder(folder).add(game_text(game, ["plain", "random"]), deal=12, seating=2)
    ...     file.name, load_game(file).names
    ('deal-000012-seating-2.txt', ['plain', 'random'])
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        """Create the folder. Raises `BadInput` if it cannot be written to or already has games."""
        self.path = Path(path)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            probe = self.path / ".writable"
            probe.touch()
            probe.unlink()
        except OSError as error:
            raise _unwritable(self.path, error) from None
        if next(self.path.glob("deal-*.txt"), None) is not None:
            raise BadInput(f"{self.path} already has games: choose another folder", {"folder": str(self.path)})

    def add(self, text: str, deal: int, seating: int | None = None) -> Path:
        """Write a game and return its file. If the disk is full, no part of a file is left behind."""
        name = f"deal-{deal:06}" if seating is None else f"deal-{deal:06}-seating-{seating}"
        file = self.path / f"{name}.txt"
        try:
            file.write_text(text, encoding="utf-8")
        except OSError as error:
            file.unlink(missing_ok=True)
            raise _unwritable(file, error) from None
        return file


def game_text(game: Game, bots: Sequence[str]) -> str:
    """Return a game in notation, with the names of its bots and of the companies that the rules play."""
    names = [game.rules.automatic.get(seat, bot) for seat, bot in enumerate(bots)]
    game.names = [name[-MAX_NAME:] for name in names]
    return game.to_notation()


def _unwritable(path: Path, error: OSError) -> BadInput:
    return BadInput(f"cannot write {path}: {error.strerror}", {"file": str(path)})
