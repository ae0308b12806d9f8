"""Games with a robot on the last seat, just before each decision of Ann about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stromnetz import Game

from .positions import ANN, BEN, at

USUAL = ("players-choice", "highest-number", "normal-production", "all-cities", "half-bid")


def with_robot(first_city: str = USUAL[0], building: str = USUAL[3], **fields: Any) -> Game:
    """Ann, Ben and a robot that builds first, by default without a city."""
    tiles = [first_city, *USUAL[1:3], building, USUAL[4]]
    robot = {"money": 70, "plants": [5, 6], "cities": fields.pop("cities", [])}
    seats = [{"money": 100, "plants": [4, 8], "cities": ANN}, {"money": 80, "plants": [3, 7], "cities": BEN}, robot]
    return at("building", options={"robots": [tiles]}, **{"players": seats, "order": [0, 1, 2], **fields})


def choose_first_city() -> Game:
    """The first player chooses the robot's first city."""
    return with_robot("players-choice")


def suggest_city() -> Game:
    return with_robot("early-choice-for-all")


def strike_city() -> Game:
    """Players strike cities from the list for the robot."""
    return with_robot("deciding-choice")


def bid_for_first_city() -> Game:
    return with_robot("bidding-choice")


def choose_next_city() -> Game:
    """Ann, the last player, chooses where the robot builds."""
    return with_robot(building="last-player-chooses", cities=["schwerin"], order=[1, 0, 2])


def auction() -> Game:
    """Ann opens an auction with a robot at the table."""
    seats = [{"money": 100, "plants": [4, 8], "cities": ANN}, {"money": 80, "plants": [3, 7], "cities": BEN}]
    robot = {"money": 70, "plants": [5, 6], "cities": ["schwerin", "berlin"]}
    return at("auctions", options={"robots": [list(USUAL)]}, players=[*seats, robot], order=[0, 2, 1])


ROBOTS: dict[str, Callable[[], Game]] = {
    "robot-start": choose_first_city,
    "robot-name": suggest_city,
    "robot-strike": strike_city,
    "robot-bid": bid_for_first_city,
    "robot-build": choose_next_city,
    "robot-auction": auction,
}
