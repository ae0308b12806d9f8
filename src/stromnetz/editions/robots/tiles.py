"""What a tile is: one of six for each of the five slots of a robot, from head to feet (R1)."""

from __future__ import annotations

from typing import ClassVar

FIRST_CITY, AUCTION, RESOURCES, BUILDING, ABILITY = "first-city", "auction", "resources", "building", "ability"
SLOTS = (FIRST_CITY, AUCTION, RESOURCES, BUILDING, ABILITY)


class Tile:
    """A tile has no state: what it says depends on the position alone. Its name and text are words, by its id."""

    id: ClassVar[str] = ""
    alone: ClassVar[bool] = False
    """Whether it is barred where several robots play (R3)."""
