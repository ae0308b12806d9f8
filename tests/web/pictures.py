"""Games for screenshots: golden games, stopped at a fixed row, so that screenshots are reproducible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import stromnetz
from stromnetz import Game
from stromnetz.tables.settings import TableSettings
from tools.golden import MOVE_LINE, read_text, replay

GAME = "classic-2009-germany-4"
"""A game of four good players; most screenshots show its rounds 7 to 9, in step 2."""


@dataclass(frozen=True)
class Scene:
    """A golden game before a row (0: at its end), with further moves."""

    name: str
    before: int = 0
    moves: Sequence[str] = ()
    instead: tuple[int, str] = (0, "")
    """A row of the game, and the move that replaces it."""
    game: str = GAME
    home: bool = False
    """Whether it is one of the tables on Ann's start page."""

    def play(self) -> Game:
        lines = [self._line(line) for line in read_text(self.game).splitlines()]
        kept = [line for line in lines if not self.before or _row(line) < self.before]
        game, _ = replay("\n".join(kept))
        for move in self.moves:
            game.apply(move)
        return game

    def _line(self, line: str) -> str:
        row, move = self.instead
        found = MOVE_LINE.fullmatch(line)
        return line[: found.start(3)] + move if found is not None and int(found[1]) == row else line


def _row(line: str) -> int:
    found = MOVE_LINE.fullmatch(line)
    return int(found[1]) if found is not None else 0


BIDS = ("open 30@30", "bid 32", "bid 35", "bid 36", "bid 40", "bid 43", "pass", "bid 46")
SCENES = (
    Scene("auction", 267),
    Scene("bid", 217, BIDS),
    Scene("scrap", 271),
    Scene("fuel", 285),
    Scene("run", 305, instead=(281, "buy coal 2")),  # so that a hybrid has a choice of fuel
    Scene("extra", 320),
    Scene("assign", 321),
    Scene("north-america", 255, game="deluxe-north-america-4"),
    Scene("europe", 309, game="deluxe-europe-5"),
    Scene("network", 180, game="outpost-3"),
    Scene("company", 185, game="outpost-3"),
    Scene("workers", 186, game="outpost-3"),
    Scene("cards", 211, game="outpost-3"),
    Scene("end", home=True),
    Scene("usa", 371, game="classic-2009-usa-5", home=True),
    Scene("six", 430, game="classic-2004-germany-6", home=True),
    Scene("build", 300, home=True),
)
OTHER_SCENES = (
    Scene("bought", 121, game="classic-2004-germany-6"),
    Scene("promo", 119, game="promo-2009-4"),
    Scene("trust", 1, game="deluxe-europe-2"),
    Scene("symbols", 309, game="deluxe-europe-5"),
    Scene("labels", 180, game="outpost-3"),
    Scene("over", game="deluxe-europe-2"),
    Scene("robot", 81, game="outpost-robots"),
    Scene("trust-site", 53, game="outpost-2"),
    # before a possible last round; seat 0 opens the first auction
    Scene("last", 214, game="classic-2009-germany-3"),
    Scene("last-company", 211, game="outpost-3"),
)
"""For tests only."""

ROUND = Scene("round", 44)
"""The start of the animated picture: an eventful round, in which Ann decides first."""


def draft() -> Game:
    """A draft with two of four regions chosen."""
    game = stromnetz.new_game("classic-2009", map="germany", players=4, seed=3, regions="draft")
    for region in ("northwest", "west"):
        game.apply(f"choose-region {region}")
    return game


@dataclass(frozen=True)
class Lobby:
    """A table that waits for players."""

    name: str
    edition: str
    map: str
    seats: Sequence[str | None]
    public: bool = True

    @property
    def settings(self) -> TableSettings:
        return TableSettings.check(self.edition, self.map, len(self.seats), "random", {})


LOBBIES = (
    Lobby("open-usa", "classic-2004", "usa", ("Cleo", "Dan", None, None, None)),
    Lobby("open-europe", "deluxe-europe", "europe", ("Eva", None, "plain")),
    Lobby("lobby", "classic-2009", "germany", ("Ann", "Ben", None, "plain"), public=False),
)
