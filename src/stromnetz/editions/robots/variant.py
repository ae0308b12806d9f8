"""The variant ``robots`` of a table: ``[["random-choice", …], "random"]`` (R0 to R3)."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from stromnetz.editions.files.extras import Variant
from stromnetz.editions.files.schema import Data
from stromnetz.engine.edition import Edition
from stromnetz.engine.errors import BadInput

from .checks import RANDOM, Wish, read_robots
from .made import BY_SLOT
from .module import Robots
from .shown import RobotFacts
from .state import NAME


class RobotsVariant(Variant):
    name: ClassVar[str] = NAME
    offers: ClassVar[Any] = RobotFacts

    def takes(self, data: Data) -> bool:
        """Their tiles speak of plants, resources and houses: a company that is more than that is none of theirs."""
        return not data.get("companies")

    def why_not(self, edition: str) -> BadInput:
        return BadInput(facts={"edition": edition}, case="robots-elsewhere")

    def check(self, players: int, value: Any) -> Any:
        return read_robots(players, value)

    def join(self, edition: Edition, players: int, value: Any) -> None:
        edition.add_module(Robots(value, players))

    def read(self, text: str) -> Any:
        """How many are drawn; or each robot, with commas between them: ``random``, or its tiles with a plus between."""
        if text.isascii() and text.isdigit() and len(text) == 1:
            return [RANDOM] * int(text)
        robots = [robot.strip() for robot in text.split(",")]
        return [RANDOM if robot == RANDOM else [tile.strip() for tile in robot.split("+")] for robot in robots]

    def draw(self, players: int, rng: Random) -> Any:
        """Any number of them, some with tiles that are named."""
        count = rng.randint(1, players - 1)
        decks = {}
        for slot, tiles in BY_SLOT.items():
            ids = [tile.id for tile in tiles if not (tile.alone and count > 1)]
            decks[slot] = rng.sample(ids, len(ids))
        out: list[Wish] = [tuple([deck.pop() for deck in decks.values()]) for _ in range(count)]
        return tuple([RANDOM if rng.random() < 0.5 else wish for wish in out])

    def facts(self) -> dict[str, Any]:
        barred = [tile.id for tiles in BY_SLOT.values() for tile in tiles if tile.alone]
        return {"slots": {slot: [tile.id for tile in tiles] for slot, tiles in BY_SLOT.items()}, "alone": barred}


VARIANT = RobotsVariant()
