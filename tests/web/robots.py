"""Games with a robot on the last seat, each just before something that Ann decides for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stromnetz import Game

from .positions import ANN, BEN, at

USUAL = ("players-choice", "highest-number", "normal-production", "all-cities", "half-bid")


def beside(first_city: str = USUAL[0], building: str = USUAL[3], **fields: Any) -> Game:
    """Ann, Ben and a robot that builds first; it has no city yet unless told otherwise."""
    tiles = [first_city, *USUAL[1:3], building, USUAL[4]]
    robot = {"money": 70, "plants": [5, 6], "cities": fields.pop("cities", [])}
    seats = [
        {"money": 100, "plants": [4, 8], "cities": ANN},
        {"money": 80, "plants": [3, 7], "cities": BEN},
        robot,
    ]
    return at("building", options={"robots": [tiles]}, **{"players": seats, "order": [0, 1, 2], **fields})


def choosing() -> Game:
    """The first player chooses its first city."""
    return beside("players-choice")


def naming() -> Game:
    return beside("early-choice-for-all")


def striking() -> Game:
    """Only a few cities are free: those of two regions are, in part, taken."""
    return beside("deciding-choice")


def bidding() -> Game:
    return beside("bidding-choice")


def building() -> Game:
    """The last player, who is Ann, chooses where it builds."""
    return beside(building="last-player-chooses", cities=["schwerin"], order=[1, 0, 2])


def auction() -> Game:
    """It is Ann's turn to open; the robot waits with the others."""
    seats = [{"money": 100, "plants": [4, 8], "cities": ANN}, {"money": 80, "plants": [3, 7], "cities": BEN}]
    robot = {"money": 70, "plants": [5, 6], "cities": ["schwerin", "berlin"]}
    return at("auctions", options={"robots": [list(USUAL)]}, players=[*seats, robot], order=[0, 2, 1])


ROBOTS: dict[str, Callable[[], Game]] = {
    "robot-start": choosing,
    "robot-name": naming,
    "robot-strike": striking,
    "robot-bid": bidding,
    "robot-build": building,
    "robot-auction": auction,
}
