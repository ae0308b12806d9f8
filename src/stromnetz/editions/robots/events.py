"""What robots do and why: every event names the tile that acts, so that it can be shown."""

from __future__ import annotations

from typing import ClassVar

from stromnetz.engine.events import Event
from stromnetz.engine.moves import CardRef
from stromnetz.engine.value_classes import fixed


@fixed
class RobotSeated(Event):
    """A robot sits down: its five tiles."""

    seat: int
    first_city: str
    auction: str
    resources: str
    building: str
    ability: str


@fixed
class RobotBids(Event):
    """Up to which amount it bids on a plant: the minimum and what its tile adds, never more than it has."""

    seat: int
    tile: str
    plant: CardRef
    minimum: int
    more: int
    limit: int


@fixed
class RobotBidsByCities(Event):
    """The same where it adds as much as it has cities."""

    seat: int
    tile: str
    plant: CardRef
    minimum: int
    more: int
    limit: int


@fixed
class RobotDeclines(Event):
    """Why it does not bid on a plant."""

    seat: int
    tile: str
    plant: CardRef
    reason: str


@fixed
class RobotLeaves(Event):
    """It wants none of the plants that it could put up."""

    seat: int
    tile: str


@fixed
class RobotTakes(Event):
    """It takes the plant that was put up for the minimum, without an auction."""

    seat: int
    tile: str
    plant: CardRef
    minimum: int


@fixed
class RobotStocks(Event):
    """How it buys resources in this round."""

    seat: int
    tile: str
    way: str


@fixed
class RobotBuilds(Event):
    """It connects as many cities as it can pay for, or as somebody chooses."""

    seat: int
    tile: str


@fixed
class RobotBuildsMost(Event):
    """How many cities it connects in this turn at most."""

    seat: int
    tile: str
    most: int


@fixed
class RobotWaits(Event):
    """It builds after all people have built."""

    seat: int
    tile: str


@fixed
class RobotUses(Event):
    """Its special ability made a difference."""

    seat: int
    tile: str


@fixed
class StartDrawn(Event):
    """Its first city was drawn."""

    reveals: ClassVar[bool] = True
    seat: int
    tile: str
    city: str


@fixed
class StartChosen(Event):
    """Somebody has chosen its first city, or it is the only one that is left."""

    seat: int
    tile: str
    city: str


@fixed
class StartNamed(Event):
    """Somebody names a city in which a robot may start."""

    seat: int
    for_seat: int
    city: str


@fixed
class StartStruck(Event):
    """Somebody strikes a city in which a robot will not start."""

    seat: int
    for_seat: int
    city: str


@fixed
class ChoiceBought(Event):
    """Somebody pays for the right to choose a robot's first city."""

    seat: int
    for_seat: int
    price: int
