"""Events of robots. Each one names the tile that caused it, so that it can be shown."""

from __future__ import annotations

from typing import ClassVar

from stromnetz.engine.events import Event
from stromnetz.engine.moves import CardRef
from stromnetz.engine.value_classes import fixed


@fixed
class RobotSeated(Event):
    """A robot with its five tiles joined the game."""

    seat: int
    first_city: str
    auction: str
    resources: str
    building: str
    ability: str


@fixed
class RobotBids(Event):
    """A robot announces its highest bid on a plant: the minimum plus what its tile adds, limited by its money."""

    seat: int
    tile: str
    plant: CardRef
    minimum: int
    more: int
    limit: int


@fixed
class RobotBidsByCities(Event):
    """A robot announces its highest bid, which depends on its number of cities."""

    seat: int
    tile: str
    plant: CardRef
    minimum: int
    more: int
    limit: int


@fixed
class RobotDeclines(Event):
    """A robot does not bid on a plant, with the reason."""

    seat: int
    tile: str
    plant: CardRef
    reason: str


@fixed
class RobotLeaves(Event):
    """A robot leaves the auction phase because it wants none of the plants on offer."""

    seat: int
    tile: str


@fixed
class RobotTakes(Event):
    """A robot takes the auctioned plant for the minimum, without an auction."""

    seat: int
    tile: str
    plant: CardRef
    minimum: int


@fixed
class RobotStocks(Event):
    """How a robot buys resources in this round."""

    seat: int
    tile: str
    way: str


@fixed
class RobotBuilds(Event):
    """How a robot connects cities: as many as it can pay for, or as a player chooses."""

    seat: int
    tile: str


@fixed
class RobotBuildsMost(Event):
    """The maximum number of cities that a robot connects in this turn."""

    seat: int
    tile: str
    most: int


@fixed
class RobotWaits(Event):
    """A robot will build after all people."""

    seat: int
    tile: str


@fixed
class RobotUses(Event):
    """A robot's special ability made a difference."""

    seat: int
    tile: str


@fixed
class StartDrawn(Event):
    """The first city of a robot was drawn."""

    reveals: ClassVar[bool] = True
    seat: int
    tile: str
    city: str


@fixed
class StartChosen(Event):
    """A player chose the first city of a robot, or only one was left."""

    seat: int
    tile: str
    city: str


@fixed
class StartNamed(Event):
    """A player named a city where a robot may start."""

    seat: int
    for_seat: int
    city: str


@fixed
class StartStruck(Event):
    """A player struck a city where a robot will not start."""

    seat: int
    for_seat: int
    city: str


@fixed
class ChoiceBought(Event):
    """A player paid for the right to choose a robot's first city."""

    seat: int
    for_seat: int
    price: int
