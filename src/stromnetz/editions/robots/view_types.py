"""Types of what robots add to a view and to what a table offers. The client types are generated from them."""

from __future__ import annotations

from typing import TypedDict


class RobotFacts(TypedDict):
    """The tiles of each slot, from head to feet; and those that are used only where one robot plays."""

    slots: dict[str, list[str]]
    alone: list[str]


class RobotShown(TypedDict):
    """A robot: its seat, and its five tiles in the order of the slots."""

    seat: int
    tiles: list[str]


class RobotDeciding(TypedDict):
    """For which robot somebody decides, by which tile, and the cities that were named or struck for it."""

    seat: int
    tile: str
    cities: list[str]


class RobotsShown(TypedDict):
    """The robots at a table, and what is decided for one of them now."""

    robots: list[RobotShown]
    deciding: RobotDeciding | None
