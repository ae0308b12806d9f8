"""Types of the views and facts of robots. Client types are generated from them."""

from __future__ import annotations

from typing import TypedDict


class RobotFacts(TypedDict):
    """The tiles of each slot, from head to feet; and those that are only used by a single robot."""

    slots: dict[str, list[str]]
    alone: list[str]


class RobotView(TypedDict):
    """A robot: its seat, and its five tiles in the order of the slots."""

    seat: int
    tiles: list[str]


class RobotDecisionView(TypedDict):
    """The robot that a decision is about, the tile that causes it, and the cities named or struck so far."""

    seat: int
    tile: str
    cities: list[str]


class RobotsView(TypedDict):
    """The robots of a game, and the current decision about one of them."""

    robots: list[RobotView]
    deciding: RobotDecisionView | None
