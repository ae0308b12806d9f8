"""Base class of tiles: six for each of the five slots of a robot, from head to feet (R1)."""

from __future__ import annotations

from typing import ClassVar

FIRST_CITY, AUCTION, RESOURCES, BUILDING, ABILITY = "first-city", "auction", "resources", "building", "ability"
SLOTS = (FIRST_CITY, AUCTION, RESOURCES, BUILDING, ABILITY)


class Tile:
    """A tile of a robot. It has no state; its name and text are in the words files, by its id."""

    id: ClassVar[str] = ""
    alone: ClassVar[bool] = False
    """Whether it is only used when one robot plays (R3)."""
