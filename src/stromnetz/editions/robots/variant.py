"""The variant ``robots`` of a game: ``[["random-choice", …], "random"]`` (R0 to R3)."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from stromnetz.editions.files.extension_points import Variant
from stromnetz.editions.files.schema import Data
from stromnetz.engine.edition import Edition
from stromnetz.engine.errors import BadInput

from .module import NAME, Robots
from .robot import BY_SLOT, RANDOM, RobotSpec, read_robots
from .view_types import RobotFacts


class RobotsVariant(Variant):
    name: ClassVar[str] = NAME
    offers: ClassVar[Any] = RobotFacts

    def supports(self, data: Data) -> bool:
        """Whether its companies have only plants, fuel and houses, which robots can play."""
        return not data.get("companies")

    def unsupported_error(self, edition: str) -> BadInput:
        return BadInput(facts={"edition": edition}, case="robots-elsewhere")

    def check(self, players: int, value: Any) -> Any:
        return read_robots(players, value)

    def join(self, edition: Edition, players: int, value: Any) -> None:
        edition.add_module(Robots(value, players))

    def read(self, text: str) -> Any:
        """Read a number of random robots, or a comma-separated list of ``random`` and tiles joined by ``+``."""
        if text.isascii() and text.isdigit() and len(text) == 1:
            return [RANDOM] * int(text)
        robots = [robot.strip() for robot in text.split(",")]
        return [RANDOM if robot == RANDOM else [tile.strip() for tile in robot.split("+")] for robot in robots]

    def draw(self, players: int, rng: Random) -> Any:
        """Draw any number of robots, some with named tiles."""
        count = rng.randint(1, players - 1)
        decks = {}
        for slot, tiles in BY_SLOT.items():
            ids = [tile.id for tile in tiles if not (tile.alone and count > 1)]
            decks[slot] = rng.sample(ids, len(ids))
        out: list[RobotSpec] = [tuple([deck.pop() for deck in decks.values()]) for _ in range(count)]
        return tuple([RANDOM if rng.random() < 0.5 else spec for spec in out])

    def facts(self) -> dict[str, Any]:
        barred = [tile.id for tiles in BY_SLOT.values() for tile in tiles if tile.alone]
        return {"slots": {slot: [tile.id for tile in tiles] for slot, tiles in BY_SLOT.items()}, "alone": barred}


VARIANT = RobotsVariant()
